//! Tables shared by all rulesets of a page.

use super::{interner::JsonInterner, value_table::ValueTable};

/// Tables shared by all rulesets; their entries are referred to by number.
#[derive(Debug, Default)]
pub(super) struct PageTables {
    /// The answers.
    pub(super) values: ValueTable,
    /// The search documents.
    pub(super) docs: JsonInterner,
    /// The editions in which the search documents hold.
    pub(super) standings: JsonInterner,
}
