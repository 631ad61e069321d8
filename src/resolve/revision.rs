//! Revisions of a section, stratum by stratum.

use super::known_text::KnownTexts;
use crate::{
    model::{EditionIx, Patch, PatchIx, Ruleset, Tree},
    op::{self, LoweredPatch, PatchError},
};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet, HashMap},
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

/// A version of a section, and the patches that turned the previous version into it. These are
/// applied at once.
#[derive(Clone, Debug)]
pub struct Revision {
    /// The edition.
    pub edition: EditionIx,
    /// The patches; empty for the base.
    pub patches: Vec<PatchIx>,
    /// The resulting text.
    pub tree: Arc<Tree>,
    /// The faults found while applying the patches.
    pub faults: Vec<PatchError>,
}

/// Returns the position of a patch within its edition: after the documents that its own builds on,
/// and after all others if it takes effect retroactively.
fn order_in_edition(patch: &Patch) -> (bool, u32) {
    (patch.own_edition != patch.edition, patch.rank)
}

/// Returns the strata of the editions up to `edition`: the patches that are applied at once, in
/// order.
pub(super) fn strata_up_to(
    ruleset: &Ruleset,
    patches: &[Arc<Patch>],
    visible: &[bool],
    edition: EditionIx,
) -> Vec<(EditionIx, Vec<PatchIx>)> {
    let mut out = Vec::new();
    let line = ruleset.amendment_chain(edition);
    let ended = |patch: &Patch| patch.until.is_some_and(|until| line.contains(&until));
    for &edition in &line {
        let mut here: BTreeMap<(bool, u32), Vec<PatchIx>> = BTreeMap::new();
        for (at, patch) in patches.iter().enumerate() {
            if patch.is_instruction()
                && !ended(patch)
                && patch.edition == edition
                && visible.get(at).copied().unwrap_or(false)
            {
                here.entry(order_in_edition(patch))
                    .or_default()
                    .push(PatchIx(at as u32));
            }
        }
        out.extend(here.into_values().map(|patches| (edition, patches)));
    }
    out
}

/// Edits that withdrawals take back: the patch, and the index of the edit in it.
pub(super) type WithdrawnEdits = BTreeSet<(PatchIx, usize)>;

pub(super) fn without_withdrawn<'l>(
    lowered: &'l LoweredPatch,
    withdrawn: &WithdrawnEdits,
) -> Cow<'l, LoweredPatch> {
    let is_withdrawn = |edit: usize| withdrawn.contains(&(lowered.patch, edit));
    if !(0..lowered.edits.len()).any(is_withdrawn) {
        return Cow::Borrowed(lowered);
    }
    let left = lowered
        .edits
        .iter()
        .enumerate()
        .filter(|(edit, _)| !is_withdrawn(*edit))
        .map(|(_, edit)| edit.clone());
    Cow::Owned(LoweredPatch {
        edits: left.collect(),
        ..lowered.clone()
    })
}

/// Revisions computed so far, by a hash of the strata that led to them.
#[derive(Clone, Debug, Default)]
pub(super) struct RevisionCache(HashMap<u64, Arc<Revision>>);

impl RevisionCache {
    /// Removes everything, because the base or the lowered patches changed.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the revisions of these strata, the base first, without the `withdrawn` edits.
    pub(super) fn revisions(
        &mut self,
        base: &Arc<Tree>,
        lowered: &[Option<LoweredPatch>],
        patches: &[Arc<Patch>],
        strata: &[(EditionIx, Vec<PatchIx>)],
        (withdrawn, known_texts): (&WithdrawnEdits, &KnownTexts),
    ) -> Vec<Arc<Revision>> {
        let mut key = 0u64;
        let first = self.0.entry(key).or_insert_with(|| {
            let mut revision = Revision {
                edition: EditionIx(0),
                patches: Vec::new(),
                tree: Arc::clone(base),
                faults: Vec::new(),
            };
            known_texts.insert_into(&[], &mut revision, lowered, withdrawn);
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
            let revision = self.0.entry(key).or_insert_with(|| {
                let acting: Vec<&LoweredPatch> = acting.iter().map(AsRef::as_ref).collect();
                let applied = op::apply(&before, &acting, patches);
                let mut revision = Revision {
                    edition: *edition,
                    patches: which.clone(),
                    tree: Arc::new(applied.tree),
                    faults: applied.faults,
                };
                known_texts.insert_into(&revisions, &mut revision, lowered, withdrawn);
                Arc::new(revision)
            });
            revisions.push(Arc::clone(revision));
        }
        revisions
    }
}
