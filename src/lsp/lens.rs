//! Code lenses in rules files: what amended a section, commands that open or compare its texts, and
//! the effect of an instruction. `textDocument/codeLens` returns ranges, `codeLens/resolve` titles and
//! commands.

use super::{
    ClientCapabilities, Connection, HandlerResult, RulesDocument, Session, Snapshot,
    texts::TextAddress,
};
use crate::{
    analysis::{Effect, InstructionPosition, Settings},
    resolve::{RulingState, Section, View, file_section_id},
    syntax::{self, FileRole},
    text::{Span, plural, prefixed},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use tower_lsp::gen_lsp_types::{
    CodeLens, CodeLensOptions, CodeLensParams, Command, ServerCapabilities, Uri,
};

/// The client's command that opens a generated text next to the document; its argument is the URI.
const SHOW: &str = "rulebook.showClause";

/// The client's command that compares two generated texts; its arguments are their URIs and a
/// title.
const COMPARE: &str = "rulebook.compare";

/// The kind of a lens, and the indexes of its section and instruction in the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct LensSubject {
    about: LensKind,
    place: usize,
    entry: Option<usize>,
}

/// What an unresolved lens stores: the URI of its document, and its subject.
#[derive(Serialize, Deserialize)]
struct LensData {
    uri: Uri,
    #[serde(flatten)]
    subject: LensSubject,
}

