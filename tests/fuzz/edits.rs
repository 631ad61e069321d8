//! Changes of rules, one after the other: they give what loading the result from nothing gives, and
//! every answer about the changed rules can be rendered.
//!
//! An input is a script. A line names a file, a line of it, and what happens there:
//!
//! ```text
//! dbm/3.1.amend.md 12 cut 3
//! ```

use super::{
    input::{Inputs, choose},
    rules_file::{PIECES, WORDS},
};
use crate::{
    generate::{LibraryShape, generate},
    increments,
    resolve::dump,
};
use fastrand::Rng;
use rulebook::{
    analysis::{Analysis, Source, SourceKind, WordingChoice},
    answer::{clauses, page as page_doc},
    diagnostic::{self, RenderStyle},
    disk,
    doc::markdown,
    lint,
    resolve::RulesetDb,
    text::SourceId,
};
use std::{collections::BTreeSet, sync::LazyLock};

/// Libraries of one ruleset each: generated ones are small, the shipped ones are real.
static LIBRARIES: LazyLock<Vec<Analysis>> = LazyLock::new(|| {
    let shipped = |key: &str| -> Vec<Source> {
        let sources = disk::shipped_sources().into_iter();
        sources.filter(|source| source.ruleset == key).collect()
    };
    let all = [
        generate(LibraryShape::Deep, 30, 1).sources,
        shipped("warmaster-ancients"),
        shipped("dbm"),
    ];
    let load = |sources: Vec<Source>| {
        let analysis = Analysis::new(
            sources
                .into_iter()
                .filter(|source| source.kind != SourceKind::Check),
        );
        // what is cached now could be outdated later
        read(&analysis);
        analysis
    };
    all.into_iter().map(load).collect()
});

/// Everything that an analysis resolves to.
fn read(analysis: &Analysis) -> String {
    increments::all(analysis) + &dump::analysis(analysis)
}

/// Texts that are put into a line.
fn line(rng: &mut Rng) -> String {
    match rng.u8(..5) {
        0..2 => choose(rng, PIECES).replace(['\n', '\r'], ""),
        2..4 => {
            let words = (0..rng.u8(1..6)).map(|_| *choose(rng, WORDS));
            format!("## {}", words.collect::<String>())
        }
        _ => {
            let marks: Vec<char> = "[#>{}\"abcxyz0123 |~…-]".chars().collect();
            (0..rng.u8(..20)).map(|_| *choose(rng, &marks)).collect()
        }
    }
}

fn change(rng: &mut Rng) -> String {
    match rng.u8(..16) {
        0..2 => format!("cut {}", rng.u8(1..12)),
        2 => format!("double {}", rng.u8(1..12)),
        3..6 => format!("put {}", line(rng)),
        6..10 => format!("type {} {}", rng.u8(..80), line(rng)),
        10..12 => format!("erase {} {}", rng.u8(..80), rng.u8(1..9)),
        12..14 => format!("copy {}", rng.u8(1..60)),
        14 => "truncate".to_owned(),
        _ => "restore".to_owned(),
    }
}

pub(super) fn inputs(kept: Vec<String>) -> Inputs {
    Box::new(move |rng| {
        let mut script = match rng.u8(..8) {
            0 if !kept.is_empty() => choose(rng, &kept).clone(),
            _ => String::new(),
        };
        let sources = LIBRARIES[*choose(rng, &[0, 0, 0, 0, 0, 0, 1, 1, 1, 2])].sources();
        for _ in 0..rng.u8(1..5) {
            let source = &sources[rng.usize(..sources.len())];
            let line = rng.usize(..source.text.lines().count().max(1)) + 1;
            script += &format!("{} {line} {}\n", source.path, change(rng));
        }
        script
    })
}

/// The text of a file after a change; `None` if the script makes no sense.
fn changed(text: &str, original: &str, line: usize, change: &str) -> Option<String> {
    let (verb, operand) = change.split_once(' ').unwrap_or((change, ""));
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let at = line.saturating_sub(1).min(lines.len());
    let own = lines.get(at).copied().unwrap_or_default();
    let with = |new: &str, removed: usize| {
        let behind = (at + removed).min(lines.len());
        Some([&lines[..at].concat(), new, &lines[behind..].concat()].concat())
    };
    let run = |count: &str| {
        Some(
            lines[at..]
                .iter()
                .take(count.parse().ok()?)
                .copied()
                .collect::<String>(),
        )
    };
    match verb {
        "cut" => with("", operand.parse::<usize>().ok()?.min(lines.len())),
        "double" => with(&run(operand)?, 0),
        "put" => with(&format!("{operand}\n"), 0),
        "copy" => with(lines.get(at.checked_sub(operand.parse().ok()?)?)?, 0),
        "type" => {
            let (column, words) = operand.split_once(' ')?;
            let column = own.floor_char_boundary(column.parse().ok()?);
            with(&[&own[..column], words, &own[column..]].concat(), 1)
        }
        "erase" => {
            let (column, count) = operand.split_once(' ')?;
            let from = own.floor_char_boundary(column.parse().ok()?);
            let to = own.floor_char_boundary(from.checked_add(count.parse().ok()?)?);
            with(&[&own[..from], &own[to..]].concat(), 1)
        }
        "truncate" => Some(lines[..at].concat()),
        "restore" => Some(original.to_owned()),
        _ => None,
    }
}

