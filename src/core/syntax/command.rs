//! `Command` and its parts: an instruction such as `Replace bullet 3`, with addresses, as data.
//!
//! `docs/src/notation/instructions.md` documents the language; `instruction` parses and prints it.

use super::{
    UnitNoun,
    instruction::{CommandEffect, Verb},
};
use crate::text::{Span, Spanned};

/// A parsed instruction (a level-2 heading): its verb, and the operands that fill the slots of one of
/// the verb's forms in [`VERBS`](super::instruction::VERBS). What no slot of the form names is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// What it does.
    pub verb: Verb,
    /// The units that it changes, or in or next to which it changes something. Empty for the section
    /// that contains the instruction, and for the whole ruleset after `Note on`.
    pub targets: Vec<Target>,
    /// Words of the text: those replaced or deleted, or next to which something is inserted.
    pub phrase: Option<Phrase>,
    /// New words, a new label or a new heading that the instruction itself gives.
    pub words: Option<QuotedText>,
    /// The number and kind of the new units, whose text is quoted below.
    pub count: Option<NewUnitCount>,
    /// The side of `phrase`, of the target or of `anchor` on which something is inserted or moved to.
    pub side: Option<BeforeOrAfter>,
    /// The end of the target at which something is added.
    pub end: Option<StartOrEnd>,
    /// The unit next to which others are moved.
    pub anchor: Option<Target>,
    /// `except diagram`: the label of the targets that stay.
    pub except: Option<Spanned<String>>,
    /// The clause to which deleted text is moved, or whose change is withdrawn.
    pub clause: Option<SpannedId>,
    /// The document whose change is withdrawn.
    pub document: Option<Spanned<String>>,
    /// `[the limit on …]`: a description by a sheet that gives neither words nor place. Never
    /// executed.
    pub description: Option<Spanned<String>>,
}

impl Command {
    /// Creates a command that names only targets.
    pub fn new(verb: Verb, targets: Vec<Target>) -> Self {
        Self {
            verb,
            targets,
            phrase: None,
            words: None,
            count: None,
            side: None,
            end: None,
            anchor: None,
            except: None,
            clause: None,
            document: None,
            description: None,
        }
    }

    /// Returns the addresses that it names.
    pub fn addresses(&self) -> impl Iterator<Item = &Target> {
        self.targets.iter().chain(&self.anchor)
    }

    /// Returns the addresses that it names, to be changed.
    pub fn addresses_mut(&mut self) -> impl Iterator<Item = &mut Target> {
        self.targets.iter_mut().chain(&mut self.anchor)
    }

    /// Returns the ids of all clauses that it names, in the order of the text.
    pub fn ids(&self) -> Vec<&SpannedId> {
        let mut ids: Vec<&SpannedId> = self.clause.iter().collect();
        for target in self.addresses() {
            ids.extend(&target.id);
            for step in &target.steps {
                if let AddressStepKind::Section(names) = &step.kind {
                    ids.extend(names);
                }
            }
        }
        ids.sort_by_key(|id| id.span);
        ids.dedup_by_key(|id| id.span);
        ids
    }

    /// Calls `change` with the id of each clause that it names.
    pub fn change_ids(&mut self, mut change: impl FnMut(&mut String)) {
        if let Some(clause) = &mut self.clause {
            change(&mut clause.value);
        }
        for target in self.addresses_mut() {
            target.id.iter_mut().for_each(|id| change(&mut id.value));
            for step in &mut target.steps {
                if let AddressStepKind::Section(names) = &mut step.kind {
                    names.iter_mut().for_each(|name| change(&mut name.value));
                }
            }
        }
    }

    /// Returns whether text must be quoted below it.
    pub fn needs_payload(&self) -> bool {
        self.verb.row().quotes && self.words.is_none()
    }

    /// Returns the kind of its effect.
    pub fn effect(&self) -> CommandEffect {
        self.verb.row().effect
    }

    /// Whether it changes no text by itself: a note or a clarification.
    pub fn is_comment(&self) -> bool {
        self.effect() == CommandEffect::Comment
    }
}

/// An id without its `#`, with the bytes it was read from (`#` included).
pub type SpannedId = Spanned<String>;

/// Quoted words without their marks; the span includes the marks.
pub type QuotedText = Spanned<String>;

