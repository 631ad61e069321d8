//! Answers `textDocument/codeAction` and `codeAction/resolve` from the table of actions.

use super::{
    ACTIONS, KINDS, RulesContext, SelectionContext,
    context::{ActionEdits, QUICK},
};
use crate::{
    diagnostic::{Diagnostic, SourceEdit},
    lsp::{ClientCapabilities, HandlerResult, ResponseError, Snapshot, diagnostics, edit},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::gen_lsp_types::{
    CodeActionOptions, CodeActionParams, CodeActionProvider, Range, ServerCapabilities, Uri,
};

pub(crate) fn set_capabilities(client: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    // without support for literals an action is a command, and there are none
    if client.names("/textDocument/codeAction/codeActionLiteralSupport") {
        capabilities.code_action_provider =
            Some(CodeActionProvider::CodeActionOptions(CodeActionOptions {
                code_action_kinds: Some(KINDS.map(|kind| kind.to_owned().into()).to_vec()),
                resolve_provider: Some(resolves(client)),
                ..CodeActionOptions::default()
            }));
    }
}

/// Whether the client resolves the edits of an action later.
fn resolves(capabilities: &ClientCapabilities) -> bool {
    capabilities.has("/textDocument/codeAction/dataSupport")
        && capabilities.lists("/textDocument/codeAction/resolveSupport/properties", "edit")
}

/// Identifies an action until it is resolved: document, range, row of the table and title.
#[derive(Serialize, Deserialize)]
struct ActionData {
    uri: Uri,
    range: Range,
    row: usize,
    title: String,
}

/// Returns the actions for a range.
pub(crate) fn actions(
    snapshot: &Snapshot<'_>,
    params: CodeActionParams,
) -> HandlerResult<Vec<Value>> {
    let Some(source) = snapshot.state.source(&params.text_document.uri) else {
        return Ok(None);
    };
    let document = snapshot.rules_document(&params.text_document.uri);
    let span = snapshot.lines(source).bytes(params.range);
    let selection = SelectionContext::new(snapshot, source, span);
    let rules_context = document
        .as_ref()
        .map(|document| RulesContext::new(&selection, document));
    let request_context = serde_json::to_value(&params.context).unwrap_or_default();
    let only: Option<Vec<String>> = request_context
        .get("only")
        .and_then(|only| serde_json::from_value(only.clone()).ok());
    let automatic = request_context.get("triggerKind") == Some(&json!(2));
    let is_requested = |kind: &str| match &only {
        Some(only) => only.iter().any(|wide| {
            kind.strip_prefix(wide.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        }),
        // automatically, only fixes and decisions: a light bulb at every line would mean nothing
        None => !automatic || kind == QUICK,
    };
    let known = request_context
        .get("diagnostics")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    let later = resolves(&snapshot.session.capabilities);
    let mut out = Vec::new();
    for (row, (kind, collect)) in ACTIONS.iter().enumerate() {
        if !is_requested(kind) {
            continue;
        }
        snapshot.check_cancelled()?;
        for proposed in collect.actions(&selection, rules_context.as_ref()) {
            let mut shown = json!({"title": proposed.title, "kind": kind});
            if proposed.preferred
                && snapshot.client_has("/textDocument/codeAction/isPreferredSupport")
            {
                shown["isPreferred"] = true.into();
            }
            if let Some(diagnostic) = proposed.fixes.and_then(|at| selection.diagnostics.get(at)) {
                shown["diagnostics"] =
                    json!([fixed_diagnostic(snapshot, &selection, diagnostic, &known)]);
            }
            match &proposed.edits {
                ActionEdits::Deferred(_) if later => {
                    let uri = params.text_document.uri.clone();
                    shown["data"] = json!(ActionData {
                        uri,
                        range: params.range,
                        row,
                        title: proposed.title.clone()
                    });
                }
                ActionEdits::Deferred(find) => match edits(snapshot, find()) {
                    Some(edit) => shown["edit"] = edit,
                    None => continue,
                },
                ActionEdits::Ready(done) => match edits(snapshot, done.clone()) {
                    Some(edit) => shown["edit"] = edit,
                    None => continue,
                },
            }
            out.push(shown);
        }
    }
    Ok(Some(out))
}

/// Resolves the edits of an action.
pub(crate) fn resolve(snapshot: &Snapshot<'_>, mut action: Value) -> HandlerResult<Value> {
    let gone =
        || ResponseError::Failed("this action no longer applies: the text was changed".to_owned());
    let Some(data) = action
        .get("data")
        .and_then(|data| serde_json::from_value::<ActionData>(data.clone()).ok())
    else {
        return Ok(Some(action));
    };
    let source = snapshot.state.source(&data.uri).ok_or_else(gone)?;
    let document = snapshot.rules_document(&data.uri);
    let span = snapshot.lines(source).bytes(data.range);
    let selection = SelectionContext::new(snapshot, source, span);
    let rules_context = document
        .as_ref()
        .map(|document| RulesContext::new(&selection, document));
    let (_, collect) = ACTIONS.get(data.row).ok_or_else(gone)?;
    let proposed = collect
        .actions(&selection, rules_context.as_ref())
        .into_iter()
        .find(|proposed| proposed.title == data.title)
        .ok_or_else(gone)?;
    let found = match proposed.edits {
        ActionEdits::Ready(edits) => edits,
        ActionEdits::Deferred(find) => find(),
    };
    action["edit"] = edits(snapshot, found).ok_or_else(gone)?;
    Ok(Some(action))
}

/// Converts edits; none if there are none or one is of a read-only source.
fn edits(snapshot: &Snapshot<'_>, edits: Vec<SourceEdit>) -> Option<Value> {
    let possible = !edits.is_empty()
        && edits
            .iter()
            .all(|one| edit::is_editable(snapshot, one.at.source));
    possible.then(|| edit::workspace(snapshot, &edits))
}

/// Returns a diagnostic as the client sent it, or else as the server would send it.
fn fixed_diagnostic(
    snapshot: &Snapshot<'_>,
    selection: &SelectionContext<'_>,
    diagnostic: &Diagnostic,
    known: &[Value],
) -> Value {
    let shown = json!(diagnostics::to_lsp(
        snapshot,
        diagnostic,
        selection.lines.range(diagnostic.at.span)
    ));
    let same = |other: &&Value| {
        other.get("code") == shown.get("code") && other.get("range") == shown.get("range")
    };
    known.iter().find(same).cloned().unwrap_or(shown)
}
