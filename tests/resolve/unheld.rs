//! No view says of a unit that it is new, not part of the rules, or gone, if the text at its place in the other edition is not
//! held. What is held is read here from the versions and from what the sheets replaced, without the code that makes the statements.

use rulebook::{
    analysis::{Analysis, ChangeKind, ClauseState, Fate, WordingChoice, public_id},
    disk,
    model::{EditionIx, Patch, SectionTree, UnitId, UnitKind},
    resolve::{RulesetDb, Section, View},
    syntax::{Verb, WordingLayer},
};
use std::{collections::BTreeSet, sync::Arc};

/// Whether a part of a unit is not held: a gap, or words left out.
fn has_hole(tree: &SectionTree, unit: UnitId) -> bool {
    tree.live_units(unit).into_iter().any(|unit| {
        let whole = |layer| {
            let text = tree.get(unit).and_then(|node| node.text(layer));
            text.is_some_and(|text| !text.has_hole())
        };
        let atom = tree.kind(unit).is_atom();
        tree.kind(unit).is_gap()
            || atom && !whole(WordingLayer::Restated) && !whole(WordingLayer::Printed)
    })
}

/// Whether nothing of a version of a section is known but its heading.
fn is_bare(tree: &SectionTree) -> bool {
    tree.exists
        && tree
            .children(tree.root)
            .all(|unit| tree.kind(unit) == UnitKind::Heading || tree.kind(unit).is_gap())
}

/// The units of `after` of which it is not known whether `before`, the version of the edition that was amended, had them.
fn unknown_in(
    section: &Section,
    before: &SectionTree,
    after: &SectionTree,
    edition: EditionIx,
) -> Vec<UnitId> {
    let replaced = |by| {
        let live = before.live_units(before.root).into_iter();
        let mut lost = live.filter_map(|unit| Some((unit, after.get(unit)?.gone.as_ref()?)));
        lost.any(|(unit, gone)| gone.replaced && gone.by == by && has_hole(before, unit))
    };
    let states_only = |patch: &Patch| patch.verb() == Some(Verb::SetEntries) && is_bare(before);
    let later = |patch: &Patch| patch.own_edition > patch.edition && edition < patch.edition;
    let is_new = |unit: &UnitId| {
        after.kind(*unit) != UnitKind::Heading
            && !before.is_live(*unit)
            && before.removal(*unit).is_none()
    };
    let is_unknown = |unit: &UnitId| {
        let mut around = after.ancestors(*unit).filter(|unit| !before.is_live(*unit));
        around.any(|unit| {
            let Some(node) = after.get(unit) else {
                return false;
            };
            let patch = section.patch(node.by);
            replaced(node.by)
                || patch.is_some_and(|patch| {
                    patch.is_instruction() && (states_only(patch) || later(patch))
                })
        })
    };
    let units = after.live_units(after.root).into_iter();
    units.filter(is_new).filter(is_unknown).collect()
}

struct Statements<'a> {
    analysis: &'a Analysis,
    db: &'a RulesetDb,
    section: &'a Section,
    compared: usize,
    wrong: BTreeSet<String>,
}

impl Statements<'_> {
    fn check(&mut self, holds: bool, say: impl FnOnce() -> String) {
        self.compared += 1;
        if !holds {
            self.wrong.insert(say());
        }
    }

    /// Compares what is said of the units that are `unknown` at `from` and part of the text at `to`.
    fn check_views(&mut self, from: &View, to: &View, unknown: &[UnitId]) {
        let (analysis, db, section) = (self.analysis, self.db, self.section);
        let tree = section.version(to);
        let id = |unit: UnitId| format!("{}/{}", db.ruleset.key, public_id(section, &tree, unit));
        let ids: BTreeSet<String> = unknown.iter().map(|&unit| id(unit)).collect();
        let editions = [from, to].map(|view| db.ruleset.edition_id(view.edition).to_owned());
        let place = editions.join("..");
        for &unit in unknown {
            let clause = analysis.clause_text(db, section, Some(unit), from, WordingChoice::Both);
            self.check(clause.state != ClauseState::NotYet, || {
                format!("show {} --at {}: not part", id(unit), editions[0])
            });
        }
        for (one, other) in [(from, to), (to, from)] {
            for pair in analysis.compare(db, section, None, one, other).pairs {
                let said = match (pair.fate, pair.change) {
                    (Fate::Added | Fate::Removed, _) => true,
                    (Fate::Same, _) | (_, Some(ChangeKind::Move)) => false,
                    (_, change) => change.is_some_and(|change| change != ChangeKind::Unknown),
                };
                self.check(!said || !ids.contains(&pair.id), || {
                    format!(
                        "diff {place}: {:?} {:?} {}",
                        pair.fate, pair.change, pair.id
                    )
                });
            }
        }
        let log = analysis.change_log(db, section, None, to);
        for change in log.entries.iter().flat_map(|entry| &entry.changes) {
            self.check(change.before.is_some() || !ids.contains(&change.id), || {
                format!("log at {}: new {}", editions[1], change.id)
            });
        }
    }
}

fn views(db: &RulesetDb) -> Vec<View> {
    let documents = db.ruleset.documents.values();
    let dates = documents.flat_map(|document| [Some(document.published), document.revised]);
    let dates = dates.flatten().filter(|date| !date.is_undated());
    let mut days: BTreeSet<jiff::civil::Date> = dates.map(|date| date.counts_from()).collect();
    days.insert("2099-01-01".parse().expect("a day"));
    let of_day = |as_of| {
        let profiles = db.ruleset.profiles.iter().cloned().map(Arc::new);
        profiles.map(move |profile| View {
            edition: EditionIx(0),
            as_of,
            profile,
        })
    };
    days.into_iter().flat_map(of_day).collect()
}

#[test]
fn what_may_have_been_there_is_not_called_new() {
    let analysis = Analysis::new(disk::shipped_sources());
    let (mut compared, mut wrong) = (0, BTreeSet::new());
    for (_, db) in analysis.ruleset_dbs() {
        let found = db.map_sections(|section| {
            let (analysis, section) = (&analysis, &**section);
            let mut statements = Statements {
                analysis,
                db,
                section,
                compared: 0,
                wrong: BTreeSet::new(),
            };
            let mut seen = BTreeSet::new();
            let newest = EditionIx(db.ruleset.editions.len() as u16 - 1);
            for view in views(db) {
                let chain = db.ruleset.amendment_chain(newest);
                let views = chain.iter().map(|&edition| view.with_edition(edition));
                let views: Vec<View> = views.collect();
                for (at, pair) in views.windows(2).enumerate() {
                    let (before, after) = (section.version(&pair[0]), section.version(&pair[1]));
                    let versions = (Arc::as_ptr(&before).addr(), Arc::as_ptr(&after).addr());
                    if !before.exists || !after.exists || !seen.insert((at, versions)) {
                        continue;
                    }
                    let unknown = unknown_in(section, &before, &after, pair[0].edition);
                    // what is not known at an edition is not known at those before it either
                    for from in views[..=at].iter().filter(|_| !unknown.is_empty()) {
                        statements.check_views(from, &pair[1], &unknown);
                    }
                }
            }
            (statements.compared, statements.wrong)
        });
        for (count, lines) in found {
            compared += count;
            wrong.extend(lines);
        }
    }
    assert!(compared > 1000, "only {compared} statements were compared");
    let wrong: Vec<String> = wrong.into_iter().collect();
    assert!(
        wrong.is_empty(),
        "{} of {compared} statements:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
