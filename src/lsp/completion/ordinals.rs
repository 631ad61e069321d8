//! Completes addresses in instructions, such as `bullet 3`: unit nouns, ordinals and labels, with
//! the first words of each unit.

use super::{CompletionContext, Item, ItemKind, ItemList, ItemSubject};
use crate::{
    model::{SectionTree, UnitId},
    op,
    resolve::Section,
    syntax::{
        AddressStepKind, UNIT_NOUNS, UnitNoun, UnitNounRow,
        instruction::{self, PartialAddress},
    },
};
use std::sync::Arc;

/// The maximum number of units of a kind.
const MAX_UNITS: usize = 200;

/// The units in which the next step of an address counts, and the version of their section.
struct CountingScope {
    section: Arc<Section>,
    tree: Arc<SectionTree>,
    units: Vec<UnitId>,
}

impl CountingScope {
    /// Resolves the first `depth` steps of an address.
    fn new(
        context: &CompletionContext<'_>,
        address: &PartialAddress,
        depth: usize,
    ) -> Option<Self> {
        let (section, tree) =
            context.numbering_tree(address.id.as_ref().map(|id| id.value.as_str()))?;
        let scope = match &address.id {
            Some(id) if id.value != section.id => section
                .arena
                .unit_by_name(&id.value)
                .filter(|&unit| tree.is_live(unit))?,
            Some(_) | None => tree.root,
        };
        let units = op::select_steps(&tree, scope, address.steps.get(..depth)?).ok()?;
        Some(Self {
            section,
            tree,
            units,
        })
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

    fn words(&self, unit: UnitId) -> String {
        let words = op::first_words(&self.tree, unit);
        if words == "…" {
            "text not included".to_owned()
        } else {
            words
        }
    }

    fn item(&self, context: &CompletionContext<'_>, label: String, unit: UnitId) -> Item {
        let words = self.words(unit);
        let item = Item::new(ItemKind::Reference, &label)
            .note(&words)
            .filter(format!("{label} {words}"));
        match self.about(context, unit) {
            Some(about) => item.about(about),
            None => item,
        }
    }

    fn about(&self, context: &CompletionContext<'_>, unit: UnitId) -> Option<ItemSubject> {
        let (at, _) = context.entry()?;
        Some(ItemSubject::Unit {
            place: at.place,
            entry: at.entry,
            section: self.section.id.clone(),
            unit: unit.0,
        })
    }
}

/// Adds the units that may come next, existing ones first, each with its ordinals.
pub(super) fn units(
    context: &CompletionContext<'_>,
    address: &PartialAddress,
    list: &mut ItemList,
) {
    let scope = CountingScope::new(context, address, address.steps.len());
    let counts = |unit: UnitNoun| {
        scope
            .as_ref()
            .map(|scope| scope.counted(unit))
            .unwrap_or_default()
    };
    let labelled = |unit: UnitNoun| {
        scope
            .as_ref()
            .is_some_and(|scope| !scope.labelled(unit).is_empty())
    };
    let (here, other): (Vec<&UnitNounRow>, Vec<&UnitNounRow>) = UNIT_NOUNS
        .iter()
        .filter(|row| row.unit != UnitNoun::Words)
        .partition(|row| {
            !counts(row.unit).is_empty() && row.unit != UnitNoun::Line || labelled(row.unit)
        });
    let named = |row: &&UnitNounRow| Item::new(ItemKind::Unit, row.one).note(row.about);
    list.extend(here.iter().map(named));
    for unit in [
        UnitNoun::Paragraph,
        UnitNoun::Bullet,
        UnitNoun::Sentence,
        UnitNoun::Row,
    ] {
        let Some(scope) = &scope else { break };
        let name = unit.name().one;
        list.extend(
            counts(unit)
                .into_iter()
                .map(|(n, slot)| scope.item(context, format!("{name} {n}"), slot)),
        );
    }
    list.extend(other.iter().map(named));
}

/// Adds the ordinals of the named unit.
pub(super) fn numbers(
    context: &CompletionContext<'_>,
    address: &PartialAddress,
    list: &mut ItemList,
) {
    let Some(unit) = address.unit else { return };
    let Some(scope) = CountingScope::new(context, address, address.steps.len()) else {
        return;
    };
    list.extend(
        scope
            .counted(unit)
            .into_iter()
            .map(|(n, slot)| scope.item(context, n.to_string(), slot)),
    );
}

/// Adds further ordinals of the last step of an address.
pub(super) fn continued(
    context: &CompletionContext<'_>,
    address: &PartialAddress,
    list: &mut ItemList,
) {
    let Some((last, outer)) = address.steps.split_last() else {
        return;
    };
    let AddressStepKind::Ordinals { unit, ordinals } = &last.kind else {
        return;
    };
    let Some(scope) = CountingScope::new(context, address, outer.len()) else {
        return;
    };
    let named = |n: usize| {
        ordinals
            .iter()
            .any(|&(from, to)| (from as usize..=to as usize).contains(&n))
    };
    let items = scope.counted(*unit).into_iter().filter(|(n, _)| !named(*n));
    list.extend(
        items
            .map(|(n, slot)| scope.item(context, n.to_string(), slot))
            .collect::<Vec<_>>(),
    );
}

impl CountingScope {
    /// Returns the labels of the units of a kind, each once, with the first unit that has it.
    fn labelled(&self, unit: UnitNoun) -> Vec<(Arc<str>, UnitId)> {
        let mut out: Vec<(Arc<str>, UnitId)> = Vec::new();
        let labelled = [
            UnitNoun::Paragraph,
            UnitNoun::Bullet,
            UnitNoun::Line,
            UnitNoun::Row,
            UnitNoun::Item,
            UnitNoun::Entry,
        ];
        if !labelled.contains(&unit) {
            return out;
        }
        for &scope in &self.units {
            for below in self.tree.live_units(scope) {
                let Some(label) = self.tree.get(below).and_then(|node| node.label.clone()) else {
                    continue;
                };
                let known = out
                    .iter()
                    .any(|(known, _)| op::label_key(known) == op::label_key(&label));
                if below != scope
                    && !known
                    && op::units_labelled(&self.tree, scope, unit, &label).contains(&below)
                {
                    out.push((label, below));
                }
            }
        }
        out
    }
}

/// Adds the labels of the named unit, in quotation marks.
pub(super) fn labels(
    context: &CompletionContext<'_>,
    address: &PartialAddress,
    list: &mut ItemList,
) {
    let Some(unit) = address.unit else { return };
    let Some(scope) = CountingScope::new(context, address, address.steps.len()) else {
        return;
    };
    for (label, labelled) in scope.labelled(unit) {
        let shown = label.trim_end_matches(['.', ':']);
        list.push(scope.item(context, instruction::quote_words(shown), labelled));
    }
}

/// Returns the sentences, headings and cells in which quoted words are searched: those of the whole
/// section if no address restricts them.
pub(super) fn sentences(
    context: &CompletionContext<'_>,
    addresses: &[PartialAddress],
) -> Vec<String> {
    let whole = [PartialAddress::default()];
    let addresses = if addresses.is_empty() {
        &whole
    } else {
        addresses
    };
    let mut out: Vec<String> = Vec::new();
    for address in addresses {
        let Some(scope) = CountingScope::new(context, address, address.steps.len()) else {
            continue;
        };
        let text = |&atom: &UnitId| {
            Some(
                scope
                    .tree
                    .get(atom)?
                    .text(crate::syntax::WordingLayer::Restated)?
                    .text
                    .to_string(),
            )
        };
        out.extend(
            scope
                .units
                .iter()
                .flat_map(|&unit| scope.tree.atoms(unit))
                .collect::<Vec<_>>()
                .iter()
                .filter_map(text),
        );
    }
    out
}
