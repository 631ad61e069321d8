//! The table of the methods that the server handles, LSP and `rulebook/…`, except the lifecycle.

use super::{
    ClientCapabilities, Connection, HandlerResult, Session, Snapshot, code_action, completion,
    custom_request, diagnostics, diagnostics_publisher::RefreshHook, folds, formatting, highlights,
    hints, hover, lens, navigation, outline, rename, selection, server::Server, sync, texts,
    tokens, workspace_symbols,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
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
            refresh: |_, _| {},
        }
    }

    /// Registers the handler of a request. `about` returns the document that a request is about.
    pub(super) fn request<P, R>(
        builder: Builder,
        method: &'static str,
        about: fn(&P) -> Option<types::Uri>,
        handler: fn(&Snapshot<'_>, P) -> HandlerResult<R>,
    ) -> Builder
    where
        P: DeserializeOwned + Send + 'static,
        R: Serialize + Send + 'static,
    {
        builder.custom_method(method, move |server: &Server, params: P| {
            let document = about(&params);
            let connection = &server.connection;
            connection.answer(method, document, params, handler)
        })
    }

    /// Registers the handler of a notification.
    pub(super) fn notice<P: DeserializeOwned + Send + 'static>(
        builder: Builder,
        method: &'static str,
        handler: fn(&Server, P),
    ) -> Builder {
        builder.custom_method(method, move |server: &Server, params: P| {
            handler(server, params);
            std::future::ready(())
        })
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

/// Returns the document of what the server sent, to be resolved: the `uri` of its `data`.
fn document_of(data: Option<&Value>) -> Option<types::Uri> {
    types::Uri::deserialize(data?.get("uri")?).ok()
}

/// A request: its method, the document that it is about, and its handler. Most are about a
/// `document`, or a `position` in one, or resolve an `item` of a document.
macro_rules! request {
    ($method:literal, document, $handler:path) => {
        request!($method, |p| Some(p.text_document.uri.clone()), $handler)
    };
    ($method:literal, position, $handler:path) => {
        request!(
            $method,
            |p| {
                let at = &p.text_document_position_params;
                Some(at.text_document.uri.clone())
            },
            $handler
        )
    };
    ($method:literal, item, $handler:path) => {
        request!($method, |p| document_of(p.data.as_ref()), $handler)
    };
    ($method:literal, $about:expr, $handler:path) => {
        Feature::new($method, |builder, method| {
            Feature::request(builder, method, $about, $handler)
        })
    };
}

/// A request that asks an operation, whose parameters it has.
macro_rules! operation {
    ($method:literal, $name:literal) => {
        Feature::new($method, |builder, method| {
            let handler = |snapshot: &Snapshot<'_>, params: custom_request::AskedParams| {
                custom_request::named($name, snapshot, params)
            };
            Feature::request(builder, method, |_| None, handler)
        })
    };
}

/// A request for the locations that a function finds for what is at the cursor.
macro_rules! find {
    ($name:literal, $find:path) => {
        Feature::new(concat!("textDocument/", $name), |builder, method| {
            let about = |at: &types::TextDocumentPositionParams| Some(at.text_document.uri.clone());
            let handler = |snapshot: &Snapshot<'_>, at: types::TextDocumentPositionParams| {
                navigation::respond(snapshot, at, $name, $find)
            };
            Feature::request(builder, method, about, handler)
        })
    };
}

/// A notification: its method, and its handler, which runs before any later message is begun.
macro_rules! notice {
    ($method:literal, $handler:path) => {
        Feature::new($method, |builder, method| {
            Feature::notice(builder, method, $handler)
        })
    };
}

#[cfg(test)]
pub(super) use {notice, request};

/// Runs the refresh hooks of all features: documents have changed and their diagnostics are known.
pub(super) fn refresh_all(connection: &Connection, session: &Session) {
    for feature in FEATURES {
        (feature.refresh)(connection, session);
    }
}

