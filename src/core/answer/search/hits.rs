//! The hits of a search as a document: those of the selected edition first.

use crate::{
    analysis::{Candidate, SearchHit, SearchResults},
    answer::{
        Reference,
        parts::{notices, view},
        reference,
        view::{Drawing, Reply},
    },
    doc::{Block, Entries, Text, hit as marked, quiet, strong, text, typed, warning},
    model::Ruleset,
    resolve::RulingState,
    search::{DocWording, query},
    text::{join, plural, prefixed},
};
use serde::Serialize;

/// The lines of the hits that answer a question, so that they and how it was read fit on a screen.
const MAX_LINES: usize = 22;

/// What a search finds for words that no clause has as its name.
#[derive(Clone, Debug, Serialize)]
pub struct FoundInstead {
    /// The hits.
    #[serde(flatten)]
    pub results: SearchResults,
    /// No clause has the name.
    pub clauses: [(); 0],
    /// Clauses with similar names.
    pub candidates: Vec<Candidate>,
    /// The name.
    #[serde(skip)]
    pub name: String,
    /// Other rulesets in which a clause has the name.
    #[serde(skip)]
    pub elsewhere: Vec<String>,
}

impl Reply for FoundInstead {
    fn doc(&self, drawing: &Drawing<'_>) -> Vec<Block> {
        instead(drawing.ruleset, self)
    }

    fn references(&self) -> Vec<Reference> {
        reference::of_hits(&self.results)
    }
}

/// Returns hits for a name that no clause has.
pub(super) fn instead(ruleset: &Ruleset, found: &FoundInstead) -> Vec<Block> {
    let mut out = hits(ruleset, &found.results, Some(MAX_LINES));
    if !found.results.elsewhere {
        let name = &found.name;
        let hint = |key| {
            let command = typed(format!(": `rulebook show {key}/{name}`"));
            Block::Paragraph(text![format!("{key} has a match"), command])
        };
        out.extend(found.elsewhere.iter().map(hint));
    }
    out
}

/// Returns the results. The first hit is whole; of the others, those whose text goes beyond `lines`
/// are a title.
pub(super) fn hits(ruleset: &Ruleset, results: &SearchResults, lines: Option<usize>) -> Vec<Block> {
    // the notice that other rulesets answer comes first
    let first = usize::from(results.elsewhere).min(results.notices.len());
    let (first, others) = results.notices.split_at(first);
    let mut out: Vec<Block> = notices(first).collect();
    out.push(view(ruleset, &results.query.query, None));
    out.extend(notices(others));
    for fault in &results.faults {
        out.push(Block::Notice(fault.message.clone()));
        let typed = &results.query.text;
        out.extend(
            typed
                .get(..fault.span.start())
                .map(|before| Block::Mistake {
                    text: typed.clone(),
                    before: before.to_owned(),
                    words: fault.span.of(typed).to_owned(),
                }),
        );
        out.extend(fault.help.clone().map(Block::Help));
    }
    let corrections = results.corrections.iter().map(|own| {
        let meant = own.meant.join("\", \"");
        format!(
            "no matches for \"{}\"; showing results for \"{meant}\"",
            own.typed
        )
    });
    out.extend(corrections.map(Block::Notice));
    if results.hits.is_empty() {
        out.push(Block::paragraph("No matches."));
        if results.faults.is_empty() {
            let names = query::FILTERS
                .iter()
                .map(|row| format!("{}:", row.names[0]));
            let names = join(names, " ");
            let help = format!(", or --all-editions. Conditions: {names}");
            out.push(Block::Paragraph(text![
                quiet("Try other words"),
                typed(help)
            ]));
        }
        return out;
    }
    let width = results.hits.len().to_string().len().max(2);
    let mut past = false;
    let entry = |(hit, number): (&SearchHit, usize)| {
        let is_first_past = !hit.holds && !past;
        past |= !hit.holds;
        let heading = is_first_past.then(|| past_heading(results));
        let mut text = hit_text(width, hit);
        if number == 1 && hit.missing_text().is_some() {
            let help = "`rulebook import FILE` adds the text of your booklet";
            text.push(Block::Help(help.to_owned()));
        }
        let title = hit_title(number, width, hit);
        (heading.into_iter().chain([title]).collect(), text)
    };
    out.push(Block::Entries(Entries {
        all: results.hits.iter().zip(1..).map(entry).collect(),
        summary: vec![Block::Gap, Block::paragraph(summary(results))],
        lines,
    }));
    out
}

/// Returns the heading above the hits that are not in the text of the edition.
fn past_heading(results: &SearchResults) -> Block {
    let own = format!("{}/", results.query.query.ruleset);
    let edition = match results.hits.iter().all(|hit| hit.id.starts_with(&own)) {
        true => results.query.query.edition.as_str(),
        false => "the selected edition",
    };
    Block::Heading(warning(format!("Not in the included text of {edition}:")).into())
}

