//! `Item` and `ItemList`: completion items before they are converted to those of the protocol.

use serde::{Deserialize, Serialize};

/// What an item inserts, for its icon: a clause, fact, term, verb, unit, document, key, value …
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lsp) enum ItemKind {
    /// A section, by its heading.
    Section,
    /// The id or address of a clause.
    Clause,
    Fact,
    /// A term of the glossary.
    Term,
    /// A fixed word of the notation, or the word of a heading.
    Keyword,
    /// Words of the rules, or a description.
    Words,
    /// An instruction, heading or part with placeholders.
    Template,
    /// A verb of the instruction language.
    Verb,
    /// A kind of unit.
    Unit,
    Document,
    Ruleset,
    /// One of the possible values: an edition, a verdict, a word of the vocabulary.
    Choice,
    /// A key of the front matter, of attributes or of a line.
    Key,
    /// A number, page or date.
    Value,
    /// A class of attributes.
    Class,
    /// The label of a row or column.
    Label,
}

/// What an item's documentation explains: a verb, clause, fact, document, edition, page or unit.
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

/// A part of the inserted text: literal text, or a placeholder with its initial text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::lsp) enum SnippetPart {
    /// Literal text.
    Text(String),
    /// A placeholder with its initial text.
    Placeholder(String),
}

/// A completion item: label, note, kind, inserted text, filter, and the subject to document.
#[derive(Clone, Debug)]
pub(in crate::lsp) struct Item {
    pub(in crate::lsp) label: String,
    pub(in crate::lsp) note: String,
    pub(in crate::lsp) kind: ItemKind,
    pub(in crate::lsp) filter: Option<String>,
    pub(in crate::lsp) pieces: Vec<SnippetPart>,
    pub(in crate::lsp) subject: Option<ItemSubject>,
    pub(in crate::lsp) likely: bool,
}

impl Item {
    /// An item that inserts its label.
    pub(in crate::lsp) fn new(kind: ItemKind, label: impl Into<String>) -> Self {
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

/// The completion items at the cursor, best first, and the extent of the text that they replace.
#[derive(Clone, Debug)]
pub(in crate::lsp) struct ItemList {
    /// The items.
    pub(in crate::lsp) items: Vec<Item>,
    /// Whether there are further items.
    pub(in crate::lsp) more: bool,
    /// The start of the typed text.
    pub(in crate::lsp) from: usize,
    /// The length of the text after the cursor that belongs to it.
    pub(in crate::lsp) rest: usize,
    /// Whether the text after the cursor is always replaced.
    pub(in crate::lsp) whole: bool,
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
}
