//! The whole of a ruleset as one graph: editions, documents, clauses, patches, clarifications, facts and terms.

use super::{RulesetDb, View};
use crate::{
    model::PatchIx,
    op::Edit,
    syntax::{Command, Layer, MarkKind},
};
use petgraph::{
    dot::Dot,
    graph::{DiGraph, NodeIndex},
};
use std::{collections::HashMap, fmt};

/// What a node of the graph is; the string is its id.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Thing {
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

/// What one thing does to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// An edition amends another; a patch amends a clause.
    Amends,
    /// A patch creates a clause.
    Creates,
    /// A patch deletes a clause.
    Deletes,
    /// What a patch deletes lives on in a clause.
    MovedTo,
    /// A clarification interprets a clause.
    Interprets,
    /// A clause cites another.
    Cites,
    /// A patch withdraws another.
    Withdraws,
    /// A clause or patch defines a fact or term; an edition is made by a document; a document states a patch.
    Defines,
    /// A clause uses a term.
    Uses,
}

impl fmt::Display for Thing {
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

impl fmt::Display for Relation {
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
pub struct Graph {
    graph: DiGraph<Thing, Relation>,
    nodes: HashMap<Thing, NodeIndex>,
}

impl Graph {
    /// Builds the graph of all sections as they are at `view`.
    pub fn new(db: &RulesetDb, view: &View) -> Self {
        let mut graph = Self::default();
        let ruleset = &db.ruleset;
        for edition in &ruleset.editions {
            let this = Thing::Edition(edition.id.clone());
            graph.node(this.clone());
            if let Some(older) = edition.amends {
                graph.edge(
                    this,
                    Thing::Edition(ruleset.edition_id(older).to_owned()),
                    Relation::Amends,
                );
            }
        }
        for document in ruleset.documents.values() {
            graph.edge(
                Thing::Document(document.key.clone()),
                Thing::Edition(ruleset.edition_id(document.edition).to_owned()),
                Relation::Defines,
            );
        }
        for id in db.outline() {
            graph.section(db, id, view);
        }
        graph
    }

