//! Converts `SourceEdit`s to a `WorkspaceEdit` as JSON; returns whether a source may be edited.

use super::Snapshot;
use crate::{analysis::SourceOrigin, diagnostic::SourceEdit, text::SourceId};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tower_lsp::gen_lsp_types::TextEdit;

/// Whether a source may be edited. Shipped sources are inside the program.
pub(super) fn is_editable(snapshot: &Snapshot<'_>, source: SourceId) -> bool {
    snapshot
        .analysis()
        .source(source)
        .is_some_and(|source| source.origin != SourceOrigin::Shipped)
}

/// Converts edits to a `WorkspaceEdit`, with the document versions that they apply to if the client
/// supports that.
pub(super) fn workspace(snapshot: &Snapshot<'_>, edits: &[SourceEdit]) -> Value {
    let mut by_source: BTreeMap<SourceId, Vec<&SourceEdit>> = BTreeMap::new();
    for edit in edits {
        by_source.entry(edit.at.source).or_default().push(edit);
    }
    let mut changes = serde_json::Map::new();
    let mut documents = Vec::new();
    for (source, mut own) in by_source {
        let Some(uri) = snapshot.openable_uri(source) else {
            continue;
        };
        own.sort_by_key(|edit| edit.at.span);
        let lines = snapshot.lines(source);
        let edits: Vec<TextEdit> = own
            .iter()
            .map(|edit| TextEdit {
                range: lines.range(edit.at.span),
                new_text: with_ends_of(lines.text(), &edit.text),
            })
            .collect();
        documents.push(json!({"textDocument": {"uri": uri, "version": snapshot.version(&uri)}, "edits": edits}));
        changes.insert(uri.to_string(), json!(edits));
    }
    if snapshot.client_has("/workspace/workspaceEdit/documentChanges") {
        json!({"documentChanges": documents})
    } else {
        json!({"changes": changes})
    }
}

/// Converts the line ends of new text to those of the document.
fn with_ends_of(document: &str, new: &str) -> String {
    if document.contains("\r\n") {
        new.replace("\r\n", "\n").replace('\n', "\r\n")
    } else {
        new.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_lines_end_as_the_others_do() {
        assert_eq!(with_ends_of("a\r\nb\r\n", "\n\nx\r\n"), "\r\n\r\nx\r\n");
        assert_eq!(with_ends_of("a\nb\n", "\n\nx"), "\n\nx");
    }
}
