//! What a search returns.

use super::{concept::Correction, doc::Doc, query::Fault, snippet::Snippet};

/// Something that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// What it is.
    pub doc: Doc,
    /// How well it fits; only good for comparing hits of one answer.
    pub score: f32,
    /// Whether it holds at the edition asked for.
    pub holds: bool,
    /// The words around what was asked for.
    pub snippet: Snippet,
    /// What the clause says at the edition asked for, where this no longer holds.
    pub now: Option<String>,
}

/// An answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hits {
    /// What was found, best first; what does not hold stands behind all that does.
    pub hits: Vec<Hit>,
    /// What of the query was not understood.
    pub faults: Vec<Fault>,
    /// Words that were taken for others.
    pub corrections: Vec<Correction>,
}
