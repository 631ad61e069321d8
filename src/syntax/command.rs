//! The instruction language as data. `grammar/README.md` documents it; `instruction` reads and prints it.

use super::Unit;
use crate::text::{Span, Spanned};

/// A level-2 heading, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `Replace bullet 3`, `Replace paragraph 6 with 3 paragraphs`.
    Replace {
        /// What goes.
        targets: Vec<Target>,
        /// How many units of which kind come, where that is said.
        with: Option<Count>,
        /// `except diagram`: what of the targets stays.
        except: Option<Spanned<String>>,
    },
    /// `Replace "a" with "b" in bullet 3`.
    ReplacePhrase {
        /// The words that go.
        phrase: Phrase,
        /// The words that come.
        with: Quoted,
        /// Where.
        targets: Vec<Target>,
    },
    /// `Delete bullet 2, moved to #mitigating`.
    Delete {
        /// What goes.
        what: Deleted,
        /// Where it lives on.
        moved_to: Option<Name>,
    },
    /// `Insert 2 bullets after bullet 4`, `Insert "war wagons" after "knights" in bullet 1`.
    Insert {
        /// What comes.
        what: Inserted,
        /// On which side of `point`.
        side: Side,
        /// Beside what.
        point: Point,
    },
    /// `Add bullet 6 at the end of paragraph 2`.
    Add {
        /// How many units of which kind.
        what: Count,
        /// At which end.
        end: End,
        /// Of what; the place itself where none is named.
        of: Option<Target>,
    },
    /// `Set values`: the cells of the quoted table.
    SetValues,
    /// `Set entries`: the labelled units of the quote, replaced where they exist, else added.
    SetEntries,
    /// `Substitute in row "Spears"`: the quote holds `~~old~~ new`, one pair a line.
    Substitute {
        /// Where.
        targets: Vec<Target>,
    },
    /// `Withdraw dbm-3.4 on #terrain.defender.ww`.
    Withdraw {
        /// Whose change.
        document: Spanned<String>,
        /// Of what.
        clause: Name,
    },
    /// `Note on #rear-support`: commentary of the document's authors.
    Note {
        /// On what; empty for the whole ruleset.
        targets: Vec<Target>,
    },
    /// `Clarify #terrain.defender.ww, sentence 1`.
    Clarify {
        /// The units interpreted.
        targets: Vec<Target>,
    },
}

impl Command {
    /// The targets that it names.
    pub fn targets(&self) -> Vec<&Target> {
        match self {
            Self::SetValues
            | Self::SetEntries
            | Self::Withdraw { .. }
            | Self::Delete {
                what: Deleted::Described(_),
                ..
            } => Vec::new(),
            Self::Replace { targets, .. }
            | Self::ReplacePhrase { targets, .. }
            | Self::Delete {
                what: Deleted::Units(targets) | Deleted::Phrase(_, targets),
                ..
            }
            | Self::Insert {
                point: Point::Phrase(_, targets),
                ..
            }
            | Self::Substitute { targets }
            | Self::Note { targets }
            | Self::Clarify { targets } => targets.iter().collect(),
            Self::Insert {
                point: Point::Unit(target),
                ..
            } => vec![target],
            Self::Add { of, .. } => of.iter().collect(),
        }
    }

    /// The quoted words that must stand in what its addresses reach.
    pub fn phrase(&self) -> Option<&Phrase> {
        match self {
            Self::ReplacePhrase { phrase, .. }
            | Self::Delete {
                what: Deleted::Phrase(phrase, _),
                ..
            }
            | Self::Insert {
                point: Point::Phrase(phrase, _),
                ..
            } => Some(phrase),
            Self::Replace { .. }
            | Self::Delete { .. }
            | Self::Insert { .. }
            | Self::Add { .. }
            | Self::SetValues
            | Self::SetEntries
            | Self::Substitute { .. }
            | Self::Withdraw { .. }
            | Self::Note { .. }
            | Self::Clarify { .. } => None,
        }
    }
}

