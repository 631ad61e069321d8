//! Groups a section's patches into strata (those that take effect at once), in the order of
//! editions and documents; `Revision` is the version after a stratum.

use crate::{
    model::{EditionIx, Patch, PatchIx, Ruleset, SectionTree},
    op::{LoweredPatch, PatchError},
};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// A version of a section: its text after a stratum (the patches of an edition with the same rank,
/// which are applied at once), with the errors of applying them.
#[derive(Clone, Debug)]
pub struct Revision {
    /// The edition.
    pub edition: EditionIx,
    /// The patches; empty for the base.
    pub patches: Vec<PatchIx>,
    /// The resulting text.
    pub tree: Arc<SectionTree>,
    /// The errors found while applying the patches.
    pub errors: Vec<PatchError>,
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
    let chain = ruleset.amendment_chain(edition);
    let ended = |patch: &Patch| patch.until.is_some_and(|until| chain.contains(&until));
    let mut strata: BTreeMap<_, Vec<PatchIx>> = BTreeMap::new();
    for (at, (patch, _)) in patches
        .iter()
        .zip(visible)
        .enumerate()
        .filter(|(_, (_, v))| **v)
    {
        let place = chain.iter().position(|edition| *edition == patch.edition);
        if let Some(place) = place.filter(|_| patch.is_instruction() && !ended(patch)) {
            let key = (place, order_in_edition(patch));
            strata.entry(key).or_default().push(PatchIx(at as u32));
        }
    }
    let strata = strata.into_iter();
    strata
        .map(|((place, _), patches)| (chain[place], patches))
        .collect()
}

/// Edits that withdrawals take back: the patch, and the index of the edit in it.
pub(super) type WithdrawnEdits = BTreeSet<(PatchIx, usize)>;

/// Returns a lowered patch without its withdrawn edits.
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
