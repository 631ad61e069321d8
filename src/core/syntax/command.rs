//! `Command` and its parts: an instruction such as `Replace bullet 3`, with addresses, as data.
//!
//! `docs/src/notation/instructions.md` documents the language; `instruction` parses and prints it.

use super::UnitNoun;
use crate::text::{Span, Spanned};

/// A parsed instruction (a level-2 heading): `Replace`, `Delete`, `Set values`, … with operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `Replace bullet 3`, `Replace paragraph 6 with 3 paragraphs`.
    Replace {
        /// The units that are replaced.
        targets: Vec<Target>,
        /// The number and kind of the new units, if given.
        with: Option<NewUnitCount>,
        /// `except diagram`: the label of the targets that stay.
        except: Option<Spanned<String>>,
    },
    /// `Replace "a" with "b" in bullet 3`.
    ReplacePhrase {
        /// The words that are replaced.
        phrase: Phrase,
        /// The new words.
        with: QuotedText,
        /// The units in which the words are replaced.
        targets: Vec<Target>,
    },
    /// `Delete bullet 2, moved to #mitigating`.
    Delete {
        /// The units or words that are deleted.
        what: DeleteOperand,
        /// The id of the clause in which they continue.
        moved_to: Option<SpannedId>,
    },
    /// `Insert 2 bullets after bullet 4`, `Insert "war wagons" after "knights" in bullet 1`.
    Insert {
        /// The new units or words.
        what: InsertOperand,
        /// The side of `point`.
        side: BeforeOrAfter,
        /// The words or unit next to which they are inserted.
        point: InsertAnchor,
    },
    /// `Add bullet 6 at the end of paragraph 2`.
    Add {
        /// The number and kind of the new units.
        what: NewUnitCount,
        /// The end at which they are added.
        end: StartOrEnd,
        /// The unit to which they are added; `None` for the section that contains the instruction.
        of: Option<Target>,
    },
    /// `Set values`: the cells of the quoted table.
    SetValues,
    /// `Set entries`: the labelled units of the quote, replaced where they exist and added
    /// otherwise.
    SetEntries,
    /// `Substitute in row "Spears"`: the quote contains `~~old~~ new`, one pair per line.
    Substitute {
        /// The units in which words are substituted.
        targets: Vec<Target>,
    },
    /// `Move bullets 3 and 4 after bullet 6`.
    Move {
        /// The units that are moved, in the order in which they will be.
        targets: Vec<Target>,
        /// The side of `anchor`.
        side: BeforeOrAfter,
        /// The unit next to which they are moved.
        anchor: Target,
    },
    /// `Swap bullets 1 and 3`: two units exchange their places.
    Swap {
        /// The addresses that together name the two units.
        targets: Vec<Target>,
    },
    /// `Rename item "b" to "c"`, `Rename heading to "Tolls at night"`.
    Rename {
        /// The labelled unit or the heading.
        target: Target,
        /// The new label, or the new heading.
        label: QuotedText,
    },
    /// `Withdraw dbm-3.4 on #terrain.defender.ww`.
    Withdraw {
        /// The document whose change is withdrawn.
        document: Spanned<String>,
        /// The clause that it changed.
        clause: SpannedId,
    },
    /// `Note on #rear-support`: commentary of the document's authors.
    Note {
        /// The units that it is about; empty for the whole ruleset.
        targets: Vec<Target>,
    },
    /// `Clarify #terrain.defender.ww, sentence 1`.
    Clarify {
        /// The units that are interpreted.
        targets: Vec<Target>,
    },
}

/// Returns the targets that a command names, by `iter` or `iter_mut`.
macro_rules! targets {
    ($command:expr, $iter:ident) => {
        match $command {
            Command::SetValues
            | Command::SetEntries
            | Command::Withdraw { .. }
            | Command::Delete {
                what: DeleteOperand::Described(_),
                ..
            } => Vec::new(),
            Command::Replace { targets, .. }
            | Command::ReplacePhrase { targets, .. }
            | Command::Delete {
                what: DeleteOperand::Units(targets) | DeleteOperand::Phrase(_, targets),
                ..
            }
            | Command::Insert {
                point: InsertAnchor::Phrase(_, targets),
                ..
            }
            | Command::Substitute { targets }
            | Command::Swap { targets }
            | Command::Note { targets }
            | Command::Clarify { targets } => targets.$iter().collect(),
            Command::Move {
                targets, anchor, ..
            } => targets.$iter().chain([anchor]).collect(),
            Command::Insert {
                point: InsertAnchor::Unit(target),
                ..
            }
            | Command::Rename { target, .. } => vec![target],
            Command::Add { of, .. } => of.$iter().collect(),
        }
    };
}

