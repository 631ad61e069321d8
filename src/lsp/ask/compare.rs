//! A clause in two editions: told unit by unit, or as two texts for the editor's own comparison.

use super::{Reading, invalid, json_of, seek};
use crate::{
    analysis::{ResolvedTarget, TargetKind},
    disk::{Defaults, SettingValue},
    lsp::{
        request_error::{Answer, RequestError},
        snapshot::Snapshot,
    },
    model::Ruleset,
    resolve::View,
};
use serde::Deserialize;
use serde_json::{Value, json};

/// What is to be compared.
#[derive(Clone, Debug, Deserialize)]
pub(in crate::lsp) struct Params {
    /// An id or words of a heading; for texts, a ruleset too.
    clause: String,
    /// The earlier edition; the one that the later one amends.
    #[serde(default)]
    from: Option<String>,
    /// The later one; the one that is read.
    #[serde(default)]
    to: Option<String>,
    #[serde(flatten)]
    reading: Reading,
}

/// The two sides of a comparison.
struct Sides<'a> {
    found: ResolvedTarget<'a>,
    from: View,
}

/// What `rulebook diff --format json` prints.
pub(in crate::lsp) fn diff(snapshot: &Snapshot<'_>, params: Params) -> Answer<Value> {
    let Sides { found, from } = sides(snapshot, &params)?;
    match &found.target {
        TargetKind::Clause(section, unit) => json_of(
            &found,
            &snapshot
                .analysis()
                .compare(found.db, section, *unit, &from, &found.view),
        ),
        TargetKind::Page(_) | TargetKind::Ruleset => Err(invalid(
            "pages are not compared; rulebook/show lists the clauses on a page",
        )),
    }
}

/// The addresses of two texts, and a title, for the editor's own comparison.
pub(in crate::lsp) fn compare(snapshot: &Snapshot<'_>, params: Params) -> Answer<Value> {
    let Sides { found, from } = sides(snapshot, &params)?;
    let ruleset = &found.db.ruleset;
    let clause = match &found.target {
        TargetKind::Clause(section, unit) => Some(
            unit.and_then(|unit| section.arena.name_of(unit))
                .unwrap_or(&section.id),
        ),
        TargetKind::Ruleset => None,
        TargetKind::Page(_) => {
            return Err(invalid(
                "pages are not compared; rulebook/show lists the clauses on a page",
            ));
        }
    };
    let address = |view: &View| {
        let asked = crate::lsp::texts::TextAddress::of(ruleset, clause, view, &params.reading);
        asked.to_string()
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

fn sides<'a>(snapshot: &Snapshot<'a>, params: &Params) -> Result<Sides<'a>, RequestError> {
    let reading = Reading {
        edition: params.to.clone().or(params.reading.edition.clone()),
        ..params.reading.clone()
    };
    let defaults = reading.defaults(snapshot)?;
    let found = seek(snapshot, &params.clause, &defaults)?;
    let from = earlier(
        snapshot,
        &defaults,
        &found.db.ruleset,
        &found.view,
        params.from.clone(),
    )?;
    Ok(Sides { found, from })
}

/// The earlier view: that of the edition named, or of the one that the later edition amends.
fn earlier(
    snapshot: &Snapshot<'_>,
    defaults: &Defaults,
    ruleset: &Ruleset,
    later: &View,
    edition: Option<String>,
) -> Result<View, RequestError> {
    let Some(edition) = edition else {
        let amends = ruleset
            .editions
            .get(usize::from(later.edition.0))
            .and_then(|edition| edition.amends);
        let id = ruleset.edition_id(later.edition);
        return amends
            .map(|edition| later.with_edition(edition))
            .ok_or_else(|| invalid(format!("{id} amends no edition with which to compare it; name two editions, `from` and `to`")));
    };
    let mut question = defaults.view_settings(Some(&ruleset.key));
    question.edition = Some(SettingValue {
        value: edition,
        origin: String::new(),
    });
    let asked = snapshot
        .analysis()
        .resolve_request(&question.request(), snapshot.session.around.today());
    Ok(asked.map_err(invalid)?.1)
}
