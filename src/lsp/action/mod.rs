//! What can be done about the text at the cursor: one action a file, and a row of [`ACTIONS`].

mod allow;
mod deviation;
mod expect;
mod fix;
mod fix_all;
mod link;
mod patch;
mod play;
mod rule;
mod section;
mod skeleton;
mod withdraw;

use super::{
    client_capabilities::ClientCapabilities,
    diagnostics, edit,
    mention::{self, Mention},
    request_error::{Answer, RequestError},
    snapshot::{Open, Snapshot},
};
use crate::{
    analysis::EntryId,
    diagnostic::{Diagnostic, Location, SourceEdit},
    text::Span,
};
use play::{PLAYED, Stage};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use tower_lsp::gen_lsp_types::{
    CodeActionOptions, CodeActionParams, CodeActionProvider, Range, ServerCapabilities, Uri,
};

/// A row of the table of actions.
struct Action {
    /// The kind, as the protocol names kinds: `quickfix`, `refactor.rewrite`.
    kind: &'static str,
    /// Adds what can be done.
    offer: for<'a> fn(&'a Scene<'a>, &mut Vec<Offer<'a>>),
}

const fn action(
    kind: &'static str,
    offer: for<'a> fn(&'a Scene<'a>, &mut Vec<Offer<'a>>),
) -> Action {
    Action { kind, offer }
}

const QUICK: &str = "quickfix";
const REWRITE: &str = "refactor.rewrite";
const FIX_ALL: &str = "source.fixAll.rulebook";

/// All actions, in the order in which they are shown.
const ACTIONS: &[Action] = &[
    action(QUICK, fix::offer),
    action(QUICK, section::offer),
    action(QUICK, rule::offer),
    action(QUICK, allow::offer),
    action(REWRITE, link::offer),
    action(REWRITE, expect::offer),
    action(REWRITE, deviation::offer),
    action(REWRITE, patch::offer),
    action(REWRITE, withdraw::offer),
    action(FIX_ALL, fix_all::offer),
];

/// What is asked about.
struct Scene<'a> {
    snapshot: &'a Snapshot<'a>,
    open: &'a Open<'a>,
    /// The bytes that are marked; empty where the cursor stands.
    span: Span,
    /// What is wrong with the document.
    findings: Arc<[Diagnostic]>,
    /// The names in it.
    mentions: Vec<Mention>,
}

/// Something that can be done.
struct Offer<'a> {
    /// What it does, as an imperative.
    title: String,
    /// The finding that it cures, by its number.
    cures: Option<usize>,
    /// Whether it is the one to be done if only one is.
    preferred: bool,
    work: Work<'a>,
}

/// The changes, or how they are found once somebody wants them.
enum Work<'a> {
    Done(Vec<SourceEdit>),
    Dear(Box<dyn Fn() -> Vec<SourceEdit> + 'a>),
}

impl<'a> Offer<'a> {
    fn new(title: impl Into<String>, edits: Vec<SourceEdit>) -> Self {
        Self {
            title: title.into(),
            cures: None,
            preferred: false,
            work: Work::Done(edits),
        }
    }

    /// One whose changes are found when it is chosen.
    fn dear(title: impl Into<String>, edits: impl Fn() -> Vec<SourceEdit> + 'a) -> Self {
        Self {
            title: title.into(),
            cures: None,
            preferred: false,
            work: Work::Dear(Box::new(edits)),
        }
    }

    fn curing(self, finding: usize) -> Self {
        Self {
            cures: Some(finding),
            ..self
        }
    }

    fn preferred(self, preferred: bool) -> Self {
        Self { preferred, ..self }
    }
}

