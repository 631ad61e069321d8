//! `rulebook show`: renders a clause; if no clause matches the words, search results instead.

use super::{Styler, header, search, terminal};
use crate::{
    analysis::{CAN_IMPORT, ClauseView},
    answer::FoundInstead,
    model::Ruleset,
};

/// Renders the clauses of an answer; with `all`, with all notes in full.
pub(super) fn render_clauses(
    styler: Styler,
    ruleset: &Ruleset,
    view: &ClauseView,
    all: bool,
) -> String {
    let mut out = String::new();
    for clause in &view.clauses {
        out += &header::query_line(styler, ruleset, &view.query, clause.page_text().as_deref());
        out += &header::clause_line(styler, &clause.path, &clause.id);
        out += &header::notice_lines(styler, &view.notices);
        out += &terminal::render(styler, &clause.doc(ruleset, CAN_IMPORT), all);
    }
    out
}

/// The lines of the hits that answer a question, so that they and how it was read fit on a screen.
const MAX_LINES: usize = 22;

/// Renders hits for a name that no clause has.
pub(super) fn render_hits(styler: Styler, ruleset: &Ruleset, found: &FoundInstead) -> String {
    let hits = search::render(styler, Some(ruleset), &found.results, MAX_LINES);
    if found.results.elsewhere {
        return hits;
    }
    let name = &found.name;
    let hint = |key: &String| {
        styler.paragraph(&format!("{key} has a match: `rulebook show {key}/{name}`"))
    };
    let hints = found.elsewhere.iter().map(hint);
    hits + &hints.collect::<String>()
}
