//! `LineReader`: reads the words of a line in turn to a `ParsedLine`: the place in front, clauses,
//! remarks, and words that were not understood.

use super::{
    address::{PrintedAddress, PrintedStep},
    cursor::{Checkpoint, TokenCursor},
    grammar::{BRACKETED_CHANGES, LEXICON, PrintedVerb, UNIT_WORDS},
    joined_line::JoinedLine,
    known_rulesets::KnownRulesets,
    parsed_line::ParsedLine,
    token::{
        SheetToken,
        SheetTokenKind::{Bracket, Dotted, Item, Mark, Nth, Number, Paren, Signed, Word},
        tokenize,
    },
    verb_clause::{
        ClauseAction::{self, Delete, MoveAway},
        PayloadPlace, SentenceContext, ValueChange, VerbClause,
    },
};
use crate::syntax::UnitNoun;

/// Parses a line. Every line gives a result.
pub(super) fn parse_line(line: &JoinedLine, known: &KnownRulesets) -> ParsedLine {
    let mut tokens = tokenize(line.text());
    tokens.retain(|token| token.start >= line.mark);
    let mut reader = LineReader {
        cursor: TokenCursor::new(&known.words, line.text(), &tokens),
        parsed: ParsedLine::default(),
        known,
    };
    reader.read_opening();
    reader.read_sentences();
    reader.finish()
}

/// Parses a line of values where rows are expected: `Camelry(S) from 11 to 10 AP`.
pub(super) fn parse_value_rows(
    line: &JoinedLine,
    known: &KnownRulesets,
) -> Option<Vec<ValueChange>> {
    let tokens = tokenize(line.text());
    TokenCursor::new(&known.words, line.text(), &tokens).parse_value_rows()
}

/// Reads the words of a line in turn.
pub(super) struct LineReader<'a> {
    pub(super) cursor: TokenCursor<'a>,
    pub(super) parsed: ParsedLine,
    pub(super) known: &'a KnownRulesets,
}

