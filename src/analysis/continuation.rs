//! The sentences that a named one goes on with: the others that the same instruction wrote, and
//! exceptions to it. They have no names, and cannot be read alone.

use crate::{
    model::{SectionTree, UnitId, UnitKind},
    resolve::Section,
};

/// Returns the sentences that a named sentence goes on with, in the order of the text.
pub(super) fn continuation(section: &Section, tree: &SectionTree, unit: UnitId) -> Vec<UnitId> {
    let author = |unit: UnitId| section.creation(unit).map(|(patch, _)| patch);
    let is_named = |unit: UnitId| section.arena.name_of(unit).is_some();
    let parent = tree
        .parent(unit)
        .filter(|_| tree.kind(unit) == UnitKind::Sentence && is_named(unit));
    let siblings = parent.into_iter().flat_map(|parent| tree.children(parent));
    let after = siblings.skip_while(|&sibling| sibling != unit).skip(1);
    let own = author(unit);
    let goes_on = |&next: &UnitId| {
        let is_same = own.is_some() && author(next) == own && !is_named(next);
        let is_sentence = tree.kind(next) == UnitKind::Sentence;
        is_sentence && (is_same || tree.restated_text(next).starts_with("Exception"))
    };
    after.take_while(goes_on).collect()
}
