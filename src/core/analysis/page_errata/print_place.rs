//! Names a unit's place in print, `bullet 3`, or the place to insert it at, `after paragraph 1`.

use crate::{
    analysis::section_reader::SectionReader,
    model::{BASE, SectionTree, UnitId, UnitKind},
    op::{self, TreeEdit},
};

/// The place of a unit in the printed section: with a name, such as `paragraph 1, bullet 3`, or
/// text of unknown place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PrintPlace {
    /// It has a name: `paragraph 1, bullet 3`.
    Known(String),
    /// An open run, or a unit whose position is unknown; `sure` if such text certainly exists.
    Other { sure: bool },
}

impl PrintPlace {
    pub(super) fn name(&self) -> Option<&str> {
        match self {
            Self::Known(name) => Some(name),
            Self::Other { .. } => None,
        }
    }

    /// Returns whether it is `other` or contains it.
    pub(super) fn holds(&self, other: &Self) -> bool {
        let rest = self
            .name()
            .and_then(|name| other.name()?.strip_prefix(name));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(", "))
    }
}

/// Returns the printed units that a new unit replaces: the targets of the edit that introduces
/// it. If the numbers of old and new units are equal, each new unit replaces one; otherwise the
/// first replaces all.
pub(super) fn replaced_in_print(
    reader: &SectionReader<'_>,
    base: &SectionTree,
    unit: UnitId,
) -> Vec<UnitId> {
    let by = reader.tree.get(unit).map_or(BASE, |node| node.by);
    let lowered = reader.section.lowered_patch(by);
    let targets = lowered
        .into_iter()
        .flat_map(|lowered| &lowered.edits)
        .find_map(|edit| match edit {
            TreeEdit::Split {
                paragraph, targets, ..
            } if *paragraph == unit => Some(&targets[..]),
            TreeEdit::Replace { targets, with } | TreeEdit::Split { targets, with, .. } => {
                let at = with.roots.iter().position(|&root| root == unit)?;
                let split = matches!(edit, TreeEdit::Split { .. });
                Some(match at {
                    _ if !split && targets.len() == with.roots.len() => &targets[at..=at],
                    0 if !split => &targets[..],
                    _ => &[],
                })
            }
            _ => None,
        });
    let printed = targets
        .unwrap_or(std::slice::from_ref(&unit))
        .iter()
        .copied();
    printed
        .filter(|&u| base.is_live(u) && !base.kind(u).is_gap())
        .collect()
}

/// Returns where to insert a unit that is not in print: next to the nearest printed unit before
/// or after it that has a name.
pub(super) fn insertion_place(tree: &SectionTree, base: &SectionTree, unit: UnitId) -> String {
    let Some((parent, at)) = tree.position(unit) else {
        return String::new();
    };
    if base.is_live(unit) {
        return format!("after {}", op::unit_description(base, unit));
    }
    let (before, after) = tree.all_children(parent).split_at(at);
    let before = before.iter().rev().copied().find(|&u| base.is_live(u));
    let after = after.iter().copied().find(|&u| base.is_live(u));
    if before.is_none() && after.is_none() && !base.is_live(parent) {
        return insertion_place(tree, base, parent);
    }
    let named = |u: UnitId| match print_place(base, u) {
        _ if base.is_excerpt(u) => {
            let words = base.restated_text(u);
            Some(format!(
                "\"{}\"",
                words.trim_matches(|c: char| c == '…' || c.is_whitespace())
            ))
        }
        PrintPlace::Known(name) => Some(name),
        PrintPlace::Other { .. } => None,
    };
    let end = || match print_place(base, parent) {
        _ if parent == tree.root => "at the end".to_owned(),
        PrintPlace::Known(name) => format!("at the end of {name}"),
        PrintPlace::Other { .. } => "at the end of its paragraph".to_owned(),
    };
    match (before.map(named), after.map(named)) {
        (Some(_), _) if before == base.heading() => "after the heading".to_owned(),
        (Some(Some(before)), _) => format!("after {before}"),
        (_, Some(Some(after))) => format!("before {after}"),
        (None, Some(None)) if parent == tree.root => "at the beginning".to_owned(),
        (None, Some(None)) => format!(
            "at the beginning of {}",
            named(parent).unwrap_or_else(|| "its paragraph".to_owned())
        ),
        (Some(None) | None, None) => end(),
        // between open runs
        (Some(None), Some(None)) => String::new(),
    }
}

/// Returns the place of a unit in the numbering of the print, as far as that can be proved.
pub(super) fn print_place(base: &SectionTree, unit: UnitId) -> PrintPlace {
    if base.kind(unit).is_gap() {
        let sure = base.get(unit).is_some_and(|node| node.at_least > 0);
        return PrintPlace::Other { sure };
    }
    match base.get(unit) {
        _ if base.is_excerpt(unit) => {
            let holder = base
                .parent(unit)
                .map_or_else(String::new, |holder| op::unit_description(base, holder));
            PrintPlace::Known(format!("words of {holder}"))
        }
        Some(node)
            if node.kind == UnitKind::Sentence
                && op::unit_ordinal(base, node.parent.unwrap_or(unit), unit).is_none() =>
        {
            PrintPlace::Other { sure: true }
        }
        Some(node) if node.floating && node.label.is_none() && !base.kind(unit).is_atom() => {
            PrintPlace::Other { sure: true }
        }
        _ => PrintPlace::Known(op::unit_description(base, unit)),
    }
}
