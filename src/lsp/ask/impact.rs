//! What the instruction under the cursor leads to.

use super::json;
use crate::{
    analysis::EntryId,
    lsp::{mention, request_error::Answer, snapshot::Snapshot},
};
use serde_json::{Value, json};
use tower_lsp::gen_lsp_types::TextDocumentPositionParams;

/// What the instruction under the cursor does, section by section, and who acts on its words later; null where there is none.
pub(in crate::lsp) fn impact(
    snapshot: &Snapshot<'_>,
    params: TextDocumentPositionParams,
) -> Answer<Value> {
    let Some(open) = snapshot.open(&params.text_document.uri) else {
        return Ok(None);
    };
    let Some((place, entry)) = mention::entry_at(open.file, open.byte(params.position)) else {
        return Ok(None);
    };
    let impacts = snapshot.analysis().impacts(
        open.db,
        EntryId {
            source: open.source,
            place,
            entry,
        },
    );
    let heading = open
        .file
        .places
        .get(place)
        .and_then(|place| place.entries.get(entry))
        .map(|entry| open.range(entry.heading_span));
    json(&json!({"version": 1, "range": heading, "sections": impacts}))
}
