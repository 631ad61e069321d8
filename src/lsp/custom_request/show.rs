//! `rulebook/show` returns a clause, page or ruleset, `rulebook/history` a clause's changes.

use super::target::{
    ReadRequest, invalid, json, resolve_clause, resolve_view, target_json, wording_choice,
};
use crate::{
    analysis::{Analysis, ResolvedTarget, TargetKind},
    lsp::{HandlerResult, Snapshot, ViewParams},
};
use serde::Deserialize;
use serde_json::Value;

/// The parameters of `rulebook/show`: a clause, page or ruleset (none: all rulesets), the view.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct ShowParams {
    /// An id, words of a heading, a page or a ruleset; the default is the list of rulesets.
    #[serde(default)]
    clause: Option<String>,
    #[serde(flatten)]
    view_params: ViewParams,
}

/// The parameters of `rulebook/history`: a clause and its view.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct HistoryParams {
    /// An id or words of a heading.
    clause: String,
    #[serde(flatten)]
    view_params: ViewParams,
}

/// Returns what `rulebook show --format json` prints.
pub(crate) fn show(snapshot: &Snapshot<'_>, params: ShowParams) -> HandlerResult<Value> {
    let analysis = snapshot.analysis();
    let typed = params.clause.as_deref().unwrap_or_default();
    let read = ReadRequest::new(snapshot, typed, params.view_params, Analysis::question)?;
    let ReadRequest {
        question, settings, ..
    } = &read;
    if question.is_comparison() {
        return Err(invalid(
            "show answers for one edition; rulebook/diff and rulebook/changes compare two",
        ));
    }
    let Some(clause) = Some(question.target()).filter(|clause| !clause.is_empty()) else {
        let mut overviews = Vec::new();
        for (key, _) in analysis.ruleset_dbs() {
            snapshot.check_cancelled()?;
            let (db, view) = resolve_view(snapshot, &settings.view_settings(Some(key)))?;
            overviews.push(analysis.overview(db, &view));
        }
        return json(&overviews);
    };
    let wording_choice = wording_choice(settings)?;
    let found = resolve_clause(snapshot, clause, settings)?;
    let context = (snapshot, question);
    let ResolvedTarget {
        db, view, target, ..
    } = &found;
    match target {
        TargetKind::Clause(section, unit) => target_json(
            context,
            &found,
            &analysis.clause_view(db, section, *unit, view, wording_choice),
        ),
        TargetKind::Page(page) => target_json(
            context,
            &found,
            &analysis.page_errata(db, page, view, wording_choice),
        ),
        TargetKind::Ruleset => target_json(context, &found, &analysis.overview(db, view)),
    }
}

/// Returns what `rulebook log --format json` prints.
pub(crate) fn history(snapshot: &Snapshot<'_>, params: HistoryParams) -> HandlerResult<Value> {
    let ReadRequest {
        question, settings, ..
    } = ReadRequest::new(
        snapshot,
        &params.clause,
        params.view_params,
        Analysis::question,
    )?;
    let found = resolve_clause(snapshot, question.target(), &settings)?;
    match &found.target {
        TargetKind::Clause(section, unit) => target_json(
            (snapshot, &question),
            &found,
            &snapshot
                .analysis()
                .change_log(found.db, section, *unit, &found.view),
        ),
        TargetKind::Page(_) | TargetKind::Ruleset => Err(invalid(
            "history works on clauses, not on pages or rulesets; rulebook/show lists the clauses on a page",
        )),
    }
}
