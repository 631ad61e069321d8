//! Lists as players paste them (`tests/play/pasted`), each with what a person reads in it. The
//! table `pasted.txt` says by format what the program reads. `UPDATE=1 cargo test play::pasted`
//! rewrites it.

use super::{SHIPPED, TODAY};
use crate::support::{
    folder::entries,
    part::{are_all_due, is_due},
};
use rulebook::{
    analysis::Request,
    diagnostic::Severity,
    scenario::{BoundScenario, CheckOptions, ScenarioSums, SumSection, SumValue},
    text::{LineIndex, SourceId},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::PathBuf,
};

/// The formats by the number in the names of the files, two lists each; a test tries those that are due.
const FORMATS: &[&str] = &[
    "mails, quoted",
    "commands with numbers",
    "CSV",
    "Markdown tables",
    "columns and boxes",
    "descriptions beside the troops",
    "type, then number",
    "number x type",
    "columns without labels",
    "shorthand",
    "names in words",
    "tournament forms",
    "forum posts",
    "French and German",
    "no headings, list builders",
];

/// What a person reads in a list. Amounts that the rules do not settle are `None`.
#[derive(Default)]
struct Expected {
    edition: String,
    /// AP and element equivalents of each command.
    commands: Vec<(Option<f64>, Option<f64>)>,
    army: (Option<f64>, Option<f64>),
    /// The lines with a mistake.
    mistakes: Vec<usize>,
}

impl Expected {
    fn parse(text: &str) -> Self {
        let mut out = Self::default();
        for line in text.lines() {
            let Some((key, value)) = line.split_once(": ") else {
                continue;
            };
            let amount = |name: &str| {
                let mut parts = value.split(" | ");
                let found = parts.find_map(|part| part.trim().strip_prefix(name));
                found.and_then(|number| number.trim().parse::<f64>().ok())
            };
            let amounts = (amount("AP "), amount("EE "));
            match key {
                "edition" => value
                    .split('#')
                    .next()
                    .unwrap_or_default()
                    .trim()
                    .clone_into(&mut out.edition),
                "command" | "ally" => out.commands.push(amounts),
                "army total" => out.army = amounts,
                "problem" => {
                    let line = value.split('|').next().unwrap_or_default().trim();
                    out.mistakes.extend(line.parse::<usize>());
                }
                _ => {}
            }
        }
        out
    }
}

/// Returns the totals of a part: AP and element equivalents.
fn totals(part: &SumSection) -> (Option<f64>, Option<f64>) {
    let column = |name: &str| {
        let tables = part.tables.iter();
        let totals: Vec<&SumValue> = tables
            .flat_map(|table| table.columns.iter().zip(&table.totals))
            .filter(|(column, _)| *column == name)
            .filter_map(|(_, total)| total.as_ref())
            .collect();
        let numbers: Option<Vec<f64>> = totals
            .iter()
            .map(|total| total.value.as_ref()?.parse().ok())
            .collect();
        // an edition without a rule for it has no such column
        let numbers = numbers.filter(|numbers| !numbers.is_empty());
        numbers.map(|numbers| numbers.iter().sum())
    };
    (column("AP"), column("EE"))
}

/// In how many days all lists are tried.
const DAYS: usize = 6;

const HEADER: &str =
    "format | lists | AP right | EE right | commands right | mistakes found | false alarms\n";

/// Returns the first cell of a row of the table.
fn row_name(row: &str) -> Option<&str> {
    row.split(" | ").next()
}

#[derive(Default)]
struct Score {
    lists: usize,
    ap: usize,
    ee: usize,
    commands: (usize, usize),
    mistakes: (usize, usize),
    false_alarms: usize,
}

