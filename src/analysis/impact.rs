//! What an instruction leads to: its effect, the facts that it changes, and who acts on it later.

use super::{Analysis, Effect, EntryAt, Origin, unit_id};
use crate::{
    model::{PatchIx, Tree},
    resolve::{RulesetDb, Section},
    syntax::{Layer, MarkKind},
};
use serde::Serialize;
use std::collections::BTreeMap;

/// What an instruction leads to in one section.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Impact {
    /// What it does.
    #[serde(flatten)]
    pub effect: Effect,
    /// The facts whose values differ before and after it.
    pub facts: Vec<FactChange>,
    /// The later patches that act on its words, interpret them or take it back.
    pub later: Vec<Later>,
}

/// A fact that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FactChange {
    /// Its id.
    pub id: String,
    /// Its values before, in the order of the text; none where it was not.
    pub before: Vec<String>,
    /// Its values after.
    pub after: Vec<String>,
}

/// A later patch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Later {
    /// Which.
    #[serde(flatten)]
    pub origin: Origin,
    /// The units on which it acts.
    pub units: Vec<String>,
}

impl Analysis {
    /// What an instruction leads to, section by section.
    pub fn impacts(&self, db: &RulesetDb, at: EntryAt) -> Vec<Impact> {
        let one = |(section, ix): &(std::sync::Arc<Section>, PatchIx)| {
            let effect = self.effect(db, section, *ix)?;
            let facts = self
                .around(db, section, *ix)
                .map(|(_, before, after)| fact_changes(&before, &after))
                .unwrap_or_default();
            let later = |link: super::Link| {
                let frame = section.frame(link.patch);
                let units = link
                    .units
                    .iter()
                    .map(|&unit| format!("{}/{}", db.ruleset.key, unit_id(section, &frame, unit)));
                Later {
                    origin: self.origin(section, link.patch),
                    units: units.collect(),
                }
            };
            let later = self
                .later_links(section, *ix, None)
                .into_iter()
                .map(later)
                .collect();
            Some(Impact {
                effect,
                facts,
                later,
            })
        };
        self.instructed(db, at).iter().filter_map(one).collect()
    }
}

/// The facts whose values differ from one version of a section to another.
fn fact_changes(before: &Tree, after: &Tree) -> Vec<FactChange> {
    let (old, new) = (facts(before), facts(after));
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

fn facts(tree: &Tree) -> BTreeMap<String, Vec<String>> {
    let mut out: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for atom in tree
        .atoms(tree.root)
        .into_iter()
        .filter(|&atom| tree.lives(atom))
    {
        let Some(words) = tree.get(atom).and_then(|node| node.text(Layer::Restated)) else {
            continue;
        };
        for mark in &words.marks {
            if let MarkKind::Fact(name) = &mark.kind {
                out.entry(name.to_string())
                    .or_default()
                    .push(mark.span.of(&words.text).to_owned());
            }
        }
    }
    out
}
