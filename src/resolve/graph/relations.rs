//! The relations that a file states.

use super::node::{FileRelation, GraphNode, Relation};
use crate::{
    resolve::{OccurrencePart, OccurrenceRole, Symbol, occurrences, route::Contribution},
    syntax::{Command, RulesFile},
};
use rustc_hash::FxHashSet;
use std::{collections::HashMap, sync::Arc};

/// Returns the relations that a file states, in the order of the file. `looked_up` are the names
/// that the router looked up.
pub(in crate::resolve) fn relations_of(
    file: &RulesFile,
    own: &Contribution,
    looked_up: FxHashSet<GraphNode>,
) -> Vec<FileRelation> {
    let mut out = Vec::new();
    let this = GraphNode::File(file.source);
    let sections = sections_by_place(own);
    let own_sections = own
        .bases
        .iter()
        .chain(&own.books)
        .map(|(section, _)| section);
    for section in own_sections.chain(own.parts.iter().map(|(section, _)| section)) {
        let section = GraphNode::Section(Arc::clone(section));
        out.push((this.clone(), Relation::Contributes, section));
    }
    let mut declared: HashMap<&str, u32> = HashMap::new();
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
    for (section, part) in &own.parts {
        let command = part.patch.entry().and_then(|entry| entry.command.as_ref());
        if let Some(Command::Delete {
            moved_to: Some(to), ..
        }) = command
        {
            out.push((
                GraphNode::Section(Arc::clone(section)),
                Relation::MovedTo,
                GraphNode::declared(&to.value),
            ));
        }
    }
    for occurrence in occurrences(file) {
        let relation = match occurrence.part {
            OccurrencePart::Attributes => Relation::Refers,
            OccurrencePart::Instruction => Relation::Addresses,
            OccurrencePart::Wording => Relation::Mentions {
                words: occurrence.words,
            },
            OccurrencePart::Commentary => Relation::Comments {
                words: occurrence.words,
            },
        };
        let is_declaration = occurrence.role == OccurrenceRole::Declaration;
        let symbol = GraphNode::of(occurrence.symbol);
        if let GraphNode::Symbol(Symbol::Clause(name)) = &symbol
            && is_declaration
            && declared.contains_key(&**name)
        {
            continue;
        }
        let key = (occurrence.place, occurrence.entry);
        match sections.get(&key) {
            Some(sections) => out.extend(sections.iter().map(|section| {
                let section = GraphNode::Section(Arc::clone(section));
                (section, relation, symbol.clone())
            })),
            None => out.push((this.clone(), relation, symbol)),
        }
    }
    out.dedup();
    out
}

/// A part of a file: the index of the place and that of the entry.
type PlaceIndex = (Option<usize>, Option<usize>);

/// Returns the sections of each base text, book text and instruction of a file.
fn sections_by_place(own: &Contribution) -> HashMap<PlaceIndex, Vec<Arc<str>>> {
    let mut sections: HashMap<PlaceIndex, Vec<Arc<str>>> = HashMap::new();
    for (section, place) in own.bases.iter().chain(&own.books) {
        let section = Arc::clone(section);
        sections
            .entry((Some(*place), None))
            .or_default()
            .push(section);
    }
    for (section, part) in &own.parts {
        let key = (Some(part.patch.place), part.patch.entry);
        sections.entry(key).or_default().push(Arc::clone(section));
    }
    sections
}
