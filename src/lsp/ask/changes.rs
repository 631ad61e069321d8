//! Everything that changed between two editions.

use super::{Reading, invalid, json};
use crate::{
    disk::SettingValue,
    lsp::{request_error::Answer, snapshot::Snapshot},
};
use serde::Deserialize;
use serde_json::Value;

/// Which editions.
#[derive(Clone, Debug, Deserialize)]
pub(in crate::lsp) struct Params {
    /// The earlier edition.
    from: String,
    /// The later one; the one that is read, where none is named.
    #[serde(default)]
    to: Option<String>,
    #[serde(flatten)]
    reading: Reading,
}

/// What `rulebook changes --format json` prints.
pub(in crate::lsp) fn changes(snapshot: &Snapshot<'_>, params: Params) -> Answer<Value> {
    let reading = Reading {
        edition: params.to.or(params.reading.edition),
        ..params.reading
    };
    let defaults = reading.defaults(snapshot)?;
    let (analysis, today) = (snapshot.analysis(), snapshot.session.around.today());
    let mut question = defaults.view_settings(None);
    let (db, later) = analysis
        .resolve_request(&question.request(), today)
        .map_err(invalid)?;
    question.edition = Some(SettingValue {
        value: params.from,
        origin: String::new(),
    });
    let (_, earlier) = analysis
        .resolve_request(&question.request(), today)
        .map_err(invalid)?;
    json(&analysis.changes(db, &earlier, &later))
}
