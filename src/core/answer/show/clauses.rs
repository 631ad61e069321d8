//! Clauses as a document: for `show`, editors and assistants.

use crate::answer::parts::{notices, title, view};
use crate::{analysis::ClauseView, doc::Block, model::Ruleset};

/// Returns clauses. `of_restatement` is what to say of a restatement.
pub fn clauses(ruleset: &Ruleset, answer: &ClauseView, of_restatement: &str) -> Vec<Block> {
    let mut out = Vec::new();
    for clause in &answer.clauses {
        out.push(view(ruleset, &answer.query, clause.page_text()));
        out.push(title(&clause.path, &clause.id));
        out.extend(notices(&answer.notices));
        out.extend(clause.doc(ruleset, of_restatement));
    }
    out
}
