//! `rulebook/compare` returns the URIs of the texts of a clause in two editions, for the editor's
//! diff view.

use crate::{
    analysis::{Settings, TargetKind},
    lsp::{HandlerResult, ResponseError, Snapshot},
    resolve::View,
};
use serde::Deserialize;
use serde_json::{Value, json};

/// The parameters of `rulebook/compare`: a clause, two editions and the view.
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
    settings: Settings,
}

/// Returns the URIs of two texts and a title, for the editor's diff view.
pub(crate) fn compare(snapshot: &Snapshot<'_>, params: CompareParams) -> HandlerResult<Value> {
    let (engine, mut request) = (snapshot.engine(), params.settings);
    let engine = engine.with_proposals(&request)?.unwrap_or(engine);
    request.at.edition = params.to.or(request.at.edition);
    let mut question = engine.question(&request, &params.clause);
    question.since = question.since.or(params.from);
    let request = request.with_question(&question)?;
    let found = engine.resolve_target(&request, question.target())?;
    let later = (&*found.db.ruleset, &found.view);
    let from = engine.earlier_view(&request, later, &question)?;
    let ruleset = &found.db.ruleset;
    let clause = match &found.target {
        TargetKind::Clause(section, unit) => Some(
            unit.and_then(|unit| section.arena.name_of(unit))
                .unwrap_or(&section.id),
        ),
        TargetKind::Ruleset => None,
        TargetKind::Page(_) => {
            return Err(ResponseError::invalid(
                "cannot compare pages; rulebook/show lists the clauses on a page",
            ));
        }
    };
    let address = |view: &View| {
        let found = crate::lsp::texts::TextAddress::of(ruleset, clause, view, &request);
        found.to_string()
    };
    let section = clause.and_then(|id| found.db.section_info(found.db.section_of(id)?));
    let what = section.map_or_else(|| ruleset.title.clone(), |info| info.heading);
    let label = |view: &View| ruleset.edition_label(ruleset.edition_id(view.edition));
    let editions = (label(&from), label(&found.view));
    Ok(Some(json!({
        "left": address(&from),
        "right": address(&found.view),
        "title": format!("{what} ({} {} ↔ {})", ruleset.key, editions.0, editions.1),
    })))
}
