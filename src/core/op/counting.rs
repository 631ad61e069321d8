//! Lists the units of a scope that an ordinal ("3rd bullet"), a label or quoted words of an address
//! can name.

use crate::{
    model::{SectionTree, UnitId, UnitKind},
    syntax::UnitNoun,
    text::{join, similarity::normalized_words},
};
use std::collections::HashMap;

/// Normalizes a label for comparison: ignores case, brackets and final stops; all dashes are equal.
pub fn label_key(label: &str) -> String {
    let inner = label
        .trim()
        .trim_matches(|c: char| "()[].:,".contains(c) || c.is_whitespace());
    join(
        inner
            .chars()
            .map(|c| {
                if "−–—‐‑".contains(c) {
                    '-'
                } else {
                    c
                }
            })
            .flat_map(char::to_lowercase)
            .collect::<String>()
            .split_whitespace(),
        " ",
    )
}

/// Returns the kind of unit that a noun requires in a payload.
pub(super) fn kind_of_noun(unit: UnitNoun) -> UnitKind {
    match unit {
        UnitNoun::Paragraph => UnitKind::Paragraph,
        UnitNoun::Sentence | UnitNoun::Words => UnitKind::Sentence,
        UnitNoun::Bullet | UnitNoun::Line | UnitNoun::Item | UnitNoun::Entry => UnitKind::Bullet,
        UnitNoun::Row => UnitKind::Row,
        UnitNoun::Table => UnitKind::Table,
        UnitNoun::Section | UnitNoun::Figure | UnitNoun::Page => UnitKind::Section,
    }
}

/// Returns the units of a kind under `scope` in the order in which ordinals count them, open runs
/// included.
///
/// Units are counted through paragraphs, not inside bullets. Floating units and the header of a
/// table have no ordinal.
pub fn countable_units(tree: &SectionTree, scope: UnitId, unit: UnitNoun) -> Vec<UnitId> {
    let kind = kind_of_noun(unit);
    if kind == UnitKind::Section || unit == UnitNoun::Words {
        return Vec::new();
    }
    let gap = kind.gap();
    let placed = |u: UnitId| tree.get(u).is_some_and(|n| !n.floating);
    let numbered = |u: UnitId| tree.kind(u) == kind && placed(u) && !tree.is_header(u);
    let own = |scope: UnitId| {
        tree.children(scope)
            .filter(|&u| Some(tree.kind(u)) == gap || numbered(u))
    };
    let mut found: Vec<_> = own(scope).collect();
    if found.is_empty() && tree.kind(scope) == UnitKind::Section {
        let through = if kind == UnitKind::Row {
            UnitKind::Table
        } else {
            UnitKind::Paragraph
        };
        found = tree
            .children(scope)
            .filter(|&u| tree.kind(u) == through && placed(u))
            .flat_map(|u| own(u).collect::<Vec<_>>())
            .collect();
    } else if tree.kind(scope) == UnitKind::Section && kind == UnitKind::Bullet {
        found = tree
            .children(scope)
            .filter(|&u| placed(u))
            .flat_map(|u| {
                if tree.kind(u) == UnitKind::Paragraph {
                    own(u).collect()
                } else {
                    vec![u]
                }
            })
            .filter(|&u| matches!(tree.kind(u), UnitKind::Bullet | UnitKind::MoreBullets))
            .collect();
    }
    found
}

/// Returns the units with a label, on the outermost level that has any.
pub fn units_labelled(
    tree: &SectionTree,
    scope: UnitId,
    unit: UnitNoun,
    label: &str,
) -> Vec<UnitId> {
    let key = label_key(label);
    let mut levels = levels_below(tree, scope);
    levels
        .find_map(|level| {
            let own = level.into_iter();
            let found: Vec<UnitId> = own
                .filter(|&u| counted_label(tree, u, unit).is_some_and(|l| label_key(l) == key))
                .collect();
            (!found.is_empty()).then_some(found)
        })
        .unwrap_or_default()
}

/// Returns the first unit that [`units_labelled`] finds for each label, by [`label_key`].
pub fn first_units_by_label(
    tree: &SectionTree,
    scope: UnitId,
    unit: UnitNoun,
) -> HashMap<String, UnitId> {
    let mut out = HashMap::new();
    for own in levels_below(tree, scope).flatten() {
        if let Some(label) = counted_label(tree, own, unit) {
            out.entry(label_key(label)).or_insert(own);
        }
    }
    out
}

/// Returns the units below `scope`, level by level.
fn levels_below(tree: &SectionTree, scope: UnitId) -> impl Iterator<Item = Vec<UnitId>> {
    let below = |level: &Vec<UnitId>| {
        let own = level.iter().flat_map(|&u| tree.children(u));
        let own: Vec<UnitId> = own.collect();
        (!own.is_empty()).then_some(own)
    };
    std::iter::successors(below(&vec![scope]), below)
}

/// Returns the label of a unit, if it counts as such a unit.
fn counted_label(tree: &SectionTree, own: UnitId, unit: UnitNoun) -> Option<&str> {
    let fits = match tree.kind(own) {
        UnitKind::Bullet => unit != UnitNoun::Paragraph && unit != UnitNoun::Table,
        UnitKind::Paragraph => unit != UnitNoun::Bullet && unit != UnitNoun::Table,
        UnitKind::Row => (unit == UnitNoun::Row || unit == UnitNoun::Line) && !tree.is_header(own),
        UnitKind::Section
        | UnitKind::Heading
        | UnitKind::Sentence
        | UnitKind::Table
        | UnitKind::Cell
        | UnitKind::MoreParagraphs
        | UnitKind::MoreSentences
        | UnitKind::MoreBullets => false,
    };
    tree.get(own).filter(|_| fits)?.label.as_deref()
}

/// Returns the units with these words: `Rafts pay …` are the first of a unit, `… at night` its last,
/// other words its whole text, with its label before or after it.
pub(super) fn units_worded(
    tree: &SectionTree,
    scope: UnitId,
    unit: UnitNoun,
    words: &str,
) -> Vec<UnitId> {
    let kind = kind_of_noun(unit);
    let has_text = matches!(
        kind,
        UnitKind::Paragraph | UnitKind::Sentence | UnitKind::Bullet
    );
    if !has_text || unit == UnitNoun::Words {
        return Vec::new();
    }
    let text = |unit: UnitId| -> Vec<String> {
        let atoms = tree.atoms(unit).into_iter();
        let words = atoms.filter_map(|atom| tree.restated(atom));
        words.flat_map(|own| normalized_words(&own.text)).collect()
    };
    let label = |unit: UnitId| normalized_words(tree.label(unit).unwrap_or_default());
    let (first, last) = (words.strip_suffix('…'), words.strip_prefix('…'));
    let wanted = normalized_words(first.or(last).unwrap_or(words));
    let has_words = |unit: &UnitId| {
        let (text, label) = (text(*unit), label(*unit));
        let labelled = [label.clone(), text.clone()].concat();
        match (first, last) {
            (Some(_), _) => text.starts_with(&wanted) || labelled.starts_with(&wanted),
            (None, Some(_)) => text.ends_with(&wanted),
            (None, None) => {
                text == wanted || labelled == wanted || [text, label].concat() == wanted
            }
        }
    };
    let live = tree.iter_live_units(scope);
    live.filter(|&unit| tree.kind(unit) == kind && !wanted.is_empty())
        .filter(has_words)
        .collect()
}
