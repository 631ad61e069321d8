//! The answer to the operation `rulings` of other programs: the rulings on a clause, each with its
//! status; the command shows the register of rulings instead.

use crate::analysis::{ClauseAnnotation, ClauseRuling, ClauseState, ClauseView, ViewDescription};
use serde::Serialize;

/// The answer of the operation `rulings`: clauses with the rulings on them and contradictions, but
/// no text.
#[derive(Clone, Debug, Serialize)]
pub struct RulingsView {
    /// The version of this JSON shape: 1.
    pub version: u32,
    /// The view that was requested.
    pub query: ViewDescription,
    /// Notices to show with the answer.
    pub notices: Vec<String>,
    /// The clauses.
    pub clauses: Vec<RulingsOfClause>,
}

/// A clause in the JSON that answers the operation `rulings`: its id, path, page and status, the
/// rulings on it and the recorded contradictions of the sources.
#[derive(Clone, Debug, Serialize)]
pub struct RulingsOfClause {
    /// Its id, with its ruleset.
    pub id: String,
    /// Headings and labels from the outermost section to it.
    pub path: Vec<String>,
    /// The printed page.
    pub page: Option<String>,
    /// Its status.
    pub state: ClauseState,
    /// The rulings, each with its status and the reason for it.
    pub clarifications: Vec<ClauseRuling>,
    /// Recorded contradictions of the sources.
    pub contradictions: Vec<ClauseAnnotation>,
}

impl From<ClauseView> for RulingsView {
    fn from(view: ClauseView) -> Self {
        let clauses = view.clauses.into_iter().map(|clause| RulingsOfClause {
            id: clause.id,
            path: clause.path,
            page: clause.page,
            state: clause.state,
            clarifications: clause.clarifications,
            contradictions: clause.contradictions,
        });
        Self {
            version: view.version,
            query: view.query,
            notices: view.notices,
            clauses: clauses.collect(),
        }
    }
}
