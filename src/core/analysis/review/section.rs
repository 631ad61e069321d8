//! Compares a section in two states of the files at all pairs of views.

use super::{
    align::align,
    difference::{Aspect, Difference, compare_keyed},
    views::ViewPair,
};
use crate::{
    analysis::{
        Analysis, ClauseBlock, ClauseRuling, Provenance, WordingChoice,
        section_reader::SectionReader,
    },
    model::SectionTree,
    resolve::{RulesetDb, RulingState, Section, View, is_clarification},
    text::{
        Span, join,
        word_diff::{DiffRun, diff},
    },
};
use indexmap::{IndexMap, IndexSet};
use std::{collections::BTreeSet, sync::Arc};

/// Differences, each with the indices of the pairs of views at which it is found.
pub(super) type Found = IndexMap<Difference, BTreeSet<usize>>;

/// Which wording is compared: the printed one where the files have it, and the restatement.
const WORDING: WordingChoice = WordingChoice::Both;

/// Compares a section, which may be in only one of the states.
pub(super) fn compare_section(
    before: Option<&SectionState<'_>>,
    after: Option<&SectionState<'_>>,
    pairs: &[ViewPair],
) -> Found {
    let mut found = Found::new();
    // profiles of an edition at which both versions are the same have the same texts
    type Versions = [Option<Arc<SectionTree>>; 2];
    let mut known: Vec<(&str, Versions, Vec<Difference>)> = Vec::new();
    for (at, pair) in pairs.iter().enumerate() {
        let sides = [(before, &pair.before), (after, &pair.after)];
        let versions = sides.map(|(own, view)| own.map(|own| own.section.version(view)));
        let is_same = |other: &Versions| {
            let mut pairs = other.iter().zip(&versions);
            pairs.all(|pair| match pair {
                (Some(one), Some(other)) => Arc::ptr_eq(one, other),
                (one, other) => one.is_none() && other.is_none(),
            })
        };
        let same = known
            .iter()
            .position(|(edition, own, _)| *edition == pair.edition && is_same(own));
        let texts = match same {
            Some(at) => &known[at].2,
            None => {
                let states = sides.map(|(own, view)| own.and_then(|own| own.state(view)));
                let texts = match (after.or(before), states.contains(&Some(NOT_PROVEN))) {
                    (Some(own), true) => state_difference(own, states).into_iter().collect(),
                    _ => {
                        let [before, after] = sides
                            .map(|(own, view)| own.map_or_else(Vec::new, |own| own.units(view)));
                        text_differences(&before, &after)
                    }
                };
                known.push((&pair.edition, versions, texts));
                &known[known.len() - 1].2
            }
        };
        let [before, after] =
            sides.map(|(own, view)| own.map_or_else(Vec::new, |own| own.rulings(view)));
        let rulings = ruling_differences(&before, &after);
        for difference in texts.iter().cloned().chain(rulings) {
            found.entry(difference).or_default().insert(at);
        }
    }
    found
}

/// The state of a section whose text is not shown, because no source says that the rules have it.
const NOT_PROVEN: &str = "not known whether the rules have it";

/// The state of any other section that is part of the text.
const PROVEN: &str = "part of the rules";

/// Returns the difference between the states of a section.
fn state_difference(section: &SectionState<'_>, states: [Option<&str>; 2]) -> Option<Difference> {
    let section = section.section;
    let id = format!("{}/{}", section.ruleset().key, section.id);
    let [before, after] = states.map(|state| state.map(str::to_owned));
    Difference::between(Aspect::State, &id, before, after)
}

/// A section in one state of the files.
pub(super) struct SectionState<'a> {
    pub(super) analysis: &'a Analysis,
    pub(super) db: &'a RulesetDb,
    pub(super) section: &'a Section,
}

