//! `sum`: the totals of an army list with their sources, at one edition or at each edition of its
//! ruleset.

use super::{
    Answer, AnswerError, AnswerResult, List, Reference,
    parts::view,
    reference,
    view::{AnswerContext, Drawing, Reply, ViewQuery},
};
use crate::{
    analysis::{Analysis, Settings},
    diagnostic::{Diagnostic, Severity},
    doc::{Block, Text, quiet, strong, text, warning},
    model::Ruleset,
    scenario::{
        CheckOptions, ScenarioChecker, ScenarioSums, SumRow, SumTable, SumValue, TotalRow,
        TotalsTable, split_note,
    },
    text::{LineIndex, SourceId},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An army list to add up.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Sum {
    /// The list.
    #[serde(flatten)]
    pub list: List,
    /// Whether to add it up at each edition
    #[serde(default)]
    pub all_editions: bool,
}

/// The source of a list that is not part of the analysis.
const NO_SOURCE: SourceId = SourceId(u32::MAX);

/// The sums of an army list at one edition, and its problems that no earlier edition has.
#[derive(Debug, Serialize)]
pub struct EditionSums {
    /// The edition.
    pub edition: String,
    /// The number of errors and warnings.
    pub findings: usize,
    /// The problems that are not found at an earlier edition.
    pub new_problems: Vec<EditionProblem>,
    /// The sums.
    #[serde(flatten)]
    pub sheet: ScenarioSums,
}

/// The sums of an army list.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum SumReply {
    /// At one edition.
    One(Box<ListSums>),
    /// At each edition of its ruleset, the oldest first.
    Editions(Vec<EditionSums>),
}

/// The sums of an army list at one edition.
#[derive(Debug, Serialize)]
pub struct ListSums {
    /// The sums.
    #[serde(flatten)]
    pub sums: ScenarioSums,
    /// The number of problems of the list, notes included.
    pub problems: usize,
}

impl SumReply {
    /// Returns the sums, at each edition.
    pub fn all(&self) -> Vec<&ScenarioSums> {
        match self {
            Self::One(own) => vec![&own.sums],
            Self::Editions(all) => all.iter().map(|own| &own.sheet).collect(),
        }
    }
}

/// A problem of a list in the sums by edition: its code, line and message, and the editions at
/// which it is found.
#[derive(Clone, Debug, Serialize)]
pub struct EditionProblem {
    /// Its code.
    pub code: String,
    /// Its severity.
    pub severity: Severity,
    /// Its line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
    /// The editions at which it is found.
    pub editions: Vec<String>,
    #[serde(skip)]
    start: usize,
}

impl ViewQuery for Sum {
    type Reply = SumReply;

    fn words(&self) -> (String, Settings) {
        self.list.words()
    }

    fn answer(&self, context: AnswerContext<'_>) -> AnswerResult<SumReply> {
        let (options, checker) = (
            context.engine.check_options(context.settings),
            context.engine.checker().clone(),
        );
        let (analysis, text) = (&context.engine.analysis, &self.list.text);
        let failure = |faults: Vec<Diagnostic>| AnswerError::from_faults(&faults);
        if self.all_editions {
            let sums = EditionSums::of_list(analysis, &checker, &options, text);
            return Ok(Answer::general(SumReply::Editions(sums.map_err(failure)?)));
        }
        let bound = checker.bind(analysis, NO_SOURCE, text, &options);
        let bound = bound.map_err(failure)?;
        let reply = SumReply::One(Box::new(ListSums {
            sums: bound.sums(),
            problems: bound.diagnostics(analysis).len(),
        }));
        Ok(match analysis.ruleset_db(&bound.ruleset) {
            Some(db) => Answer::of(db, reply),
            None => Answer::general(reply),
        })
    }
}

