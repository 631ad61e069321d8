//! Caches clause words and changes while search documents are made for several index keys.

use super::section_context::SectionContext;
use crate::{
    analysis::{ComparedUnit, comparison_basis::ComparisonBasis},
    model::{PatchIx, Tree, UnitId},
    resolve::{RulesetDb, View},
    search::Doc,
};
use parking_lot::{Mutex, MutexGuard};
use std::{collections::HashMap, sync::Arc};

/// Cache of clause words and changes by section, to make search documents for several days.
#[derive(Debug)]
pub struct SearchDocumentCache(HashMap<String, Mutex<SectionDocumentCache>>);

impl SearchDocumentCache {
    /// Creates an empty cache for a ruleset.
    pub fn new(db: &RulesetDb) -> Self {
        let sections = db.outline().iter();
        Self(sections.map(|id| (id.clone(), Mutex::default())).collect())
    }

    pub(super) fn section(&self, id: &str) -> Option<MutexGuard<'_, SectionDocumentCache>> {
        self.0.get(id).map(Mutex::lock)
    }
}

/// Cached clause words, by version, and changes, by pair of views, of one section.
#[derive(Debug, Default)]
pub(super) struct SectionDocumentCache {
    /// The words of the clauses of each version, by the units that are hidden in it.
    words: Vec<(Arc<Tree>, Vec<UnitId>, VersionWords)>,
    /// The units that differ between two views.
    changes: Vec<([ComparisonBasis; 2], Arc<[ComparedUnit]>)>,
}

/// The words of a unit in one version, as a search document without editions, and their patches.
#[derive(Debug, PartialEq)]
pub(super) struct UnitWords {
    pub(super) doc: Doc,
    /// The patches that wrote them.
    pub(super) patches: Vec<PatchIx>,
}

/// The words of the clauses of a version.
pub(super) type VersionWords = Arc<[(UnitId, Arc<UnitWords>)]>;

impl SectionDocumentCache {
    /// Returns the words of the clauses of a version; calls `collect` if they are not cached.
    pub(super) fn words(
        &mut self,
        tree: &Arc<Tree>,
        hidden: &[UnitId],
        collect: impl FnOnce() -> Vec<(UnitId, UnitWords)>,
    ) -> VersionWords {
        let known = self
            .words
            .iter()
            .find(|(known, units, _)| Arc::ptr_eq(known, tree) && units == hidden);
        if let Some((_, _, words)) = known {
            return Arc::clone(words);
        }
        let words = collect().into_iter();
        let words: VersionWords = words.map(|(unit, own)| (unit, Arc::new(own))).collect();
        let entry = (Arc::clone(tree), hidden.to_vec(), Arc::clone(&words));
        self.words.push(entry);
        words
    }

    /// Returns the units of a section that differ between two views; compares if not cached.
    pub(super) fn changes(
        &mut self,
        context: &SectionContext<'_>,
        from: &View,
        to: &View,
    ) -> Arc<[ComparedUnit]> {
        let basis = [from, to].map(|view| ComparisonBasis::new(context.section, view));
        if let Some((_, changes)) = self.changes.iter().find(|(known, _)| *known == basis) {
            return Arc::clone(changes);
        }
        let (db, section) = (context.db, context.section);
        let changes = context.analysis.changed_units(db, section, from, to);
        let changes: Arc<[_]> = changes.into();
        self.changes.push((basis, Arc::clone(&changes)));
        changes
    }
}
