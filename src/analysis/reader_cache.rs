//! Caches the text blocks, unit addresses and patches of units of one section across many views.

use super::{ClauseBlock, SourceKey, WordingChoice};
use crate::{
    model::{PatchIx, SectionTree, UnitId},
    resolve::Revision,
};
use rustc_hash::FxHashMap;
use std::{cell::RefCell, sync::Arc};

/// The cache key of a text block: number of the section's version, unit, requested wording,
/// ordinal, whether its words are unknown at the date of the view, and the view of its sources.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ClauseBlockKey {
    /// The number of the version.
    pub version: usize,
    /// The atom or gap.
    pub unit: UnitId,
    /// The requested wording.
    pub choice: WordingChoice,
    /// Whether its wording is not known at the date of the view.
    pub hidden: bool,
    /// Its number within what is shown.
    pub ordinal: Option<String>,
    /// What of the view the sources of the words depend on.
    pub source_key: Option<Arc<SourceKey>>,
}

/// A cache of a section's text blocks and unit addresses by version, and of the patches on a unit
/// by revision; it never shrinks.
#[derive(Debug, Default)]
pub(super) struct ReaderCache {
    versions: RefCell<Vec<Arc<SectionTree>>>,
    blocks: RefCell<FxHashMap<ClauseBlockKey, Option<Arc<ClauseBlock>>>>,
    /// The distinct blocks of each unit.
    distinct: RefCell<FxHashMap<UnitId, Vec<Arc<ClauseBlock>>>>,
    addresses: RefCell<FxHashMap<(usize, UnitId), Option<String>>>,
    /// The patches of a revision that changed a unit. The section keeps its revisions, so no two have
    /// the same place in memory.
    patches: RefCell<FxHashMap<(usize, UnitId), Vec<PatchIx>>>,
}

impl ReaderCache {
    /// Returns the number of a version. Views at which a section is the same share its tree.
    pub(super) fn version(&self, tree: &Arc<SectionTree>) -> usize {
        let mut versions = self.versions.borrow_mut();
        let known = versions.iter().position(|known| Arc::ptr_eq(known, tree));
        known.unwrap_or_else(|| {
            versions.push(Arc::clone(tree));
            versions.len() - 1
        })
    }

    /// Returns a block; calls `make` if it is not cached.
    pub(super) fn block(
        &self,
        key: ClauseBlockKey,
        make: impl FnOnce(&ClauseBlockKey) -> Option<ClauseBlock>,
    ) -> Option<Arc<ClauseBlock>> {
        if let Some(known) = self.blocks.borrow().get(&key) {
            return known.clone();
        }
        let block = make(&key).map(|block| self.shared(key.unit, block));
        self.blocks.borrow_mut().insert(key, block.clone());
        block
    }

    /// Returns a block of a unit. Blocks that are the same in several versions are one in memory.
    fn shared(&self, unit: UnitId, block: ClauseBlock) -> Arc<ClauseBlock> {
        let mut distinct = self.distinct.borrow_mut();
        let known = distinct.entry(unit).or_default();
        let same = known.iter().find(|known| ***known == block).cloned();
        same.unwrap_or_else(|| {
            let block = Arc::new(block);
            known.push(Arc::clone(&block));
            block
        })
    }

    /// Returns the address of a unit in a version; calls `find` if it is not cached.
    pub(super) fn address(
        &self,
        version: usize,
        unit: UnitId,
        find: impl FnOnce() -> Option<String>,
    ) -> Option<String> {
        let mut addresses = self.addresses.borrow_mut();
        addresses
            .entry((version, unit))
            .or_insert_with(find)
            .clone()
    }

    /// Adds the patches of a revision that changed a unit to `out`; calls `find` if they are not
    /// cached.
    pub(super) fn add_patches(
        &self,
        revision: &Arc<Revision>,
        unit: UnitId,
        out: &mut Vec<PatchIx>,
        find: impl FnOnce() -> Vec<PatchIx>,
    ) {
        let mut patches = self.patches.borrow_mut();
        let key = (Arc::as_ptr(revision).addr(), unit);
        out.extend_from_slice(patches.entry(key).or_insert_with(find));
    }
}
