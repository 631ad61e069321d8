use crate::{
    lsp::{position::Lines, snapshot::Snapshot},
    text::Span,
};
use serde::{Deserialize, Serialize};
use tower_lsp::gen_lsp_types as types;
use types::CompletionItemKind as Kind;

/// What an item is about: by this its explanation is found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub(in crate::lsp) enum Subject {
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
    /// A unit as an instruction counts it.
    Unit {
        uri: String,
        place: usize,
        entry: usize,
        section: String,
        unit: u32,
    },
    /// Something that is explained in a few words.
    Words { text: String },
}

/// A piece of what is put in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::lsp) enum Piece {
    /// As it is.
    Text(String),
    /// A place to be filled in, with what stands there first.
    Hole(String),
}

/// Something that may stand at the cursor.
#[derive(Clone, Debug)]
pub(in crate::lsp) struct Item {
    label: String,
    note: String,
    kind: Kind,
    filter: Option<String>,
    pieces: Vec<Piece>,
    subject: Option<Subject>,
    likely: bool,
}

impl Item {
    /// An item that puts in what it shows.
    pub(in crate::lsp) fn new(kind: Kind, label: impl Into<String>) -> Self {
        let label = label.into();
        let pieces = vec![Piece::Text(label.clone())];
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

    /// Says something beside it.
    pub(in crate::lsp) fn note(self, note: impl Into<String>) -> Self {
        Self {
            note: note.into(),
            ..self
        }
    }

    /// Puts in something else.
    pub(in crate::lsp) fn put(self, text: impl Into<String>) -> Self {
        Self {
            pieces: vec![Piece::Text(text.into())],
            ..self
        }
    }

    /// Puts in something with places to be filled in.
    pub(in crate::lsp) fn pieces(self, pieces: Vec<Piece>) -> Self {
        Self { pieces, ..self }
    }

    /// Shows and puts in another word.
    pub(in crate::lsp) fn called(self, label: &str) -> Self {
        Self {
            label: label.to_owned(),
            filter: None,
            ..self.put(label)
        }
    }

    /// Is found by other words than its label.
    pub(in crate::lsp) fn filter(self, filter: impl Into<String>) -> Self {
        Self {
            filter: Some(filter.into()),
            ..self
        }
    }

    /// Is explained.
    pub(in crate::lsp) fn about(self, subject: Subject) -> Self {
        Self {
            subject: Some(subject),
            ..self
        }
    }

    /// Is what is probably meant.
    pub(in crate::lsp) fn likely(self, likely: bool) -> Self {
        Self { likely, ..self }
    }

    /// What it shows.
    pub(in crate::lsp) fn label(&self) -> &str {
        &self.label
    }
}

/// Items for one place, best first.
#[derive(Clone, Debug)]
pub(in crate::lsp) struct List {
    /// The items.
    pub(in crate::lsp) items: Vec<Item>,
    /// Whether there are more.
    pub(in crate::lsp) more: bool,
    /// Where what is written begins.
    from: usize,
    /// How many bytes behind the cursor belong to it.
    rest: usize,
    /// Whether what lies behind the cursor goes in any case.
    whole: bool,
}

impl List {
    /// A list for what was typed from the byte `from` up to the cursor.
    pub(in crate::lsp) fn new(from: usize) -> Self {
        Self {
            items: Vec::new(),
            more: false,
            from,
            rest: 0,
            whole: false,
        }
    }

    /// Says that so many bytes behind the cursor belong to what is being written.
    pub(in crate::lsp) fn rest(self, rest: usize) -> Self {
        Self { rest, ..self }
    }

    /// What belongs to it behind the cursor is replaced in any case.
    pub(in crate::lsp) fn whole(self) -> Self {
        Self {
            whole: true,
            ..self
        }
    }

    /// Adds an item, unless one that shows the same is there.
    pub(in crate::lsp) fn push(&mut self, item: Item) {
        if self.items.iter().all(|known| known.label != item.label) {
            self.items.push(item);
        }
    }

    /// Adds items.
    pub(in crate::lsp) fn extend(&mut self, items: impl IntoIterator<Item = Item>) {
        self.items.extend(items);
    }

    /// As the client understands it.
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
                .any(|piece| matches!(piece, Piece::Hole(_)));
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

/// What is put in, as a snippet or as plain words.
fn text(pieces: &[Piece], snippet: bool) -> String {
    let mut out = String::new();
    let mut hole = 0;
    for piece in pieces {
        match piece {
            Piece::Text(text) if snippet => out += &escaped(text, &['\\', '$']),
            Piece::Text(text) => out += text,
            Piece::Hole(text) if snippet => {
                hole += 1;
                let text = escaped(text, &['\\', '$', '}']);
                out += &if text.is_empty() {
                    format!("${hole}")
                } else {
                    format!("${{{hole}:{text}}}")
                };
            }
            Piece::Hole(text) => out += text,
        }
    }
    out
}

/// Words that mean themselves in a snippet, where `special` characters would not.
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
