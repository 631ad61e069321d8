//! Returns a unit's label; tests if that of a paragraph or bullet differs between two versions.

use crate::model::{Tree, UnitId, UnitKind};

/// Returns whether a paragraph or bullet has another label in a later version. The label of a row
/// is its first cell, which is compared as a cell.
pub(super) fn is_relabelled(before: &Tree, after: &Tree, unit: UnitId) -> bool {
    matches!(after.kind(unit), UnitKind::Paragraph | UnitKind::Bullet)
        && label_of(before, unit) != label_of(after, unit)
}

/// Returns the label of a unit.
pub(super) fn label_of(tree: &Tree, unit: UnitId) -> Option<String> {
    tree.get(unit)?.label.as_deref().map(str::to_owned)
}