/// The number and kind of an instruction's new units, perhaps with the label or ordinal that they
/// will have: `2 bullets`, `bullet 6`, `line "+1"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewUnitCount {
    /// The number; one if none is given.
    pub number: u32,
    /// The kind of unit.
    pub unit: UnitNoun,
    /// The ordinal that the unit will have, as `6` of `Add bullet 6`: checked, but without effect.
    pub label: Option<Spanned<String>>,
    /// The bytes of the count.
    pub span: Span,
}

/// The side of words or of a unit on which text is inserted or moved to: before or after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeforeOrAfter {
    /// Before it.
    Before,
    /// After it.
    After,
}

impl BeforeOrAfter {
    /// Returns the first or last of `units`: the one that is outermost on this side.
    pub fn outermost<T: Copy>(self, units: &[T]) -> Option<T> {
        match self {
            Self::Before => units.first().copied(),
            Self::After => units.last().copied(),
        }
    }
}

/// The end of a unit at which `Add` adds text: before or after all its contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartOrEnd {
    /// Before all its contents.
    Start,
    /// After all its contents.
    End,
}

/// An address in an instruction: `#id`, the steps inside it, perhaps a range, and perhaps the
/// edition in whose numbering the steps count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// `#id`; `None` for the section that contains the instruction.
    pub id: Option<SpannedId>,
    /// The steps, outermost first.
    pub steps: Vec<AddressStep>,
    /// `from … to …`, inside id and steps.
    pub range: Option<Box<(RangeEnd, RangeEnd)>>,
    /// `(3.0 numbering)`.
    pub frame: Option<Spanned<String>>,
    /// `(printed line 5)`: a hint for people, not used to resolve the address.
    pub printed_line: Option<Spanned<u32>>,
    /// The bytes of the address.
    pub span: Span,
}

/// One end of `from … to …`: quoted words, a unit, or the end of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RangeEnd {
    /// From or to these words, included.
    Phrase(Phrase),
    /// From or to this unit, included.
    Steps(Vec<AddressStep>),
    /// `the end of …`.
    EndOf(Vec<AddressStep>),
}

/// One step of an address, such as `bullet 3`: the units that it names, and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressStep {
    /// The units that it names.
    pub kind: AddressStepKind,
    /// The bytes of the step.
    pub span: Span,
}

impl AddressStep {
    /// Creates a step.
    pub fn new(kind: AddressStepKind, span: Span) -> Self {
        Self { kind, span }
    }
}

/// Which units an address step names: by ordinals, by labels, `all`, `last`, the heading, ….
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddressStepKind {
    /// The heading of the section.
    Heading,
    /// Everything below the heading.
    Text,
    /// The section itself, or the sections named.
    Section(Vec<SpannedId>),
    /// `all 4 paragraphs`.
    All {
        /// The number of units that is asserted.
        count: Option<u32>,
        /// The kind of unit.
        unit: UnitNoun,
    },
    /// `last sentence`, `last 3 sentences`.
    Last {
        /// The number of units; one if none is given.
        count: u32,
        /// The kind of unit.
        unit: UnitNoun,
    },
    /// `sentence 2 from the end`, `bullets 2–3 from the end`.
    FromEnd {
        /// The kind of unit.
        unit: UnitNoun,
        /// Inclusive ranges of ordinals; the last unit is 1.
        ordinals: Vec<(u32, u32)>,
    },
    /// `bullet 3`, `sentences 4–5`, `bullets 2, 4 and 6`.
    Ordinals {
        /// The kind of unit.
        unit: UnitNoun,
        /// Inclusive ranges of ordinals, counted from 1.
        ordinals: Vec<(u32, u32)>,
    },
    /// `line "+1" 3`, `last line "+1"`, `row "Spears" and "Pikes"`.
    Labelled {
        /// Whether it names the last unit with the label.
        last: bool,
        /// The kind of unit.
        unit: UnitNoun,
        /// The labels.
        labels: Vec<QuotedText>,
        /// The ordinals among the units with the label; empty if there must be only one.
        ordinals: Vec<(u32, u32)>,
    },
}

/// Quoted words to find in a text, and which of their occurrences are meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// The occurrences that are meant.
    pub which: OccurrenceSelector,
    /// The words; `…` inside is a gap within one sentence.
    pub quote: QuotedText,
}

/// Which occurrences of quoted words are meant: exactly n, the n-th, the last, or every one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OccurrenceSelector {
    /// All occurrences, of which there must be exactly this many. `1` if no number is given.
    Exactly(u32),
    /// The n-th occurrence, from 1.
    Nth(u32),
    /// The last occurrence.
    Last,
    /// All occurrences, at least one.
    Every,
}