/// The kind of a lens: amendments, text or two editions of a section; effect of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LensKind {
    /// The editions that amended a section, and the rulings on it.
    Section,
    /// The text of the section at the current edition.
    Text,
    /// The texts at the current edition and the one before, side by side.
    Editions,
    /// The result of an instruction.
    Effect,
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
pub(super) fn resolve(snapshot: &Snapshot<'_>, lens: CodeLens) -> HandlerResult<CodeLens> {
    let data = lens
        .data
        .clone()
        .and_then(|data| serde_json::from_value::<LensData>(data).ok());
    let found = data.and_then(|data| {
        let document = snapshot.rules_document(&data.uri)?;
        let at = document.range(heading(&document, &data.subject)?);
        (at.start.line == lens.range.start.line)
            .then(|| command_of(snapshot, &document, &data.subject))
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

/// Returns the lenses of a rules file with the headings above which they are shown; none if it is
/// of a role that has no lenses.
fn subjects(
    snapshot: &Snapshot<'_>,
    document: &RulesDocument<'_>,
) -> Option<Vec<(Span, LensSubject)>> {
    match document.file.role {
        FileRole::Base | FileRole::Amend | FileRole::Clarify => {}
        FileRole::Book | FileRole::Index => return None,
    }
    let runs = |command: &str| {
        snapshot
            .session
            .settings
            .commands
            .iter()
            .any(|own| own == command)
    };
    let amends = snapshot
        .view(document.db)
        .and_then(|view| document.db.ruleset.amended_edition(view.edition))
        .is_some();
    let mut out = Vec::new();
    for (at, place) in document.file.places.iter().enumerate() {
        let lens = |about, entry| LensSubject {
            about,
            place: at,
            entry,
        };
        let lines = [
            (LensKind::Section, true),
            (LensKind::Text, runs(SHOW)),
            (LensKind::Editions, amends && runs(COMPARE)),
        ];
        let shown = lines.into_iter().filter(|(_, shown)| *shown);
        out.extend(shown.map(|(about, _)| (place.heading_span, lens(about, None))));
        let entries = place.entries.iter().enumerate();
        out.extend(
            entries
                .filter(|(_, entry)| entry.command.is_some())
                .map(|(at, entry)| (entry.heading_span, lens(LensKind::Effect, Some(at)))),
        );
    }
    Some(out)
}

/// Returns the heading above which a lens is shown, if it still exists.
fn heading(document: &RulesDocument<'_>, lens: &LensSubject) -> Option<Span> {
    let place = document.file.places.get(lens.place)?;
    match lens.entry {
        Some(entry) => Some(place.entries.get(entry)?.heading_span),
        None => Some(place.heading_span),
    }
}

/// Returns the title of a lens, and what it runs.
fn command_of(
    snapshot: &Snapshot<'_>,
    document: &RulesDocument<'_>,
    lens: &LensSubject,
) -> Option<Command> {
    let place = document.file.places.get(lens.place)?;
    let view = snapshot.view(document.db)?;
    let ruleset = &document.db.ruleset;
    let id = file_section_id(place);
    let id = document.db.section_of(&id).unwrap_or(&id);
    let text =
        |view: &View| TextAddress::of(ruleset, Some(id), view, &Settings::default()).to_string();
    let edition = ruleset.edition_id(view.edition);
    let words = |title: String| command(title, "", None);
    match lens.about {
        LensKind::Section => Some(words(section_status(
            document.db.section(id)?.as_ref(),
            &view,
        ))),
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
        LensKind::Effect => {
            let at = InstructionPosition {
                source: document.source,
                place: lens.place,
                entry: lens.entry?,
            };
            let clarifies = place.entries.get(at.entry).is_some_and(|entry| {
                matches!(entry.command, Some(syntax::Command::Clarify { .. }))
            });
            let text = match clarifies {
                true => ruling_title(snapshot, document, at, &view),
                false => effects_title(&snapshot.analysis().effects(document.db, at)),
            };
            Some(words(text))
        }
    }
}

/// `amended in 3.1, 3.2 · 2 clarifications, 1 touched`
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
            RulingState::Touched,
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

/// `→ 2 units changed · touches ruling 13.6`
fn effects_title(effects: &[Effect]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let changed: usize = effects.iter().map(|effect| effect.changes.len()).sum();
    let withdraws: Vec<&str> = effects
        .iter()
        .flat_map(|effect| &effect.withdraws)
        .map(|origin| origin.patch.as_str())
        .collect();
    if !withdraws.is_empty() {
        parts.push(format!("withdraws {}", withdraws.join(", ")));
    }
    if let Some(by) = effects
        .iter()
        .find_map(|effect| effect.withdrawn_by.as_ref())
    {
        let date = prefixed(", ", by.date_text.as_ref());
        parts.push(format!("withdrawn by {}{date}", by.short));
    }
    if changed > 0 {
        parts.push(format!("{} changed", plural(changed, "unit")));
    }
    if effects.iter().any(|effect| effect.pending) {
        parts.push("not applied yet: changes wording that is not included".to_owned());
    }
    let interprets = effects.iter().any(|effect| effect.interprets);
    if changed == 0 && parts.is_empty() {
        parts.push(if interprets {
            "changes no words".to_owned()
        } else {
            "changes nothing".to_owned()
        });
    }
    parts.extend(
        effects
            .iter()
            .filter_map(|effect| effect.moved_to.as_ref())
            .map(|to| format!("moved to {to}")),
    );
    let mut rulings: Vec<String> = Vec::new();
    for ruling in effects.iter().flat_map(|effect| &effect.overtakes) {
        let name = ruling.n.clone().unwrap_or_else(|| ruling.id.clone());
        if !rulings.contains(&name) {
            rulings.push(name);
        }
    }
    if !rulings.is_empty() {
        let many = if rulings.len() == 1 {
            "ruling"
        } else {
            "rulings"
        };
        parts.push(format!("touches {many} {}", rulings.join(", ")));
    }
    format!("→ {}", parts.join(" · "))
}

/// `→ interprets 2 units · touched: …`, at the current edition
fn ruling_title(
    snapshot: &Snapshot<'_>,
    document: &RulesDocument<'_>,
    at: InstructionPosition,
    view: &View,
) -> String {
    let own: Vec<_> = snapshot
        .analysis()
        .sections_of_entry(document.db, at)
        .into_iter()
        .flat_map(|(section, ix): (Arc<Section>, _)| {
            section
                .rulings(view)
                .into_iter()
                .filter(move |ruling| ruling.patch == ix)
        })
        .collect();
    let Some(first) = own.first() else {
        return "→ not shown at the selected edition".to_owned();
    };
    let units: usize = own.iter().map(|ruling| ruling.units.len()).sum();
    let worst = own
        .iter()
        .find(|ruling| ruling.state != RulingState::Current)
        .unwrap_or(first);
    let reason = if worst.reason.is_empty() {
        String::new()
    } else {
        format!(": {}", worst.reason)
    };
    format!(
        "→ interprets {} · {}{reason}",
        plural(units, "unit"),
        worst.state.label()
    )
}
