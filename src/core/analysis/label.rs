//! Returns a unit's label; tests if that of a paragraph or bullet differs between two versions.

use crate::model::{SectionTree, UnitId, UnitKind};

/// Returns whether a paragraph or bullet has another label in a later version. The label of a row
/// is its first cell, which is compared as a cell.
pub(super) fn is_relabelled(before: &SectionTree, after: &SectionTree, unit: UnitId) -> bool {
    matches!(after.kind(unit), UnitKind::Paragraph | UnitKind::Bullet)
        && label_of(before, unit) != label_of(after, unit)
}

/// Completes a label that names nothing, such as `-1`, `2` or `(b)`, with the first words of a text.
pub(super) fn telling_label(label: &str, text: &str) -> String {
    let mut letters = label.split(|c: char| !c.is_alphabetic());
    if text.is_empty() || letters.any(|run| run.chars().nth(1).is_some()) {
        return label.to_owned();
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let first = words[..words.len().min(FIRST_WORDS)].join(" ");
    let more = if words.len() > FIRST_WORDS {
        " …"
    } else {
        ""
    };
    format!("{label} {first}{more}")
}

/// How many words complete a label that names nothing.
const FIRST_WORDS: usize = 6;

/// Returns the label of a unit.
pub(super) fn label_of(tree: &SectionTree, unit: UnitId) -> Option<String> {
    tree.label(unit).map(str::to_owned)
}

/// Returns the words that name a unit: row and column of a cell, the label of another unit, or that
/// of the unit around it that it begins.
pub(super) fn naming_label(tree: &SectionTree, unit: UnitId) -> Option<String> {
    if let Some((row, column)) = tree.cell_labels(unit) {
        return Some(format!("{row} ({column})"));
    }
    label_of(tree, unit).or_else(|| {
        let parent = tree.parent(unit)?;
        label_of(tree, parent).filter(|_| tree.children(parent).next() == Some(unit))
    })
}
