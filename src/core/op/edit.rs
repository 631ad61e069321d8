//! The types of edits to which instructions are lowered: new units, positions, changes of words.

use crate::{
    model::{PatchIx, UnitId, UnitState, Wordings},
    syntax::{BeforeOrAfter, OccurrenceSelector},
    text::Span,
};
use std::sync::Arc;

/// Units, new or rewritten, that an edit puts into a tree: their nodes, and which are outermost.
#[derive(Clone, Debug, Default)]
pub struct NewUnits {
    /// The units with their nodes; the nodes' parents and children refer to each other.
    pub units: Vec<NewUnit>,
    /// The outermost units, in order.
    pub roots: Vec<UnitId>,
}

/// The node of a new unit, or the new node of an existing one whose identity the payload keeps.
#[derive(Clone, Debug)]
pub struct NewUnit {
    /// The identity of the unit.
    pub unit: UnitId,
    /// The node that the payload gives it.
    pub node: UnitState,
    /// Whether the unit existed before with the very same words: it keeps its wording and
    /// provenance.
    pub unchanged: bool,
}

impl NewUnit {
    /// Creates a unit with other words than it had, if it existed.
    pub(crate) fn new(unit: UnitId, node: UnitState) -> Self {
        Self {
            unit,
            node,
            unchanged: false,
        }
    }
}

/// Where units are inserted: before or after a unit, or inside it at its start or end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InsertPosition {
    /// Before a unit.
    Before(UnitId),
    /// After a unit.
    After(UnitId),
    /// At the start of a unit.
    Start(UnitId),
    /// At the end of a unit.
    End(UnitId),
}

impl PhraseChange {
    /// Returns the new words.
    pub fn texts(&self) -> &Wordings {
        let (Self::Replace(texts) | Self::Before(texts) | Self::After(texts)) = self;
        texts
    }
}

impl InsertPosition {
    /// Returns the position on one side of `unit`.
    pub fn next_to(unit: UnitId, side: BeforeOrAfter) -> Self {
        match side {
            BeforeOrAfter::Before => Self::Before(unit),
            BeforeOrAfter::After => Self::After(unit),
        }
    }

    /// Returns the unit that it refers to.
    pub fn unit(self) -> UnitId {
        let (Self::Before(unit) | Self::After(unit) | Self::Start(unit) | Self::End(unit)) = self;
        unit
    }
}

/// The words that an instruction quotes from the text (restated, and printed if known), and which
/// of their occurrences it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotedPhrase {
    /// The words.
    pub quote: String,
    /// The words as printed, where the library has the instruction.
    pub printed: Option<String>,
    /// The occurrences that are meant.
    pub which: OccurrenceSelector,
    /// Where the instruction quotes the words.
    pub span: Span,
}

/// What a phrase edit does: replaces the quoted words (by nothing: deletes them), or inserts before
/// or after them; without a quote, at the start or end of its scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhraseChange {
    /// Replaces the words; with nothing, if the wording is empty.
    Replace(Wordings),
    /// Inserts words before them.
    Before(Wordings),
    /// Inserts words after them.
    After(Wordings),
}

/// A new value for one cell of a table, which its unit id names, and the old value if the
/// instruction states one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellEdit {
    /// The cell.
    pub cell: UnitId,
    /// Row and column, for messages.
    pub name: String,
    /// The value that the cell is expected to have before; `None` if the instruction states none.
    pub old: Option<String>,
    /// The new value; an empty one clears the cell.
    pub new: Wordings,
    /// Where the patch gives the value.
    pub span: Span,
}

/// A unit that moves, and the place to which it does. Units that change places move next to each other.
#[derive(Clone, Copy, Debug)]
pub struct UnitMove {
    /// The unit.
    pub unit: UnitId,
    /// The side of `anchor`.
    pub side: BeforeOrAfter,
    /// The unit next to whose present place it goes.
    pub anchor: UnitId,
}