    fn section(&mut self, db: &RulesetDb, id: &str, view: &View) {
        let Some(section) = db.section(id) else {
            return;
        };
        let tree = section.version(view);
        let clause = |unit| {
            section
                .arena
                .name_of(unit)
                .map_or_else(|| id.to_owned(), str::to_owned)
        };
        for (at, patch) in section
            .patches
            .iter()
            .enumerate()
            .filter(|(_, patch)| patch.is_instruction())
        {
            let ix = PatchIx(at as u32);
            let name = format!(
                "{}:{}",
                patch.document,
                patch.numbers().first().cloned().unwrap_or_else(|| format!(
                    "{}.{}",
                    patch.place + 1,
                    at
                ))
            );
            let clarifies = matches!(
                patch.entry().and_then(|entry| entry.command.as_ref()),
                Some(Command::Clarify { .. })
            );
            let this = if clarifies {
                Thing::Clarification(name)
            } else {
                Thing::Patch(name)
            };
            self.edge(
                Thing::Document(patch.document.to_string()),
                this.clone(),
                Relation::Defines,
            );
            let Some(lowered) = section.lowered.get(at).and_then(Option::as_ref) else {
                continue;
            };
            for &unit in &lowered.reached {
                self.edge(
                    this.clone(),
                    Thing::Clause(clause(unit)),
                    if clarifies {
                        Relation::Interprets
                    } else {
                        Relation::Amends
                    },
                );
            }
            for edit in &lowered.edits {
                match edit {
                    Edit::Delete { targets, moved_to } => {
                        targets.iter().for_each(|&unit| {
                            self.edge(this.clone(), Thing::Clause(clause(unit)), Relation::Deletes)
                        });
                        if let Some(to) = moved_to {
                            self.edge(
                                this.clone(),
                                Thing::Clause(to.to_string()),
                                Relation::MovedTo,
                            );
                        }
                    }
                    Edit::Drop { moved_to } => {
                        self.edge(
                            this.clone(),
                            Thing::Clause(id.to_owned()),
                            Relation::Deletes,
                        );
                        if let Some(to) = moved_to {
                            self.edge(
                                this.clone(),
                                Thing::Clause(to.to_string()),
                                Relation::MovedTo,
                            );
                        }
                    }
                    Edit::Create { .. } => self.edge(
                        this.clone(),
                        Thing::Clause(id.to_owned()),
                        Relation::Creates,
                    ),
                    Edit::Insert { with, .. } => {
                        for &unit in with
                            .roots
                            .iter()
                            .filter(|&&unit| section.arena.name_of(unit).is_some())
                        {
                            self.edge(this.clone(), Thing::Clause(clause(unit)), Relation::Creates);
                        }
                    }
                    Edit::Replace { .. }
                    | Edit::Split { .. }
                    | Edit::Phrase { .. }
                    | Edit::Cell(_) => {}
                }
            }
            for (_, hit) in section.withdrawals.iter().filter(|(by, _)| *by == ix) {
                for other in hit.iter().filter_map(|&hit| section.patch(hit)) {
                    let name = format!(
                        "{}:{}",
                        other.document,
                        other.numbers().first().cloned().unwrap_or_default()
                    );
                    self.edge(this.clone(), Thing::Patch(name), Relation::Withdraws);
                }
            }
        }
        for atom in tree.atoms(tree.root) {
            let named = tree
                .path(atom)
                .find_map(|unit| section.arena.name_of(unit))
                .unwrap_or(id)
                .to_owned();
            let Some(wording) = tree.get(atom).and_then(|node| node.text(Layer::Restated)) else {
                continue;
            };
            for mark in &wording.marks {
                match &mark.kind {
                    MarkKind::Fact(fact) => self.edge(
                        Thing::Clause(named.clone()),
                        Thing::Fact(fact.to_string()),
                        Relation::Defines,
                    ),
                    MarkKind::Term(term) => self.edge(
                        Thing::Clause(named.clone()),
                        Thing::Term(term.to_string()),
                        Relation::Uses,
                    ),
                    MarkKind::Link(to) => self.edge(
                        Thing::Clause(named.clone()),
                        Thing::Clause(to.to_string()),
                        Relation::Cites,
                    ),
                    MarkKind::Url(_)
                    | MarkKind::Strike
                    | MarkKind::Strong
                    | MarkKind::Emphasis
                    | MarkKind::Hole => {}
                }
            }
        }
    }

    fn node(&mut self, thing: Thing) -> NodeIndex {
        match self.nodes.get(&thing) {
            Some(&node) => node,
            None => {
                let node = self.graph.add_node(thing.clone());
                self.nodes.insert(thing, node);
                node
            }
        }
    }

    fn edge(&mut self, from: Thing, to: Thing, relation: Relation) {
        let (from, to) = (self.node(from), self.node(to));
        self.graph.update_edge(from, to, relation);
    }

    /// The graph in the language of Graphviz.
    pub fn dot(&self) -> String {
        // labels escape themselves: `Dot` prints them in quotes
        let nodes = self.graph.map(
            |_, thing| thing.to_string(),
            |_, relation| relation.to_string(),
        );
        format!("{}", Dot::new(&nodes))
    }

    /// How many things and relations there are.
    pub fn size(&self) -> (usize, usize) {
        (self.graph.node_count(), self.graph.edge_count())
    }

    /// What `thing` reaches within one step, by relation: forwards, then backwards.
    pub fn around(&self, thing: &Thing) -> Vec<(Relation, bool, Thing)> {
        use petgraph::visit::EdgeRef;
        let Some(&node) = self.nodes.get(thing) else {
            return Vec::new();
        };
        let out = self
            .graph
            .edges_directed(node, petgraph::Direction::Outgoing)
            .map(|e| (*e.weight(), true, self.graph[e.target()].clone()));
        let into = self
            .graph
            .edges_directed(node, petgraph::Direction::Incoming)
            .map(|e| (*e.weight(), false, self.graph[e.source()].clone()));
        out.chain(into).collect()
    }
}
