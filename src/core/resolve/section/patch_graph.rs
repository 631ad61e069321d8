//! `PatchGraph`: edges from each patch of a section to the patches whose words it changes,
//! interprets or withdraws.

use crate::model::{PatchIx, UnitId};
use petgraph::{
    Direction,
    graph::{DiGraph, EdgeReference, NodeIndex},
    visit::EdgeRef,
};

/// A patch that changes, interprets or withdraws the words of another, and the units with these words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatchLink {
    /// The patch that acts on the other.
    pub patch: PatchIx,
    /// The units with the other's words on which it acts.
    pub units: Vec<UnitId>,
}

/// A graph of the patches of a section: an edge leads from a patch to each patch whose words it
/// changes, interprets or withdraws.
///
/// The base text is a node, too. The weight of an edge are the units with these words. The index of
/// a node is that of its patch.
#[derive(Debug)]
pub(super) struct PatchGraph(DiGraph<(), Vec<UnitId>>);

impl PatchGraph {
    /// Creates the graph of `count` patches. `links` returns the patches that a patch acts on, each
    /// with a unit.
    pub(super) fn new(count: usize, links: impl Fn(PatchIx) -> Vec<(PatchIx, UnitId)>) -> Self {
        let mut graph: DiGraph<(), Vec<UnitId>> = DiGraph::new();
        for _ in 0..count {
            graph.add_node(());
        }
        for from in graph.node_indices() {
            for (to, unit) in links(PatchIx(from.index() as u32)) {
                let to = NodeIndex::new(to.0 as usize);
                match graph.find_edge(from, to) {
                    Some(edge) if graph[edge].contains(&unit) => {}
                    Some(edge) => graph[edge].push(unit),
                    None => {
                        graph.add_edge(from, to, vec![unit]);
                    }
                }
            }
        }
        Self(graph)
    }

    /// Returns the patches that act on a patch.
    pub(super) fn links_to(&self, ix: PatchIx) -> Vec<PatchLink> {
        let node = NodeIndex::new(ix.0 as usize);
        let link = |edge: EdgeReference<'_, Vec<UnitId>>| PatchLink {
            patch: PatchIx(edge.source().index() as u32),
            units: edge.weight().clone(),
        };
        let edges = self.0.edges_directed(node, Direction::Incoming);
        let mut links: Vec<PatchLink> = edges.map(link).collect();
        links.sort_by_key(|link| link.patch);
        links
    }
}
