//! What the editor shows while the rules are loaded.

use super::server::{PATIENCE, Server};
use std::time::Duration;
use tokio::time::{sleep, timeout};
use tower_lsp::gen_lsp_types::ProgressToken;

/// What is over sooner is not shown.
const SHORT: Duration = Duration::from_millis(300);
/// How often it is looked whether it is over.
const LOOK: Duration = Duration::from_millis(50);

/// Shows that rules are loaded, for as long as that takes, where the client can show such.
pub(super) fn loading(server: &Server) {
    if !server.session().abilities.has("/window/workDoneProgress") {
        return;
    }
    let server = server.clone();
    tokio::spawn(async move {
        sleep(SHORT).await;
        if !server.desk.is_loading() {
            return;
        }
        let token = ProgressToken::String("rulebook/loading".into());
        let created = timeout(
            PATIENCE,
            server.client.create_work_done_progress(token.clone()),
        )
        .await;
        if !matches!(created, Ok(Ok(()))) {
            return;
        }
        let shown = server
            .client
            .progress(token, "rulebook: loading rules")
            .begin()
            .await;
        while server.desk.is_loading() {
            sleep(LOOK).await;
        }
        shown.finish().await;
    });
}
