//! Renders an overview of a ruleset (editions, documents, headings), or a table of all rulesets.

use super::{Styler, header, plural, table};
use crate::{
    analysis::{ClauseState, DocumentOverview, Overview, SectionOverview, TextCoverage},
    model::Ruleset,
    text::join,
};

/// Renders the title, the editions, the documents, the general notes, and the sections in printed
/// order.
pub(super) fn render(styler: Styler, ruleset: &Ruleset, overview: &Overview) -> String {
    let mut out = header::query_line(styler, ruleset, &overview.query, None);
    out += &format!(
        "{}\n{}",
        styler.strong(&overview.title),
        header::notice_lines(styler, &overview.notices)
    );
    for document in overview.of_edition() {
        let date = document.published.as_deref().unwrap_or("undated");
        let line = format!("{}, {date}{}", document.title, by_authors(document));
        out += &styler.wrap("", "  ", &line);
    }
    for line in overview.coverage_lines() {
        out += &styler.wrap("", "  ", line);
    }
    out += "\nEditions\n";
    for edition in &overview.editions {
        let details = edition
            .from
            .iter()
            .chain(&edition.status)
            .map(String::as_str);
        let details = join(details, "; ");
        let details = if details.is_empty() {
            "undated"
        } else {
            &details
        };
        out += &styler.wrap(&format!("  {}  ", edition.id), "       ", details);
    }
    out += "\nDocuments\n";
    for document in &overview.documents {
        let date = document.published.as_deref().unwrap_or("undated");
        let silent = if document.counts {
            ""
        } else {
            " (does not apply here)"
        };
        let counts = [
            (document.instructions, "instruction"),
            (document.clarifications, "ruling"),
            (document.notes, "note"),
        ];
        let counts: String = counts
            .iter()
            .filter(|(n, _)| *n > 0)
            .map(|(n, name)| format!("; {}", plural(*n, name)))
            .collect();
        let authors = by_authors(document);
        let line = format!(
            "{}, {} for {}, {date}{silent}: {}{authors}{counts}",
            styler.reference(&document.key),
            document.kind,
            document.edition,
            document.title
        );
        out += &styler.item(&line);
    }
    if !overview.notes.is_empty() {
        out += "\nNotes on the whole ruleset\n";
        for note in &overview.notes {
            out += &styler.item(&format!("{} ({})", note.text, note.origin.title));
        }
    }
    out += "\nSections\n";
    for section in &overview.sections {
        out += &section_line(styler, section);
    }
    out
}

/// Returns `; by Ada Moor`; nothing if the authors are not known.
fn by_authors(document: &DocumentOverview) -> String {
    match document.authors.as_slice() {
        [] => String::new(),
        authors => format!("; by {}", authors.join(", ")),
    }
}

/// Renders a table of all rulesets: how much of each is known, and from which documents.
pub(super) fn render_list(styler: Styler, overviews: &[Overview]) -> String {
    let mut table = table::new(Some(styler.prose_width()));
    table.set_header(
        ["ruleset", "title", "editions", "from", "included (newest)"]
            .map(|name| table::cell(styler.strong(name))),
    );
    for overview in overviews {
        let editions: Vec<&str> = overview
            .editions
            .iter()
            .map(|edition| edition.id.as_str())
            .collect();
        let count =
            |of: fn(&DocumentOverview) -> usize| overview.documents.iter().map(of).sum::<usize>();
        let from = [
            (overview.documents.len(), "document"),
            (count(|d| d.instructions), "instruction"),
            (count(|d| d.clarifications), "ruling"),
            (count(|d| d.notes), "note"),
        ];
        let from: Vec<String> = from
            .iter()
            .filter(|(n, _)| *n > 0)
            .map(|(n, name)| plural(*n, name))
            .collect();
        table.add_row(
            [
                styler.reference(&overview.query.ruleset),
                overview.title.clone(),
                editions.join(" "),
                from.join(", "),
                coverage_text(overview.held),
            ]
            .map(table::cell),
        );
    }
    table::text(&table)
}

fn coverage_text(known: TextCoverage) -> String {
    let all = known.all();
    let partly = if known.partly > 0 {
        format!(", {} in part", known.partly)
    } else {
        String::new()
    };
    format!("{} of {all} known sentences and cells{partly}", known.whole)
}

fn section_line(styler: Styler, section: &SectionOverview) -> String {
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
    let page = section
        .page
        .as_ref()
        .map(|page| format!("p. {page:<4}"))
        .unwrap_or_else(|| "       ".to_owned());
    styler.justify(
        &format!("{indent}{page} {}{}", section.heading, styler.dim(state)),
        &styler.reference(&section.id),
    )
}
