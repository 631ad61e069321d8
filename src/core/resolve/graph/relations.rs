//! Derives the edges that a rules file adds to the graph: its sections, declarations, references.

use super::node::{GraphEdge, GraphNode, Relation};
use crate::{
    resolve::{
        OccurrencePart, OccurrenceRole, Symbol, SymbolOccurrence, occurrences, route::Contribution,
        symbol::commentary_links,
    },
    syntax::{RulesFile, Verb},
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Returns the relations of a file that decide what its instructions mean, and the links of its
/// commentary, in the order of the file. `looked_up` are the names that the router looked up.
pub(in crate::resolve) fn structure_of(
    file: &RulesFile,
    own: &Contribution,
    looked_up: FxHashSet<GraphNode>,
) -> Vec<GraphEdge> {
    let mut out = Vec::new();
    let this = GraphNode::File(file.source);
    for section in own.shares.keys() {
        let section = GraphNode::Section(Arc::clone(section));
        out.push((this.clone(), Relation::Contributes, section));
    }
    let mut declared: FxHashMap<&str, u32> = FxHashMap::default();
    for (name, section) in &own.names {
        let nth = declared.entry(name).or_default();
        out.push((
            GraphNode::declared(name),
            Relation::DeclaredIn { nth: *nth },
            GraphNode::Section(Arc::clone(section)),
        ));
        *nth += 1;
    }
    let mut looked_up = Vec::from_iter(looked_up);
    looked_up.sort_unstable();
    for name in looked_up {
        out.push((this.clone(), Relation::LooksUp, name));
    }
    for (document, _) in &own.passages {
        let document = GraphNode::Symbol(Symbol::Document(Arc::clone(document)));
        out.push((this.clone(), Relation::Numbers, document));
    }
    for (section, share) in &own.shares {
        for patch in &share.instructions {
            let command = patch.command().filter(|own| own.verb == Verb::Delete);
            if let Some(to) = command.and_then(|own| own.clause.as_ref()) {
                out.push((
                    GraphNode::Section(Arc::clone(section)),
                    Relation::MovedTo,
                    GraphNode::declared(&to.value),
                ));
            }
        }
    }
    relate(file, own, commentary_links(file), &mut out);
    out.dedup();
    out
}

/// Returns the relations of a file to what its front matter, attributes, instructions and rules
/// text name, in the order of the file; without the names that it declares.
pub(in crate::resolve) fn mentions_of(file: &RulesFile, own: &Contribution) -> Vec<GraphEdge> {
    let names = own.names.iter().map(|(name, _)| GraphNode::declared(name));
    let declared: FxHashSet<GraphNode> = names.collect();
    let mut mentions = occurrences(file);
    mentions.retain(|occurrence| {
        let is_declared = occurrence.role == OccurrenceRole::Declaration
            && declared.contains(&GraphNode::of(occurrence.symbol.clone()));
        occurrence.part != OccurrencePart::Commentary && !is_declared
    });
    let mut out = Vec::new();
    relate(file, own, mentions, &mut out);
    out.dedup();
    out
}

/// Adds the relation to each occurrence of the sections that it is a part of, or of the file.
fn relate(
    file: &RulesFile,
    own: &Contribution,
    occurrences: Vec<SymbolOccurrence>,
    out: &mut Vec<GraphEdge>,
) {
    if occurrences.is_empty() {
        return;
    }
    let sections = sections_by_place(own);
    for occurrence in occurrences {
        let relation = match occurrence.part {
            OccurrencePart::Attributes => Relation::Refers,
            OccurrencePart::Instruction => Relation::Addresses,
            OccurrencePart::Wording => Relation::Mentions,
            OccurrencePart::Commentary => Relation::Comments,
        };
        let symbol = GraphNode::of(occurrence.symbol);
        match sections.get(&(occurrence.place, occurrence.entry)) {
            Some(sections) => out.extend(sections.iter().map(|section| {
                let section = GraphNode::Section(Arc::clone(section));
                (section, relation, symbol.clone())
            })),
            None => out.push((GraphNode::File(file.source), relation, symbol)),
        }
    }
}

/// A part of a file by index: its section, and the instruction in it; `None` if outside of these.
type PlaceIndex = (Option<usize>, Option<usize>);

/// Returns the sections of each base text, book text and instruction of a file.
fn sections_by_place(own: &Contribution) -> FxHashMap<PlaceIndex, Vec<Arc<str>>> {
    let mut sections: FxHashMap<PlaceIndex, Vec<Arc<str>>> = FxHashMap::default();
    for (section, share) in &own.shares {
        for patch in share.all() {
            let key = (Some(patch.place), patch.entry);
            sections.entry(key).or_default().push(Arc::clone(section));
        }
    }
    sections
}
