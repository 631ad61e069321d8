use crate::{
    lsp::{position::Lines, snapshot::Snapshot},
    text::Span,
};
use serde::{Deserialize, Serialize};
use tower_lsp::gen_lsp_types as types;
use types::CompletionItemKind as Kind;

/// The subject of an item, from which its documentation is found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub(in crate::lsp) enum ItemSubject {
    /// A verb of the instruction language.
    Verb { name: String },
    /// A clause of a ruleset.
    Clause { ruleset: String, name: String },
    /// A fact of a ruleset.
    Fact { ruleset: String, name: String },
    /// A document of a ruleset.
    Document { ruleset: String, name: String },
    /// An edition of a ruleset.
    Edition { ruleset: String, name: String },
    /// A printed page of a ruleset.
    Page { ruleset: String, name: String },
    /// A unit in the numbering of an instruction.
    Unit {
        uri: String,
        place: usize,
        entry: usize,
        section: String,
        unit: u32,
    },
    /// A short explanation.
    Words { text: String },
}

/// A part of the inserted text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::lsp) enum SnippetPart {
    /// Literal text.
    Text(String),
    /// A placeholder with its initial text.
    Placeholder(String),
}

/// A completion item.
#[derive(Clone, Debug)]
pub(in crate::lsp) struct Item {
    label: String,
    note: String,
    kind: Kind,
    filter: Option<String>,
    pieces: Vec<SnippetPart>,
    subject: Option<ItemSubject>,
    likely: bool,
}

impl Item {
    /// An item that inserts its label.
    pub(in crate::lsp) fn new(kind: Kind, label: impl Into<String>) -> Self {
        let label = label.into();
        let pieces = vec![SnippetPart::Text(label.clone())];
        Self {
            label,
            note: String::new(),
            kind,
            filter: None,
            pieces,
            subject: None,
            likely: false,
        }
    }

    /// Sets the note next to the label.
    pub(in crate::lsp) fn note(self, note: impl Into<String>) -> Self {
        Self {
            note: note.into(),
            ..self
        }
    }

    /// Sets the inserted text.
    pub(in crate::lsp) fn put(self, text: impl Into<String>) -> Self {
        Self {
            pieces: vec![SnippetPart::Text(text.into())],
            ..self
        }
    }

    /// Sets the inserted text, with placeholders.
    pub(in crate::lsp) fn pieces(self, pieces: Vec<SnippetPart>) -> Self {
        Self { pieces, ..self }
    }

    /// Sets the label and the inserted text.
    pub(in crate::lsp) fn called(self, label: &str) -> Self {
        Self {
            label: label.to_owned(),
            filter: None,
            ..self.put(label)
        }
    }

    /// Sets the words that find the item.
    pub(in crate::lsp) fn filter(self, filter: impl Into<String>) -> Self {
        Self {
            filter: Some(filter.into()),
            ..self
        }
    }

    /// Sets the subject.
    pub(in crate::lsp) fn about(self, subject: ItemSubject) -> Self {
        Self {
            subject: Some(subject),
            ..self
        }
    }

    /// Marks the item as the likely one.
    pub(in crate::lsp) fn likely(self, likely: bool) -> Self {
        Self { likely, ..self }
    }

    /// Returns the label.
    pub(in crate::lsp) fn label(&self) -> &str {
        &self.label
    }
}

/// The items at the cursor, best first.
#[derive(Clone, Debug)]
pub(in crate::lsp) struct ItemList {
    /// The items.
    pub(in crate::lsp) items: Vec<Item>,
    /// Whether there are further items.
    pub(in crate::lsp) more: bool,
    /// The start of the typed text.
    from: usize,
    /// The length of the text after the cursor that belongs to it.
    rest: usize,
    /// Whether the text after the cursor is always replaced.
    whole: bool,
}

impl ItemList {
    /// A list for the text from the byte `from` to the cursor.
    pub(in crate::lsp) fn new(from: usize) -> Self {
        Self {
            items: Vec::new(),
            more: false,
            from,
            rest: 0,
            whole: false,
        }
    }

