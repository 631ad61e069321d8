//! Lists an instruction's consequences by section, for the editors' request `rulebook/impact`: its
//! effect, changed facts, later patches on it.

use super::{Analysis, Effect, InstructionPosition, Origin, full_id};
use crate::{
    model::{PatchIx, SectionTree},
    resolve::{PatchLink, RulesetDb, Section},
};
use serde::Serialize;
use std::collections::BTreeMap;

/// The effect of an instruction on one section, the facts it changes, and later patches on it.
/// Facts are values marked in the text, which checks of army lists use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Impact {
    /// Its effect.
    #[serde(flatten)]
    pub effect: Effect,
    /// The facts whose values differ before and after it.
    pub facts: Vec<FactChange>,
    /// The later patches that act on its words, interpret them or withdraw it.
    pub later: Vec<LaterPatch>,
}

/// A fact that an instruction changes: its id, and the words marked as its values before and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FactChange {
    /// Its id.
    pub id: String,
    /// Its values before, in the order of the text; empty if it did not exist.
    pub before: Vec<String>,
    /// Its values after.
    pub after: Vec<String>,
}

/// A later patch that acts on or interprets the words of an instruction, or withdraws it, and the
/// ids of the units on which it acts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LaterPatch {
    /// The patch.
    #[serde(flatten)]
    pub origin: Origin,
    /// The units on which it acts.
    pub units: Vec<String>,
}

impl Analysis {
    /// Returns the consequences of an instruction, section by section.
    pub fn impacts(&self, db: &RulesetDb, at: InstructionPosition) -> Vec<Impact> {
        let one = |(section, ix): &(std::sync::Arc<Section>, PatchIx)| {
            let effect = self.effect(db, section, *ix)?;
            let facts = self
                .before_and_after(db, section, *ix)
                .map(|(_, before, after)| fact_changes(&before, &after))
                .unwrap_or_default();
            let later = |link: PatchLink| {
                let frame = section.frame(link.patch);
                let units = link
                    .units
                    .iter()
                    .map(|&unit| full_id(section, &frame, unit));
                LaterPatch {
                    origin: self.origin(section, link.patch),
                    units: units.collect(),
                }
            };
            let later = section.later_links(*ix).into_iter().map(later).collect();
            Some(Impact {
                effect,
                facts,
                later,
            })
        };
        self.sections_of_entry(db, at)
            .iter()
            .filter_map(one)
            .collect()
    }
}

/// Returns the facts whose values differ between two versions of a section.
fn fact_changes(before: &SectionTree, after: &SectionTree) -> Vec<FactChange> {
    let (old, new) = (facts_of(before), facts_of(after));
    let names: std::collections::BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let values = |of: &BTreeMap<String, Vec<String>>, name: &String| {
        of.get(name).cloned().unwrap_or_default()
    };
    let change = |name: &String| FactChange {
        id: name.clone(),
        before: values(&old, name),
        after: values(&new, name),
    };
    names
        .into_iter()
        .filter(|name| old.get(*name) != new.get(*name))
        .map(change)
        .collect()
}

fn facts_of(tree: &SectionTree) -> BTreeMap<String, Vec<String>> {
    let mut out: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let atoms = tree.atoms(tree.root).into_iter();
    let atoms = atoms.filter(|&atom| tree.is_live(atom));
    for words in atoms.filter_map(|atom| tree.restated(atom)) {
        for (name, value) in words.facts() {
            out.entry(name.to_owned())
                .or_default()
                .push(value.to_owned());
        }
    }
    out
}
