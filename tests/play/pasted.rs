//! Lists as players paste them (`tests/play/pasted`), each with what a person reads in it: some of each
//! format, with all kinds of mistakes. The table `pasted.txt` says by format what the program reads.
//! `UPDATE=1 cargo test play::pasted` rewrites it. More lists are in `benches/lists`.

use super::SHIPPED;
use crate::support::cases::Cases;
use crate::support::lists::{FORMATS, PastedList, table, totals};
use rulebook::scenario::{BoundScenario, ScenarioSums};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::PathBuf,
    sync::LazyLock,
};

static LISTS: LazyLock<Vec<PastedList>> = LazyLock::new(|| {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/play/pasted");
    PastedList::all_in(&folder)
});

#[test]
fn pasted_lists_are_read() {
    let (analysis, checker) = &*SHIPPED;
    let (read, _) = table(&LISTS, (analysis, checker));
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/play/pasted.txt");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &read).expect("a writable file");
    }
    let drawn = fs::read_to_string(&path).unwrap_or_default();
    // a head, the formats, and a row of all
    assert_eq!(drawn.lines().count(), 1 + FORMATS.len() + 1);
    assert_eq!(read, drawn, "see `UPDATE=1 cargo test play::pasted`");
}

#[test]
fn a_formatted_list_is_the_same_army() {
    let (analysis, checker) = &*SHIPPED;
    let mut wrong = Vec::new();
    for list in &*LISTS {
        let bound = list.bind((analysis, checker), &list.text);
        let again = list.bind((analysis, checker), &bound.rewritten());
        let all = |sums: ScenarioSums| {
            let parts = sums.parts.into_iter().filter(|part| part.depth > 0);
            parts.map(|part| totals(&part)).collect::<Vec<_>>()
        };
        if all(bound.sums()) != all(again.sums()) {
            wrong.push(&list.name);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// AP and element equivalents of all lines of troops and fortifications, by the number of the line;
/// `None` where an amount is unknown. Without the AP of Regular generals, which go by how many of
/// them there are.
fn amounts_by_line(sums: &ScenarioSums) -> BTreeMap<usize, [Option<f64>; 2]> {
    let mut out: BTreeMap<usize, [Option<f64>; 2]> = BTreeMap::new();
    let tables = sums.parts.iter().flat_map(|part| &part.tables);
    for (table, line) in tables.flat_map(|table| table.lines.iter().map(move |line| (table, line)))
    {
        let own = out.entry(line.line).or_insert([Some(0.0); 2]);
        let is_regular_general = line.short.contains("Reg ")
            && ["c-in-c", "general"]
                .iter()
                .any(|rank| line.short.contains(rank));
        for (total, name) in own.iter_mut().zip(["AP", "EE"]) {
            if is_regular_general && name == "AP" {
                continue;
            }
            let column = table.columns.iter().position(|column| column == name);
            let Some(cell) = column.and_then(|at| line.cells[at].as_ref()) else {
                continue;
            };
            let value = cell
                .value
                .as_ref()
                .and_then(|value| value.parse::<f64>().ok());
            *total = (*total).zip(value).map(|(total, value)| total + value);
        }
    }
    out
}

/// Lines that say what others mean, so that without them these are read differently: the head of a
/// table, the drill of all, a line that a mail broke within a troop, baggage that the title says, too,
/// and the edition and the points agreed.
const SAYS_OF_OTHERS: &[(&str, usize)] = &[
    ("f11-newsletter", 23),
    ("C19-dacian", 1),
    ("s21-report-prose", 4),
    ("s21-report-prose", 7),
    // prose that is wrapped within a troop
    ("i22-syracuse-prose", 13),
    ("i22-syracuse-prose", 21),
];

#[test]
fn a_deleted_line_is_missing_in_the_totals_or_reported() {
    delete_lines(Cases::OneOf(16));
}

#[test]
#[ignore = "long"]
fn a_deleted_line_is_missing_in_the_totals_or_reported_all_cases() {
    delete_lines(Cases::OneOf(4));
}

/// Deletes these lines of the lists, each alone.
fn delete_lines(cases: Cases) {
    let (analysis, checker) = &*SHIPPED;
    let mut wrong = String::new();
    for (at, list) in LISTS.iter().enumerate() {
        let read = |text: &str| list.bind((analysis, checker), text);
        let problems = |bound: &BoundScenario| -> BTreeSet<String> {
            let found = bound.diagnostics(analysis).into_iter();
            found
                .map(|found| format!("{} {}", found.code, found.message))
                .collect()
        };
        let whole = read(&list.text);
        let (before, known) = (amounts_by_line(&whole.sums()), problems(&whole));
        let lines = 1..=list.text.lines().count();
        for line in lines.filter(|line| cases.contain(line + at)) {
            let kept = list.text.lines().enumerate();
            let kept = kept.filter(|(at, _)| at + 1 != line);
            let kept: String = kept.map(|(_, line)| format!("{line}\n")).collect();
            let bound = read(&kept);
            let after = amounts_by_line(&bound.sums());
            let due: Vec<_> = before.iter().filter(|(at, _)| **at != line).collect();
            let same = due.len() == after.len()
                && due
                    .iter()
                    .zip(&after)
                    .all(|((_, one), (_, other))| *one == other);
            let says_of_others = SAYS_OF_OTHERS.contains(&(&*list.name, line));
            // the verdict says that totals are unknown
            let unknown = |amounts: &BTreeMap<usize, [Option<f64>; 2]>| {
                let unknown = amounts.values().flatten().filter(|own| own.is_none());
                unknown.count()
            };
            let is_unknown = unknown(&after) > unknown(&before);
            if !same && !is_unknown && !says_of_others && problems(&bound).is_subset(&known) {
                let words = list.text.lines().nth(line - 1).unwrap_or_default();
                let _ = writeln!(wrong, "{}:{line}: {words}", list.name);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