    /// Sets the length of the text after the cursor that belongs to the typed text.
    pub(in crate::lsp) fn rest(self, rest: usize) -> Self {
        Self { rest, ..self }
    }

    /// Always replaces the text after the cursor that belongs to the typed text.
    pub(in crate::lsp) fn whole(self) -> Self {
        Self {
            whole: true,
            ..self
        }
    }

    /// Adds an item, unless there is one with the same label.
    pub(in crate::lsp) fn push(&mut self, item: Item) {
        if self.items.iter().all(|known| known.label != item.label) {
            self.items.push(item);
        }
    }

    /// Adds items.
    pub(in crate::lsp) fn extend(&mut self, items: impl IntoIterator<Item = Item>) {
        self.items.extend(items);
    }

    /// Converts the list to what the client supports.
    pub(in crate::lsp) fn for_client(
        self,
        snapshot: &Snapshot<'_>,
        lines: &Lines,
        byte: usize,
    ) -> types::CompletionList {
        let can = |what: &str| {
            snapshot
                .session
                .capabilities
                .has(&format!("/textDocument/completion/completionItem/{what}"))
        };
        let client = Client {
            snippets: can("snippetSupport"),
            label_details: can("labelDetailsSupport"),
            preselect: can("preselectSupport"),
            both: can("insertReplaceSupport") && !self.whole,
            insert: lines.range(Span::new(
                self.from,
                byte + if self.whole { self.rest } else { 0 },
            )),
            replace: lines.range(Span::new(self.from, byte + self.rest)),
        };
        let items = self
            .items
            .into_iter()
            .enumerate()
            .map(|(at, item)| client.item(at, item))
            .collect();
        types::CompletionList {
            is_incomplete: self.more,
            items,
            ..Default::default()
        }
    }
}

struct Client {
    snippets: bool,
    label_details: bool,
    preselect: bool,
    both: bool,
    insert: types::Range,
    replace: types::Range,
}

impl Client {
    fn item(&self, at: usize, item: Item) -> types::CompletionItem {
        let holes = self.snippets
            && item
                .pieces
                .iter()
                .any(|piece| matches!(piece, SnippetPart::Placeholder(_)));
        let new_text = text(&item.pieces, holes);
        let edit = if self.both {
            types::InsertReplaceEdit {
                new_text,
                insert: self.insert,
                replace: self.replace,
            }
            .into()
        } else {
            types::TextEdit {
                range: self.insert,
                new_text,
            }
            .into()
        };
        let note = (!item.note.is_empty()).then_some(item.note);
        let (details, detail) = if self.label_details {
            (
                note.map(|note| types::CompletionItemLabelDetails {
                    detail: None,
                    description: Some(note),
                }),
                None,
            )
        } else {
            (None, note)
        };
        types::CompletionItem {
            label: item.label,
            label_details: details,
            kind: Some(item.kind),
            detail,
            sort_text: Some(format!("{at:04}")),
            filter_text: item.filter,
            insert_text_format: holes.then_some(types::InsertTextFormat::Snippet),
            text_edit: Some(edit),
            preselect: (self.preselect && item.likely).then_some(true),
            data: item
                .subject
                .and_then(|subject| serde_json::to_value(subject).ok()),
            ..Default::default()
        }
    }
}

/// Returns the inserted text, as a snippet or as plain text.
fn text(pieces: &[SnippetPart], snippet: bool) -> String {
    let mut out = String::new();
    let mut hole = 0;
    for piece in pieces {
        match piece {
            SnippetPart::Text(text) if snippet => out += &escaped(text, &['\\', '$']),
            SnippetPart::Text(text) => out += text,
            SnippetPart::Placeholder(text) if snippet => {
                hole += 1;
                let text = escaped(text, &['\\', '$', '}']);
                out += &if text.is_empty() {
                    format!("${hole}")
                } else {
                    format!("${{{hole}:{text}}}")
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
