//! `Server`: the connection to a client and the publisher of diagnostics; loads all rules.

use super::{
    Connection,
    connection::spawn_thread,
    diagnostics_publisher::{DiagnosticsPublisher, RefreshHook},
    session::ServerEnvironment,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use tower_lsp::{Client, gen_lsp_types::MessageType};

/// The language server for one client: the connection to it, and the publisher of its diagnostics;
/// loads all rules on a thread.
#[derive(Clone, Debug)]
pub(super) struct Server {
    /// The connection to the client.
    pub(super) connection: Connection,
    /// Publishes diagnostics.
    pub(super) publisher: DiagnosticsPublisher,
}

impl Server {
    /// Creates a server that calls `settled` whenever documents have changed and their diagnostics are
    /// known.
    pub(super) fn new(
        client: Client,
        environment: ServerEnvironment,
        settled: RefreshHook,
    ) -> Self {
        let connection = Connection::new(client, environment);
        Self {
            publisher: DiagnosticsPublisher::new(connection.clone(), settled),
            connection,
        }
    }

    /// Loads all files again, in the background. Requests wait for it.
    pub(super) fn load(&self) {
        if !self.connection.host.begin_loading() {
            return;
        }
        let server = self.clone();
        spawn_thread(move || {
            let connection = &server.connection;
            connection.host.load(|open| {
                let session = connection.session();
                let Ok((state, remarks)) = catch_unwind(AssertUnwindSafe(|| session.load(open)))
                else {
                    connection.show_message(MessageType::Error, NOT_LOADED.into());
                    return None;
                };
                if !remarks.is_empty() {
                    connection.log_message(remarks.join("\n"));
                }
                Some(state)
            });
            server.publisher.wake();
        });
    }
}

/// The message if even loading fails.
const NOT_LOADED: &str = "internal error while loading the rules (please report it); answers use the rules as they were before";
