//! `PrintedAddress`: an address as a sheet gives it; converts it to targets of commands.

use crate::{
    syntax::{
        AddressStep,
        AddressStepKind::{self, All, FromEnd, Heading, Labelled, Last, Ordinals, Section, Text},
        OccurrenceSelector, Phrase, RangeEnd, Target,
        UnitNoun::{
            self, Bullet, Entry, Figure, Item, Line, Page, Paragraph, Row, Sentence, Table, Words,
        },
        instruction::print_target,
    },
    text::{Span, Spanned},
};

/// An address as a sheet gives it: steps to units, and page, section, range, … if named.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PrintedAddress {
    /// The steps, outermost first.
    pub(crate) steps: Vec<PrintedStep>,
    /// Other addresses joined by `and`.
    pub(crate) more: Vec<Vec<PrintedStep>>,
    /// The printed page.
    pub(crate) page: Option<String>,
    /// A heading or rule number.
    pub(crate) heading: Option<String>,
    /// The number of a printed line.
    pub(crate) printed_line: Option<u32>,
    /// The edition whose numbering the address uses.
    pub(crate) frame: Option<String>,
    /// Words in brackets after it: `Warband`, `Bk 2`.
    pub(crate) conditions: Vec<String>,
    /// The exception, as in `except for the diagram`.
    pub(crate) except: Option<String>,
    /// A range, as in `from 'casualties' to the bottom of the page`.
    pub(crate) range: Option<(RangeEnd, RangeEnd)>,
    /// Parts of the place that an address cannot express: columns of print, further pages. Each
    /// becomes a doubt of the instruction.
    pub(crate) unsupported: Vec<String>,
}

/// A step of a printed address, such as `bullet 3`, or only a kind of unit: `the paragraph`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PrintedStep {
    /// The step in the instruction language.
    pub(crate) kind: AddressStepKind,
    /// The kind of unit, if that is all that the sheet says: `the paragraph`, `whole bullet`,
    /// `section`.
    pub(crate) bare: Option<UnitNoun>,
}

/// Gives a value of the instruction language an empty span: it is in no source.
pub(crate) fn unspanned<T>(value: T) -> Spanned<T> {
    Spanned::new(value, Span::default())
}

impl From<AddressStepKind> for PrintedStep {
    fn from(kind: AddressStepKind) -> Self {
        Self { kind, bare: None }
    }
}

impl PrintedStep {
    /// Makes the step for units with labels, and the ordinals among them.
    pub(crate) fn labels(unit: UnitNoun, labels: &[String], ordinals: &[(u32, u32)]) -> Self {
        Self::from(Labelled {
            last: false,
            unit,
            labels: labels.iter().cloned().map(unspanned).collect(),
            ordinals: ordinals.to_vec(),
        })
    }

    /// Makes the step for the last unit with a label.
    pub(crate) fn last_labelled(unit: UnitNoun, label: &str) -> Self {
        Self::from(Labelled {
            last: true,
            unit,
            labels: vec![unspanned(label.to_owned())],
            ordinals: Vec::new(),
        })
    }

    /// Makes the step for a unit with a label.
    pub(crate) fn quoted(unit: UnitNoun, label: &str) -> Self {
        Self::labels(unit, &[label.to_owned()], &[])
    }

    /// Makes the step for units by their numbers: `sentences 4–5`.
    pub(crate) fn counted(unit: UnitNoun, ordinals: &[(u32, u32)]) -> Self {
        let ordinals = ordinals.to_vec();
        Self::from(Ordinals { unit, ordinals })
    }

    /// Makes the step for a unit by its number.
    pub(crate) fn nth(unit: UnitNoun, number: u32) -> Self {
        Self::counted(unit, &[(number, number)])
    }

    /// Makes the step for the last units of a kind.
    pub(crate) fn last_units(unit: UnitNoun, count: u32) -> Self {
        Self::from(Last { count, unit })
    }

    /// Makes the step for the last unit of a kind.
    pub(crate) fn last(unit: UnitNoun) -> Self {
        Self::last_units(unit, 1)
    }

    /// Makes the step for the `number`th unit from the end; the last one is 1.
    pub(crate) fn from_end(unit: UnitNoun, number: u32) -> Self {
        let ordinals = vec![(number, number)];
        Self::from(FromEnd { unit, ordinals })
    }

    /// Makes the step for a unit without a number: the whole text, the first unit, or all units.
    pub(crate) fn bare(unit: UnitNoun) -> Self {
        let kind = match unit {
            UnitNoun::Section | Page | Figure | Words => Text,
            Paragraph | Sentence | Table => Self::counted(unit, &[(1, 1)]).kind,
            Bullet | Line | Row | Item | Entry => All { count: None, unit },
        };
        Self {
            kind,
            bare: Some(unit),
        }
    }

    /// Makes the step for an entry of a glossary.
    pub(crate) fn entry(label: &str) -> Self {
        Self::quoted(Entry, label)
    }

