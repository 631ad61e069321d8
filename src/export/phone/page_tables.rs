//! `PageTables`: interned answers and search documents of all rulesets of a page.

use super::{answer_interner::AnswerInterner, interner::JsonInterner};

/// Tables that all rulesets of a page for phones share: interned answers, search documents, and the
/// editions at which these hold.
#[derive(Debug, Default)]
pub(super) struct PageTables {
    /// The answers.
    pub(super) values: AnswerInterner,
    /// The search documents.
    pub(super) docs: JsonInterner,
    /// The editions in which search documents are in force, gone or repeated.
    pub(super) standings: JsonInterner,
}
