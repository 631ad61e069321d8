//! What the cursor stands on, explained.

use super::{
    client_capabilities::ClientCapabilities,
    mention::{self, Mention, Thing},
    play,
    request_error::Answer,
    snapshot::{Open, Snapshot},
};
use crate::{
    analysis::{EntryId, WordingChoice},
    export::markdown,
    resolve::{RulesetDb, View},
    text::Span,
};
use tower_lsp::gen_lsp_types::{Contents, Hover, HoverParams, HoverProvider, ServerCapabilities};

pub(super) fn announce(_: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    capabilities.hover_provider = Some(HoverProvider::Bool(true));
}

/// What the cursor stands on: an instruction with what it does, a clause with its wording, a fact, a term, a document …
pub(super) fn hover(snapshot: &Snapshot<'_>, params: HoverParams) -> Answer<Hover> {
    let at = params.text_document_position_params;
    if let Some(play) = snapshot.play(&at.text_document.uri) {
        let lines = snapshot.lines(play.source);
        let Some((text, span)) = play::explained(snapshot, &play, lines.byte(at.position)) else {
            return Ok(None);
        };
        let shown = snapshot
            .session
            .capabilities
            .markup("/textDocument/hover/contentFormat", text);
        return Ok(Some(Hover {
            contents: Contents::MarkupContent(shown),
            range: Some(lines.range(span)),
        }));
    }
    let Some(open) = snapshot.open(&at.text_document.uri) else {
        return Ok(None);
    };
    let byte = open.byte(at.position);
    let Some((text, span)) = explained(snapshot, &open, byte) else {
        return Ok(None);
    };
    let shown = snapshot
        .session
        .capabilities
        .markup("/textDocument/hover/contentFormat", text);
    Ok(Some(Hover {
        contents: Contents::MarkupContent(shown),
        range: Some(open.range(span)),
    }))
}

/// The explanation, and the bytes that it is of.
fn explained(snapshot: &Snapshot<'_>, open: &Open<'_>, byte: usize) -> Option<(String, Span)> {
    let mentions = mention::mentions(open.file, open.lines.text());
    if let Some(found) = mention::at(&mentions, byte)
        && let Some(text) = thing(snapshot, open, found)
    {
        return Some((text, found.span));
    }
    let (place, entry) = mention::entry_at(open.file, byte)?;
    let found = open.file.places.get(place)?.entries.get(entry)?;
    let at = EntryId {
        source: open.source,
        place,
        entry,
    };
    let effects = snapshot.analysis().effects(open.db, at);
    let span = if found.heading_span.touches(byte) {
        found.heading_span
    } else {
        found.span
    };
    let text: Vec<String> = effects.iter().map(markdown::effect).collect();
    (!text.is_empty() && found.heading_span.touches(byte)).then(|| (text.join("\n---\n\n"), span))
}

fn thing(snapshot: &Snapshot<'_>, open: &Open<'_>, found: &Mention) -> Option<String> {
    let (analysis, db) = (snapshot.analysis(), open.db);
    let view = snapshot.view(db)?;
    match &found.thing {
        Thing::Clause(id) => clause(snapshot, db, &view, id),
        Thing::Term(id) => clause(snapshot, db, &view, &format!("term:{id}")),
        Thing::Page(page) => Some(markdown::page(&analysis.page_errata(
            db,
            page,
            &view,
            WordingChoice::Both,
        ))),
        Thing::Fact(id) => Some(markdown::fact(id, &analysis.fact_values(db, id, &view))),
        Thing::Document(key) => db
            .ruleset
            .documents
            .get(key)
            .map(|document| markdown::document(&db.ruleset, document)),
        Thing::Edition(id) => db
            .ruleset
            .edition(id)
            .map(|edition| markdown::edition(&db.ruleset, edition)),
        Thing::Ruleset(key) => analysis
            .ruleset_db(key)
            .map(|db| format!("**{}**\n", markdown::escape(&db.ruleset.title))),
    }
}

/// The card of a clause; of one that is gone, where it went.
pub(super) fn clause(
    snapshot: &Snapshot<'_>,
    db: &RulesetDb,
    view: &View,
    id: &str,
) -> Option<String> {
    let analysis = snapshot.analysis();
    let (section, unit) = analysis.resolve_id(db, id, view)?;
    let card = analysis.clause_view(db, &section, unit, view, WordingChoice::Both);
    let clause = card.clauses.first()?;
    let mut text = markdown::clause(clause, &card.query);
    if let Some(to) = &clause.moved_to
        && let Some((section, unit)) = analysis.resolve_id(db, to, view)
    {
        let card = analysis.clause_view(db, &section, unit, view, WordingChoice::Both);
        text += &card
            .clauses
            .first()
            .map(|clause| format!("\n---\n\n{}", markdown::clause(clause, &card.query)))
            .unwrap_or_default();
    }
    Some(text)
}
