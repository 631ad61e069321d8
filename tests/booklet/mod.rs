//! Booklets: an invented text on the real sections, typeset in three layouts by `typeset.py`.

mod commands;
mod fair;
mod hostile;
mod layout;
mod lines;
mod pdf_file;
mod sheet;
mod verify;

use rulebook::{
    analysis::{Analysis, Source, SourceKind, SourceOrigin},
    booklet::{Booklet, BookletBlockKind, PdfError, read_pdf, read_plain},
    disk,
    model::{EditionIx, Profile, SectionTree, UnitKind},
    printed::{BookletResult, SectionKind, make_book_file},
    resolve::View,
    syntax::WordingLayer,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::Arc,
};

const LAYOUTS: [&str; 3] = ["one-column", "two-columns", "damaged"];

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/booklet")
}

fn source() -> String {
    std::fs::read_to_string(folder().join("booklet.md")).expect("the source")
}

fn typeset(layout: &str) -> Booklet {
    let bytes = std::fs::read(folder().join(format!("{layout}.pdf"))).expect("a file");
    read_pdf(bytes).expect("a booklet")
}

fn edition(analysis: &Analysis, id: &str) -> EditionIx {
    analysis
        .ruleset_db("dbm")
        .and_then(|db| db.ruleset.edition(id))
        .expect("an edition")
}

/// Lays a booklet onto the shipped rules, and returns the rules with its text.
fn book_file(booklet: &Booklet) -> (BookletResult, Analysis) {
    let sources = disk::shipped_sources();
    let analysis = Analysis::new(sources.clone());
    let db = analysis.ruleset_db("dbm").expect("a ruleset");
    let result = make_book_file(db, booklet, edition(&analysis, "3.2"), &BTreeSet::new());
    let file = Source {
        path: "library/dbm/3.2.book.md".into(),
        name: result.file.name.clone(),
        ruleset: "dbm".into(),
        kind: SourceKind::Rules,
        origin: SourceOrigin::Library,
        text: result.file.text.as_str().into(),
    };
    let analysis = Analysis::new(sources.into_iter().chain([file]));
    (result, analysis)
}

fn view(analysis: &Analysis, id: &str) -> View {
    View {
        edition: edition(analysis, id),
        as_of: jiff::civil::Date::MAX,
        profile: Arc::<Profile>::default(),
    }
}

/// Returns the words of a text without marks, signs and blanks.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Returns the lines of the source, each with the id of its section.
fn sentences() -> Vec<(String, String)> {
    let mut section = String::new();
    let mut out = Vec::new();
    for line in source().lines() {
        if let Some(heading) = line.strip_prefix("# ") {
            section = heading.split("{#").nth(1).map_or_else(String::new, |id| {
                id.split([' ', '}']).next().unwrap_or_default().to_owned()
            });
            continue;
        }
        let line = line.trim_start().trim_start_matches("- ");
        let line = line
            .strip_prefix("**")
            .and_then(|rest| rest.split_once("** "))
            .map_or(line, |(_, rest)| rest);
        if !line.is_empty() && !line.starts_with('|') {
            out.push((section.clone(), letters(line)));
        }
    }
    out
}

fn texts(tree: &SectionTree) -> Vec<String> {
    let atoms = tree.atoms(tree.root).into_iter();
    let text = |unit| Some(letters(&tree.get(unit)?.text(WordingLayer::Printed)?.text));
    atoms.filter_map(text).collect()
}

