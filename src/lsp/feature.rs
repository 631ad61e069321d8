//! What the server can do: one file and one row each.

use super::{
    action, ask, client_capabilities::ClientCapabilities, completion, connection::Connection,
    diagnostics, diagnostics_publisher::Settled, folds, formatting, hierarchy, highlights, hints,
    hover, lens, links, outline, rename, selection, server::Server, session::Session, symbols,
    sync, targets, texts, tokens,
};
use tower_lsp::{LspServiceBuilder, gen_lsp_types as types};

/// A service that is being put together.
pub(super) type Builder = LspServiceBuilder<Server>;

/// A row of the table of features.
pub(super) struct Feature {
    /// The method of the protocol, or of our own.
    pub(super) method: &'static str,
    /// Puts its handler in.
    pub(super) register: fn(Builder, &'static str) -> Builder,
    /// Says that the server can do it, to a client of these capabilities.
    pub(super) announce: fn(&ClientCapabilities, &mut types::ServerCapabilities),
    /// What is to be done once the client is ready.
    pub(super) started: fn(&Server, &Session),
    /// What is to be done once documents have changed and their findings are known: other documents may have to be shown anew.
    pub(super) settled: Settled,
}

impl Feature {
    pub(super) const fn new(
        method: &'static str,
        register: fn(Builder, &'static str) -> Builder,
    ) -> Self {
        Self {
            method,
            register,
            announce: |_, _| {},
            started: |_, _| {},
            settled: |_, _, _| {},
        }
    }

    /// Says so in the server's capabilities.
    const fn announced(
        self,
        announce: fn(&ClientCapabilities, &mut types::ServerCapabilities),
    ) -> Self {
        Self { announce, ..self }
    }

    /// Does something once the client is ready.
    const fn started(self, started: fn(&Server, &Session)) -> Self {
        Self { started, ..self }
    }

    /// Does something once documents have changed and settled.
    const fn settled(self, settled: Settled) -> Self {
        Self { settled, ..self }
    }
}

/// A request: its method, its parameters, the document that it is about, and who answers it.
macro_rules! request {
    ($method:literal, $params:ty, $about:expr, $find:path) => {
        Feature::new($method, |builder, method| {
            builder.custom_method(method, move |server: &Server, params: $params| {
                let about: fn(&$params) -> Option<&types::Uri> = $about;
                server
                    .connection
                    .answer(method, about(&params).cloned().as_ref(), params, $find)
            })
        })
    };
}

/// A notification: its method, its parameters, and who takes note, before anything that comes later is begun.
macro_rules! notice {
    ($method:literal, $params:ty, $take:path) => {
        Feature::new($method, |builder, method| {
            builder.custom_method(method, |server: &Server, params: $params| {
                $take(server, params);
                std::future::ready(())
            })
        })
    };
}

#[cfg(test)]
pub(super) use {notice, request};

/// Lets every feature do what it does once documents have changed and their diagnostics are known.
pub(super) fn settle(connection: &Connection, session: &Session, others: bool) {
    for feature in FEATURES {
        (feature.settled)(connection, session, others);
    }
}

/// Everything that the server can do besides beginning and ending.
pub(super) const FEATURES: &[Feature] = &[
    notice!(
        "textDocument/didOpen",
        types::DidOpenTextDocumentParams,
        sync::opened
    )
    .announced(sync::announce),
    notice!(
        "textDocument/didChange",
        types::DidChangeTextDocumentParams,
        sync::changed
    ),
    notice!(
        "textDocument/didSave",
        types::DidSaveTextDocumentParams,
        sync::saved
    ),
    notice!(
        "textDocument/didClose",
        types::DidCloseTextDocumentParams,
        sync::closed
    ),
    notice!(
        "workspace/didChangeWatchedFiles",
        types::DidChangeWatchedFilesParams,
        sync::on_disk
    )
    .started(sync::watch),
    notice!(
        "workspace/didChangeWorkspaceFolders",
        types::DidChangeWorkspaceFoldersParams,
        sync::folders
    ),
    notice!(
        "workspace/didChangeConfiguration",
        types::DidChangeConfigurationParams,
        sync::configured
    )
    .started(sync::follow_settings),
    request!(
        "textDocument/diagnostic",
        types::DocumentDiagnosticParams,
        |p| Some(&p.text_document.uri),
        diagnostics::document
    )
    .announced(diagnostics::announce)
    .settled(diagnostics::refresh),
    request!(
        "workspace/diagnostic",
        types::WorkspaceDiagnosticParams,
        |_| None,
        diagnostics::workspace
    ),
    request!(
        "textDocument/hover",
        types::HoverParams,
        |p| Some(&p.text_document_position_params.text_document.uri),
        hover::hover
    )
    .announced(hover::announce),
    request!(
        "textDocument/definition",
        types::DefinitionParams,
        |p| Some(&p.text_document_position_params.text_document.uri),
        targets::definition
    )
    .announced(targets::announce),
    request!(
        "textDocument/completion",
        types::CompletionParams,
        |p| Some(&p.text_document_position_params.text_document.uri),
        completion::completion
    )
    .announced(completion::announce),
    request!(
        "completionItem/resolve",
        types::CompletionItem,
        |_| None,
        completion::resolve
    ),
    request!(
        "textDocument/declaration",
        types::DeclarationParams,
        |p| Some(&p.text_document_position_params.text_document.uri),
        targets::declaration
    ),
    request!(
        "textDocument/implementation",
        types::ImplementationParams,
        |p| Some(&p.text_document_position_params.text_document.uri),
        targets::implementation
    ),
    request!(
        "textDocument/references",
        types::ReferenceParams,
        |p| Some(&p.text_document_position_params.text_document.uri),
        targets::references
    ),
    request!(
        "textDocument/documentSymbol",
        types::DocumentSymbolParams,
        |p| Some(&p.text_document.uri),
        outline::outline
    )
    .announced(outline::announce),
    request!(
        "textDocument/foldingRange",
        types::FoldingRangeParams,
        |p| Some(&p.text_document.uri),
        folds::folds
    )
    .announced(folds::announce),
    request!(
        "textDocument/selectionRange",
        types::SelectionRangeParams,
        |p| Some(&p.text_document.uri),
        selection::selection
    )
    .announced(selection::announce),
    request!(
        "textDocument/documentHighlight",
        types::DocumentHighlightParams,
        |p| Some(&p.text_document_position_params.text_document.uri),
        highlights::highlights
    )
    .announced(highlights::announce),
    request!(
        "textDocument/formatting",
        types::DocumentFormattingParams,
        |p| Some(&p.text_document.uri),
        formatting::whole
    )
    .announced(formatting::announce),
    request!(
        "textDocument/rangeFormatting",
        types::DocumentRangeFormattingParams,
        |p| Some(&p.text_document.uri),
        formatting::part
    ),
    request!(
        "workspace/symbol",
        types::WorkspaceSymbolParams,
        |_| None,
        symbols::symbols
    )
    .announced(symbols::announce),
    request!(
        "textDocument/documentLink",
        types::DocumentLinkParams,
        |p| Some(&p.text_document.uri),
        links::links
    )
    .announced(links::announce),
    request!(
        "textDocument/semanticTokens/full",
        types::SemanticTokensParams,
        |p| Some(&p.text_document.uri),
        tokens::full
    )
    .announced(tokens::announce),
    request!(
        "textDocument/semanticTokens/range",
        types::SemanticTokensRangeParams,
        |p| Some(&p.text_document.uri),
        tokens::part
    ),
    request!(
        "textDocument/codeAction",
        types::CodeActionParams,
        |p| Some(&p.text_document.uri),
        action::actions
    )
    .announced(action::announce),
    request!(
        "codeAction/resolve",
        serde_json::Value,
        |_| None,
        action::resolve
    ),
    request!(
        "textDocument/prepareRename",
        types::PrepareRenameParams,
        |p| Some(&p.text_document_position_params.text_document.uri),
        rename::prepare
    ),
    request!(
        "textDocument/rename",
        types::RenameParams,
        |p| Some(&p.text_document_position_params.text_document.uri),
        rename::rename
    )
    .announced(rename::announce),
    request!(
        "textDocument/codeLens",
        types::CodeLensParams,
        |p| Some(&p.text_document.uri),
        lens::lenses
    )
    .announced(lens::announce)
    .settled(lens::refresh),
    request!("codeLens/resolve", types::CodeLens, |_| None, lens::resolve),
    request!(
        "textDocument/inlayHint",
        types::InlayHintParams,
        |p| Some(&p.text_document.uri),
        hints::hints
    )
    .announced(hints::announce)
    .settled(hints::refresh),
    request!(
        "textDocument/prepareCallHierarchy",
        types::CallHierarchyPrepareParams,
        |p| Some(&p.text_document_position_params.text_document.uri),
        hierarchy::prepare
    )
    .announced(hierarchy::announce),
    request!(
        "callHierarchy/incomingCalls",
        types::CallHierarchyIncomingCallsParams,
        |_| None,
        hierarchy::incoming
    ),
    request!(
        "callHierarchy/outgoingCalls",
        types::CallHierarchyOutgoingCallsParams,
        |_| None,
        hierarchy::outgoing
    ),
    request!(
        "workspace/textDocumentContent",
        types::TextDocumentContentParams,
        |_| None,
        texts::content
    )
    .announced(texts::announce),
    request!(
        "rulebook/text",
        types::TextDocumentContentParams,
        |_| None,
        texts::text
    )
    .settled(texts::follow),
    request!("rulebook/show", ask::ShowParams, |_| None, ask::show),
    request!("rulebook/search", ask::SearchParams, |_| None, ask::search),
    request!(
        "rulebook/history",
        ask::HistoryParams,
        |_| None,
        ask::history
    ),
    request!("rulebook/diff", ask::CompareParams, |_| None, ask::diff),
    request!(
        "rulebook/compare",
        ask::CompareParams,
        |_| None,
        ask::compare
    ),
    request!(
        "rulebook/changes",
        ask::ChangesParams,
        |_| None,
        ask::changes
    ),
    request!(
        "rulebook/impact",
        types::TextDocumentPositionParams,
        |p| Some(&p.text_document.uri),
        ask::impact
    ),
    request!("rulebook/editions", ask::Reading, |_| None, ask::editions),
    request!(
        "rulebook/outline",
        ask::OutlineParams,
        |_| None,
        ask::outline
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// The rows of the README's table of features: the methods in a row, and its tests.
    fn rows(readme: &'static str) -> Vec<(Vec<&'static str>, Vec<&'static str>)> {
        let table = readme
            .split("| feature | methods | tests |")
            .nth(1)
            .unwrap_or_default();
        let rows = table
            .lines()
            .skip(2)
            .take_while(|line| line.starts_with('|'));
        let quoted = |cell: &'static str| cell.split('`').skip(1).step_by(2).collect();
        let row = |row: &'static str| {
            let mut cells = row.trim_matches('|').split('|').skip(1);
            Some((quoted(cells.next()?), quoted(cells.next()?)))
        };
        rows.filter_map(row).collect()
    }

    #[test]
    fn the_readme_lists_every_feature_with_tests_that_are_there() {
        let rows = rows(include_str!("../../README.md"));
        let home = Path::new(env!("CARGO_MANIFEST_DIR"));
        let listed = |method: &str| rows.iter().any(|(methods, _)| methods.contains(&method));
        let missing: Vec<&str> = FEATURES
            .iter()
            .map(|feature| feature.method)
            .filter(|method| !listed(method))
            .collect();
        assert!(
            missing.is_empty(),
            "not in the README's table of features: {}",
            missing.join(", ")
        );
        for (methods, tests) in &rows {
            let known = |method: &&&str| FEATURES.iter().any(|feature| feature.method == **method);
            assert_eq!(
                methods.iter().filter(known).count(),
                methods.len(),
                "{methods:?}"
            );
            assert!(!tests.is_empty(), "{methods:?} without a test");
            for test in tests {
                assert!(home.join(test).is_file(), "{test} is not there");
            }
        }
    }
}
