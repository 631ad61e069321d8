//! `SharedDoc`: a search document whose words several index keys share, and what each key adds.

use crate::{
    model::{EditionIx, Ruleset},
    resolve::RulingState,
    search::Doc,
};
use std::sync::Arc;

/// A search document in two parts: what is the same at every index key, and what depends on it; an
/// index gets them joined as a `Doc`, the page for phones separately.
#[derive(Clone, Debug)]
pub struct SharedDoc {
    /// The document without editions and subjects.
    pub words: Arc<Doc>,
    /// What depends on the index key.
    pub standing: KeyDependentFields,
}

/// The members of a search document [`Doc`] that depend on the index key: editions in which its
/// text holds, recurs or is gone, ruling status, subject phrases.
#[derive(Clone, Debug, Default)]
pub struct KeyDependentFields {
    /// The editions in which it holds, oldest first.
    pub editions: Vec<EditionIx>,
    /// The editions in which the unit has this text.
    pub reads: Vec<EditionIx>,
    /// The editions in which it does not hold, although this text is part of the section.
    pub repeated: Vec<EditionIx>,
    /// The editions in which the clause is no longer part of the text.
    pub gone: Vec<EditionIx>,
    /// The clause that continues a deleted one.
    pub moved_to: Option<String>,
    /// Of a clarification: its state in each edition.
    pub states: Vec<(EditionIx, RulingState)>,
    /// The editions in which the sources contradict each other on it, each with sets of layers.
    pub contradicted: Vec<(EditionIx, Vec<String>)>,
    /// Phrases of the subject index that lead to it.
    pub subjects: Vec<String>,
    /// Phrases of the subject index that lead to a unit that contains it.
    pub parent_subjects: Vec<String>,
}

impl KeyDependentFields {
    /// Adds an edition in which it holds.
    pub(super) fn add_edition(&mut self, edition: EditionIx) {
        if !self.editions.contains(&edition) {
            self.editions.push(edition);
        }
    }
}

impl SharedDoc {
    /// Puts both parts together.
    pub(super) fn into_doc(self, ruleset: &Ruleset) -> Doc {
        let id = |edition: EditionIx| ruleset.edition_id(edition).to_owned();
        let ids = |editions: Vec<EditionIx>| editions.into_iter().map(id).collect();
        let standing = self.standing;
        let states = standing.states.into_iter();
        let contradicted = standing.contradicted.into_iter();
        Doc {
            editions: ids(standing.editions),
            reads: ids(standing.reads),
            repeated: ids(standing.repeated),
            gone: ids(standing.gone),
            moved_to: standing.moved_to,
            states: states
                .map(|(edition, state)| (id(edition), state.name().to_owned()))
                .collect(),
            contradicted: contradicted
                .map(|(edition, layers)| (id(edition), layers))
                .collect(),
            subjects: standing.subjects,
            parent_subjects: standing.parent_subjects,
            ..Arc::unwrap_or_clone(self.words)
        }
    }
}
