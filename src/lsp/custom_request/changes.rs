//! `rulebook/changes`: returns the changes of a ruleset between two editions, as JSON.

use super::target::{json, resolve_view};
use crate::{
    disk::SettingValue,
    lsp::{HandlerResult, Snapshot, ViewParams},
};
use serde::Deserialize;
use serde_json::Value;

/// The parameters of `rulebook/changes`: two editions, and the ruleset, day and profile.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct ChangesParams {
    /// The earlier edition.
    from: String,
    /// The later edition; the default is the current one.
    #[serde(default)]
    to: Option<String>,
    #[serde(flatten)]
    view_params: ViewParams,
}

/// Returns what `rulebook changes --format json` prints.
pub(crate) fn changes(snapshot: &Snapshot<'_>, params: ChangesParams) -> HandlerResult<Value> {
    let view_params = ViewParams {
        edition: params.to.or(params.view_params.edition),
        ..params.view_params
    };
    let settings = view_params.layered_settings(&snapshot.state.settings)?;
    let mut question = settings.view_settings(None);
    let (db, later) = resolve_view(snapshot, &question)?;
    question.edition = Some(SettingValue::requested(params.from));
    let (_, earlier) = resolve_view(snapshot, &question)?;
    json(&snapshot.analysis().changes(db, &earlier, &later))
}
