//! Shows progress in the editor while the rules are loaded, if that takes longer than 300 ms.

use super::{Connection, connection::CLIENT_TIMEOUT};
use std::time::Duration;
use tokio::time::{sleep, timeout};
use tower_lsp::gen_lsp_types::ProgressToken;

/// Progress is shown only if loading takes longer.
const PROGRESS_DELAY: Duration = Duration::from_millis(300);

/// Shows progress until the rules are loaded, if the client supports it.
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
        sleep(PROGRESS_DELAY).await;
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
