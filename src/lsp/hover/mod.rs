//! Answers `textDocument/hover`: explains what is at the cursor of a rules file or scenario; for check
//! and TOML files see `check_and_toml`.

mod rules;
mod scenario;

use super::{HandlerResult, Snapshot, check_and_toml};
use tower_lsp::gen_lsp_types::{Contents, Hover, HoverParams};

pub(super) use rules::describe_symbol;

/// Explains what is at the cursor: an instruction with its effects, a clause with its wording, a
/// fact, a term, a document …
pub(super) fn hover(snapshot: &Snapshot<'_>, params: HoverParams) -> HandlerResult<Hover> {
    let at = &params.text_document_position_params;
    let found = if let Some((document, lines, byte)) = snapshot.scenario_cursor(at) {
        scenario::explain(snapshot, &document, byte).map(|found| (found, lines))
    } else if let Some((document, byte)) = snapshot.rules_cursor(at) {
        rules::explain(snapshot, &document, byte).map(|found| (found, document.lines))
    } else if let Some((source, lines, byte)) = snapshot.source_cursor(at) {
        check_and_toml::explain(snapshot, source, byte).map(|found| (found, lines))
    } else {
        None
    };
    Ok(found.map(|((text, span), lines)| {
        let shown = snapshot
            .session
            .capabilities
            .markup("/textDocument/hover/contentFormat", text);
        Hover {
            contents: Contents::MarkupContent(shown),
            range: Some(lines.range(span)),
        }
    }))
}
