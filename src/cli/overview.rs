//! A ruleset as a whole.

use super::{header, pen::Pen};
use crate::{
    model::Ruleset,
    world::{ClauseState, Overview, SectionLine},
};

/// Title, editions, documents, what is said of all of it, and the sections in printed order.
pub(super) fn draw(pen: Pen, ruleset: &Ruleset, overview: &Overview) -> String {
    let mut out = header::query(pen, ruleset, &overview.query, None);
    out += &format!("{}\n{}", pen.strong(&overview.title), header::notices(pen, &overview.notices));
    out += "\nEditions\n";
    for edition in &overview.editions {
        let said: Vec<&str> = edition.from.iter().chain(&edition.status).map(String::as_str).collect();
        out += &(pen.wrap(&format!("  {}  ", edition.id), "       ", &said.join("; ")) + "\n");
    }
    out += "\nDocuments\n";
    for document in &overview.documents {
        let date = document.published.as_deref().unwrap_or("undated");
        let silent = if document.counts { "" } else { " (does not count here)" };
        let line = format!("{}, {} for {}, {date}{silent}: {}", pen.refer(&document.key), document.kind, document.edition, document.title);
        out += &(pen.wrap("  ", "    ", &line) + "\n");
    }
    if !overview.notes.is_empty() {
        out += "\nOn all of it\n";
        for note in &overview.notes {
            out += &(pen.wrap("  ", "    ", &format!("{} ({})", note.text, note.origin.title)) + "\n");
        }
    }
    out += "\nSections\n";
    for section in &overview.sections {
        out += &(self::section(pen, section) + "\n");
    }
    out
}

fn section(pen: Pen, section: &SectionLine) -> String {
    let indent = if section.within.is_some() { "    " } else { "  " };
    let state = match section.state {
        ClauseState::InForce => "",
        ClauseState::NotHeld => " (as printed, not held)",
        ClauseState::Deleted => " (deleted)",
        ClauseState::Moved => " (moved)",
        ClauseState::NotYet | ClauseState::Unknown => " (not part of it)",
    };
    let page = section.page.as_ref().map(|page| format!("p. {page:<4}")).unwrap_or_else(|| "       ".to_owned());
    pen.apart(&format!("{indent}{page} {}{}", section.heading, pen.dim(state)), &pen.refer(&section.id))
}
