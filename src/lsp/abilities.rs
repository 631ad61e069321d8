//! What a client can do.

use super::position::Encoding;
use crate::export::markdown;
use serde_json::Value;
use tower_lsp::gen_lsp_types::{
    ClientCapabilities, MarkupContent, MarkupKind, PositionEncodingKind,
};

/// What the client says that it can do. Nothing is sent or registered that it did not name.
#[derive(Clone, Debug, Default)]
pub(super) struct Abilities {
    said: Value,
    /// What columns count.
    pub(super) encoding: Encoding,
}

impl Abilities {
    pub(super) fn new(said: &ClientCapabilities) -> Self {
        let said = serde_json::to_value(said).unwrap_or_default();
        let offered: Vec<PositionEncodingKind> = said
            .pointer("/general/positionEncodings")
            .and_then(|kinds| serde_json::from_value(kinds.clone()).ok())
            .unwrap_or_default();
        Self {
            said,
            encoding: Encoding::of(&offered),
        }
    }

    /// Whether something is said at all, by its path: `/textDocument/diagnostic`.
    pub(super) fn names(&self, path: &str) -> bool {
        self.said
            .pointer(path)
            .is_some_and(|value| !value.is_null())
    }

    /// Whether the client says yes to something, by its path.
    pub(super) fn has(&self, path: &str) -> bool {
        self.said
            .pointer(path)
            .and_then(Value::as_bool)
            .unwrap_or_default()
    }

    /// A number that the client gives.
    pub(super) fn number(&self, path: &str) -> Option<u64> {
        self.said.pointer(path).and_then(Value::as_u64)
    }

    /// Whether a list of words that the client gives holds one.
    pub(super) fn lists(&self, path: &str, word: &str) -> bool {
        let listed = self.said.pointer(path).and_then(Value::as_array);
        listed.is_some_and(|words| words.iter().any(|other| other.as_str() == Some(word)))
    }

    /// Whether it asks for diagnostics. To a client that does, none are sent unasked: it would show each twice.
    pub(super) fn pulls(&self) -> bool {
        self.names("/textDocument/diagnostic")
    }

    /// Whether a request that is answered with "the content was modified" is put again by the client.
    pub(super) fn retries(&self, method: &str) -> bool {
        self.lists(
            "/general/staleRequestSupport/retryOnContentModified",
            method,
        )
    }

    /// Markdown as the client can show it: as it is, or without its marks. `formats` is the path at which it says what it understands.
    pub(super) fn markup(&self, formats: &str, text: String) -> MarkupContent {
        if self.lists(formats, "markdown") {
            MarkupContent {
                kind: MarkupKind::Markdown,
                value: text,
            }
        } else {
            MarkupContent {
                kind: MarkupKind::PlainText,
                value: markdown::plain(&text),
            }
        }
    }

    /// Whether documents of a scheme of our own can be opened through `workspace/textDocumentContent`.
    pub(super) fn opens_virtual_texts(&self) -> bool {
        self.names("/workspace/textDocumentContent")
    }
}