impl Reply for SumReply {
    fn doc(&self, drawing: &Drawing<'_>) -> Vec<Block> {
        match self {
            Self::One(own) => sums(drawing.ruleset, &own.sums),
            Self::Editions(own) => editions(own),
        }
    }

    fn references(&self) -> Vec<Reference> {
        let all = self.all().into_iter();
        all.flat_map(reference::of_sums).collect()
    }
}

impl AnswerError {
    /// Creates the error for a list that cannot be evaluated.
    pub fn from_faults(faults: &[Diagnostic]) -> Self {
        let words: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
        let failure = Self::invalid(words.join("; "));
        match faults.iter().find_map(|fault| fault.help.clone()) {
            Some(help) => failure.with_help(help),
            None => failure,
        }
    }
}

impl EditionSums {
    /// Returns the sums of a list at each edition of its ruleset, the oldest first.
    /// Editions at which the list cannot be evaluated are left out.
    fn of_list(
        analysis: &Analysis,
        checker: &ScenarioChecker,
        options: &CheckOptions,
        text: &str,
    ) -> Result<Vec<Self>, Vec<Diagnostic>> {
        let first = checker.bind(analysis, NO_SOURCE, text, options)?;
        let editions = analysis
            .ruleset_db(&first.ruleset)
            .map(|db| db.ruleset.editions.as_slice())
            .unwrap_or_default();
        let lines = LineIndex::new(text);
        let mut out: Vec<Self> = Vec::new();
        for edition in editions {
            let mut options = options.clone();
            options.request.edition = Some(edition.id.clone());
            let Ok(bound) = checker.bind(analysis, NO_SOURCE, text, &options) else {
                continue;
            };
            let mut found = bound.diagnostics(analysis);
            found.retain(|finding| finding.severity > Severity::Note);
            let mut new_problems = Vec::new();
            for finding in &found {
                let known = out
                    .iter_mut()
                    .flat_map(|earlier| &mut earlier.new_problems)
                    .chain(&mut new_problems)
                    .find(|known| known.is(finding));
                match known {
                    Some(known) if known.editions.last() == Some(&edition.id) => {}
                    Some(known) => known.editions.push(edition.id.clone()),
                    None => new_problems.push(EditionProblem {
                        code: finding.code.to_string(),
                        severity: finding.severity,
                        line: lines.line(finding.at.span.start()) + 1,
                        message: finding.message.clone(),
                        editions: vec![edition.id.clone()],
                        start: finding.at.span.start(),
                    }),
                }
            }
            out.push(Self {
                edition: edition.id.clone(),
                findings: found.len(),
                new_problems,
                sheet: bound.sums(),
            });
        }
        Ok(out)
    }
}

impl EditionProblem {
    /// Returns whether a finding at another edition is the same problem.
    fn is(&self, finding: &Diagnostic) -> bool {
        self.code == finding.code
            && self.start == finding.at.span.start()
            && self.message == finding.message
    }
}
/// Returns the sums of a list: a table for each heading, totals, and the clauses that they rest on.
fn sums(ruleset: &Ruleset, sums: &ScenarioSums) -> Vec<Block> {
    let mut out = vec![view(ruleset, &sums.query, None)];
    for part in &sums.parts {
        if !part.heading.is_empty() {
            let indent = "  ".repeat(usize::from(part.depth).saturating_sub(1));
            out.push(Block::Heading(text![indent, strong(&part.heading)]));
        }
        let indent = "  ".repeat(usize::from(part.depth).max(1));
        for (at, own) in part.tables.iter().enumerate() {
            out.extend((at > 0).then_some(Block::Gap));
            // one line and its total would say the same twice
            out.push(table(&indent, own, own.lines.len() != 1 || part.depth < 2));
        }
        let indent = format!(" {indent}");
        out.extend(part.rows.iter().map(|row| {
            let words = text![
                format!("{}: ", row.words),
                strong(row_text(row)),
                basis(&row.sum)
            ];
            Block::item(&indent, &indent, words)
        }));
    }
    let notes = column_notes(sums).into_iter();
    let notes: Vec<Block> = notes.map(|note| Block::item("* ", "  ", note)).collect();
    let missing = sums.missing_values().into_iter();
    let missing = missing.map(|words| Block::item(text![warning("?"), " "], "  ", words));
    let sources = sums.basis.iter().zip(1..);
    let sources =
        sources.map(|(own, number)| Block::item(format!("[{number}] "), "    ", &own.words));
    for group in [notes, missing.collect(), sources.collect::<Vec<_>>()] {
        out.extend((!group.is_empty()).then_some(Block::Gap));
        out.extend(group);
    }
    out
}

