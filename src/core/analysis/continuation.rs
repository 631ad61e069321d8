//! Which sentences are read together: a named one with the others that the same instruction wrote and
//! with exceptions to it, which have no names; an item of a list with the sentence that announces it.

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

/// Returns the sentence that announces an item of a list, which is in front of it and ends with a
/// colon: `only if all of these apply:`.
pub(super) fn announcement(tree: &SectionTree, item: UnitId) -> Option<UnitId> {
    let parent = tree
        .parent(item)
        .filter(|_| tree.kind(item) == UnitKind::Bullet)?;
    let before = tree.children(parent).take_while(|unit| *unit != item);
    let sentences = before.filter(|unit| tree.kind(*unit) == UnitKind::Sentence);
    let last = sentences.last()?;
    tree.restated_text(last).ends_with(':').then_some(last)
}
