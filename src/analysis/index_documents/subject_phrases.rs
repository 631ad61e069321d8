//! Adds the phrases of the subject index to the search documents of the clauses they lead to.

use super::shared_doc::SharedDoc;
use crate::{
    model::{EditionIx, Subject, SubjectIndex},
    search::{Doc, DocKind},
};
use std::collections::{HashMap, HashSet};

/// Returns the id of a document without the ruleset.
fn bare_id(doc: &Doc) -> &str {
    doc.id.split_once('/').map_or("", |(_, bare)| bare)
}

/// Adds the phrases of the subject index to the search documents, except those of changes. A clause
/// without a document of its own, such as a section or a table, is represented by the first
/// document in it, and with less weight by the others.
pub(super) fn add_phrases<'d>(
    docs: impl Iterator<Item = &'d mut SharedDoc>,
    subjects: &SubjectIndex,
) {
    if subjects.is_empty() {
        return;
    }
    let mut docs: Vec<&mut SharedDoc> = docs
        .filter(|doc| doc.words.kind() != DocKind::Change)
        .collect();
    let own: HashSet<String> = docs
        .iter()
        .map(|doc| bare_id(&doc.words).to_owned())
        .collect();
    // the document of each clause and edition that came first
    let mut first_docs: HashMap<(String, EditionIx), String> = HashMap::new();
    for SharedDoc { words, standing } in &mut docs {
        let id = bare_id(words);
        let phrases = |editions: &[EditionIx], clause: &str| -> Vec<String> {
            let counts =
                |subject: &&Subject| editions.iter().any(|&edition| subject.applies_in(edition));
            let counting = subjects.of(clause).filter(counts);
            counting
                .flat_map(|subject| subject.phrases.iter().map(|(phrase, _)| phrase.clone()))
                .collect()
        };
        standing.subjects = phrases(&standing.editions, id);
        for clause in words.within.iter().filter(|clause| !own.contains(*clause)) {
            let mut first = false;
            for &edition in &standing.editions {
                let known = first_docs.entry((clause.clone(), edition));
                first |= *known.or_insert_with(|| id.to_owned()) == id;
            }
            let found = phrases(&standing.editions, clause);
            if first {
                standing.subjects.extend(found)
            } else {
                standing.parent_subjects.extend(found)
            }
        }
    }
}
