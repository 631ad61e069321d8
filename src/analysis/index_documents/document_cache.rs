//! Caches clause words and changes while search documents are made for the several index keys of
//! the page for phones.

use crate::{
    analysis::comparison_basis::ComparisonBasis,
    model::{PatchIx, SectionTree, UnitId},
    resolve::{RulesetDb, Section, View},
    search::Doc,
};
use parking_lot::{Mutex, MutexGuard};
use std::{collections::HashMap, sync::Arc};

/// A cache by section of clause words and changes, shared by the index keys for which the page for
/// phones has a ruleset's search documents.
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
    words: Vec<(Arc<SectionTree>, Vec<UnitId>, VersionWords)>,
    /// The distinct words of each unit.
    distinct: HashMap<UnitId, Vec<Arc<UnitDoc>>>,
    /// The changes between two views, without editions.
    changes: HashMap<[ComparisonBasis; 2], SharedChanges>,
}

/// The words of a unit in one version, as a search document without editions, and their patches.
#[derive(Debug, PartialEq)]
pub(super) struct UnitDoc {
    pub(super) doc: Arc<Doc>,
    /// The patches that wrote them.
    pub(super) patches: Vec<PatchIx>,
}

/// The words of the clauses of a version. Those of a unit are shared by the versions in which they
/// are the same.
pub(super) type VersionWords = Arc<[(UnitId, Arc<UnitDoc>)]>;

/// The changes between two views, each as a search document without editions.
pub(super) type SharedChanges = Arc<[Arc<Doc>]>;

impl SectionDocumentCache {
    /// Returns the words of the clauses of a version; calls `collect` if they are not cached.
    pub(super) fn words(
        &mut self,
        tree: &Arc<SectionTree>,
        hidden: &[UnitId],
        collect: impl FnOnce() -> Vec<(UnitId, UnitDoc)>,
    ) -> VersionWords {
        let known = self
            .words
            .iter()
            .find(|(known, units, _)| Arc::ptr_eq(known, tree) && units == hidden);
        if let Some((_, _, words)) = known {
            return Arc::clone(words);
        }
        let mut shared = |(unit, own): (UnitId, UnitDoc)| {
            let distinct = self.distinct.entry(unit).or_default();
            let known = distinct.iter().find(|known| ***known == own);
            let words = known.cloned().unwrap_or_else(|| {
                distinct.push(Arc::new(own));
                Arc::clone(&distinct[distinct.len() - 1])
            });
            (unit, words)
        };
        let words: VersionWords = collect().into_iter().map(&mut shared).collect();
        let entry = (Arc::clone(tree), hidden.to_vec(), Arc::clone(&words));
        self.words.push(entry);
        words
    }

    /// Returns the changes between two views of a section, each as a search document without
    /// editions; calls `collect` if they are not cached.
    pub(super) fn changes(
        &mut self,
        section: &Section,
        from: &View,
        to: &View,
        collect: impl FnOnce() -> Vec<Doc>,
    ) -> SharedChanges {
        let basis = [from, to].map(|view| ComparisonBasis::new(section, view));
        let make = || collect().into_iter().map(Arc::new).collect();
        Arc::clone(self.changes.entry(basis).or_insert_with(make))
    }
}
