//! Returns a unit's label; tests if that of a paragraph or bullet differs between two versions.

use crate::model::{SectionTree, UnitId, UnitKind};

/// Returns whether a paragraph or bullet has another label in a later version. The label of a row
/// is its first cell, which is compared as a cell.
pub(super) fn is_relabelled(before: &SectionTree, after: &SectionTree, unit: UnitId) -> bool {
    matches!(after.kind(unit), UnitKind::Paragraph | UnitKind::Bullet)
        && label_of(before, unit) != label_of(after, unit)
}

/// Returns the label of a unit.
pub(super) fn label_of(tree: &SectionTree, unit: UnitId) -> Option<String> {
    tree.get(unit)?.label.as_deref().map(str::to_owned)
}
