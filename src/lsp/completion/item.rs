//! `Item` and `ItemList`: completion items before they are converted to those of the protocol.

use crate::resolve::RulesetDb;
use serde::{Deserialize, Serialize};
use tower_lsp::gen_lsp_types::Uri;

pub(crate) use tower_lsp::gen_lsp_types::CompletionItemKind as ItemKind;

/// What an item's documentation explains: a verb, clause, fact, document, edition, page or unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub(crate) enum ItemSubject {
    /// A verb of the instruction language.
    Verb { name: String },
    /// A clause of a ruleset.
    Clause(RulesetName),
    /// A fact of a ruleset.
    Fact(RulesetName),
    /// A document of a ruleset.
    Document(RulesetName),
    /// An edition of a ruleset.
    Edition(RulesetName),
    /// A printed page of a ruleset.
    Page(RulesetName),
    /// A unit in the numbering of an instruction.
    Unit {
        place: usize,
        entry: usize,
        section: String,
        unit: u32,
    },
    /// A short explanation.
    Words { text: String },
}

/// What an item stores until it is resolved: its document and its subject.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ItemData {
    pub(crate) uri: Uri,
    #[serde(flatten)]
    pub(crate) subject: ItemSubject,
}

/// A name in a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RulesetName {
    pub(crate) ruleset: String,
    pub(crate) name: String,
}

/// A part of the inserted text: literal text, or a placeholder with its initial text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SnippetPart {
    /// Literal text.
    Text(String),
    /// A placeholder with its initial text.
    Placeholder(String),
}

impl SnippetPart {
    /// Literal text.
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A placeholder with its initial text.
    pub(crate) fn placeholder(text: impl Into<String>) -> Self {
        Self::Placeholder(text.into())
    }
}

/// A completion item: label, note, kind, inserted text, filter, and the subject to document.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) label: String,
    pub(crate) note: String,
    pub(crate) kind: ItemKind,
    pub(crate) filter: Option<String>,
    pub(crate) pieces: Vec<SnippetPart>,
    pub(crate) subject: Option<ItemSubject>,
    pub(crate) likely: bool,
}

impl Item {
    /// An item that inserts its label.
    pub(crate) fn new(kind: ItemKind, label: impl Into<String>) -> Self {
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
    pub(crate) fn note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// Returns the item with another inserted text.
    pub(crate) fn put(mut self, text: impl Into<String>) -> Self {
        self.set_text(text);
        self
    }

    /// Sets the inserted text.
    pub(crate) fn set_text(&mut self, text: impl Into<String>) {
        self.pieces = vec![SnippetPart::Text(text.into())];
    }

    /// Sets the inserted text, with placeholders.
    pub(crate) fn pieces(self, pieces: Vec<SnippetPart>) -> Self {
        Self { pieces, ..self }
    }

    /// Sets the label and the inserted text.
    pub(crate) fn called(self, label: &str) -> Self {
        Self {
            label: label.to_owned(),
            filter: None,
            ..self.put(label)
        }
    }

    /// Sets the words that find the item.
    pub(crate) fn filter(mut self, filter: impl Into<String>) -> Self {
        self.filter = Some(filter.into());
        self
    }

    /// Sets the subject.
    pub(crate) fn about(mut self, subject: ItemSubject) -> Self {
        self.subject = Some(subject);
        self
    }

    /// Creates a key that is followed by `end`.
    pub(crate) fn key(name: &str, about: impl Into<String>, end: &str) -> Self {
        let item = Self::new(ItemKind::Property, name).note(about);
        item.put(format!("{name}{end}"))
    }

    /// Returns the label as a value in YAML: an edition that would be a number is quoted.
    pub(super) fn yaml_value(&self) -> String {
        match self.label.parse::<f64>() {
            Ok(_) => format!("\"{}\"", self.label),
            Err(_) => self.label.clone(),
        }
    }

    /// Sets what it names in a ruleset, for its documentation.
    pub(crate) fn naming(
        self,
        subject: fn(RulesetName) -> ItemSubject,
        db: &RulesetDb,
        name: impl Into<String>,
    ) -> Self {
        let (ruleset, name) = (db.ruleset.key.clone(), name.into());
        self.about(subject(RulesetName { ruleset, name }))
    }

    /// Marks the item as the likely one.
    pub(crate) fn likely(self, likely: bool) -> Self {
        Self { likely, ..self }
    }
}

/// The completion items at the cursor, best first, and the extent of the text that they replace.
#[derive(Clone, Debug)]
pub(crate) struct ItemList {
    /// The items.
    pub(crate) items: Vec<Item>,
    /// Whether there are further items.
    pub(crate) more: bool,
    /// The start of the typed text.
    pub(crate) from: usize,
    /// The length of the text after the cursor that belongs to it.
    pub(crate) rest: usize,
    /// Whether the text after the cursor is always replaced.
    pub(crate) whole: bool,
}

impl ItemList {
    /// A list for the text from the byte `from` to the cursor.
    pub(crate) fn new(from: usize) -> Self {
        Self {
            items: Vec::new(),
            more: false,
            from,
            rest: 0,
            whole: false,
        }
    }

    /// Sets the length of the text after the cursor that belongs to the typed text.
    pub(crate) fn rest(self, rest: usize) -> Self {
        Self { rest, ..self }
    }

    /// Always replaces the text after the cursor that belongs to the typed text.
    pub(crate) fn whole(mut self) -> Self {
        self.whole = true;
        self
    }

    /// Adds an item, unless there is one with the same label.
    pub(crate) fn push(&mut self, item: Item) {
        if self.items.iter().all(|known| known.label != item.label) {
            self.items.push(item);
        }
    }

    /// Adds items.
    pub(crate) fn extend(&mut self, items: impl IntoIterator<Item = Item>) {
        self.items.extend(items);
    }
}