impl Scene<'_> {
    /// The text of the document.
    fn text(&self) -> &str {
        self.open.lines.text()
    }

    /// Whether a range meets what is marked.
    fn meets(&self, span: Span) -> bool {
        span.start() <= self.span.end() && self.span.start() <= span.end()
    }

    /// The findings that are marked, with their numbers.
    fn found(&self) -> impl Iterator<Item = (usize, &Diagnostic)> {
        self.findings
            .iter()
            .enumerate()
            .filter(|(_, finding)| self.meets(finding.at.span))
    }

    /// The instruction at the cursor.
    fn entry(&self) -> Option<EntryId> {
        let (place, entry) = mention::entry_at(self.open.file, self.span.start())?;
        Some(EntryId {
            source: self.open.source,
            place,
            entry,
        })
    }

    /// The name at the cursor.
    fn mention(&self) -> Option<&Mention> {
        mention::at(&self.mentions, self.span.start())
    }

    /// A change of the document.
    fn edit(&self, span: Span, text: impl Into<String>) -> SourceEdit {
        SourceEdit {
            at: Location::new(self.open.source, span),
            text: text.into(),
        }
    }

    /// Where the line of a byte ends.
    fn line_end(&self, byte: usize) -> usize {
        self.open.lines.span(self.open.lines.line(byte)).end()
    }
}

pub(super) fn announce(client: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    // without literals an action is the name of a command, and there are none
    if client.names("/textDocument/codeAction/codeActionLiteralSupport") {
        let mut kinds: Vec<_> = ACTIONS.iter().map(|row| row.kind).collect();
        kinds.dedup();
        capabilities.code_action_provider =
            Some(CodeActionProvider::CodeActionOptions(CodeActionOptions {
                code_action_kinds: Some(
                    kinds
                        .into_iter()
                        .map(|kind| kind.to_owned().into())
                        .collect(),
                ),
                resolve_provider: Some(resolves(client)),
                ..CodeActionOptions::default()
            }));
    }
}

/// Whether the client asks for the changes of an action once it is chosen.
fn resolves(capabilities: &ClientCapabilities) -> bool {
    capabilities.has("/textDocument/codeAction/dataSupport")
        && capabilities.lists("/textDocument/codeAction/resolveSupport/properties", "edit")
}

/// What an action needs to be found again.
#[derive(Serialize, Deserialize)]
struct Chosen {
    uri: Uri,
    range: Range,
    row: usize,
    title: String,
}