    /// Makes the step for a labelled unit: `row "Spears"`, or a paragraph if further steps lead
    /// into it.
    pub(crate) fn labelled(label: &str, deeper: bool) -> Self {
        let unit = if deeper { Paragraph } else { Row };
        Self::quoted(unit, label)
    }

    /// Splits a step that names two units: `bullets 1–2`, `items "a" and "b"`.
    pub(crate) fn split_pair(&self) -> Option<(Self, Self)> {
        match &self.kind {
            Ordinals { unit, ordinals } => {
                let numbers: Vec<u32> = ordinals
                    .iter()
                    .flat_map(|&(from, to)| from..=to)
                    .take(3)
                    .collect();
                let [first, second] = numbers[..] else {
                    return None;
                };
                let one = |number| Self::nth(*unit, number);
                Some((one(first), one(second)))
            }
            _ => None,
        }
    }

    /// Returns how many units it names; `None` if the sheet gives no number.
    pub(crate) fn count(&self) -> Option<u32> {
        let sum = |ordinals: &[(u32, u32)]| ordinals.iter().map(|(from, to)| to - from + 1).sum();
        if self.bare.is_some() {
            return None;
        }
        match &self.kind {
            Heading => Some(1),
            Text | Section(_) => None,
            All { count, .. } => *count,
            Last { count, .. } => Some(*count),
            FromEnd { ordinals, .. } | Ordinals { ordinals, .. } => Some(sum(ordinals)),
            Labelled {
                labels, ordinals, ..
            } if ordinals.is_empty() => Some(labels.len() as u32),
            Labelled { ordinals, .. } => Some(sum(ordinals)),
        }
    }

    /// Returns the number or label of the first unit that it names.
    pub(crate) fn name(&self) -> Option<String> {
        match &self.kind {
            Ordinals { ordinals, .. } => ordinals.first().map(|(number, _)| number.to_string()),
            Labelled { labels, .. } => labels.first().map(|label| label.value.clone()),
            _ => None,
        }
    }

    /// Whether it names a kind of unit without saying which one.
    pub(crate) fn is_bare(&self) -> bool {
        self.bare.is_some()
    }

    pub(crate) fn is_heading(&self) -> bool {
        self.kind == Heading
    }

    /// Whether it means the whole section.
    pub(crate) fn is_section(&self) -> bool {
        self.bare == Some(UnitNoun::Section) || self.bare.is_none() && self.kind == Text
    }

    /// Whether it means all units of a kind.
    pub(crate) fn is_all_units(&self) -> bool {
        self.bare.is_none() && matches!(self.kind, All { .. })
    }

    /// Whether it means everything in the place: all units of a kind, the text, the section.
    pub(crate) fn is_all(&self) -> bool {
        match self.bare {
            Some(unit) => unit == UnitNoun::Section,
            None => matches!(self.kind, All { .. } | Text | Heading) || self.unit() == Some(Figure),
        }
    }

    /// Returns how deep its kind of unit is in a section: a sentence is deeper than its paragraph.
    pub(crate) fn rank(&self) -> u32 {
        match self.unit() {
            None | Some(UnitNoun::Section | Page | Figure | Words) => 0,
            Some(Table) => 1,
            Some(Paragraph | Entry) => 2,
            Some(Row | Line | Item) => 3,
            Some(Bullet) => 4,
            Some(Sentence) => 5,
        }
    }

    /// Whether it means the last unit of a kind.
    pub(crate) fn is_last(&self) -> bool {
        matches!(self.kind, Last { count: 1, .. })
    }

    /// Returns the kind of unit that it names, if any.
    pub(crate) fn unit(&self) -> Option<UnitNoun> {
        self.bare.or(match &self.kind {
            Heading | Text | Section(_) => None,
            All { unit, .. }
            | Last { unit, .. }
            | FromEnd { unit, .. }
            | Ordinals { unit, .. }
            | Labelled { unit, .. } => Some(*unit),
        })
    }
}

/// Makes the phrase of words that must occur once.
pub(crate) fn phrase_of(words: &str) -> Phrase {
    Phrase {
        which: OccurrenceSelector::Exactly(1),
        quote: unspanned(words.to_owned()),
    }
}

/// Returns the steps of an address as those of the instruction language.
pub(crate) fn address_steps(steps: &[PrintedStep]) -> Vec<AddressStep> {
    let kinds = steps.iter().map(|step| step.kind.clone());
    kinds
        .map(|kind| AddressStep {
            kind,
            span: Span::default(),
        })
        .collect()
}

/// Makes the address of steps in the section that contains the instruction.
pub(crate) fn target_of(steps: &[PrintedStep]) -> Target {
    Target {
        id: None,
        steps: address_steps(steps),
        range: None,
        frame: None,
        printed_line: None,
        span: Span::default(),
    }
}

impl PrintedAddress {
    /// Makes the address of one step.
    pub(crate) fn of(step: PrintedStep) -> Self {
        Self {
            steps: vec![step],
            ..Self::default()
        }
    }

    /// Makes the address of a section.
    pub(crate) fn under(heading: &str) -> Self {
        Self {
            heading: Some(heading.to_owned()),
            ..Self::default()
        }
    }