/// An id without its `#`, with the bytes it was read from (`#` included).
pub type Name = Spanned<String>;

/// Quoted words without their marks; the span includes the marks.
pub type Quoted = Spanned<String>;

/// A number of units of one kind, perhaps labelled: `2 bullets`, `bullet 6`, `line "+1"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// How many; one where no number stands.
    pub number: u32,
    /// The kind.
    pub unit: Unit,
    /// The place it will have, as `6` of `Add bullet 6`: checked, not obeyed.
    pub label: Option<Spanned<String>>,
    /// Where it stands.
    pub span: Span,
}

/// What `Delete` takes away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deleted {
    /// Whole units.
    Units(Vec<Target>),
    /// Words.
    Phrase(Phrase, Vec<Target>),
    /// `[the limit on …]`: what the sheet describes without giving words or place. Never executed.
    Described(Spanned<String>),
}

/// What `Insert` brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inserted {
    /// Words, given in the instruction.
    Words(Quoted),
    /// Units, given in the payload. `words` as a unit: the payload's words.
    Units(Count),
}

/// Before or after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// In front of it.
    Before,
    /// Behind it.
    After,
}

/// Start or end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// In front of everything.
    Start,
    /// Behind everything.
    End,
}

/// Where an insertion goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Point {
    /// Beside words.
    Phrase(Phrase, Vec<Target>),
    /// Beside a unit.
    Unit(Target),
}

/// An address: an id, steps inside it, or a range; in a numbering.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// `#id`; where none is named, the place under which the instruction stands.
    pub id: Option<Name>,
    /// The steps, outermost first.
    pub steps: Vec<Step>,
    /// `from … to …`, inside id and steps.
    pub range: Option<Box<(Edge, Edge)>>,
    /// `(3.0 numbering)`.
    pub frame: Option<Spanned<String>>,
    /// `(printed line 5)`: a hint, never counted.
    pub printed_line: Option<Spanned<u32>>,
    /// Where it stands.
    pub span: Span,
}

/// One end of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edge {
    /// From or to these words, included.
    Phrase(Phrase),
    /// From or to this unit, included.
    Steps(Vec<Step>),
    /// `the end of …`.
    EndOf(Vec<Step>),
}

/// One step of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it names.
    pub kind: StepKind,
    /// Where it stands.
    pub span: Span,
}

/// What a step names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// The heading of the section.
    Heading,
    /// Everything below the heading.
    Text,
    /// The section itself, or the ones named.
    Section(Vec<Name>),
    /// `all 4 paragraphs`.
    All {
        /// The number asserted.
        count: Option<u32>,
        /// The kind.
        unit: Unit,
    },
    /// `last sentence`, `last 3 sentences`.
    Last {
        /// How many; one where no number stands.
        count: u32,
        /// The kind.
        unit: Unit,
    },
    /// `bullet 3`, `sentences 4–5`, `bullets 2, 4 and 6`.
    Ordinals {
        /// The kind.
        unit: Unit,
        /// Inclusive ranges of ordinals, counted from 1.
        ordinals: Vec<(u32, u32)>,
    },
    /// `line "+1" 3`, `last line "+1"`, `row "Spears" and "Pikes"`.
    Labelled {
        /// The last one that bears the label.
        last: bool,
        /// The kind.
        unit: Unit,
        /// The labels.
        labels: Vec<Quoted>,
        /// Which of those that bear it; empty: the only one.
        ordinals: Vec<(u32, u32)>,
    },
}

/// Quoted words to be found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// Which occurrences.
    pub which: Which,
    /// The words; `…` inside is a gap within one sentence.
    pub quote: Quoted,
}

/// Which occurrences of a phrase are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// It occurs exactly this often, and all are meant. `1` where nothing is said.
    Exactly(u32),
    /// The n-th, from 1.
    Nth(u32),
    /// The last.
    Last,
    /// All, at least one.
    Every,
}
