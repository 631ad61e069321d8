//! Rulesets as documents: the editions, documents and sections of one, or a list of all.

use crate::answer::parts::{notices, view};
use crate::{
    analysis::{ClauseState, DocumentOverview, Overview, SectionOverview, TextCoverage},
    doc::{Block, Text, name, quiet, strong, text},
    model::Ruleset,
    text::{join, plural, prefixed},
};

/// Returns the title, the editions, the documents, the general notes, and the sections in printed
/// order.
pub(super) fn overview(ruleset: &Ruleset, overview: &Overview) -> Vec<Block> {
    let mut out = vec![view(ruleset, &overview.query, None)];
    out.push(Block::paragraph(strong(&overview.title)));
    out.extend(notices(&overview.notices));
    let applied = overview.of_edition().map(|document| {
        let (title, date) = (&document.title, date(document));
        Block::item("", "  ", format!("{title}, {date}{}", by_authors(document)))
    });
    out.extend(applied);
    let coverage = overview.coverage_lines();
    out.extend(coverage.into_iter().map(|line| Block::item("", "  ", line)));
    out.push(Block::Heading("Editions".into()));
    for edition in &overview.editions {
        let details = match join(edition.from.iter().chain(&edition.status), "; ") {
            details if details.is_empty() => "undated".to_owned(),
            details => details,
        };
        out.push(Block::item(
            format!("  {}  ", edition.id),
            "       ",
            details,
        ));
    }
    out.push(Block::Heading("Documents".into()));
    for document in &overview.documents {
        let counts = counts(std::slice::from_ref(document));
        let counts: String = counts.iter().map(|count| format!("; {count}")).collect();
        let silent = match document.counts {
            true => "",
            false => " (does not apply here)",
        };
        let details = format!(
            ", {} for {}, {}{silent}: {}{}{counts}",
            document.kind,
            document.edition,
            date(document),
            document.title,
            by_authors(document)
        );
        out.push(Block::listed(text![name(&document.key), details]));
    }
    if !overview.notes.is_empty() {
        out.push(Block::Heading("Notes on the whole ruleset".into()));
        let notes = overview.notes.iter();
        out.extend(
            notes.map(|note| Block::listed(format!("{} ({})", note.text, note.origin.title))),
        );
    }
    out.push(Block::Heading("Sections".into()));
    out.extend(overview.sections.iter().map(section));
    out
}

fn date(document: &DocumentOverview) -> &str {
    document.published.as_deref().unwrap_or("undated")
}

/// Returns `; by Ada Moor`; nothing if the authors are not known.
fn by_authors(document: &DocumentOverview) -> String {
    match document.authors.as_slice() {
        [] => String::new(),
        authors => format!("; by {}", authors.join(", ")),
    }
}

/// Returns the numbers of instructions, rulings and notes, without those that are 0.
fn counts(documents: &[DocumentOverview]) -> Vec<String> {
    let count = |of: fn(&DocumentOverview) -> usize| documents.iter().map(of).sum::<usize>();
    let counts = [
        (count(|own| own.instructions), "instruction"),
        (count(|own| own.clarifications), "ruling"),
        (count(|own| own.notes), "note"),
    ];
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    counts.map(|(count, name)| plural(*count, name)).collect()
}

/// Returns a table of all rulesets: how much of each is known, and from which documents.
pub(super) fn list(overviews: &[Overview]) -> Vec<Block> {
    let heads = ["ruleset", "title", "editions", "from", "included (newest)"];
    let row = |overview: &Overview| -> Vec<Text> {
        let editions = overview.editions.iter().map(|edition| &edition.id);
        let documents = plural(overview.documents.len(), "document");
        let from = std::iter::once(documents).chain(counts(&overview.documents));
        vec![
            name(&overview.query.ruleset).into(),
            (&overview.title).into(),
            join(editions, " ").into(),
            join(from, ", ").into(),
            coverage(overview.held).into(),
        ]
    };
    let rows = overviews.iter().map(row).collect();
    vec![Block::List(heads.map(str::to_owned).to_vec(), rows)]
}

fn coverage(known: TextCoverage) -> String {
    let partly = match known.partly {
        0 => String::new(),
        partly => format!(", {partly} in part"),
    };
    let (whole, all) = (known.whole, known.all());
    format!("{whole} of {all} known sentences and cells{partly}")
}

fn section(section: &SectionOverview) -> Block {
    let indent = if section.within.is_some() {
        "    "
    } else {
        "  "
    };
    let state = match section.state {
        ClauseState::InForce => "",
        ClauseState::NotHeld => " (text not included)",
        ClauseState::Deleted => " (deleted)",
        ClauseState::Moved => " (moved)",
        ClauseState::NotYet => " (not part of it)",
        ClauseState::Unknown => " (not known whether it is part of it)",
    };
    let page = prefixed("p. ", section.page.as_ref());
    Block::Title {
        text: text![
            format!("{indent}{page:<7} {}", section.heading),
            quiet(state)
        ],
        id: section.id.clone(),
    }
}
