//! The order of documents: by publication, and within an edition by their `after` keys.

use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    model::{DocumentKind, Ruleset},
};
use petgraph::{algo::toposort, graph::DiGraph};
use std::collections::{HashMap, HashSet};

/// The order of the documents of a ruleset.
#[derive(Clone, Debug, Default)]
pub struct DocumentOrder {
    turn: HashMap<String, u32>,
    rank: HashMap<String, u32>,
    after: HashMap<String, HashSet<String>>,
}

impl DocumentOrder {
    /// Sorts the documents of `ruleset`. Documents that come after each other in a cycle are
    /// reported and get the same rank.
    pub fn new(ruleset: &Ruleset) -> (Self, Vec<Diagnostic>) {
        let mut order = Self::default();
        let mut diagnostics = Vec::new();
        let mut graph = DiGraph::<&str, ()>::new();
        let nodes: HashMap<&str, _> = ruleset
            .documents
            .keys()
            .map(|key| (key.as_str(), graph.add_node(key.as_str())))
            .collect();
        for document in ruleset.documents.values() {
            for after in &document.after {
                if let (Some(&from), Some(&to)) =
                    (nodes.get(after.as_str()), nodes.get(document.key.as_str()))
                {
                    graph.add_edge(from, to, ());
                }
            }
        }
        let sorted = match toposort(&graph, None) {
            Ok(sorted) => sorted,
            Err(cycle) => {
                let key = graph[cycle.node_id()];
                let span = ruleset
                    .documents
                    .get(key)
                    .map(|document| document.span)
                    .unwrap_or_default();
                let message =
                    format!("`{key}` comes after itself, by way of what it names in `after`");
                diagnostics.push(Diagnostic::new(
                    "ruleset-file",
                    Severity::Error,
                    Location::new(ruleset.source, span),
                    message,
                ));
                graph.clear_edges();
                graph.node_indices().collect()
            }
        };
        for node in sorted {
            let key = graph[node];
            let before: Vec<&str> = graph
                .neighbors_directed(node, petgraph::Direction::Incoming)
                .map(|n| graph[n])
                .collect();
            let rank = before
                .iter()
                .map(|key| order.rank.get(*key).copied().unwrap_or(0) + 1)
                .max()
                .unwrap_or(0);
            let mut closure: HashSet<String> = before
                .iter()
                .flat_map(|key| order.after.get(*key).cloned().unwrap_or_default())
                .collect();
            closure.extend(before.iter().map(|&key| key.to_owned()));
            order.rank.insert(key.to_owned(), rank);
            order.after.insert(key.to_owned(), closure);
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
