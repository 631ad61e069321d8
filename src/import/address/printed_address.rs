//! Addresses and their steps.

use crate::syntax::{UnitNoun, instruction::quote_words};

/// A printed address.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::import) struct PrintedAddress {
    /// The steps, outermost first.
    pub(in crate::import) steps: Vec<PrintedStep>,
    /// Other addresses joined by `and`.
    pub(in crate::import) more: Vec<Vec<PrintedStep>>,
    /// The printed page.
    pub(in crate::import) page: Option<String>,
    /// A heading or rule number.
    pub(in crate::import) heading: Option<String>,
    /// The number of a printed line.
    pub(in crate::import) printed_line: Option<u32>,
    /// The edition whose numbering the address uses.
    pub(in crate::import) frame: Option<String>,
    /// Words in brackets after it: `Warband`, `Bk 2`.
    pub(in crate::import) conditions: Vec<String>,
    /// The exception, as in `except for the diagram`.
    pub(in crate::import) except: Option<String>,
    /// A range, as in `from 'casualties' to the bottom of the page`, in canonical form.
    pub(in crate::import) range: Option<String>,
    /// Parts of the place that an address cannot express: columns of print, further pages. Each
    /// becomes a doubt of the instruction.
    pub(in crate::import) unsupported: Vec<String>,
}

/// A step of an address.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::import) struct PrintedStep {
    pub(in crate::import) kind: PrintedStepKind,
    /// The step in the instruction language.
    pub(in crate::import) text: String,
    /// How many units it names; `None` if the sheet gives no number.
    pub(in crate::import) count: Option<u32>,
}

/// What a step names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) enum PrintedStepKind {
    /// Certain units of a kind.
    Units(UnitNoun),
    /// All units of a kind.
    All(UnitNoun),
    /// The kind alone: `the paragraph`, `whole bullet`, `section`.
    Bare(UnitNoun),
    Heading,
    Text,
}

impl PrintedStep {
    pub(super) fn units(unit: UnitNoun, text: String, count: Option<u32>) -> Self {
        Self {
            kind: PrintedStepKind::Units(unit),
            text,
            count,
        }
    }

    /// Makes the step for a unit with a label.
    pub(in crate::import) fn quoted(unit: UnitNoun, label: &str) -> Self {
        let text = format!("{} {}", unit_name(unit, false), quote_words(label));
        Self::units(unit, text, Some(1))
    }

    /// Makes the step for the last unit of a kind.
    pub(in crate::import) fn last(unit: UnitNoun) -> Self {
        let text = format!("last {}", unit_name(unit, false));
        Self::units(unit, text, Some(1))
    }

    /// Makes the step for an entry of a glossary.
    pub(in crate::import) fn entry(label: &str) -> Self {
        Self::quoted(UnitNoun::Entry, label)
    }

    /// Makes the step for a labelled unit: `row "Spears"`, or a paragraph if further steps lead
    /// into it.
    pub(in crate::import) fn labelled(label: &str, deeper: bool) -> Self {
        let unit = if deeper {
            UnitNoun::Paragraph
        } else {
            UnitNoun::Row
        };
        Self::quoted(unit, label)
    }

    /// Splits a step that names two units that follow each other: `bullets 1–2`.
    pub(in crate::import) fn split_pair(&self) -> Option<(Self, Self)> {
        let PrintedStepKind::Units(unit) = self.kind else {
            return None;
        };
        let (_, numbers) = self.text.split_once(' ')?;
        if let Some((first, second)) = numbers.split_once(" and ") {
            // two numbers, or two quoted labels
            let named = |of: &str| {
                let text = format!("{} {of}", unit_name(unit, false));
                Self::units(unit, text, Some(1))
            };
            let two = self.count == Some(2);
            return two.then(|| (named(first), named(second)));
        }
        let (first, second) = numbers.split_once('–')?;
        let (first, second) = (first.parse().ok()?, second.parse().ok()?);
        let one = |number: u32| counted_step(unit, &[(number, number)]);
        (second == first + 1).then(|| (one(first), one(second)))
    }

    /// Whether it names a kind of unit without saying which one.
    pub(in crate::import) fn is_bare(&self) -> bool {
        matches!(self.kind, PrintedStepKind::Bare(_))
    }

    /// Whether it means the place itself: `the definition`.
    pub(in crate::import) fn is_itself(&self) -> bool {
        self.is_bare() && self.text == "text" && self.unit() != Some(UnitNoun::Section)
    }

    /// Whether it means everything in the place: all units of a kind, the text, the section.
    pub(in crate::import) fn is_all(&self) -> bool {
        match self.kind {
            PrintedStepKind::All(_) | PrintedStepKind::Text | PrintedStepKind::Heading => true,
            PrintedStepKind::Bare(unit) => unit == UnitNoun::Section,
            PrintedStepKind::Units(unit) => unit == UnitNoun::Figure,
        }
    }

