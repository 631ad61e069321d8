//! `SearchRequest`: the input of `Index::search`: a parsed query, the requested editions and the
//! largest number of hits.
//!
//! `analysis::SearchOptions` are the user's part of it.

use super::query::QueryNode;

/// A parsed query, the edition to search in each ruleset, the source documents (sheets, rulings) to
/// hide, demote or count, and the hit limit.
#[derive(Clone, Debug)]
pub struct SearchRequest<'a> {
    /// The parsed query.
    pub query: &'a QueryNode,
    /// The requested edition of each ruleset; rulesets that are not listed are left out.
    pub editions: Vec<(String, String)>,
    /// The keys of documents of the rules, such as sheets, whose text is left out.
    pub hidden: Vec<String>,
    /// The keys of documents whose rulings count less: they are not part of the rules and were not
    /// requested.
    pub demoted: Vec<String>,
    /// The documents of the clarifications and guidelines that count.
    pub layers: Vec<String>,
    /// The largest number of hits of a query with words. A query of conditions alone returns all
    /// hits.
    pub limit: usize,
    /// Whether wordings of all editions count equally.
    pub all_editions: bool,
    /// How many candidates are rescored, for measuring what fewer would miss; none for the default.
    pub candidates: Option<usize>,
}

impl<'a> SearchRequest<'a> {
    /// Creates a request that hides, demotes and counts no documents.
    pub fn new(query: &'a QueryNode, editions: Vec<(String, String)>, limit: usize) -> Self {
        Self {
            query,
            editions,
            hidden: Vec::new(),
            demoted: Vec::new(),
            layers: Vec::new(),
            limit,
            all_editions: false,
            candidates: None,
        }
    }

    /// Returns the requested edition of a ruleset; none if the ruleset is left out.
    pub(super) fn edition_of(&self, ruleset: &str) -> Option<&str> {
        self.editions
            .iter()
            .find(|(key, _)| key == ruleset)
            .map(|(_, edition)| edition.as_str())
    }
}

/// Returns whether a query searches for changes: `changed:` or `by:`.
pub(super) fn queries_changes(query: &QueryNode) -> bool {
    !query.conditions("changed").is_empty() || !query.conditions("by").is_empty()
}
