//! Renders the effective text of a ruleset as HTML, shown before the script starts or without it.

use crate::{
    analysis::{Analysis, Clause, ClauseState, NOT_OFFICIAL, ViewDescription, WordingChoice},
    doc,
    model::Ruleset,
    resolve::{RulesetDb, View},
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
            @for clause in clauses { (clause_article(&db.ruleset, &clause)) }
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

fn clause_article(ruleset: &Ruleset, clause: &Clause) -> Markup {
    html! {
        article {
            h3 id=(clause.id) {
                (clause.heading)
                @if let Some(page) = &clause.page { " " small { "p. " (page) } }
            }
            (doc::html::render(&clause.doc(ruleset, NOT_OFFICIAL)))
        }
    }
}
