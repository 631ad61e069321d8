//! Code actions: the table of all of them, in the order in which the user sees them.

mod allow;
mod context;
mod deviation;
mod expect;
mod fix;
mod fix_all;
mod link;
mod patch;
mod scenario;
mod section;
mod sheet_insertion;
mod verdict;
mod withdraw;

use crate::{
    diagnostic::{Diagnostic, SourceEdit},
    lsp::{ClientCapabilities, HandlerResult, ResponseError, Snapshot, diagnostics, edit},
};
use Collect::{InAny, InRules};
use context::{
    ActionEdits, FIX_ALL, ProposedAction, QUICK, REWRITE, RulesContext, SelectionContext,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::gen_lsp_types::{
    CodeActionOptions, CodeActionParams, CodeActionProvider, Range, ServerCapabilities, Uri,
};

pub(super) use verdict::VERDICTS;

/// A function that adds the actions of a row of the table that apply to a selection.
enum Collect {
    /// In files of any kind.
    InAny(for<'a> fn(&'a SelectionContext<'a>, &mut Vec<ProposedAction<'a>>)),
    /// In rules files.
    InRules(for<'a> fn(&'a RulesContext<'a>, &mut Vec<ProposedAction<'a>>)),
}

/// The kinds of actions in the protocol.
const KINDS: [&str; 3] = [QUICK, REWRITE, FIX_ALL];

/// All actions, each with its kind.
const ACTIONS: &[(&str, Collect)] = &[
    (QUICK, InAny(fix::collect)),
    (QUICK, InRules(section::collect)),
    (QUICK, InRules(verdict::collect)),
    (QUICK, InRules(allow::collect)),
    (QUICK, InAny(scenario::allow)),
    (REWRITE, InRules(link::collect)),
    (REWRITE, InRules(expect::collect)),
    (REWRITE, InRules(deviation::collect)),
    (REWRITE, InRules(patch::collect)),
    (REWRITE, InRules(withdraw::collect)),
    (FIX_ALL, InAny(fix_all::collect)),
    (REWRITE, InAny(scenario::migrate)),
];

impl Collect {
    /// Returns the actions for a selection, which is in a rules file if there is a `rules` context.
    fn actions<'a>(
        &self,
        selection: &'a SelectionContext<'a>,
        rules: Option<&'a RulesContext<'a>>,
    ) -> Vec<ProposedAction<'a>> {
        let mut out = Vec::new();
        match (self, rules) {
            (InAny(collect), _) => collect(selection, &mut out),
            (InRules(collect), Some(rules)) => collect(rules, &mut out),
            (InRules(_), None) => {}
        }
        out
    }
}

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
    let rules_context = document.as_ref();
    let rules_context = rules_context.map(|own| RulesContext::new(&selection, own));
    let request_context = serde_json::to_value(&params.context).unwrap_or_default();
    let only = request_context.get("only").cloned();
    let only: Option<Vec<String>> = only.and_then(|only| serde_json::from_value(only).ok());
    let automatic = request_context.get("triggerKind") == Some(&json!(2));
    let is_requested = |kind: &str| match &only {
        Some(only) => only.iter().any(|wide| {
            let rest = kind.strip_prefix(wide.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        }),
        // automatically, only fixes and decisions: a light bulb at every line would mean nothing
        None => !automatic || kind == QUICK,
    };
    let known = request_context.get("diagnostics").and_then(Value::as_array);
    let known = known.map_or(&[][..], Vec::as_slice);
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
                let fixed = fixed_diagnostic(snapshot, &selection, diagnostic, known);
                shown["diagnostics"] = json!([fixed]);
            }
            if later && matches!(proposed.edits, ActionEdits::Deferred(_)) {
                shown["data"] = json!(ActionData {
                    uri: params.text_document.uri.clone(),
                    range: params.range,
                    row,
                    title: proposed.title
                });
            } else if let Some(edit) = edits(snapshot, proposed.edits.compute()) {
                shown["edit"] = edit;
            } else {
                continue;
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
    let data = action.get("data").cloned();
    let data = data.and_then(|data| serde_json::from_value::<ActionData>(data).ok());
    let Some(data) = data else {
        return Ok(Some(action));
    };
    let source = snapshot.state.source(&data.uri).ok_or_else(gone)?;
    let document = snapshot.rules_document(&data.uri);
    let span = snapshot.lines(source).bytes(data.range);
    let selection = SelectionContext::new(snapshot, source, span);
    let rules_context = document.as_ref();
    let rules_context = rules_context.map(|own| RulesContext::new(&selection, own));
    let (_, collect) = ACTIONS.get(data.row).ok_or_else(gone)?;
    let all = collect.actions(&selection, rules_context.as_ref());
    let proposed = all.into_iter().find(|own| own.title == data.title);
    let found = proposed.ok_or_else(gone)?.edits.compute();
    action["edit"] = edits(snapshot, found).ok_or_else(gone)?;
    Ok(Some(action))
}

/// Converts edits; none if there are none or one is of a read-only source.
fn edits(snapshot: &Snapshot<'_>, edits: Vec<SourceEdit>) -> Option<Value> {
    let mut all = edits.iter();
    let possible = !edits.is_empty() && all.all(|one| edit::is_editable(snapshot, one.at.source));
    possible.then(|| edit::workspace(snapshot, &edits))
}

/// Returns a diagnostic as the client sent it, or else as the server would send it.
fn fixed_diagnostic(
    snapshot: &Snapshot<'_>,
    selection: &SelectionContext<'_>,
    diagnostic: &Diagnostic,
    known: &[Value],
) -> Value {
    let range = selection.lines.range(diagnostic.at.span);
    let shown = json!(diagnostics::to_lsp(snapshot, diagnostic, range));
    let same = |other: &&Value| {
        other.get("code") == shown.get("code") && other.get("range") == shown.get("range")
    };
    known.iter().find(same).cloned().unwrap_or(shown)
}