impl SectionState<'_> {
    /// Returns a reader of the version at a view, which is `tree`.
    fn reader<'r>(&'r self, view: &'r View, tree: &'r SectionTree) -> SectionReader<'r> {
        SectionReader::new(self.analysis, self.db, self.section, view, tree)
    }

    /// Returns whether it is known that the rules have the section; `None` if they do not.
    fn state(&self, view: &View) -> Option<&'static str> {
        let tree = self.section.version(view);
        let is_live = tree.exists && tree.is_live(tree.root);
        let state = || match self.reader(view, &tree).is_unproven() {
            true => NOT_PROVEN,
            false => PROVEN,
        };
        is_live.then(state)
    }

    /// Returns the text at a view; none if the section is not part of it.
    fn units(&self, view: &View) -> Vec<ClauseBlock> {
        let tree = self.section.version(view);
        if !tree.exists || !tree.is_live(tree.root) {
            return Vec::new();
        }
        let reader = self.reader(view, &tree);
        reader.blocks(tree.root, WORDING)
    }

    /// Returns the rulings on the section at a view.
    fn rulings(&self, view: &View) -> Vec<ClauseRuling> {
        let mut patches = self.section.patches.iter();
        if !patches.any(|patch| is_clarification(patch)) {
            return Vec::new();
        }
        let tree = self.section.version(view);
        let reader = self.reader(view, &tree);
        reader.clarifications(tree.root, WORDING)
    }
}

/// Compares the texts of a section.
fn text_differences(before: &[ClauseBlock], after: &[ClauseBlock]) -> Vec<Difference> {
    let units = align(before, after);
    let units = units
        .into_iter()
        .flat_map(|(before, after)| match (before, after) {
            (Some(before), Some(after)) => unit_differences(before, after),
            (Some(gone), None) => vec![lone_unit(gone, Some(&gone.text), None)],
            (None, Some(new)) => vec![lone_unit(new, None, Some(&new.text))],
            (None, None) => Vec::new(),
        });
    let [before, after] = [before, after].map(facts);
    let facts = compare_keyed(Aspect::Fact, &before, &after);
    let distinct: IndexSet<Difference> = units.chain(facts).collect();
    distinct.into_iter().collect()
}

/// Compares a unit that is in both states.
fn unit_differences(before: &ClauseBlock, after: &ClauseBlock) -> Vec<Difference> {
    let id = &after.id;
    let of_words = |read: fn(&ClauseBlock) -> Option<String>| {
        let found = Difference::between(aspect(after), id, read(before), read(after))?;
        Some(Difference {
            label: place_label(after),
            by: writers(before, after),
            ..found
        })
    };
    let of_text = of_words(|block| Some(block.text.clone()));
    let of_text = of_text.or_else(|| of_words(|block| block.restated.clone()));
    let of_source = || {
        let (was, is) = (sources(before), sources(after));
        // what both have is left out, unless nothing else is left
        let [was, is] = match was.is_subset(&is) || is.is_subset(&was) {
            true => [join(&was, ", "), join(&is, ", ")],
            false => [
                join(was.difference(&is), ", "),
                join(is.difference(&was), ", "),
            ],
        };
        Difference::between(Aspect::Source, id, Some(was), Some(is))
    };
    let [old_name, name] = [before, after].map(|block| name_of(&block.id).to_owned());
    let of_label = Difference::between(Aspect::Label, id, place_label(before), place_label(after));
    let of_label = of_label.map(|own| Difference {
        label: Some(after.text.clone()),
        ..own
    });
    let reads_same = of_text.is_none();
    let all = [
        Difference::between(Aspect::Id, &name, Some(old_name), Some(name.clone())),
        of_label,
        of_text,
        reads_same.then(of_source).flatten(),
    ];
    all.into_iter().flatten().collect()
}

