//! Renders the effective text of a ruleset as HTML, shown before the script starts or without it.

use crate::{
    analysis::{
        Analysis, Clause, ClauseBlock, ClauseState, Origin, ViewDescription, WordingChoice,
        WordingKind, WordingKinds,
    },
    model::Ruleset,
    resolve::{RulesetDb, View},
    text::{join, slug::capitalize},
};
use maud::{Markup, html};

/// Renders the effective text of a ruleset at a view, section by section.
pub(super) fn ruleset(
    analysis: &Analysis,
    db: &RulesetDb,
    view: &View,
    choice: WordingChoice,
) -> Markup {
    let query = ViewDescription::new(&db.ruleset, view);
    let sections = db.sections();
    let clauses = sections.map(|section| analysis.clause(db, &section, None, view, choice));
    let clauses = clauses.filter(|clause| !matches!(clause.state, ClauseState::NotYet));
    html! {
        section {
            h2 id=(query.ruleset) { (db.ruleset.title) " " (query.edition) }
            p.about { (view_description(&db.ruleset, &query)) }
            @for notice in analysis.notices(&db.ruleset, view) { p.notice { (notice) } }
            @for clause in clauses { (clause_article(&clause)) }
        }
    }
}

/// Returns edition, profile and date of a text.
fn view_description(ruleset: &Ruleset, query: &ViewDescription) -> String {
    format!(
        "{} {}, profile {}, as known on {}",
        ruleset.key.to_uppercase(),
        query.edition,
        query.profile,
        query.day()
    )
}

fn clause_article(clause: &Clause) -> Markup {
    let kinds = WordingKinds::of(&clause.blocks);
    let wording = match (kinds.printed, kinds.restatement()) {
        (true, Some(words)) => Some(format!(
            "Printed wording where the owner's library has it; the rest {words} by this project, not official."
        )),
        (true, None) if kinds.is_mixed() => {
            Some("Printed wording where the owner's library has it.".to_owned())
        }
        (true, None) => Some("Printed wording.".to_owned()),
        (false, Some(words)) => Some(format!(
            "{} by this project, not official.",
            capitalize(words)
        )),
        (false, None) => None,
    };
    html! {
        article {
            h3 id=(clause.id) {
                (clause.heading)
                @if let Some(page) = &clause.page { " " small { "p. " (page) } }
            }
            @match clause.state {
                ClauseState::InForce => {
                    @if let Some(wording) = &wording { p.wording { (wording) } }
                }
                ClauseState::NotHeld => p.wording { (clause.state_text.as_deref().unwrap_or_default()) },
                ClauseState::Deleted => p.wording { "Deleted." },
                ClauseState::Moved => p.wording {
                    "Moved to "
                    @if let Some(to) = &clause.moved_to { a href={ "#" (ruleset_key(&clause.id)) "/" (to) } { (to) } }
                },
                ClauseState::NotYet => {},
                ClauseState::Unknown => p.wording { (clause.state_text.as_deref().unwrap_or_default()) },
            }
            (block_paragraphs(&clause.blocks))
            @for ruling in &clause.clarifications {
                p.ruling { b { "Ruling " (ruling.n.as_deref().unwrap_or_default()) } " (" (ruling.state.label()) "): " (ruling.text) }
            }
            @for notice in &clause.notices { p.ruling { (notice) } }
            @for remark in &clause.remarks { p.ruling { b { "Remark" } " (" (citation(&remark.origin)) "): " (remark.text) } }
            @for remark in &clause.contradictions { p.ruling { b { "Contradiction" } " (" (citation(&remark.origin)) "): " (remark.text) } }
        }
    }
}

/// Returns document, date and number.
fn citation(origin: &Origin) -> String {
    let n = origin.n.as_ref().map(|n| format!("no. {n}"));
    join(
        [
            Some(origin.short.clone()),
            origin.date_text.clone(),
            n,
            origin.quotation(),
        ]
        .into_iter()
        .flatten(),
        ", ",
    )
}

fn ruleset_key(id: &str) -> &str {
    id.split_once('/').map_or(id, |(ruleset, _)| ruleset)
}

fn block_paragraphs(blocks: &[ClauseBlock]) -> Markup {
    let shown: Vec<&ClauseBlock> = blocks
        .iter()
        .filter(|block| block.kind != "heading")
        .collect();
    html! {
        @for group in shown.chunk_by(|a, b| !b.first && (a.kind == "cell") == (b.kind == "cell")) {
            @if let Some(first) = group.first() {
                @if first.kind == "cell" { (table_row(group)) } @else {
                    p.unit data-depth=(first.depth) {
                        @if first.inside == "bullet" { "• " }
                        @if let Some(label) = &first.label { b { (label) } " " }
                        @for block in group { (block_words(block)) " " }
                    }
                }
            }
        }
    }
}

fn block_words(block: &ClauseBlock) -> Markup {
    html! {
        @if block.wording == WordingKind::None { i { "Text not included; see " (block.book()) } } @else { (block.text) }
        @if let Some(restated) = &block.restated { " " small { "(restated: " (restated) ")" } }
    }
}

/// Renders a row of a table: its label, then each value after the label of its column.
fn table_row(cells: &[&ClauseBlock]) -> Markup {
    let row = cells
        .first()
        .and_then(|cell| cell.row.as_deref())
        .unwrap_or_default();
    let values = cells
        .iter()
        .filter(|cell| cell.text != row && cell.label.as_deref() != Some(cell.text.as_str()));
    let values: Vec<_> = values
        .filter(|cell| cell.wording != WordingKind::None)
        .collect();
    html! {
        @if !values.is_empty() {
            p.unit {
                b { (row) } ": "
                @for (at, cell) in values.iter().enumerate() {
                    @if at > 0 { ", " }
                    (cell.label.as_deref().unwrap_or_default()) " " (cell.text)
                }
            }
        }
    }
}
