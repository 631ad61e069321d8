//! The completion request: the sources of items, and which one answers.

use super::{
    attributes, cells, context::CompletionContext, front, ids, instruction, item::ItemList, links,
    patches, places, quotes, scenario,
};
use crate::lsp::{
    client_capabilities::ClientCapabilities, response_error::HandlerResult, snapshot::Snapshot,
};

use tower_lsp::gen_lsp_types::{
    CompletionList, CompletionOptions, CompletionParams, ServerCapabilities,
};

/// A source of items; none if it does not apply at the cursor.
type ItemSource = fn(&CompletionContext<'_>) -> Option<ItemList>;

/// The sources, in the order in which they are tried.
const SOURCES: &[ItemSource] = &[
    front::items,
    attributes::items,
    links::items,
    quotes::items,
    ids::items,
    instruction::items,
    places::items,
    cells::items,
    patches::items,
];

/// The characters that trigger completion.
const TRIGGERS: [&str; 9] = ["#", "\"", "{", "=", " ", ":", "(", "@", "~"];

pub(in crate::lsp) fn set_capabilities(
    _: &ClientCapabilities,
    capabilities: &mut ServerCapabilities,
) {
    capabilities.completion_provider = Some(CompletionOptions {
        trigger_characters: Some(TRIGGERS.map(str::to_owned).to_vec()),
        resolve_provider: Some(true),
        ..CompletionOptions::default()
    });
}

/// Returns the items at the cursor.
pub(in crate::lsp) fn completion(
    snapshot: &Snapshot<'_>,
    params: CompletionParams,
) -> HandlerResult<CompletionList> {
    let at = params.text_document_position_params;
    if let Some(document) = snapshot.scenario(&at.text_document.uri) {
        let lines = snapshot.lines(document.source);
        let byte = lines.byte(at.position);
        return Ok(scenario::complete(snapshot, &document, &lines, byte)
            .map(|list| list.for_client(snapshot, &lines, byte)));
    }
    let Some(open) = snapshot.rules_document(&at.text_document.uri) else {
        return Ok(None);
    };
    let context = CompletionContext::new(snapshot, &open, at.position);
    let Some(list) = SOURCES.iter().find_map(|source| source(&context)) else {
        return Ok(None);
    };
    Ok(Some(list.for_client(snapshot, &open.lines, context.byte)))
}
