//! Parses the steps of an address.

use super::printed_address::{PrintedStep, PrintedStepKind, unit_name};
use crate::{
    import::{
        cursor::TokenCursor,
        grammar::{LABEL_OPENERS, NOISE, Naming, QUOTE_OPENERS},
        token::Lexeme,
    },
    syntax::{UnitNoun, instruction::quote_words},
};

impl TokenCursor<'_> {
    pub(in crate::import) fn parse_step(&mut self) -> Option<PrintedStep> {
        let back = self.checkpoint();
        self.skip_noise();
        let step = self.parse_step_words();
        if step.is_none() {
            self.rewind(back);
        }
        step
    }

    pub(super) fn parse_step_words(&mut self) -> Option<PrintedStep> {
        if self.eat_word(&["heading", "title"]) {
            return Some(PrintedStep {
                kind: PrintedStepKind::Heading,
                text: "heading".into(),
                count: Some(1),
            });
        }
        if self.eat_word(&["text", "wording"]) {
            return Some(PrintedStep {
                kind: PrintedStepKind::Text,
                text: "text".into(),
                count: None,
            });
        }
        if self.is_word(0, &["both"])
            && (1..3).any(|ahead| matches!(self.peek(ahead), Some(Lexeme::Nth(_))))
        {
            // `both the first and the third sentence`
            self.at += 1;
            self.skip_noise();
            return self.parse_ordinals();
        }
        if self.eat_word(&["all", "both", "every", "each"]) {
            return self.parse_all_units();
        }
        if self.is_word(0, &["last", "final"]) {
            return self.parse_last_units();
        }
        if let Some(Lexeme::Nth(_)) = self.peek(0) {
            return self.parse_ordinals();
        }
        if self.eat_word(&["numbered", "lettered"]) {
            let (unit, _) = self.eat_unit()?;
            let label = self.parse_label()?;
            return Some(PrintedStep::quoted(unit, &label));
        }
        if let (Some(Lexeme::Signed(label)), Some((unit, _))) = (self.peek(0), self.unit_at(1)) {
            self.at += 2;
            let unit = if unit == UnitNoun::Row {
                unit
            } else {
                UnitNoun::Line
            };
            return Some(PrintedStep::quoted(unit, label));
        }
        if let (Some(Lexeme::Quote(label, _)), Some((unit, _))) = (self.peek(0), self.unit_at(1)) {
            self.at += 2;
            if unit == UnitNoun::Section {
                return None;
            }
            return Some(PrintedStep::quoted(unit, label));
        }
        if let Some(Lexeme::Item(label)) = self.peek(0) {
            let ends = self.peek(1).is_none() || self.is_mark(1, &['.', ',', ':', '–']);
            if ends
                && label
                    .chars()
                    .all(|c| c.is_ascii_digit() || c.is_ascii_lowercase())
            {
                self.at += 1;
                return Some(PrintedStep::quoted(UnitNoun::Item, label));
            }
            return None;
        }
        let (unit, naming) = self.eat_unit()?;
        self.parse_unit_number(unit, naming)
    }

    /// Parses what follows the word for a unit: numbers, labels, or nothing.
    pub(super) fn parse_unit_number(
        &mut self,
        unit: UnitNoun,
        naming: Naming,
    ) -> Option<PrintedStep> {
        if self.eat_word(&["no", "number"]) {
            self.eat_mark(&['.']);
        }
        if self.is_word(0, LABEL_OPENERS) && matches!(self.peek(1), Some(Lexeme::Quote(..))) {
            self.at += 1;
        } else if self.is_word(0, QUOTE_OPENERS) {
            let with = usize::from(self.is_word(1, &["with"]));
            if let Some(Lexeme::Quote(words, _)) = self.peek(1 + with) {
                self.at += 2 + with;
                let words = words.trim_end_matches(['.', '…', ' ']);
                return Some(PrintedStep::quoted(unit, &format!("{words} …")));
            }
        }
        if let Some(Lexeme::Quote(label, _)) = self.peek(0) {
            if unit == UnitNoun::Section {
                return None;
            }
            self.at += 1;
            return Some(PrintedStep::quoted(unit, label));
        }
        if let Some(Lexeme::Item(label)) = self.peek(0) {
            let unit = if unit == UnitNoun::Paragraph {
                unit
            } else {
                UnitNoun::Item
            };
            self.at += 1;
            return Some(PrintedStep::quoted(unit, label));
        }
        match naming {
            Naming::Counted => {
                let ranges = self.parse_ranges(|tok| match tok {
                    Lexeme::Number(number, None) if *number > 0 => Some(*number),
                    _ => None,
                });
                if !ranges.is_empty() {
                    return Some(counted_step(unit, &ranges));
                }
            }
            Naming::Labelled | Naming::PrintedLine => {
                let labels = self.parse_labels();
                if !labels.is_empty() && unit != UnitNoun::Section {
                    let quoted: Vec<String> =
                        labels.iter().map(|label| quote_words(label)).collect();
                    let list = match quoted.split_last() {
                        Some((last, rest)) if !rest.is_empty() => {
                            format!("{} and {last}", rest.join(", "))
                        }
                        _ => quoted.concat(),
                    };
                    return Some(PrintedStep::units(
                        unit,
                        format!("{} {list}", unit_name(unit, labels.len() > 1)),
                        Some(labels.len() as u32),
                    ));
                }
                if !labels.is_empty() {
                    return None;
                }
            }
        }
        Some(PrintedStep {
            kind: PrintedStepKind::Bare(unit),
            text: bare_step_text(unit),
            count: None,
        })
    }

    /// Parses a label: `4`, `16a`, `b`, `IV`.
    pub(super) fn parse_label(&mut self) -> Option<String> {
        let label = match self.peek(0)? {
            Lexeme::Number(number, letter) => {
                format!("{number}{}", letter.map(String::from).unwrap_or_default())
            }
            Lexeme::Dotted(words) | Lexeme::Item(words) | Lexeme::Signed(words) => words.clone(),
            Lexeme::Quote(words, _) => words.clone(),
            Lexeme::Word(word) if word.len() == 1 && !NOISE.contains(&word.as_str()) => {
                word.clone()
            }
            Lexeme::Word(_)
            | Lexeme::Nth(_)
            | Lexeme::Paren(_)
            | Lexeme::Bracket(_)
            | Lexeme::Mark(_) => {
                return None;
            }
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
        while !labels.is_empty() {
            let back = self.checkpoint();
            let joined = self.eat_conjunction();
            match joined.then(|| self.parse_label()).flatten() {
                Some(label) => labels.push(label),
                None => {
                    self.rewind(back);
                    break;
                }
            }
        }
        labels
    }

    /// Parses numbers joined by `and`, commas, `to` and dashes.
    pub(super) fn parse_ranges(
        &mut self,
        number: impl Fn(&Lexeme) -> Option<u32>,
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

    /// Parses the units after `all` or `both`.
    pub(super) fn parse_all_units(&mut self) -> Option<PrintedStep> {
        let both = matches!(self.tokens.get(self.at - 1).map(|t| &t.kind), Some(Lexeme::Word(word)) if word == "both");
        self.eat_word(&["of"]);
        self.skip_noise();
        let mut count = both.then_some(2);
        if let Some(Lexeme::Number(number, None)) = self.peek(0) {
            self.unit_at(1)?;
            count = Some(*number);
            self.at += 1;
        }
        let (unit, _) = self.eat_unit()?;
        let number = count.map(|count| format!("{count} ")).unwrap_or_default();
        Some(PrintedStep {
            kind: PrintedStepKind::All(unit),
            text: format!("all {number}{}", unit_name(unit, true)),
            count,
        })
    }

    /// Parses `last sentence`, `last 3 sentences` or `last +1`.
    pub(super) fn parse_last_units(&mut self) -> Option<PrintedStep> {
        self.at += 1;
        if let Some(Lexeme::Signed(label)) = self.peek(0) {
            self.at += 1;
            if self.unit_at(0).is_some_and(|(unit, _)| {
                matches!(unit, UnitNoun::Line | UnitNoun::Row | UnitNoun::Bullet)
            }) {
                self.eat_unit();
            }
            return Some(PrintedStep::units(
                UnitNoun::Line,
                format!("last line {}", quote_words(label)),
                Some(1),
            ));
        }
        let mut count = 1;
        if let (Some(Lexeme::Number(number, None)), true) =
            (self.peek(0), self.unit_at(1).is_some())
        {
            count = *number;
            self.at += 1;
        }
        let (unit, _) = self.eat_unit()?;
        let text = if count == 1 {
            format!("last {}", unit_name(unit, false))
        } else {
            format!("last {count} {}", unit_name(unit, true))
        };
        Some(PrintedStep::units(unit, text, Some(count)))
    }

    /// Parses `4th and 5th sentences`, `first two bullets`, `3rd -2` or `first +1 line`.
    pub(super) fn parse_ordinals(&mut self) -> Option<PrintedStep> {
        let ranges = self.parse_ranges(|tok| match tok {
            Lexeme::Nth(number) if *number > 0 => Some(*number),
            _ => None,
        });
        if let Some(Lexeme::Signed(label)) = self.peek(0) {
            self.at += 1;
            if self.unit_at(0).is_some_and(|(unit, _)| {
                matches!(unit, UnitNoun::Line | UnitNoun::Row | UnitNoun::Bullet)
            }) {
                self.eat_unit();
            }
            let of = counted_step(UnitNoun::Line, &ranges);
            let numbers = of.text.split_once(' ').map_or("", |(_, numbers)| numbers);
            return Some(PrintedStep::units(
                UnitNoun::Line,
                format!("line {} {numbers}", quote_words(label)),
                of.count,
            ));
        }
        if let ([(1, 1)], Some(Lexeme::Number(number, None)), true) =
            (ranges.as_slice(), self.peek(0), self.unit_at(1).is_some())
        {
            self.at += 1;
            let (unit, _) = self.eat_unit()?;
            return Some(counted_step(unit, &[(1, *number)]));
        }
        self.eat_word(&["numbered", "full", "complete"]);
        if let (Some(Lexeme::Quote(label, _)), Some((unit, _))) = (self.peek(0), self.unit_at(1)) {
            self.at += 2;
            let of = counted_step(unit, &ranges);
            let numbers = of.text.split_once(' ').map_or("", |(_, numbers)| numbers);
            return Some(PrintedStep::units(
                unit,
                format!(
                    "{} {} {numbers}",
                    unit_name(unit, false),
                    quote_words(label)
                ),
                of.count,
            ));
        }
        let (unit, naming) = self.eat_unit()?;
        if naming == Naming::PrintedLine || unit == UnitNoun::Section {
            return None;
        }
        Some(counted_step(unit, &ranges))
    }
}

/// Makes a step from ranges of numbers: `sentences 4–5`.
pub(super) fn counted_step(unit: UnitNoun, ranges: &[(u32, u32)]) -> PrintedStep {
    let count: u32 = ranges.iter().map(|(from, to)| to - from + 1).sum();
    let parts: Vec<String> = ranges
        .iter()
        .map(|(from, to)| {
            if from == to {
                from.to_string()
            } else {
                format!("{from}–{to}")
            }
        })
        .collect();
    let (last, rest) = parts
        .split_last()
        .map_or((String::new(), ""), |(last, _)| (last.clone(), " and "));
    let list = if parts.len() > 1 {
        format!("{}{rest}{last}", parts[..parts.len() - 1].join(", "))
    } else {
        last
    };
    PrintedStep::units(
        unit,
        format!("{} {list}", unit_name(unit, count > 1)),
        Some(count),
    )
}

/// Returns the step for a unit without a number: the whole text, the first unit, or all units.
pub(super) fn bare_step_text(unit: UnitNoun) -> String {
    match unit {
        UnitNoun::Section | UnitNoun::Page | UnitNoun::Figure | UnitNoun::Words => {
            "text".to_owned()
        }
        UnitNoun::Paragraph | UnitNoun::Sentence | UnitNoun::Table => {
            format!("{} 1", unit_name(unit, false))
        }
        UnitNoun::Bullet | UnitNoun::Line | UnitNoun::Row | UnitNoun::Item | UnitNoun::Entry => {
            format!("all {}", unit_name(unit, true))
        }
    }
}
