//! Computes the revisions of one section, and caches them by the patches that led to them.

use super::{
    book_wording::BookWordings,
    revision::{Revision, WithdrawnEdits, without_withdrawn},
};
use crate::{
    model::{EditionIx, PartialDate, Patch, PatchIx, SectionTree},
    op::{self, LoweredPatch},
};
use std::{
    borrow::Cow,
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

/// What determines the frame of an instruction: the place of the first patch of its document, the
/// day since when it is known, its scope and the edition of its numbering.
pub(super) type FrameKey = (usize, PartialDate, Option<String>, EditionIx);

/// The revisions of a section up to an edition, the base first.
pub(super) type RevisionList = Arc<[Arc<Revision>]>;

/// The revisions of a section computed so far, and the tree in which addresses were last counted.
#[derive(Clone, Debug, Default)]
pub(super) struct RevisionCache {
    /// Those up to an edition, by the patches that count.
    pub(super) lists: HashMap<(Vec<bool>, EditionIx), RevisionList>,
    /// By a hash of the strata that led to them.
    revisions: HashMap<u64, Arc<Revision>>,
    /// The frame that was needed last: the instructions of a document share it.
    pub(super) frame: Option<(FrameKey, Arc<SectionTree>)>,
}

impl RevisionCache {
    /// Removes everything, because the base or the lowered patches changed.
    pub(super) fn clear(&mut self) {
        self.lists.clear();
        self.revisions.clear();
        self.frame = None;
    }

    /// Returns the revisions of these strata, the base first, without the `withdrawn` edits.
    pub(super) fn revisions(
        &mut self,
        base: &Arc<SectionTree>,
        lowered: &[Option<LoweredPatch>],
        patches: &[Arc<Patch>],
        strata: &[(EditionIx, Vec<PatchIx>)],
        (withdrawn, book_wordings): (&WithdrawnEdits, &BookWordings),
    ) -> Vec<Arc<Revision>> {
        let mut key = 0u64;
        let first = self.revisions.entry(key).or_insert_with(|| {
            let mut revision = Revision {
                edition: EditionIx(0),
                patches: Vec::new(),
                tree: Arc::clone(base),
                errors: Vec::new(),
            };
            book_wordings.insert_into(&[], &mut revision, lowered, withdrawn);
            Arc::new(revision)
        });
        let mut revisions = vec![Arc::clone(first)];
        for (edition, which) in strata {
            let acting: Vec<Cow<'_, LoweredPatch>> = which
                .iter()
                .filter_map(|ix| lowered.get(ix.0 as usize)?.as_ref())
                .map(|lowered| without_withdrawn(lowered, withdrawn))
                .filter(|lowered| !lowered.edits.is_empty())
                .collect();
            if acting.is_empty() {
                continue;
            }
            let mut hasher = DefaultHasher::new();
            let is_withdrawn: Vec<_> = withdrawn
                .iter()
                .filter(|(patch, _)| which.contains(patch))
                .collect();
            (key, edition, which, is_withdrawn).hash(&mut hasher);
            key = hasher.finish();
            let before = Arc::clone(&revisions[revisions.len() - 1].tree);
            let revision = self.revisions.entry(key).or_insert_with(|| {
                let acting: Vec<&LoweredPatch> = acting.iter().map(AsRef::as_ref).collect();
                let applied = op::apply(&before, &acting, patches);
                let mut revision = Revision {
                    edition: *edition,
                    patches: which.clone(),
                    tree: Arc::new(applied.tree),
                    errors: applied.errors,
                };
                book_wordings.insert_into(&revisions, &mut revision, lowered, withdrawn);
                Arc::new(revision)
            });
            revisions.push(Arc::clone(revision));
        }
        revisions
    }
}
