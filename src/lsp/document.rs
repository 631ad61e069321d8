//! `TextDocument`: the text of an open document, to which the editor's changes are applied.

use super::position::Encoding;
use ropey::Rope;
use std::sync::Arc;
use tower_lsp::gen_lsp_types::{Position, TextDocumentContentChangeEvent as Change};

/// The text of an open document, exactly as the editor shows it, and its version.
#[derive(Clone, Debug)]
pub(super) struct TextDocument {
    text: Rope,
    /// The version that the editor gave this text.
    pub(super) version: i32,
}

impl TextDocument {
    pub(super) fn new(text: &str, version: i32) -> Self {
        Self {
            text: Rope::from_str(text),
            version,
        }
    }

    /// Returns the text as one string.
    pub(super) fn text(&self) -> Arc<str> {
        Arc::from(self.text.to_string())
    }

    /// Applies the editor's changes in their order. A position after the end of a line or of the
    /// text means that end; if a range ends before it begins, its ends are swapped. Versions are
    /// not checked.
    pub(super) fn change(&mut self, changes: &[Change], version: i32, encoding: Encoding) {
        for change in changes {
            match change {
                Change::TextDocumentContentChangePartial(part) => {
                    let (from, to) = (
                        self.char(part.range.start, encoding),
                        self.char(part.range.end, encoding),
                    );
                    let (from, to) = (from.min(to), from.max(to));
                    self.text.remove(from..to);
                    self.text.insert(from, &part.text);
                }
                Change::TextDocumentContentChangeWholeDocument(whole) => {
                    self.text = Rope::from_str(&whole.text)
                }
            }
        }
        self.version = version;
    }

    /// Converts a position to characters from the start of the text.
    fn char(&self, at: Position, encoding: Encoding) -> usize {
        let Some(line) = self.text.get_line(at.line as usize) else {
            return self.text.len_chars();
        };
        let start = self.text.line_to_char(at.line as usize);
        let text = line.to_string();
        let text = text.trim_end_matches(['\n', '\r']);
        start
            + text[..encoding.byte(text, at.character as usize)]
                .chars()
                .count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::position::PositionMap;
    use proptest::prelude::*;
    use tower_lsp::gen_lsp_types::{Range, TextDocumentContentChangePartial};

    /// Applies a change as a client does with its own copy, by bytes.
    fn by_bytes(text: &str, range: Range, new: &str, encoding: Encoding) -> String {
        let lines = PositionMap::new(text.into(), encoding);
        let span = lines.bytes(range);
        format!("{}{new}{}", &text[..span.start()], &text[span.end()..])
    }

    fn position() -> impl Strategy<Value = Position> {
        (0..6_u32, 0..12_u32).prop_map(|(line, character)| Position { line, character })
    }

    proptest! {
        #[test]
        fn the_text_is_the_client_s(
            start in "[a🎲é \r\n]{0,24}",
            edits in prop::collection::vec((position(), position(), "[b🎲ü\r\n]{0,5}"), 0..12),
            versions in prop::collection::vec(any::<i32>(), 12),
            utf8 in any::<bool>(),
        ) {
            let encoding = if utf8 { Encoding::Utf8 } else { Encoding::Utf16 };
            let mut own = start.clone();
            let mut document = TextDocument::new(&start, 0);
            for ((from, to, text), version) in edits.into_iter().zip(versions) {
                let range = Range { start: from, end: to };
                own = by_bytes(&own, range, &text, encoding);
                let part = TextDocumentContentChangePartial { range, text, ..Default::default() };
                document.change(&[Change::TextDocumentContentChangePartial(part)], version, encoding);
                prop_assert_eq!(&*document.text(), own.as_str());
            }
        }
    }
}
