//! The errors of patches (addresses, quotes, counts, payloads, conflicts), from which lints make
//! diagnostics; some do not prevent the edits.

use crate::{
    model::{PatchIx, UnitId},
    syntax::WordingLayer,
    text::Span,
};

/// A correction for a wrong address, id, label, row, column or document in an instruction, with the
/// first words of the unit that it names, if it names one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The address to write in the instruction: `bullet 7`, `#rear-support.pikes`.
    pub written: String,
    /// The first words of the unit that it names; empty for a row, column or document.
    pub words: String,
}

impl Suggestion {
    pub(crate) fn new(written: String, words: String) -> Self {
        Self { written, words }
    }
}

/// What is wrong with a patch: an address, quote, count, old value, name, payload or conflict.
/// Lints turn the kinds into messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatchErrorKind {
    /// An address names nothing.
    Dangling {
        /// The step or id that fails.
        what: String,
        /// Why, in words: "the section has 11 bullets".
        why: String,
        /// What may have been meant, best first.
        near: Vec<Suggestion>,
    },
    /// An address counts printed lines, which depend on layout.
    LinePosition,
    /// Quoted words are not found, or occur another number of times than expected.
    Quote {
        /// The words.
        quote: String,
        /// The wording that was searched.
        layer: WordingLayer,
        /// The number of occurrences found.
        found: usize,
        /// The number expected; without one, at least one occurrence.
        expected: Option<usize>,
        /// Similar words of the text, best first.
        near: Vec<String>,
    },
    /// The asserted number of units differs from the actual one.
    Count {
        /// The kind of unit that is counted.
        unit: String,
        /// The number that the instruction asserts.
        expected: usize,
        /// The actual number.
        found: usize,
    },
    /// The old value that the patch expects in a cell differs from the actual one.
    StaleValue {
        /// Row and column.
        cell: String,
        /// The value that the patch expects.
        expected: String,
        /// The actual value.
        found: String,
    },
    /// The name of an instruction belongs to a unit that its address does not name.
    WrongName {
        /// The name.
        name: String,
        /// First words of the unit that the address names.
        reached: String,
        /// First words of the unit that has the name.
        named: String,
    },
    /// The name of an instruction is nearly the one that the unit has already.
    SecondName {
        /// The name.
        name: String,
        /// The name that the unit has.
        own: String,
    },
    /// Two units request the same name.
    DuplicateName {
        /// The name.
        name: String,
    },
    /// The payload does not have the shape that the instruction needs.
    Payload {
        /// The shape that is needed and the shape found.
        why: String,
    },
    /// Units cannot be moved or renamed as the instruction says, or it changes nothing.
    Rearrangement {
        /// Why, in words: "a bullet can only be moved next to a bullet".
        why: String,
        /// What to write instead.
        help: String,
    },
    /// The unit exists in the frame and was removed in the edition that the patch amends.
    Overtaken {
        /// First words of the unit.
        words: String,
        /// The patch that removed it.
        by: PatchIx,
    },
    /// Another patch of the same edition acts on the same text.
    Conflict {
        /// The other patch.
        other: PatchIx,
        /// First words of the unit.
        words: String,
    },
    /// The result depends on the order of two documents, which is not known.
    OrderDependent {
        /// The other patch.
        other: PatchIx,
    },
    /// A phrase edit cuts a fact in two, or a replacement drops it.
    FactLost {
        /// The fact.
        fact: String,
        /// Whether it is cut rather than dropped.
        cut: bool,
    },
    /// The printed wording does not have the same units as the restated one.
    TwinShape {
        /// The difference.
        why: String,
    },
    /// The text in which words are searched is incomplete: the edit waits until it is known.
    Pending {
        /// The unit.
        unit: UnitId,
    },
}

impl PatchErrorKind {
    /// Returns whether the instruction is wrong, so that what later ones find may be wrong, too.
    pub fn is_mistake(&self) -> bool {
        matches!(
            self,
            Self::Dangling { .. }
                | Self::Quote {
                    layer: WordingLayer::Restated,
                    ..
                }
                | Self::Count { .. }
                | Self::StaleValue { .. }
                | Self::WrongName { .. }
                | Self::SecondName { .. }
                | Self::DuplicateName { .. }
                | Self::Payload { .. }
        )
    }
}

/// An error in a patch: what is wrong, and the bytes of the patch's file where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatchError {
    /// The patch.
    pub patch: PatchIx,
    /// The bytes in the patch's file. For printed wording the span belongs to the library's file,
    /// and the heading is reported instead.
    pub span: Span,
    /// The kind of error.
    pub kind: PatchErrorKind,
}

impl PatchError {
    pub(crate) fn new(patch: PatchIx, span: Span, kind: PatchErrorKind) -> Self {
        Self { patch, span, kind }
    }
}
