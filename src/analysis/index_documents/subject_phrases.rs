//! Adds the phrases of the subject index to the search documents of the clauses they lead to.

use super::shared_doc::SharedDoc;
use crate::{
    model::{EditionIx, Ruleset, Subject, SubjectIndex},
    search::{Doc, DocKind},
};
use std::collections::{HashMap, HashSet};

/// A search document as phrases are added to it: its id, the clauses around it, its editions, and
/// its lists of phrases, which are filled.
pub(super) struct PhraseTarget<'d> {
    id: &'d str,
    is_change: bool,
    within: &'d [String],
    editions: Vec<EditionIx>,
    subjects: &'d mut Vec<String>,
    parent_subjects: &'d mut Vec<String>,
}

impl<'d> PhraseTarget<'d> {
    pub(super) fn of_shared(SharedDoc { words, standing }: &'d mut SharedDoc) -> Self {
        Self {
            id: &words.id,
            is_change: words.kind() == DocKind::Change,
            within: &words.within,
            editions: standing.editions.clone(),
            subjects: &mut standing.subjects,
            parent_subjects: &mut standing.parent_subjects,
        }
    }

    pub(super) fn of_doc(doc: &'d mut Doc, ruleset: &Ruleset) -> Self {
        let editions = doc.editions.iter();
        Self {
            is_change: doc.kind() == DocKind::Change,
            editions: editions.filter_map(|id| ruleset.edition(id)).collect(),
            id: &doc.id,
            within: &doc.within,
            subjects: &mut doc.subjects,
            parent_subjects: &mut doc.parent_subjects,
        }
    }

    /// Returns its id without the ruleset.
    fn bare_id(&self) -> &'d str {
        self.id.split_once('/').map_or("", |(_, bare)| bare)
    }

    /// Returns the phrases that count in an edition in which the document is in force.
    fn phrases_in<'s>(&self, subjects: impl Iterator<Item = &'s Subject>) -> Vec<String> {
        let counts =
            |subject: &&Subject| (self.editions.iter()).any(|&edition| subject.applies_in(edition));
        subjects
            .filter(counts)
            .flat_map(|subject| subject.phrases.iter().map(|(phrase, _)| phrase.clone()))
            .collect()
    }
}

/// Adds the phrases of the subject index to the search documents, except those of changes. A clause
/// without a document of its own, such as a section or a table, is represented by the first
/// document in it, and with less weight by the others.
pub(super) fn add_phrases<'d>(
    docs: impl Iterator<Item = PhraseTarget<'d>>,
    subjects: &SubjectIndex,
) {
    if subjects.is_empty() {
        return;
    }
    let mut docs: Vec<PhraseTarget<'d>> = docs.filter(|doc| !doc.is_change).collect();
    let own: HashSet<&str> = docs.iter().map(PhraseTarget::bare_id).collect();
    // the document of each clause and edition that came first
    let mut first_docs: HashMap<(&str, EditionIx), &str> = HashMap::new();
    for doc in &mut docs {
        let id = doc.bare_id();
        *doc.subjects = doc.phrases_in(subjects.of(id));
        for clause in doc.within.iter().filter(|clause| !own.contains(&***clause)) {
            let mut first = false;
            for &edition in &doc.editions {
                first |= *first_docs.entry((clause, edition)).or_insert(id) == id;
            }
            let found = doc.phrases_in(subjects.of(clause));
            if first {
                doc.subjects.extend(found)
            } else {
                doc.parent_subjects.extend(found)
            }
        }
    }
}