/// All features of the server except the start and end of a session.
pub(super) const FEATURES: &[Feature] = &[
    notice!("textDocument/didOpen", sync::did_open).with_capabilities(sync::set_capabilities),
    notice!("textDocument/didChange", sync::did_change),
    notice!("textDocument/didSave", sync::did_save),
    notice!("textDocument/didClose", sync::did_close),
    notice!(
        "workspace/didChangeWatchedFiles",
        sync::did_change_watched_files
    )
    .with_startup(sync::watch),
    notice!(
        "workspace/didChangeWorkspaceFolders",
        sync::did_change_workspace_folders
    ),
    notice!(
        "workspace/didChangeConfiguration",
        sync::did_change_configuration
    )
    .with_startup(sync::follow_settings),
    request!("textDocument/hover", document, hover::hover)
        .with_capabilities(|_, own| own.hover_provider = Some(true.into())),
    find!("definition", navigation::definition)
        .with_capabilities(|_, own| own.definition_provider = Some(true.into())),
    request!("textDocument/completion", position, completion::completion)
        .with_capabilities(completion::set_capabilities),
    request!("completionItem/resolve", item, completion::resolve),
    find!("declaration", navigation::declarations)
        .with_capabilities(|_, own| own.declaration_provider = Some(true.into())),
    find!("implementation", navigation::implementation)
        .with_capabilities(|_, own| own.implementation_provider = Some(true.into())),
    request!("textDocument/references", position, navigation::references)
        .with_capabilities(|_, own| own.references_provider = Some(true.into())),
    request!("textDocument/documentSymbol", document, outline::outline)
        .with_capabilities(|_, own| own.document_symbol_provider = Some(true.into())),
    request!("textDocument/foldingRange", document, folds::folds)
        .with_capabilities(|_, own| own.folding_range_provider = Some(true.into())),
    request!(
        "textDocument/selectionRange",
        document,
        selection::selection
    )
    .with_capabilities(|_, own| own.selection_range_provider = Some(true.into())),
    request!(
        "textDocument/documentHighlight",
        document,
        highlights::highlights
    )
    .with_capabilities(|_, own| own.document_highlight_provider = Some(true.into())),
    request!("textDocument/formatting", document, formatting::whole)
        .with_capabilities(formatting::set_capabilities),
    request!("workspace/symbol", |_| None, workspace_symbols::symbols)
        .with_capabilities(|_, own| own.workspace_symbol_provider = Some(true.into())),
    request!("textDocument/semanticTokens/full", document, tokens::full)
        .with_capabilities(tokens::set_capabilities),
    request!("textDocument/semanticTokens/range", document, tokens::part),
    request!("textDocument/codeAction", document, code_action::actions)
        .with_capabilities(code_action::set_capabilities),
    request!(
        "codeAction/resolve",
        |action: &Value| document_of(action.get("data")),
        code_action::resolve
    ),
    request!("textDocument/prepareRename", document, rename::prepare),
    request!("textDocument/rename", position, rename::rename)
        .with_capabilities(rename::set_capabilities),
    request!("textDocument/codeLens", document, lens::lenses)
        .with_capabilities(lens::set_capabilities)
        .with_refresh(lens::refresh),
    request!("codeLens/resolve", item, lens::resolve),
    request!("textDocument/inlayHint", document, hints::hints)
        .with_capabilities(hints::set_capabilities)
        .with_refresh(hints::refresh),
    request!("rulebook/text", |_| None, texts::text).with_refresh(texts::follow),
    request!("rulebook/diagnostics", |_| None, diagnostics::all),
    request!("rulebook/ask", |_| None, custom_request::ask),
    operation!("rulebook/show", "show"),
    operation!("rulebook/search", "search"),
    operation!("rulebook/history", "log"),
    operation!("rulebook/diff", "diff"),
    request!("rulebook/compare", |_| None, custom_request::compare),
    operation!("rulebook/changes", "diff"),
    request!("rulebook/impact", document, custom_request::impact),
    request!("rulebook/editions", |_| None, custom_request::editions),
    request!("rulebook/outline", |_| None, custom_request::outline),
];

#[cfg(test)]
mod tests;
