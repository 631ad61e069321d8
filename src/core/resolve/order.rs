//! Sorts the documents of a ruleset: by publication, and within an edition by their `after` keys.

use super::graph::RulesetGraph;
use crate::{
    diagnostic::{Diagnostic, Location},
    model::{DocumentKind, Ruleset},
};
use std::collections::{HashMap, HashSet};

/// For each document of a ruleset: its position by publication, its rank in its edition (the
/// longest chain of `after` documents below it), and what it builds on.
#[derive(Clone, Debug, Default)]
pub struct DocumentOrder {
    turn: HashMap<String, u32>,
    rank: HashMap<String, u32>,
    after: HashMap<String, HashSet<String>>,
}

impl DocumentOrder {
    /// Sorts the documents of `ruleset`. Documents that come after each other in a cycle are
    /// reported; then all documents have the same rank.
    pub(super) fn new(ruleset: &Ruleset, graph: &RulesetGraph) -> (Self, Vec<Diagnostic>) {
        let mut order = Self::default();
        let mut diagnostics = Vec::new();
        match graph.documents_in_order() {
            Ok(sorted) => {
                for key in sorted {
                    order.add(&key, graph);
                }
            }
            Err(key) => {
                let document = ruleset.documents.get(&*key);
                diagnostics.push(Diagnostic::error(
                    "ruleset-file",
                    Location::new(
                        ruleset.source,
                        document.map(|document| document.span).unwrap_or_default(),
                    ),
                    format!("`{key}` comes after itself: its `after` leads back to it"),
                ));
            }
        }
        let mut documents: Vec<_> = ruleset.documents.values().enumerate().collect();
        let date = |d: &crate::model::Document| {
            let own = d.revised.unwrap_or(d.published);
            // undated base text is ordered with its edition
            let of_edition = || {
                ruleset
                    .in_force_from(d.edition)
                    .filter(|_| own.is_undated() && d.kind == DocumentKind::Base)
            };
            of_edition().unwrap_or(own).counts_from()
        };
        // notes, which may have no date, come after the rules
        documents.sort_by_key(|(at, d)| {
            (
                d.kind == DocumentKind::Notes,
                date(d),
                order.rank.get(&d.key).copied().unwrap_or(0),
                *at,
            )
        });
        order.turn = documents
            .into_iter()
            .enumerate()
            .map(|(turn, (_, d))| (d.key.clone(), turn as u32))
            .collect();
        (order, diagnostics)
    }

    /// Adds a document whose predecessors were added.
    fn add(&mut self, key: &str, graph: &RulesetGraph) {
        let before = graph.builds_on(key);
        let rank = before.iter().map(|key| self.rank(key) + 1).max();
        let earlier = before
            .iter()
            .flat_map(|key| self.after.get(&***key).into_iter().flatten().cloned());
        let mut after: HashSet<String> = earlier.collect();
        after.extend(before.iter().map(|key| key.to_string()));
        self.rank.insert(key.to_owned(), rank.unwrap_or(0));
        self.after.insert(key.to_owned(), after);
    }

    /// Returns the position of a document in the order of publication. Notes come after all other
    /// documents.
    pub fn position(&self, document: &str) -> u32 {
        self.turn.get(document).copied().unwrap_or(u32::MAX)
    }

    /// Returns the length of the longest chain of documents of its edition that a document builds
    /// on.
    pub fn rank(&self, document: &str) -> u32 {
        self.rank.get(document).copied().unwrap_or(0)
    }

    /// Returns whether `document` builds on `other`, directly or through other documents.
    pub fn builds_on(&self, document: &str, other: &str) -> bool {
        self.after
            .get(document)
            .is_some_and(|after| after.contains(other))
    }
}
