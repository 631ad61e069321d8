//! Answers `textDocument/codeLens` with ranges at once, and `codeLens/resolve` with the title and
//! command of a lens.

use super::{LensSubject, LensText, heading, subjects, text_of};
use crate::lsp::{ClientCapabilities, Connection, HandlerResult, Session, Snapshot};
use serde::{Deserialize, Serialize};
use tower_lsp::gen_lsp_types::{
    CodeLens, CodeLensOptions, CodeLensParams, Command, ServerCapabilities, Uri,
};

/// What an unresolved lens stores: the URI of its document, and its subject.
#[derive(Serialize, Deserialize)]
struct LensData {
    uri: Uri,
    #[serde(flatten)]
    subject: LensSubject,
}

pub(crate) fn set_capabilities(_: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    capabilities.code_lens_provider = Some(CodeLensOptions {
        resolve_provider: Some(true),
        ..CodeLensOptions::default()
    });
}

/// Asks the client to request lenses again: an edit of one document may change those of another.
pub(crate) fn refresh(connection: &Connection, session: &Session, _: bool) {
    if session
        .capabilities
        .has("/workspace/codeLens/refreshSupport")
    {
        connection.request(|client| async move { client.code_lens_refresh().await });
    }
}

/// Returns the lenses of a rules file, unresolved.
pub(crate) fn lenses(
    snapshot: &Snapshot<'_>,
    params: CodeLensParams,
) -> HandlerResult<Vec<CodeLens>> {
    let uri = &params.text_document.uri;
    let Some(document) = snapshot.rules_document(uri) else {
        return Ok(None);
    };
    let lens = |(span, subject)| {
        let uri = uri.clone();
        CodeLens {
            range: document.range(span),
            command: None,
            data: serde_json::to_value(LensData { uri, subject }).ok(),
        }
    };
    let found = subjects(snapshot, &document);
    Ok(found.map(|found| found.into_iter().map(lens).collect()))
}

/// Resolves a lens. The command is empty if its heading no longer exists.
pub(crate) fn resolve(snapshot: &Snapshot<'_>, lens: CodeLens) -> HandlerResult<CodeLens> {
    let data = lens
        .data
        .clone()
        .and_then(|data| serde_json::from_value::<LensData>(data).ok());
    let text = data.and_then(|data| {
        let document = snapshot.rules_document(&data.uri)?;
        let at = document.range(heading(&document, &data.subject)?);
        (at.start.line == lens.range.start.line)
            .then(|| text_of(snapshot, &document, &data.subject))
            .flatten()
    });
    let LensText {
        title,
        command,
        arguments,
    } = text.unwrap_or_default();
    Ok(Some(CodeLens {
        command: Some(Command {
            title,
            command: command.to_owned(),
            tooltip: None,
            arguments: (!command.is_empty()).then_some(arguments),
        }),
        ..lens
    }))
}
