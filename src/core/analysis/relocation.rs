//! Tests whether a unit was moved within its section between two versions; names both places.

use crate::{
    model::{SectionTree, UnitId},
    op::unit_place,
};
use serde::Serialize;

/// The earlier and the later place of a unit moved within its section: `bullet 3`, `bullet 5`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Relocation {
    /// The earlier place: `bullet 3`.
    pub from: String,
    /// The later place: `bullet 5`.
    pub to: String,
}

/// Returns whether a unit of both versions was moved in its section.
pub(super) fn is_moved(before: &SectionTree, after: &SectionTree, unit: UnitId) -> bool {
    let moved = |tree: &SectionTree| tree.get(unit).and_then(|node| node.moved);
    before.is_live(unit) && after.is_live(unit) && moved(before) != moved(after)
}

/// Returns the places of a unit that was moved in its section.
pub(super) fn relocation(
    before: &SectionTree,
    after: &SectionTree,
    unit: UnitId,
) -> Option<Relocation> {
    is_moved(before, after, unit).then(|| Relocation {
        from: unit_place(before, unit),
        to: unit_place(after, unit),
    })
}
