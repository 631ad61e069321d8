//! Stores the graph of a ruleset, replaces a file's edges, finds what declares or names a symbol.

use super::node::{FileOrder, GraphEdge, GraphNode, Relation};
use crate::{model::Ruleset, resolve::Symbol, text::SourceId};
use petgraph::{
    Direction,
    algo::toposort,
    dot::Dot,
    stable_graph::{EdgeIndex, NodeIndex, StableDiGraph},
    visit::{EdgeFiltered, EdgeRef, IntoNodeReferences},
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::{collections::BTreeSet, sync::Arc};

/// The kind of an edge, and the file that adds it; `None` for edges from `ruleset.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StatedRelation {
    relation: Relation,
    by: Option<FileOrder>,
}

/// The nodes and edges of the graph of a ruleset; each edge knows the file that states it.
///
/// A clone copies the nodes and edges, so it is shared until an edit changes them; most edits do
/// not.
#[derive(Clone, Debug, Default)]
pub(in crate::resolve) struct RulesetGraph {
    graph: StableDiGraph<GraphNode, StatedRelation>,
    /// The index of each node.
    indexes: FxHashMap<GraphNode, NodeIndex>,
    /// The edges that each file states, in the order of the file.
    stated: imbl::HashMap<SourceId, Arc<[EdgeIndex]>>,
}

impl RulesetGraph {
    /// Creates the graph of the editions and documents of a ruleset, without files.
    pub(in crate::resolve) fn new(ruleset: &Ruleset) -> Self {
        let mut graph = Self::default();
        let edition = |id: &str| GraphNode::Symbol(Symbol::Edition(id.into()));
        for own in &ruleset.editions {
            graph.intern(&edition(&own.id));
            if let Some(older) = own.amends {
                let older = edition(ruleset.edition_id(older));
                graph.add_edge(&edition(&own.id), Relation::Amends, &older, None);
            }
        }
        for own in ruleset.documents.values() {
            let this = GraphNode::document(&own.key);
            let makes = edition(ruleset.edition_id(own.edition));
            graph.add_edge(&this, Relation::Defines, &makes, None);
            for after in own
                .after
                .iter()
                .filter(|after| ruleset.documents.contains_key(*after))
            {
                graph.add_edge(&this, Relation::BuildsOn, &GraphNode::document(after), None);
            }
        }
        graph
    }

    /// Returns the documents so that each comes after those that it builds on; otherwise a document
    /// that builds on itself by way of others.
    pub(in crate::resolve) fn documents_in_order(&self) -> Result<Vec<Arc<str>>, Arc<str>> {
        let builds_on = EdgeFiltered::from_fn(&self.graph, |edge| {
            edge.weight().relation == Relation::BuildsOn
        });
        let key = |node: NodeIndex| match &self.graph[node] {
            GraphNode::Symbol(Symbol::Document(key)) => Some(Arc::clone(key)),
            _ => None,
        };
        match toposort(&builds_on, None) {
            Ok(sorted) => Ok(sorted.into_iter().rev().filter_map(key).collect()),
            Err(cycle) => Err(key(cycle.node_id()).unwrap_or_default()),
        }
    }

    /// Returns the documents that a document directly builds on.
    pub(in crate::resolve) fn builds_on(&self, document: &str) -> Vec<&Arc<str>> {
        let out = self.outgoing(&GraphNode::document(document));
        out.filter_map(|(to, relation, _)| match to {
            GraphNode::Symbol(Symbol::Document(key)) if relation == Relation::BuildsOn => Some(key),
            _ => None,
        })
        .collect()
    }

    /// Replaces the relations that a file states. Returns the names that other files may now find
    /// in another section. Most edits change no relation: then the graph stays shared.
    pub(in crate::resolve) fn replace(
        self: &mut Arc<Self>,
        order: FileOrder,
        relations: &[GraphEdge],
    ) -> Vec<GraphNode> {
        let old = self.stated.get(&order.source).cloned().unwrap_or_default();
        let before: Vec<GraphEdge> = old.iter().filter_map(|&edge| self.relation(edge)).collect();
        let is_by = |edge: &EdgeIndex| {
            let stated = self.graph.edge_weight(*edge);
            stated.is_some_and(|stated| stated.by == Some(order))
        };
        if before == relations && old.iter().all(is_by) {
            return Vec::new();
        }
        let names: FxHashSet<GraphNode> = before
            .iter()
            .chain(relations)
            .filter(|(_, relation, _)| matches!(relation, Relation::DeclaredIn { .. }))
            .map(|(name, _, _)| name.clone())
            .collect();
        let mut homes: Vec<_> = names
            .into_iter()
            .map(|name| (self.distinct_homes(&name), name))
            .collect();
        let graph = Arc::make_mut(self);
        let added = relations.iter();
        let added: Arc<[EdgeIndex]> = added
            .map(|(from, relation, to)| graph.add_edge(from, *relation, to, Some(order)))
            .collect();
        old.iter().for_each(|&edge| graph.remove_edge(edge));
        graph.stated.insert(order.source, added);
        homes.retain(|(before, name)| self.distinct_homes(name) != *before);
        homes.into_iter().map(|(_, name)| name).collect()
    }

