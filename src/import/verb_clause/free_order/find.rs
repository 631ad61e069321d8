//! Parses the `SentencePart` at the cursor: a verb, quote, number, place, preposition or announcement;
//! passes over a word that is none.

use super::{
    super::{Insertion, QuotedWords},
    clause::ClauseBuilder,
    part::SentencePart,
};
use crate::{
    import::{
        address::{PrintedAddress, PrintedStep},
        cursor::TokenCursor,
        grammar::{
            DEMANDS, DEPARTURES, EVERYWHERE, FILLERS, MODALS, NEW_UNITS, NO_NOUNS, NumberMeaning,
            PHRASES, PhraseRole, RULE_WORDS, VerbKind,
        },
        line_shape::is_caps,
        token::SheetTokenKind,
    },
    syntax::{BeforeOrAfter, StartOrEnd, UnitNoun},
};

impl TokenCursor<'_> {
    /// Parses the part at the cursor; advances over one word if there is none.
    pub(super) fn parse_part_of_clause(&mut self, clause: &ClauseBuilder) -> Option<SentencePart> {
        if self.is_word(0, &["with"]) && self.is_word(1, &["effect"]) {
            // `with effect from 1 June`
            self.eat_rest_of_sentence();
            return Some(SentencePart::Filler);
        }
        let from = self.at;
        let part = self
            .parse_phrase()
            .or_else(|| self.parse_everywhere())
            .or_else(|| self.parse_row())
            .or_else(|| self.parse_announcement())
            .or_else(|| self.parse_result(clause))
            .or_else(|| self.parse_new_label(clause))
            .or_else(|| self.parse_new_title(clause))
            .or_else(|| self.parse_end_part())
            .or_else(|| self.parse_new_units(clause))
            .or_else(|| self.parse_place(clause))
            .or_else(|| self.parse_verb(clause))
            .or_else(|| self.parse_marker())
            .or_else(|| self.parse_quote())
            .or_else(|| self.parse_figure_part());
        if let Some(part) = part {
            if let Some(meaning) = part.meaning() {
                self.record(from, meaning);
            }
            return Some(part);
        }
        let filler = self.is_word(0, FILLERS)
            || self.is_word(0, MODALS)
            || matches!(
                self.peek(0),
                Some(SheetTokenKind::Mark(_) | SheetTokenKind::Paren(_))
            );
        self.at += 1;
        filler.then_some(SentencePart::Filler)
    }

    /// Returns the fixed phrase at the cursor: `strike out`, `in place of`, `is followed by`.
    fn phrase(&self) -> Option<(usize, PhraseRole)> {
        let phrase = PHRASES.iter().find(|(words, _)| {
            words
                .iter()
                .enumerate()
                .all(|(ahead, word)| self.is_word(ahead, &[word]))
        });
        phrase.map(|(words, meaning)| (words.len(), *meaning))
    }

    fn parse_phrase(&mut self) -> Option<SentencePart> {
        if self.is_word(1, &["that", "the", "this"]) && self.is_word(0, &["below", "above"]) {
            let below = self.is_word(0, &["below"]);
            self.at += 1;
            return Some(SentencePart::Side(if below {
                BeforeOrAfter::After
            } else {
                BeforeOrAfter::Before
            }));
        }
        if self.is_word(0, &["has", "have", "gets", "receives"])
            && self.is_word(1, &["a", "an"])
            && self.is_word(2, NEW_UNITS)
        {
            // `Paragraph 1 has a new last sentence`
            self.at += 1;
            return Some(SentencePart::Verb(VerbKind::Insert));
        }
        let (length, meaning) = self.phrase()?;
        self.at += length;
        Some(match meaning {
            PhraseRole::Verb(kind) => SentencePart::Verb(kind),
            PhraseRole::Becomes => SentencePart::Becomes,
            PhraseRole::Neighbour(side) => SentencePart::Neighbour(side),
            PhraseRole::Side(side) => SentencePart::Side(side),
            PhraseRole::OldNext => SentencePart::OldNext,
            PhraseRole::NotNext => SentencePart::NotNext,
            PhraseRole::NewNext => SentencePart::NewNext,
            PhraseRole::Nothing => SentencePart::Filler,
        })
    }

    /// Parses a preposition in front of old or new words.
    fn parse_marker(&mut self) -> Option<SentencePart> {
        if self.eat_word(&["with", "by", "to", "into", "but", "through", "against"]) {
            return Some(SentencePart::NewNext);
        }
        if self.is_word(0, &["no"])
            && self.is_word(1, &["longer"])
            && (self.is_quote(2) || self.is_digit_at(2))
        {
            // `is now -2 and no longer -1`
            self.at += 2;
            return Some(SentencePart::NotNext);
        }
        if self.is_digit_at(1) && self.eat_word(&["was"]) {
            // `was 36, is now 30`
            return Some(SentencePart::OldNext);
        }
        let words = |ahead| {
            self.is_quote(ahead)
                || self.is_word(ahead, &["word", "words"])
                || self.is_digit_at(ahead)
        };
        let old =
            self.is_word(0, &["for", "not"]) && (words(1) || self.is_word(1, &["the"]) && words(2));
        self.at += usize::from(old);
        old.then_some(SentencePart::OldNext)
    }

    fn parse_everywhere(&mut self) -> Option<SentencePart> {
        if self.is_word(0, &["all", "every", "any"])
            && self.is_word(
                1,
                &[
                    "references",
                    "reference",
                    "mentions",
                    "mention",
                    "occurrences",
                    "occurrence",
                    "instances",
                ],
            )
            && self.is_word(2, &["to", "of"])
        {
            self.at += 3;
            return Some(SentencePart::Everywhere);
        }
        let inside = usize::from(self.is_word(0, &["in"]));
        if self.is_word(inside, &["every", "each", "all"])
            && self.is_word(
                inside + 1,
                &["case", "cases", "instance", "place", "places", "occurrence"],
            )
        {
            self.at += inside + 2;
            return Some(SentencePart::Everywhere);
        }
        let every = self.is_word(0, EVERYWHERE) && !self.is_word(0, &["all", "every", "each"]);
        every.then(|| {
            let mut words = QuotedWords::default();
            self.parse_times(&mut words);
            SentencePart::Everywhere
        })
    }

    /// Parses `the following two bullets`, `as follows` or `the three that follow`.
    fn parse_announcement(&mut self) -> Option<SentencePart> {
        let back = self.checkpoint();
        if self.is_word(0, &["as"]) && self.peek(1).is_none() {
            self.at += 1;
            return Some(SentencePart::Announced);
        }
        if self.eat_word(&["viz", "namely"]) {
            self.eat_mark(&['.']);
            return Some(SentencePart::Announced);
        }
        if self.eat_word(&["as"]) && self.eat_word(&["follows"]) {
            return Some(SentencePart::Announced);
        }
        self.rewind(back);
        self.eat_word(&["the", "those", "these", "what"]);
        if self.eat_word(&["following"]) {
            self.skip_noise();
            while matches!(self.peek(0), Some(SheetTokenKind::Number(_, None)))
                || self.is_word(0, &["new", "single"])
            {
                self.at += 1;
            }
            if !self.is_quote(0) {
                self.eat_unit();
                return Some(SentencePart::Announced);
            }
        }
        self.rewind(back);
        self.eat_word(&["the", "those", "these", "what"]);
        if matches!(self.peek(0), Some(SheetTokenKind::Number(_, None))) {
            self.at += 1;
        }
        self.eat_unit();
        self.eat_word(&["that", "which"]);
        if self.at > back.token() && self.eat_word(&["follow", "follows"])
            || self.eat_word(&["below"])
        {
            return Some(SentencePart::Announced);
        }
        self.rewind(back);
        None
    }

    /// Parses `should be`, `is now`, `to read`: what follows is new. With a participle it is
    /// the verb.
    fn parse_result(&mut self, clause: &ClauseBuilder) -> Option<SentencePart> {
        if self.eat_mark(&['→', '⇒']) || self.eat_word(&["s/b"]) {
            return Some(SentencePart::Becomes);
        }
        let back = self.checkpoint();
        let mut demands = false;
        while self.is_word(0, MODALS) {
            demands |= self.is_word(0, DEMANDS) || self.is_word(0, &["has", "have", "to"]);
            self.at += 1;
        }
        if self.eat_word(&[
            "read", "reads", "say", "says", "become", "becomes", "run", "runs",
        ]) {
            self.eat_word(&["now", "correctly"]);
            return Some(SentencePart::Becomes);
        }
        let heading = clause.place.steps.iter().any(PrintedStep::is_heading);
        let quotes =
            clause.old.is_some() || heading || clause.place.unit() == Some(UnitNoun::Sentence);
        if self.at > back.token() && quotes && self.eat_word(&["called", "named"]) {
            // `in the second sentence it must be called "a" instead of "b"`
            return Some(SentencePart::Becomes);
        }
        if self.at > back.token() {
            let last = &self.tokens[self.at - 1].kind;
            let infinitive =
                self.at > back.token() + 1 && *last == SheetTokenKind::Word("to".into());
            if let Some(kind) = self
                .verb_at(0)
                .filter(|_| infinitive && self.phrase().is_none())
            {
                // `is to delete`
                self.at += 1;
                return Some(SentencePart::Verb(kind));
            }
            if let Some(kind) = self.participle_at(0) {
                self.at += 1;
                return Some(SentencePart::Verb(kind));
            }
            self.eat_word(&["a", "an", "the"]);
            // `Rename it to "a"` demands nothing
            let lone = self.at == back.token() + 1
                && self.tokens[back.token()].kind == SheetTokenKind::Word("to".into());
            if demands && !lone && (self.is_quote(0) || self.is_digit_at(0)) {
                return Some(SentencePart::Becomes);
            }
        }
        self.rewind(back);
        None
    }

    /// Parses the new label of a unit that is renamed: `is renumbered (c)`, `renumber it as 7`.
    fn parse_new_label(&mut self, clause: &ClauseBuilder) -> Option<SentencePart> {
        if !clause.renames_unit() {
            return None;
        }
        let back = self.checkpoint();
        self.eat_word(&["as", "to", "into"]);
        let token = self.tokens.get(self.at)?;
        let label = match &token.kind {
            SheetTokenKind::Item(label) => label.clone(),
            SheetTokenKind::Number(number, None) => number.to_string(),
            _ => {
                self.rewind(back);
                return None;
            }
        };
        self.at += 1;
        Some(SentencePart::Quote {
            words: QuotedWords {
                text: label,
                ..QuotedWords::default()
            },
            closed: true,
            start: token.start,
            end: token.end,
        })
    }

    /// Parses a new heading in capitals, without quotation marks, at the end of the sentence: `is renamed
    /// WIND AND TIDE.`
    fn parse_new_title(&mut self, clause: &ClauseBuilder) -> Option<SentencePart> {
        if !clause.awaits_title() {
            return None;
        }
        let (back, from, start) = (self.checkpoint(), self.at, self.offset());
        while self.continues_name(from) {
            self.at += 1;
        }
        let end = self.previous_end();
        let ends = self.at_end() || self.is_mark(0, &['.', ';']);
        let caps = self.at > from && is_caps(&self.text[start..end]);
        if !ends || !caps {
            self.rewind(back);
            return None;
        }
        let words = QuotedWords {
            text: self.text[start..end].to_owned(),
            ..QuotedWords::default()
        };
        Some(SentencePart::Quote {
            words,
            closed: true,
            start,
            end,
        })
    }

    fn parse_end_part(&mut self) -> Option<SentencePart> {
        let back = self.checkpoint();
        let mut insertion = Insertion::default();
        if let Some(end) = self.parse_insertion_as(&mut insertion) {
            return Some(SentencePart::UnitsAt(insertion, end));
        }
        if self.eat_word(&["as"]) {
            self.skip_noise();
            if let (Some(SheetTokenKind::Nth(number)), Some((unit, NumberMeaning::Counted))) =
                (self.peek(0), self.unit_at(1))
            {
                // `as fourth bullet is added`
                self.at += 1;
                self.eat_unit();
                insertion.unit = Some(unit);
                insertion.count = Some(1);
                insertion.label = Some(number.to_string());
                self.record(back.token(), "what is added");
                return Some(SentencePart::Units(insertion));
            }
            self.rewind(back);
        }
        if !self.eat_word(&["at", "to"]) {
            return None;
        }
        self.skip_noise();
        if self.eat_word(&["end", "bottom", "foot"]) {
            return Some(SentencePart::End(StartOrEnd::End));
        }
        if self.eat_word(&["start", "beginning", "top", "head"]) {
            return Some(SentencePart::End(StartOrEnd::Start));
        }
        self.rewind(back);
        None
    }

    /// Parses `a new bullet`, `two new factors`, `another one`; only for a clause that adds.
    fn parse_new_units(&mut self, clause: &ClauseBuilder) -> Option<SentencePart> {
        let back = self.checkpoint();
        let numbered = usize::from(matches!(
            self.peek(0),
            Some(SheetTokenKind::Number(_, None))
        ));
        let article = self.is_word(numbered, &["a", "an", "one"]);
        let ahead = numbered + usize::from(article);
        let said = self.is_word(ahead, NEW_UNITS);
        if !(clause.may_add() && (article || said) || clause.may_begin_adding() && said) {
            return None;
        }
        let insertion = self.parse_insertion();
        if insertion.unit.is_none() {
            self.rewind(back);
            self.at += numbered;
            self.skip_noise();
            let one = matches!(self.peek(0), Some(SheetTokenKind::Number(1, None)));
            self.at += usize::from(one);
            if !one && !self.eat_word(&["ones", "another"]) {
                self.rewind(back);
                return None;
            }
        }
        Some(SentencePart::Units(insertion))
    }

    fn parse_place(&mut self, clause: &ClauseBuilder) -> Option<SentencePart> {
        if clause.renames_section() && self.is_word(0, RULE_WORDS) && self.is_quote(1) {
            // `Retitle this section "a"`
            self.at += 1;
            return Some(SentencePart::Filler);
        }
        let back = self.checkpoint();
        // `of the list "Costs"`
        let listed = self.is_word(1, &["the"]) && self.is_word(2, &["list", "table", "paragraph"]);
        let ahead = if listed { 3 } else { 1 };
        if let (true, Some(SheetTokenKind::Quote(label, true)), true) = (
            self.is_word(0, &["of"]) && clause.adds_at_end(),
            self.peek(ahead),
            self.is_mark(ahead + 1, &[':', ',']),
        ) {
            // `new line at the end of "Costs": …`
            self.at += ahead + 1;
            let label = label.trim_end_matches([':', '.', ' ']);
            let step = PrintedStep::quoted(UnitNoun::Paragraph, label);
            return Some(SentencePart::Place(
                Box::new(PrintedAddress::of(step)),
                false,
            ));
        }
        self.eat_word(&["in", "under", "on", "within", "from", "of", "at"]);
        // `below that line`: of the place before
        let itself = clause.expects_point() && self.is_word(0, &["that", "this"]);
        let inside = itself || self.is_word(0, &["its", "their"]);
        if self.is_word(0, &["section"]) {
            let named = self.is_quote(1)
                || self
                    .tokens
                    .get(self.at + 1)
                    .is_some_and(|token| self.text[token.start..].starts_with(char::is_uppercase));
            let mut section = PrintedAddress::default();
            if named && self.parse_section_name(&mut section) {
                return Some(SentencePart::Place(Box::new(section), false));
            }
        }
        if let Some(address) = self.parse_address() {
            return Some(SentencePart::Place(Box::new(address), inside));
        }
        let mut named = PrintedAddress::default();
        let named_here = clause.expects_point() || clause.renames_section() || clause.moves();
        if named_here && !self.is_quote(0) && self.parse_section_name(&mut named) {
            return Some(SentencePart::Place(Box::new(named), false));
        }
        if inside || self.is_word(0, &["the"]) {
            self.at += 1;
        }
        let unit = clause
            .subject_unit()
            .or(clause.before.unit())
            .or(clause.outer_unit);
        if let Some(unit) = unit.filter(|_| clause.expects_point() && self.is_one()) {
            // `a new bullet after the one on spears`
            let here = self.checkpoint();
            self.at += 1;
            let step = self.parse_unit_number(unit, NumberMeaning::Counted);
            if let Some(step) = step.filter(|step| !step.is_bare()) {
                return Some(SentencePart::Place(
                    Box::new(PrintedAddress::of(step)),
                    true,
                ));
            }
            self.rewind(here);
        }
        let numbers = self.parse_ranges(|token| match token {
            SheetTokenKind::Nth(number) => Some(*number),
            _ => None,
        });
        if let (Some(unit), false) = (unit, numbers.is_empty())
            && self.unit_at(0).is_none()
            && (self.at_end()
                || self.is_mark(0, &['.', ',', ';', ':'])
                || self.is_word(0, MODALS)
                || matches!(self.peek(0), Some(SheetTokenKind::Paren(_)))
                || self.verb_at(0).is_some())
        {
            // `its second bullet in front of its first`, `strike the third and fifth`
            let step = PrintedStep::counted(unit, &numbers);
            return Some(SentencePart::Place(
                Box::new(PrintedAddress::of(step)),
                true,
            ));
        }
        self.rewind(back);
        None
    }

    fn parse_verb(&mut self, clause: &ClauseBuilder) -> Option<SentencePart> {
        let ends = self.peek(1).is_none() || self.is_mark(1, &['.', ';']);
        if ends && clause.has_subject() | clause.follows_place() && self.eat_word(DEPARTURES) {
            return Some(SentencePart::Verb(VerbKind::Delete));
        }
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let pronoun = matches!(before.map(|token| &token.kind), Some(SheetTokenKind::Word(word)) if crate::import::grammar::PRONOUNS.contains(&word.as_str()));
        if pronoun && self.verb_at(0) == Some(VerbKind::Move) {
            // `They move 2 hexes.` is a rule
            return None;
        }
        let kind = self.verb_at(0).or_else(|| {
            // `§3.4 removed`, `Renamed §4.8 to …`
            self.participle_at(0).filter(|_| {
                let after_unit = self.at.checked_sub(1).is_some_and(|at| {
                    let word = self.tokens.get(at).map(|token| &token.kind);
                    matches!(word, Some(SheetTokenKind::Word(word)) if word == "section")
                });
                clause.has_subject()
                    || clause.follows_place()
                    || after_unit
                    || self.is_sentence_start(self.at)
            })
        })?;
        self.at += 1;
        Some(SentencePart::Verb(kind))
    }

    fn parse_quote(&mut self) -> Option<SentencePart> {
        let from = self.at;
        let words = match self.parse_quoted_words() {
            Some(words) => words,
            None => match self.peek(0) {
                Some(SheetTokenKind::Quote(text, _)) => {
                    self.at += 1;
                    QuotedWords {
                        text: text.clone(),
                        ..QuotedWords::default()
                    }
                }
                _ => return None,
            },
        };
        let token = self.tokens[from..self.at]
            .iter()
            .find(|token| matches!(token.kind, SheetTokenKind::Quote(..)))?;
        Some(SentencePart::Quote {
            words,
            closed: matches!(token.kind, SheetTokenKind::Quote(_, true)),
            start: token.start,
            end: token.end,
        })
    }

    fn is_digit_at(&self, ahead: usize) -> bool {
        self.tokens.get(self.at + ahead).is_some_and(|token| {
            !matches!(token.kind, SheetTokenKind::Mark(_) | SheetTokenKind::Nth(_))
                && self.text[token.start..].starts_with(|c: char| {
                    c.is_ascii_digit() || matches!(c, '+' | '-' | '−' | '½' | '¼' | '¾')
                })
        })
    }

    /// Parses a figure and its noun, unless it is in a list separated by commas.
    fn parse_figure_part(&mut self) -> Option<SentencePart> {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let after_word = before.is_none_or(|token| {
            matches!(
                token.kind,
                SheetTokenKind::Word(_) | SheetTokenKind::Mark(':' | '.' | '→' | '⇒')
            )
        });
        if !self.is_digit_at(0) || !after_word {
            return None;
        }
        let start = self.offset();
        match self.peek(0) {
            // `200p`
            Some(SheetTokenKind::Number(_, Some(_))) => self.at += 1,
            // `2d6`
            Some(SheetTokenKind::Word(_)) => self.at += 1,
            // `14.3(c)` and `5.2.4` are rules
            Some(SheetTokenKind::Dotted(number))
                if matches!(self.peek(1), Some(SheetTokenKind::Item(_)))
                    || number.matches('.').count() > 1 =>
            {
                return None;
            }
            _ => {
                self.parse_figure()?;
            }
        }
        let noun = self.word(0).is_some_and(|word| {
            !FILLERS.contains(&word) && !MODALS.contains(&word) && !NO_NOUNS.contains(&word)
        }) && self.unit_at(0).is_none()
            && self.verb_at(0).is_none();
        self.at += usize::from(noun);
        Some(SentencePart::Figure(
            self.text[start..self.previous_end()].to_owned(),
        ))
    }

    /// Parses the name of a row after `opposite`.
    fn parse_row(&mut self) -> Option<SentencePart> {
        let back = self.checkpoint();
        if !self.eat_word(&["opposite", "against", "beside", "alongside"]) {
            return None;
        }
        let from = self.at;
        while self.continues_name(from) {
            self.at += 1;
        }
        if self.at == from {
            self.rewind(back);
            return None;
        }
        let start = self.tokens[from].start;
        Some(SentencePart::Row(
            self.text[start..self.previous_end()].to_owned(),
        ))
    }
}
