//! Code lenses in rules files: what amended a section, and commands that open or compare its texts.
//! `textDocument/codeLens` returns ranges, `codeLens/resolve` titles and commands.

use super::{
    ClientCapabilities, Connection, HandlerResult, RulesDocument, Session, Snapshot,
    texts::TextAddress,
};
use crate::{
    analysis::Settings,
    resolve::{RulingState, Section, View, file_section_id},
    syntax::FileRole,
    text::plural,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::gen_lsp_types::{
    CodeLens, CodeLensOptions, CodeLensParams, Command, ServerCapabilities, Uri,
};

/// The client's command that opens a generated text next to the document; its argument is the URI.
const SHOW: &str = "rulebook.showClause";

/// The client's command that compares two generated texts; its arguments are their URIs and a
/// title.
const COMPARE: &str = "rulebook.compare";

/// What an unresolved lens stores: the URI of its document, its kind, and the index of its section.
#[derive(Serialize, Deserialize)]
struct LensData {
    uri: Uri,
    about: LensKind,
    place: usize,
}

/// The kind of a lens: amendments, text or two editions of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LensKind {
    /// The editions that amended a section, and the rulings on it.
    Section,
    /// The text of the section at the current edition.
    Text,
    /// The texts at the current edition and the one before, side by side.
    Editions,
}

pub(super) fn set_capabilities(_: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    capabilities.code_lens_provider = Some(CodeLensOptions {
        resolve_provider: Some(true),
        ..CodeLensOptions::default()
    });
}

/// Asks the client to request lenses again: an edit of one document may change those of another.
pub(super) fn refresh(connection: &Connection, session: &Session) {
    if session
        .capabilities
        .has("/workspace/codeLens/refreshSupport")
    {
        connection.request(|client| async move { client.code_lens_refresh().await });
    }
}

/// Returns the lenses of a rules file, unresolved.
pub(super) fn lenses(
    snapshot: &Snapshot<'_>,
    params: CodeLensParams,
) -> HandlerResult<Vec<CodeLens>> {
    let uri = &params.text_document.uri;
    let document = snapshot
        .rules_document(uri)
        .filter(|own| match own.file.role {
            FileRole::Base | FileRole::Amend | FileRole::Clarify => true,
            FileRole::Book | FileRole::Index => false,
        });
    let Some(document) = document else {
        return Ok(None);
    };
    let commands = &snapshot.session.settings.commands;
    let runs = |command: &str| commands.iter().any(|own| own == command);
    let view = snapshot.view(document.db);
    let amends =
        view.is_some_and(|view| document.db.ruleset.amended_edition(view.edition).is_some());
    let kinds = [
        (LensKind::Section, true),
        (LensKind::Text, runs(SHOW)),
        (LensKind::Editions, amends && runs(COMPARE)),
    ];
    let mut out = Vec::new();
    for (at, place) in document.file.places.iter().enumerate() {
        let range = document.range(place.heading_span);
        let shown = kinds.iter().filter(|(_, shown)| *shown);
        out.extend(shown.map(|(about, _)| {
            let data = LensData {
                uri: uri.clone(),
                about: *about,
                place: at,
            };
            CodeLens {
                range,
                command: None,
                data: serde_json::to_value(data).ok(),
            }
        }));
    }
    Ok(Some(out))
}

/// Resolves a lens. The command is empty if its heading no longer exists.
pub(super) fn resolve(snapshot: &Snapshot<'_>, lens: CodeLens) -> HandlerResult<CodeLens> {
    let data = lens
        .data
        .clone()
        .and_then(|data| serde_json::from_value::<LensData>(data).ok());
    let found = data.and_then(|data| {
        let document = snapshot.rules_document(&data.uri)?;
        let place = document.file.places.get(data.place)?;
        let at = document.range(place.heading_span);
        (at.start.line == lens.range.start.line)
            .then(|| command_of(snapshot, &document, &data))
            .flatten()
    });
    Ok(Some(CodeLens {
        command: Some(found.unwrap_or_else(|| command(String::new(), "", None))),
        ..lens
    }))
}

/// Creates a command of the client; without a name, a title that does nothing.
fn command(title: String, name: &str, arguments: Option<Vec<Value>>) -> Command {
    Command {
        title,
        command: name.to_owned(),
        tooltip: None,
        arguments,
    }
}

/// Returns the title of a lens, and what it runs.
fn command_of(
    snapshot: &Snapshot<'_>,
    document: &RulesDocument<'_>,
    lens: &LensData,
) -> Option<Command> {
    let place = document.file.places.get(lens.place)?;
    let view = snapshot.view(document.db)?;
    let ruleset = &document.db.ruleset;
    let id = file_section_id(place);
    let id = document.db.section_of(&id).unwrap_or(&id);
    let mut settings = Settings::default();
    let proposal = snapshot.state.proposal.as_ref();
    settings.at.with = proposal.map(|own| own.document.clone());
    let text = |view: &View| TextAddress::of(ruleset, Some(id), view, &settings).to_string();
    let edition = ruleset.edition_label(ruleset.edition_id(view.edition));
    match lens.about {
        LensKind::Section => {
            let status = section_status(document.db.section(id)?.as_ref(), &view);
            Some(command(status, "", None))
        }
        LensKind::Text => {
            let arguments = vec![json!(text(&view))];
            Some(command(
                format!("shown at {edition}"),
                SHOW,
                Some(arguments),
            ))
        }
        LensKind::Editions => {
            let from = view.with_edition(document.db.ruleset.amended_edition(view.edition)?);
            let earlier = ruleset.edition_id(from.edition);
            let heading = document
                .db
                .section_info(id)
                .map(|info| info.heading)
                .unwrap_or_default();
            let title = format!("{heading} ({} {earlier} ↔ {edition})", ruleset.key);
            let arguments = vec![json!(text(&from)), json!(text(&view)), json!(title)];
            let title = format!("compare {earlier} ↔ {edition}");
            Some(command(title, COMPARE, Some(arguments)))
        }
    }
}

/// `amended in 3.1, 3.2 · 2 clarifications, 1 changed since`
fn section_status(section: &Section, view: &View) -> String {
    let ruleset = section.ruleset();
    let mut editions: Vec<&str> = Vec::new();
    for ix in section.patch_history(section.version(view).root, view) {
        if let Some(patch) = section.patch(ix).filter(|patch| patch.is_instruction()) {
            let edition = ruleset.edition_id(patch.edition);
            if !editions.contains(&edition) {
                editions.push(edition);
            }
        }
    }
    let amended = if editions.is_empty() {
        "not amended".to_owned()
    } else {
        format!("amended in {}", editions.join(", "))
    };
    let rulings = section.rulings(view);
    let mut parts = vec![amended];
    if !rulings.is_empty() {
        let mut text = plural(rulings.len(), "clarification");
        // the states that require a decision
        for state in [
            RulingState::ChangedSince,
            RulingState::Undecided,
            RulingState::Contradicted,
        ] {
            let of_it = rulings
                .iter()
                .filter(|ruling| ruling.state == state)
                .count();
            if of_it > 0 {
                text += &format!(", {of_it} {}", state.label());
            }
        }
        parts.push(text);
    }
    parts.join(" · ")
}
