//! `Body`: the answer to each query, as JSON and for rendering.

use super::{CheckReport, EditionSums, Reference, RulesReview, RulingsView, reference};
use crate::{
    analysis::{
        Candidate, ChangeLog, ClauseComparison, ClauseView, FullText, Overview, PageErrata,
        RegisteredRuling, RulesetChanges, RulingRegister, SearchResults, TroopTypes, TroopView,
    },
    scenario::ScenarioSums,
};
use serde::Serialize;

/// The answer to a query.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Body {
    /// A clause.
    Clause(Box<ClauseView>),
    /// A clause, to be shown with the sources of its words.
    Blame(Box<ClauseView>),
    /// Rulings, with the clause that they interpret.
    RulingsAtClause(Box<CitedRulings>),
    /// A printed page.
    Page(Box<PageErrata>),
    /// Several printed pages, one after the other.
    Pages(Vec<PageErrata>),
    /// A troop type.
    Troop(Box<TroopView>),
    /// The troop types of a ruleset.
    TroopTypes(TroopTypes),
    /// A ruleset.
    Ruleset(Box<Overview>),
    /// All rulesets, each at its default edition.
    Rulesets(Vec<Overview>),
    /// The whole text of a ruleset.
    FullText(Box<FullText>),
    /// Hits.
    Hits(Box<SearchResults>),
    /// Hits, if no clause matches.
    SearchedInstead(Box<FoundInstead>),
    /// The history of a clause.
    Log(Box<ChangeLog>),
    /// A clause in two editions.
    Comparison(Box<ClauseComparison>),
    /// The changes of a ruleset, or of the sections on a page.
    Changes(Box<RulesetChanges>),
    /// The rulings on a clause.
    Rulings(RulingsView),
    /// The register of rulings.
    Register(Box<RulingRegister>),
    /// The problems of an army list, and the verdict on it.
    Report(Box<CheckReport>),
    /// The sums of an army list.
    Sums(Box<ScenarioSums>),
    /// The sums of an army list at each edition, the oldest first.
    EditionSums(Vec<EditionSums>),
    /// The effect of a change of the files.
    Review(Box<RulesReview>),
}

/// Rulings that a question cites, with the clause that the first interprets.
#[derive(Clone, Debug, Serialize)]
pub struct CitedRulings {
    /// The clause.
    #[serde(flatten)]
    pub view: ClauseView,
    /// The rulings.
    pub rulings: Vec<RegisteredRuling>,
}

/// What a search finds for words that no clause has as its name.
#[derive(Clone, Debug, Serialize)]
pub struct FoundInstead {
    /// The hits.
    #[serde(flatten)]
    pub results: SearchResults,
    /// No clause has the name.
    pub clauses: [(); 0],
    /// Clauses with similar names.
    pub candidates: Vec<Candidate>,
    /// The name.
    #[serde(skip)]
    pub name: String,
    /// Other rulesets in which a clause has the name.
    #[serde(skip)]
    pub elsewhere: Vec<String>,
}

impl Body {
    /// Returns the references of what it states itself. What only names a clause has none.
    pub(super) fn references(&self) -> Vec<Reference> {
        match self {
            Self::Clause(view) | Self::Blame(view) => reference::of_clauses(view),
            Self::RulingsAtClause(cited) => reference::of_clauses(&cited.view),
            Self::Page(page) => reference::of_page(page),
            Self::Pages(pages) => pages.iter().flat_map(reference::of_page).collect(),
            Self::Troop(view) => reference::of_troop(view),
            Self::Ruleset(view) => vec![reference::of_ruleset(view)],
            Self::Rulesets(views) => views.iter().map(reference::of_ruleset).collect(),
            Self::Hits(results) => reference::of_hits(results),
            Self::SearchedInstead(found) => reference::of_hits(&found.results),
            Self::Changes(changes) => reference::of_changes(changes),
            Self::Report(report) => reference::of_report(report),
            Self::Sums(sums) => reference::of_sums(sums),
            Self::EditionSums(all) => {
                let sums = all.iter().map(|own| &own.sheet);
                sums.flat_map(reference::of_sums).collect()
            }
            Self::TroopTypes(_)
            | Self::FullText(_)
            | Self::Log(_)
            | Self::Comparison(_)
            | Self::Rulings(_)
            | Self::Register(_)
            | Self::Review(_) => Vec::new(),
        }
    }

    /// Returns the clause of an answer about a single one that has no references.
    pub(super) fn clause(&self) -> Option<&str> {
        match self {
            Self::Log(log) => Some(&log.id),
            Self::Comparison(comparison) => Some(&comparison.id),
            _ => None,
        }
    }

    /// Returns whether the query found something.
    pub fn is_found(&self) -> bool {
        match self {
            Self::Hits(results) => !results.hits.is_empty(),
            Self::Register(register) => !register.rulings.is_empty(),
            _ => true,
        }
    }
}
