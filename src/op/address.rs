//! How a unit is addressed in a version of its section, as far as that can be proved from what is held.

use super::select;
use crate::{
    model::{BASE, Kind, Tree, UnitId, Wording},
    syntax::{Layer, Unit},
};

/// The place of a unit among the units of its kind, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ordinal {
    /// Counted from the start: no open run stands before it.
    FromStart(usize),
    /// Counted from the end: an open run stands before it, and none after it.
    FromEnd(usize),
}

impl Ordinal {
    /// Names the unit of kind `name` with this ordinal: `bullet 3`, `last bullet`, `bullet 2 from the end`.
    pub fn of(self, name: &str) -> String {
        match self {
            Self::FromStart(n) => format!("{name} {n}"),
            Self::FromEnd(1) => format!("last {name}"),
            Self::FromEnd(n) => format!("{name} {n} from the end"),
        }
    }
}

/// Whether a unit is the few words of the base text that are held between others that are not: in how many sentences they stand, and
/// in which, is not known.
pub fn is_excerpt(tree: &Tree, unit: UnitId) -> bool {
    let own = tree
        .get(unit)
        .filter(|node| node.kind == Kind::Sentence && node.by == BASE);
    own.and_then(|node| node.text(Layer::Restated))
        .is_some_and(|wording| wording.has_hole() && !wording.is_hole())
}

/// The ordinal of `unit` in `slots`; none where open runs stand on both sides of it, so that nobody can count it. In the base text an
/// ordinal that counts past an excerpt is the sheet's own; once a later unit stands among them, nobody knows on which side of the excerpt.
fn ordinal_in(tree: &Tree, slots: &[UnitId], unit: UnitId) -> Option<Ordinal> {
    let at = slots
        .iter()
        .position(|&slot| slot == unit)
        .filter(|_| !is_excerpt(tree, unit))?;
    // which of the sentences around an excerpt this is, nobody knows, unless a sheet counts to it and says what it reads
    let blank = |unit: UnitId| {
        tree.get(unit)
            .and_then(|node| node.text(Layer::Restated))
            .is_some_and(Wording::is_hole)
    };
    if blank(unit)
        && slots.iter().any(|&slot| is_excerpt(tree, slot))
        && !is_last_counted(tree, slots, at)
    {
        return None;
    }
    let later = |slots: &[UnitId]| {
        slots
            .iter()
            .any(|&slot| tree.get(slot).is_some_and(|node| node.by != BASE))
    };
    let open = |slots: &[UnitId]| {
        slots.iter().any(|&slot| tree.kind(slot).is_gap())
            || slots.iter().any(|&slot| is_excerpt(tree, slot)) && later(slots)
    };
    if !open(&slots[..=at]) {
        return Some(Ordinal::FromStart(at + 1));
    }
    (!open(&slots[at..])).then(|| Ordinal::FromEnd(slots.len() - at))
}

/// Whether a unit is the last before an open run: the one for which a sheet's ordinal opened it.
fn is_last_counted(tree: &Tree, slots: &[UnitId], at: usize) -> bool {
    slots
        .get(at + 1)
        .is_none_or(|&next| tree.kind(next).is_gap())
}

/// The unit of the instruction language in which a kind is counted; none for kinds that have no ordinals.
fn counted_as(kind: Kind) -> Option<Unit> {
    match kind {
        Kind::Paragraph => Some(Unit::Paragraph),
        Kind::Sentence => Some(Unit::Sentence),
        Kind::Bullet => Some(Unit::Bullet),
        Kind::Table => Some(Unit::Table),
        Kind::Row => Some(Unit::Row),
        Kind::Section
        | Kind::Heading
        | Kind::Cell
        | Kind::MoreParagraphs
        | Kind::MoreSentences
        | Kind::MoreBullets => None,
    }
}

/// The ordinal of a unit among its kind in `scope`, as an instruction would count it; none where it cannot be proved.
pub fn ordinal(tree: &Tree, scope: UnitId, unit: UnitId) -> Option<Ordinal> {
    ordinal_in(
        tree,
        &select::slots(tree, scope, counted_as(tree.kind(unit))?),
        unit,
    )
}

