//! Versions of a section, stratum by stratum.

use super::held::Fills;
use crate::{
    model::{EditionIx, Patch, PatchIx, Ruleset, Tree},
    op::{self, Fault, Lowered},
};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet, HashMap},
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

/// A version of a section and the patches that made it out of the one before, all at once.
#[derive(Clone, Debug)]
pub struct Step {
    /// The edition.
    pub edition: EditionIx,
    /// The patches; none for the base.
    pub patches: Vec<PatchIx>,
    /// What results.
    pub tree: Arc<Tree>,
    /// What went wrong on the way from the version before.
    pub faults: Vec<Fault>,
}

/// The turn of a patch inside its edition: documents after those that they stand on, what takes effect retroactively last.
fn turn(patch: &Patch) -> (bool, u32) {
    (patch.own_edition != patch.edition, patch.rank)
}

/// The strata of the editions up to `edition`: which patches apply at once, in order.
pub(super) fn strata(
    ruleset: &Ruleset,
    patches: &[Arc<Patch>],
    visible: &[bool],
    edition: EditionIx,
) -> Vec<(EditionIx, Vec<PatchIx>)> {
    let mut out = Vec::new();
    let line = ruleset.line(edition);
    let ended = |patch: &Patch| patch.until.is_some_and(|until| line.contains(&until));
    for &edition in &line {
        let mut here: BTreeMap<(bool, u32), Vec<PatchIx>> = BTreeMap::new();
        for (at, patch) in patches.iter().enumerate() {
            if patch.is_instruction()
                && !ended(patch)
                && patch.edition == edition
                && visible.get(at).copied().unwrap_or(false)
            {
                here.entry(turn(patch))
                    .or_default()
                    .push(PatchIx(at as u32));
            }
        }
        out.extend(here.into_values().map(|patches| (edition, patches)));
    }
    out
}

/// Single edits that withdrawals take back: of which patch, and which of its edits.
pub(super) type Taken = BTreeSet<(PatchIx, usize)>;

pub(super) fn without<'l>(lowered: &'l Lowered, taken: &Taken) -> Cow<'l, Lowered> {
    let back = |edit: usize| taken.contains(&(lowered.patch, edit));
    if !(0..lowered.edits.len()).any(back) {
        return Cow::Borrowed(lowered);
    }
    let left = lowered
        .edits
        .iter()
        .enumerate()
        .filter(|(edit, _)| !back(*edit))
        .map(|(_, edit)| edit.clone());
    Cow::Owned(Lowered {
        edits: left.collect(),
        ..lowered.clone()
    })
}

/// Steps already computed, by what led to them.
#[derive(Clone, Debug, Default)]
pub(super) struct Memo(HashMap<u64, Arc<Step>>);

impl Memo {
    /// Forgets everything: what it rests on has changed.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// The steps of these strata, the base first, without the edits that are `taken` back.
    pub(super) fn steps(
        &mut self,
        base: &Arc<Tree>,
        lowered: &[Option<Lowered>],
        patches: &[Arc<Patch>],
        strata: &[(EditionIx, Vec<PatchIx>)],
        (taken, fills): (&Taken, &Fills),
    ) -> Vec<Arc<Step>> {
        let mut key = 0u64;
        let first = self.0.entry(key).or_insert_with(|| {
            let mut step = Step {
                edition: EditionIx(0),
                patches: Vec::new(),
                tree: Arc::clone(base),
                faults: Vec::new(),
            };
            fills.lay_in(&[], &mut step, lowered, taken);
            Arc::new(step)
        });
        let mut steps = vec![Arc::clone(first)];
        for (edition, which) in strata {
            let acting: Vec<Cow<'_, Lowered>> = which
                .iter()
                .filter_map(|ix| lowered.get(ix.0 as usize)?.as_ref())
                .map(|lowered| without(lowered, taken))
                .filter(|lowered| !lowered.edits.is_empty())
                .collect();
            if acting.is_empty() {
                continue;
            }
            let mut hasher = DefaultHasher::new();
            let back: Vec<_> = taken
                .iter()
                .filter(|(patch, _)| which.contains(patch))
                .collect();
            (key, edition, which, back).hash(&mut hasher);
            key = hasher.finish();
            let before = Arc::clone(&steps[steps.len() - 1].tree);
            let step = self.0.entry(key).or_insert_with(|| {
                let acting: Vec<&Lowered> = acting.iter().map(AsRef::as_ref).collect();
                let applied = op::apply(&before, &acting, patches);
                let mut step = Step {
                    edition: *edition,
                    patches: which.clone(),
                    tree: Arc::new(applied.tree),
                    faults: applied.faults,
                };
                fills.lay_in(&steps, &mut step, lowered, taken);
                Arc::new(step)
            });
            steps.push(Arc::clone(step));
        }
        steps
    }
}
