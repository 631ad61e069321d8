//! Renders the effective text of a ruleset as HTML, shown before the program starts or without it.

use crate::{
    analysis::{Analysis, Clause, ClauseState, ViewDescription, WordingChoice, wording},
    doc,
    model::Ruleset,
    resolve::{RulesetDb, View},
};
use maud::{Markup, html};

/// Renders the contents and the effective text of a ruleset at a view, section by section. Addresses
/// without an edition lead to the view that is shown first.
pub(super) fn ruleset(
    analysis: &Analysis,
    db: &RulesetDb,
    view: &View,
    is_first: bool,
    choice: WordingChoice,
) -> Markup {
    let query = ViewDescription::new(&db.ruleset, view);
    let sections = db.sections();
    let clauses = sections.map(|section| analysis.clause(db, &section, None, view, choice));
    let clauses = clauses.filter(|clause| !matches!(clause.state, ClauseState::NotYet));
    let clauses: Vec<Clause> = clauses.collect();
    let anchor = |clause: &Clause| format!("{}@{}", clause.id, query.edition);
    html! {
        section.edition id=(edition_anchor(&db.ruleset, view)) {
            h2 { (db.ruleset.title) " " (query.edition) }
            p.about { (view_description(&query)) }
            @for notice in analysis.notices(&db.ruleset, view) { p.notice { (notice) } }
            details.contents {
                summary { "Contents" }
                ul {
                    @for clause in &clauses {
                        li { a href={ "#" (anchor(clause)) } { (clause.heading) } }
                    }
                }
            }
            @for clause in &clauses {
                article id=(anchor(clause)) {
                    h3 id=[is_first.then_some(&clause.id)] {
                        (clause.heading)
                        @if let Some(page) = &clause.page { " " small { "p. " (page) } }
                    }
                    @if let Some(words) = wording(&db.ruleset, &clause.blocks) { p.remark { (words) } }
                    (doc::html::render(&clause.doc()))
                }
            }
        }
    }
}

/// Returns the name of the place where the text of an edition begins: `dbm@3.4`.
pub(super) fn edition_anchor(ruleset: &Ruleset, view: &View) -> String {
    format!("{}@{}", ruleset.key, ruleset.edition_id(view.edition))
}

/// Returns profile and day of a text.
fn view_description(query: &ViewDescription) -> String {
    format!("Profile {}, as known on {}", query.profile, query.day())
}
