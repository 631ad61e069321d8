//! Completes addresses in instructions, such as `bullet 3`: unit nouns, ordinals and labels, with
//! the first words of each unit.

use super::{CompletionContext, Item, ItemKind, ItemList, ItemSubject};
use crate::{
    model::{SectionTree, UnitId},
    op,
    resolve::Section,
    syntax::{
        AddressStepKind, UNIT_NOUNS, UnitNoun, UnitNounRow, WordingLayer,
        instruction::{self, PartialAddress},
    },
};
use std::sync::Arc;

/// The maximum number of units of a kind.
const MAX_UNITS: usize = 200;

/// The units whose ordinals are listed with them.
const NUMBERED: [UnitNoun; 4] = [
    UnitNoun::Paragraph,
    UnitNoun::Bullet,
    UnitNoun::Sentence,
    UnitNoun::Row,
];

/// The units that may have a label.
const LABELLED: [UnitNoun; 6] = [
    UnitNoun::Paragraph,
    UnitNoun::Bullet,
    UnitNoun::Line,
    UnitNoun::Row,
    UnitNoun::Item,
    UnitNoun::Entry,
];

/// The units in which the next step of an address counts, and the version of their section.
struct CountingScope<'a> {
    context: &'a CompletionContext<'a>,
    section: Arc<Section>,
    tree: Arc<SectionTree>,
    units: Vec<UnitId>,
}

impl<'a> CountingScope<'a> {
    /// Resolves the first `depth` steps of an address.
    fn new(
        context: &'a CompletionContext<'_>,
        address: &PartialAddress,
        depth: usize,
    ) -> Option<Self> {
        let id = address.id.as_ref().map(|id| id.value.as_str());
        let (section, tree) = context.numbering_tree(id)?;
        let scope = match id.filter(|id| *id != section.id) {
            Some(id) => {
                let named = section.arena.unit_by_name(id);
                named.filter(|&unit| tree.is_live(unit))?
            }
            None => tree.root,
        };
        let units = op::select_steps(&tree, scope, address.steps.get(..depth)?).ok()?;
        Some(Self {
            context,
            section,
            tree,
            units,
        })
    }

    /// Resolves a whole address.
    fn of(context: &'a CompletionContext<'_>, address: &PartialAddress) -> Option<Self> {
        Self::new(context, address, address.steps.len())
    }

    /// Returns the units of a kind with their numbers; none after an open run, where nothing can be
    /// counted.
    fn counted(&self, unit: UnitNoun) -> Vec<(usize, UnitId)> {
        let Some(&scope) = self.units.first() else {
            return Vec::new();
        };
        let slots = op::countable_units(&self.tree, scope, unit);
        (1..)
            .zip(slots)
            .take_while(|&(_, slot)| !self.tree.kind(slot).is_gap())
            .take(MAX_UNITS)
            .collect()
    }

    /// Returns the labels of the units of a kind, each once, with the first unit that has it.
    fn labelled(&self, unit: UnitNoun) -> Vec<(Arc<str>, UnitId)> {
        let mut out: Vec<(Arc<str>, UnitId)> = Vec::new();
        if !LABELLED.contains(&unit) {
            return out;
        }
        for &scope in &self.units {
            for below in self.tree.live_units(scope) {
                let Some(label) = self.tree.get(below).and_then(|node| node.label.clone()) else {
                    continue;
                };
                let key = op::label_key(&label);
                if below != scope
                    && out.iter().all(|(known, _)| op::label_key(known) != key)
                    && op::units_labelled(&self.tree, scope, unit, &label).contains(&below)
                {
                    out.push((label, below));
                }
            }
        }
        out
    }

    fn item(&self, label: String, unit: UnitId) -> Item {
        let mut words = op::first_words(&self.tree, unit);
        if words == "…" {
            words = "text not included".to_owned();
        }
        let mut item = Item::new(ItemKind::Reference, &label)
            .note(&words)
            .filter(format!("{label} {words}"));
        item.subject = self.context.entry().map(|(at, _)| ItemSubject::Unit {
            place: at.place,
            entry: at.entry,
            section: self.section.id.clone(),
            unit: unit.0,
        });
        item
    }
}

