use crate::{
    model::{Node, PatchIx, Texts, UnitId},
    syntax::Which,
    text::Span,
};
use std::sync::Arc;

/// New units, not yet part of any tree.
#[derive(Clone, Debug, Default)]
pub struct Nursery {
    /// The units, each with its node; parents and children are set among them.
    pub seeds: Vec<Seed>,
    /// The outermost ones, in order.
    pub roots: Vec<UnitId>,
}

/// One new unit, or an old one that takes a new place.
#[derive(Clone, Debug)]
pub struct Seed {
    /// Which.
    pub unit: UnitId,
    /// As the payload has it.
    pub node: Node,
    /// The unit lived before with the very same words: its wording and provenance stay.
    pub keep: bool,
}

/// A place between units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// In front of a unit.
    Before(UnitId),
    /// Behind a unit.
    After(UnitId),
    /// First in a unit.
    Start(UnitId),
    /// Last in a unit.
    End(UnitId),
}

/// Words to be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Find {
    /// The words.
    pub quote: String,
    /// The words as printed, where the library has the instruction.
    pub printed: Option<String>,
    /// Which occurrences.
    pub which: Which,
    /// Where the instruction quotes them.
    pub span: Span,
}

/// What is done at found words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// They are replaced; by nothing, if the wording is empty.
    Replace(Texts),
    /// Words are put before them.
    Before(Texts),
    /// Words are put behind them.
    After(Texts),
}

/// A new value of one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellEdit {
    /// The cell.
    pub cell: UnitId,
    /// Row and column, for messages.
    pub name: String,
    /// The value that should stand there.
    pub old: Option<String>,
    /// The value that comes; empty: the value goes.
    pub new: Texts,
    /// Where the patch gives it.
    pub span: Span,
}

/// One change of a section's tree, in terms of identities.
#[derive(Clone, Debug)]
pub enum Edit {
    /// Units go, others take their place.
    Replace {
        /// Those that go.
        targets: Vec<UnitId>,
        /// Those that come.
        with: Arc<Nursery>,
    },
    /// Sentences of a paragraph are replaced by several paragraphs: what followed them goes behind the last.
    Split {
        /// The paragraph, which keeps its identity as the first.
        paragraph: UnitId,
        /// The sentences that go.
        targets: Vec<UnitId>,
        /// The units that come: first those that go into `paragraph`, then whole paragraphs.
        with: Arc<Nursery>,
        /// How many of the roots of `with` go into `paragraph`.
        inner: usize,
    },
    /// Units go.
    Delete {
        /// Which.
        targets: Vec<UnitId>,
        /// Where they live on.
        moved_to: Option<String>,
    },
    /// Units come.
    Insert {
        /// Where.
        slot: Slot,
        /// Which.
        with: Arc<Nursery>,
    },
    /// Words inside sentences change.
    Phrase {
        /// The units in which the words are looked for.
        scope: Vec<UnitId>,
        /// The words; none: the end (`Change::After`) or start (`Change::Before`) of the last or first atom.
        find: Option<Find>,
        /// What is done.
        change: Change,
    },
    /// A cell gets a value.
    Cell(CellEdit),
    /// The section comes into being with these units.
    Create {
        /// Its heading and contents.
        with: Arc<Nursery>,
    },
    /// The section ends.
    Drop {
        /// Where it lives on.
        moved_to: Option<String>,
    },
}

/// An instruction with its addresses lowered.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// Whose.
    pub patch: PatchIx,
    /// What it changes; nothing for notes, clarifications, withdrawals and descriptions.
    pub edits: Vec<Edit>,
    /// The units that its addresses reached.
    pub reached: Vec<UnitId>,
    /// The units that it brings or changes.
    pub results: Vec<UnitId>,
}

impl Edit {
    /// The new units that it brings.
    pub fn nursery(&self) -> Option<&Nursery> {
        match self {
            Self::Replace { with, .. }
            | Self::Split { with, .. }
            | Self::Insert { with, .. }
            | Self::Create { with } => Some(with),
            Self::Delete { .. } | Self::Phrase { .. } | Self::Cell(_) | Self::Drop { .. } => None,
        }
    }
}
