//! The stored graph.

use super::node::{FileOrder, FileRelation, GraphNode, Relation};
use crate::{model::Ruleset, resolve::Symbol, text::SourceId};
use petgraph::{
    Direction,
    algo::toposort,
    dot::Dot,
    stable_graph::{EdgeIndex, NodeIndex, StableDiGraph},
    visit::{EdgeFiltered, EdgeRef},
};
use std::{
    cmp::Ordering,
    collections::{BTreeSet, HashSet},
    sync::Arc,
};

/// An edge, and the file that states it; none for what `ruleset.toml` states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StatedRelation {
    relation: Relation,
    by: Option<FileOrder>,
}

/// The graph of a ruleset.
///
/// A clone copies the nodes and edges, so it is shared until an edit changes them; most edits do
/// not.
#[derive(Clone, Debug, Default)]
pub(in crate::resolve) struct RulesetGraph {
    graph: StableDiGraph<GraphNode, StatedRelation>,
    nodes: imbl::HashMap<GraphNode, NodeIndex>,
    /// The edges that each file states, sorted as in [`FileRelation`].
    stated: imbl::HashMap<SourceId, Arc<[EdgeIndex]>>,
}

impl RulesetGraph {
    /// Creates the graph of the editions and documents of a ruleset, without files.
    pub(in crate::resolve) fn new(ruleset: &Ruleset) -> Self {
        let mut graph = Self::default();
        let edition = |id: &str| GraphNode::Symbol(Symbol::Edition(id.into()));
        let document = |key: &str| GraphNode::Symbol(Symbol::Document(key.into()));
        for own in &ruleset.editions {
            graph.intern(&edition(&own.id));
            if let Some(older) = own.amends {
                let older = edition(ruleset.edition_id(older));
                graph.add_edge(&edition(&own.id), Relation::Amends, &older, None);
            }
        }
        for own in ruleset.documents.values() {
            let this = document(&own.key);
            let makes = edition(ruleset.edition_id(own.edition));
            graph.add_edge(&this, Relation::Defines, &makes, None);
            for after in own
                .after
                .iter()
                .filter(|after| ruleset.documents.contains_key(*after))
            {
                graph.add_edge(&this, Relation::BuildsOn, &document(after), None);
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
        let document = GraphNode::Symbol(Symbol::Document(document.into()));
        let out = self.outgoing(&document);
        out.filter_map(|(to, relation, _)| match to {
            GraphNode::Symbol(Symbol::Document(key)) if relation == Relation::BuildsOn => Some(key),
            _ => None,
        })
        .collect()
    }

    /// Replaces the relations that a file states; `relations` are sorted. Returns the names that
    /// other files may now find in another section.
    pub(in crate::resolve) fn replace(
        self: &mut Arc<Self>,
        order: FileOrder,
        relations: Vec<FileRelation>,
    ) -> Vec<GraphNode> {
        let source = order.source;
        let old = self.stated.get(&source).cloned().unwrap_or_default();
        let mut removed: Vec<EdgeIndex> = Vec::new();
        let mut kept: Vec<(EdgeIndex, usize)> = Vec::new();
        let mut added: Vec<usize> = Vec::new();
        let (mut old_edges, mut new) = (old.iter().copied().peekable(), 0);
        loop {
            let ordering = match (old_edges.peek(), relations.get(new)) {
                (Some(&edge), Some(relation)) => self.compare(edge, order, relation),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            match ordering {
                Ordering::Less => removed.extend(old_edges.next()),
                Ordering::Equal => {
                    kept.extend(old_edges.next().map(|edge| (edge, new)));
                    new += 1;
                }
                Ordering::Greater => {
                    added.push(new);
                    new += 1;
                }
            }
        }
        if removed.is_empty() && added.is_empty() {
            return Vec::new();
        }
        let gone: Vec<FileRelation> = removed
            .iter()
            .filter_map(|&edge| self.relation(edge))
            .collect();
        let names: BTreeSet<&GraphNode> = gone
            .iter()
            .chain(added.iter().map(|&at| &relations[at]))
            .filter(|(_, relation, _)| matches!(relation, Relation::Declares { .. }))
            .map(|(_, _, name)| name)
            .collect();
        let homes = |graph: &Self| -> Vec<Vec<Arc<str>>> {
            names
                .iter()
                .map(|name| graph.distinct_homes(name))
                .collect()
        };
        let before = homes(self);
        let graph = Arc::make_mut(self);
        let mut edges: Vec<EdgeIndex> = Vec::with_capacity(relations.len());
        let mut kept = kept.into_iter().peekable();
        for (at, (from, relation, to)) in relations.iter().enumerate() {
            edges.push(match kept.next_if(|(_, own)| *own == at) {
                Some((edge, _)) => edge,
                None => graph.add_edge(from, *relation, to, Some(order)),
            });
        }
        for edge in removed {
            graph.remove_edge(edge);
        }
        if edges.is_empty() {
            graph.stated.remove(&source);
        } else {
            graph.stated.insert(source, edges.into());
        }
        let after = homes(self);
        let declared = names.into_iter().zip(before.iter().zip(&after));
        declared
            .filter(|(_, (before, after))| before != after)
            .map(|(name, _)| name.clone())
            .collect()
    }

    /// Returns the relations that a file states in this graph or in `other`, but not in both.
    pub(in crate::resolve) fn changed_relations(
        &self,
        other: &Self,
        source: SourceId,
    ) -> Vec<FileRelation> {
        let of = |graph: &Self| -> BTreeSet<FileRelation> {
            let stated = graph.stated.get(&source).into_iter();
            stated
                .flat_map(|edges| edges.iter())
                .filter_map(|&edge| graph.relation(edge))
                .collect()
        };
        of(self).symmetric_difference(&of(other)).cloned().collect()
    }

    /// Compares an edge with a new relation of its file, in the order of relations.
    fn compare(&self, edge: EdgeIndex, order: FileOrder, new: &FileRelation) -> Ordering {
        let (Some((from, to)), Some(own)) = (
            self.graph.edge_endpoints(edge),
            self.graph.edge_weight(edge),
        ) else {
            return Ordering::Less;
        };
        let own_order = own.by.unwrap_or_default();
        (&self.graph[from], own.relation, &self.graph[to], own_order)
            .cmp(&(&new.0, new.1, &new.2, order))
    }

    fn relation(&self, edge: EdgeIndex) -> Option<FileRelation> {
        let (from, to) = self.graph.edge_endpoints(edge)?;
        let own = self.graph.edge_weight(edge)?;
        Some((
            self.graph[from].clone(),
            own.relation,
            self.graph[to].clone(),
        ))
    }

    fn intern(&mut self, node: &GraphNode) -> NodeIndex {
        if let Some(&known) = self.nodes.get(node) {
            return known;
        }
        let index = self.graph.add_node(node.clone());
        self.nodes.insert(node.clone(), index);
        index
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
        for node in [from, to] {
            if self.graph.neighbors_undirected(node).next().is_none()
                && let Some(node) = self.graph.remove_node(node)
            {
                self.nodes.remove(&node);
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
            .nodes
            .get(node)
            .map(|&node| self.graph.edges_directed(node, direction));
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

    /// Returns the sections that declare a name, once for each declaration, in the order of the
    /// files. The first one counts.
    pub(in crate::resolve) fn homes(&self, name: &GraphNode) -> Vec<&Arc<str>> {
        let mut homes: Vec<(FileOrder, u32, &Arc<str>)> = self
            .incoming(name)
            .filter_map(|(from, relation, by)| match (from, relation) {
                (GraphNode::Section(section), Relation::Declares { nth }) => {
                    Some((by, nth, section))
                }
                _ => None,
            })
            .collect();
        homes.sort_unstable();
        homes.into_iter().map(|(_, _, section)| section).collect()
    }

    /// Returns the section in which files other than `own` declare a name.
    pub(in crate::resolve) fn home_in_other_files(
        &self,
        name: &GraphNode,
        own: SourceId,
    ) -> Option<&Arc<str>> {
        let declared =
            self.incoming(name)
                .filter_map(|(from, relation, by)| match (from, relation) {
                    (GraphNode::Section(section), Relation::Declares { nth })
                        if by.source != own =>
                    {
                        Some((by, nth, section))
                    }
                    _ => None,
                });
        declared.min().map(|(_, _, section)| section)
    }

    /// Returns the different sections that declare a name, the one that counts first.
    fn distinct_homes(&self, name: &GraphNode) -> Vec<Arc<str>> {
        let mut seen = HashSet::new();
        let homes = self.homes(name).into_iter();
        homes.filter(|home| seen.insert(*home)).cloned().collect()
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

    /// Returns the files that state such an edge to a node.
    pub(in crate::resolve) fn files_related(
        &self,
        node: &GraphNode,
        relation: impl Fn(Relation) -> bool,
    ) -> BTreeSet<SourceId> {
        let from = self.incoming(node).filter(|(_, own, _)| relation(*own));
        from.map(|(_, _, by)| by.source).collect()
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
