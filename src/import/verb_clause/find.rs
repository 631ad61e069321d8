//! Parses the `SentencePart` at the cursor: a verb, quote, number, place, preposition or announcement;
//! passes over a word that is none.

use super::{
    builder::ClauseBuilder,
    clause::{Insertion, QuotedWords},
    part::SentencePart::{
        self, Announced, Becomes, End, Everywhere, Figure, Filler, NewNext, NotNext, OldNext,
        Place, Quote, Side, Units, UnitsAt, Values, Verb,
    },
};
use crate::{
    import::{
        address::{PrintedAddress, PrintedStep},
        cursor::TokenCursor,
        grammar::{LEXICON, VerbKind},
        line_shape::is_caps,
        token::{
            SheetToken,
            SheetTokenKind::{self, Dotted, Item, Mark, Nth, Number, Word},
        },
    },
    syntax::{BeforeOrAfter, StartOrEnd, UnitNoun},
};

impl TokenCursor<'_> {
    /// Parses the part at the cursor; advances over one word if there is none.
    pub(super) fn parse_part_of_clause(&mut self, clause: &ClauseBuilder) -> Option<SentencePart> {
        if self.is_phrase(0, "with effect") {
            // `with effect from 1 June`
            self.eat_rest_of_sentence();
            return Some(Filler);
        }
        let from = self.at;
        let part = self
            .parse_phrase()
            .or_else(|| self.parse_everywhere())
            .or_else(|| self.parse_announcement())
            .or_else(|| self.parse_result(clause))
            .or_else(|| self.parse_new_label(clause))
            .or_else(|| self.parse_new_title(clause))
            .or_else(|| self.parse_end_part())
            .or_else(|| self.parse_kind_of_text(clause))
            .or_else(|| self.parse_values_part(clause))
            .or_else(|| self.parse_new_units(clause))
            .or_else(|| self.parse_place(clause))
            .or_else(|| self.parse_verb(clause))
            .or_else(|| self.parse_marker())
            .or_else(|| self.parse_quote(clause))
            .or_else(|| self.parse_figure_part());
        if let Some(part) = part {
            if let Some(meaning) = part.meaning() {
                self.record(from, meaning);
            }
            return Some(part);
        }
        let filler = self.is_word(0, &LEXICON.fillers)
            || self.is_word(0, &LEXICON.modals)
            || matches!(self.peek(0), Some(Mark(_)));
        self.at += 1;
        filler.then_some(Filler)
    }

    fn parse_phrase(&mut self) -> Option<SentencePart> {
        if self.is_word(1, &["that", "the", "this"]) && self.is_word(0, &["below", "above"]) {
            return self.eat_side().map(Side);
        }
        if self.is_word(0, &["has", "have", "gets", "receives"])
            && self.is_word(1, &["a", "an"])
            && self.is_word(2, &LEXICON.new_units)
        {
            // `Paragraph 1 has a new last sentence`
            self.at += 1;
            return Some(Verb(VerbKind::Insert));
        }
        if self.is_quote(1) && self.eat_word(&["following"]) {
            // `following “a raft”`
            return Some(Side(BeforeOrAfter::After));
        }
        let (length, part) = self.phrase_at(self.at)?;
        self.at += length;
        Some(part)
    }

    /// Parses a preposition in front of old or new words.
    fn parse_marker(&mut self) -> Option<SentencePart> {
        if self.eat_word(&["with", "by", "to", "into", "but", "through", "against"]) {
            return Some(NewNext);
        }
        if self.is_phrase(0, "no longer") && (self.is_quote(2) || self.is_digit_at(2)) {
            // `is now -2 and no longer -1`
            self.at += 2;
            return Some(NotNext);
        }
        if self.is_digit_at(1) && self.eat_word(&["was"]) {
            // `was 36, is now 30`
            return Some(OldNext);
        }
        let words = |ahead| {
            self.is_quote(ahead)
                || self.quotes_figure(ahead)
                || self.is_word(ahead, &["word", "words"])
                || self.is_digit_at(ahead)
        };
        let old =
            self.is_word(0, &["for", "not"]) && (words(1) || self.is_word(1, &["the"]) && words(2));
        self.at += usize::from(old);
        old.then_some(OldNext)
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
            return Some(Everywhere);
        }
        let inside = usize::from(self.is_word(0, &["in"]));
        if self.is_word(inside, &["every", "each", "all"])
            && self.is_word(
                inside + 1,
                &["case", "cases", "instance", "place", "places", "occurrence"],
            )
        {
            self.at += inside + 2;
            return Some(Everywhere);
        }
        let every =
            self.is_word(0, &LEXICON.everywhere) && !self.is_word(0, &["all", "every", "each"]);
        every.then(|| {
            let mut words = QuotedWords::default();
            self.parse_times(&mut words);
            Everywhere
        })
    }

    /// Parses `the following two bullets`, `as follows` or `the three that follow`.
    fn parse_announcement(&mut self) -> Option<SentencePart> {
        const OPENERS: &[&str] = &["the", "those", "these", "what"];
        let alone = self.peek(1).is_none() && self.eat_word(&["as"]);
        if alone || self.eat_phrase("as follows") {
            return Some(Announced(None));
        }
        if self.eat_word(&["viz", "namely"]) {
            self.eat_mark(&['.']);
            return Some(Announced(None));
        }
        let following = self.attempt(|cursor| {
            cursor.eat_word(OPENERS);
            cursor.eat_word(&["following"]).then_some(())?;
            (!cursor.is_quote(0)).then_some(())?;
            Some(cursor.parse_new_unit())
        });
        if let Some(unit) = following {
            return Some(Announced(unit));
        }
        let from = self.at;
        let below = self.attempt_to_eat(|cursor| {
            cursor.eat_word(OPENERS);
            if matches!(cursor.peek(0), Some(Number(_, None))) {
                cursor.at += 1;
            }
            cursor.eat_unit();
            cursor.eat_word(&["that", "which"]);
            cursor.at > from && cursor.eat_word(&["follow", "follows"])
                || !cursor.is_word(1, &["the", "that", "this"]) && cursor.eat_word(&["below"])
        });
        below.then_some(Announced(None))
    }

    /// Parses `should be`, `is now`, `to read`: what follows is new. With a participle it is
    /// the verb.
    fn parse_result(&mut self, clause: &ClauseBuilder) -> Option<SentencePart> {
        if self.eat_mark(&['→', '⇒']) || self.eat_word(&["s/b"]) {
            return Some(Becomes);
        }
        let back = self.checkpoint();
        let mut demands = false;
        while self.is_word(0, &LEXICON.modals) {
            demands |= self.is_word(0, &LEXICON.demands) || self.is_word(0, &["has", "have", "to"]);
            self.at += 1;
        }
        if self.eat_word(&[
            "read", "reads", "say", "says", "become", "becomes", "run", "runs",
        ]) {
            self.eat_word(&["now", "correctly"]);
            return Some(Becomes);
        }
        let heading = clause.place.steps.iter().any(PrintedStep::is_heading);
        let quotes =
            clause.old.is_some() || heading || clause.place.unit() == Some(UnitNoun::Sentence);
        if self.at > back.token() && quotes && self.eat_word(&["called", "named"]) {
            // `in the second sentence it must be called "a" instead of "b"`
            return Some(Becomes);
        }
        if self.at > back.token() {
            let infinitive = self.at > back.token() + 1 && self.follows_word(1, &["to"]);
            if let Some(kind) = self
                .verb_at(0)
                .filter(|_| infinitive && self.phrase_at(self.at).is_none())
            {
                // `is to delete`
                self.at += 1;
                return Some(Verb(kind));
            }
            if let Some(kind) = self.participle_at(0) {
                self.at += 1;
                return Some(Verb(kind));
            }
            self.eat_word(&["a", "an", "the"]);
            // `Rename it to "a"` demands nothing
            let lone = self.at == back.token() + 1 && self.tokens[back.token()].is_word(&["to"]);
            let colon = usize::from(self.is_mark(0, &[':']));
            if demands && !lone && (self.is_quote(colon) || self.is_digit_at(0)) {
                self.at += colon;
                return Some(Becomes);
            }
            if demands && !lone && clause.has_subject() && colon == 1 && self.peek(1).is_none() {
                // `The title should be:`, and the text below
                return Some(Becomes);
            }
        }
        self.rewind(back);
        None
    }

    /// Parses the new label of a unit that is renamed: `is renumbered (c)`, `renumber it as 7`.
    fn parse_new_label(&mut self, clause: &ClauseBuilder) -> Option<SentencePart> {
        clause.renames_unit().then_some(())?;
        self.attempt(|cursor| {
            cursor.eat_word(&["as", "to", "into"]);
            let token = cursor.token(0)?;
            let label = match &token.kind {
                Item(label) => label.clone(),
                Number(number, None) => number.to_string(),
                _ => return None,
            };
            cursor.at += 1;
            Some(Quote {
                words: QuotedWords::of(label),
                closed: true,
                start: token.start,
                end: token.end,
            })
        })
    }

    /// Parses a new heading in capitals, without quotation marks, at the end of the sentence: `is renamed
    /// WIND AND TIDE.`
    fn parse_new_title(&mut self, clause: &ClauseBuilder) -> Option<SentencePart> {
        clause.awaits_title().then_some(())?;
        let start = self.offset();
        let title = self.attempt(|cursor| {
            cursor
                .eat_name(usize::MAX)
                .filter(|title| cursor.ends_at(0, &['.', ';']) && is_caps(title))
        })?;
        Some(Quote {
            words: QuotedWords::of(title),
            closed: true,
            start,
            end: self.previous_end(),
        })
    }

    fn parse_end_part(&mut self) -> Option<SentencePart> {
        let back = self.checkpoint();
        let mut insertion = Insertion::default();
        if let Some(end) = self.parse_insertion_as(&mut insertion) {
            return Some(UnitsAt(insertion, end));
        }
        // `as fourth bullet is added`
        let added = self.attempt(|cursor| {
            cursor.eat_word(&["as"]).then_some(())?;
            cursor.skip_noise();
            let Some(Nth(number)) = cursor.peek(0) else {
                return None;
            };
            insertion.set_unit(cursor.counted_unit_at(1)?);
            insertion.label = Some(number.to_string());
            cursor.at += 1;
            cursor.eat_unit();
            Some(())
        });
        if added.is_some() {
            self.record(back.token(), "what is added");
            return Some(Units(insertion));
        }
        self.eat_word(&["at", "to"]).then_some(())?;
        self.skip_noise();
        if self.eat_word(&["end", "bottom", "foot"]) {
            return Some(End(StartOrEnd::End));
        }
        if self.eat_word(&["start", "beginning", "top", "head"]) {
            return Some(End(StartOrEnd::Start));
        }
        self.rewind(back);
        None
    }

    /// Parses `a new bullet`, `two new factors`, `another one`; only for a clause that adds.
    fn parse_new_units(&mut self, clause: &ClauseBuilder) -> Option<SentencePart> {
        let back = self.checkpoint();
        let numbered = usize::from(matches!(self.peek(0), Some(Number(_, None))));
        let article = self.is_word(numbered, &["a", "an", "one"]);
        let ahead = numbered + usize::from(article);
        let said = self.is_word(ahead, &LEXICON.new_units);
        if clause.after_verb
            && clause.may_add()
            && let Some(insertion) = self.parse_new_unit()
        {
            return Some(Units(insertion));
        }
        if !(clause.may_add() && (article || said) || clause.may_begin_adding() && said) {
            return None;
        }
        let edge = ahead + usize::from(self.is_word(ahead, &["new"]));
        let side = match self.is_word(edge, &LEXICON.last) {
            true => Some(StartOrEnd::End),
            false => self
                .is_word(edge, &LEXICON.first)
                .then_some(StartOrEnd::Start),
        };
        if let (Some(unit), Some(side)) = (self.counted_unit_at(edge + 1), side) {
            // `a new last paragraph is added`
            let mut insertion = Insertion::default();
            insertion.set_unit(unit);
            self.at += edge + 1;
            self.eat_unit();
            self.record(back.token(), format!("new {}", unit.name().one));
            return Some(UnitsAt(insertion, side));
        }
        let insertion = self.parse_new_unit();
        if insertion.is_none() {
            self.at += numbered;
            self.skip_noise();
            let one = matches!(self.peek(0), Some(Number(1, None)));
            self.at += usize::from(one);
            if !one && !self.eat_word(&["ones", "another"]) {
                self.rewind(back);
                return None;
            }
        }
        Some(Units(insertion.unwrap_or_default()))
    }

    /// Consumes the kind of the new text in front of it: `with 2 bullets: …`.
    fn parse_kind_of_text(&mut self, clause: &ClauseBuilder) -> Option<SentencePart> {
        clause.expects_text().then_some(())?;
        self.attempt(|cursor| {
            let counted = matches!(cursor.peek(0), Some(Number(_, None)));
            cursor.at += usize::from(counted);
            cursor.skip_noise();
            cursor.eat_unit()?;
            (cursor.is_quote(0) || cursor.ends_at(0, &[':', '.'])).then_some(Filler)
        })
    }

    /// Parses values right behind a verb: `Reduce Reg Sp(S) from 7 to 6 AP`.
    fn parse_values_part(&mut self, clause: &ClauseBuilder) -> Option<SentencePart> {
        let sets = matches!(clause.verb, Some(VerbKind::Change | VerbKind::Value));
        (sets && clause.after_verb).then_some(())?;
        self.attempt(Self::parse_values).map(Values)
    }

    fn parse_place(&mut self, clause: &ClauseBuilder) -> Option<SentencePart> {
        if self.quotes_figure(usize::from(self.is_word(0, &["the"]))) {
            return None;
        }
        if clause.renames_section() && self.is_word(0, &LEXICON.rule_words) && self.is_quote(1) {
            // `Retitle this section "a"`
            self.at += 1;
            return Some(Filler);
        }
        let back = self.checkpoint();
        // `of the list "Costs"`
        let listed = self.is_word(1, &["the"]) && self.is_word(2, &["list", "table", "paragraph"]);
        let ahead = if listed { 3 } else { 1 };
        if let (true, Some(SheetTokenKind::Quote(label, true)), true) = (
            self.is_word(0, &["of"]) && clause.adds_at_end()
                || self.is_word(0, &["to"]) && clause.adds_units(),
            self.peek(ahead),
            self.ends_at(ahead + 1, &[':', ',']),
        ) {
            // `new line at the end of "Costs": …`
            self.at += ahead + 1;
            let label = label.trim_end_matches([':', '.', ' ']);
            let step = PrintedStep::quoted(UnitNoun::Paragraph, label);
            return Some(SentencePart::place(step, false));
        }
        if self.is_word(0, &["under"]) && self.is_quote(1) && !clause.adds_at_end() {
            // `under “Locks,” second paragraph, …`
            self.at += 1;
            let mut section = PrintedAddress::default();
            if self.parse_section_name(&mut section) {
                self.eat_mark(&[',']);
                if let Some(inner) = self.parse_address() {
                    section.narrow(inner);
                }
                return Some(SentencePart::place_of(section, false));
            }
        }
        let changes = matches!(
            clause.verb,
            Some(VerbKind::Rename | VerbKind::Change | VerbKind::Value | VerbKind::Swap)
        );
        if !changes
            && self.is_word(0, &["from", "between"])
            && let Some(address) = self.parse_address()
        {
            // `from "However" to the end`
            return Some(SentencePart::place_of(address, false));
        }
        let led = self.eat_word(&["in", "under", "on", "within", "from", "of", "at"])
            || clause.adds() && self.eat_word(&["to", "into"]);
        // `below that line`: of the place before
        let itself = clause.expects_point() && self.is_word(0, &["that", "this"]);
        let inside = itself || self.is_word(0, &["its", "their"]);
        if self.is_word(0, &LEXICON.rule_words) {
            let large = |token: &SheetToken| {
                let first = self.text[token.start..].chars().next();
                first.is_some_and(|c| c.is_uppercase() || c.is_ascii_digit())
            };
            let named = self.is_quote(1) || self.token(1).is_some_and(large);
            let mut section = PrintedAddress::default();
            if named && self.parse_section_name(&mut section) {
                return Some(SentencePart::place_of(section, false));
            }
        }
        if let Some(address) = self.parse_address() {
            return Some(Place {
                address: Box::new(address),
                inside,
                led,
            });
        }
        let mut named = PrintedAddress::default();
        let named_here = clause.expects_point()
            || clause.renames_section()
            || clause.moves()
            || led && clause.adds();
        if named_here && !self.is_quote(0) && self.parse_section_name(&mut named) {
            return Some(SentencePart::place_of(named, false));
        }
        if inside || self.is_word(0, &["the"]) {
            self.at += 1;
        }
        let unit = clause
            .subject_unit()
            .or(clause.before.unit())
            .or(clause.outer_unit);
        // `a new bullet after the one on spears`
        let one = unit.filter(|_| clause.expects_point());
        if let Some(step) = self.parse_one_of(one) {
            return Some(SentencePart::place(step, true));
        }
        let counted = one.filter(|unit| *unit != UnitNoun::Line);
        if let (Some(unit), true) = (
            counted,
            self.is_word(0, &LEXICON.last) && self.ends_at(1, &['.', ',', ':']),
        ) {
            // `before the last`
            self.at += 1;
            return Some(SentencePart::place(PrintedStep::last(unit), true));
        }
        let numbers = self.parse_nths();
        if let (Some(unit), false) = (unit, numbers.is_empty())
            && self.unit_at(0).is_none()
            && (self.ends_at(0, &['.', ',', ';', ':'])
                || self.is_word(0, &LEXICON.modals)
                || self.is_paren(0)
                || self.verb_at(0).is_some())
        {
            // `its second bullet in front of its first`, `strike the third and fifth`
            let step = PrintedStep::counted(unit, &numbers);
            return Some(SentencePart::place(step, true));
        }
        self.rewind(back);
        None
    }

    fn parse_verb(&mut self, clause: &ClauseBuilder) -> Option<SentencePart> {
        let ends = self.ends_at(1, &['.', ';']);
        if ends
            && clause.has_subject() | clause.follows_place()
            && self.eat_word(&LEXICON.departures)
        {
            return Some(Verb(VerbKind::Delete));
        }
        let pronoun = self.follows_word(1, &LEXICON.pronouns);
        if pronoun && self.verb_at(0) == Some(VerbKind::Move) {
            // `They move 2 hexes.` is a rule
            return None;
        }
        let kind = self.verb_at(0).or_else(|| {
            // `§3.4 removed`, `Renamed §4.8 to …`
            self.participle_at(0).filter(|_| {
                clause.has_subject()
                    || clause.follows_place()
                    || self.follows_word(1, &["section"])
                    || self.is_sentence_start(self.at)
            })
        })?;
        self.at += 1;
        Some(Verb(kind))
    }

    fn parse_quote(&mut self, clause: &ClauseBuilder) -> Option<SentencePart> {
        let from = self.at;
        // `after parenthesis`
        let sign = clause.expects_point().then(|| self.eat_sign()).flatten();
        let words = match (self.parse_quoted_words(), self.peek(0)) {
            _ if sign.is_some() => QuotedWords::of(sign.unwrap_or_default()),
            (Some(words), _) => words,
            (None, Some(SheetTokenKind::Quote(text, _))) => {
                self.at += 1;
                QuotedWords::of(text)
            }
            (None, _) => return None,
        };
        let mut tokens = self.tokens[from..self.at].iter();
        // `the full stop at the end` is words without quotation marks
        let token = tokens.find(|token| token.is_quote());
        let (start, end) = match token {
            Some(token) => (token.start, token.end),
            None => (self.tokens[from].start, self.previous_end()),
        };
        Some(Quote {
            words,
            closed: token.is_none_or(|token| matches!(token.kind, SheetTokenKind::Quote(_, true))),
            start,
            end,
        })
    }

    fn is_digit_at(&self, ahead: usize) -> bool {
        self.tokens.get(self.at + ahead).is_some_and(|token| {
            !matches!(token.kind, Mark(_) | Nth(_))
                && self.text[token.start..].starts_with(|c: char| {
                    c.is_ascii_digit() || matches!(c, '+' | '-' | '−' | '½' | '¼' | '¾')
                })
        })
    }

    /// Parses a figure and its noun, unless it is in a list separated by commas.
    fn parse_figure_part(&mut self) -> Option<SentencePart> {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let after_word =
            before.is_none_or(|token| matches!(token.kind, Word(_) | Mark(':' | '.' | '→' | '⇒')));
        if !self.is_digit_at(0) || !after_word {
            return None;
        }
        let start = self.offset();
        match self.peek(0) {
            // `200p`, `2d6`
            Some(Number(_, Some(_)) | Word(_)) => self.at += 1,
            // `14.3(c)` and `5.2.4` are rules
            Some(Dotted(number)) if self.is_item(1) || number.matches('.').count() > 1 => {
                return None;
            }
            _ => {
                self.parse_figure()?;
            }
        }
        let noun = self.word(0).is_some_and(|word| {
            !LEXICON.fillers.contains(&word)
                && !LEXICON.modals.contains(&word)
                && !LEXICON.no_nouns.contains(&word)
        }) && self.unit_at(0).is_none()
            && self.verb_at(0).is_none();
        self.at += usize::from(noun);
        Some(Figure(self.text_from(start).to_owned()))
    }
}
