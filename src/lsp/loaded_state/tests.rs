//! Tests that cached diagnostics equal those of a new check, and that all of them are reported.

use super::*;
use crate::generate::{LibraryShape, generate};
use std::{convert::Infallible, sync::Barrier, thread};

const TODAY: Date = Date::constant(2026, 1, 1);

/// Returns a pseudo-random number below `below`; each run is the same.
fn throw(seed: &mut u64, below: usize) -> usize {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize % below.max(1)
}

/// Returns a text after one edit: a letter, a deleted or duplicated line, another page, or two
/// swapped pieces.
fn edited(text: &str, seed: &mut u64) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = throw(seed, lines.len());
    match throw(seed, 7) {
        0 | 1 => {
            let middle = (throw(seed, lines[at].len() + 1)..=lines[at].len())
                .find(|&k| lines[at].is_char_boundary(k))
                .unwrap_or(0);
            lines[at].insert(middle, ['x', '9', '#', '\n'][throw(seed, 4)]);
        }
        2 => drop(lines.remove(at)),
        3 => lines.insert(at, lines[at].clone()),
        4 => lines.insert(at, String::new()),
        5 => {
            if let Some(line) = lines[at..].iter_mut().find(|line| line.contains("page=")) {
                *line = line.replacen("page=", "page=9", 1);
            }
        }
        _ => {
            let places: Vec<usize> = (0..lines.len())
                .filter(|&line| lines[line].starts_with("# "))
                .collect();
            if let Some(&place) = places.get(throw(seed, places.len())) {
                lines[places[0]..].rotate_left(place - places[0]);
            }
        }
    }
    lines.join("\n") + "\n"
}

/// Diagnostics of sections survive edits elsewhere, and follow instructions that move; they
/// must equal those of a new check.
#[test]
fn cached_diagnostics_equal_those_of_a_new_check() {
    for mut seed in 0..3 {
        let mut sources = generate(LibraryShape::Deep, 250, seed).sources;
        let mut state = LoadedState::new(sources.clone(), LayeredSettings::default());
        let files: Vec<usize> = (0..sources.len())
            .filter(|&at| sources[at].kind == SourceKind::Rules)
            .collect();
        let mut before: Option<(usize, Arc<str>)> = None;
        for edit in 0..40 {
            let (at, text) = match before.take() {
                // sometimes an edit is undone
                Some(undone) if throw(&mut seed, 2) == 0 => undone,
                Some(_) | None => {
                    let at = files[throw(&mut seed, files.len())];
                    before = Some((at, Arc::clone(&sources[at].text)));
                    (at, edited(&sources[at].text, &mut seed).into())
                }
            };
            sources[at].text = Arc::clone(&text);
            state.update(SourceId(at as u32), text);
            // as far as checking gets before the next key
            for _ in 0..throw(&mut seed, 30) {
                state.check_more(TODAY);
            }
            if throw(&mut seed, 3) > 0 {
                continue;
            }
            let all = lint::check(&Analysis::new(sources.clone()));
            for (at, source) in sources.iter().enumerate() {
                let id = SourceId(at as u32);
                let expected: Vec<&Diagnostic> = all
                    .iter()
                    .filter(|diagnostic| diagnostic.at.source == id)
                    .collect();
                let found = state.all_diagnostics(id, TODAY);
                assert_eq!(
                    found.iter().collect::<Vec<_>>(),
                    expected,
                    "{}, after edit {edit}",
                    source.path
                );
            }
        }
    }
}

fn rules(name: &str, text: &str) -> Source {
    Source {
        path: format!("/x/{name}").into(),
        name: name.to_owned(),
        ruleset: "x".into(),
        kind: SourceKind::Rules,
        origin: SourceOrigin::Folder,
        text: text.into(),
    }
}

/// A note is checked again if the section that it quotes changes, though its own file does not.
#[test]
fn a_note_is_checked_when_the_quoted_section_changes() {
    let quoted =
        "---\nruleset: x\ndocument: x-1\n---\n\n# A {#a page=3}\n\n> Knights move first.\n";
    let note = "---\nruleset: x\ndocument: x-1\n---\n\n# B {#b page=4}\n\n> Foot move first.\n\n\
                **Remark:** see [A](#a \"Knights move\").\n";
    let sources = vec![rules("1.rules.md", quoted), rules("2.rules.md", note)];
    let mut state = LoadedState::new(sources, LayeredSettings::default());
    for (words, reported) in [("Knights", 0), ("Camels", 1), ("Knights", 0)] {
        let text = quoted.replace("Knights", words);
        state.update(SourceId(0), text.into());
        let found = state.all_diagnostics(SourceId(1), TODAY);
        let uncited = found.iter().filter(|found| found.code == "uncited").count();
        assert_eq!(uncited, reported, "{words}: {found:?}");
    }
}

/// Diagnostics of a sheet survive changes of the sections that it amends, but not if something
/// that it names changes.
#[test]
fn a_changed_page_is_reported_where_a_sheet_names_the_old_one() {
    let base = "---\nruleset: x\ndocument: x-1\n---\n\n# A {#a page=3}\n\nOne.\n";
    let sheet = "---\nruleset: x\ndocument: x-2\n---\n\n# A {#a page=3}\n\n## Replace paragraph 1 {n=1}\n\n> Two.\n";
    let mut state = LoadedState::new(
        vec![rules("1.rules.md", base), rules("2.amend.md", sheet)],
        LayeredSettings::default(),
    );
    for (page, reported) in [("3", 0), ("4", 1), ("3", 0), ("5", 1)] {
        state.update(
            SourceId(0),
            base.replace("page=3", &format!("page={page}")).into(),
        );
        let found = state.all_diagnostics(SourceId(1), TODAY);
        assert_eq!(
            found
                .iter()
                .filter(|diagnostic| diagnostic.code == "page-differs")
                .count(),
            reported,
            "page {page}: {found:?}"
        );
    }
}

/// Diagnostics that a reader requested are also reported to the client.
#[test]
fn diagnostics_that_others_requested_are_reported() {
    const SOURCES: usize = 3;
    let text = "---\nruleset: x\n---\n\n# A {#a}\n\nOne.\n";
    let source = |at: usize| Source {
        path: format!("/x/{at}.md").into(),
        name: format!("{at}.rules.md"),
        ruleset: "x".into(),
        kind: SourceKind::Rules,
        origin: SourceOrigin::Folder,
        text: text.into(),
    };
    for _ in 0..2_000 {
        let state = LoadedState::new(
            (0..SOURCES).map(source).collect(),
            LayeredSettings::default(),
        );
        let start = Barrier::new(2);
        let mut reported = BTreeSet::new();
        thread::scope(|scope| {
            scope.spawn(|| {
                start.wait();
                while state.check_more(TODAY) {}
            });
            start.wait();
            let Ok(()) = state.report_new(TODAY, |source| {
                reported.extend(source);
                Ok::<(), Infallible>(())
            });
        });
        assert_eq!(reported.len(), SOURCES, "{reported:?}");
    }
}
