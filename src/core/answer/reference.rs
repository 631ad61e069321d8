//! Makes the references of an answer for assistants: the clauses, sections, rulesets or problems of
//! a list that it is based on, each with a line to cite.

use crate::{
    analysis::{
        Clause, ClauseState, ClauseView, Overview, PageErrata, RulesetChanges, SearchHit,
        SearchResults, TroopView, ViewDescription, WordingKinds,
    },
    scenario::ScenarioSums,
    search::DocWording,
    text::prefixed,
};
use serde::Serialize;
use serde_json::Value;

/// A clause, section, ruleset or problem of a list that an answer for assistants is based on: its
/// id, edition, status, and a line to cite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reference {
    /// The id of the clause, section or ruleset; for a problem of a list, its code.
    pub id: String,
    /// The edition.
    pub edition: String,
    /// The status of the clause there, its change, the verdict on a list, or a severity.
    pub state: Value,
    /// Edition, place, wording and authors in one line.
    pub citation: String,
}

impl Reference {
    /// Creates a reference from the parts of its citation; empty ones are left out.
    pub(super) fn new(
        query: &ViewDescription,
        id: &str,
        state: impl Serialize,
        parts: &[String],
    ) -> Self {
        let view = format!("{} {}", query.ruleset.to_uppercase(), query.edition);
        let when = format!("profile {}, as of {}", query.profile, query.day());
        let parts = parts.iter().filter(|part| !part.is_empty());
        let parts: Vec<&str> = parts.map(String::as_str).collect();
        Self {
            id: id.to_owned(),
            edition: query.edition.clone(),
            state: serde_json::to_value(state).unwrap_or_default(),
            citation: format!("{view}, {}; {when}", parts.join("; ")),
        }
    }
}

/// Returns `Recoiling › 2, p. 31 (dbm/recoiling)`.
fn place(path: &[String], page: Option<&str>, id: &str) -> String {
    let page = prefixed(", p. ", page);
    format!("{}{page} ({id})", path.join(" › "))
}

/// Returns the references of the clauses of a view.
pub(super) fn of_clauses(view: &ClauseView) -> Vec<Reference> {
    let clauses = view.clauses.iter();
    clauses.map(|own| of_clause(&view.query, own)).collect()
}

fn of_clause(query: &ViewDescription, clause: &Clause) -> Reference {
    let wording = describe(WordingKinds::of(&clause.blocks));
    let mut authors: Vec<String> = Vec::new();
    let origins = clause.blocks.iter().flat_map(|block| &block.provenance);
    for author in origins.map(|own| own.origin.citation()) {
        if !author.is_empty() && !authors.contains(&author) {
            authors.push(author);
        }
    }
    let place = place(&clause.path, clause.page.as_deref(), &clause.id);
    let parts = [place, wording, authors.join("; ")];
    Reference::new(query, &clause.id, clause.state, &parts)
}

/// Returns the references of the hits of a search.
pub(super) fn of_hits(results: &SearchResults) -> Vec<Reference> {
    let query = &results.query.query;
    let hits = results.hits.iter();
    hits.map(|hit| of_hit(query, hit)).collect()
}

/// Describes whose words a text has; not for words of the ruleset's own.
fn describe(kinds: WordingKinds) -> String {
    match kinds.label() {
        Some(words) => words,
        None if kinds.original => String::new(),
        None => "text not included; see the booklet".to_owned(),
    }
}

fn of_hit(query: &ViewDescription, hit: &SearchHit) -> Reference {
    let wording = describe(WordingKinds {
        printed: hit.wording == DocWording::Printed,
        restated: hit.wording == DocWording::Restated,
        original: hit.wording == DocWording::Original,
    });
    let source = if hit.n.is_empty() {
        hit.source.clone()
    } else {
        format!("{} ({})", hit.source, hit.n.join(", "))
    };
    let state = match (&hit.state, hit.holds) {
        (Some(state), _) => state.as_str(),
        (None, true) => "in-force",
        (None, false) => "not in the text of this edition",
    };
    let ruleset = hit.id.split_once('/').map_or("", |(ruleset, _)| ruleset);
    // the edition of the answer is that of its ruleset
    let edition = if ruleset == query.ruleset {
        query.edition.clone()
    } else {
        let (from, until) = (&hit.editions.from, &hit.editions.until);
        until
            .as_ref()
            .or(from.as_ref())
            .cloned()
            .unwrap_or_default()
    };
    let query = &ViewDescription {
        ruleset: ruleset.to_owned(),
        edition,
        ..query.clone()
    };
    let place = place(&hit.path, hit.page.as_deref(), &hit.id);
    Reference::new(query, &hit.id, state, &[place, wording.to_owned(), source])
}

/// Returns the references of the sections on a page.
pub(super) fn of_page(page: &PageErrata) -> Vec<Reference> {
    let sections = page.sections.iter();
    let of = sections.map(|section| {
        let heading = std::slice::from_ref(&section.heading);
        let state = if section.unchanged {
            "unchanged from print"
        } else {
            section.action.as_str()
        };
        let place = place(heading, Some(&page.page), &section.id);
        Reference::new(&page.query, &section.id, state, &[place])
    });
    of.collect()
}

/// Returns the references of the clauses about troops.
pub(super) fn of_troop(view: &TroopView) -> Vec<Reference> {
    let clauses = view.troop.groups.iter().flat_map(|group| &group.clauses);
    clauses
        .map(|own| {
            let place = place(&own.path, own.page.as_deref(), &own.id);
            Reference::new(&view.query, &own.id, ClauseState::InForce, &[place])
        })
        .collect()
}

/// Returns the reference of a ruleset.
pub(super) fn of_ruleset(overview: &Overview) -> Reference {
    let edition = overview.editions.iter();
    let mut own = edition.filter(|edition| edition.id == overview.query.edition);
    let state = own.next().and_then(|edition| edition.status.clone());
    let state = state.unwrap_or_else(|| "in the list of editions".to_owned());
    let id = &overview.query.ruleset;
    Reference::new(
        &overview.query,
        id,
        state,
        std::slice::from_ref(&overview.title),
    )
}

/// Returns the references of the sections that changed.
pub(super) fn of_changes(changes: &RulesetChanges) -> Vec<Reference> {
    let sections = changes.sections.iter();
    let of = sections.map(|section| {
        let heading = std::slice::from_ref(&section.heading);
        let place = place(heading, section.page.as_deref(), &section.id);
        let since = format!("compared with {}", changes.from.edition);
        let mut by: Vec<String> = Vec::new();
        for origin in section.changes.iter().flat_map(|pair| &pair.by) {
            let author = origin.citation();
            if !by.contains(&author) {
                by.push(author);
            }
        }
        let parts = [place, since, by.join("; ")];
        Reference::new(&changes.to, &section.id, section.fate, &parts)
    });
    of.collect()
}

/// Returns the references of the sums of a list: the rule values that they are computed from.
pub(super) fn of_sums(sums: &ScenarioSums) -> Vec<Reference> {
    let query = &sums.query;
    let basis = sums.basis.iter();
    basis
        .map(|own| Reference::new(query, &own.id, "in-force", std::slice::from_ref(&own.words)))
        .collect()
}
