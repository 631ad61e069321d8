//! Clauses as a document: for `show`, editors and assistants.

use crate::answer::parts::{notices, title, view_of_text};
use crate::{analysis::ClauseView, doc::Block, model::Ruleset};

/// Returns clauses.
pub fn clauses(ruleset: &Ruleset, answer: &ClauseView) -> Vec<Block> {
    let mut out = Vec::new();
    for clause in &answer.clauses {
        let (query, page) = (&answer.query, clause.page_text());
        out.push(view_of_text(ruleset, query, page, &clause.blocks));
        out.push(title(&clause.path, &clause.id));
        out.extend(notices(&answer.notices));
        out.extend(clause.doc());
    }
    out
}
