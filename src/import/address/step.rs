//! One step of an address.

use super::*;

impl Reader<'_> {
    pub(in crate::import) fn step(&mut self) -> Option<Step> {
        let back = self.here();
        self.skip_noise();
        let step = self.told_step();
        if step.is_none() {
            self.back(back);
        }
        step
    }

    pub(super) fn told_step(&mut self) -> Option<Step> {
        if self.eat_word(&["heading", "title"]) {
            return Some(Step {
                kind: StepKind::Heading,
                text: "heading".into(),
                count: Some(1),
            });
        }
        if self.eat_word(&["text", "wording"]) {
            return Some(Step {
                kind: StepKind::Text,
                text: "text".into(),
                count: None,
            });
        }
        if self.is_word(0, &["both"])
            && (1..3).any(|ahead| matches!(self.peek(ahead), Some(Tok::Nth(_))))
        {
            // `both the first and the third sentence`
            self.at += 1;
            self.skip_noise();
            return self.nths();
        }
        if self.eat_word(&["all", "both", "every", "each"]) {
            return self.all();
        }
        if self.is_word(0, &["last", "final"]) {
            return self.last();
        }
        if let Some(Tok::Nth(_)) = self.peek(0) {
            return self.nths();
        }
        if self.eat_word(&["numbered", "lettered"]) {
            let (unit, _) = self.unit()?;
            let label = self.label()?;
            return Some(Step::units(
                unit,
                format!("{} {}", name(unit, false), quote(&label)),
                Some(1),
            ));
        }
        if let (Some(Tok::Signed(label)), Some((unit, _))) = (self.peek(0), self.unit_at(1)) {
            self.at += 2;
            let unit = if unit == Unit::Row { unit } else { Unit::Line };
            return Some(Step::units(
                unit,
                format!("{} {}", name(unit, false), quote(label)),
                Some(1),
            ));
        }
        if let (Some(Tok::Quote(label, _)), Some((unit, _))) = (self.peek(0), self.unit_at(1)) {
            self.at += 2;
            if unit == Unit::Section {
                return None;
            }
            return Some(Step::units(
                unit,
                format!("{} {}", name(unit, false), quote(label)),
                Some(1),
            ));
        }
        if let Some(Tok::Item(label)) = self.peek(0) {
            let ends = self.peek(1).is_none() || self.is_mark(1, &['.', ',', ':', '–']);
            if ends
                && label
                    .chars()
                    .all(|c| c.is_ascii_digit() || c.is_ascii_lowercase())
            {
                self.at += 1;
                return Some(Step::units(
                    Unit::Item,
                    format!("item {}", quote(label)),
                    Some(1),
                ));
            }
            return None;
        }
        let (unit, naming) = self.unit()?;
        self.after_unit(unit, naming)
    }

    /// Behind the word of a unit: numbers, labels, or nothing.
    pub(super) fn after_unit(&mut self, unit: Unit, naming: Naming) -> Option<Step> {
        if self.eat_word(&["no", "number"]) {
            self.eat_mark(&['.']);
        }
        if self.is_word(0, CALLED) && matches!(self.peek(1), Some(Tok::Quote(..))) {
            self.at += 1;
        } else if self.is_word(0, BEGINNING) {
            let with = usize::from(self.is_word(1, &["with"]));
            if let Some(Tok::Quote(words, _)) = self.peek(1 + with) {
                self.at += 2 + with;
                let words = words.trim_end_matches(['.', '…', ' ']);
                return Some(Step::units(
                    unit,
                    format!("{} {}", name(unit, false), quote(&format!("{words} …"))),
                    Some(1),
                ));
            }
        }
        if let Some(Tok::Quote(label, _)) = self.peek(0) {
            if unit == Unit::Section {
                return None;
            }
            self.at += 1;
            return Some(Step::units(
                unit,
                format!("{} {}", name(unit, false), quote(label)),
                Some(1),
            ));
        }
        if let Some(Tok::Item(label)) = self.peek(0) {
            let unit = if unit == Unit::Paragraph {
                unit
            } else {
                Unit::Item
            };
            self.at += 1;
            return Some(Step::units(
                unit,
                format!("{} {}", name(unit, false), quote(label)),
                Some(1),
            ));
        }
        match naming {
            Naming::Counted => {
                let ranges = self.ranges(|tok| match tok {
                    Tok::Number(number, None) if *number > 0 => Some(*number),
                    _ => None,
                });
                if !ranges.is_empty() {
                    return Some(counted(unit, &ranges));
                }
            }
            Naming::Labelled | Naming::PrintedLine => {
                let labels = self.label_list();
                if !labels.is_empty() && unit != Unit::Section {
                    let quoted: Vec<String> = labels.iter().map(|label| quote(label)).collect();
                    let list = match quoted.split_last() {
                        Some((last, rest)) if !rest.is_empty() => {
                            format!("{} and {last}", rest.join(", "))
                        }
                        _ => quoted.concat(),
                    };
                    return Some(Step::units(
                        unit,
                        format!("{} {list}", name(unit, labels.len() > 1)),
                        Some(labels.len() as u32),
                    ));
                }
                if !labels.is_empty() {
                    return None;
                }
            }
        }
        Some(Step {
            kind: StepKind::Bare(unit),
            text: bare(unit),
            count: None,
        })
    }

    /// `4`, `16a`, `b`, `IV`.
    pub(super) fn label(&mut self) -> Option<String> {
        let label = match self.peek(0)? {
            Tok::Number(number, letter) => {
                format!("{number}{}", letter.map(String::from).unwrap_or_default())
            }
            Tok::Dotted(words) | Tok::Item(words) | Tok::Signed(words) => words.clone(),
            Tok::Quote(words, _) => words.clone(),
            Tok::Word(word) if word.len() == 1 && !NOISE.contains(&word.as_str()) => word.clone(),
            Tok::Word(_) | Tok::Nth(_) | Tok::Paren(_) | Tok::Bracket(_) | Tok::Mark(_) => {
                return None;
            }
        };
        self.at += 1;
        Some(label)
    }

    /// A comma, `and`, or both.
    pub(super) fn joined(&mut self) -> bool {
        let comma = self.eat_mark(&[',']);
        self.eat_and() | comma
    }

    pub(super) fn label_list(&mut self) -> Vec<String> {
        let mut labels: Vec<String> = self.label().into_iter().collect();
        while !labels.is_empty() {
            let back = self.here();
            let joined = self.joined();
            match joined.then(|| self.label()).flatten() {
                Some(label) => labels.push(label),
                None => {
                    self.back(back);
                    break;
                }
            }
        }
        labels
    }

    /// Numbers, joined by `and`, commas, `to` and dashes.
    pub(super) fn ranges(&mut self, number: impl Fn(&Tok) -> Option<u32>) -> Vec<(u32, u32)> {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        while let Some(from) = self.peek(0).and_then(&number) {
            let back = self.here();
            self.at += 1;
            let mut to = from;
            let range = (self.is_word(0, &["to"]) || self.is_mark(0, &['–']))
                && self.peek(1).and_then(&number).is_some_and(|to| to > from);
            if range {
                to = self.peek(1).and_then(&number).unwrap_or(from);
                self.at += 2;
            }
            if to > 9999 {
                self.back(back);
                break;
            }
            ranges.push((from, to));
            let mark = self.here();
            let joined = self.joined();
            self.eat_word(&["the"]);
            if !joined || self.peek(0).and_then(&number).is_none() {
                self.back(mark);
                break;
            }
        }
        ranges
    }

    /// Behind `all`, `both`.
    pub(super) fn all(&mut self) -> Option<Step> {
        let both = matches!(self.tokens.get(self.at - 1).map(|t| &t.tok), Some(Tok::Word(word)) if word == "both");
        self.eat_word(&["of"]);
        self.skip_noise();
        let mut count = both.then_some(2);
        if let Some(Tok::Number(number, None)) = self.peek(0) {
            self.unit_at(1)?;
            count = Some(*number);
            self.at += 1;
        }
        let (unit, _) = self.unit()?;
        let number = count.map(|count| format!("{count} ")).unwrap_or_default();
        Some(Step {
            kind: StepKind::All(unit),
            text: format!("all {number}{}", name(unit, true)),
            count,
        })
    }

    /// `last sentence`, `last 3 sentences`, `last +1`.
    pub(super) fn last(&mut self) -> Option<Step> {
        self.at += 1;
        if let Some(Tok::Signed(label)) = self.peek(0) {
            self.at += 1;
            if self
                .unit_at(0)
                .is_some_and(|(unit, _)| matches!(unit, Unit::Line | Unit::Row | Unit::Bullet))
            {
                self.unit();
            }
            return Some(Step::units(
                Unit::Line,
                format!("last line {}", quote(label)),
                Some(1),
            ));
        }
        let mut count = 1;
        if let (Some(Tok::Number(number, None)), true) = (self.peek(0), self.unit_at(1).is_some()) {
            count = *number;
            self.at += 1;
        }
        let (unit, _) = self.unit()?;
        let text = if count == 1 {
            format!("last {}", name(unit, false))
        } else {
            format!("last {count} {}", name(unit, true))
        };
        Some(Step::units(unit, text, Some(count)))
    }

    /// `4th and 5th sentences`, `first two bullets`, `3rd -2`, `first +1 line`.
    pub(super) fn nths(&mut self) -> Option<Step> {
        let ranges = self.ranges(|tok| match tok {
            Tok::Nth(number) if *number > 0 => Some(*number),
            _ => None,
        });
        if let Some(Tok::Signed(label)) = self.peek(0) {
            self.at += 1;
            if self
                .unit_at(0)
                .is_some_and(|(unit, _)| matches!(unit, Unit::Line | Unit::Row | Unit::Bullet))
            {
                self.unit();
            }
            let of = counted(Unit::Line, &ranges);
            let numbers = of.text.split_once(' ').map_or("", |(_, numbers)| numbers);
            return Some(Step::units(
                Unit::Line,
                format!("line {} {numbers}", quote(label)),
                of.count,
            ));
        }
        if let ([(1, 1)], Some(Tok::Number(number, None)), true) =
            (ranges.as_slice(), self.peek(0), self.unit_at(1).is_some())
        {
            self.at += 1;
            let (unit, _) = self.unit()?;
            return Some(counted(unit, &[(1, *number)]));
        }
        self.eat_word(&["numbered", "full", "complete"]);
        if let (Some(Tok::Quote(label, _)), Some((unit, _))) = (self.peek(0), self.unit_at(1)) {
            self.at += 2;
            let of = counted(unit, &ranges);
            let numbers = of.text.split_once(' ').map_or("", |(_, numbers)| numbers);
            return Some(Step::units(
                unit,
                format!("{} {} {numbers}", name(unit, false), quote(label)),
                of.count,
            ));
        }
        let (unit, naming) = self.unit()?;
        if naming == Naming::PrintedLine || unit == Unit::Section {
            return None;
        }
        Some(counted(unit, &ranges))
    }
}

pub(super) fn name(unit: Unit, many: bool) -> &'static str {
    if many {
        unit.name().many
    } else {
        unit.name().one
    }
}

/// `sentences 4–5`, from ranges of numbers.
pub(super) fn counted(unit: Unit, ranges: &[(u32, u32)]) -> Step {
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
    Step::units(
        unit,
        format!("{} {list}", name(unit, count > 1)),
        Some(count),
    )
}

/// A unit without number: everything of the section, or all there are.
pub(super) fn bare(unit: Unit) -> String {
    match unit {
        Unit::Section | Unit::Page | Unit::Figure | Unit::Words => "text".to_owned(),
        Unit::Paragraph | Unit::Sentence | Unit::Table => format!("{} 1", name(unit, false)),
        Unit::Bullet | Unit::Line | Unit::Row | Unit::Item | Unit::Entry => {
            format!("all {}", name(unit, true))
        }
    }
}