/// Returns a value; `?` if it is unknown.
fn value_text(sum: &SumValue) -> &str {
    sum.value.as_deref().unwrap_or("?")
}

/// Returns the value of a row: `393 of 400 AP`.
fn row_text(row: &SumRow) -> String {
    let value = value_text(&row.sum);
    let limit = row.limit.as_ref();
    let value = limit.map_or(value.to_owned(), |limit| format!("{value} of {limit}"));
    format!("{value} {}", row.sum.unit).trim_end().to_owned()
}

/// Returns the numbers of the clauses that a value rests on: ` [1][3]`.
fn basis(sum: &SumValue) -> Text {
    let numbers = sum.rests_on.iter().map(|at| format!("[{}]", at + 1));
    match numbers.collect::<String>() {
        none if none.is_empty() => Text::default(),
        numbers => text![" ", quiet(numbers)],
    }
}

/// Returns the lines of a heading, with their totals below if these are `summed`.
fn table(indent: &str, own: &SumTable, summed: bool) -> Block {
    // the words in brackets are a note below the tables
    let heads = own.columns.iter().map(|name| match split_note(name) {
        (heading, Some(_)) => quiet(format!("{heading}*")).into(),
        (heading, None) => quiet(heading).into(),
    });
    let cell = |sum: &SumValue| text![value_text(sum), basis(sum)];
    let lines = own.lines.iter().map(|line| {
        let cells = line
            .cells
            .iter()
            .map(|own| own.as_ref().map(cell).unwrap_or_default());
        (format!("{indent}{}", line.text).into(), cells.collect())
    });
    let mut rows: Vec<(Text, Vec<Text>)> = lines.collect();
    if summed && own.totals.iter().any(Option::is_some) {
        let total = |sum: &SumValue| strong(value_text(sum)).into();
        let cells = own
            .totals
            .iter()
            .map(|own| own.as_ref().map(total).unwrap_or_default());
        rows.push((text![indent, strong("all")], cells.collect()));
    }
    Block::Grid(heads.collect(), rows)
}

/// Returns the words in brackets of all columns, each once.
fn column_notes(sums: &ScenarioSums) -> Vec<String> {
    let tables = sums.parts.iter().flat_map(|part| &part.tables);
    let mut out: Vec<String> = Vec::new();
    for name in tables.flat_map(|table| &table.columns) {
        if let (heading, Some(note)) = split_note(name) {
            let note = format!("{heading}: {note}");
            if !out.contains(&note) {
                out.push(note);
            }
        }
    }
    out
}

