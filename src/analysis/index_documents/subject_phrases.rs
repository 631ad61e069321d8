//! Adds the phrases of the subject index to the search documents of the clauses they lead to.

use crate::{
    model::{Ruleset, Subject, SubjectIndex},
    search::{Doc, DocKind},
};
use std::collections::{HashMap, HashSet};

/// Adds the phrases of the subject index to the search documents, except those of changes. A clause
/// without a document of its own, such as a section or a table, is represented by the first
/// document in it, and with less weight by the others.
pub(super) fn add_phrases<'d>(
    docs: impl Iterator<Item = &'d mut Doc>,
    ruleset: &Ruleset,
    subjects: &SubjectIndex,
) {
    if subjects.is_empty() {
        return;
    }
    let mut docs: Vec<&mut Doc> = docs.filter(|doc| doc.kind() != DocKind::Change).collect();
    let bare = |doc: &Doc| {
        doc.id
            .split_once('/')
            .map_or(String::new(), |(_, bare)| bare.to_owned())
    };
    let own: HashSet<String> = docs.iter().map(|doc| bare(doc)).collect();
    // the document of each clause and edition that came first
    let mut first_docs: HashMap<(String, String), String> = HashMap::new();
    for doc in &mut docs {
        let id = bare(doc);
        doc.subjects = phrases_in(doc, ruleset, subjects.of(&id));
        for clause in doc
            .within
            .clone()
            .iter()
            .filter(|clause| !own.contains(*clause))
        {
            let mut first = false;
            for edition in &doc.editions {
                first |= *first_docs
                    .entry((clause.clone(), edition.clone()))
                    .or_insert_with(|| id.clone())
                    == id;
            }
            let found = phrases_in(doc, ruleset, subjects.of(clause));
            if first {
                doc.subjects.extend(found)
            } else {
                doc.parent_subjects.extend(found)
            }
        }
    }
}

/// Returns the phrases that count in an edition in which the document is in force.
fn phrases_in<'s>(
    doc: &Doc,
    ruleset: &Ruleset,
    subjects: impl Iterator<Item = &'s Subject>,
) -> Vec<String> {
    let counts = |subject: &&Subject| {
        doc.editions
            .iter()
            .filter_map(|id| ruleset.edition(id))
            .any(|edition| subject.applies_in(edition))
    };
    subjects
        .filter(counts)
        .flat_map(|subject| subject.phrases.iter().map(|(phrase, _)| phrase.clone()))
        .collect()
}