#[test]
fn pasted_lists_are_read() {
    let (analysis, checker) = &*SHIPPED;
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/play/pasted");
    let names: Vec<String> = entries(&folder)
        .into_iter()
        .filter_map(|(name, _)| Some(name.strip_suffix(".txt")?.to_owned()))
        .collect();
    let is_update = std::env::var_os("UPDATE").is_some();
    let mut scores: BTreeMap<usize, Score> = BTreeMap::new();
    for name in &names {
        let number: usize = name[1..3].parse().expect("a number in the name");
        let format = (number - 1) / 2;
        if !is_update && !is_due(format, DAYS) {
            continue;
        }
        let read = |ending: &str| fs::read_to_string(folder.join(format!("{name}.{ending}")));
        let text = read("txt").expect("a list");
        let expected = Expected::parse(&read("expected").expect("what is in it"));
        let options = CheckOptions {
            request: Request {
                edition: Some(expected.edition.clone()),
                ..Request::default()
            },
            today: TODAY,
        };
        let source = SourceId(u32::MAX);
        let bound = checker
            .bind(analysis, source, &text, &options)
            .expect("a known edition");
        let sums: ScenarioSums = bound.sums("");
        let score = scores.entry(format).or_default();
        score.lists += 1;
        // of several armies the first
        let army = sums.parts.iter().find(|part| part.depth == 1);
        let army = army.map_or((None, None), totals);
        score.ap += usize::from(army.0 == expected.army.0);
        score.ee += usize::from(army.1 == expected.army.1);
        let found: Vec<_> = sums.parts.iter().skip(1).map(totals).collect();
        score.commands.1 += expected.commands.len();
        score.commands.0 += expected
            .commands
            .iter()
            .filter(|command| found.contains(command))
            .count();
        let lines = LineIndex::new(&text);
        let problems: Vec<usize> = bound
            .diagnostics(analysis)
            .iter()
            .filter(|found| found.severity > Severity::Note)
            .map(|found| lines.position(&text, found.at.span.start()).line + 1)
            .collect();
        score.mistakes.1 += expected.mistakes.len();
        score.mistakes.0 += expected
            .mistakes
            .iter()
            .filter(|line| problems.contains(line))
            .count();
        score.false_alarms += problems
            .iter()
            .filter(|line| !expected.mistakes.contains(line))
            .count();
    }
    let row = |(format, score): (&usize, &Score)| {
        format!(
            "{} | {} | {} | {} | {} of {} | {} of {} | {}\n",
            FORMATS[*format],
            score.lists,
            score.ap,
            score.ee,
            score.commands.0,
            score.commands.1,
            score.mistakes.0,
            score.mistakes.1,
            score.false_alarms
        )
    };
    let rows: Vec<String> = scores.iter().map(row).collect();
    assert!(!rows.is_empty());
    let path = folder.with_extension("txt");
    if is_update {
        let table = format!("{HEADER}{}", rows.concat());
        fs::write(&path, table).expect("a writable file");
    }
    let drawn = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(drawn.lines().count(), 1 + FORMATS.len());
    let drawn: Vec<&str> = drawn
        .split_inclusive('\n')
        .filter(|line| rows.iter().any(|row| row_name(row) == row_name(line)))
        .collect();
    assert_eq!(rows, drawn, "see `UPDATE=1 cargo test play::pasted`");
}

