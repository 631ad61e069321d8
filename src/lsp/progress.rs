//! What the editor shows while the rules are loaded.

use super::connection::{CLIENT_TIMEOUT, Connection};
use std::time::Duration;
use tokio::time::{sleep, timeout};
use tower_lsp::gen_lsp_types::ProgressToken;

/// Loading that takes less time is not shown.
const SHORT: Duration = Duration::from_millis(300);

/// Shows that rules are being loaded, for as long as that takes, where the client can show it.
pub(super) fn show_loading(connection: &Connection) {
    if !connection
        .session()
        .capabilities
        .has("/window/workDoneProgress")
    {
        return;
    }
    let connection = connection.clone();
    tokio::spawn(async move {
        sleep(SHORT).await;
        if !connection.host.is_loading() {
            return;
        }
        let token = ProgressToken::String("rulebook/loading".into());
        let created = timeout(
            CLIENT_TIMEOUT,
            connection.client.create_work_done_progress(token.clone()),
        )
        .await;
        if !matches!(created, Ok(Ok(()))) {
            return;
        }
        let shown = connection
            .client
            .progress(token, "rulebook: loading rules")
            .begin()
            .await;
        connection.host.loaded().await;
        shown.finish().await;
    });
}
