//! Parses one step of an address: `4th and 5th sentences`, `last +1`, `the bullet on spears`.

use super::printed_address::PrintedStep;
use crate::{
    import::{
        cursor::TokenCursor,
        grammar::{FROM_END, LEXICON, NumberMeaning},
        token::SheetTokenKind::{
            self, Dotted, Item, Mark, Nth, Number, Paren, Quote, Signed, Word,
        },
    },
    syntax::{
        AddressStepKind,
        UnitNoun::{self, Bullet, Entry, Line, Paragraph, Row, Section, Sentence},
    },
};

/// Which units of a kind are meant, as words in front of the kind say.
enum WhichUnits {
    /// `4th and 5th`.
    Ordinals(Vec<(u32, u32)>),
    /// `last 3`.
    Last(u32),
    /// `penultimate`, `2nd from the end`: the last one is 1.
    FromEnd(u32),
    /// `all three`, `both`.
    All(Option<u32>),
}

/// The most words of the topic of a unit.
const LONGEST_TOPIC: usize = 16;

/// Verbs of what happens to a unit.
const CHANGES: &[&str] = &[
    "loses", "gains", "becomes", "become", "reads", "read", "moves",
];

impl TokenCursor<'_> {
    /// Parses a step.
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
            if cursor.eat_word(&["heading", "title", "header"]) {
                return Some(AddressStepKind::Heading.into());
            }
            if cursor.eat_word(&["text", "wording"]) {
                return Some(AddressStepKind::Text.into());
            }
            if cursor.is_word(0, &["bulleted", "itemised"]) && cursor.is_word(1, &["list"]) {
                cursor.at += 2;
                return Some(PrintedStep::bare(Bullet));
            }
            match cursor.parse_which_units() {
                Some(which) => cursor.parse_units_of(&which),
                None => cursor.parse_named_unit(),
            }
        })
    }

    /// Parses which units are meant, in front of their kind.
    fn parse_which_units(&mut self) -> Option<WhichUnits> {
        let occasions = ["case", "instance", "place", "occurrence"];
        if self.is_word(0, &["every", "each"]) && self.is_word(1, &occasions) {
            // `in each case for "a" read "b"`
            return None;
        }
        let ordinal = |cursor: &Self, ahead| matches!(cursor.peek(ahead), Some(Nth(_)));
        if self.is_word(0, &["both"]) && (ordinal(self, 1) || ordinal(self, 2)) {
            // `both the first and the third sentence`
            self.at += 1;
            self.skip_noise();
        }
        let both = self.is_word(0, &["both"]);
        if self.eat_word(&["all", "both", "every", "each"]) {
            self.eat_word(&["of"]);
            self.skip_noise();
            let number = self.eat_number().filter(|_| self.unit_at(0).is_some());
            return Some(WhichUnits::All(number.or(both.then_some(2))));
        }
        if let Some(number) = self.parse_number_from_end() {
            return Some(WhichUnits::FromEnd(number));
        }
        if self.eat_word(&LEXICON.last) {
            let counted = self
                .unit_at(1)
                .is_some()
                .then(|| self.eat_number())
                .flatten();
            return Some(WhichUnits::Last(counted.unwrap_or(1)));
        }
        if self.is_word(0, &LEXICON.first) && self.unit_at(1).is_some() {
            self.at += 1;
            return Some(WhichUnits::Ordinals(vec![(1, 1)]));
        }
        let definite = self.follows_word(1, &["the", "its", "their"]);
        if let (Some(Number(number, None)), true) = (self.peek(0), definite)
            && *number > 1
        {
            // `the three indented bullets`: all of them
            let ahead = 1 + usize::from(self.is_word(1, &["indented"]));
            self.counted_unit_at(ahead)?;
            self.at += ahead;
            return Some(WhichUnits::All(Some(*number)));
        }
        let mut ranges = self.parse_nths();
        if let ([(1, 1)], Some(Number(number, None)), true) =
            (ranges.as_slice(), self.peek(0), self.unit_at(1).is_some())
        {
            // `first two bullets`
            ranges = vec![(1, *number)];
            self.at += 1;
        }
        (!ranges.is_empty()).then_some(WhichUnits::Ordinals(ranges))
    }

    /// Parses the units behind the words that say which: a factor, a label or a kind of unit.
    fn parse_units_of(&mut self, which: &WhichUnits) -> Option<PrintedStep> {
        let labelled = |unit, label: &str| match which {
            WhichUnits::Ordinals(ranges) => {
                Some(PrintedStep::labels(unit, &[label.to_owned()], ranges))
            }
            WhichUnits::Last(1) => Some(PrintedStep::last_labelled(unit, label)),
            _ => None,
        };
        if let Some(Signed(label)) = self.peek(0) {
            // `2nd -1 line`
            self.at += 1;
            if matches!(self.unit_at(0), Some((Line | Row | Bullet, _))) {
                self.eat_unit();
            }
            return labelled(Line, label);
        }
        self.eat_word(&["numbered", "full", "complete"]);
        if self.is_word(0, &["of"]) && self.is_word(1, &["the", "its", "these", "those"]) {
            // `the third of the four cases`
            let unit = 2 + usize::from(matches!(self.peek(2), Some(Number(_, None))));
            let many = self.word(unit).is_some_and(|word| word.ends_with('s'));
            self.at += if many && self.unit_at(unit).is_some() {
                unit
            } else {
                0
            };
        }
        if let (Some(Quote(label, _)), Some((unit, _))) = (self.peek(0), self.unit_at(1)) {
            self.at += 2;
            return labelled(unit, label);
        }
        let (unit, naming) = self.eat_unit()?;
        if let Some(label) = self.parse_label_after_unit() {
            return labelled(unit, &label);
        }
        Some(match which {
            WhichUnits::All(count) => AddressStepKind::All {
                count: *count,
                unit,
            }
            .into(),
            WhichUnits::FromEnd(number) => PrintedStep::from_end(unit, *number),
            WhichUnits::Last(1) if self.is_word(0, &["but"]) && self.is_number(1) => {
                // `the last sentence but one`
                self.at += 1;
                PrintedStep::from_end(unit, self.eat_number()? + 1)
            }
            WhichUnits::Last(count) => PrintedStep::last_units(unit, *count),
            WhichUnits::Ordinals(_) if naming == NumberMeaning::LinePosition || unit == Section => {
                return None;
            }
            WhichUnits::Ordinals(ranges) => match (ranges.as_slice(), self.eat_from_end()) {
                ([(number, to)], true) if number == to => PrintedStep::from_end(unit, *number),
                _ => PrintedStep::counted(unit, ranges),
            },
        })
    }

    /// Parses a unit that its kind or its label begins.
    fn parse_named_unit(&mut self) -> Option<PrintedStep> {
        if self.eat_word(&["numbered", "lettered"]) {
            let (unit, _) = self.eat_unit()?;
            return Some(PrintedStep::quoted(unit, &self.parse_label()?));
        }
        if let (Some(Signed(label) | Quote(label, _)), Some((unit, _))) =
            (self.peek(0), self.unit_at(1))
        {
            let factor = matches!(self.peek(0), Some(Signed(_))) && unit != Row;
            self.at += 2;
            (unit != Section).then_some(())?;
            return Some(PrintedStep::quoted(if factor { Line } else { unit }, label));
        }
        if let Some(Item(label)) = self.peek(0) {
            // `(b)`, in front of a verb or a mark
            let small = |c: char| c.is_ascii_digit() || c.is_ascii_lowercase();
            let ends = self.ends_at(1, &['.', ',', ':', '–'])
                || self.is_word(1, &["and"]) && self.is_item(2)
                || self.verb_at(1).is_some()
                || self.is_word(1, &LEXICON.modals);
            (ends && label.chars().all(small)).then_some(())?;
            self.at += 1;
            return Some(PrintedStep::quoted(UnitNoun::Item, label));
        }
        // `list of modifiers` is a name, `Exception (X)` a grade
        let named = self.is_word(0, &["list", "table", "chart"])
            && self.is_word(1, &["of"])
            && self.unit_at(2).is_some();
        let grade =
            matches!(self.peek(1), Some(Item(grade)) if grade.starts_with(char::is_uppercase));
        (!(named || grade && self.is_word(0, &["exception"]))).then_some(())?;
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

    /// Parses what follows the word for a unit: numbers, labels, or nothing.
    pub(crate) fn parse_unit_number(
        &mut self,
        unit: UnitNoun,
        naming: NumberMeaning,
    ) -> Option<PrintedStep> {
        if self.eat_word(&["no", "number"]) {
            self.eat_mark(&['.']);
        }
        if self.is_word(0, &["numbered", "lettered"]) && !matches!(self.peek(1), Some(Word(_))) {
            self.at += 1;
            return Some(PrintedStep::quoted(unit, &self.parse_label()?));
        }
        let label = self
            .parse_label_after_unit()
            .or_else(|| self.parse_quoted_part());
        if let Some(label) = label {
            return Some(PrintedStep::quoted(unit, &label));
        }
        match self.peek(0) {
            Some(Quote(..)) if unit == Section => return None,
            Some(Quote(label, _)) => {
                self.at += 1;
                return Some(PrintedStep::quoted(unit, label));
            }
            Some(Item(label)) => {
                self.at += 1;
                let unit = if unit == Paragraph {
                    unit
                } else {
                    UnitNoun::Item
                };
                return Some(PrintedStep::quoted(unit, label));
            }
            _ => {}
        }
        if naming == NumberMeaning::Counted {
            let ranges = self.parse_ranges(|token| match token {
                Number(number, None) if *number > 0 => Some(*number),
                _ => None,
            });
            if !ranges.is_empty() {
                self.eat_word(&["inclusive"]);
                return Some(match (ranges.as_slice(), self.eat_from_end()) {
                    ([(number, to)], true) if number == to => PrintedStep::from_end(unit, *number),
                    _ => PrintedStep::counted(unit, &ranges),
                });
            }
        } else {
            let labels = self.parse_labels();
            if !labels.is_empty() {
                return (unit != Section).then(|| PrintedStep::labels(unit, &labels, &[]));
            }
        }
        let label = self
            .parse_capital_label(unit)
            .or_else(|| self.parse_topic(unit));
        if let Some(label) = label {
            return Some(PrintedStep::quoted(unit, &label));
        }
        Some(
            self.parse_edge_unit(unit)
                .unwrap_or(PrintedStep::bare(unit)),
        )
    }

    /// Parses a label: `4`, `16a`, `b`, `IV`.
    pub(crate) fn parse_label(&mut self) -> Option<String> {
        let label = match self.peek(0)? {
            Dotted(words) | Item(words) | Signed(words) | Quote(words, _) => words.clone(),
            Word(word) if word.len() == 1 && !LEXICON.noise.contains(&word.as_str()) => {
                word.clone()
            }
            _ => self.token(0)?.numbered_label()?,
        };
        self.at += 1;
        Some(label)
    }

    fn parse_labels(&mut self) -> Vec<String> {
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

    /// Consumes a comma, `and`, or both.
    fn eat_conjunction(&mut self) -> bool {
        let comma = self.eat_mark(&[',']);
        self.eat_and() | comma
    }

    fn eat_number(&mut self) -> Option<u32> {
        let Some(Number(number, None)) = self.peek(0) else {
            return None;
        };
        self.at += 1;
        Some(*number)
    }

    /// Parses numbers joined by `and`, commas, `to` and dashes.
    fn parse_ranges(&mut self, number: impl Fn(&SheetTokenKind) -> Option<u32>) -> Vec<(u32, u32)> {
        const LARGEST: u32 = 9999;
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        let small = |number: &u32| *number <= LARGEST;
        while let Some(from) = self.peek(0).and_then(&number).filter(small) {
            self.at += 1;
            let to = self.peek(1).and_then(&number).filter(small);
            let joined = self.is_word(0, &["to", "through"]) || self.is_mark(0, &['–']);
            let to = to.filter(|to| joined && *to > from);
            self.at += if to.is_some() { 2 } else { 0 };
            ranges.push((from, to.unwrap_or(from)));
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

    /// Parses a number that counts from the end, in front of its unit: `penultimate`, `2nd to
    /// last`, `last but one`.
    fn parse_number_from_end(&mut self) -> Option<u32> {
        let word = self.word(0).unwrap_or_default();
        if let Some((_, number)) = FROM_END.iter().find(|(name, _)| *name == word) {
            self.at += 1;
            return Some(*number);
        }
        let next_to_last = |cursor: &mut Self| {
            (cursor.eat_phrase("next to") && cursor.eat_word(&LEXICON.last)).then_some(2)
        };
        let last_but_one = |cursor: &mut Self| {
            (cursor.eat_word(&LEXICON.last) && cursor.eat_word(&["but"])).then_some(())?;
            Some(cursor.eat_number()? + 1)
        };
        let second_to_last = |cursor: &mut Self| {
            let Some(Nth(number)) = cursor.peek(0) else {
                return None;
            };
            cursor.at += 1;
            cursor.eat_word(&["to", "from"]);
            cursor.eat_word(&["the"]);
            (cursor.eat_word(&LEXICON.last) && cursor.unit_at(0).is_some()).then_some(*number)
        };
        self.attempt(next_to_last)
            .or_else(|| self.attempt(last_but_one))
            .or_else(|| self.attempt(second_to_last))
    }

    /// Consumes `from the end` after a counted unit.
    fn eat_from_end(&mut self) -> bool {
        self.attempt_to_eat(|cursor| {
            cursor.eat_phrase("from the") && cursor.eat_word(&["end", "bottom", "last", "foot"])
        })
    }

    /// Parses `1st and last bullets`: the first step and the other one.
    pub(super) fn parse_nth_and_last(&mut self) -> Option<(PrintedStep, PrintedStep)> {
        self.eat_word(&["both"]);
        self.eat_word(&["the"]);
        let Some(Nth(number)) = self.peek(0) else {
            return None;
        };
        self.at += 1;
        (self.eat_and()).then_some(())?;
        self.eat_word(&["the"]);
        self.eat_word(&LEXICON.last).then_some(())?;
        self.counted_unit_at(0)?;
        let (unit, _) = self.eat_unit()?;
        Some((PrintedStep::nth(unit, *number), PrintedStep::last(unit)))
    }

    /// Parses the words that a unit begins with, ends with or contains: `beginning “A raft”`.
    fn parse_quoted_part(&mut self) -> Option<String> {
        self.attempt(|cursor| {
            let relative = cursor.eat_word(&["that", "which"]);
            let opens = cursor.is_word(0, &LEXICON.quote_openers)
                || relative && cursor.is_word(0, &LEXICON.relative_openers);
            let closes = cursor.is_word(0, &LEXICON.quote_closers);
            (opens || closes || cursor.is_word(0, &LEXICON.quote_holders)).then_some(())?;
            cursor.at += 1;
            if opens || closes {
                cursor.eat_word(&["with", "in"]);
            }
            let Some(Quote(words, _)) = cursor.peek(0) else {
                return None;
            };
            cursor.at += 1;
            let marks = ['.', '…', ' '];
            Some(if opens {
                format!("{} …", words.trim_end_matches(marks))
            } else if closes {
                format!("… {}", words.trim_start_matches(marks))
            } else {
                words.clone()
            })
        })
    }

    /// Parses the label of a unit after it: `headed +1`, `entitled "Cellars"`.
    fn parse_label_after_unit(&mut self) -> Option<String> {
        self.is_word(0, &LEXICON.label_openers).then_some(())?;
        let label = match self.peek(1)? {
            Quote(label, _) | Signed(label) | Item(label) => label.clone(),
            _ => return None,
        };
        self.at += 2;
        Some(label)
    }

    /// Parses the end at which a unit is: `the paragraph at the end`, `the paragraph that ends the
    /// section`.
    fn parse_edge_unit(&mut self, unit: UnitNoun) -> Option<PrintedStep> {
        let edge = if self.is_word(0, &["that", "which"]) && self.unit_at(3).is_some() {
            self.word(1)
        } else {
            let definite = self.follows_word(2, &["the"]) && self.is_phrase(0, "at the");
            self.word(2).filter(|_| definite)
        };
        let (step, length) = match edge? {
            "ends" | "closes" | "concludes" => (PrintedStep::last(unit), 4),
            "begins" | "opens" | "starts" => (PrintedStep::nth(unit, 1), 4),
            "end" | "foot" | "bottom" => (PrintedStep::last(unit), 3),
            "start" | "beginning" | "head" | "top" => (PrintedStep::nth(unit, 1), 3),
            _ => return None,
        };
        self.at += length;
        Some(step)
    }

    /// Parses the label of a unit that is set in other letters, which plain text has lost: `the
    /// sidebar Dark Places`.
    fn parse_capital_label(&mut self, unit: UnitNoun) -> Option<String> {
        let has_label = matches!(unit, Row | Entry | UnitNoun::Item);
        (has_label && self.follows_word(2, &["the"])).then_some(())?;
        let from = self.at;
        let label = self.eat_while(5, |cursor| {
            cursor.continues_name(from) && cursor.verb_at(0).is_none()
        })?;
        Some(label.to_owned())
    }

    /// Parses the topic of a unit: `the bullet on spears` is the one labelled `Spears`.
    fn parse_topic(&mut self, unit: UnitNoun) -> Option<String> {
        self.attempt(|cursor| {
            let has_topic = matches!(
                unit,
                Bullet | Paragraph | UnitNoun::Item | Entry | Line | Row | Sentence
            );
            let opened = LEXICON
                .topic_openers
                .iter()
                .any(|words| cursor.eat_phrase(words))
                || unit == Entry && cursor.eat_word(&["of"]);
            (has_topic && opened).then_some(())?;
            if let Some(label) = cursor.eat_quote() {
                return Some(label.to_owned());
            }
            let (from, start) = (cursor.at, cursor.offset());
            cursor.parse_page().is_none().then_some(())?;
            cursor.eat_while(7, |cursor| cursor.continues_name(from));
            cursor.eat_while(LONGEST_TOPIC, Self::continues_topic);
            let ended = cursor.at_end()
                || matches!(cursor.peek(0), Some(Mark(_) | Quote(..) | Paren(_)))
                || cursor.leads_to_place()
                || cursor.acts_on_unit()
                || unit == Entry && cursor.is_word(0, &["on", "in"]);
            (cursor.at > from && ended).then_some(())?;
            if cursor.is_mark(1, &[':'])
                && let Some(label) = cursor.eat_quote()
            {
                // `the line about generals "if …": change …`
                return Some(label.to_owned());
            }
            let words = cursor.text_from(start);
            let words = words.strip_prefix("the ").unwrap_or(words);
            Some(crate::text::slug::capitalize(words))
        })
    }

    /// Whether the word at the cursor says what happens to a unit.
    fn acts_on_unit(&self) -> bool {
        self.verb_at(0).is_some()
            || self.is_word(0, &LEXICON.modals)
            || self.is_word(0, CHANGES)
            || self.is_word(0, &LEXICON.departures)
    }

    /// Whether the word at the cursor continues what a unit is about: `friends that it cannot pass`.
    fn continues_topic(&self) -> bool {
        let spelled =
            matches!(self.peek(0), Some(Number(_, None))) && !self.follows_word(1, &["page", "p"]);
        let word = self.word(0).is_some() || spelled || self.is_item(0);
        // `wicks that were wet`
        let owner = (1..=3).any(|back| self.follows_word(back, &["whose", "if", "where"]));
        let relative = owner || self.follows_word(1, &["that", "which", "who"]);
        let inner =
            self.is_word(0, &["to", "being"]) || relative && self.is_word(0, &LEXICON.modals);
        let ends = self.unit_at(0).is_some()
            || self.acts_on_unit() && !inner
            || self.is_word(0, &["page", "pages", "after", "before"]);
        word && !ends && !self.leads_to_place()
    }

    /// Whether a preposition at the cursor leads to a place or to new words: `spears in the last
    /// paragraph`, but not `spears in close combat`.
    fn leads_to_place(&self) -> bool {
        const JOINTS: &[&str] = &[
            "in", "of", "from", "under", "on", "to", "and", "or", "by", "with",
        ];
        const PLACES: &[&str] = &["page", "same", "end", "start", "beginning", "top", "bottom"];
        let the = 1 + usize::from(self.is_word(1, &["the"]));
        let place = matches!(
            self.peek(the),
            None | Some(Nth(_) | Quote(..) | Number(..) | Mark(_))
        ) || [&LEXICON.last, &LEXICON.modals, &LEXICON.rule_words, PLACES]
            .iter()
            .any(|words| self.is_word(the, words))
            || self.unit_at(the).is_some()
            || self.verb_at(the).is_some()
            || self.participle_at(the).is_some();
        self.is_word(0, JOINTS) && place
    }

    /// Parses a factor and what it is for: `the -1 for warband`, `the -1 modifier for boats`.
    pub(super) fn parse_factor_for(&mut self) -> Option<(PrintedStep, PrintedStep)> {
        let Some(Signed(label)) = self.peek(0) else {
            return None;
        };
        self.at += 1;
        if matches!(self.unit_at(0), Some((Line, _))) {
            self.eat_unit();
        }
        self.eat_word(&["that", "which"]);
        let topic = self.parse_topic(Line)?;
        let described = PrintedStep::quoted(Paragraph, &topic);
        Some((described, PrintedStep::quoted(Line, label)))
    }
}
