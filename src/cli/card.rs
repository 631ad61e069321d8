//! A clause as a card: its blocks in order, a letter for who wrote them, and below what bears on it.

mod beside;
mod footnotes;
mod rows;
mod table;

pub(super) use footnotes::{Footnotes, full};
pub(super) use rows::{Rows, not_held};

use super::{header, pen::Pen};
use crate::{
    analysis::{Clause, ClauseBlock, ClauseState, ClauseView, WordingKind},
    model::{DocumentKind, Ruleset},
};

/// The cards of an answer.
pub(super) fn draw(pen: Pen, ruleset: &Ruleset, card: &ClauseView) -> String {
    let mut out = String::new();
    for clause in &card.clauses {
        out += &header::query(pen, ruleset, &card.query, clause.page.as_deref());
        out += &header::clause(pen, &clause.path, &clause.id);
        out += &header::notices(pen, &card.notices);
        out += &body(pen, ruleset, clause);
    }
    out
}

fn body(pen: Pen, ruleset: &Ruleset, clause: &Clause) -> String {
    let mut notes = Footnotes::default();
    let mut out = state(pen, clause);
    out += &wording(pen, ruleset, &clause.blocks);
    let touched = |block: &&ClauseBlock| {
        block.kind != "heading" && !Footnotes::default().of(block).is_empty()
    };
    if clause.state != ClauseState::NotHeld || clause.blocks.iter().any(|block| touched(&block)) {
        out += &blocks(pen, &clause.blocks, Rows::Clause, &mut notes);
    }
    out += &notes.draw(pen);
    out += &beside::draw(pen, clause);
    out
}

/// The text: rows, and tables between them.
pub(super) fn blocks(
    pen: Pen,
    blocks: &[ClauseBlock],
    rows: Rows,
    notes: &mut Footnotes,
) -> String {
    let mut out = String::new();
    let mut rest = blocks;
    while let Some(first) = rest.first() {
        let cells = rest.iter().take_while(|block| block.kind == "cell").count();
        let (now, later) = if cells > 0 {
            rest.split_at(cells)
        } else {
            rest.split_at(rest.iter().take_while(|block| block.kind != "cell").count())
        };
        out += &if first.kind == "cell" {
            table::draw(pen, now, notes)
        } else {
            rows::draw(pen, now, rows, notes)
        };
        rest = later;
    }
    out
}

/// How the clause stands, where that is not a matter of course.
fn state(pen: Pen, clause: &Clause) -> String {
    let by = clause
        .state_by
        .as_ref()
        .map(footnotes::who)
        .unwrap_or_default();
    let said = match clause.state {
        ClauseState::InForce => return String::new(),
        ClauseState::NotHeld => "Its wording is not held.".to_owned(),
        ClauseState::Deleted => format!("Struck out: {by}."),
        ClauseState::Moved => format!(
            "Moved to {}: {by}.",
            clause.moved_to.as_deref().unwrap_or("another clause")
        ),
        ClauseState::NotYet if by.is_empty() => {
            "Not part of the rules, as known on that day.".to_owned()
        }
        ClauseState::NotYet => format!("Not part of the rules yet: {by}."),
        ClauseState::Unknown => format!(
            "Whether it stood here is not known: {by} says that it had been left out by accident."
        ),
    };
    pen.wrap("", "", &pen.alert(&said)) + "\n"
}

/// Whose words these are.
fn wording(pen: Pen, ruleset: &Ruleset, blocks: &[ClauseBlock]) -> String {
    if let Some(notes) = notes(ruleset, blocks) {
        return pen.dim(&format!("Notes, not rules: {notes}")) + "\n";
    }
    let any = |kind: WordingKind| {
        blocks
            .iter()
            .any(|block| block.wording == kind && block.kind != "heading")
    };
    let said = match (any(WordingKind::Printed), any(WordingKind::Restated)) {
        (true, false) => "In the printed words, from your library",
        (true, true) => {
            "In the printed words, from your library, where a row says so; the rest restated by this project"
        }
        (false, true) => "Restated by this project (for the printed words: rulebook import)",
        (false, false) => return String::new(),
    };
    pen.dim(said) + "\n"
}

/// The document that all the words are from, if it is one of notes: nothing is printed that they restate.
fn notes<'r>(ruleset: &'r Ruleset, blocks: &[ClauseBlock]) -> Option<&'r str> {
    let mut written = blocks
        .iter()
        .filter(|block| block.kind != "heading")
        .flat_map(|block| &block.provenance);
    let document = ruleset.documents.get(&written.next()?.origin.document)?;
    let same = document.kind == DocumentKind::Notes
        && written.all(|run| run.origin.document == document.key);
    same.then_some(document.short.as_str())
}
