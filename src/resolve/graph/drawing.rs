//! A ruleset as one graph of editions, documents, clauses, patches, clarifications, facts and
//! terms.

use super::{RulesetDb, Section, View};
use crate::{
    model::{Patch, PatchIx, Tree, UnitId},
    op::TreeEdit,
    syntax::{Command, Layer, MarkKind},
};
use petgraph::{
    dot::Dot,
    graph::{DiGraph, NodeIndex},
};
use std::{collections::HashMap, fmt};

/// A node of the graph, with its id.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GraphNode {
    /// An edition.
    Edition(String),
    /// A document.
    Document(String),
    /// A section, or a unit with a name.
    Clause(String),
    /// An instruction, by document and number.
    Patch(String),
    /// A clarification, by document and number.
    Clarification(String),
    /// A fact.
    Fact(String),
    /// A term.
    Term(String),
}

/// The relation of one node to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GraphEdge {
    /// An edition amends another; a patch amends a clause.
    Amends,
    /// A patch creates a clause.
    Creates,
    /// A patch deletes a clause.
    Deletes,
    /// What a patch deletes continues in a clause.
    MovedTo,
    /// A clarification interprets a clause.
    Interprets,
    /// A clause cites another.
    Cites,
    /// A patch withdraws another.
    Withdraws,
    /// A clause or patch defines a fact or term; an edition is made by a document; a document
    /// states a patch.
    Defines,
    /// A clause uses a term.
    Uses,
}

impl fmt::Display for GraphNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Edition(id) => write!(f, "edition {id}"),
            Self::Document(id) => write!(f, "document {id}"),
            Self::Clause(id) => write!(f, "#{id}"),
            Self::Patch(id) | Self::Clarification(id) => write!(f, "{id}"),
            Self::Fact(id) => write!(f, "fact:{id}"),
            Self::Term(id) => write!(f, "term:{id}"),
        }
    }
}

impl fmt::Display for GraphEdge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Amends => "amends",
            Self::Creates => "creates",
            Self::Deletes => "deletes",
            Self::MovedTo => "moved to",
            Self::Interprets => "interprets",
            Self::Cites => "cites",
            Self::Withdraws => "withdraws",
            Self::Defines => "defines",
            Self::Uses => "uses",
        })
    }
}

/// The graph of a ruleset.
#[derive(Debug, Default)]
pub struct RulesetGraph {
    graph: DiGraph<GraphNode, GraphEdge>,
    nodes: HashMap<GraphNode, NodeIndex>,
}

impl RulesetGraph {
    /// Builds the graph of all sections as they are at `view`.
    pub fn new(db: &RulesetDb, view: &View) -> Self {
        let mut graph = Self::default();
        let ruleset = &db.ruleset;
        for edition in &ruleset.editions {
            let this = GraphNode::Edition(edition.id.clone());
            graph.intern(this.clone());
            if let Some(older) = edition.amends {
                graph.add_edge(
                    this,
                    GraphNode::Edition(ruleset.edition_id(older).to_owned()),
                    GraphEdge::Amends,
                );
            }
        }
        for document in ruleset.documents.values() {
            graph.add_edge(
                GraphNode::Document(document.key.clone()),
                GraphNode::Edition(ruleset.edition_id(document.edition).to_owned()),
                GraphEdge::Defines,
            );
        }
        for id in db.outline() {
            graph.add_section(db, id, view);
        }
        graph
    }

    fn add_section(&mut self, db: &RulesetDb, id: &str, view: &View) {
        let Some(section) = db.section(id) else {
            return;
        };
        for (at, patch) in section.patches.iter().enumerate() {
            if patch.is_instruction() {
                self.add_patch(&section, PatchIx(at as u32), patch);
            }
        }
        self.add_marks(&section, &section.version(view));
    }

