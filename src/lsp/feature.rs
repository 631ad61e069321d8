//! The table of the methods that the server handles, LSP and `rulebook/…`, except the lifecycle.

use super::{
    ClientCapabilities, Connection, Session, ViewParams, code_action, completion, custom_request,
    diagnostics, diagnostics_publisher::RefreshHook, folds, formatting, hierarchy, highlights,
    hints, hover, lens, links, navigation, outline, rename, selection, server::Server, sync, texts,
    tokens, workspace_symbols,
};
use tower_lsp::{LspServiceBuilder, gen_lsp_types as types};

/// The builder of the service.
pub(super) type Builder = LspServiceBuilder<Server>;

/// A protocol method that the server handles, such as `textDocument/hover`: its name, handler,
/// capabilities, startup and refresh hooks.
pub(super) struct Feature {
    /// The method: of the protocol, or our own.
    pub(super) method: &'static str,
    /// Registers the handler.
    pub(super) register: fn(Builder, &'static str) -> Builder,
    /// Sets the server's capabilities for a client.
    pub(super) set_capabilities: fn(&ClientCapabilities, &mut types::ServerCapabilities),
    /// Called when the client is ready.
    pub(super) startup: fn(&Server, &Session),
    /// Called when documents have changed and their diagnostics are known: the client may have to
    /// show other documents again.
    pub(super) refresh: RefreshHook,
}

impl Feature {
    pub(super) const fn new(
        method: &'static str,
        register: fn(Builder, &'static str) -> Builder,
    ) -> Self {
        Self {
            method,
            register,
            set_capabilities: |_, _| {},
            startup: |_, _| {},
            refresh: |_, _, _| {},
        }
    }

    /// Adds capabilities.
    const fn with_capabilities(
        self,
        set_capabilities: fn(&ClientCapabilities, &mut types::ServerCapabilities),
    ) -> Self {
        Self {
            set_capabilities,
            ..self
        }
    }

    /// Adds a function that runs when the client is ready.
    const fn with_startup(self, startup: fn(&Server, &Session)) -> Self {
        Self { startup, ..self }
    }

    /// Adds a function that runs when documents have changed and their diagnostics are known.
    const fn with_refresh(self, refresh: RefreshHook) -> Self {
        Self { refresh, ..self }
    }
}

/// A request: its method, its parameters, the document that it is about, and its handler.
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

/// A notification: its method, its parameters, and its handler, which runs before any later message
/// is begun.
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

/// Runs the refresh hooks of all features: documents have changed and their diagnostics are known.
pub(super) fn refresh_all(connection: &Connection, session: &Session, others: bool) {
    for feature in FEATURES {
        (feature.refresh)(connection, session, others);
    }
}

/// All features of the server except the start and end of a session.
pub(super) const FEATURES: &[Feature] = &[
    notice!(
        "textDocument/didOpen",
        types::DidOpenTextDocumentParams,
        sync::did_open
    )
    .with_capabilities(sync::set_capabilities),
    notice!(
        "textDocument/didChange",
        types::DidChangeTextDocumentParams,
        sync::did_change
    ),
    notice!(
        "textDocument/didSave",
        types::DidSaveTextDocumentParams,
        sync::did_save
    ),
    notice!(
        "textDocument/didClose",
        types::DidCloseTextDocumentParams,
        sync::did_close
    ),
    notice!(
        "workspace/didChangeWatchedFiles",
        types::DidChangeWatchedFilesParams,
        sync::did_change_watched_files
    )
    .with_startup(sync::watch),
    notice!(
        "workspace/didChangeWorkspaceFolders",
        types::DidChangeWorkspaceFoldersParams,
        sync::did_change_workspace_folders
    ),
    notice!(
        "workspace/didChangeConfiguration",
        types::DidChangeConfigurationParams,
        sync::did_change_configuration
    )
    .with_startup(sync::follow_settings),
    request!(
        "textDocument/diagnostic",
        types::DocumentDiagnosticParams,
        |p| Some(&p.text_document.uri),
        diagnostics::document
    )
    .with_capabilities(diagnostics::set_capabilities)
    .with_refresh(diagnostics::refresh),
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
    .with_capabilities(hover::set_capabilities),
    request!(
        "textDocument/definition",
        types::DefinitionParams,
        |p| Some(&p.text_document_position_params.text_document.uri),
        navigation::definition
    )
    .with_capabilities(navigation::set_capabilities),
    request!(
        "textDocument/completion",
        types::CompletionParams,
        |p| Some(&p.text_document_position_params.text_document.uri),
        completion::completion
    )
    .with_capabilities(completion::set_capabilities),
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
        navigation::declaration
    ),
    request!(
        "textDocument/implementation",
        types::ImplementationParams,
        |p| Some(&p.text_document_position_params.text_document.uri),
        navigation::implementation
    ),
    request!(
        "textDocument/references",
        types::ReferenceParams,
        |p| Some(&p.text_document_position_params.text_document.uri),
        navigation::references
    ),
    request!(
        "textDocument/documentSymbol",
        types::DocumentSymbolParams,
        |p| Some(&p.text_document.uri),
        outline::outline
    )
    .with_capabilities(outline::set_capabilities),
    request!(
        "textDocument/foldingRange",
        types::FoldingRangeParams,
        |p| Some(&p.text_document.uri),
        folds::folds
    )
    .with_capabilities(folds::set_capabilities),
    request!(
        "textDocument/selectionRange",
        types::SelectionRangeParams,
        |p| Some(&p.text_document.uri),
        selection::selection
    )
    .with_capabilities(selection::set_capabilities),
    request!(
        "textDocument/documentHighlight",
        types::DocumentHighlightParams,
        |p| Some(&p.text_document_position_params.text_document.uri),
        highlights::highlights
    )
    .with_capabilities(highlights::set_capabilities),
    request!(
        "textDocument/formatting",
        types::DocumentFormattingParams,
        |p| Some(&p.text_document.uri),
        formatting::whole
    )
    .with_capabilities(formatting::set_capabilities),
    request!(
        "textDocument/rangeFormatting",
        types::DocumentRangeFormattingParams,
        |p| Some(&p.text_document.uri),
        formatting::part
    ),
    request!(
        "textDocument/onTypeFormatting",
        types::DocumentOnTypeFormattingParams,
        |p| Some(&p.text_document.uri),
        formatting::on_type
    ),
    request!(
        "workspace/symbol",
        types::WorkspaceSymbolParams,
        |_| None,
        workspace_symbols::symbols
    )
    .with_capabilities(workspace_symbols::set_capabilities),
    request!(
        "textDocument/documentLink",
        types::DocumentLinkParams,
        |p| Some(&p.text_document.uri),
        links::links
    )
    .with_capabilities(links::set_capabilities),
    request!(
        "textDocument/semanticTokens/full",
        types::SemanticTokensParams,
        |p| Some(&p.text_document.uri),
        tokens::full
    )
    .with_capabilities(tokens::set_capabilities),
    request!(
        "textDocument/semanticTokens/full/delta",
        types::SemanticTokensDeltaParams,
        |p| Some(&p.text_document.uri),
        tokens::delta
    ),
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
        code_action::actions
    )
    .with_capabilities(code_action::set_capabilities),
    request!(
        "codeAction/resolve",
        serde_json::Value,
        |_| None,
        code_action::resolve
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
    .with_capabilities(rename::set_capabilities),
    request!(
        "workspace/willRenameFiles",
        types::RenameFilesParams,
        |_| None,
        rename::will_rename_files
    )
    .with_capabilities(rename::set_file_capabilities),
    request!(
        "textDocument/codeLens",
        types::CodeLensParams,
        |p| Some(&p.text_document.uri),
        lens::lenses
    )
    .with_capabilities(lens::set_capabilities)
    .with_refresh(lens::refresh),
    request!("codeLens/resolve", types::CodeLens, |_| None, lens::resolve),
    request!(
        "textDocument/inlayHint",
        types::InlayHintParams,
        |p| Some(&p.text_document.uri),
        hints::hints
    )
    .with_capabilities(hints::set_capabilities)
    .with_refresh(hints::refresh),
    request!(
        "textDocument/prepareCallHierarchy",
        types::CallHierarchyPrepareParams,
        |p| Some(&p.text_document_position_params.text_document.uri),
        hierarchy::prepare
    )
    .with_capabilities(hierarchy::set_capabilities),
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
    .with_capabilities(texts::set_capabilities),
    request!(
        "rulebook/text",
        types::TextDocumentContentParams,
        |_| None,
        texts::text
    )
    .with_refresh(texts::follow),
    request!(
        "rulebook/show",
        custom_request::ShowParams,
        |_| None,
        custom_request::show
    ),
    request!(
        "rulebook/search",
        custom_request::SearchParams,
        |_| None,
        custom_request::search
    ),
    request!(
        "rulebook/history",
        custom_request::HistoryParams,
        |_| None,
        custom_request::history
    ),
    request!(
        "rulebook/diff",
        custom_request::CompareParams,
        |_| None,
        custom_request::diff
    ),
    request!(
        "rulebook/compare",
        custom_request::CompareParams,
        |_| None,
        custom_request::compare
    ),
    request!(
        "rulebook/changes",
        custom_request::ChangesParams,
        |_| None,
        custom_request::changes
    ),
    request!(
        "rulebook/impact",
        types::TextDocumentPositionParams,
        |p| Some(&p.text_document.uri),
        custom_request::impact
    ),
    request!(
        "rulebook/editions",
        ViewParams,
        |_| None,
        custom_request::editions
    ),
    request!(
        "rulebook/outline",
        custom_request::OutlineParams,
        |_| None,
        custom_request::outline
    ),
];

#[cfg(test)]
mod tests;
