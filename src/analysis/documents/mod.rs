//! The documents of the search index: each clause in each of its wordings with the editions in
//! which it is in force, rulings and notes on clauses, and the changes between editions.

mod change;
mod clause;
mod notes;
mod runs;
mod section_context;
mod subject_phrases;

pub use runs::IndexKey;
