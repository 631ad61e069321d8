//! `ClientCapabilities`: what the client declared that it supports, looked up by JSON path such as
//! `/textDocument/hover`.

use super::position::Encoding;
use crate::doc::{Block, Styler, markdown, terminal};
use serde_json::Value;
use tower_lsp::gen_lsp_types::{self, MarkupContent, MarkupKind, PositionEncodingKind};

/// How texts are rendered for clients that do not show Markdown.
const PLAIN: Styler = Styler {
    colour: false,
    width: 80,
};

/// What the client declared in `initialize`, as JSON looked up by path
/// (`/textDocument/hover`), and the column unit chosen from it. Also converts Markdown to a
/// format that the client shows.
#[derive(Clone, Debug, Default)]
pub(super) struct ClientCapabilities {
    declared: Value,
    /// The unit of columns.
    pub(super) encoding: Encoding,
}

impl ClientCapabilities {
    pub(super) fn new(declared: &gen_lsp_types::ClientCapabilities) -> Self {
        let declared = serde_json::to_value(declared).unwrap_or_default();
        let offered: Vec<PositionEncodingKind> = declared
            .pointer("/general/positionEncodings")
            .and_then(|kinds| serde_json::from_value(kinds.clone()).ok())
            .unwrap_or_default();
        Self {
            declared,
            encoding: Encoding::of(&offered),
        }
    }

    /// Whether a value is declared at all, by its path: `/textDocument/hover`.
    pub(super) fn names(&self, path: &str) -> bool {
        self.declared
            .pointer(path)
            .is_some_and(|value| !value.is_null())
    }

    /// Whether a flag is declared as true, by its path.
    pub(super) fn has(&self, path: &str) -> bool {
        self.declared
            .pointer(path)
            .and_then(Value::as_bool)
            .unwrap_or_default()
    }

    /// A number that is declared, by its path.
    pub(super) fn number(&self, path: &str) -> Option<u64> {
        self.declared.pointer(path).and_then(Value::as_u64)
    }

    /// Whether a declared list of words contains `word`, by the path of the list.
    pub(super) fn lists(&self, path: &str, word: &str) -> bool {
        let listed = self.declared.pointer(path).and_then(Value::as_array);
        listed.is_some_and(|words| words.iter().any(|other| other.as_str() == Some(word)))
    }

    /// Renders a document as what the client can show: Markdown, or plain text. `formats` is the
    /// path of the formats that it declares.
    pub(super) fn markup(&self, formats: &str, blocks: &[Block]) -> MarkupContent {
        if self.lists(formats, "markdown") {
            MarkupContent {
                kind: MarkupKind::Markdown,
                value: markdown::render(blocks, true),
            }
        } else {
            MarkupContent {
                kind: MarkupKind::PlainText,
                value: terminal::render(PLAIN, blocks, true),
            }
        }
    }
}
