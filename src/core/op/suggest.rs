//! Suggests ordinals or labels for an address step that names nothing; returns the first words of a
//! unit, by which messages name it.

use super::{
    Suggestion,
    counting::{countable_units, label_key, units_labelled},
};
use crate::{
    model::{SectionTree, UnitId, UnitKind},
    syntax::{AddressStep, AddressStepKind, UnitNoun, WordingLayer},
    text::{join, near::likeness},
};

/// Returns what may have been meant by a step: the nearest ordinals, or the existing labels.
pub(super) fn suggestions(
    tree: &SectionTree,
    scope: UnitId,
    step: &AddressStep,
) -> Vec<Suggestion> {
    let words = |unit| first_words(tree, unit);
    let numbered = |unit: UnitNoun, requested: u32| {
        let slots = countable_units(tree, scope, unit);
        let mut near: Vec<_> = slots
            .iter()
            .enumerate()
            .map(|(at, &u)| (at as u32 + 1, u))
            .filter(|&(_, u)| !tree.kind(u).is_gap())
            .collect();
        near.sort_by_key(|&(n, _)| n.abs_diff(requested));
        near.into_iter()
            .take(3)
            .map(|(n, u)| Suggestion::new(format!("{} {n}", unit.name().one), words(u)))
            .collect::<Vec<_>>()
    };
    match &step.kind {
        AddressStepKind::Ordinals { unit, ordinals } => {
            numbered(*unit, ordinals.first().map_or(1, |o| o.0))
        }
        AddressStepKind::FromEnd { unit, .. } => numbered(*unit, 1),
        AddressStepKind::Last { unit, .. } | AddressStepKind::All { unit, .. } => {
            numbered(*unit, u32::MAX)
        }
        AddressStepKind::Labelled {
            unit,
            labels,
            ordinals,
            ..
        } => {
            let labelled = labels
                .first()
                .map(|label| (label, units_labelled(tree, scope, *unit, &label.value)))
                .filter(|(_, all)| !all.is_empty());
            if let (Some((label, all)), Some(&(n, _))) = (labelled, ordinals.first()) {
                let mut near: Vec<(u32, UnitId)> = (1..).zip(all).collect();
                near.sort_by_key(|&(at, _)| at.abs_diff(n));
                let written = |at: u32| format!("{} \"{}\" {at}", unit.name().one, label.value);
                return near
                    .into_iter()
                    .take(3)
                    .map(|(at, u)| Suggestion::new(written(at), words(u)))
                    .collect();
            }
            let requested = labels
                .first()
                .map_or(String::new(), |l| label_key(&l.value));
            let mut near: Vec<(f64, &str, UnitId)> = Vec::new();
            for u in tree.live_units(scope) {
                if let Some(label) = tree
                    .get(u)
                    .filter(|n| n.kind != UnitKind::Cell && !tree.is_header(u))
                    .and_then(|n| n.label.as_deref())
                {
                    near.push((likeness(&requested, &label_key(label)), label, u));
                }
            }
            near.sort_by(|a, b| b.0.total_cmp(&a.0));
            near.dedup_by(|a, b| a.1 == b.1);
            near.into_iter()
                .take(3)
                .map(|(_, label, u)| {
                    Suggestion::new(format!("{} \"{label}\"", unit.name().one), words(u))
                })
                .collect()
        }
        AddressStepKind::Heading | AddressStepKind::Text | AddressStepKind::Section(_) => {
            Vec::new()
        }
    }
}

/// Returns the words that a unit had when it was removed.
fn words_at_removal(tree: &SectionTree, unit: UnitId) -> String {
    let Some(node) = tree.get(unit) else {
        return String::new();
    };
    let own = node
        .text(WordingLayer::Restated)
        .map(|wording| wording.text.to_string());
    let label = node.label.as_deref().map(str::to_owned);
    let inner = node
        .children
        .iter()
        .map(|&child| words_at_removal(tree, child));
    join(
        label
            .into_iter()
            .chain(own)
            .chain(inner)
            .filter(|words| !words.is_empty()),
        " ",
    )
}

/// Returns the first words of a unit, by which people recognise it.
pub fn first_words(tree: &SectionTree, unit: UnitId) -> String {
    let text = if tree.is_live(unit) {
        tree.restated_text(unit)
    } else {
        words_at_removal(tree, unit)
    };
    let mut words = text.split_whitespace();
    let first: Vec<_> = words.by_ref().take(7).collect();
    let mut out = first.join(" ");
    if words.next().is_some() && !out.ends_with('…') {
        out.push_str(" …");
    }
    out
}