/// What can be done about a range.
pub(super) fn actions(snapshot: &Snapshot<'_>, params: CodeActionParams) -> Answer<Vec<Value>> {
    let Some(source) = snapshot.state.source(&params.text_document.uri) else {
        return Ok(None);
    };
    let open = snapshot.open(&params.text_document.uri);
    let stage = Stage::new(snapshot, source, params.range);
    let scene = open
        .as_ref()
        .map(|open| scene(snapshot, open, params.range));
    let context = serde_json::to_value(&params.context).unwrap_or_default();
    let only: Option<Vec<String>> = context
        .get("only")
        .and_then(|only| serde_json::from_value(only.clone()).ok());
    let unasked = context.get("triggerKind") == Some(&json!(2));
    let wanted = |kind: &str| match &only {
        Some(only) => only.iter().any(|wide| {
            kind.strip_prefix(wide.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        }),
        // unasked, only what mends or decides something: a lamp at every line would say nothing
        None => !unasked || kind == QUICK,
    };
    let known = context
        .get("diagnostics")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    let later = resolves(&snapshot.session.capabilities);
    let mut out = Vec::new();
    for (row, kind) in rows(scene.is_some()).filter(|(_, kind)| wanted(kind)) {
        snapshot.check_cancelled()?;
        for offer in offers(scene.as_ref(), &stage, row) {
            let mut told = json!({"title": offer.title, "kind": kind});
            if offer.preferred
                && snapshot
                    .session
                    .capabilities
                    .has("/textDocument/codeAction/isPreferredSupport")
            {
                told["isPreferred"] = true.into();
            }
            if let Some(finding) = offer.cures.and_then(|at| stage.findings.get(at)) {
                told["diagnostics"] = json!([cured(snapshot, &stage, finding, &known)]);
            }
            match &offer.work {
                Work::Dear(_) if later => {
                    let uri = params.text_document.uri.clone();
                    told["data"] = json!(Chosen {
                        uri,
                        range: params.range,
                        row,
                        title: offer.title.clone()
                    });
                }
                Work::Dear(find) => match edits(snapshot, find()) {
                    Some(edit) => told["edit"] = edit,
                    None => continue,
                },
                Work::Done(done) => match edits(snapshot, done.clone()) {
                    Some(edit) => told["edit"] = edit,
                    None => continue,
                },
            }
            out.push(told);
        }
    }
    Ok(Some(out))
}

/// The changes of an action that was chosen.
pub(super) fn resolve(snapshot: &Snapshot<'_>, mut chosen: Value) -> Answer<Value> {
    let gone =
        || RequestError::Failed("this can no longer be done: the text was changed".to_owned());
    let Some(data) = chosen
        .get("data")
        .and_then(|data| serde_json::from_value::<Chosen>(data.clone()).ok())
    else {
        return Ok(Some(chosen));
    };
    let source = snapshot.state.source(&data.uri).ok_or_else(gone)?;
    let open = snapshot.open(&data.uri);
    let stage = Stage::new(snapshot, source, data.range);
    let scene = open.as_ref().map(|open| scene(snapshot, open, data.range));
    let offer = offers(scene.as_ref(), &stage, data.row)
        .into_iter()
        .find(|offer| offer.title == data.title)
        .ok_or_else(gone)?;
    let found = match offer.work {
        Work::Done(edits) => edits,
        Work::Dear(find) => find(),
    };
    chosen["edit"] = edits(snapshot, found).ok_or_else(gone)?;
    Ok(Some(chosen))
}

/// The rows of the table that counts for a document, each with its kind.
fn rows(rules: bool) -> impl Iterator<Item = (usize, &'static str)> {
    let own = ACTIONS
        .iter()
        .map(|action| action.kind)
        .filter(move |_| rules);
    let played = PLAYED
        .iter()
        .map(|action| action.kind)
        .filter(move |_| !rules);
    own.chain(played).enumerate()
}

/// What a row of that table offers.
fn offers<'a>(scene: Option<&'a Scene<'a>>, stage: &'a Stage<'a>, row: usize) -> Vec<Offer<'a>> {
    let mut out = Vec::new();
    match scene {
        Some(scene) => ACTIONS
            .iter()
            .skip(row)
            .take(1)
            .for_each(|action| (action.offer)(scene, &mut out)),
        None => PLAYED
            .iter()
            .skip(row)
            .take(1)
            .for_each(|action| (action.offer)(stage, &mut out)),
    }
    out
}

fn scene<'a>(snapshot: &'a Snapshot<'a>, open: &'a Open<'a>, range: Range) -> Scene<'a> {
    let mentions = mention::mentions(open.file, open.lines.text());
    Scene {
        snapshot,
        open,
        span: open.lines.bytes(range),
        findings: snapshot.findings(open.source).into(),
        mentions,
    }
}

/// Changes, unless there are none, or one is of what cannot be changed.
fn edits(snapshot: &Snapshot<'_>, edits: Vec<SourceEdit>) -> Option<Value> {
    let possible = !edits.is_empty()
        && edits
            .iter()
            .all(|one| edit::is_editable(snapshot, one.at.source));
    possible.then(|| edit::workspace(snapshot, &edits))
}

/// A finding as the client knows it, else as it would be told.
fn cured(
    snapshot: &Snapshot<'_>,
    stage: &Stage<'_>,
    finding: &Diagnostic,
    known: &[Value],
) -> Value {
    let told = json!(diagnostics::told(
        snapshot,
        finding,
        stage.lines.range(finding.at.span)
    ));
    let same = |other: &&Value| {
        other.get("code") == told.get("code") && other.get("range") == told.get("range")
    };
    known.iter().find(same).cloned().unwrap_or(told)
}
