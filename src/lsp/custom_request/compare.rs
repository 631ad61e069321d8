//! `rulebook/diff` compares a clause in two editions; `rulebook/compare` returns the URIs of the
//! two texts, for the editor's diff view.

use super::target::{invalid, resolve_clause, resolve_view, target_json};
use crate::{
    analysis::{ResolvedTarget, TargetKind},
    disk::{LayeredSettings, SettingValue},
    lsp::{HandlerResult, ResponseError, Snapshot, ViewParams},
    model::Ruleset,
    resolve::View,
};
use serde::Deserialize;
use serde_json::{Value, json};

/// The parameters of `rulebook/diff` and `rulebook/compare`: a clause, two editions and the view.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct CompareParams {
    /// An id or words of a heading; for texts, also a ruleset.
    clause: String,
    /// The earlier edition; the default is the one that the later edition amends.
    #[serde(default)]
    from: Option<String>,
    /// The later edition; the default is the current one.
    #[serde(default)]
    to: Option<String>,
    #[serde(flatten)]
    view_params: ViewParams,
}

/// The clause or ruleset that a request compares, with its later view, and the earlier view.
struct ComparedViews<'a> {
    found: ResolvedTarget<'a>,
    from: View,
}

/// Returns what `rulebook diff --format json` prints.
pub(crate) fn diff(snapshot: &Snapshot<'_>, params: CompareParams) -> HandlerResult<Value> {
    let ComparedViews { found, from } = sides(snapshot, &params)?;
    match &found.target {
        TargetKind::Clause(section, unit) => target_json(
            &found,
            &snapshot
                .analysis()
                .compare(found.db, section, *unit, &from, &found.view),
        ),
        TargetKind::Page(_) | TargetKind::Ruleset => Err(invalid(
            "cannot compare pages; rulebook/show lists the clauses on a page",
        )),
    }
}

/// Returns the URIs of two texts and a title, for the editor's diff view.
pub(crate) fn compare(snapshot: &Snapshot<'_>, params: CompareParams) -> HandlerResult<Value> {
    let ComparedViews { found, from } = sides(snapshot, &params)?;
    let ruleset = &found.db.ruleset;
    let clause = match &found.target {
        TargetKind::Clause(section, unit) => Some(
            unit.and_then(|unit| section.arena.name_of(unit))
                .unwrap_or(&section.id),
        ),
        TargetKind::Ruleset => None,
        TargetKind::Page(_) => {
            return Err(invalid(
                "cannot compare pages; rulebook/show lists the clauses on a page",
            ));
        }
    };
    let address = |view: &View| {
        let found = crate::lsp::texts::TextAddress::of(ruleset, clause, view, &params.view_params);
        found.to_string()
    };
    let section = clause.and_then(|id| found.db.section_info(found.db.section_of(id)?));
    let what = section.map_or_else(|| ruleset.title.clone(), |info| info.heading);
    let editions = (
        ruleset.edition_id(from.edition),
        ruleset.edition_id(found.view.edition),
    );
    Ok(Some(json!({
        "left": address(&from),
        "right": address(&found.view),
        "title": format!("{what} ({} {} ↔ {})", ruleset.key, editions.0, editions.1),
    })))
}

fn sides<'a>(
    snapshot: &Snapshot<'a>,
    params: &CompareParams,
) -> Result<ComparedViews<'a>, ResponseError> {
    let view_params = ViewParams {
        edition: params.to.clone().or(params.view_params.edition.clone()),
        ..params.view_params.clone()
    };
    let settings = view_params.layered_settings(&snapshot.state.settings)?;
    let found = resolve_clause(snapshot, &params.clause, &settings)?;
    let from = earlier(
        snapshot,
        &settings,
        &found.db.ruleset,
        &found.view,
        params.from.clone(),
    )?;
    Ok(ComparedViews { found, from })
}

/// Returns the earlier view: of the named edition, or of the one that the later edition amends.
fn earlier(
    snapshot: &Snapshot<'_>,
    settings: &LayeredSettings,
    ruleset: &Ruleset,
    later: &View,
    edition: Option<String>,
) -> Result<View, ResponseError> {
    let Some(edition) = edition else {
        let amends = ruleset.amended_edition(later.edition);
        let id = ruleset.edition_id(later.edition);
        return amends
            .map(|edition| later.with_edition(edition))
            .ok_or_else(|| {
                invalid(format!(
                    "edition {id} amends no other edition; name two editions, `from` and `to`"
                ))
            });
    };
    let mut question = settings.view_settings(Some(&ruleset.key));
    question.edition = Some(SettingValue::requested(edition));
    Ok(resolve_view(snapshot, &question)?.1)
}