/// Adds the units that may come next, existing ones first, each with its ordinals.
pub(super) fn units(
    context: &CompletionContext<'_>,
    address: &PartialAddress,
    list: &mut ItemList,
) {
    let scope = CountingScope::of(context, address);
    let is_here = |row: &&UnitNounRow| {
        scope.as_ref().is_some_and(|scope| {
            row.unit != UnitNoun::Line && !scope.counted(row.unit).is_empty()
                || !scope.labelled(row.unit).is_empty()
        })
    };
    let rows = UNIT_NOUNS.iter().filter(|row| row.unit != UnitNoun::Words);
    let (here, other): (Vec<&UnitNounRow>, Vec<&UnitNounRow>) = rows.partition(is_here);
    let named = |row: &&UnitNounRow| Item::new(ItemKind::Unit, row.one).note(row.about);
    list.extend(here.iter().map(named));
    if let Some(scope) = &scope {
        for unit in NUMBERED {
            let name = unit.name().one;
            let counted = scope.counted(unit).into_iter();
            list.extend(counted.map(|(n, slot)| scope.item(format!("{name} {n}"), slot)));
        }
    }
    list.extend(other.iter().map(named));
}

/// Returns the ordinals of the named unit.
pub(super) fn numbers(
    context: &CompletionContext<'_>,
    address: &PartialAddress,
) -> Option<Vec<Item>> {
    let unit = address.unit?;
    let scope = CountingScope::of(context, address)?;
    let counted = scope.counted(unit).into_iter();
    let items = counted.map(|(n, slot)| scope.item(n.to_string(), slot));
    Some(items.collect())
}

/// Returns further ordinals of the last step of an address.
pub(super) fn continued(
    context: &CompletionContext<'_>,
    address: &PartialAddress,
) -> Option<Vec<Item>> {
    let (last, outer) = address.steps.split_last()?;
    let AddressStepKind::Ordinals { unit, ordinals } = &last.kind else {
        return None;
    };
    let scope = CountingScope::new(context, address, outer.len())?;
    let is_named = |n: usize| {
        let mut ranges = ordinals.iter();
        ranges.any(|&(from, to)| (from as usize..=to as usize).contains(&n))
    };
    let further = scope.counted(*unit).into_iter();
    let further = further.filter(|(n, _)| !is_named(*n));
    let items = further.map(|(n, slot)| scope.item(n.to_string(), slot));
    Some(items.collect())
}

/// Adds the labels of the named unit, in quotation marks.
pub(super) fn labels(
    context: &CompletionContext<'_>,
    address: &PartialAddress,
    list: &mut ItemList,
) {
    let scope = CountingScope::of(context, address);
    if let Some((unit, scope)) = address.unit.zip(scope) {
        for (label, labelled) in scope.labelled(unit) {
            let shown = label.trim_end_matches(['.', ':']);
            list.push(scope.item(instruction::quote_words(shown), labelled));
        }
    }
}

/// Returns the sentences, headings and cells in which quoted words are searched: those of the whole
/// section if no address restricts them.
pub(super) fn sentences(
    context: &CompletionContext<'_>,
    mut addresses: Vec<PartialAddress>,
) -> Vec<String> {
    if addresses.is_empty() {
        addresses.push(PartialAddress::default());
    }
    let mut out: Vec<String> = Vec::new();
    for address in &addresses {
        let Some(CountingScope { tree, units, .. }) = CountingScope::of(context, address) else {
            continue;
        };
        let atoms = units.iter().flat_map(|&unit| tree.atoms(unit));
        let text = |atom| {
            Some(
                tree.get(atom)?
                    .text(WordingLayer::Restated)?
                    .text
                    .to_string(),
            )
        };
        out.extend(atoms.filter_map(text));
    }
    out
}
