//! Makes the documents of the search index: wordings of clauses, rulings, notes, and changes.
//! Each wording of a clause is a document with the editions in which it is in force.

mod change;
mod clause;
mod notes;
mod ruleset_documents;
mod section_context;
mod subject_phrases;

pub(super) use clause::has_text;
pub use ruleset_documents::IndexKey;