/// Runs a script on the library of its first line. Calls `each` after each change.
fn run(
    script: &str,
    mut each: impl FnMut(&Analysis, SourceId),
) -> Option<(&'static Analysis, Analysis)> {
    let mut state: Option<(&Analysis, Analysis)> = None;
    for line in script.lines() {
        let mut words = line.splitn(3, ' ');
        let (Some(path), Some(at), Some(change)) = (words.next(), words.next(), words.next())
        else {
            continue;
        };
        let position = |library: &&Analysis| {
            library
                .sources()
                .iter()
                .position(|source| source.path == path)
        };
        let Some(library) = LIBRARIES.iter().find(|library| position(library).is_some()) else {
            continue;
        };
        let (original, analysis) = state.get_or_insert_with(|| (library, library.clone()));
        let Some(source) = position(original) else {
            continue;
        };
        let text = &analysis.sources()[source].text;
        let before = &original.sources()[source].text;
        let Some(text) = changed(text, before, at.parse().unwrap_or_default(), change) else {
            continue;
        };
        let source = SourceId(source as u32);
        analysis.update_source(source, text.into());
        each(analysis, source);
    }
    state
}

/// Checks that the changed analysis is the one of the changed files.
pub(super) fn check(script: &str) {
    let Some((original, analysis)) = run(script, |analysis, _| drop(read(analysis))) else {
        return;
    };
    let same = |what: &str, one: &str, other: &str| {
        let difference = dump::difference(one, other);
        assert!(
            difference.is_none(),
            "{what} {}",
            difference.unwrap_or_default()
        );
    };
    let fresh = Analysis::new(analysis.sources().iter().cloned());
    same(
        "step by step is one, from nothing the other",
        &read(&analysis),
        &read(&fresh),
    );
    let before = Analysis::new(original.sources().iter().cloned());
    same(
        "what was cloned changed with the clone",
        &read(original),
        &read(&before),
    );
}

/// Checks that every answer about the changed sections can be rendered, from every point of view.
pub(super) fn check_views(script: &str) {
    let mut touched: BTreeSet<String> = BTreeSet::new();
    let mut sources = BTreeSet::new();
    let after = run(script, |analysis, source| {
        if let Some(db) = analysis.ruleset_db_of(source) {
            let sections = db.sections_of_source(source).into_iter();
            touched.extend(sections.map(str::to_owned));
        }
        sources.insert(source);
    });
    let Some((_, analysis)) = after else { return };
    for (_, db) in analysis.ruleset_dbs() {
        // a file contributes to many sections; a sample of them is enough
        for id in touched.iter().take(8) {
            render_section(&analysis, db, id);
        }
    }
    for source in sources {
        for found in lint::check_source(&analysis, source) {
            let (span, text) = (found.at.span, analysis.source(found.at.source));
            let whole = text.is_none_or(|own| own.text.get(span.start()..span.end()).is_some());
            assert!(whole, "{found:?}");
            let rendered = diagnostic::render(&found, &|_| None, RenderStyle::default());
            assert!(rendered.contains(&found.code.to_string()), "{rendered}");
        }
    }
}

fn render_section(analysis: &Analysis, db: &RulesetDb, id: &str) {
    let Some(section) = db.section(id) else {
        return;
    };
    let views = dump::views(db);
    for (at, view) in views.iter().enumerate() {
        for choice in [
            WordingChoice::Both,
            WordingChoice::Printed,
            WordingChoice::Restated,
        ] {
            let found = analysis.clause_view(db, &section, None, view, choice);
            markdown::render(&clauses(&db.ruleset, &found), true);
            serde_json::to_string(&found).expect("JSON");
        }
        section.rulings(view);
        let log = analysis.change_log(db, &section, None, view);
        serde_json::to_string(&log).expect("JSON");
        analysis.compare(db, &section, None, &views[at.saturating_sub(2)], view);
    }
    if let (Some(page), Some(view)) = (db.page(id), views.last()) {
        let errata = analysis.page_errata(db, page, view, WordingChoice::Both);
        markdown::render(&page_doc(&db.ruleset, &errata), true);
    }
}
