//! Scores what the program reads in pasted lists against what a person reads in them.
//!
//! A list is a pair of files: `NAME.txt`, and `NAME.expected` with its edition, the AP and element
//! equivalents (EE) of its commands and of the army, and the lines with a mistake. The number in the
//! name is that of its format.

use rulebook::{
    analysis::{Analysis, Request},
    diagnostic::Severity,
    scenario::{BoundScenario, CheckOptions, ScenarioChecker, ScenarioSums, SumSection, SumValue},
    text::{LineIndex, SourceId},
};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// The day on which lists are checked.
const TODAY: jiff::civil::Date = jiff::civil::date(2026, 11, 20);

/// The formats by the number in the names of the files, two numbers each.
pub(crate) const FORMATS: &[&str] = &[
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

/// AP and EE; `None` for an amount that the rules do not settle.
pub(crate) type Amounts = (Option<f64>, Option<f64>);

/// A list with what a person reads in it.
pub(crate) struct PastedList {
    /// Its file without the ending.
    pub(crate) name: String,
    /// The position of its format in [`FORMATS`].
    pub(crate) format: usize,
    pub(crate) text: String,
    pub(crate) edition: String,
    /// The amounts of each command.
    commands: Vec<Amounts>,
    army: Amounts,
    /// The lines with a mistake.
    mistakes: Vec<usize>,
}

impl PastedList {
    /// Returns the lists of a folder by name. Panics if a file cannot be read.
    pub(crate) fn all_in(folder: &Path) -> Vec<Self> {
        let entries = fs::read_dir(folder).expect("a folder of lists");
        let mut paths: Vec<PathBuf> = entries.map(|own| own.expect("a file").path()).collect();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
        paths.sort();
        paths.iter().map(|path| Self::read(path)).collect()
    }

    fn read(path: &Path) -> Self {
        let read = |path: &Path| fs::read_to_string(path).expect("a list with its amounts");
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let number: usize = name[1..3].parse().expect("a number in the name");
        let mut out = Self {
            format: (number - 1) / 2,
            name: name.into_owned(),
            text: read(path),
            edition: String::new(),
            commands: Vec::new(),
            army: (None, None),
            mistakes: Vec::new(),
        };
        for line in read(&path.with_extension("expected")).lines() {
            let Some((key, value)) = line.split_once(": ") else {
                continue;
            };
            let mut parts = value.split([' ', '|', '#']).filter(|part| !part.is_empty());
            let amount = |name: &str| {
                let mut parts = value.split(" | ");
                let found = parts.find_map(|part| part.trim().strip_prefix(name));
                found.and_then(|number| number.trim().parse::<f64>().ok())
            };
            let amounts = (amount("AP "), amount("EE "));
            match key {
                "edition" => parts
                    .next()
                    .unwrap_or_default()
                    .clone_into(&mut out.edition),
                "command" | "ally" => out.commands.push(amounts),
                "army total" => out.army = amounts,
                "problem" => out
                    .mistakes
                    .extend(parts.next().map(str::parse::<usize>).and_then(Result::ok)),
                _ => {}
            }
        }
        out
    }

    /// Returns the options to check it with.
    pub(crate) fn options(&self) -> CheckOptions {
        CheckOptions {
            request: Request {
                edition: Some(self.edition.clone()),
                ..Request::default()
            },
            today: TODAY,
        }
    }

    /// Reads a text at the edition of the list.
    pub(crate) fn bind(
        &self,
        (analysis, checker): (&Analysis, &ScenarioChecker),
        text: &str,
    ) -> BoundScenario {
        let bound = checker.bind(analysis, SourceId(u32::MAX), text, &self.options());
        bound.expect("a known edition")
    }

    /// Reads the list and adds what is right to the figures. Returns whether the amounts of the army are.
    fn score(&self, shipped: (&Analysis, &ScenarioChecker), score: &mut Score) -> bool {
        let bound = self.bind(shipped, &self.text);
        let sums: ScenarioSums = bound.sums();
        // of several armies the first
        let army = sums.parts.iter().find(|part| part.depth == 1);
        let army = army.map_or((None, None), totals);
        let lines = LineIndex::new(&self.text);
        let diagnostics = bound.diagnostics(shipped.0);
        let problems: Vec<usize> = diagnostics
            .iter()
            .filter(|found| found.severity > Severity::Note)
            .map(|found| lines.position(&self.text, found.at.span.start()).line + 1)
            .collect();
        let found: Vec<_> = sums.parts.iter().skip(1).map(totals).collect();
        let count = |all: &[usize], own: &[usize], is_in: bool| {
            let counted = all.iter().filter(|line| own.contains(line) == is_in);
            counted.count()
        };
        let is_known = army.0.is_some() && army.1.is_some();
        score.lists += 1;
        score.ap += usize::from(army.0 == self.army.0);
        score.ee += usize::from(army.1 == self.army.1);
        score.commands.0 += self
            .commands
            .iter()
            .filter(|own| found.contains(own))
            .count();
        score.commands.1 += self.commands.len();
        score.mistakes.0 += count(&self.mistakes, &problems, true);
        score.mistakes.1 += self.mistakes.len();
        score.false_alarms += count(&problems, &self.mistakes, false);
        // a doubt is a word
        let mut doubts = diagnostics.iter();
        let is_said = !problems.is_empty()
            || doubts.any(|own| own.message.starts_with("if the list was read right"));
        score.silent += usize::from(is_known && army != self.army && !is_said);
        army == self.army
    }
}

/// The figures of the lists of one format.
#[derive(Default)]
pub(crate) struct Score {
    pub(crate) lists: usize,
    /// Of how many lists the AP, and the EE, of the army are right.
    pub(crate) ap: usize,
    pub(crate) ee: usize,
    /// How many commands are right, of how many.
    pub(crate) commands: (usize, usize),
    /// How many mistakes are found, of how many.
    pub(crate) mistakes: (usize, usize),
    /// Problems at lines without a mistake.
    pub(crate) false_alarms: usize,
    /// Lists with wrong amounts of the army and no problem or doubt at all.
    pub(crate) silent: usize,
}

/// The columns of a [`Score`].
pub(crate) const HEADER: &str = "format | lists | AP right | EE right | commands right | mistakes found | false alarms | wrong without a word\n";

impl Score {
    /// Returns the row of a table.
    pub(crate) fn row(&self, name: &str) -> String {
        let Self {
            lists,
            ap,
            ee,
            commands,
            mistakes,
            false_alarms,
            silent,
        } = self;
        format!(
            "{name} | {lists} | {ap} | {ee} | {} of {} | {} of {} | {false_alarms} | {silent}\n",
            commands.0, commands.1, mistakes.0, mistakes.1
        )
    }

    fn add(&mut self, other: &Self) {
        self.lists += other.lists;
        self.ap += other.ap;
        self.ee += other.ee;
        self.commands.0 += other.commands.0;
        self.commands.1 += other.commands.1;
        self.mistakes.0 += other.mistakes.0;
        self.mistakes.1 += other.mistakes.1;
        self.false_alarms += other.false_alarms;
        self.silent += other.silent;
    }
}

/// Returns the table of the figures of some lists, by format, with a last row of all; and the names of
/// the lists that are read wrongly.
pub(crate) fn table<'l>(
    lists: &'l [PastedList],
    shipped: (&Analysis, &ScenarioChecker),
) -> (String, Vec<&'l str>) {
    let mut scores: BTreeMap<usize, Score> = BTreeMap::new();
    let mut wrong = Vec::new();
    for list in lists {
        if !list.score(shipped, scores.entry(list.format).or_default()) {
            wrong.push(&*list.name);
        }
    }
    let mut all = Score::default();
    scores.values().for_each(|score| all.add(score));
    let rows = scores
        .iter()
        .map(|(format, score)| score.row(FORMATS[*format]));
    let table = HEADER.to_owned() + &rows.collect::<String>() + &all.row("all");
    (table, wrong)
}

/// Returns the totals of a part.
pub(crate) fn totals(part: &SumSection) -> Amounts {
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