#[test]
fn a_formatted_list_is_the_same_army() {
    let (analysis, checker) = &*SHIPPED;
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/play/pasted");
    let options = CheckOptions {
        request: Request::default(),
        today: TODAY,
    };
    let mut wrong = Vec::new();
    for (at, (_, path)) in entries(&folder).into_iter().enumerate() {
        if path.extension().is_none_or(|ending| ending != "txt") || !is_due(at / 2, DAYS) {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a list");
        let source = SourceId(u32::MAX);
        let bound = checker
            .bind(analysis, source, &text, &options)
            .expect("a known edition");
        let clean = bound.rewritten();
        let again = checker
            .bind(analysis, source, &clean, &options)
            .expect("a known edition");
        let all = |sums: ScenarioSums| {
            let parts = sums.parts.into_iter().filter(|part| part.depth > 0);
            parts.map(|part| totals(&part)).collect::<Vec<_>>()
        };
        if all(bound.sums("")) != all(again.sums("")) {
            wrong.push(path.display().to_string());
        }
    }
    wrong.sort();
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
/// table, the drill of all, a line that a mail broke within a troop, and baggage that the title says,
/// too.
const SAYS_OF_OTHERS: &[(&str, usize)] = &[
    ("g09-tabs.txt", 1),
    ("i25-forum.txt", 3),
    ("o19-phone-note.txt", 2),
    ("g01-wrapped.txt", 17),
    ("c19-shorthand.txt", 6),
    ("t11-caledonian-notes.txt", 3),
    ("f11-newsletter.txt", 23),
    ("g01-wrapped.txt", 12),
    ("s21-report-prose.txt", 4),
    ("u27-armee-francaise.txt", 4),
    ("s19-golden-horde-oneliners.txt", 1),
    // the form states its baggage twice
    ("n23-entry-form.txt", 18),
    // the total below the list says the baggage, too
    ("m07-wiki-moorgrafen.txt", 18),
    // the drill of all troops
    ("z21-under.txt", 7),
    ("h19-shorthand.txt", 2),
    // a row whose cells are lines of their own lacks one: the number of the next row fills it
    ("s23-dacians-pdf.txt", 23),
    // the sentence above says the same of the general
    ("j21-vikings.txt", 6),
];

#[test]
fn a_deleted_line_is_missing_in_the_totals_or_reported() {
    let (analysis, checker) = &*SHIPPED;
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/play/pasted");
    let source = SourceId(u32::MAX);
    let mut wrong = String::new();
    let mut deleted = 0;
    for (at, (_, path)) in entries(&folder).into_iter().enumerate() {
        // one list of each format in each set: all of them take minutes
        let is_first = path
            .file_stem()
            .is_some_and(|name| name.as_encoded_bytes()[2] % 2 == 1);
        if !is_first
            || !is_due(at / 4, DAYS)
            || path.extension().is_none_or(|ending| ending != "txt")
        {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a list");
        let expected = fs::read_to_string(path.with_extension("expected")).expect("what is in it");
        let options = CheckOptions {
            request: Request {
                edition: Some(Expected::parse(&expected).edition),
                ..Request::default()
            },
            today: TODAY,
        };
        let read = |text: &str| {
            let bound = checker.bind(analysis, source, text, &options);
            bound.expect("a known edition")
        };
        let problems = |bound: &BoundScenario| -> BTreeSet<String> {
            let found = bound.diagnostics(analysis).into_iter();
            found
                .map(|found| format!("{} {}", found.code, found.message))
                .collect()
        };
        let whole = read(&text);
        let (before, known) = (amounts_by_line(&whole.sums("")), problems(&whole));
        for line in (1..=text.lines().count()).filter(|line| is_due(*line, 8)) {
            deleted += 1;
            let kept = text.lines().enumerate().filter(|(at, _)| at + 1 != line);
            let kept: String = kept.map(|(_, line)| format!("{line}\n")).collect();
            let bound = read(&kept);
            let after = amounts_by_line(&bound.sums(""));
            let due: Vec<_> = before.iter().filter(|(at, _)| **at != line).collect();
            let same = due.len() == after.len()
                && due
                    .iter()
                    .zip(&after)
                    .all(|((_, one), (_, other))| *one == other);
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let says_of_others = SAYS_OF_OTHERS.contains(&(&*name, line));
            // the verdict says that totals are unknown
            let unknown = |amounts: &BTreeMap<usize, [Option<f64>; 2]>| {
                amounts
                    .values()
                    .flatten()
                    .filter(|own| own.is_none())
                    .count()
            };
            let is_unknown = unknown(&after) > unknown(&before);
            if !same && !is_unknown && !says_of_others && problems(&bound).is_subset(&known) {
                let words = text.lines().nth(line - 1).unwrap_or_default();
                let _ = writeln!(wrong, "{name}:{line}: {words}");
            }
        }
    }
    assert!(deleted > if are_all_due() { 500 } else { 100 });
    assert!(wrong.is_empty(), "{wrong}");
}