/// Returns how many matches there are, and how to see more of them.
fn summary(results: &SearchResults) -> Text {
    let (shown, all) = (results.hits.len(), results.matches);
    let count = if results.has_more { "more than " } else { "" };
    let count = format!("{count}{}", plural(all, "match|matches"));
    if shown >= all {
        return format!("{count}.").into();
    }
    let more = (shown * MORE_HITS).min(all).min(MAX_LIMIT);
    let words = shell_words(&results.query.text);
    let command = typed(format!("; more: rulebook search -n {more} {words}"));
    text![format!("{shown} of {count}, best first"), command]
}

/// Returns a query as it is typed in a shell.
fn shell_words(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '.' | ',' | '-' | '/' | ':');
    // a word that begins like an option follows `--`
    let before = if text.starts_with('-') { "-- " } else { "" };
    if text.chars().all(is_plain) {
        return format!("{before}{text}");
    }
    format!("{before}'{}'", text.replace('\'', "'\\''"))
}

/// How many times the number of hits the next request shows.
const MORE_HITS: usize = 5;

/// The greatest number of hits.
const MAX_LIMIT: usize = 1000;

/// Returns the number of a hit, its headings and page, and its id.
fn hit_title(number: usize, width: usize, hit: &SearchHit) -> Block {
    let title: Text = match hit.missing_text() {
        Some(missing) => strong(missing).into(),
        None => {
            let page = prefixed(", p. ", hit.page.as_ref());
            let inferred = if hit.page_inferred { " (inferred)" } else { "" };
            text![strong(hit.path.join(" › ")), format!("{page}{inferred}")]
        }
    };
    Block::Title {
        text: text![format!("{number:>width$}  "), title],
        id: hit.id.clone(),
    }
}

/// Returns what is below the title of a hit: the text that matches, its editions and its source.
fn hit_text(width: usize, hit: &SearchHit) -> Vec<Block> {
    let indent = " ".repeat(width + 2);
    let own = |text: Text| Block::item(&indent, &indent, text);
    let mut out = Vec::new();
    let is_held = hit.missing_text().is_none();
    if is_held {
        let change = hit.before.as_ref().filter(|_| hit.changed.is_some());
        out.push(own(match change {
            Some(before) => Text::change(Some(before), Some(&hit.text)),
            None if hit.text.is_empty() => quiet("Text not included; see your booklet").into(),
            None => snippet(hit),
        }));
        out.push(own(quiet(describe(hit)).into()));
    }
    for (label, texts) in [
        ("Open instruction", &hit.open),
        ("Other profiles", &hit.elsewhere),
        ("Withdrawn change", &hit.withdrawn),
    ] {
        let lead = || text![&indent, strong(label), "  "];
        out.extend(texts.iter().map(|text| Block::item(lead(), "    ", text)));
    }
    if is_held && !hit.holds {
        let now = match (&hit.now, &hit.moved_to) {
            (Some(now), _) if !now.is_empty() => Some(format!("Now: {now}")),
            (_, Some(to)) => Some(format!("Moved to {to}.")),
            (Some(_), None) => Some("Now: text not included; see your booklet.".to_owned()),
            (None, None) => None,
        };
        out.extend(now.map(|now| own(now.into())));
    }
    out
}

/// Returns the snippet with the matches marked.
fn snippet(hit: &SearchHit) -> Text {
    let (text, mut out, mut at) = (&hit.snippet.text, Vec::new(), 0);
    for mark in &hit.snippet.marks {
        let words = text.get(mark.start()..mark.end());
        if let Some((before, words)) = text.get(at..mark.start()).zip(words) {
            out.push(text![before, marked(words)]);
            at = mark.end();
        }
    }
    out.push(text.get(at..).unwrap_or_default().into());
    out.into_iter().collect()
}

/// Returns the editions in which the hit holds, its document, and its wording.
fn describe(hit: &SearchHit) -> String {
    let editions = match (&hit.editions.from, &hit.editions.until) {
        (Some(from), Some(until)) if from == until => format!("{from} only"),
        (Some(from), Some(until)) => format!("{from}–{until}"),
        (Some(from), None) => format!("since {from}"),
        (None, _) => String::new(),
    };
    let editions = match (&hit.changed, &hit.before) {
        (Some(edition), None) => format!("added in {edition}"),
        (Some(edition), Some(_)) if hit.text.is_empty() => format!("removed in {edition}"),
        (Some(edition), Some(_)) => format!("changed in {edition}"),
        (None, _) if hit.has_lead && !editions.is_empty() => format!("item {editions}"),
        (None, _) => editions,
    };
    let kind = match hit.kind {
        "clause" | "change" | "table" => "",
        kind => kind,
    };
    let wording = match hit.wording {
        DocWording::Printed => "printed",
        DocWording::Restated => "restated",
        DocWording::Original | DocWording::None => "",
    };
    let state = RulingState::label_of(hit.state.as_deref().unwrap_or_default());
    let uncounted = prefixed("not part of profile ", hit.uncounted.as_ref());
    let source = match hit.n.is_empty() {
        true => hit.source.clone(),
        false => format!("{} ({})", hit.source, hit.n.join(", ")),
    };
    let doubt = match hit.contradicted {
        true => "a contradiction is recorded",
        false => "",
    };
    let parts = [kind, state, &uncounted, &editions, &source, wording, doubt];
    join(parts.into_iter().filter(|part| !part.is_empty()), " · ")
}
