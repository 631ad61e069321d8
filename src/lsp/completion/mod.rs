//! Completion in rules files, scenarios, check files and TOML files.
//!
//! [`CompletionContext`] describes the cursor. The sources of items are tried in order, and the
//! first one that applies answers. They read the line as text, so that an unfinished line
//! completes as well as a finished one. The documentation of an item is computed when the client
//! requests it ([`documentation`]).

mod attributes;
mod cells;
mod check_and_toml;
mod context;
mod documentation;
mod ids;
mod instruction;
mod item;
mod keys;
mod links;
mod ordinals;
mod quotes;
mod scenario;
mod section_headings;
mod templates;

use crate::{
    lsp::{ClientCapabilities, HandlerResult, PositionMap, Snapshot},
    text::Span,
};
use context::{CompletionContext, LineKind, is_name_char};
use item::{Item, ItemData, ItemKind, ItemList, ItemSubject, SnippetPart};
use keys::{FrontKey, front_items, name_items, value_items};
use tower_lsp::gen_lsp_types::{
    CompletionItem, CompletionItemLabelDetails, CompletionList, CompletionOptions,
    CompletionParams, InsertReplaceEdit, InsertTextFormat, Range, ServerCapabilities, TextEdit,
    Uri,
};

/// A function that returns completion items; none if it does not apply at the cursor.
type ItemSource = fn(&CompletionContext<'_>) -> Option<ItemList>;

/// The sources, in the order in which they are tried.
const SOURCES: &[ItemSource] = &[
    keys::items,
    attributes::items,
    links::items,
    quotes::items,
    ids::items,
    instruction::items,
    section_headings::items,
    cells::items,
    templates::items,
];

/// Returns the items at the cursor in a rules file.
fn items(context: &CompletionContext<'_>) -> Option<ItemList> {
    SOURCES.iter().find_map(|source| source(context))
}

/// The characters that trigger completion.
const TRIGGERS: [&str; 9] = ["#", "\"", "{", "=", " ", ":", "(", "@", "~"];

pub(crate) fn set_capabilities(_: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    capabilities.completion_provider = Some(CompletionOptions {
        trigger_characters: Some(TRIGGERS.map(str::to_owned).to_vec()),
        resolve_provider: Some(true),
        ..CompletionOptions::default()
    });
}

/// Returns the items at the cursor.
pub(crate) fn completion(
    snapshot: &Snapshot<'_>,
    params: CompletionParams,
) -> HandlerResult<CompletionList> {
    let at = params.text_document_position_params;
    let cursor = snapshot.source_cursor(&at);
    let Some((source, lines, byte)) = cursor else {
        return Ok(None);
    };
    let list = if let Some(document) = snapshot.scenario_of(source) {
        scenario::complete(snapshot, &document, &lines, byte)
    } else if let Some(document) = snapshot.rules_document_of(source) {
        items(&CompletionContext::new(snapshot, &document, byte))
    } else {
        check_and_toml::complete(snapshot, source, byte)
    };
    let uri = at.text_document.uri;
    Ok(list.map(|list| to_lsp(list, uri, snapshot, &lines, byte)))
}

/// Adds the documentation to an item.
pub(crate) fn resolve(
    snapshot: &Snapshot<'_>,
    mut item: CompletionItem,
) -> HandlerResult<CompletionItem> {
    let data = item.data.clone();
    let data = data.and_then(|data| serde_json::from_value::<ItemData>(data).ok());
    if let Some(blocks) = data.and_then(|data| documentation::explain(snapshot, data)) {
        const FORMATS: &str = "/textDocument/completion/completionItem/documentationFormat";
        let capabilities = &snapshot.session.capabilities;
        let shown = capabilities.markup(FORMATS, &blocks);
        // a client that declares no formats supports only plain strings
        item.documentation = Some(if capabilities.names(FORMATS) {
            shown.into()
        } else {
            shown.value.into()
        });
    }
    Ok(Some(item))
}

/// Converts a list to what the client supports.
fn to_lsp(
    list: ItemList,
    uri: Uri,
    snapshot: &Snapshot<'_>,
    lines: &PositionMap,
    byte: usize,
) -> CompletionList {
    let can = |what: &str| {
        snapshot.client_has(&format!("/textDocument/completion/completionItem/{what}"))
    };
    let converter = ItemConverter {
        uri,
        snippets: can("snippetSupport"),
        label_details: can("labelDetailsSupport"),
        preselect: can("preselectSupport"),
        both: can("insertReplaceSupport") && !list.whole,
        insert: lines.range(Span::new(
            list.from,
            byte + if list.whole { list.rest } else { 0 },
        )),
        replace: lines.range(Span::new(list.from, byte + list.rest)),
    };
    let items = list
        .items
        .into_iter()
        .enumerate()
        .map(|(at, item)| converter.item(at, item))
        .collect();
    CompletionList {
        is_incomplete: list.more,
        items,
        ..Default::default()
    }
}

/// Converts completion items to those of the protocol: holds their document, what the client supports, and the
/// ranges to insert at and to replace.
struct ItemConverter {
    uri: Uri,
    snippets: bool,
    label_details: bool,
    preselect: bool,
    both: bool,
    insert: Range,
    replace: Range,
}

impl ItemConverter {
    fn item(&self, at: usize, item: Item) -> CompletionItem {
        let is_snippet = self.snippets
            && item
                .pieces
                .iter()
                .any(|piece| matches!(piece, SnippetPart::Placeholder(_)));
        let new_text = text(&item.pieces, is_snippet);
        let edit = if self.both {
            InsertReplaceEdit {
                new_text,
                insert: self.insert,
                replace: self.replace,
            }
            .into()
        } else {
            TextEdit {
                range: self.insert,
                new_text,
            }
            .into()
        };
        let note = (!item.note.is_empty()).then_some(item.note);
        let (details, detail) = if self.label_details {
            (
                note.map(|note| CompletionItemLabelDetails {
                    detail: None,
                    description: Some(note),
                }),
                None,
            )
        } else {
            (None, note)
        };
        CompletionItem {
            label: item.label,
            label_details: details,
            kind: Some(item.kind),
            detail,
            sort_text: Some(format!("{at:04}")),
            filter_text: item.filter,
            insert_text_format: is_snippet.then_some(InsertTextFormat::Snippet),
            text_edit: Some(edit),
            preselect: (self.preselect && item.likely).then_some(true),
            data: item.subject.and_then(|subject| {
                let uri = self.uri.clone();
                serde_json::to_value(ItemData { uri, subject }).ok()
            }),
            ..Default::default()
        }
    }
}

/// Returns the inserted text, as a snippet or as plain text.
fn text(pieces: &[SnippetPart], snippet: bool) -> String {
    let mut out = String::new();
    let mut placeholder = 0;
    for piece in pieces {
        match piece {
            SnippetPart::Text(text) if snippet => out += &escaped(text, &['\\', '$']),
            SnippetPart::Text(text) => out += text,
            SnippetPart::Placeholder(text) if snippet => {
                placeholder += 1;
                let text = escaped(text, &['\\', '$', '}']);
                out += &if text.is_empty() {
                    format!("${placeholder}")
                } else {
                    format!("${{{placeholder}:{text}}}")
                };
            }
            SnippetPart::Placeholder(text) => out += text,
        }
    }
    out
}

/// Escapes `special` characters in a snippet.
fn escaped(text: &str, special: &[char]) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if special.contains(&c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
