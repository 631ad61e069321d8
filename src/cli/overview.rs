//! A ruleset as a whole, and all of them.

use super::{header, pen::Pen};
use crate::{
    analysis::{ClauseState, DocumentLine, Held, Overview, SectionLine},
    model::Ruleset,
};
use comfy_table::{ContentArrangement, Table, presets::NOTHING};

/// Title, editions, documents, what is said of all of it, and the sections in printed order.
pub(super) fn draw(pen: Pen, ruleset: &Ruleset, overview: &Overview) -> String {
    let mut out = header::query(pen, ruleset, &overview.query, None);
    out += &format!(
        "{}\n{}",
        pen.strong(&overview.title),
        header::notices(pen, &overview.notices)
    );
    out += "\nEditions\n";
    for edition in &overview.editions {
        let said: Vec<&str> = edition
            .from
            .iter()
            .chain(&edition.status)
            .map(String::as_str)
            .collect();
        out += &(pen.wrap(&format!("  {}  ", edition.id), "       ", &said.join("; ")) + "\n");
    }
    out += "\nDocuments\n";
    for document in &overview.documents {
        let date = document.published.as_deref().unwrap_or("undated");
        let silent = if document.counts {
            ""
        } else {
            " (does not count here)"
        };
        let counts = [
            (document.instructions, "instruction"),
            (document.clarifications, "ruling"),
            (document.notes, "note"),
        ];
        let counts: String = counts
            .iter()
            .filter(|(n, _)| *n > 0)
            .map(|(n, name)| format!("; {}", counted(*n, name)))
            .collect();
        let line = format!(
            "{}, {} for {}, {date}{silent}: {}{counts}",
            pen.refer(&document.key),
            document.kind,
            document.edition,
            document.title
        );
        out += &(pen.wrap("  ", "    ", &line) + "\n");
    }
    out += &format!(
        "\nHeld of the text at {}: {}\n",
        overview.query.edition,
        held(overview.held)
    );
    if !overview.notes.is_empty() {
        out += "\nOn all of it\n";
        for note in &overview.notes {
            out += &(pen.wrap(
                "  ",
                "    ",
                &format!("{} ({})", note.text, note.origin.title),
            ) + "\n");
        }
    }
    out += "\nSections\n";
    for section in &overview.sections {
        out += &(self::section(pen, section) + "\n");
    }
    out
}

/// All rulesets, one a row: what is held of each, and from which documents.
pub(super) fn list(pen: Pen, overviews: &[Overview]) -> String {
    let mut table = Table::new();
    table
        .load_style(NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(u16::try_from(pen.prose()).unwrap_or(u16::MAX));
    table.set_header(
        ["ruleset", "title", "editions", "from", "held of the newest"].map(|name| pen.strong(name)),
    );
    for overview in overviews {
        let editions: Vec<&str> = overview
            .editions
            .iter()
            .map(|edition| edition.id.as_str())
            .collect();
        let count =
            |of: fn(&DocumentLine) -> usize| overview.documents.iter().map(of).sum::<usize>();
        let from = [
            (overview.documents.len(), "document"),
            (count(|d| d.instructions), "instruction"),
            (count(|d| d.clarifications), "ruling"),
            (count(|d| d.notes), "note"),
        ];
        let from: Vec<String> = from
            .iter()
            .filter(|(n, _)| *n > 0)
            .map(|(n, name)| counted(*n, name))
            .collect();
        table.add_row([
            pen.refer(&overview.query.ruleset),
            overview.title.clone(),
            editions.join(" "),
            from.join(", "),
            held(overview.held),
        ]);
    }
    let mut out = String::new();
    out.extend(table.lines().map(|line| line.trim_end().to_owned() + "\n"));
    out
}

fn counted(n: usize, name: &str) -> String {
    if n == 1 {
        format!("1 {name}")
    } else {
        format!("{n} {name}s")
    }
}

fn held(held: Held) -> String {
    let all = held.whole + held.partly + held.none;
    let partly = if held.partly > 0 {
        format!(", {} in part", held.partly)
    } else {
        String::new()
    };
    format!("{} of {all} known sentences and cells{partly}", held.whole)
}

fn section(pen: Pen, section: &SectionLine) -> String {
    let indent = if section.within.is_some() {
        "    "
    } else {
        "  "
    };
    let state = match section.state {
        ClauseState::InForce => "",
        ClauseState::NotHeld => " (as printed, not held)",
        ClauseState::Deleted => " (deleted)",
        ClauseState::Moved => " (moved)",
        ClauseState::NotYet | ClauseState::Unknown => " (not part of it)",
    };
    let page = section
        .page
        .as_ref()
        .map(|page| format!("p. {page:<4}"))
        .unwrap_or_else(|| "       ".to_owned());
    pen.apart(
        &format!("{indent}{page} {}{}", section.heading, pen.dim(state)),
        &pen.refer(&section.id),
    )
}
