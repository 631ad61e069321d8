use crate::{
    model::{PatchIx, UnitId},
    syntax::Layer,
    text::Span,
};

/// Something that might have been meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Near {
    /// As it would be written in the instruction: `bullet 7`, `#rear-support.pikes`.
    pub written: String,
    /// The first words of what it names.
    pub words: String,
}

/// What is wrong with a patch; lints put it in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// An address reaches nothing.
    Dangling {
        /// The step or id that fails.
        what: String,
        /// Why, in words: "the section has 11 bullets".
        why: String,
        /// What could be meant, best first.
        near: Vec<Near>,
    },
    /// An address counts printed lines, which are layout.
    PrintedLine,
    /// Quoted words do not stand where they should, or not as often.
    Quote {
        /// The words.
        quote: String,
        /// In which wording.
        layer: Layer,
        /// How often they stand there.
        found: usize,
        /// How often they should; none: at least once.
        expected: Option<usize>,
        /// Words that do stand there, best first.
        near: Vec<String>,
    },
    /// A number of units is asserted and another is there.
    Count {
        /// What is counted.
        unit: String,
        /// What the instruction says.
        expected: usize,
        /// What there is.
        found: usize,
    },
    /// The old value in a cell is not what the patch says.
    StaleValue {
        /// Row and column.
        cell: String,
        /// What the patch says.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// The name of an instruction belongs to a unit that its address did not reach.
    WrongName {
        /// The name.
        name: String,
        /// First words of what the address reached.
        reached: String,
        /// First words of the unit of that name.
        bears: String,
    },
    /// Two units want one name.
    DuplicateName {
        /// The name.
        name: String,
    },
    /// The payload has not the shape that the instruction needs.
    Payload {
        /// What it needs and what there is.
        why: String,
    },
    /// The unit lived in the frame and is gone in the edition that the patch amends.
    Overtaken {
        /// First words of the unit.
        words: String,
        /// Who took it out.
        by: PatchIx,
    },
    /// Another patch of the same edition acts on the same text.
    Conflict {
        /// The other one.
        other: PatchIx,
        /// First words of the unit.
        words: String,
    },
    /// The result depends on the order of two documents that nothing puts in order.
    OrderDependent {
        /// The other one.
        other: PatchIx,
    },
    /// A phrase edit cuts a fact in two, or a replacement drops it.
    FactLost {
        /// The fact.
        fact: String,
        /// Cut, not dropped.
        cut: bool,
    },
    /// The printed wording has not the units of the restated one.
    TwinShape {
        /// What differs.
        why: String,
    },
    /// Words are wanted in text of which not enough is held: the edit waits.
    Pending {
        /// The unit.
        unit: UnitId,
    },
}

/// A fault of a patch, and where in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Whose.
    pub patch: PatchIx,
    /// The bytes of the patch's file (of its twin's, for printed wording: then the heading is meant).
    pub span: Span,
    /// What.
    pub kind: FaultKind,
}