/// The address of a unit in `tree` as an instruction would write it: `bullet 7`, `paragraph 2, last sentence`. None where its place
/// cannot be proved or written, or where it does not live.
pub fn written(tree: &Tree, unit: UnitId) -> Option<String> {
    if !tree.lives(unit) {
        return None;
    }
    if tree.kind(unit) == Kind::Heading {
        return Some("heading".to_owned());
    }
    let name = counted_as(tree.kind(unit))?.name().one;
    let step = |scope| match ordinal(tree, scope, unit)? {
        ordinal @ (Ordinal::FromStart(_) | Ordinal::FromEnd(1)) => Some(ordinal.of(name)),
        Ordinal::FromEnd(_) => None,
    };
    if let Some(step) = step(tree.root) {
        return Some(step);
    }
    let parent = tree.get(unit)?.parent?;
    Some(format!("{}, {}", written(tree, parent)?, step(parent)?))
}

/// Names a unit by label or ordinal among its siblings: `bullet 3`, `line "-2" 1`, `row "Spears"`, `last sentence`, `sentence whose place
/// is not known`.
fn step(tree: &Tree, unit: UnitId) -> String {
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
        return match ordinal_among_bearers(tree, scope, unit, label) {
            Some(ordinal) => ordinal.of(&format!("line \"{label}\"")),
            None if node.floating => format!("{name} \"{label}\" (place not known)"),
            None => format!("{name} \"{label}\""),
        };
    }
    match (counted_as(node.kind), ordinal(tree, scope, unit)) {
        (Some(_), Some(ordinal)) => ordinal.of(name),
        (Some(_), None) => format!("{name} whose place is not known"),
        (None, _) => name.to_owned(),
    }
}

/// The ordinal of a labelled unit among those that bear the same label; none where no other does or can, or where it is not known.
fn ordinal_among_bearers(tree: &Tree, scope: UnitId, unit: UnitId, label: &str) -> Option<Ordinal> {
    let key = select::label_key(label);
    let bears = |u: &UnitId| {
        tree.get(*u)
            .and_then(|node| node.label.as_deref())
            .is_some_and(|label| select::label_key(label) == key)
    };
    let slots = select::slots(tree, scope, counted_as(tree.kind(unit))?);
    let bearers: Vec<UnitId> = slots
        .into_iter()
        .filter(|u| tree.kind(*u).is_gap() || bears(u))
        .collect();
    // words name one unit; only signs and numbers recur, so that an open run may hold more of them
    let recurs = bearers.iter().filter(|u| bears(u)).count() > 1
        || !label.contains(char::is_alphabetic) && bearers.first() != Some(&unit);
    if recurs {
        ordinal_in(tree, &bearers, unit)
    } else {
        None
    }
}

/// Names a unit within its section from the outside in: `paragraph 2, last sentence`. The only paragraph of a section is left out.
/// A paragraph without a place of its own is named as such.
pub fn named(tree: &Tree, unit: UnitId) -> String {
    let unplaced = |u: UnitId| {
        tree.get(u)
            .is_some_and(|node| node.floating && node.label.is_none())
    };
    let paragraphs = |u: &UnitId| {
        matches!(tree.kind(*u), Kind::Paragraph | Kind::MoreParagraphs) && !unplaced(*u)
    };
    let alone = tree.children(tree.root).filter(paragraphs).count() == 1;
    let mut path: Vec<UnitId> = tree.path(unit).filter(|&u| u != tree.root).collect();
    path.reverse();
    let cell = tree.kind(unit) == Kind::Cell;
    let shown = |u: &UnitId| match tree.kind(*u) {
        _ if is_excerpt(tree, *u) => path.len() == 1,
        _ if *u == unit => true,
        Kind::Paragraph => !alone && !unplaced(*u),
        // a cell is named by its row and column
        Kind::Table | Kind::Row => !cell,
        _ => true,
    };
    let steps: Vec<String> = path
        .iter()
        .filter(|u| shown(u))
        .map(|&u| step(tree, u))
        .collect();
    match (
        steps.is_empty(),
        tree.get(unit).and_then(|node| node.parent),
    ) {
        // an excerpt of the only paragraph
        (true, Some(holder)) => step(tree, holder),
        (false, _) if path.iter().any(|&u| u != unit && !shown(&u) && unplaced(u)) => {
            format!(
                "{} of a paragraph whose place is not known",
                steps.join(", ")
            )
        }
        _ => steps.join(", "),
    }
}
