//! Answers `textDocument/diagnostic` and `workspace/diagnostic`; converts diagnostics to LSP.
//! The diagnostics are those that `rulebook check` reports.

use super::{ClientCapabilities, Connection, HandlerResult, Session, Snapshot, uri};
use crate::{
    analysis::SourceOrigin,
    diagnostic::{self, Severity},
    text::SourceId,
};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    hash::{BuildHasher, BuildHasherDefault, DefaultHasher},
};
use tower_lsp::gen_lsp_types::{
    Code, CodeDescription, Diagnostic, DiagnosticOptions, DiagnosticProvider,
    DiagnosticRelatedInformation, DiagnosticSeverity, DocumentDiagnosticParams, Message,
    ServerCapabilities, Uri, WorkspaceDiagnosticParams,
};

/// The `source` of the diagnostics.
pub(super) const SOURCE_NAME: &str = "rulebook";

pub(super) fn set_capabilities(client: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    if client.pulls() {
        capabilities.diagnostic_provider =
            Some(DiagnosticProvider::DiagnosticOptions(DiagnosticOptions {
                identifier: Some(SOURCE_NAME.into()),
                inter_file_dependencies: true,
                workspace_diagnostics: true,
                ..DiagnosticOptions::default()
            }));
    }
}

/// Asks the client to request diagnostics again: an edit of one document may change those of
/// another.
pub(super) fn refresh(connection: &Connection, session: &Session, others: bool) {
    if others
        && session.capabilities.pulls()
        && session
            .capabilities
            .has("/workspace/diagnostics/refreshSupport")
    {
        connection.request(|client| async move { client.workspace_diagnostic_refresh().await });
    }
}

/// Returns the diagnostics of a document.
pub(super) fn document(
    snapshot: &Snapshot<'_>,
    params: DocumentDiagnosticParams,
) -> HandlerResult<Value> {
    let Some(source) = snapshot.state.source(&params.text_document.uri) else {
        return Ok(Some(json!({"kind": "full", "items": []})));
    };
    let items = of_source(snapshot, source);
    let id = result_id(&items);
    Ok(Some(if params.previous_result_id.as_ref() == Some(&id) {
        json!({"kind": "unchanged", "resultId": id})
    } else {
        json!({"kind": "full", "resultId": id, "items": items})
    }))
}

/// Returns the diagnostics of every document that is not shipped.
pub(super) fn workspace(
    snapshot: &Snapshot<'_>,
    params: WorkspaceDiagnosticParams,
) -> HandlerResult<Value> {
    while snapshot.state.check_more(snapshot.today()) {
        snapshot.check_cancelled()?;
    }
    // by normalized URIs: the client may escape a URI differently from how it was sent
    let before: HashMap<Uri, String> = params
        .previous_result_ids
        .into_iter()
        .map(|before| (uri::plain(&before.uri), before.value))
        .collect();
    let mut out = Vec::new();
    for (source, uri) in checked_sources(snapshot) {
        snapshot.check_cancelled()?;
        let items = of_source(snapshot, source);
        let id = result_id(&items);
        let version = snapshot.version(&uri);
        out.push(if before.get(&uri::plain(&uri)) == Some(&id) {
            json!({"kind": "unchanged", "uri": uri, "version": version, "resultId": id})
        } else {
            json!({"kind": "full", "uri": uri, "version": version, "resultId": id, "items": items})
        });
    }
    Ok(Some(json!({"items": out})))
}

/// Returns the sources whose diagnostics are sent without a request for the document: those that
/// are not shipped, and all that are open.
fn checked_sources(snapshot: &Snapshot<'_>) -> Vec<(SourceId, Uri)> {
    let sources = snapshot.analysis().sources().iter().enumerate();
    let mine = |(at, source): (usize, &crate::analysis::Source)| {
        let id = SourceId(at as u32);
        let uri = snapshot.uri(id)?;
        (source.origin != SourceOrigin::Shipped || snapshot.version(&uri).is_some())
            .then_some((id, uri))
    };
    sources.filter_map(mine).collect()
}

/// Returns the diagnostics of a source, as the protocol requires.
pub(super) fn of_source(snapshot: &Snapshot<'_>, source: SourceId) -> Vec<Diagnostic> {
    let found = snapshot.diagnostics(source);
    if found.is_empty() {
        return Vec::new();
    }
    let lines = snapshot.lines(source);
    found
        .iter()
        .map(|diagnostic| to_lsp(snapshot, diagnostic, lines.range(diagnostic.at.span)))
        .collect()
}

/// Returns a hash that identifies an answer.
pub(super) fn result_id(items: &[Diagnostic]) -> String {
    let text = serde_json::to_string(items).unwrap_or_default();
    format!("{:016x}", hash_of(&text))
}

/// Returns a hash of a text that the client has.
pub(super) fn hash_of(text: &str) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(text)
}

/// Converts a diagnostic at a range.
pub(super) fn to_lsp(
    snapshot: &Snapshot<'_>,
    diagnostic: &diagnostic::Diagnostic,
    range: tower_lsp::gen_lsp_types::Range,
) -> Diagnostic {
    let capabilities = &snapshot.session.capabilities;
    let capability = |name: &str| {
        capabilities.has(&format!("/textDocument/publishDiagnostics/{name}"))
            || capabilities.has(&format!("/textDocument/diagnostic/{name}"))
    };
    let related = diagnostic.related.iter().filter_map(|other| {
        Some(DiagnosticRelatedInformation {
            location: snapshot.location(other.at)?,
            message: other.message.clone(),
        })
    });
    let related: Vec<_> = if capability("relatedInformation") {
        related.collect()
    } else {
        Vec::new()
    };
    let page = capability("codeDescriptionSupport")
        .then(|| snapshot.state.lint_page(&diagnostic.code))
        .flatten();
    let mut message = diagnostic.message.clone();
    if let Some(help) = &diagnostic.help {
        message = format!("{message}\n{help}");
    }
    Diagnostic {
        range,
        severity: Some(match diagnostic.severity {
            Severity::Error => DiagnosticSeverity::Error,
            Severity::Warning => DiagnosticSeverity::Warning,
            Severity::Note => DiagnosticSeverity::Information,
        }),
        code: Some(Code::String(diagnostic.code.to_string())),
        code_description: page.map(|href| CodeDescription { href }),
        source: Some(SOURCE_NAME.into()),
        message: Message::String(message),
        related_information: Some(related).filter(|related| !related.is_empty()),
        ..Diagnostic::default()
    }
}