impl LineReader<'_> {
    /// Reads what is in front of the first sentence: numbers, `Erratum:`, the words of an answer.
    fn read_opening(&mut self) {
        const OPENERS: &[&str] = &[
            "errata",
            "erratum",
            "correction",
            "corrigendum",
            "typo",
            "misprint",
        ];
        let cursor = &mut self.cursor;
        if let Some(Dotted(number)) = cursor.peek(0) {
            let is_number = number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            let words = cursor
                .token(1)
                .map_or(cursor.text.len(), |token| token.start);
            self.parsed.number = is_number.then(|| (number.clone(), words));
        }
        if cursor.is_number(0) && cursor.is_mark(1, &[')']) {
            // `4) p. 19: …`
            cursor.at = 2;
        }
        if let (Some(Number(number, None)), true) = (cursor.peek(0), cursor.verb_at(1).is_some()) {
            // `5 Rename this section …`
            let section = format!("section {number}");
            if self.known.find_place(None, &section).is_some() {
                self.parsed.lead.heading = Some(section);
                cursor.at = 1;
            }
        }
        self.skip_answer();
        let cursor = &mut self.cursor;
        let opens = cursor.is_word(0, OPENERS) && cursor.is_mark(1, &[':', '–', '.', ',']);
        if opens && cursor.peek(2).is_some() {
            // `Erratum: page 14, …`
            cursor.at += 2;
        }
    }

    /// Skips the words of an answer in front of its instruction: `A: No, the book is wrong. On page 4, …`.
    fn skip_answer(&mut self) {
        let text = self.cursor.text;
        let lower = text.trim_start().to_lowercase();
        if !["a:", "a. ", "answer:"]
            .iter()
            .any(|mark| lower.starts_with(mark))
        {
            return;
        }
        let mark = text.find([':', '.']).unwrap_or_default();
        let cursor = &mut self.cursor;
        cursor.at = cursor.tokens.partition_point(|token| token.start <= mark);
        loop {
            let (back, start) = (cursor.checkpoint(), cursor.offset());
            let unit = cursor.look_ahead(|cursor| {
                let place = cursor.parse_address();
                place.is_some_and(|place| place.steps.iter().any(|step| !step.is_bare()))
            });
            cursor.skip_sentence();
            let sentence = back.token()..cursor.at;
            let tokens = &cursor.tokens[sentence.clone()];
            let plain = |token: &SheetToken| {
                matches!(token.kind, Word(_) | Mark(_) | Number(..)) && !token.is_word(&["page"])
            };
            let ends = tokens
                .last()
                .is_some_and(|last| matches!(last.kind, Mark('.' | '!')));
            let names = self
                .known
                .find_place(None, &text[start..cursor.previous_end()]);
            let skips = ends
                && !unit
                && tokens.iter().all(plain)
                && names.is_none()
                && !cursor.has_instruction_words(sentence)
                && !cursor.at_end();
            if !skips {
                cursor.rewind(back);
                return;
            }
            cursor.record(back.token(), "an answer");
        }
    }

    /// Reads sentence by sentence, and the places in front of instructions.
    fn read_sentences(&mut self) {
        let mut follows = false;
        while !self.cursor.at_end() {
            if self.cursor.eat_mark(&['.', ',', ':', ';', '–', '!', '…']) {
                continue;
            }
            // circulars write it before a change: `Schedule 2 shall have effect as if for …`
            if !self.parsed.lead.is_empty() && self.cursor.eat_phrase("shall have effect as if") {
                continue;
            }
            let (from, at) = (self.cursor.offset(), self.cursor.at);
            if at == 0 && self.cursor.is_paren(0) && self.read_place() {
                continue;
            }
            if self.read_brackets() {
                continue;
            }
            let remarks = !self.parsed.clauses.is_empty() || at == 0;
            if follows || self.cursor.is_word(0, &LEXICON.remark_openers) && remarks {
                self.read_note(follows);
                continue;
            }
            let back = self.cursor.checkpoint();
            if let Some(below) = self.read_clause() {
                follows = below;
                continue;
            }
            self.cursor.rewind(back);
            if self.read_next_label() {
                continue;
            }
            if self.skip_announced_entries() {
                self.parsed.verb = false;
                self.parsed.announces_entries = true;
                let end = self.cursor.previous_end();
                self.parsed.remarks.push((from, end));
                continue;
            }
            if self.adds_units() && self.read_sentence(back) {
                // `Para 2: new bullet`
                continue;
            }
            let had_steps = !self.parsed.lead.steps.is_empty();
            if self.read_place() {
                if !had_steps && !self.parsed.lead.steps.is_empty() {
                    self.parsed.lead_start = from;
                }
                continue;
            }
            self.cursor.rewind(back);
            if !self.read_sentence(back) {
                self.skip_unread_sentence();
            }
        }
    }

    /// Whether a place or a name precedes the cursor.
    fn is_placed(&self) -> bool {
        !self.parsed.lead.is_empty() || !self.parsed.names.is_empty()
    }

    /// Reads the clause at the cursor if one may begin here; returns whether its payload is in the lines
    /// below.
    fn read_clause(&mut self) -> Option<bool> {
        let back = self.cursor.checkpoint();
        let verb = self.cursor.verb_at(0).is_some();
        let begins = self.cursor.is_sentence_start(self.cursor.at)
            || !self.parsed.clauses.is_empty()
            || self.is_placed()
            // `In the table, change …`
            || self.parsed.unread.is_empty() && verb;
        begins.then_some(())?;
        self.parsed.verb |= verb;
        let first = self.parsed.clauses.len();
        if let Some(clause) = self.cursor.parse_announced_change() {
            self.parsed.clauses.push((clause, self.parsed.lead.clone()));
            self.read_new_section();
        } else if !verb || !self.read_sentence(back) {
            return None;
        }
        let mut read = self.parsed.clauses[first..].iter();
        Some(read.any(|(clause, _)| clause.payload == PayloadPlace::Follows))
    }

    /// Reads the sentence at `start`, or the line from its beginning if the place in front of it is
    /// needed too. On failure the cursor stays where it is.
    fn read_sentence(&mut self, start: Checkpoint) -> bool {
        let (parsed, cursor) = (&mut self.parsed, &mut self.cursor);
        let (here, found_before) = (cursor.checkpoint(), cursor.found.clone());
        cursor.rewind(start);
        let before = parsed.clauses.last().map(|(clause, _)| clause);
        let before = before.filter(|before| {
            let between = cursor.text.get(before.end..cursor.offset());
            !between.is_some_and(|between| between.contains(['.', ';']))
        });
        let context = SentenceContext {
            before,
            labelled: !parsed.names.is_empty() && parsed.lead.steps.is_empty(),
            placed: !parsed.lead.is_empty(),
            unit: parsed.lead.unit(),
        };
        let mut clauses = cursor.parse_sentence(context);
        let whole =
            parsed.clauses.is_empty() && parsed.names.is_empty() && parsed.unread.is_empty();
        if clauses.is_empty() && whole && !parsed.lead.steps.is_empty() {
            let found = std::mem::take(&mut cursor.found);
            cursor.at = usize::from(parsed.number.is_some());
            clauses = cursor.parse_sentence(SentenceContext::default());
            if clauses.is_empty() {
                cursor.found = found;
            } else {
                parsed.lead = PrintedAddress {
                    page: parsed.lead.page.take(),
                    heading: parsed.lead.heading.take(),
                    ..PrintedAddress::default()
                };
            }
        }
        if clauses.is_empty() {
            cursor.at = here.token();
            cursor.found = found_before;
            return false;
        }
        let lead = parsed.lead.clone();
        let clauses = clauses.into_iter().map(|clause| (clause, lead.clone()));
        parsed.clauses.extend(clauses);
        self.read_new_section();
        true
    }

    /// Reads where deleted text goes: `; it is moved to page 25, after LOSSES`, or the same in brackets.
    fn read_new_section(&mut self) {
        let Some((clause, _)) = self.parsed.clauses.last_mut() else {
            return;
        };
        if !matches!(clause.action, Delete) {
            return;
        }
        let cursor = &mut self.cursor;
        let section = match cursor.peek(0) {
            Some(Paren(words)) => {
                let tokens = tokenize(words);
                let mut inner = TokenCursor::new(cursor.words, words, &tokens);
                let section = inner.parse_new_section();
                cursor.at += usize::from(section.is_some());
                section
            }
            _ => cursor.attempt(TokenCursor::parse_new_section),
        };
        if let Some(section) = section {
            clause.action = MoveAway(section);
            clause.end = cursor.previous_end();
        }
    }

    /// Reads words in brackets that are no page: a place, the kind of a change, or a remark.
    fn read_brackets(&mut self) -> bool {
        let Some(Paren(words)) = self.cursor.peek(0) else {
            return false;
        };
        let named = words.starts_with(char::is_uppercase) && self.cursor.is_mark(1, &[':']);
        let (clauses, names) = (
            !self.parsed.clauses.is_empty(),
            !self.parsed.names.is_empty(),
        );
        if self.parsed.paged && !names && !clauses && named {
            // `P. 23 (Wages table): …`
            return false;
        }
        let quotes = words.contains(['"', '“']);
        let mut inner = words.split(|c: char| !c.is_alphabetic());
        self.parsed.verb |=
            quotes && inner.any(|word| PrintedVerb::find(&word.to_lowercase()).is_some());
        if self.names_change(words) {
            return self.skip_kind_of_change();
        }
        let place = self.cursor.address_of(words);
        let from = self.cursor.offset();
        self.cursor.at += 1;
        let is_placed = self.is_placed();
        match (place, self.parsed.clauses.last_mut()) {
            // `4.2 (bullet 2) Omit.`
            (Some(place), None) if is_placed => {
                let lead = &mut self.parsed.lead;
                if !place.steps.iter().all(|step| lead.steps.contains(step)) {
                    lead.narrow(place);
                }
            }
            // `"a raft" should be "a punt" (second paragraph)`
            (Some(place), Some((clause, lead)))
                if clause.place.steps.is_empty() && lead.steps.is_empty() =>
            {
                clause.place.narrow(place);
                self.cursor.record(self.cursor.at - 1, "the place");
            }
            _ => {
                let end = self.cursor.previous_end();
                self.parsed.remarks.push((from, end));
            }
        }
        true
    }

    /// Whether words in brackets after a rule number name a change.
    fn names_change(&self, words: &str) -> bool {
        let cursor = &self.cursor;
        let first = words
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_lowercase();
        let before = cursor.at.checked_sub(1).map(|at| &cursor.tokens[at].kind);
        let numbered = matches!(before, Some(Bracket(_) | Dotted(_)));
        let named = numbered || matches!(before, Some(Number(..) | Word(_) | Item(_)));
        let begins = ["at", "after", "before", "in", "the"];
        named
            && BRACKETED_CHANGES.iter().any(|(name, _)| *name == first)
            && (numbered
                || cursor.ends_at(1, &[':', '–', '.'])
                || cursor.verb_at(1).is_some()
                || cursor.is_word(1, &begins))
    }

    /// Skips the kind of a change in brackets if the words after it give the change itself: `7.1
    /// (correction): in the first sentence, …`.
    fn skip_kind_of_change(&mut self) -> bool {
        let mut cursor = TokenCursor::new(self.cursor.words, self.cursor.text, self.cursor.tokens);
        cursor.at = self.cursor.at + 1;
        cursor.eat_mark(&[':', '.', '–']);
        let mut rest = LineReader {
            cursor,
            parsed: ParsedLine {
                lead: self.parsed.lead.clone(),
                names: self.parsed.names.clone(),
                ..ParsedLine::default()
            },
            known: self.known,
        };
        rest.read_sentences();
        let given = |(clause, lead): &(VerbClause, PrintedAddress)| {
            let placed = *lead != self.parsed.lead && matches!(clause.action, Delete);
            !matches!(clause.action, ClauseAction::Clarify)
                && (clause.is_strong() || placed || clause.payload != PayloadPlace::None)
        };
        let clauses = &rest.parsed.clauses;
        // `[10.0] (clarification and correction)`
        let several = matches!(self.cursor.peek(0), Some(Paren(words)) if words.contains(" and "));
        let alone = several && self.cursor.peek(1).is_none();
        let instructs = alone
            || rest.parsed.unread.is_empty() && !clauses.is_empty() && clauses.iter().all(given);
        if instructs {
            self.cursor.at += 1;
            self.cursor.record(self.cursor.at - 1, "the kind of change");
        }
        instructs
    }

    /// Reads words after an instruction whose payload follows below, or a note, as a remark. A note may
    /// itself change something: `Note that the 2 in bullet 3 is now 3.`
    fn read_note(&mut self, follows: bool) {
        let (back, from) = (self.cursor.checkpoint(), self.cursor.offset());
        if !follows && self.read_sentence(back) {
            return;
        }
        let cursor = &mut self.cursor;
        cursor.skip_sentence();
        // `Note: Reason: …` is one remark, unless it instructs
        while cursor.is_after_colon() && !cursor.at_end() {
            let (sentence, start) = (cursor.checkpoint(), cursor.at);
            cursor.skip_sentence();
            if cursor.has_instruction_words(start..cursor.at) {
                cursor.rewind(sentence);
                break;
            }
        }
        let end = cursor.previous_end();
        self.parsed.remarks.push((from, end));
    }

    /// Skips a sentence that was not understood.
    fn skip_unread_sentence(&mut self) {
        let (sentence, from) = (self.cursor.at, self.cursor.offset());
        self.cursor.skip_sentence();
        let (cursor, parsed) = (&self.cursor, &mut self.parsed);
        let end = cursor.previous_end();
        let instructs = cursor.has_instruction_words(sentence..cursor.at)
            || parsed.lead.heading.is_some() && cursor.has_participle(sentence..cursor.at);
        parsed.verb |= instructs;
        if instructs {
            parsed.failed.push((from, end));
        }
        parsed.failed_instruction |= sentence == 0 && cursor.instructs_about_unit(cursor.at);
        match parsed.unread.last_mut() {
            Some(last) if cursor.text[last.1..from].trim().is_empty() => last.1 = end,
            _ => parsed.unread.push((from, end)),
        }
    }

    /// Whether the words at the cursor name units that are added, without a verb: `An extra bullet: …`.
    fn adds_units(&self) -> bool {
        let cursor = &self.cursor;
        let article = usize::from(cursor.is_word(0, &["a", "an"]));
        let extra = ["another", "further", "extra", "additional"];
        let edge = cursor.is_word(article + 1, &LEXICON.last)
            || cursor.is_word(article + 1, &LEXICON.first);
        let listed = cursor.unit_at(article + 1).is_some() && cursor.is_mark(article + 2, &[':']);
        cursor.is_word(article, &["new"])
            && (self.is_placed() || listed || edge)
            && (article == 0 || cursor.unit_at(article + 1 + usize::from(edge)).is_some())
            || cursor.is_word(article, &extra) && cursor.unit_at(article + 1).is_some()
    }

    /// Skips `New or amended entries.` or `Set the following entries:`, which only announces the entries
    /// below.
    fn skip_announced_entries(&mut self) -> bool {
        const KINDS: &[&str] = &[
            "following",
            "new",
            "or",
            "and",
            "amended",
            "changed",
            "revised",
            "added",
        ];
        self.cursor.attempt_to_eat(|cursor| {
            cursor.eat_word(&["set"]);
            cursor.eat_word(&["the"]);
            let from = cursor.at;
            cursor.skip_words(KINDS);
            let entries = cursor.at > from && cursor.eat_word(&["entries", "definitions", "terms"]);
            cursor.eat_mark(&['.', ':']);
            entries && cursor.at_end()
        })
    }

    /// Reads a label behind an instruction that is the place of the next one: `Camelry` in `Bowmen, change
    /// …; Camelry, change …`.
    fn read_next_label(&mut self) -> bool {
        const LONGEST: usize = 4;
        let labelled = matches!(self.parsed.names.len(), 1 | 2) && !self.parsed.clauses.is_empty();
        let cursor = &mut self.cursor;
        let (from, start) = (cursor.at, cursor.offset());
        let listed = from > 0 && matches!(cursor.tokens[from - 1].kind, Mark(';'));
        if !labelled || !(listed || cursor.is_sentence_start(from)) || cursor.unit_at(0).is_some() {
            return false;
        }
        let label = cursor.attempt(|cursor| {
            cursor.eat_name(LONGEST)?;
            let end = cursor.previous_end();
            let comma = listed && cursor.verb_at(1).is_some() && cursor.eat_mark(&[',']);
            (comma || cursor.eat_mark(&['.', ':', '–'])).then_some(())?;
            let leads = cursor.look_ahead(|cursor| {
                let changes = cursor.is_word(1, &["becomes"])
                    || cursor.is_word(1, &LEXICON.modals)
                    || cursor.is_mark(1, &['→']);
                let place = cursor.parse_address();
                changes && cursor.tokens[cursor.at].is_quote()
                    || place.is_some_and(|place| !place.steps.is_empty())
            });
            let quoted = cursor.is_quote(0)
                && (cursor.is_word(1, &["becomes"])
                    || cursor.is_word(1, &LEXICON.modals)
                    || cursor.is_mark(1, &['→']));
            (leads || quoted || cursor.verb_at(0).is_some()).then_some(end)
        });
        let Some(end) = label else {
            return false;
        };
        let label = &cursor.text[start..end];
        cursor.record(from, format!("label {label}"));
        let lead = &mut self.parsed.lead;
        *lead = PrintedAddress {
            page: lead.page.take(),
            heading: lead.heading.take(),
            ..PrintedAddress::of(PrintedStep::labelled(label, true))
        };
        true
    }

    /// Completes the line when all its words were read.
    fn finish(mut self) -> ParsedLine {
        let (cursor, parsed) = (&mut self.cursor, &mut self.parsed);
        let text = cursor.text;
        parsed.join_listed_labels(text);
        parsed.share_last_place(text);
        parsed.overlooked = find_overlooked(cursor, parsed);
        parsed.resumes = text.starts_with("and ") && cursor.has_participle(0..cursor.tokens.len());
        if parsed.clauses.is_empty() {
            let lead = &parsed.lead;
            let page = lead.page.is_some();
            let placed = page || !lead.steps.is_empty() || lead.heading.is_some();
            cursor.at = 0;
            let numbered = parsed.number.is_some() || cursor.parse_numbered_section().is_some();
            // `Figure 3: the arrow should point left`
            parsed.verb |= (placed || numbered) && cursor.demands_change()
                || placed && cursor.names_words_by_context()
                || page && cursor.commands_after_mark()
                || cursor.states_old_value();
        }
        let failed = parsed.clauses.is_empty() && cursor.tried.len() > cursor.found.len();
        parsed.found = if failed {
            std::mem::take(&mut cursor.tried)
        } else {
            std::mem::take(&mut cursor.found)
        };
        self.parsed
    }
}

