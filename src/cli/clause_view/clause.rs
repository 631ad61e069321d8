//! Renders a `ClauseView` for people: state, kind of wording, text with footnotes, and remarks.

use super::{
    footnotes::Footnotes,
    related,
    rows::{self, RowStyle},
    table,
};
use crate::{
    analysis::{Clause, ClauseBlock, ClauseState, ClauseView, WordingKinds},
    cli::{Styler, header},
    model::{DocumentKind, Ruleset},
    text::slug::capitalize,
};

/// Renders the clauses of an answer; with `all`, with all notes in full.
pub(crate) fn render(styler: Styler, ruleset: &Ruleset, view: &ClauseView, all: bool) -> String {
    let mut out = String::new();
    for clause in &view.clauses {
        out += &header::query_line(styler, ruleset, &view.query, clause.page_text().as_deref());
        out += &header::clause_line(styler, &clause.path, &clause.id);
        out += &header::notice_lines(styler, &view.notices);
        out += &render_clause(styler, ruleset, clause, all);
    }
    out
}

fn render_clause(styler: Styler, ruleset: &Ruleset, clause: &Clause, all: bool) -> String {
    let mut notes = Footnotes::default();
    let mut out = state_line(styler, clause);
    out += &wording_line(styler, ruleset, &clause.blocks.iter().collect::<Vec<_>>());
    let is_touched = |block: &&ClauseBlock| {
        block.kind != "heading" && !Footnotes::default().letters_of_block(block).is_empty()
    };
    if clause.state != ClauseState::NotHeld || clause.blocks.iter().any(|block| is_touched(&block))
    {
        out += &render_blocks(styler, &clause.blocks, RowStyle::Clause, &mut notes);
    }
    out += &notes.render(styler);
    let notes = related::render(styler, clause, &out, all);
    out + &notes
}

/// Renders the text: rows, and tables between them.
pub(crate) fn render_blocks(
    styler: Styler,
    blocks: &[ClauseBlock],
    style: RowStyle,
    notes: &mut Footnotes,
) -> String {
    let mut out = String::new();
    for group in blocks.chunk_by(|a, b| (a.kind == "cell") == (b.kind == "cell")) {
        out += &if group[0].kind == "cell" {
            table::render(styler, group, notes)
        } else {
            rows::render(styler, group, style, notes)
        };
    }
    out
}

/// Describes the state of the clause; empty if it is in force.
pub(crate) fn state_line(styler: Styler, clause: &Clause) -> String {
    let by = clause
        .state_by
        .as_ref()
        .map(|origin| origin.citation())
        .unwrap_or_default();
    let text = match clause.state {
        ClauseState::InForce => return String::new(),
        ClauseState::Deleted => format!("Deleted: {by}."),
        ClauseState::Moved => format!(
            "Moved to {}: {by}.",
            clause.moved_to.as_deref().unwrap_or("another clause")
        ),
        ClauseState::NotHeld | ClauseState::NotYet | ClauseState::Unknown => {
            clause.state_text.clone().unwrap_or_default()
        }
    };
    styler.paragraph(&styler.warning(&text))
}

/// Returns a line that says whether blocks are printed wording, restatements or only notes; empty
/// for words of a ruleset's own.
pub(crate) fn wording_line(styler: Styler, ruleset: &Ruleset, blocks: &[&ClauseBlock]) -> String {
    if let Some(notes) = notes_document(ruleset, blocks) {
        return styler.dim(&format!("Notes, not rules: {notes}")) + "\n";
    }
    let kinds = WordingKinds::of(blocks.iter().copied());
    let restatement = kinds.restatement();
    let text = if kinds.printed {
        let place = if kinds.is_mixed() {
            " where a row says so"
        } else {
            ""
        };
        let rest = restatement.map(|words| format!("; the rest {words} by this project"));
        format!(
            "Printed wording from your library{place}{}",
            rest.unwrap_or_default()
        )
    } else if let Some(words) = restatement {
        let words = capitalize(words);
        format!("{words} by this project (add the printed wording with rulebook import)")
    } else {
        return String::new();
    };
    styler.dim(&text) + "\n"
}

/// Returns the name of the document of notes from which all words are; such words restate nothing
/// printed.
fn notes_document<'r>(ruleset: &'r Ruleset, blocks: &[&ClauseBlock]) -> Option<&'r str> {
    let mut written = blocks
        .iter()
        .filter(|block| block.kind != "heading")
        .flat_map(|block| &block.provenance);
    let document = ruleset.documents.get(&written.next()?.origin.document)?;
    let same = document.kind == DocumentKind::Notes
        && written.all(|run| run.origin.document == document.key);
    same.then_some(document.short.as_str())
}
