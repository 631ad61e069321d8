//! `rulebook/impact`: returns the effect of the instruction at the cursor on each section, the
//! facts it changes, and the later patches on it.

use crate::{
    analysis::Impact,
    export::markdown,
    lsp::{HandlerResult, Snapshot},
};
use serde::Serialize;
use serde_json::{Value, json};
use tower_lsp::gen_lsp_types::TextDocumentPositionParams;

/// The effects on a section, as data and as Markdown.
#[derive(Serialize)]
struct DescribedImpact {
    #[serde(flatten)]
    impact: Impact,
    markdown: String,
}

/// Returns the effects of the instruction at the cursor, section by section, and the later
/// instructions that act on its words; null if there is no instruction.
pub(crate) fn impact(
    snapshot: &Snapshot<'_>,
    params: TextDocumentPositionParams,
) -> HandlerResult<Value> {
    let Some((document, byte)) = snapshot.rules_cursor(&params) else {
        return Ok(None);
    };
    let Some((at, entry)) = document.entry_at(byte) else {
        return Ok(None);
    };
    let impacts = snapshot.analysis().impacts(document.db, at).into_iter();
    let described = impacts.map(|impact| DescribedImpact {
        markdown: markdown::impact(&impact),
        impact,
    });
    let impacts: Vec<DescribedImpact> = described.collect();
    let heading = document.range(entry.heading_span);
    Ok(Some(
        json!({"version": 1, "range": heading, "sections": impacts}),
    ))
}
