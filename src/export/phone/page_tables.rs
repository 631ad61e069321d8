//! `PageTables`: the answers and search documents of all rulesets of a page, each stored once.

use super::{interner::JsonInterner, value_table::ValueTable};

/// Answers, search documents and editions of documents of all rulesets, referred to by number.
#[derive(Debug, Default)]
pub(super) struct PageTables {
    /// The answers.
    pub(super) values: ValueTable,
    /// The search documents.
    pub(super) docs: JsonInterner,
    /// The editions in which the search documents hold.
    pub(super) standings: JsonInterner,
}
