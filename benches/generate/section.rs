//! A section that is being generated.

use super::clause::GeneratedClause;

/// A section in the latest edition generated so far.
#[derive(Debug)]
pub(super) struct GeneratedSection {
    pub(super) id: String,
    /// The heading with its attributes.
    pub(super) heading: String,
    pub(super) clauses: Vec<GeneratedClause>,
}
