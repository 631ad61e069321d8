//! Cards and histories.

use super::{Reading, choice, invalid, json, json_of, seek};
use crate::{
    analysis::{ResolvedTarget, TargetKind},
    lsp::{request_error::Answer, snapshot::Snapshot},
};
use serde::Deserialize;
use serde_json::Value;

/// What is to be shown.
#[derive(Clone, Debug, Default, Deserialize)]
pub(in crate::lsp) struct Params {
    /// An id, words of a heading, a page or a ruleset; without one, the rulesets that there are.
    #[serde(default)]
    clause: Option<String>,
    #[serde(flatten)]
    reading: Reading,
}

/// Whose history is asked for.
#[derive(Clone, Debug, Deserialize)]
pub(in crate::lsp) struct HistoryParams {
    /// An id or words of a heading.
    clause: String,
    #[serde(flatten)]
    reading: Reading,
}

/// What `rulebook show --format json` prints.
pub(in crate::lsp) fn show(snapshot: &Snapshot<'_>, params: Params) -> Answer<Value> {
    let defaults = params.reading.defaults(snapshot)?;
    let (analysis, today) = (snapshot.analysis(), snapshot.session.around.today());
    let Some(clause) = params.clause.filter(|clause| !clause.trim().is_empty()) else {
        let mut overviews = Vec::new();
        for (key, _) in analysis.ruleset_dbs() {
            snapshot.check_cancelled()?;
            let (db, view) = analysis
                .resolve_request(&defaults.view_settings(Some(key)).request(), today)
                .map_err(invalid)?;
            overviews.push(analysis.overview(db, &view));
        }
        return json(&overviews);
    };
    let choice = choice(&defaults)?;
    let found = seek(snapshot, &clause, &defaults)?;
    let ResolvedTarget {
        db, view, target, ..
    } = &found;
    match target {
        TargetKind::Clause(section, unit) => json_of(
            &found,
            &analysis.clause_view(db, section, *unit, view, choice),
        ),
        TargetKind::Page(page) => json_of(&found, &analysis.page_errata(db, page, view, choice)),
        TargetKind::Ruleset => json_of(&found, &analysis.overview(db, view)),
    }
}

/// What `rulebook log --format json` prints.
pub(in crate::lsp) fn history(snapshot: &Snapshot<'_>, params: HistoryParams) -> Answer<Value> {
    let defaults = params.reading.defaults(snapshot)?;
    let found = seek(snapshot, &params.clause, &defaults)?;
    match &found.target {
        TargetKind::Clause(section, unit) => json_of(
            &found,
            &snapshot
                .analysis()
                .change_log(found.db, section, *unit, &found.view),
        ),
        TargetKind::Page(_) | TargetKind::Ruleset => Err(invalid(
            "a page or a ruleset has no history of its own; rulebook/show lists the clauses on a page",
        )),
    }
}
