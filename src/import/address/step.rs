//! Parses one step of an address: `4th and 5th sentences`, `last +1`, `the bullet on spears`.

use super::printed_address::PrintedStep;
use crate::{
    import::{
        cursor::TokenCursor,
        grammar::{
            FIRST, FROM_END, LAST, MODALS, NOISE, NumberMeaning, QUOTE_CLOSERS, QUOTE_HOLDERS,
            QUOTE_OPENERS, RELATIVE_OPENERS,
        },
        token::SheetTokenKind::{self, Dotted, Item, Nth, Number, Quote, Signed, Word},
    },
    syntax::{
        AddressStepKind,
        UnitNoun::{self, Bullet, Entry, Line, Paragraph, Row, Section},
    },
};

impl TokenCursor<'_> {
    pub(crate) fn parse_step(&mut self) -> Option<PrintedStep> {
        self.attempt(|cursor| {
            if cursor.is_word(0, &["that", "those"]) && cursor.is_word(1, &["for"]) {
                // `the factors for Bowmen and those for Camelry`
                let label = cursor.attempt(|cursor| {
                    cursor.at += 1;
                    cursor.parse_topic(Line)
                });
                if let Some(label) = label {
                    return Some(PrintedStep::quoted(Line, &label));
                }
            }
            cursor.skip_noise();
            cursor.parse_step_words()
        })
    }

    fn parse_step_words(&mut self) -> Option<PrintedStep> {
        if self.eat_word(&["heading", "title", "header"]) {
            return Some(AddressStepKind::Heading.into());
        }
        if let Some(step) = self.parse_starred_unit() {
            return Some(step);
        }
        if self.is_word(0, &["bulleted", "bullet-pointed", "itemised"])
            && self.is_word(1, &["list"])
        {
            self.at += 2;
            return Some(PrintedStep::bare(Bullet));
        }
        if self.eat_word(&["text", "wording"]) {
            return Some(AddressStepKind::Text.into());
        }
        if self.is_word(0, &["both"])
            && (1..3).any(|ahead| matches!(self.peek(ahead), Some(Nth(_))))
        {
            // `both the first and the third sentence`
            self.at += 1;
            self.skip_noise();
            return self.parse_ordinals();
        }
        if self.is_word(0, &["every", "each"])
            && self.is_word(1, &["case", "instance", "place", "occurrence"])
        {
            // `in each case for "a" read "b"`
            return None;
        }
        if self.eat_word(&["all", "both", "every", "each"]) {
            return self.parse_all_units();
        }
        if let Some(number) = self.parse_number_from_end() {
            let (unit, _) = self.eat_unit()?;
            return Some(PrintedStep::from_end(unit, number));
        }
        if self.is_word(0, LAST) {
            return self.parse_last_units();
        }
        if self.is_word(0, FIRST) && self.unit_at(1).is_some() {
            self.at += 1;
            let (unit, _) = self.eat_unit()?;
            return Some(PrintedStep::nth(unit, 1));
        }
        self.parse_labelled_step()
    }

    /// Parses a step that an ordinal, a label or a name begins.
    fn parse_labelled_step(&mut self) -> Option<PrintedStep> {
        if let Some(Nth(_)) = self.peek(0) {
            return self.parse_ordinals();
        }
        if let Some(step) = self.parse_definite_units() {
            return Some(step);
        }
        if self.eat_word(&["numbered", "lettered"]) {
            let (unit, _) = self.eat_unit()?;
            let label = self.parse_label()?;
            return Some(PrintedStep::quoted(unit, &label));
        }
        if let (Some(Signed(label)), Some((unit, _))) = (self.peek(0), self.unit_at(1)) {
            self.at += 2;
            let unit = if unit == Row { unit } else { Line };
            return Some(PrintedStep::quoted(unit, label));
        }
        if let (Some(Quote(label, _)), Some((unit, _))) = (self.peek(0), self.unit_at(1)) {
            self.at += 2;
            if unit == Section {
                return None;
            }
            return Some(PrintedStep::quoted(unit, label));
        }
        if let Some(Item(_)) = self.peek(0) {
            return self.parse_item_label();
        }
        if self.is_word(0, &["list", "table", "chart"])
            && self.is_word(1, &["of"])
            && self.unit_at(2).is_some()
        {
            // `list of modifiers` is a name
            return None;
        }
        if let (true, Some(Item(grade))) = (self.is_word(0, &["exception"]), self.peek(1))
            && grade.starts_with(char::is_uppercase)
        {
            // `Exception (X)` is a grade
            return None;
        }
        let many = self.word(0).is_some_and(|word| word.ends_with('s'));
        // `Boats: delete this bullet`
        let this = self.follows_word(1, &["this"]);
        let (unit, naming) = self.eat_unit()?;
        let step = self.parse_unit_number(unit, naming)?;
        let owned = this && matches!(unit, Bullet | Line | Row);
        let itself = !many && step.is_bare() && (owned || matches!(unit, UnitNoun::Item | Entry));
        Some(if itself {
            // `this case`, `the definition`: the place itself
            PrintedStep {
                kind: AddressStepKind::Text,
                ..step
            }
        } else {
            step
        })
    }

    /// Parses `(b)` as an item, in front of a verb or a mark.
    fn parse_item_label(&mut self) -> Option<PrintedStep> {
        let Some(Item(label)) = self.peek(0) else {
            return None;
        };
        let ends = self.ends_at(1, &['.', ',', ':', '–'])
            || self.is_word(1, &["and"]) && self.is_item(2)
            || self.verb_at(1).is_some()
            || self.is_word(1, MODALS);
        if ends
            && label
                .chars()
                .all(|c| c.is_ascii_digit() || c.is_ascii_lowercase())
        {
            self.at += 1;
            return Some(PrintedStep::quoted(UnitNoun::Item, label));
        }
        None
    }

    /// Parses the words that a unit begins with, ends with or contains: `beginning “A raft”`.
    fn parse_quoted_part(&mut self) -> Option<String> {
        let relative = usize::from(self.is_word(0, &["that", "which"]));
        let reads = relative > 0 && self.is_word(relative, RELATIVE_OPENERS);
        let quotes = (1..3).any(|ahead| self.is_quote(relative + ahead));
        let opens = [QUOTE_OPENERS, QUOTE_CLOSERS, QUOTE_HOLDERS]
            .iter()
            .any(|words| self.is_word(relative, words));
        if quotes && (reads || opens) {
            self.at += relative;
        }
        if let (true, Some(Quote(words, true))) = (self.is_word(0, QUOTE_HOLDERS), self.peek(1)) {
            // any words of the unit, as its topic
            self.at += 2;
            return Some(words.clone());
        }
        if reads || self.is_word(0, QUOTE_OPENERS) {
            let with = usize::from(self.is_word(1, &["with"]));
            if let Some(Quote(words, _)) = self.peek(1 + with) {
                self.at += 2 + with;
                let words = words.trim_end_matches(['.', '…', ' ']);
                return Some(format!("{words} …"));
            }
        }
        if self.is_word(0, QUOTE_CLOSERS)
            && let with = usize::from(self.is_word(1, &["with", "in"]))
            && let Some(Quote(words, true)) = self.peek(1 + with)
        {
            self.at += 2 + with;
            let words = words.trim_start_matches(['.', '…', ' ']);
            return Some(format!("… {words}"));
        }
        None
    }

    /// Parses what follows the word for a unit: numbers, labels, or nothing.
    pub(crate) fn parse_unit_number(
        &mut self,
        unit: UnitNoun,
        naming: NumberMeaning,
    ) -> Option<PrintedStep> {
        if self.eat_word(&["no", "number"]) {
            self.eat_mark(&['.']);
        }
        if let Some(label) = self.parse_label_after_unit() {
            return Some(PrintedStep::quoted(unit, &label));
        }
        if self.is_word(0, &["numbered", "lettered"]) && !matches!(self.peek(1), Some(Word(_))) {
            self.at += 1;
            let label = self.parse_label()?;
            return Some(PrintedStep::quoted(unit, &label));
        }
        if let Some(label) = self.parse_quoted_part() {
            return Some(PrintedStep::quoted(unit, &label));
        }
        if let Some(Quote(label, _)) = self.peek(0) {
            if unit == Section {
                return None;
            }
            self.at += 1;
            return Some(PrintedStep::quoted(unit, label));
        }
        if let Some(Item(label)) = self.peek(0) {
            let unit = if unit == Paragraph {
                unit
            } else {
                UnitNoun::Item
            };
            self.at += 1;
            return Some(PrintedStep::quoted(unit, label));
        }
        match naming {
            NumberMeaning::Counted => {
                let ranges = self.parse_ranges(|tok| match tok {
                    Number(number, None) if *number > 0 => Some(*number),
                    _ => None,
                });
                if !ranges.is_empty() {
                    self.eat_word(&["inclusive"]);
                    if let ([(number, to)], true) = (ranges.as_slice(), self.eat_from_end())
                        && number == to
                    {
                        return Some(PrintedStep::from_end(unit, *number));
                    }
                    return Some(PrintedStep::counted(unit, &ranges));
                }
            }
            NumberMeaning::Labelled | NumberMeaning::LinePosition => {
                let labels = self.parse_labels();
                if !labels.is_empty() && unit != Section {
                    return Some(PrintedStep::labels(unit, &labels, &[]));
                }
                if !labels.is_empty() {
                    return None;
                }
            }
        }
        if let Some(label) = self.parse_capital_label(unit) {
            return Some(PrintedStep::quoted(unit, &label));
        }
        if let Some(topic) = self.parse_topic(unit) {
            return Some(PrintedStep::quoted(unit, &topic));
        }
        if let Some(step) = self.parse_edge_unit(unit) {
            return Some(step);
        }
        Some(PrintedStep::bare(unit))
    }

    /// Parses a label: `4`, `16a`, `b`, `IV`.
    pub(crate) fn parse_label(&mut self) -> Option<String> {
        let label = match self.peek(0)? {
            Dotted(words) | Item(words) | Signed(words) | Quote(words, _) => words.clone(),
            Word(word) if word.len() == 1 && !NOISE.contains(&word.as_str()) => word.clone(),
            _ => self.token(0)?.numbered_label()?,
        };
        self.at += 1;
        Some(label)
    }

    /// Consumes a comma, `and`, or both.
    pub(super) fn eat_conjunction(&mut self) -> bool {
        let comma = self.eat_mark(&[',']);
        self.eat_and() | comma
    }

    pub(super) fn parse_labels(&mut self) -> Vec<String> {
        let mut labels: Vec<String> = self.parse_label().into_iter().collect();
        while !labels.is_empty()
            && let Some(label) = self.attempt(|cursor| {
                cursor.eat_conjunction().then_some(())?;
                cursor.parse_label()
            })
        {
            labels.push(label);
        }
        labels
    }

    /// Parses numbers joined by `and`, commas, `to` and dashes.
    pub(crate) fn parse_ranges(
        &mut self,
        number: impl Fn(&SheetTokenKind) -> Option<u32>,
    ) -> Vec<(u32, u32)> {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        while let Some(from) = self.peek(0).and_then(&number) {
            let back = self.checkpoint();
            self.at += 1;
            let mut to = from;
            let range = (self.is_word(0, &["to"]) || self.is_mark(0, &['–']))
                && self.peek(1).and_then(&number).is_some_and(|to| to > from);
            if range {
                to = self.peek(1).and_then(&number).unwrap_or(from);
                self.at += 2;
            }
            if to > 9999 {
                self.rewind(back);
                break;
            }
            ranges.push((from, to));
            let mark = self.checkpoint();
            let joined = self.eat_conjunction();
            self.eat_word(&["the"]);
            if !joined || self.peek(0).and_then(&number).is_none() {
                self.rewind(mark);
                break;
            }
        }
        ranges
    }

    /// Parses ordinals joined by `and`, commas, `to` and dashes: `2nd and 3rd`.
    pub(crate) fn parse_nths(&mut self) -> Vec<(u32, u32)> {
        self.parse_ranges(|token| match token {
            Nth(number) if *number > 0 => Some(*number),
            _ => None,
        })
    }

    /// Parses the units after `all` or `both`.
    pub(super) fn parse_all_units(&mut self) -> Option<PrintedStep> {
        let both = self.follows_word(1, &["both"]);
        self.eat_word(&["of"]);
        self.skip_noise();
        let mut count = both.then_some(2);
        if let Some(Number(number, None)) = self.peek(0) {
            self.unit_at(1)?;
            count = Some(*number);
            self.at += 1;
        }
        let (unit, _) = self.eat_unit()?;
        Some(AddressStepKind::All { count, unit }.into())
    }

    /// Consumes a factor and the word for its unit: `+1 line`.
    fn eat_factor(&mut self) -> Option<&'_ String> {
        let Some(Signed(label)) = self.peek(0) else {
            return None;
        };
        self.at += 1;
        let unit = self.unit_at(0).map(|(unit, _)| unit);
        if matches!(unit, Some(Line | Row | Bullet)) {
            self.eat_unit();
        }
        Some(label)
    }

    /// Parses `last sentence`, `last 3 sentences` or `last +1`.
    pub(super) fn parse_last_units(&mut self) -> Option<PrintedStep> {
        self.at += 1;
        if let Some(label) = self.eat_factor() {
            return Some(PrintedStep::last_labelled(Line, label));
        }
        let mut count = 1;
        if let (Some(Number(number, None)), true) = (self.peek(0), self.unit_at(1).is_some()) {
            count = *number;
            self.at += 1;
        }
        let (unit, _) = self.eat_unit()?;
        if count == 1
            && let Some(label) = self.parse_label_after_unit()
        {
            return Some(PrintedStep::last_labelled(unit, &label));
        }
        if count == 1
            && self.is_word(0, &["but"])
            && let Some(Number(before, None)) = self.peek(1)
        {
            // `the last sentence but one`
            self.at += 2;
            return Some(PrintedStep::from_end(unit, before + 1));
        }
        Some(PrintedStep::last_units(unit, count))
    }

    /// Parses `4th and 5th sentences`, `first two bullets`, `3rd -2` or `first +1 line`.
    pub(super) fn parse_ordinals(&mut self) -> Option<PrintedStep> {
        let ranges = self.parse_nths();
        if let Some(label) = self.eat_factor() {
            return Some(PrintedStep::labels(
                Line,
                std::slice::from_ref(label),
                &ranges,
            ));
        }
        if let ([(1, 1)], Some(Number(number, None)), true) =
            (ranges.as_slice(), self.peek(0), self.unit_at(1).is_some())
        {
            self.at += 1;
            let (unit, _) = self.eat_unit()?;
            return Some(PrintedStep::counted(unit, &[(1, *number)]));
        }
        self.eat_word(&["numbered", "full", "complete"]);
        if self.is_word(0, &["of"]) && self.is_word(1, &["the", "its", "these", "those"]) {
            // `the 1st of the conditions`, `the third of the four cases`
            let counted = matches!(self.peek(2), Some(Number(_, None)));
            let unit = 2 + usize::from(counted);
            let many = self.word(unit).is_some_and(|word| word.ends_with('s'));
            if many && self.unit_at(unit).is_some() {
                self.at += unit;
            }
        }
        if let (Some(Quote(label, _)), Some((unit, _))) = (self.peek(0), self.unit_at(1)) {
            self.at += 2;
            return Some(PrintedStep::labels(
                unit,
                std::slice::from_ref(label),
                &ranges,
            ));
        }
        let (unit, naming) = self.eat_unit()?;
        if let Some(label) = self.parse_label_after_unit() {
            return Some(PrintedStep::labels(
                unit,
                std::slice::from_ref(&label),
                &ranges,
            ));
        }
        if naming == NumberMeaning::LinePosition || unit == Section {
            return None;
        }
        if let ([(number, to)], true) = (ranges.as_slice(), self.eat_from_end())
            && number == to
        {
            return Some(PrintedStep::from_end(unit, *number));
        }
        Some(PrintedStep::counted(unit, &ranges))
    }

    /// Parses a number that counts from the end, in front of its unit: `penultimate`, `2nd to
    /// last`, `last but one`.
    fn parse_number_from_end(&mut self) -> Option<u32> {
        let word = self.word(0).unwrap_or_default();
        if let Some((_, number)) = FROM_END.iter().find(|(name, _)| *name == word) {
            self.at += 1;
            return Some(*number);
        }
        self.attempt(|cursor| (cursor.eat_phrase("next to") && cursor.eat_word(LAST)).then_some(2))
            .or_else(|| {
                self.attempt(|cursor| {
                    (cursor.eat_word(LAST) && cursor.eat_word(&["but"])).then_some(())?;
                    let Some(Number(before, None)) = cursor.peek(0) else {
                        return None;
                    };
                    cursor.at += 1;
                    Some(before + 1)
                })
            })
            .or_else(|| {
                self.attempt(|cursor| {
                    let Some(Nth(number)) = cursor.peek(0) else {
                        return None;
                    };
                    cursor.at += 1;
                    cursor.eat_word(&["to", "from"]);
                    cursor.eat_word(&["the"]);
                    (cursor.eat_word(LAST) && cursor.unit_at(0).is_some()).then_some(*number)
                })
            })
    }

    /// Consumes `from the end` after a counted unit.
    fn eat_from_end(&mut self) -> bool {
        self.attempt_to_eat(|cursor| {
            cursor.eat_phrase("from the") && cursor.eat_word(&["end", "bottom", "last", "foot"])
        })
    }

    /// Parses `1st and last bullets`: the first step and the other one.
    pub(super) fn parse_nth_and_last(&mut self) -> Option<(PrintedStep, PrintedStep)> {
        let Some(Nth(number)) = self.peek(0) else {
            return None;
        };
        let ahead = if self.is_word(2, &["the"]) { 3 } else { 2 };
        let joined = self.is_word(1, &["and"]) || self.is_mark(1, &['&']);
        (joined && self.is_word(ahead, LAST)).then_some(())?;
        let unit = self.counted_unit_at(ahead + 1)?;
        self.at += ahead + 1;
        self.eat_unit();
        Some((PrintedStep::nth(unit, *number), PrintedStep::last(unit)))
    }
}