/// Returns the totals with a column for each edition, and the problems with the editions at which they
/// are found.
fn editions(all: &[EditionSums]) -> Vec<Block> {
    let heads = all.iter().map(|own| strong(&own.edition).into()).collect();
    let totals: Vec<TotalsTable> = all.iter().map(|own| TotalsTable::new(&own.sheet)).collect();
    let several = totals.iter().any(|own| sides(own).count() > 1);
    let mut rows: Vec<(Text, Vec<Text>)> = Vec::new();
    for (side, column) in row_names(&totals) {
        let cells = totals
            .iter()
            .map(|totals| total(totals, side, column).into());
        let name = match several {
            true => format!("{side}: {column}"),
            false => column.to_owned(),
        };
        rows.push((name.into(), cells.collect()));
    }
    let counts = all.iter().map(|own| match own.findings {
        0 => "none".into(),
        findings => warning(findings.to_string()).into(),
    });
    rows.push(("problems".into(), counts.collect()));
    let mut out = vec![Block::Grid(heads, rows)];
    let editions: Vec<&str> = all.iter().map(|own| own.edition.as_str()).collect();
    let problems: Vec<&EditionProblem> = all.iter().flat_map(|own| &own.new_problems).collect();
    out.extend((!problems.is_empty()).then_some(Block::Gap));
    out.extend(problems.into_iter().map(|problem| {
        let when = strong(describe_editions(&editions, &problem.editions));
        let words = format!(", line {}: {}", problem.line, problem.message);
        Block::item("", "    ", text![when, words])
    }));
    out
}

/// Returns the names of the sides, each with the headings of its totals, in the order of their first
/// use.
fn row_names(totals: &[TotalsTable]) -> Vec<(&str, &str)> {
    let mut out: Vec<(&str, Vec<&str>)> = Vec::new();
    for own in totals {
        for row in sides(own) {
            let at = out.iter().position(|(name, _)| *name == row.name);
            let at = at.unwrap_or_else(|| {
                out.push((&row.name, Vec::new()));
                out.len() - 1
            });
            for (column, cell) in own.columns.iter().zip(&row.cells) {
                if cell.is_some() && !out[at].1.contains(&column.heading.as_str()) {
                    out[at].1.push(&column.heading);
                }
            }
        }
    }
    let pairs = |(side, columns): (_, Vec<_>)| columns.into_iter().map(move |own| (side, own));
    out.into_iter().flat_map(pairs).collect()
}

/// Returns the rows of sides: those of the highest level.
fn sides(totals: &TotalsTable) -> impl Iterator<Item = &TotalRow> {
    totals.rows.iter().filter(|row| row.depth == 1)
}

fn total(totals: &TotalsTable, side: &str, column: &str) -> String {
    let row = sides(totals).find(|row| row.name == side);
    let at = totals.columns.iter().position(|own| own.heading == column);
    let cell = row.zip(at).and_then(|(row, at)| row.cells[at].as_ref());
    cell.map_or_else(String::new, ToString::to_string)
}

/// Returns at which of all editions a problem is found: `from 3.3 on`, `only at 3.1`.
fn describe_editions(all: &[&str], found: &[String]) -> String {
    let at = |edition: &String| all.iter().position(|own| own == edition);
    let (Some(first), Some(last)) = (found.first().and_then(at), found.last().and_then(at)) else {
        return String::new();
    };
    if last - first + 1 != found.len() {
        return format!("at {}", found.join(", "));
    }
    match (first, last) {
        (0, last) if last + 1 == all.len() => "at all editions".to_owned(),
        (first, last) if last + 1 == all.len() => format!("from {} on", all[first]),
        (first, last) if first == last => format!("only at {}", all[first]),
        (0, last) => format!("up to {}", all[last]),
        (first, last) => format!("from {} to {}", all[first], all[last]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_editions_of_a_problem_are_described() {
        let all = ["3.0", "3.1", "3.2", "3.3"];
        for (found, words) in [
            (&["3.0", "3.1", "3.2", "3.3"][..], "at all editions"),
            (&["3.1"], "only at 3.1"),
            (&["3.3"], "from 3.3 on"),
            (&["3.2", "3.3"], "from 3.2 on"),
            (&["3.0", "3.1"], "up to 3.1"),
            (&["3.1", "3.2"], "from 3.1 to 3.2"),
            (&["3.0", "3.2"], "at 3.0, 3.2"),
        ] {
            let found: Vec<String> = found.iter().map(ToString::to_string).collect();
            assert_eq!(describe_editions(&all, &found), words);
        }
    }
}