/// Finds the words that count, name or limit units, and that nothing interpreted.
fn find_overlooked(cursor: &TokenCursor<'_>, parsed: &ParsedLine) -> Vec<(usize, usize)> {
    const LIMITS: &[&str] = &[
        "except",
        "only",
        "page",
        "heading",
        "title",
        "end",
        "beginning",
        "half",
    ];
    const CONDITIONS: &[&str] = &[
        "if",
        "only",
        "except",
        "unless",
        "not",
        "optional",
        "optionally",
        "when",
    ];
    // `the following bullet`, `a new paragraph` announce the new text
    const ANNOUNCES: &[&str] = &[
        "following",
        "new",
        "this",
        "that",
        "whole",
        "entire",
        "same",
    ];
    let named = parsed.names.iter().map(|&(_, start, end)| (start, end));
    let found = cursor.found.iter().map(|&(start, end, _)| (start, end));
    let mut read: Vec<(usize, usize)> = found.chain(named).collect();
    read.sort_unstable();
    let mut next = read.iter().peekable();
    let mut until = 0;
    let is_unit = |word: &str| {
        let mut rows = UNIT_WORDS
            .iter()
            .filter(|row| row.unit != UnitNoun::Section);
        rows.any(|row| row.words.contains(&word))
    };
    let counts = |token: &SheetToken| match &token.kind {
        Nth(_) | Signed(_) | Item(_) | Number(..) => true,
        Paren(words) => words
            .split_whitespace()
            .any(|word| CONDITIONS.contains(&word.to_lowercase().as_str())),
        Word(word) => {
            LIMITS.contains(&word.as_str())
                || LEXICON.last.contains(&word.as_str())
                || is_unit(word)
        }
        _ => false,
    };
    let mut out = Vec::new();
    for (at, token) in cursor.tokens.iter().enumerate() {
        while let Some((_, end)) = next.next_if(|(start, _)| *start <= token.start) {
            until = until.max(*end);
        }
        let announced = cursor.tokens[at.saturating_sub(4)..at]
            .iter()
            .any(|before| before.is_word(ANNOUNCES));
        if token.start >= until && counts(token) && !announced {
            out.push((token.start, token.end));
        }
    }
    out
}

impl TokenCursor<'_> {
    /// Parses the section to which a deleted text goes: `; it is moved to page 25, after LOSSES`.
    fn parse_new_section(&mut self) -> Option<String> {
        self.eat_mark(&[',', ';', '.']);
        self.eat_word(&["and", "as"]);
        self.eat_word(&["it", "they", "this", "which"]);
        self.eat_modals();
        self.eat_word(&["moved", "moves", "transferred", "goes", "shifted"])
            .then_some(())?;
        self.eat_word(&["to", "into", "under"]);
        let mut place = PrintedAddress::default();
        let page = self.parse_page().is_some();
        self.eat_mark(&[',']);
        self.eat_word(&["after", "before", "under", "in", "of"]);
        let named = self.parse_section_name(&mut place);
        (named && (page || self.ends_at(0, &['.', ';'])))
            .then_some(place.heading)
            .flatten()
    }
}
