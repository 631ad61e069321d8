//! Where something is, as sheets say it: `Para 6. 2nd sentence`, `the third sentence of the first paragraph`, `Last +1, first bullet`.

mod parse;
mod step;

use super::{
    cursor::TokenCursor,
    grammar::{COLUMNS, LABEL_OPENERS, NOISE, Naming, QUOTE_OPENERS},
    token::Lexeme,
};
use crate::syntax::{Unit, instruction::quote};
use step::unit_name;

/// A place in printed rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PrintedAddress {
    /// The steps, outermost first.
    pub(super) steps: Vec<PrintedStep>,
    /// Further addresses joined by `and`.
    pub(super) more: Vec<Vec<PrintedStep>>,
    /// The printed page.
    pub(super) page: Option<String>,
    /// A heading or number of the rules.
    pub(super) heading: Option<String>,
    /// A line of print.
    pub(super) printed_line: Option<u32>,
    /// The edition in whose numbering it counts.
    pub(super) frame: Option<String>,
    /// What stands in brackets behind it: `Warband`, `Bk 2`.
    pub(super) conditions: Vec<String>,
    /// `except for the diagram`.
    pub(super) except: Option<String>,
    /// `from 'casualties' to the bottom of the page`, canonical.
    pub(super) range: Option<String>,
    /// What is said of the place and no address can say: columns of print, further pages. Each is a doubt of the instruction.
    pub(super) unsupported: Vec<String>,
}

/// A step of an address.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PrintedStep {
    pub(super) kind: PrintedStepKind,
    /// The step in the instruction language.
    pub(super) text: String,
    /// How many units it names; none where that is not said.
    pub(super) count: Option<u32>,
}

/// What a step names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PrintedStepKind {
    /// Units of a kind, told apart.
    Units(Unit),
    /// All units of a kind.
    All(Unit),
    /// A kind alone: `the paragraph`, `whole bullet`, `section`.
    Bare(Unit),
    Heading,
    Text,
}

impl PrintedStep {
    fn units(unit: Unit, text: String, count: Option<u32>) -> Self {
        Self {
            kind: PrintedStepKind::Units(unit),
            text,
            count,
        }
    }

    /// The entry of a glossary.
    pub(super) fn entry(label: &str) -> Self {
        Self::units(
            Unit::Entry,
            format!("{} {}", unit_name(Unit::Entry, false), quote(label)),
            Some(1),
        )
    }

    /// The unit that bears a label: `row "Spears"`; a paragraph where something in it is meant.
    pub(super) fn labelled(label: &str, deeper: bool) -> Self {
        let unit = if deeper { Unit::Paragraph } else { Unit::Row };
        Self::units(
            unit,
            format!("{} {}", unit_name(unit, false), quote(label)),
            Some(1),
        )
    }

    /// Whether it names a kind of unit and does not tell which.
    pub(super) fn is_bare(&self) -> bool {
        matches!(self.kind, PrintedStepKind::Bare(_))
    }

    /// Whether all of a place is meant: all units of a kind, its text, the section.
    pub(super) fn is_all(&self) -> bool {
        match self.kind {
            PrintedStepKind::All(_) | PrintedStepKind::Text | PrintedStepKind::Heading => true,
            PrintedStepKind::Bare(unit) => unit == Unit::Section,
            PrintedStepKind::Units(unit) => unit == Unit::Figure,
        }
    }

    /// The kind of unit named, if one is.
    pub(super) fn unit(&self) -> Option<Unit> {
        match self.kind {
            PrintedStepKind::Units(unit)
            | PrintedStepKind::All(unit)
            | PrintedStepKind::Bare(unit) => Some(unit),
            PrintedStepKind::Heading | PrintedStepKind::Text => None,
        }
    }
}

impl PrintedAddress {
    /// Whether it says anything of the place.
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Lays `inner` into this place.
    pub(super) fn narrow(&mut self, inner: Self) {
        // `2nd bullet. Delete whole bullet.`
        let repeats = |step: &PrintedStep| matches!(step.kind, PrintedStepKind::Bare(_));
        if !self.steps.is_empty() && inner.steps.iter().all(repeats) {
            // the unit of the place is meant
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
            // `1st paragraph. Replace heading and 1st sentence`: the heading is no part of the paragraph
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

    /// The unit of its last step.
    pub(super) fn unit(&self) -> Option<Unit> {
        self.steps.last().and_then(PrintedStep::unit)
    }
}

impl PrintedAddress {
    /// The address in the instruction language; nothing where the whole place is meant.
    pub(super) fn text(&self) -> String {
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

    /// What it is, for an explanation.
    fn describe(&self) -> String {
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
