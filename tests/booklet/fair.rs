//! The booklet `fair.md`: 30 sections, in which known sentences are printed in other words.
//!
//! `fair.tsv` has the unit of each sentence and value, or `-` for a further unit of an open run.

use super::{book_file, edition, folder, letters, typeset, view};
use rulebook::{
    analysis::Analysis,
    model::{PatchIx, SectionTree, UnitId, UnitKind},
    printed::{BookletResult, SectionKind},
    resolve::Section,
    syntax::WordingLayer,
};
use std::fs;

/// A sentence or value of the booklet: its section, unit if known, and its first letters.
struct Expected {
    section: String,
    unit: Option<String>,
    beginning: String,
    is_value: bool,
}

fn expected() -> Vec<Expected> {
    let text = fs::read_to_string(folder().join("fair.tsv")).expect("a file");
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        Expected {
            section: cells[0].to_owned(),
            unit: (cells[1] != "-").then(|| cells[1].to_owned()),
            beginning: letters(cells[2]),
            is_value: cells[3] == "cell",
        }
    };
    text.lines().skip(1).map(row).collect()
}

/// Returns the printed texts of a section with the ids of their units.
fn shown(analysis: &Analysis, id: &str) -> Vec<(String, String)> {
    let db = analysis.ruleset_db("dbm").expect("a ruleset");
    let section = db.section(id).expect("a section");
    let tree = section.version(&view(analysis, "3.2"));
    let atoms = tree.atoms(tree.root).into_iter();
    let texts = atoms.filter_map(|unit| {
        let text = letters(&tree.get(unit)?.text(WordingLayer::Printed)?.text);
        Some((rulebook::analysis::public_id(&section, &tree, unit), text))
    });
    texts.collect()
}

/// Returns how many sentences and how many values are at their places, of how many, and those that
/// are not.
fn count(analysis: &Analysis) -> ((usize, usize), (usize, usize), String) {
    let (mut texts, mut values, mut wrong) = ((0, 0), (0, 0), String::new());
    for own in expected() {
        let shown = shown(analysis, &own.section);
        let is_there = shown.iter().any(|(id, text)| {
            let is_unit = own.unit.as_ref().is_none_or(|unit| id == unit);
            let is_text = if own.is_value {
                *text == own.beginning
            } else {
                text.starts_with(&own.beginning)
            };
            is_unit && is_text
        });
        let counts = if own.is_value {
            &mut values
        } else {
            &mut texts
        };
        counts.1 += 1;
        counts.0 += usize::from(is_there);
        if !is_there {
            wrong += &format!("{} {:?} {}\n", own.section, own.unit, own.beginning);
        }
    }
    (texts, values, wrong)
}

fn is_lost(result: &BookletResult) -> Vec<String> {
    let text = super::without_facts(&result.file.text);
    let texts = expected().into_iter().filter(|own| !own.is_value);
    texts
        .map(|own| own.beginning)
        .filter(|beginning| !text.contains(beginning))
        .collect()
}

#[test]
fn sentences_in_other_words_are_at_their_places() {
    for (layout, least) in [("fair-two-columns", 98), ("fair-damaged", 93)] {
        let (result, analysis) = book_file(&typeset(layout));
        let (texts, values, wrong) = count(&analysis);
        assert!(
            texts.0 * 100 >= texts.1 * least,
            "{layout}: {texts:?}\n{wrong}"
        );
        assert!(
            values.0 * 100 >= values.1 * 96,
            "{layout}: {values:?}\n{wrong}"
        );
        assert_eq!(is_lost(&result), Vec::<String>::new(), "{layout}");
    }
}

#[test]
fn no_section_in_columns_has_a_hole() {
    let (result, analysis) = book_file(&typeset("fair-two-columns"));
    let db = analysis.ruleset_db("dbm").expect("a ruleset");
    let mut holes = String::new();
    for own in result
        .sections
        .iter()
        .filter(|own| own.kind == SectionKind::Known)
    {
        let section = db.section(&own.id).expect("a section");
        let tree = section.version(&view(&analysis, "3.2"));
        let gaps = tree.live_units(tree.root).into_iter();
        let gaps = gaps.filter(|&unit| tree.kind(unit).is_gap());
        for unit in gaps.chain(unknown_texts(&analysis, &section, "3.2")) {
            holes += &format!("{} {:?}\n", own.id, tree.kind(unit));
        }
    }
    assert_eq!(holes, "");
}

/// Returns the units of a section whose text is not known at an edition.
fn unknown_texts(analysis: &Analysis, section: &Section, edition: &str) -> Vec<UnitId> {
    let tree = section.version(&view(analysis, edition));
    let mut units = tree.live_units(tree.root);
    units.retain(|&unit| {
        let node = tree.get(unit).expect("a unit");
        let known = |layer| node.text(layer).is_some_and(|text| !text.has_hole());
        let is_text = node.kind.is_atom() && node.kind != UnitKind::Heading;
        is_text && !known(WordingLayer::Printed) && !known(WordingLayer::Restated)
    });
    units
}

#[test]
fn other_editions_have_only_the_holes_that_sheets_make() {
    let (result, analysis) = book_file(&typeset("fair-two-columns"));
    let db = analysis.ruleset_db("dbm").expect("a ruleset");
    let own = edition(&analysis, "3.2");
    let mut unexplained = String::new();
    let mut all = 0;
    for id in result
        .sections
        .iter()
        .filter(|own| own.kind == SectionKind::Known)
        .map(|own| &own.id)
    {
        let section = db.section(id).expect("a section");
        let brought = section.version(&view(&analysis, "3.2"));
        for other in ["3.0", "3.1", "3.3", "3.4"] {
            let at = edition(&analysis, other);
            let is_between = |patch: PatchIx| {
                section.patch(patch).is_some_and(|patch| {
                    let edition = patch.own_edition;
                    at.min(own) < edition && edition <= at.max(own)
                })
            };
            let tree = section.version(&view(&analysis, other));
            for unit in unknown_texts(&analysis, &section, other) {
                all += 1;
                let wrote = |tree: &SectionTree| {
                    let node = tree.get(unit).expect("a unit");
                    let texts = [WordingLayer::Restated, WordingLayer::Printed]
                        .map(|layer| node.text(layer));
                    let mut patches = texts.into_iter().flatten().flat_map(|text| &text.origins);
                    is_between(node.by) || patches.any(|&(_, patch)| is_between(patch))
                };
                let is_explained = !brought.is_live(unit) || wrote(&brought) || wrote(&tree);
                if !is_explained {
                    let name = rulebook::analysis::public_id(&section, &tree, unit);
                    unexplained += &format!("{name} at {other}\n");
                }
            }
        }
    }
    assert_eq!(unexplained, "", "of {all} holes");
    assert!(all > 0);
}
