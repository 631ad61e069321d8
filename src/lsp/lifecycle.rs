//! Handles `initialize`, `initialized`, `shutdown`: capabilities, loading, startup of features.

use super::{Session, feature::FEATURES, progress, server::Server};
use tower_lsp::{
    LanguageServer,
    gen_lsp_types::{
        InitializeParams, InitializeResult, InitializedParams, MessageType, ServerCapabilities,
        ServerInfo,
    },
    jsonrpc,
};

impl LanguageServer for Server {
    async fn initialize(&self, params: InitializeParams) -> jsonrpc::Result<InitializeResult> {
        let environment = self.connection.session().environment.clone();
        let (session, fault) = Session::new(&params, environment);
        let mut capabilities = ServerCapabilities {
            position_encoding: Some(session.capabilities.encoding.kind()),
            ..ServerCapabilities::default()
        };
        for feature in FEATURES {
            (feature.set_capabilities)(&session.capabilities, &mut capabilities);
        }
        self.connection.change_session(|own| *own = session);
        if let Some(fault) = fault {
            self.connection.show_message(MessageType::Warning, fault);
        }
        self.load();
        let server_info = ServerInfo {
            name: "rulebook".into(),
            version: Some(env!("CARGO_PKG_VERSION").into()),
        };
        Ok(InitializeResult {
            capabilities,
            server_info: Some(server_info),
        })
    }

    async fn initialized(&self, _: InitializedParams) {
        progress::show_loading(&self.connection);
        let session = self.connection.session();
        for feature in FEATURES {
            (feature.startup)(self, &session);
        }
    }

    async fn shutdown(&self) -> jsonrpc::Result<()> {
        Ok(())
    }
}
