//! `rulebook/diff` compares a clause in two editions; `rulebook/compare` returns the URIs of the
//! two texts, for the editor's diff view.

use super::target::{ReadRequest, invalid, resolve_clause, resolve_view, target_json};
use crate::{
    analysis::{Analysis, Question, ResolvedTarget, TargetKind},
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
    question: Question,
    view_params: ViewParams,
}

/// Returns what `rulebook diff --format json` prints.
pub(crate) fn diff(snapshot: &Snapshot<'_>, params: CompareParams) -> HandlerResult<Value> {
    let ComparedViews {
        found,
        from,
        question,
        ..
    } = sides(snapshot, params)?;
    match &found.target {
        TargetKind::Clause(section, unit) => target_json(
            (snapshot, &question),
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
    let ComparedViews {
        found,
        from,
        view_params,
        ..
    } = sides(snapshot, params)?;
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
        let found = crate::lsp::texts::TextAddress::of(ruleset, clause, view, &view_params);
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
    params: CompareParams,
) -> Result<ComparedViews<'a>, ResponseError> {
    let view_params = ViewParams {
        edition: params.to.or(params.view_params.edition),
        ..params.view_params
    };
    let ReadRequest {
        mut question,
        view_params,
        settings,
    } = ReadRequest::new(snapshot, &params.clause, view_params, Analysis::question)?;
    question.since = question.since.or(params.from);
    let found = resolve_clause(snapshot, question.target(), &settings)?;
    let later = (&*found.db.ruleset, &found.view);
    let from = earlier(snapshot, &settings, later, &question)?;
    Ok(ComparedViews {
        found,
        from,
        question,
        view_params,
    })
}

/// Returns the earlier view: of the named edition, or of the one that the later edition amends.
fn earlier(
    snapshot: &Snapshot<'_>,
    settings: &LayeredSettings,
    (ruleset, later): (&Ruleset, &View),
    question: &Question,
) -> Result<View, ResponseError> {
    if question.since.is_none() && question.since_day.is_none() {
        let amends = ruleset.amended_edition(later.edition);
        let id = ruleset.edition_id(later.edition);
        return amends
            .map(|edition| later.with_edition(edition))
            .ok_or_else(|| {
                invalid(format!(
                    "edition {id} amends no other edition; name two editions, `from` and `to`"
                ))
            });
    }
    let mut settings = settings.view_settings(Some(&ruleset.key));
    let edition = question.since.as_ref().or(question.edition.as_ref());
    settings.edition = edition.cloned().map(SettingValue::requested);
    settings.as_of = match question.since_day {
        Some(day) => Some(SettingValue::requested(day)),
        None => settings.as_of,
    };
    Ok(resolve_view(snapshot, &settings)?.1)
}