    fn relation(&self, edge: EdgeIndex) -> Option<GraphEdge> {
        let (from, to) = self.graph.edge_endpoints(edge)?;
        let own = self.graph.edge_weight(edge)?;
        Some((
            self.graph[from].clone(),
            own.relation,
            self.graph[to].clone(),
        ))
    }

    fn index(&self, node: &GraphNode) -> Option<NodeIndex> {
        self.indexes.get(node).copied()
    }

    fn intern(&mut self, node: &GraphNode) -> NodeIndex {
        self.index(node).unwrap_or_else(|| {
            let index = self.graph.add_node(node.clone());
            self.indexes.insert(node.clone(), index);
            index
        })
    }

    pub(super) fn add_edge(
        &mut self,
        from: &GraphNode,
        relation: Relation,
        to: &GraphNode,
        by: Option<FileOrder>,
    ) -> EdgeIndex {
        let (from, to) = (self.intern(from), self.intern(to));
        self.graph
            .add_edge(from, to, StatedRelation { relation, by })
    }

    /// Adds an edge, instead of any other between the same nodes.
    pub(super) fn update_edge(&mut self, from: &GraphNode, relation: Relation, to: &GraphNode) {
        let (from, to) = (self.intern(from), self.intern(to));
        let by = None;
        self.graph
            .update_edge(from, to, StatedRelation { relation, by });
    }

    /// Removes an edge, and its nodes if they have no other edge.
    fn remove_edge(&mut self, edge: EdgeIndex) {
        let Some((from, to)) = self.graph.edge_endpoints(edge) else {
            return;
        };
        self.graph.remove_edge(edge);
        for index in [from, to] {
            if self.graph.neighbors_undirected(index).next().is_none()
                && let Some(node) = self.graph.remove_node(index)
            {
                self.indexes.remove(&node);
            }
        }
    }