    /// Returns the kind of unit if it names nothing else: `the sentence`.
    pub(crate) fn bare_unit(&self) -> Option<UnitNoun> {
        let [step] = &self.steps[..] else {
            return None;
        };
        let only = Self {
            steps: self.steps.clone(),
            ..Self::default()
        };
        step.bare.filter(|_| *self == only)
    }

    /// Whether it says which units are meant.
    pub(crate) fn has_units(&self) -> bool {
        self.steps.iter().any(|step| !step.is_bare())
    }

    /// Returns the address without its page and section.
    pub(crate) fn units_only(&self) -> Self {
        Self {
            page: None,
            heading: None,
            ..self.clone()
        }
    }

    /// Adds another part of the place, and sorts its steps from the outer to the inner one. Without a
    /// preposition in front of it, `led`, it must be the inner one.
    pub(crate) fn join(&mut self, part: Self, led: bool) {
        let before = self.steps.last().map(PrintedStep::rank);
        let next = part.steps.first().filter(|step| !step.is_bare());
        let unit = next.and_then(PrintedStep::unit);
        let same = self
            .steps
            .iter()
            .any(|step| step.unit() == unit && !step.is_bare() && !step.is_all_units());
        if let (Some(before), Some(next)) = (before, next)
            && (!led && next.rank() < before || same && unit != Some(Bullet))
        {
            self.unsupported
                .push("it names units in an order that is not clear".to_owned());
        }
        self.narrow(part);
        self.steps.sort_by_key(PrintedStep::rank);
        if self.steps.len() > 1 {
            // `the last sentence of this section`
            self.steps
                .retain(|step| step.bare != Some(UnitNoun::Section) && step.kind != Text);
        }
    }

    /// Whether nothing is known about the place.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Narrows the address to `inner`, an address inside this place.
    pub(crate) fn narrow(&mut self, inner: Self) {
        // `2nd bullet. Delete whole bullet.`
        let is_list = matches!(&inner.steps[..], [step] if step.is_bare()
            && matches!(step.kind, All { .. })
            && self.steps.last().is_some_and(|last| last.unit() == Some(Paragraph)));
        if !self.steps.is_empty() && inner.steps.iter().all(PrintedStep::is_bare) && !is_list {
            // the unit of the outer address is meant
        } else {
            // `bullet list, third bullet`
            if let (Some(last), Some(first)) = (self.steps.last(), inner.steps.first())
                && (last.is_bare() || last.is_all_units() && !first.is_all_units())
                && last.unit() == first.unit()
            {
                self.steps.pop();
            }
            let outer = self.steps.clone();
            let whole = inner.steps.first().is_some_and(PrintedStep::is_heading);
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
    pub(crate) fn unit(&self) -> Option<UnitNoun> {
        self.steps.last().and_then(PrintedStep::unit)
    }
}

impl PrintedAddress {
    /// Returns the targets of a command on whole units: one for each address that `and` joins; none
    /// for the whole place.
    ///
    /// A printed line becomes a step to a line, which the rules do not have if it is only a line of
    /// print.
    pub(crate) fn units(&self) -> Vec<Target> {
        let line = self.printed_line.map(|line| PrintedStep::nth(Line, line));
        let place = Self {
            steps: self.steps.iter().cloned().chain(line).collect(),
            printed_line: None,
            ..self.clone()
        };
        place.places()
    }

    /// Returns the targets of a command on words inside the place, as [`units`](Self::units) does,
    /// but a printed line is only a hint.
    pub(crate) fn places(&self) -> Vec<Target> {
        let all = std::iter::once(&self.steps).chain(&self.more);
        let mut out: Vec<Target> = Vec::new();
        for target in all
            .filter(|steps| !steps.is_empty())
            .map(|steps| target_of(steps))
        {
            if !out.contains(&target) {
                out.push(target);
            }
        }
        let text = |target: &Target| matches!(&target.steps[..], [step] if step.kind == Text);
        if let Some(range) = &self.range {
            if out.last().is_none_or(text) {
                out.pop();
                out.push(target_of(&[]));
            }
            if let Some(last) = out.last_mut() {
                last.range = Some(Box::new(range.clone()));
            }
        }
        if out.is_empty() && self.printed_line.is_some() {
            out.push(target_of(&[Text.into()]));
        }
        if let Some(last) = out.last_mut() {
            last.frame = self.frame.clone().map(unspanned);
            last.printed_line = self.printed_line.map(unspanned);
        }
        out
    }

    /// Describes the address for an explanation.
    pub(crate) fn describe(&self) -> String {
        let mut parts = Vec::new();
        parts.extend(self.page.as_ref().map(|page| format!("page {page}")));
        parts.extend(
            self.heading
                .as_ref()
                .map(|heading| format!("under {heading}")),
        );
        let places: Vec<String> = self.places().iter().map(print_target).collect();
        parts.extend((!places.is_empty()).then(|| places.join(" and ")));
        if let (Some(line), true) = (self.printed_line, self.steps.is_empty()) {
            parts.push(format!("line {line} of print"));
        }
        parts.join(", ")
    }
}
