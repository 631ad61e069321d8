//! Formats the address of a unit (`paragraph 2, last sentence`) if the known text proves it; for
//! messages also describes units whose place is not known.

use super::counting;
use crate::{
    model::{OrdinalUnits, SectionTree, UnitId, UnitKind, Wording},
    syntax::UnitNoun,
};
use std::sync::Arc;

/// The number of a unit among those of its kind, from 1: from the start (`bullet 3`), or from the
/// end where unknown units are before it (`bullet 2 from the end`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ordinal {
    /// Counted from the start: no open run is before it.
    FromStart(usize),
    /// Counted from the end: an open run is before it, and none after it.
    FromEnd(usize),
}

impl Ordinal {
    /// Names the unit of kind `name` with this ordinal: `bullet 3`, `last bullet`, `bullet 2 from
    /// the end`.
    pub fn of(self, name: &str) -> String {
        match self {
            Self::FromStart(n) => format!("{name} {n}"),
            Self::FromEnd(1) => format!("last {name}"),
            Self::FromEnd(n) => format!("{name} {n} from the end"),
        }
    }
}

/// Returns the ordinal of `unit`, or `None` where open runs on both sides make it unknown.
///
/// In the base text an ordinal that counts past an excerpt is the sheet's own. Once a later unit
/// is among the sentences, it is not known on which side of the excerpt they are.
fn ordinal_among(counted: &OrdinalUnits, tree: &SectionTree, unit: UnitId) -> Option<Ordinal> {
    let at = counted.place(unit)?;
    if tree.is_excerpt(unit) {
        return None;
    }
    // which of the sentences around an excerpt this is remains unknown, unless a sheet counts
    // to it and gives its words
    let blank = tree.restated(unit).is_some_and(Wording::is_hole);
    if blank && counted.has_excerpt() && !is_last_counted(counted, at) {
        return None;
    }
    if !counted.is_open_up_to(at) {
        return Some(Ordinal::FromStart(at + 1));
    }
    (!counted.is_open_from(at)).then(|| Ordinal::FromEnd(counted.units.len() - at))
}

/// Whether a unit is the last before an open run, that is the one for which a sheet's ordinal
/// expanded the run.
fn is_last_counted(counted: &OrdinalUnits, at: usize) -> bool {
    let next = counted.units.get(at + 1);
    next.is_none_or(|next| next.is_gap)
}

/// Returns the units of the kind of `unit` in `scope`; `None` for kinds without ordinals.
fn counted_like(tree: &SectionTree, scope: UnitId, unit: UnitId) -> Option<Arc<OrdinalUnits>> {
    let kind = tree.kind(unit);
    let noun = noun_for(kind)?;
    Some(tree.counted_units(scope, kind, || counting::countable_units(tree, scope, noun)))
}

/// Returns the noun that counts units of a kind; `None` for kinds without ordinals.
fn noun_for(kind: UnitKind) -> Option<UnitNoun> {
    match kind {
        UnitKind::Paragraph => Some(UnitNoun::Paragraph),
        UnitKind::Sentence => Some(UnitNoun::Sentence),
        UnitKind::Bullet => Some(UnitNoun::Bullet),
        UnitKind::Table => Some(UnitNoun::Table),
        UnitKind::Row => Some(UnitNoun::Row),
        UnitKind::Section
        | UnitKind::Heading
        | UnitKind::Cell
        | UnitKind::MoreParagraphs
        | UnitKind::MoreSentences
        | UnitKind::MoreBullets => None,
    }
}

/// Returns the ordinal of a unit among its kind in `scope`, as an instruction counts it; `None`
/// where it cannot be proved.
pub fn unit_ordinal(tree: &SectionTree, scope: UnitId, unit: UnitId) -> Option<Ordinal> {
    let counted = counted_like(tree, scope, unit)?;
    ordinal_among(&counted, tree, unit)
}

/// Returns the address of a unit in `tree` as an instruction writes it: `bullet 7`, `paragraph 2,
/// last sentence`.
///
/// Returns `None` where its position cannot be proved or written, or where it is not live.
pub fn unit_address(tree: &SectionTree, unit: UnitId) -> Option<String> {
    if !tree.is_live(unit) {
        return None;
    }
    if tree.kind(unit) == UnitKind::Heading {
        return Some("heading".to_owned());
    }
    let name = noun_for(tree.kind(unit))?.name().one;
    let step = |scope| Some(unit_ordinal(tree, scope, unit)?.of(name));
    if let Some(step) = step(tree.root) {
        return Some(step);
    }
    let parent = tree.parent(unit)?;
    Some(format!(
        "{}, {}",
        unit_address(tree, parent)?,
        step(parent)?
    ))
}

