//! Whatever is typed, one after the other, gives what loading the result from nothing gives.

use crate::generate::{LibraryShape, generate};
use rulebook::{
    analysis::{Analysis, Source, SourceKind},
    disk, lint,
    model::EditionIx,
    resolve::{NameKind, View},
    syntax::{Layer, MarkKind, RulesFile},
    text::SourceId,
};
use std::{fmt::Write, sync::Arc};

/// All that an analysis says of its rules: outlines, names, texts of all editions, findings with their places.
fn all(analysis: &Analysis) -> String {
    let mut out = String::new();
    for (key, db) in analysis.ruleset_dbs() {
        let mut names: Vec<_> = db.names().collect();
        names.sort_unstable();
        writeln!(out, "== {key} {:?}\n{names:?}", db.outline()).expect("a string takes everything");
        let mut facts: Vec<&str> = db.files().flat_map(facts).collect();
        facts.sort_unstable();
        facts.dedup();
        let places: Vec<_> = facts
            .into_iter()
            .map(|fact| (fact, db.sections_with_fact(fact)))
            .collect();
        let mut pages: Vec<_> = db
            .pages()
            .map(|page| (page, db.sections_on_page(page)))
            .collect();
        pages.sort_unstable();
        let parts: Vec<_> = db
            .section_ids()
            .map(|id| db.subsections_of(id))
            .filter(|parts| !parts.is_empty())
            .collect();
        writeln!(out, "{places:?}\n{pages:?}\n{parts:?}").expect("a string");
        for kind in [
            NameKind::Section,
            NameKind::Clause,
            NameKind::Term,
            NameKind::Fact,
        ] {
            let typed = ["", "a", "b"].map(|typed| db.names_matching(kind, typed, 1000));
            writeln!(out, "{kind:?} {typed:?}").expect("a string");
        }
        for id in db.section_ids() {
            let Some(section) = db.section(id) else {
                continue;
            };
            writeln!(
                out,
                "-- {id} {:?}\n{:?}\n{:?}",
                db.section_info(id),
                section.errors,
                section.differences
            )
            .expect("a string");
            for patch in &section.patches {
                writeln!(
                    out,
                    "{:?} {:?} {} {:?}",
                    patch.heading_location(),
                    patch.entry,
                    patch.document,
                    patch.frame
                )
                .expect("a string");
            }
            let mut named: Vec<_> = section
                .arena
                .names()
                .map(|(name, unit)| (name, section.unit_location(unit)))
                .collect();
            named.sort_unstable_by_key(|(name, _)| *name);
            writeln!(out, "{named:?}").expect("a string");
            for edition in 0..db.ruleset.editions.len() as u16 {
                let profile = db.ruleset.default_profile().into();
                let view = View {
                    edition: EditionIx(edition),
                    as_of: jiff::civil::Date::MAX,
                    profile,
                };
                let tree = section.version(&view);
                writeln!(
                    out,
                    "{edition} {}",
                    tree.plain_text(tree.root, Layer::Restated)
                )
                .expect("a string");
            }
        }
    }
    out
}

/// The facts that a file says.
fn facts(file: &Arc<RulesFile>) -> Vec<&str> {
    let mut out = Vec::new();
    for mark in lint::file_inlines(file)
        .into_iter()
        .flat_map(|inline| &inline.marks)
    {
        if let MarkKind::Fact(name) = &mark.kind {
            out.push(name.as_ref());
        }
    }
    out
}

/// Numbers that look random.
fn throw(seed: &mut u64, sides: usize) -> usize {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize % sides.max(1)
}

/// A text after one keystroke, or after something larger is done to it.
fn edited(text: &str, seed: &mut u64) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let at = throw(seed, lines.len());
    let mut new: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    match throw(seed, 8) {
        // a letter in the middle of a line, which may be an id, a quote, a number
        0..=2 => {
            let middle = (throw(seed, new[at].len() + 1)..=new[at].len())
                .find(|&k| new[at].is_char_boundary(k))
                .unwrap_or(0);
            new[at].insert(middle, ['x', '2', '#', '{', '"', ' '][throw(seed, 6)]);
        }
        3 => drop(new[at].pop()),
        4 => drop(new.remove(at)),
        5 => new.insert(at, String::new()),
        6 => new.insert(at, "# Something new {#something-new}".to_owned()),
        _ => {
            let other = throw(seed, new.len());
            new.swap(at, other);
        }
    }
    new.join("\n") + "\n"
}

fn try_on(mut sources: Vec<Source>, keys: usize, mut seed: u64) {
    let mut analysis = Analysis::new(sources.clone());
    all(&analysis);
    let files: Vec<usize> = (0..sources.len())
        .filter(|&at| sources[at].kind == SourceKind::Rules)
        .collect();
    let mut before: Vec<(usize, Arc<str>)> = Vec::new();
    for key in 0..keys {
        // now and then what was done is undone
        let (at, text) = match before.pop() {
            Some(undone) if throw(&mut seed, 3) == 0 => undone,
            last => {
                before.extend(last);
                let at = files[throw(&mut seed, files.len())];
                before.push((at, Arc::clone(&sources[at].text)));
                (at, Arc::from(edited(&sources[at].text, &mut seed)))
            }
        };
        sources[at].text = Arc::clone(&text);
        analysis.update_source(SourceId(at as u32), text);
        let (stepwise, afresh) = (all(&analysis), all(&Analysis::new(sources.clone())));
        if stepwise != afresh {
            let differ = stepwise.lines().zip(afresh.lines()).find(|(a, b)| a != b);
            panic!(
                "after key {key} in {}:\nstep by step: {:?}\nfrom nothing: {:?}",
                sources[at].path,
                differ.map(|d| d.0),
                differ.map(|d| d.1)
            );
        }
    }
}

#[test]
fn made_up_rules() {
    for seed in 0..3 {
        try_on(generate(LibraryShape::Deep, 60, seed).sources, 30, seed);
    }
}

#[test]
fn shipped_rules() {
    try_on(disk::shipped_sources(), 4, 1);
}

#[test]
fn a_letter_in_a_payload_concerns_one_section() {
    let sources = generate(LibraryShape::Deep, 400, 1).sources;
    let mut analysis = Analysis::new(sources.clone());
    all(&analysis);
    let at = sources
        .iter()
        .position(|source| source.name == "1.7.amend.md")
        .expect("a sheet");
    let text = &sources[at].text;
    let dot = text
        .find("\n> ")
        .and_then(|quote| Some(quote + text[quote..].find('.')?))
        .expect("a payload");
    let changed = analysis.update_source(
        SourceId(at as u32),
        format!("{}x{}", &text[..dot], &text[dot..]).into(),
    );
    assert_eq!(changed.len(), 1, "{changed:?}");
    assert!(
        analysis
            .ruleset_dbs()
            .all(|(_, db)| db.sections_of_source(SourceId(at as u32)).len() > 5)
    );
}