#[test]
fn every_character_of_the_text_is_read() {
    let plain = |text: &str| {
        let mut counts: BTreeMap<char, i64> = BTreeMap::new();
        text.chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .for_each(|c| *counts.entry(c).or_default() += 1);
        counts
    };
    let headings_without_braces: String = source()
        .lines()
        .map(|line| line.split(" {").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n");
    for layout in LAYOUTS {
        let booklet = typeset(layout);
        let read: String = booklet
            .blocks
            .iter()
            .map(rulebook::booklet::BookletBlock::plain)
            .collect();
        assert_eq!(plain(&read), plain(&headings_without_braces), "{layout}");
        assert_eq!(booklet.unreadable, 0);
    }
}

#[test]
fn the_units_are_at_their_places_in_one_and_two_columns() {
    let expected = sentences();
    for layout in ["one-column", "two-columns"] {
        let (result, analysis) = book_file(&typeset(layout));
        let db = analysis.ruleset_db("dbm").expect("a ruleset");
        let view = view(&analysis, "3.2");
        let (mut found, mut all, mut wrong) = (0, 0, String::new());
        for (section, sentence) in expected.iter().filter(|(section, _)| !section.is_empty()) {
            let tree = db.section(section).expect("a section").version(&view);
            all += 1;
            if texts(&tree).contains(sentence) {
                found += 1;
            } else {
                wrong += &format!("{section}: {sentence}\n");
            }
        }
        assert!(
            found * 100 >= all * 95,
            "{layout}: {found} of {all}\n{wrong}{}",
            result.file.text
        );
        // a unit that a sheet wrote has its own words, not those of its neighbour
        for section in result
            .sections
            .iter()
            .filter(|section| section.kind == SectionKind::Known)
        {
            let tree = db.section(&section.id).expect("a section").version(&view);
            for unit in tree
                .atoms(tree.root)
                .into_iter()
                .filter(|&unit| tree.kind(unit) == UnitKind::Sentence)
            {
                let node = tree.get(unit).expect("a unit");
                let (Some(printed), Some(own)) = (
                    node.text(WordingLayer::Printed),
                    node.text(WordingLayer::Restated),
                ) else {
                    continue;
                };
                if !own.has_hole() {
                    assert_eq!(
                        letters(&printed.text),
                        letters(&own.text),
                        "{layout}, {}",
                        section.id
                    );
                }
            }
        }
    }
}

#[test]
fn nothing_of_a_damaged_booklet_is_lost() {
    let (result, _) = book_file(&typeset("damaged"));
    let text = letters(&result.file.text);
    let lost: Vec<_> = sentences()
        .into_iter()
        .filter(|(_, sentence)| !text.contains(sentence))
        .collect();
    // a fact in a sentence is written with its name
    let bare = without_facts(&result.file.text);
    let lost: Vec<_> = lost
        .into_iter()
        .filter(|(_, sentence)| !bare.contains(sentence))
        .collect();
    assert!(lost.is_empty(), "{lost:?}");
}

/// Returns the letters of a file without the targets of its links.
fn without_facts(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](fact:") {
        out += before;
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    letters(&(out + rest))
}

#[test]
fn the_sections_have_no_holes_at_their_edition() {
    let (result, analysis) = book_file(&typeset("two-columns"));
    let db = analysis.ruleset_db("dbm").expect("a ruleset");
    let view = view(&analysis, "3.2");
    let mut holes = String::new();
    for section in result
        .sections
        .iter()
        .filter(|section| section.kind == SectionKind::Known)
    {
        let tree = db.section(&section.id).expect("a section").version(&view);
        for unit in tree.live_units(tree.root) {
            let node = tree.get(unit).expect("a unit");
            let floats = tree
                .ancestors(unit)
                .any(|own| tree.get(own).is_some_and(|node| node.floating));
            let known = |layer| node.text(layer).is_some_and(|text| !text.has_hole());
            let hole = node.kind.is_gap()
                || node.kind.is_atom()
                    && !known(WordingLayer::Printed)
                    && !known(WordingLayer::Restated);
            // bullets below factors that the reader of two columns still misses
            let is_known_gap =
                section.id == "tactical-factors" && node.kind == UnitKind::MoreBullets;
            if hole && !floats && !is_known_gap {
                holes += &format!("{} {:?}\n", section.id, node.kind);
            }
        }
    }
    assert!(holes.is_empty(), "{holes}\n{}", result.file.text);
}

#[test]
fn damaged_files_are_refused() {
    let whole = std::fs::read(folder().join("two-columns.pdf")).expect("a file");
    for cut in [10, 1_000, whole.len() / 2] {
        // what is left of a file may be read; it must not break the program
        let _read = read_pdf(whole[..cut].to_vec());
    }
    assert_eq!(
        read_pdf(b"%PDF-1.7\nnothing".to_vec()),
        Err(PdfError::Invalid)
    );
}

#[test]
fn plain_text_has_headings_lists_and_tables() {
    let booklet = read_plain(
        "# Rafts\n\nA raft floats. It is\nwet.\n\n- **One.** Of logs.\n  - deep\n- Two.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    );
    let kinds: Vec<BookletBlockKind> = booklet.blocks.iter().map(|block| block.kind).collect();
    use BookletBlockKind::{Bullet, Heading, Paragraph, Table};
    assert_eq!(
        kinds,
        [
            Heading(1),
            Paragraph,
            Bullet(1),
            Bullet(2),
            Bullet(1),
            Table
        ]
    );
    assert_eq!(booklet.blocks[1].text.text, "A raft floats. It is wet.");
    assert_eq!(booklet.blocks[5].rows, [["a", "b"], ["1", "2"]]);
}
