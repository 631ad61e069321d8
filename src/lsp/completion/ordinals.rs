//! The units that exist where an address leads so far: ordinals with the first words of each, and labels.

use super::{
    item::{Item, List, Subject},
    spot::Spot,
};
use crate::{
    model::{Tree, UnitId},
    op,
    resolve::Section,
    syntax::{
        AddressStepKind, UNITS, UnitNoun, UnitNounRow, instruction, instruction::PartialAddress,
    },
};
use std::sync::Arc;
use tower_lsp::gen_lsp_types::CompletionItemKind as Kind;

/// At most so many units of a kind are offered.
const MOST: usize = 200;

/// A place inside a version of a section.
struct Scope {
    section: Arc<Section>,
    tree: Arc<Tree>,
    units: Vec<UnitId>,
}

impl Scope {
    /// Where an address leads with its first `depth` steps.
    fn new(spot: &Spot<'_>, address: &PartialAddress, depth: usize) -> Option<Self> {
        let (section, tree) = spot.frame(address.id.as_ref().map(|id| id.value.as_str()))?;
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

    /// The units of a kind, each with its number; behind an open run nothing can be counted.
    fn counted(&self, unit: UnitNoun) -> Vec<(usize, UnitId)> {
        let Some(&scope) = self.units.first() else {
            return Vec::new();
        };
        let slots = op::countable_units(&self.tree, scope, unit);
        (1..)
            .zip(slots)
            .take_while(|&(_, slot)| !self.tree.kind(slot).is_gap())
            .take(MOST)
            .collect()
    }

    fn words(&self, unit: UnitId) -> String {
        let words = op::first_words(&self.tree, unit);
        if words == "…" {
            "not held".to_owned()
        } else {
            words
        }
    }

    fn item(&self, spot: &Spot<'_>, label: String, unit: UnitId) -> Item {
        let words = self.words(unit);
        let item = Item::new(Kind::Reference, &label)
            .note(&words)
            .filter(format!("{label} {words}"));
        match self.about(spot, unit) {
            Some(about) => item.about(about),
            None => item,
        }
    }

    fn about(&self, spot: &Spot<'_>, unit: UnitId) -> Option<Subject> {
        let at = spot.entry()?;
        let uri = spot.snapshot.uri(spot.open.source)?.to_string();
        Some(Subject::Unit {
            uri,
            place: at.place,
            entry: at.entry,
            section: self.section.id.clone(),
            unit: unit.0,
        })
    }
}

/// The units that may be named next, those that exist there first, each with its ordinals.
pub(super) fn units(spot: &Spot<'_>, address: &PartialAddress, list: &mut List) {
    let scope = Scope::new(spot, address, address.steps.len());
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
    let (here, other): (Vec<&UnitNounRow>, Vec<&UnitNounRow>) = UNITS
        .iter()
        .filter(|row| row.unit != UnitNoun::Words)
        .partition(|row| {
            !counts(row.unit).is_empty() && row.unit != UnitNoun::Line || labelled(row.unit)
        });
    let named = |row: &&UnitNounRow| Item::new(Kind::Unit, row.one).note(row.about);
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
                .map(|(n, slot)| scope.item(spot, format!("{name} {n}"), slot)),
        );
    }
    list.extend(other.iter().map(named));
}

/// The ordinals of the unit that is named.
pub(super) fn numbers(spot: &Spot<'_>, address: &PartialAddress, list: &mut List) {
    let Some(unit) = address.unit else { return };
    let Some(scope) = Scope::new(spot, address, address.steps.len()) else {
        return;
    };
    list.extend(
        scope
            .counted(unit)
            .into_iter()
            .map(|(n, slot)| scope.item(spot, n.to_string(), slot)),
    );
}

/// Further ordinals of the last step of an address.
pub(super) fn continued(spot: &Spot<'_>, address: &PartialAddress, list: &mut List) {
    let Some((last, outer)) = address.steps.split_last() else {
        return;
    };
    let AddressStepKind::Ordinals { unit, ordinals } = &last.kind else {
        return;
    };
    let Some(scope) = Scope::new(spot, address, outer.len()) else {
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
            .map(|(n, slot)| scope.item(spot, n.to_string(), slot))
            .collect::<Vec<_>>(),
    );
}

impl Scope {
    /// The labels that a unit of a kind bears here, each once, with the first that bears it.
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

/// The labels of the unit that is named, in quotation marks.
pub(super) fn labels(spot: &Spot<'_>, address: &PartialAddress, list: &mut List) {
    let Some(unit) = address.unit else { return };
    let Some(scope) = Scope::new(spot, address, address.steps.len()) else {
        return;
    };
    for (label, bearer) in scope.labelled(unit) {
        let shown = label.trim_end_matches(['.', ':']);
        list.push(scope.item(spot, instruction::quote_words(shown), bearer));
    }
}

/// The sentences, headings and cells in which words of the text are looked for: in all of the section where no address says where.
pub(super) fn sentences(spot: &Spot<'_>, addresses: &[PartialAddress]) -> Vec<String> {
    let whole = [PartialAddress::default()];
    let addresses = if addresses.is_empty() {
        &whole
    } else {
        addresses
    };
    let mut out: Vec<String> = Vec::new();
    for address in addresses {
        let Some(scope) = Scope::new(spot, address, address.steps.len()) else {
            continue;
        };
        let text = |&atom: &UnitId| {
            Some(
                scope
                    .tree
                    .get(atom)?
                    .text(crate::syntax::Layer::Restated)?
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
