//! Completion: what may stand where something is being written.
//!
//! [`Spot`] tells where the cursor stands; [`SOURCES`] are tried in order, and the first one that is at home there answers. Nothing but
//! the text decides, so that what is not finished completes as well as what is. Words to explain an item are made when the client asks
//! for them ([`resolve`]).

mod attributes;
mod cells;
mod front;
mod ids;
mod instruction;
mod item;
mod links;
mod ordinals;
mod patches;
mod places;
mod quotes;
mod resolve;
mod spot;

pub(super) use resolve::resolve;

pub(super) use item::{Item, List, Piece, Subject};

use super::{
    client_capabilities::ClientCapabilities, play, request_error::Answer, snapshot::Snapshot,
};
use spot::Spot;
use tower_lsp::gen_lsp_types::{
    CompletionList, CompletionOptions, CompletionParams, ServerCapabilities,
};

/// A source of items: none where it is not at home.
type Source = fn(&Spot<'_>) -> Option<List>;

/// The sources, in the order in which they are tried.
const SOURCES: &[Source] = &[
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

/// The characters behind which there may be something to offer at once.
const TRIGGERS: [&str; 9] = ["#", "\"", "{", "=", " ", ":", "(", "@", "~"];

pub(super) fn announce(_: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    capabilities.completion_provider = Some(CompletionOptions {
        trigger_characters: Some(TRIGGERS.map(str::to_owned).to_vec()),
        resolve_provider: Some(true),
        ..CompletionOptions::default()
    });
}

/// What may stand at the cursor.
pub(super) fn completion(
    snapshot: &Snapshot<'_>,
    params: CompletionParams,
) -> Answer<CompletionList> {
    let at = params.text_document_position_params;
    if let Some(play) = snapshot.play(&at.text_document.uri) {
        let lines = snapshot.lines(play.source);
        let byte = lines.byte(at.position);
        return Ok(play::complete(snapshot, &play, &lines, byte)
            .map(|list| list.for_client(snapshot, &lines, byte)));
    }
    let Some(open) = snapshot.open(&at.text_document.uri) else {
        return Ok(None);
    };
    let spot = Spot::new(snapshot, &open, at.position);
    let Some(list) = SOURCES.iter().find_map(|source| source(&spot)) else {
        return Ok(None);
    };
    Ok(Some(list.for_client(snapshot, &open.lines, spot.byte)))
}
