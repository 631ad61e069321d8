//! `log`: the history of a clause, newest first, and the base text at the end.

use super::{
    Answer, AnswerError, AnswerResult, ClauseQuery, TargetKind,
    parts::{title, view},
    view::{AnswerContext, Drawing, QueryArgs, Reply, ViewQuery},
};
use crate::{
    analysis::{ChangeLog, ClauseAnnotation, LogEntry, Origin, Settings, UnitChange},
    doc::{Block, Text, added, quiet, removed, strong, text, warning},
    text::{join, prefixed},
};
use clap::Args;
use schemars::JsonSchema;
use serde::Deserialize;

/// Show the history of a clause, newest first: which sheet changed what, where and when
#[derive(Clone, Debug, Args, Deserialize, JsonSchema)]
pub struct Log {
    /// The clause.
    #[command(flatten)]
    #[serde(flatten)]
    pub of: ClauseQuery,
}

impl QueryArgs for Log {
    const NAME: &'static str = "log";

    const EXAMPLES: &'static str = "Example:
  rulebook log rear-support";
}

impl ViewQuery for Log {
    type Reply = ChangeLog;

    fn words(&self) -> (String, Settings) {
        self.of.words()
    }

    fn answer(&self, context: AnswerContext<'_>) -> AnswerResult<ChangeLog> {
        context.log()
    }
}

impl AnswerContext<'_> {
    /// Returns the history of the clause that a question names.
    pub(super) fn log(&self) -> AnswerResult<ChangeLog> {
        let found = self.target()?;
        let TargetKind::Clause(section, unit) = &found.target else {
            return Err(AnswerError::not_a_clause("log"));
        };
        let analysis = self.analysis();
        let log = analysis.change_log(found.db, section, *unit, &found.view);
        Ok(Answer {
            references: self.references(&found),
            ..Answer::about(&found, log)
        })
    }
}

impl Reply for ChangeLog {
    fn doc(&self, drawing: &Drawing<'_>) -> Vec<Block> {
        let mut out = vec![view(drawing.ruleset, &self.query, self.page.clone())];
        out.push(title(&[&self.heading], &self.id));
        let mut changes = self.entries.iter().flat_map(|entry| &entry.changes);
        let is_printed =
            |change: &UnitChange| change.printed_before.is_some() || change.printed_after.is_some();
        let authors = self.entries.iter().map(|entry| &entry.origin);
        let mut authors = authors.chain(self.base.iter().map(|base| &base.origin));
        let wording = if changes.any(is_printed) {
            ", in the printed wording where your library has it"
        } else if authors.any(|author| drawing.ruleset.restates(&author.document)) {
            ", as restated by this project"
        } else {
            ""
        };
        let lead = quiet(format!("History, newest first{wording}. "));
        out.push(Block::Paragraph(text![
            lead,
            removed("Removed"),
            " ",
            added("new")
        ]));
        for entry in &self.entries {
            out.push(Block::Gap);
            add_entry(entry, &mut out);
        }
        if !self.notices.is_empty() {
            out.push(Block::Gap);
            out.extend(self.notices.iter().map(Block::paragraph));
        }
        if let Some(base) = &self.base {
            out.push(Block::Gap);
            add_base(base, &mut out);
        }
        out
    }

    fn clause(&self) -> Option<&str> {
        Some(&self.id)
    }
}

fn add_base(base: &ClauseAnnotation, out: &mut Vec<Block>) {
    let origin = &base.origin;
    let date = prefixed("  ", origin.date_text.as_ref());
    let is_held = base.text.contains(char::is_alphanumeric);
    let quoted = prefixed(", ", origin.quotation().filter(|_| is_held));
    let document = format!("{date}  {}{quoted}", origin.title);
    let head = text![strong(&origin.edition), document];
    out.push(Block::item("", "    ", head));
    let words = match is_held {
        true => base.text.as_str(),
        false => "Text not included; see your booklet",
    };
    out.push(Block::item("    ", "    ", words));
}

fn add_entry(entry: &LogEntry, out: &mut Vec<Block>) {
    out.push(Block::item("", "    ", entry_heading(&entry.origin)));
    let address = entry.origin.address.as_ref();
    out.extend(address.map(|address| Block::item("    ", "    ", quiet(address))));
    for change in &entry.changes {
        let label = change.label.as_ref();
        let label = label.map_or_else(Text::default, |label| text![strong(label), "  "]);
        let (shown, restated) = change.texts();
        out.push(Block::item("    • ", "      ", text![label, shown]));
        out.extend(restated.map(|text| Block::restated("      ", text)));
    }
    let note = entry.note.as_ref();
    let note_lead = text!["    ", strong("Note:"), " "];
    out.extend(note.map(|note| Block::item(note_lead, "    ", note)));
    let remark = |remark| Block::item(text!["    ", warning("!"), " "], "      ", remark);
    out.extend(entry_notes(entry).into_iter().map(remark));
}

/// Returns `3.4  1 Nov 2020  DBM 3.4 amendments, no. 5, p. 22`.
fn entry_heading(origin: &Origin) -> Text {
    let date = prefixed("  ", origin.date_text.as_ref());
    let number = origin.n.as_ref().map(|n| format!("no. {n}"));
    let place = [Some(origin.title.clone()), number, origin.page_text()];
    let place = join(place.into_iter().flatten(), ", ");
    text![strong(&origin.edition), format!("{date}  {place}")]
}

/// Returns the remarks about an entry.
fn entry_notes(entry: &LogEntry) -> Vec<String> {
    let withdrawn = entry.withdrawn_by.as_ref().map(|by| {
        let date = prefixed(", ", by.date_text.as_ref());
        format!("later withdrawn by {}{date}", by.title)
    });
    let retroactive = entry.retroactive.then(|| format!(
        "published later than it takes effect: it applies in {}, but not as of a day before its publication",
        entry.origin.edition
    ));
    let pending = "not applied yet: the printed words that it changes are not included";
    let open = "open instruction: it changes no text";
    let own = [
        withdrawn,
        entry.moved_to.as_ref().map(|to| format!("moved to {to}")),
        retroactive,
        entry
            .scope
            .as_ref()
            .map(|scope| format!("applies only for {scope}")),
        entry.pending.then(|| pending.to_owned()),
        entry.open.then(|| open.to_owned()),
    ];
    let contradictions = entry.contradictions.iter();
    let contradictions = contradictions.map(|text| format!("contradiction: {text}"));
    let deviations = entry.deviations.iter();
    let deviations = deviations.map(|text| format!("deviation: {text}"));
    let own = own.into_iter().flatten().chain(contradictions);
    own.chain(entry.notices.iter().cloned())
        .chain(deviations)
        .collect()
}