/// Returns the place of a unit among its kind: its address where it is proved, else its description.
pub fn unit_place(tree: &SectionTree, unit: UnitId) -> String {
    unit_address(tree, unit).unwrap_or_else(|| unit_description(tree, unit))
}

/// Names a unit by label or ordinal among its siblings: `bullet 3`, `line "-2" 1`, `row "Spears"`,
/// `last sentence`, `sentence whose place is not known`.
fn describe_step(tree: &SectionTree, unit: UnitId) -> String {
    let name = tree.kind(unit).name();
    let Some(node) = tree.get(unit) else {
        return name.to_owned();
    };
    let scope = node.parent.unwrap_or(tree.root);
    if let Some(label) = node.label.as_deref() {
        let label = label.trim_end_matches(['.', ':']);
        if let Some((row, column)) = tree.cell_labels(unit) {
            return format!("{name} \"{row}\", \"{column}\"");
        }
        return match ordinal_among_labelled(tree, scope, unit, label) {
            Some(ordinal) => ordinal.of(&format!("line \"{label}\"")),
            None if node.floating => format!("{name} \"{label}\" (place not known)"),
            None => format!("{name} \"{label}\""),
        };
    }
    match (noun_for(node.kind), unit_ordinal(tree, scope, unit)) {
        (Some(_), Some(ordinal)) => ordinal.of(name),
        (Some(_), None) => format!("{name} whose place is not known"),
        (None, _) => name.to_owned(),
    }
}

/// Returns the ordinal of a labelled unit among those with the same label; `None` where it is the
/// only one or the ordinal is not known.
fn ordinal_among_labelled(
    tree: &SectionTree,
    scope: UnitId,
    unit: UnitId,
    label: &str,
) -> Option<Ordinal> {
    let counted = counted_like(tree, scope, unit)?;
    let key = |unit: UnitId| {
        let label = tree.get(unit)?.label.as_deref()?;
        Some(counting::label_key(label))
    };
    let labelled = counted.labelled(&counting::label_key(label), key)?;
    // a label of words names one unit; only signs and numbers recur, so that an open run may
    // contain more of them
    let units = labelled.units.iter().filter(|own| !own.is_gap);
    let is_first = labelled.units.first().is_some_and(|own| own.unit == unit);
    let recurs = units.take(2).count() > 1 || !label.contains(char::is_alphabetic) && !is_first;
    if recurs {
        ordinal_among(labelled, tree, unit)
    } else {
        None
    }
}

/// Describes a unit within its section from the outside in: `paragraph 2, last sentence`.
///
/// The only paragraph of a section is left out. A paragraph without an ordinal is described as
/// such.
pub fn unit_description(tree: &SectionTree, unit: UnitId) -> String {
    let unplaced = |u: UnitId| {
        tree.get(u)
            .is_some_and(|node| node.floating && node.label.is_none())
    };
    let paragraphs = |u: &UnitId| {
        matches!(
            tree.kind(*u),
            UnitKind::Paragraph | UnitKind::MoreParagraphs
        ) && !unplaced(*u)
    };
    let alone = tree.children(tree.root).filter(paragraphs).take(2).count() == 1;
    let mut path: Vec<UnitId> = tree.ancestors(unit).filter(|&u| u != tree.root).collect();
    path.reverse();
    let cell = tree.kind(unit) == UnitKind::Cell;
    let shown = |u: &UnitId| match tree.kind(*u) {
        _ if tree.is_excerpt(*u) => path.len() == 1,
        _ if *u == unit => true,
        UnitKind::Paragraph => !alone && !unplaced(*u),
        // a cell is named by its row and column
        UnitKind::Table | UnitKind::Row => !cell,
        _ => true,
    };
    let steps: Vec<String> = path
        .iter()
        .filter(|u| shown(u))
        .map(|&u| describe_step(tree, u))
        .collect();
    match (steps.is_empty(), tree.parent(unit)) {
        // an excerpt of the only paragraph
        (true, Some(holder)) => describe_step(tree, holder),
        (false, _) if path.iter().any(|&u| u != unit && !shown(&u) && unplaced(u)) => {
            format!(
                "{} of a paragraph whose place is not known",
                steps.join(", ")
            )
        }
        _ => steps.join(", "),
    }
}
