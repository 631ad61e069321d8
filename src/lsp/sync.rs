//! Documents, files, folders and settings, as the editor changes them.

use super::{abilities::Abilities, address, server::Server, session::Session};
use crate::syntax::ROLES;
use serde_json::json;
use tower_lsp::gen_lsp_types::{
    ChangeNotifications, DidChangeConfigurationParams, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
    DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams, FileChangeType,
    MessageType, Registration, Save, SaveOptions, ServerCapabilities, TextDocumentSync, TextDocumentSyncKind, TextDocumentSyncOptions,
    WorkspaceFoldersServerCapabilities,
};

pub(super) fn announce(_: &Abilities, capabilities: &mut ServerCapabilities) {
    capabilities.text_document_sync = Some(TextDocumentSync::Options(TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::Incremental),
        save: Some(Save::SaveOptions(SaveOptions { include_text: Some(false) })),
        ..TextDocumentSyncOptions::default()
    }));
    let folders = WorkspaceFoldersServerCapabilities { supported: Some(true), change_notifications: Some(ChangeNotifications::Bool(true)) };
    capabilities.workspace.get_or_insert_default().workspace_folders = Some(folders);
}

pub(super) fn opened(server: &Server, params: DidOpenTextDocumentParams) {
    let document = params.text_document;
    server.desk.open(&document.uri, &document.text, document.version);
    server.changed(&document.uri);
}

pub(super) fn changed(server: &Server, params: DidChangeTextDocumentParams) {
    let id = params.text_document;
    let uri = id.text_document_identifier.uri;
    let encoding = server.session().abilities.encoding;
    if server.desk.change(&uri, &params.content_changes, id.version, encoding) {
        server.herald.wake(server);
    } else {
        server.log(format!("{uri} was changed without being opened; the change is not taken in"));
    }
}

/// What is saved is what was shown already: nothing changes, except where somebody else writes too.
pub(super) fn saved(server: &Server, params: DidSaveTextDocumentParams) {
    if is_settings(&params.text_document.uri) {
        server.load();
    }
}

pub(super) fn closed(server: &Server, params: DidCloseTextDocumentParams) {
    let uri = params.text_document.uri;
    server.desk.close(&uri);
    // a file that was never saved, or lies in no folder of rules, is gone with its document
    let known = || server.desk.is_loading() || server.desk.source(&uri).is_some();
    if known() && !address::path(&uri).is_some_and(|path| path.is_file()) {
        server.load();
    } else {
        server.herald.wake(server);
    }
}

pub(super) fn on_disk(server: &Server, params: DidChangeWatchedFilesParams) {
    let anew = |change: &tower_lsp::gen_lsp_types::FileEvent| {
        is_settings(&change.uri)
            || change.kind != FileChangeType::Changed && !server.desk.is_open(&change.uri)
            || server.desk.source(&change.uri).is_none()
    };
    if params.changes.iter().any(anew) {
        server.load();
    } else {
        server.desk.changed_on_disk(params.changes.into_iter().map(|change| change.uri));
        server.herald.wake(server);
    }
}

pub(super) fn folders(server: &Server, params: DidChangeWorkspaceFoldersParams) {
    let path = |folder: &tower_lsp::gen_lsp_types::WorkspaceFolder| address::path(&folder.uri);
    let gone: Vec<_> = params.event.removed.iter().filter_map(path).collect();
    let fresh: Vec<_> = params.event.added.iter().filter_map(path).collect();
    server.change_session(|session| {
        session.roots.retain(|root| !gone.contains(root));
        session.roots.extend(fresh);
    });
    server.load();
}

pub(super) fn configured(server: &Server, params: DidChangeConfigurationParams) {
    let settings = serde_json::to_value(&params.settings).unwrap_or_default();
    match server.change_session(|session| session.take(&settings)) {
        Ok(()) => server.load(),
        Err(fault) => server.say(MessageType::Warning, fault),
    }
}

/// The other files that are watched, where the client can; those of rules are known by their endings.
const WATCHED: &[&str] = &["**/ruleset.toml", "**/thesaurus.toml", "**/rulebook.toml"];

/// Asks the client to tell of files that others change.
pub(super) fn watch(server: &Server, session: &Session) {
    if !session.abilities.has("/workspace/didChangeWatchedFiles/dynamicRegistration") {
        return;
    }
    let endings = ROLES.iter().map(|(ending, _)| format!("**/*{ending}"));
    let patterns = endings.chain(WATCHED.iter().map(|&pattern| pattern.to_owned()));
    let watchers: Vec<_> = patterns.map(|pattern| json!({"globPattern": pattern})).collect();
    let options = serde_json::from_value(json!({"watchers": watchers})).ok();
    server.ask(move |client| async move {
        let registration = Registration { id: "files".into(), method: "workspace/didChangeWatchedFiles".into(), register_options: options };
        client.register_capability(vec![registration]).await
    });
}

fn is_settings(uri: &tower_lsp::gen_lsp_types::Uri) -> bool {
    uri.path().ends_with("/rulebook.toml")
}