/// Returns the instructions and documents that wrote the words that are new in a text; of a text that only lost words
/// those that cut them.
fn writers(before: &ClauseBlock, after: &ClauseBlock) -> Vec<String> {
    let added: Vec<Span> = diff(&before.text, &after.text)
        .into_iter()
        .filter_map(|run| match run {
            // the blank behind a word may be older
            DiffRun::Added { new } => Some(new.with_len(new.of(&after.text).trim_end().len())),
            DiffRun::Same { .. } | DiffRun::Removed { .. } => None,
        })
        .collect();
    let of_words = |own: &&Provenance| {
        let mut added = added.iter();
        added.any(|span| own.start < span.end() && span.start() < own.end)
    };
    let written = after.provenance.iter().filter(of_words);
    let written: IndexSet<&str> = written.map(|own| own.origin.patch.as_str()).collect();
    let cut = || after.cut.iter().filter(|own| !before.cut.contains(own));
    match written.is_empty() {
        true => cut().map(|own| own.patch.clone()).collect(),
        false => written.into_iter().map(str::to_owned).collect(),
    }
}

/// Returns the difference that a unit is in one state only.
fn lone_unit(unit: &ClauseBlock, before: Option<&String>, after: Option<&String>) -> Difference {
    Difference {
        aspect: aspect(unit),
        id: unit.id.clone(),
        label: place_label(unit),
        before: before.cloned(),
        after: after.cloned(),
        by: match after {
            Some(_) => sources(unit).into_iter().collect(),
            // who wrote a text that is gone did not delete it
            None => Vec::new(),
        },
    }
}

/// Returns what of a unit its text is.
fn aspect(unit: &ClauseBlock) -> Aspect {
    match unit.kind {
        "cell" => Aspect::Value,
        _ => Aspect::Words,
    }
}

/// Returns the label of a unit: `bows`, `Kn(S), Reg`.
fn place_label(unit: &ClauseBlock) -> Option<String> {
    let parts = [&unit.row, &unit.label].into_iter().flatten();
    Some(join(parts, ", ")).filter(|label| !label.is_empty())
}

/// Returns the instructions and documents that wrote a text or its label, or cut words out of it.
fn sources(unit: &ClauseBlock) -> IndexSet<String> {
    let written = unit.provenance.iter().map(|own| &own.origin);
    let all = written.chain(&unit.cut).chain(&unit.label_by);
    all.map(|origin| origin.patch.clone()).collect()
}

/// Returns the name in an id, with the ruleset: `river/boarding` of `river/boarding/b2/s1`.
fn name_of(id: &str) -> &str {
    let end = id.match_indices('/').nth(1).map(|(at, _)| at);
    end.map_or(id, |end| &id[..end])
}

/// Returns the facts in a text with their values.
fn facts(units: &[ClauseBlock]) -> Vec<(String, String)> {
    let marks = units.iter().flat_map(|unit| {
        let facts = unit.marks.iter().filter(|mark| mark.kind == "fact");
        facts.filter_map(|mark| {
            let value = unit.text.get(mark.start..mark.end)?;
            Some((mark.target.clone()?, value.to_owned()))
        })
    });
    let distinct: IndexMap<String, String> = marks.rev().collect();
    distinct.into_iter().rev().collect()
}

/// Compares the rulings on a section: their words, and whether they agree with the text.
fn ruling_differences(before: &[ClauseRuling], after: &[ClauseRuling]) -> Vec<Difference> {
    type Read = fn(&ClauseRuling) -> String;
    let state: Read = |ruling| match ruling.state {
        RulingState::Current => ruling.state.label().to_owned(),
        state => format!("{}: {}", state.label(), ruling.reason),
    };
    let text: Read = |ruling| ruling.text.clone();
    let of = |aspect: Aspect, read: Read| {
        let [before, after] = [before, after].map(|rulings| -> Vec<(String, String)> {
            let rulings = rulings.iter();
            rulings.map(|own| (own.id.clone(), read(own))).collect()
        });
        compare_keyed(aspect, &before, &after)
    };
    let mut out = of(Aspect::Ruling, text);
    // a ruling that is new or gone has no change of state
    let states = of(Aspect::RulingState, state).into_iter();
    let states = states.filter(|own| own.before.is_some() && own.after.is_some());
    out.extend(states.map(|own| {
        let ruling = after.iter().find(|ruling| ruling.id == own.id);
        Difference {
            label: ruling.map(|ruling| ruling.text.clone()),
            ..own
        }
    }));
    out
}