impl Command {
    /// Returns the targets that it names.
    pub fn targets(&self) -> Vec<&Target> {
        targets!(self, iter)
    }

    /// Returns the targets that it names, to be changed.
    pub fn targets_mut(&mut self) -> Vec<&mut Target> {
        targets!(self, iter_mut)
    }

    /// Returns the clause to which deleted text is moved, or whose change is withdrawn.
    pub fn named_clause(&self) -> Option<&SpannedId> {
        match self {
            Self::Delete { moved_to, .. } => moved_to.as_ref(),
            Self::Withdraw { clause, .. } => Some(clause),
            _ => None,
        }
    }

    /// Returns the ids of all clauses that it names, in the order of the text.
    pub fn ids(&self) -> Vec<&SpannedId> {
        let mut ids: Vec<&SpannedId> = self.named_clause().into_iter().collect();
        for target in self.targets() {
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
        match self {
            Self::Delete {
                moved_to: Some(clause),
                ..
            }
            | Self::Withdraw { clause, .. } => change(&mut clause.value),
            _ => {}
        }
        for target in self.targets_mut() {
            target.id.iter_mut().for_each(|id| change(&mut id.value));
            for step in &mut target.steps {
                if let AddressStepKind::Section(names) = &mut step.kind {
                    names.iter_mut().for_each(|name| change(&mut name.value));
                }
            }
        }
    }

    /// Returns the quoted words that the instruction itself adds, not those of its payload.
    pub fn inserted_words(&self) -> Option<&QuotedText> {
        match self {
            Self::ReplacePhrase { with: words, .. } | Self::Rename { label: words, .. } => {
                Some(words)
            }
            Self::Insert {
                what: InsertOperand::Words(words),
                ..
            } => Some(words),
            _ => None,
        }
    }

    /// Returns whether text must be quoted below it.
    pub fn needs_payload(&self) -> bool {
        match self {
            Self::Insert { what, .. } => matches!(what, InsertOperand::Units(_)),
            Self::Replace { .. }
            | Self::Add { .. }
            | Self::SetValues
            | Self::SetEntries
            | Self::Substitute { .. }
            | Self::Note { .. }
            | Self::Clarify { .. } => true,
            Self::ReplacePhrase { .. }
            | Self::Delete { .. }
            | Self::Move { .. }
            | Self::Swap { .. }
            | Self::Rename { .. }
            | Self::Withdraw { .. } => false,
        }
    }

    /// Returns the kind of its effect.
    pub fn effect(&self) -> CommandEffect {
        match self {
            Self::Replace { .. }
            | Self::ReplacePhrase { .. }
            | Self::SetValues
            | Self::SetEntries
            | Self::Substitute { .. }
            | Self::Move { .. }
            | Self::Swap { .. }
            | Self::Rename { .. } => CommandEffect::Change,
            Self::Delete { .. } | Self::Withdraw { .. } => CommandEffect::Delete,
            Self::Insert { .. } | Self::Add { .. } => CommandEffect::Insert,
            Self::Note { .. } | Self::Clarify { .. } => CommandEffect::Comment,
        }
    }

    /// Returns the quoted words that must occur in the units it addresses.
    pub fn phrase(&self) -> Option<&Phrase> {
        match self {
            Self::ReplacePhrase { phrase, .. }
            | Self::Delete {
                what: DeleteOperand::Phrase(phrase, _),
                ..
            }
            | Self::Insert {
                point: InsertAnchor::Phrase(phrase, _),
                ..
            } => Some(phrase),
            _ => None,
        }
    }
}

/// What a command does with text (replaces or moves, deletes, inserts, nothing): by it, printed and
/// stored instructions are matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandEffect {
    /// It replaces, moves or renames text.
    Change,
    /// It takes text away.
    Delete,
    /// It adds text.
    Insert,
    /// It changes no text.
    Comment,
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

/// What `Delete` removes: units, quoted words, or a passage that a sheet only describes in brackets
/// (`[…]`), which is never executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeleteOperand {
    /// Whole units.
    Units(Vec<Target>),
    /// Words.
    Phrase(Phrase, Vec<Target>),
    /// `[the limit on …]`: a description by a sheet that gives neither words nor place. Never
    /// executed.
    Described(Spanned<String>),
}

/// What `Insert` adds: words given in the instruction, or units given in the payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InsertOperand {
    /// Words, given in the instruction.
    Words(QuotedText),
    /// Units, given in the payload. With `words` as the unit: the payload's words.
    Units(NewUnitCount),
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

/// The quoted words, or the unit, next to which `Insert` adds text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InsertAnchor {
    /// Next to words.
    Phrase(Phrase, Vec<Target>),
    /// Next to a unit.
    Unit(Target),
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