    /// Adds an instruction with what it does to its section.
    fn add_patch(&mut self, section: &Section, ix: PatchIx, patch: &Patch) {
        let name = format!(
            "{}:{}",
            patch.document,
            patch.numbers().first().cloned().unwrap_or_else(|| format!(
                "{}.{}",
                patch.place + 1,
                ix.0
            ))
        );
        let clarifies = matches!(
            patch.entry().and_then(|entry| entry.command.as_ref()),
            Some(Command::Clarify { .. })
        );
        let (this, acts) = if clarifies {
            (GraphNode::Clarification(name), GraphEdge::Interprets)
        } else {
            (GraphNode::Patch(name), GraphEdge::Amends)
        };
        self.add_edge(
            GraphNode::Document(patch.document.to_string()),
            this.clone(),
            GraphEdge::Defines,
        );
        let Some(lowered) = section.lowered_patch(ix) else {
            return;
        };
        for &unit in &lowered.reached {
            self.add_edge(this.clone(), clause_node(section, unit), acts);
        }
        for edit in &lowered.edits {
            self.add_edit(section, &this, edit);
        }
        for (_, hit) in section.withdrawals.iter().filter(|(by, _)| *by == ix) {
            for other in hit.iter().filter_map(|&hit| section.patch(hit)) {
                let name = format!(
                    "{}:{}",
                    other.document,
                    other.numbers().first().cloned().unwrap_or_default()
                );
                self.add_edge(this.clone(), GraphNode::Patch(name), GraphEdge::Withdraws);
            }
        }
    }

    /// Adds what one edit of the patch `this` creates, deletes or moves.
    fn add_edit(&mut self, section: &Section, this: &GraphNode, edit: &TreeEdit) {
        let mut add = |to, relation| self.add_edge(this.clone(), to, relation);
        let whole = || GraphNode::Clause(section.id.clone());
        match edit {
            TreeEdit::Delete { targets, moved_to } => {
                for &unit in targets {
                    add(clause_node(section, unit), GraphEdge::Deletes);
                }
                if let Some(to) = moved_to {
                    add(GraphNode::Clause(to.to_string()), GraphEdge::MovedTo);
                }
            }
            TreeEdit::Drop { moved_to } => {
                add(whole(), GraphEdge::Deletes);
                if let Some(to) = moved_to {
                    add(GraphNode::Clause(to.to_string()), GraphEdge::MovedTo);
                }
            }
            TreeEdit::Create { .. } => add(whole(), GraphEdge::Creates),
            TreeEdit::Insert { with, .. } => {
                for &unit in &with.roots {
                    if section.arena.name_of(unit).is_some() {
                        add(clause_node(section, unit), GraphEdge::Creates);
                    }
                }
            }
            TreeEdit::Replace { .. }
            | TreeEdit::Split { .. }
            | TreeEdit::Phrase { .. }
            | TreeEdit::Cell(_) => {}
        }
    }

    /// Adds the facts, terms and links in the text of a section.
    fn add_marks(&mut self, section: &Section, tree: &Tree) {
        for atom in tree.atoms(tree.root) {
            let Some(wording) = tree.get(atom).and_then(|node| node.text(Layer::Restated)) else {
                continue;
            };
            let named = tree
                .ancestors(atom)
                .find_map(|unit| section.arena.name_of(unit))
                .unwrap_or(&section.id);
            for mark in &wording.marks {
                let (to, relation) = match &mark.kind {
                    MarkKind::Fact(fact) => (GraphNode::Fact(fact.to_string()), GraphEdge::Defines),
                    MarkKind::Term(term) => (GraphNode::Term(term.to_string()), GraphEdge::Uses),
                    MarkKind::Link(to) => (GraphNode::Clause(to.to_string()), GraphEdge::Cites),
                    MarkKind::Url(_)
                    | MarkKind::Strike
                    | MarkKind::Strong
                    | MarkKind::Emphasis
                    | MarkKind::Hole => continue,
                };
                self.add_edge(GraphNode::Clause(named.to_owned()), to, relation);
            }
        }
    }

    fn intern(&mut self, key: GraphNode) -> NodeIndex {
        match self.nodes.get(&key) {
            Some(&node) => node,
            None => {
                let node = self.graph.add_node(key.clone());
                self.nodes.insert(key, node);
                node
            }
        }
    }

    fn add_edge(&mut self, from: GraphNode, to: GraphNode, relation: GraphEdge) {
        let (from, to) = (self.intern(from), self.intern(to));
        self.graph.update_edge(from, to, relation);
    }

    /// Returns the graph in the Graphviz DOT language.
    pub fn to_dot(&self) -> String {
        // node and edge labels print themselves: `Dot` adds the quotes
        let nodes = self.graph.map(
            |_, node| node.to_string(),
            |_, relation| relation.to_string(),
        );
        format!("{}", Dot::new(&nodes))
    }
}

/// Returns the node of a unit: its name, or its section.
fn clause_node(section: &Section, unit: UnitId) -> GraphNode {
    GraphNode::Clause(
        section
            .arena
            .name_of(unit)
            .unwrap_or(&section.id)
            .to_owned(),
    )
}
