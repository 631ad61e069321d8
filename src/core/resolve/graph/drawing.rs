//! Converts a ruleset to Graphviz DOT text for `rulebook graph`: clauses, instructions, rulings,
//! facts, terms and links.

use super::{
    node::{GraphNode, Relation},
    ruleset_graph::RulesetGraph,
};
use crate::{
    model::{Patch, PatchIx, SectionTree, UnitId},
    op::TreeEdit,
    resolve::{RulesetDb, Section, Symbol, View, is_clarification},
    syntax::MarkKind,
};

/// Returns the graph of a ruleset in the Graphviz DOT language.
///
/// It has the instructions of all editions, and the facts, terms and links in the text at `view`.
pub fn to_dot(db: &RulesetDb, view: &View) -> String {
    Drawing::new(db, view).graph.to_dot()
}

/// A ruleset's graph as it is drawn: with instructions and rulings, and with at most one edge
/// between two nodes. It has at most one edge between two nodes.
struct Drawing {
    graph: RulesetGraph,
}

impl Drawing {
    fn new(db: &RulesetDb, view: &View) -> Self {
        let mut drawing = Self {
            graph: RulesetGraph::new(&db.ruleset),
        };
        for id in db.outline() {
            drawing.add_section(db, id, view);
        }
        drawing
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
        let (this, acts) = if is_clarification(patch) {
            (GraphNode::Ruling(name), Relation::Interprets)
        } else {
            (GraphNode::Patch(name), Relation::Amends)
        };
        self.add_edge(
            GraphNode::document(&patch.document),
            this.clone(),
            Relation::Defines,
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
                self.add_edge(this.clone(), GraphNode::Patch(name), Relation::Withdraws);
            }
        }
    }

    /// Adds what one edit of the patch `this` creates, deletes or moves.
    fn add_edit(&mut self, section: &Section, this: &GraphNode, edit: &TreeEdit) {
        let mut add = |to, relation| self.add_edge(this.clone(), to, relation);
        match edit {
            TreeEdit::Delete { targets, moved_to } => {
                for &unit in targets {
                    add(clause_node(section, unit), Relation::Deletes);
                }
                if let Some(to) = moved_to {
                    add(GraphNode::declared(to), Relation::MovedTo);
                }
            }
            TreeEdit::Create { .. } => add(GraphNode::declared(&section.id), Relation::Creates),
            TreeEdit::Insert { with, .. } => {
                for &unit in &with.roots {
                    if section.arena.name_of(unit).is_some() {
                        add(clause_node(section, unit), Relation::Creates);
                    }
                }
            }
            _ => {}
        }
    }

    /// Adds the facts, terms and links in the text of a section.
    fn add_marks(&mut self, section: &Section, tree: &SectionTree) {
        for atom in tree.atoms(tree.root) {
            let Some(wording) = tree.restated(atom) else {
                continue;
            };
            let named = tree
                .ancestors(atom)
                .find_map(|unit| section.arena.name_of(unit))
                .unwrap_or(&section.id);
            for mark in &wording.marks {
                let (to, relation) = match &mark.kind {
                    MarkKind::Fact(fact) => (
                        GraphNode::Symbol(Symbol::Fact(fact.clone())),
                        Relation::Defines,
                    ),
                    MarkKind::Term(term) => (
                        GraphNode::Symbol(Symbol::Term(term.clone())),
                        Relation::Uses,
                    ),
                    MarkKind::Link(to) => (GraphNode::declared(to), Relation::Cites),
                    _ => continue,
                };
                self.add_edge(GraphNode::declared(named), to, relation);
            }
        }
    }

    fn add_edge(&mut self, from: GraphNode, to: GraphNode, relation: Relation) {
        self.graph.update_edge(&from, relation, &to);
    }
}

/// Returns the node of a unit: its name, or its section.
fn clause_node(section: &Section, unit: UnitId) -> GraphNode {
    let name = section.arena.name_of(unit).unwrap_or(&section.id);
    GraphNode::declared(name)
}