/// One change of a section's tree: of units, labels, words or a cell, or of the whole section.
#[derive(Clone, Debug)]
pub enum TreeEdit {
    /// Replaces units by others.
    Replace {
        /// The units that are replaced.
        targets: Vec<UnitId>,
        /// The new units.
        with: Arc<NewUnits>,
    },
    /// Replaces sentences of a paragraph by several paragraphs; the rest of the paragraph moves to
    /// the end of the last one.
    Split {
        /// The paragraph, which keeps its identity as the first.
        paragraph: UnitId,
        /// The sentences that are replaced.
        targets: Vec<UnitId>,
        /// The new units: first those that go into `paragraph`, then whole paragraphs.
        with: Arc<NewUnits>,
        /// How many of the roots of `with` go into `paragraph`.
        inner: usize,
    },
    /// Deletes units, or the section by its root.
    Delete {
        /// The units that are deleted.
        targets: Vec<UnitId>,
        /// The id of the clause that contains them from now on.
        moved_to: Option<String>,
    },
    /// Inserts units.
    Insert {
        /// The position of the new units.
        slot: InsertPosition,
        /// The new units.
        with: Arc<NewUnits>,
    },
    /// Moves units, which keep their identity, in this order.
    Move(Vec<UnitMove>),
    /// Gives a unit another label.
    Rename {
        /// The unit.
        unit: UnitId,
        /// Its new label.
        label: Arc<str>,
    },
    /// Changes words inside sentences.
    Phrase {
        /// The units in which the words are searched.
        scope: Vec<UnitId>,
        /// The words. Without a query the change applies to the end of the last atom
        /// (`PhraseChange::After`) or the start of the first (`PhraseChange::Before`).
        find: Option<QuotedPhrase>,
        /// The change.
        change: PhraseChange,
    },
    /// Sets the value of a cell.
    Cell(CellEdit),
    /// Creates the section with these units.
    Create {
        /// Its heading and contents.
        with: Arc<NewUnits>,
    },
}

/// An instruction as edits on unit ids, with the units that it addresses and those it changes.
#[derive(Clone, Debug)]
pub struct LoweredPatch {
    /// The patch that was lowered.
    pub patch: PatchIx,
    /// Its edits; none for notes, clarifications, withdrawals and descriptions.
    pub edits: Vec<TreeEdit>,
    /// The units that its addresses name.
    pub reached: Vec<UnitId>,
    /// The units that it adds or changes.
    pub results: Vec<UnitId>,
}

impl TreeEdit {
    /// Returns the new units of the edit.
    pub fn new_units(&self) -> Option<&NewUnits> {
        match self {
            Self::Replace { with, .. }
            | Self::Split { with, .. }
            | Self::Insert { with, .. }
            | Self::Create { with } => Some(with),
            _ => None,
        }
    }

    /// Returns the units that the edit replaces or deletes.
    pub fn removed_units(&self) -> &[UnitId] {
        match self {
            Self::Replace { targets, .. }
            | Self::Split { targets, .. }
            | Self::Delete { targets, .. } => targets,
            _ => &[],
        }
    }

    /// Returns the id of the clause to which the text that the edit deletes is moved.
    pub fn moved_to(&self) -> Option<&str> {
        match self {
            Self::Delete { moved_to, .. } => moved_to.as_deref(),
            _ => None,
        }
    }

    /// Whether the edit adds units or text of its own, rather than only removes, moves, renames or
    /// changes words.
    pub fn adds_text(&self) -> bool {
        !matches!(
            self,
            Self::Delete { .. } | Self::Move(_) | Self::Rename { .. } | Self::Phrase { .. }
        )
    }

    /// Returns the units that the edit puts elsewhere without changing them.
    pub fn moved_units(&self) -> Vec<UnitId> {
        match self {
            Self::Move(moves) => moves.iter().map(|own| own.unit).collect(),
            _ => Vec::new(),
        }
    }
}
