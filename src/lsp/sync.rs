//! Handles notifications: opened, edited, closed documents; changed files, folders, settings.

use super::{
    ClientCapabilities, Session, analysis_host::is_scenario, progress, server::Server, uri,
};
use crate::{disk, syntax::ROLES};
use serde_json::{Value, json};
use tower_lsp::gen_lsp_types::{
    ChangeNotifications, ConfigurationItem, DidChangeConfigurationParams,
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams,
    FileChangeType, MessageType, Registration, Save, SaveOptions, ServerCapabilities,
    TextDocumentSync, TextDocumentSyncKind, TextDocumentSyncOptions,
    WorkspaceFoldersServerCapabilities,
};

pub(super) fn set_capabilities(_: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    capabilities.text_document_sync = Some(TextDocumentSync::Options(TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::Incremental),
        save: Some(Save::SaveOptions(SaveOptions {
            include_text: Some(false),
        })),
        ..TextDocumentSyncOptions::default()
    }));
    let folders = WorkspaceFoldersServerCapabilities {
        supported: Some(true),
        change_notifications: Some(ChangeNotifications::Bool(true)),
    };
    capabilities
        .workspace
        .get_or_insert_default()
        .workspace_folders = Some(folders);
}

pub(super) fn did_open(server: &Server, params: DidOpenTextDocumentParams) {
    let document = params.text_document;
    server
        .connection
        .host
        .open(&document.uri, &document.text, document.version);
    server.document_changed(&document.uri);
}

pub(super) fn did_change(server: &Server, params: DidChangeTextDocumentParams) {
    let id = params.text_document;
    let uri = id.text_document_identifier.uri;
    let encoding = server.connection.session().capabilities.encoding;
    if server
        .connection
        .host
        .change(&uri, &params.content_changes, id.version, encoding)
    {
        server.publisher.wake();
    } else {
        server.connection.log_message(format!(
            "{uri} was changed without being opened; the change is ignored"
        ));
    }
}

/// Loads everything again if `rulebook.toml` was saved, which is only read from the disk.
pub(super) fn did_save(server: &Server, params: DidSaveTextDocumentParams) {
    if is_settings(&params.text_document.uri) {
        server.load();
    }
}

pub(super) fn did_close(server: &Server, params: DidCloseTextDocumentParams) {
    let uri = params.text_document.uri;
    server.connection.host.close(&uri);
    server.connection.sent.forget(&uri);
    // a file that was never saved, or is in no folder of rules, ends with its document
    let known = || {
        let host = &server.connection.host;
        host.is_loading() || host.latest_state().source(&uri).is_some()
    };
    if known() && !uri::path(&uri).is_some_and(|path| disk::is_file(&path)) {
        server.load();
    } else {
        server.publisher.wake();
    }
}

pub(super) fn did_change_watched_files(server: &Server, params: DidChangeWatchedFilesParams) {
    let state = server.connection.host.latest_state();
    let needs_reload = |change: &tower_lsp::gen_lsp_types::FileEvent| {
        // a scenario that is not open is not part of the analysis
        if is_scenario(&change.uri) {
            return false;
        }
        is_settings(&change.uri)
            || change.kind != FileChangeType::Changed
                && !server.connection.host.is_open(&change.uri)
            || state.source(&change.uri).is_none()
    };
    if params.changes.iter().any(needs_reload) {
        server.load();
    } else {
        server
            .connection
            .host
            .change_on_disk(params.changes.into_iter().map(|change| change.uri));
        server.publisher.wake();
    }
}

pub(super) fn did_change_workspace_folders(
    server: &Server,
    params: DidChangeWorkspaceFoldersParams,
) {
    let path = |folder: &tower_lsp::gen_lsp_types::WorkspaceFolder| uri::path(&folder.uri);
    let gone: Vec<_> = params.event.removed.iter().filter_map(path).collect();
    let fresh: Vec<_> = params.event.added.iter().filter_map(path).collect();
    server.connection.change_session(|session| {
        session.roots.retain(|root| !gone.contains(root));
        session.roots.extend(fresh);
    });
    server.load();
}

/// Applies changed settings. A client that supports `workspace/configuration` may omit them here.
pub(super) fn did_change_configuration(server: &Server, params: DidChangeConfigurationParams) {
    let settings = serde_json::to_value(&params.settings).unwrap_or_default();
    if settings.get("rulebook").unwrap_or(&settings).is_null() {
        request_settings(server, &server.connection.session());
    } else {
        apply_settings(server, &settings);
    }
}

fn apply_settings(server: &Server, settings: &Value) {
    match server
        .connection
        .change_session(|session| session.take(settings))
    {
        Ok(true) => {
            server.load();
            progress::show_loading(&server.connection);
        }
        Ok(false) => {}
        Err(fault) => server.connection.show_message(MessageType::Warning, fault),
    }
}

/// Requests the settings, if the client supports that.
fn request_settings(server: &Server, session: &Session) {
    if !session.capabilities.has("/workspace/configuration") {
        return;
    }
    let server = server.clone();
    server.connection.clone().request(move |client| async move {
        let item = ConfigurationItem {
            section: Some("rulebook".into()),
            ..ConfigurationItem::default()
        };
        let settings = client.configuration(vec![item]).await?;
        if let Some(own) = settings.into_iter().next() {
            apply_settings(&server, &serde_json::to_value(own).unwrap_or_default());
        }
        Ok(())
    });
}

/// The watched files that are not rules; those of rules are known by their suffixes.
const WATCHED: &[&str] = &[
    "**/ruleset.toml",
    "**/thesaurus.toml",
    "**/scenario.toml",
    "**/*.check.md",
    "**/*.scenario.md",
    "**/rulebook.toml",
];

/// Registers for changed settings, and requests the current ones.
pub(super) fn follow_settings(server: &Server, session: &Session) {
    let options = json!({"section": "rulebook"});
    register(
        server,
        session,
        "settings",
        "didChangeConfiguration",
        options,
    );
    request_settings(server, session);
}

/// Registers for files that other programs change.
pub(super) fn watch(server: &Server, session: &Session) {
    let endings = ROLES.iter().map(|(ending, _)| format!("**/*{ending}"));
    let patterns = endings.chain(WATCHED.iter().map(|&pattern| pattern.to_owned()));
    let watchers: Vec<_> = patterns
        .map(|pattern| json!({"globPattern": pattern}))
        .collect();
    let options = json!({"watchers": watchers});
    register(server, session, "files", "didChangeWatchedFiles", options);
}

/// Registers for a notification of the workspace, if the client supports that.
fn register(server: &Server, session: &Session, id: &str, notification: &str, options: Value) {
    let method = format!("workspace/{notification}");
    if !session
        .capabilities
        .has(&format!("/{method}/dynamicRegistration"))
    {
        return;
    }
    let registration = Registration {
        id: id.to_owned(),
        method,
        register_options: serde_json::from_value(options).ok(),
    };
    server
        .connection
        .request(move |client| async move { client.register_capability(vec![registration]).await });
}

fn is_settings(uri: &tower_lsp::gen_lsp_types::Uri) -> bool {
    uri.path().ends_with("/rulebook.toml")
}
