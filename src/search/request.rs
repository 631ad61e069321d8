//! A query put to an index.

use super::query::{Field, Node};

/// A question put to an index.
#[derive(Clone, Debug)]
pub struct Search<'a> {
    /// What is asked for.
    pub query: &'a Node,
    /// The edition asked for, ruleset by ruleset; rulesets that are not named are left out.
    pub editions: &'a [(String, String)],
    /// Documents whose words are left out.
    pub hidden: &'a [String],
    /// Documents whose words count less: they are not part of the rules and were not asked for.
    pub beside: &'a [String],
    /// The clarifications and guidelines that count, by document.
    pub layers: &'a [String],
    /// At most so many hits of a query with words. One of conditions alone gives all there are.
    pub limit: usize,
    /// Whether wordings of all editions count alike.
    pub all_editions: bool,
    /// How many documents are rescored, for measuring what fewer miss; none: as many as pay.
    pub candidates: Option<usize>,
}

impl Search<'_> {
    /// The edition requested of a ruleset; none where the ruleset is left out.
    pub(super) fn edition_of(&self, ruleset: &str) -> Option<&str> {
        self.editions
            .iter()
            .find(|(key, _)| key == ruleset)
            .map(|(_, edition)| edition.as_str())
    }
}

/// Whether a query asks what was changed, or by whom.
pub(super) fn asks_changes(query: &Node) -> bool {
    !query.conditions(Field::Changed).is_empty() || !query.conditions(Field::By).is_empty()
}
