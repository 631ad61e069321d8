//! Adds the phrases of the subject index to the search documents of the clauses they lead to.

use crate::{
    model::{EditionIx, Ruleset, Subject, SubjectIndex},
    search::{Doc, DocKind},
};
use std::collections::{HashMap, HashSet};

/// Returns the id of a document without the ruleset.
fn bare_id(doc: &Doc) -> &str {
    doc.id.split_once('/').map_or("", |(_, bare)| bare)
}

/// Adds the phrases of the subject index to the search documents, except those of changes. A clause
/// without a document of its own, such as a section or a table, is represented by the first
/// document in it.
pub(super) fn add_phrases(docs: &mut [Doc], ruleset: &Ruleset, subjects: &SubjectIndex) {
    if subjects.is_empty() {
        return;
    }
    let docs = docs.iter_mut().filter(|doc| doc.kind() != DocKind::Change);
    let docs: Vec<&mut Doc> = docs.collect();
    let own: HashSet<String> = docs.iter().map(|doc| bare_id(doc).to_owned()).collect();
    // the document of each clause and edition that came first
    let mut first_docs: HashMap<(String, EditionIx), String> = HashMap::new();
    for doc in docs {
        let id = bare_id(doc).to_owned();
        let editions = doc.editions.iter().filter_map(|id| ruleset.edition(id));
        let editions: Vec<EditionIx> = editions.collect();
        let mut clauses = vec![&id];
        for clause in doc.within.iter().filter(|clause| !own.contains(*clause)) {
            let mut is_first = false;
            for &edition in &editions {
                let known = first_docs.entry((clause.clone(), edition));
                is_first |= *known.or_insert_with(|| id.clone()) == id;
            }
            if is_first {
                clauses.push(clause);
            }
        }
        let counts =
            |subject: &&Subject| editions.iter().any(|&edition| subject.applies_in(edition));
        let found = clauses.into_iter().flat_map(|clause| subjects.of(clause));
        let phrases = found.filter(counts).flat_map(|subject| &subject.phrases);
        doc.subjects = phrases.map(|(phrase, _)| phrase.clone()).collect();
    }
}