    /// Iterates over the edges at a node: the other node, the relation, and the file that states
    /// it.
    fn edges(
        &self,
        node: &GraphNode,
        direction: Direction,
    ) -> impl Iterator<Item = (&GraphNode, Relation, FileOrder)> + use<'_> {
        let edges = self
            .index(node)
            .map(|index| self.graph.edges_directed(index, direction));
        edges.into_iter().flatten().map(move |edge| {
            let other = match direction {
                Direction::Outgoing => edge.target(),
                Direction::Incoming => edge.source(),
            };
            let stated = edge.weight();
            (
                &self.graph[other],
                stated.relation,
                stated.by.unwrap_or_default(),
            )
        })
    }

    /// Iterates over the edges that lead to a node.
    pub(in crate::resolve) fn incoming(
        &self,
        node: &GraphNode,
    ) -> impl Iterator<Item = (&GraphNode, Relation, FileOrder)> + use<'_> {
        self.edges(node, Direction::Incoming)
    }

    /// Iterates over the edges that start at a node.
    pub(in crate::resolve) fn outgoing(
        &self,
        node: &GraphNode,
    ) -> impl Iterator<Item = (&GraphNode, Relation, FileOrder)> + use<'_> {
        self.edges(node, Direction::Outgoing)
    }

    /// Iterates over the declarations of a name, in no order: the smallest counts. Each is the file,
    /// the number of the declaration in the file, and the section.
    fn declarations(
        &self,
        name: NodeIndex,
    ) -> impl Iterator<Item = (FileOrder, u32, &Arc<str>)> + use<'_> {
        let edges = self.graph.edges_directed(name, Direction::Outgoing);
        edges.filter_map(|edge| match (edge.weight(), &self.graph[edge.target()]) {
            (
                StatedRelation {
                    relation: Relation::DeclaredIn { nth },
                    by: Some(by),
                },
                GraphNode::Section(section),
            ) => Some((*by, *nth, section)),
            _ => None,
        })
    }

    /// Iterates over the declarations of a name, as [`Self::declarations`].
    fn declarations_of(
        &self,
        name: &GraphNode,
    ) -> impl Iterator<Item = (FileOrder, u32, &Arc<str>)> + use<'_> {
        let name = self.index(name);
        name.into_iter().flat_map(|name| self.declarations(name))
    }

    /// Returns the sections that declare a name, once for each declaration, in the order of the
    /// files.
    pub(in crate::resolve) fn declaring_sections(&self, name: &GraphNode) -> Vec<&Arc<str>> {
        let mut declarations = Vec::from_iter(self.declarations_of(name));
        declarations.sort_unstable();
        declarations
            .into_iter()
            .map(|(_, _, section)| section)
            .collect()
    }

    /// Returns the section that declares a name: the first in the order of the files.
    pub(in crate::resolve) fn declaring_section(&self, name: &GraphNode) -> Option<&Arc<str>> {
        self.declarations_of(name)
            .min()
            .map(|(_, _, section)| section)
    }

    /// Returns the section in which files other than `own` declare a name.
    pub(in crate::resolve) fn home_in_other_files(
        &self,
        name: &GraphNode,
        own: SourceId,
    ) -> Option<&Arc<str>> {
        self.declarations_of(name)
            .filter(|(by, _, _)| by.source != own)
            .min()
            .map(|(_, _, section)| section)
    }

    /// Returns the different sections that declare a name, the one that counts first.
    fn distinct_homes(&self, name: &GraphNode) -> Vec<Arc<str>> {
        let mut distinct: Vec<Arc<str>> = Vec::new();
        for declaring_section in self.declaring_sections(name) {
            if !distinct.contains(declaring_section) {
                distinct.push(Arc::clone(declaring_section));
            }
        }
        distinct
    }

    /// Iterates over the declared names, each with the section that counts, in no order.
    pub(in crate::resolve) fn declared(&self) -> impl Iterator<Item = (&str, &str)> {
        self.graph
            .node_references()
            .filter_map(|(index, node)| match node {
                GraphNode::Symbol(Symbol::Clause(name)) => {
                    let (_, _, section) = self.declarations(index).min()?;
                    Some((&**name, &**section))
                }
                _ => None,
            })
    }

    /// Iterates over all nodes, in no order.
    pub(in crate::resolve) fn nodes(&self) -> impl Iterator<Item = &GraphNode> {
        self.graph.node_weights()
    }

    /// Iterates over the names that a section declares, once for each declaration.
    pub(in crate::resolve) fn names_in(
        &self,
        section: &str,
    ) -> impl Iterator<Item = &GraphNode> + use<'_> {
        self.incoming(&GraphNode::Section(section.into()))
            .filter(|(_, relation, _)| matches!(relation, Relation::DeclaredIn { .. }))
            .map(|(name, _, _)| name)
    }

    /// Returns the sections with such an edge to a node.
    pub(in crate::resolve) fn sections_related(
        &self,
        node: &GraphNode,
        relation: impl Fn(Relation) -> bool,
    ) -> BTreeSet<Arc<str>> {
        let from = self.incoming(node).filter(|(_, own, _)| relation(*own));
        from.filter_map(|(from, _, _)| match from {
            GraphNode::Section(section) => Some(Arc::clone(section)),
            _ => None,
        })
        .collect()
    }

    /// Iterates over the files that state such an edge to a node, once for each edge.
    pub(in crate::resolve) fn files_related(
        &self,
        node: &GraphNode,
        relation: impl Fn(Relation) -> bool,
    ) -> impl Iterator<Item = SourceId> {
        let from = self.incoming(node);
        from.filter(move |(_, own, _)| relation(*own))
            .map(|(_, _, by)| by.source)
    }

    /// Returns the files that declare a name, or state an edge to it.
    pub(in crate::resolve) fn files_naming(&self, name: &GraphNode) -> BTreeSet<SourceId> {
        let declaring = self.declarations_of(name).map(|(by, _, _)| by.source);
        self.files_related(name, |_| true)
            .chain(declaring)
            .collect()
    }

    /// Returns the graph in the Graphviz DOT language.
    pub(super) fn to_dot(&self) -> String {
        // node and edge labels print themselves: `Dot` adds the quotes
        let labels = self.graph.map(
            |_, node| node.to_string(),
            |_, stated| stated.relation.to_string(),
        );
        Dot::new(&labels).to_string()
    }
}
