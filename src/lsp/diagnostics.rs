//! Answers `rulebook/diagnostics`; converts diagnostics to LSP. They are those that `rulebook check`
//! reports.

use super::{HandlerResult, Snapshot};
use crate::{
    analysis::SourceOrigin,
    diagnostic::{self, Severity},
    text::SourceId,
};
use serde_json::{Value, json};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use tower_lsp::gen_lsp_types::{
    Code, CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Message,
    Uri,
};

/// The `source` of the diagnostics.
pub(super) const SOURCE_NAME: &str = "rulebook";

/// Returns the diagnostics of all documents at once, for clients that list them; those of a document
/// are published as they change.
pub(super) fn all(snapshot: &Snapshot<'_>, _: Value) -> HandlerResult<Value> {
    while snapshot.state.check_more(snapshot.today()) {
        snapshot.check_cancelled()?;
    }
    let mut documents = Vec::new();
    for (source, uri) in checked_sources(snapshot) {
        snapshot.check_cancelled()?;
        let items = of_source(snapshot, source);
        documents.push(json!({"uri": uri, "version": snapshot.version(&uri), "items": items}));
    }
    Ok(Some(json!({"version": 1, "documents": documents})))
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

/// Returns a hash of the diagnostics of a document.
pub(super) fn hash_of_all(items: &[Diagnostic]) -> u64 {
    hash_of(&serde_json::to_string(items).unwrap_or_default())
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
    let capability =
        |name: &str| capabilities.has(&format!("/textDocument/publishDiagnostics/{name}"));
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
