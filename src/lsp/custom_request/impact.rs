//! `rulebook/impact`: returns the effect of the instruction at the cursor on each section, the
//! facts it changes, and the later patches on it.

use crate::{
    answer::{AnswerError, symbol_doc},
    doc::markdown,
    lsp::{HandlerResult, Snapshot},
};
use serde_json::{Value, json};
use tower_lsp::gen_lsp_types::TextDocumentPositionParams;

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
    let mut sections = Vec::new();
    for impact in snapshot.analysis().impacts(document.db, at) {
        let mut own = serde_json::to_value(&impact).map_err(AnswerError::from)?;
        own["markdown"] = markdown::render(&symbol_doc::impact(&impact), true).into();
        sections.push(own);
    }
    let heading = document.range(entry.heading_span);
    let answer = json!({"version": 1, "range": heading, "sections": sections});
    Ok(Some(answer))
}
