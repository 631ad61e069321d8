//! What the subject index says is put on the documents of the clauses that it leads to.

use crate::{
    model::{Ruleset, Subject, Subjects},
    search::{Doc, DocKind},
};
use std::collections::{HashMap, HashSet};

/// Puts the phrases of the index on the documents. A clause that has no document of its own, as a section or a table, is asked for by the
/// first document in it, and by the others less.
pub(super) fn expand<'d>(
    docs: impl Iterator<Item = &'d mut Doc>,
    ruleset: &Ruleset,
    subjects: &Subjects,
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
    // clause and edition of which a document was met
    let mut met: HashMap<(String, String), String> = HashMap::new();
    for doc in &mut docs {
        let id = bare(doc);
        doc.asked = phrases(doc, ruleset, subjects.of(&id));
        for clause in doc
            .within
            .clone()
            .iter()
            .filter(|clause| !own.contains(*clause))
        {
            let mut first = false;
            for edition in &doc.editions {
                first |= *met
                    .entry((clause.clone(), edition.clone()))
                    .or_insert_with(|| id.clone())
                    == id;
            }
            let found = phrases(doc, ruleset, subjects.of(clause));
            if first {
                doc.asked.extend(found)
            } else {
                doc.asked_around.extend(found)
            }
        }
    }
}

/// The phrases that count in an edition in which the document holds.
fn phrases<'s>(
    doc: &Doc,
    ruleset: &Ruleset,
    subjects: impl Iterator<Item = &'s Subject>,
) -> Vec<String> {
    let counts = |subject: &&Subject| {
        doc.editions
            .iter()
            .filter_map(|id| ruleset.edition(id))
            .any(|edition| subject.counts_in(edition))
    };
    subjects
        .filter(counts)
        .flat_map(|subject| subject.phrases.iter().map(|(phrase, _)| phrase.clone()))
        .collect()
}