    /// Returns the kind of unit that it names, if any.
    pub(in crate::import) fn unit(&self) -> Option<UnitNoun> {
        match self.kind {
            PrintedStepKind::Units(unit)
            | PrintedStepKind::All(unit)
            | PrintedStepKind::Bare(unit) => Some(unit),
            PrintedStepKind::Heading | PrintedStepKind::Text => None,
        }
    }
}

impl PrintedAddress {
    /// Makes the address of one step.
    pub(in crate::import) fn of(step: PrintedStep) -> Self {
        Self {
            steps: vec![step],
            ..Self::default()
        }
    }

    /// Makes the address of the `number`th unit of a kind.
    pub(in crate::import) fn nth(unit: UnitNoun, number: u32) -> Self {
        Self::of(counted_step(unit, &[(number, number)]))
    }

    /// Whether nothing is known about the place.
    pub(in crate::import) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Narrows the address to `inner`, an address inside this place.
    pub(in crate::import) fn narrow(&mut self, inner: Self) {
        // `2nd bullet. Delete whole bullet.`
        let repeats = |step: &PrintedStep| matches!(step.kind, PrintedStepKind::Bare(_));
        if !self.steps.is_empty() && inner.steps.iter().all(repeats) {
            // the unit of the outer address is meant
        } else {
            // `bullet list, third bullet`
            if let (Some(last), Some(first)) = (self.steps.last(), inner.steps.first())
                && last.is_bare()
                && last.unit() == first.unit()
            {
                self.steps.pop();
            }
            let outer = self.steps.clone();
            let whole = inner
                .steps
                .first()
                .is_some_and(|step| step.kind == PrintedStepKind::Heading);
            // `1st paragraph. Replace heading and 1st sentence`: the heading is not part of the
            // paragraph
            self.steps = if whole {
                inner.steps
            } else {
                [outer.clone(), inner.steps].concat()
            };
            self.more.extend(
                inner
                    .more
                    .iter()
                    .map(|more| [outer.clone(), more.clone()].concat()),
            );
        }
        self.page = inner.page.or(self.page.take());
        self.heading = inner.heading.or(self.heading.take());
        self.printed_line = inner.printed_line.or(self.printed_line);
        self.frame = inner.frame.or(self.frame.take());
        self.conditions.extend(inner.conditions);
        self.unsupported.extend(inner.unsupported);
        self.except = inner.except.or(self.except.take());
        self.range = inner.range.or(self.range.take());
    }

    /// Returns the unit of the last step.
    pub(in crate::import) fn unit(&self) -> Option<UnitNoun> {
        self.steps.last().and_then(PrintedStep::unit)
    }
}

impl PrintedAddress {
    /// Returns the address in the instruction language; empty for the whole place.
    pub(in crate::import) fn text(&self) -> String {
        let steps = |steps: &[PrintedStep]| {
            steps
                .iter()
                .map(|step| step.text.as_str())
                .collect::<Vec<_>>()
                .join(", ")
        };
        let mut parts = vec![steps(&self.steps)];
        for more in self.more.iter().map(|more| steps(more)) {
            if !parts.contains(&more) {
                parts.push(more);
            }
        }
        parts.retain(|part| !part.is_empty());
        let mut text = parts.join(" and ");
        if let Some(range) = &self.range {
            text = if text.is_empty() || text == "text" {
                range.clone()
            } else {
                format!("{text}, {range}")
            };
        }
        if text.is_empty() && self.printed_line.is_some() {
            text.push_str("text");
        }
        if text.is_empty() {
            return text;
        }
        if let Some(frame) = &self.frame {
            text += &format!(" ({frame} numbering)");
        }
        if let Some(line) = self.printed_line {
            text += &format!(" (printed line {line})");
        }
        text
    }

    /// Describes the address for an explanation.
    pub(super) fn describe(&self) -> String {
        let mut parts = Vec::new();
        parts.extend(self.page.as_ref().map(|page| format!("page {page}")));
        parts.extend(
            self.heading
                .as_ref()
                .map(|heading| format!("under {heading}")),
        );
        let text = self.text();
        parts.extend((!text.is_empty()).then_some(text));
        if let (Some(line), true) = (self.printed_line, self.steps.is_empty()) {
            parts.push(format!("line {line} of print"));
        }
        parts.join(", ")
    }
}

/// Returns the word for a unit.
pub(super) fn unit_name(unit: UnitNoun, many: bool) -> &'static str {
    if many {
        unit.name().many
    } else {
        unit.name().one
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
