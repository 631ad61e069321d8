//! Builds the report of a scenario's sums: by heading, tables of lines, totals and citations.

use super::{
    bound_scenario::{BoundScenario, format_citation},
    evaluator::RuleValueSet,
    markup::plain_name,
    record::{Record, RecordIx},
    record_writer::RecordWriter,
    sum_results::SumResult,
    value::{ScenarioValue, format_number},
    vocabulary::KindIx,
};
use crate::{analysis::ViewDescription, text::LineIndex};
use indexmap::{IndexMap, IndexSet};
use serde::Serialize;

/// The shown sums of a scenario by heading, with the clauses to cite; for text, JSON and paper.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScenarioSums {
    /// The version of the JSON format: 1.
    pub version: u32,
    /// The ruleset, edition, day and profile at which the rules are read.
    #[serde(flatten)]
    pub query: ViewDescription,
    /// The sums of the file and of each of its headings, in order.
    pub parts: Vec<SumSection>,
    /// The clauses that the sums rest on, in the order of their first use.
    pub basis: Vec<CitedValue>,
}

impl ScenarioSums {
    /// Returns why values are unknown, each reason once: the rule values whose text is not included.
    pub fn missing_values(&self) -> Vec<&str> {
        let mut out: Vec<&str> = Vec::new();
        for part in &self.parts {
            let lines = part.tables.iter().flat_map(|table| &table.lines);
            let cells = lines.flat_map(|line| line.cells.iter().flatten());
            let sums = cells.chain(part.rows.iter().map(|row| &row.sum));
            for words in sums.filter_map(|sum| sum.missing.as_deref()) {
                if !out.contains(&words) {
                    out.push(words);
                }
            }
        }
        out
    }
}

/// The sums of a heading, or of the file: tables of its lines, and sums as single rows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SumSection {
    /// The text of the heading; empty for the file.
    pub heading: String,
    /// The name of the record; the heading if it has none.
    pub name: String,
    /// The name of the record kind.
    pub kind: String,
    /// The level of the heading, 0 for the file.
    pub depth: u8,
    /// The lines, in one table for each record kind.
    pub tables: Vec<SumTable>,
    /// Sums that are no columns, each with its label.
    pub rows: Vec<SumRow>,
}

/// The lines of one kind directly below a heading with their values; totals of all lines below.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SumTable {
    /// The name of the record kind.
    pub kind: String,
    /// The headings of the columns after the text of the line.
    pub columns: Vec<String>,
    /// The lines directly below the heading.
    pub lines: Vec<SumLine>,
    /// The total of each column, including all headings below; none for columns that are not added
    /// up.
    pub totals: Vec<Option<SumValue>>,
}

/// A line of a scenario as written and in words, with its value in each column.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SumLine {
    /// The line as written.
    pub text: String,
    /// The number of the line in the file, from 1.
    pub line: usize,
    /// The number at the start of the line, 1 if none is written; none for kinds of line without
    /// numbers.
    pub number: Option<f64>,
    /// What the line names in abbreviations: `Irr Wb(S)`.
    pub short: String,
    /// The same in full: `irregular warband (superior)`.
    pub full: String,
    /// The description in the line; may be empty.
    pub description: String,
    /// The value in each column, if there is one.
    pub cells: Vec<Option<SumValue>>,
}

/// A sum shown as a row of its own: its label, value and limit, such as the agreed points.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SumRow {
    /// The label.
    pub words: String,
    /// The sum.
    #[serde(flatten)]
    pub sum: SumValue,
    /// The number that the sum may reach: the points agreed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
}

/// The formatted value of a sum, its unit and citations, or the rule value that it lacks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SumValue {
    /// The formatted value; none if it is unknown.
    pub value: Option<String>,
    /// The unit: `AP`; may be empty.
    pub unit: String,
    /// The rule value whose text is not included, with its page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// The citations that the value rests on: indices into [`ScenarioSums::basis`].
    pub rests_on: Vec<usize>,
}

/// The citation of a rule value on which sums rest: its name, clause, page, document and wording.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CitedValue {
    /// The name of the value: `Irr Bw (S)`.
    pub name: String,
    /// The id of the clause.
    pub id: String,
    /// The printed page.
    pub page: Option<String>,
    /// The key of the document.
    pub document: String,
    /// The number of the instruction.
    pub n: Option<String>,
    /// The whole citation as one line.
    pub words: String,
}

/// A value that is shown for a record in a column of its table.
struct SumCell<'r> {
    record: RecordIx,
    /// The heading of the column.
    heading: &'r str,
    /// Whether the column is added up.
    is_total: bool,
    unit: &'r str,
    value: &'r ScenarioValue,
    /// The rule values that it rests on.
    dependencies: &'r RuleValueSet,
}

impl BoundScenario {
    /// Returns the report of all sums.
    pub fn sums(&self) -> ScenarioSums {
        let results = self.sum_results();
        let cells = results.iter().flat_map(|result| self.cells(result));
        let mut builder = SumsBuilder {
            bound: self,
            results: &results,
            cells: cells.collect(),
            used: IndexSet::new(),
            lines: LineIndex::new(&self.text),
        };
        // those of lines are numbered before those of headings, so that the notes of a table count up
        let cited = builder
            .cells
            .iter()
            .flat_map(|cell| cell.dependencies.iter());
        builder.used.extend(cited);
        let records = (0..self.scenario.records.len() as u32).map(RecordIx);
        let headings = records.filter(|at| at.0 == 0 || self.scenario.record(*at).level > 0);
        let mut parts: Vec<SumSection> = headings.map(|at| builder.section(at)).collect();
        if parts.iter().filter(|part| part.depth == 1).count() < 2 {
            // with a single side, the totals of the file only repeat those of the side
            let file = parts.iter_mut().filter(|part| part.depth == 0);
            file.for_each(|part| part.tables.retain(|table| !table.lines.is_empty()));
        }
        parts.retain(|part| !part.tables.is_empty() || !part.rows.is_empty());
        let used = builder.used.iter();
        let basis = used.filter_map(|at| self.rule_values.get(*at));
        let basis = basis.map(|value| CitedValue {
            name: value.name.clone(),
            id: value.citation.id.clone(),
            page: value.citation.page.clone(),
            document: value.citation.origin.document.clone(),
            n: value.citation.origin.n.clone(),
            words: format_citation(&value.citation),
        });
        ScenarioSums {
            version: 1,
            query: ViewDescription {
                ruleset: self.ruleset.clone(),
                edition: self.rule_values.edition.clone(),
                as_of: self.rule_values.view.as_of.to_string(),
                profile: self.rule_values.view.profile.name.clone(),
            },
            parts,
            basis: basis.collect(),
        }
    }

    /// Returns the values that a result shows in columns: its own, and its part of a total.
    fn cells<'r>(&'r self, result: &'r SumResult) -> impl Iterator<Item = SumCell<'r>> {
        let definition = self.definition_of(result).map(|(_, definition)| definition);
        let cell = |heading, is_total, value, dependencies| SumCell {
            record: result.record,
            heading,
            is_total,
            unit: definition.map_or("", |own| &own.unit),
            value,
            dependencies,
        };
        let column = definition.and_then(|own| own.column.as_deref());
        let own = column.map(|own| cell(own, false, &result.value, &result.dependencies));
        let total = definition.and_then(|own| own.total.as_ref());
        let total = total.zip(result.total.as_ref());
        let total = total.map(|((own, _), (value, cited))| cell(own, true, value, cited));
        own.into_iter().chain(total)
    }
}

/// Builds the report of a scenario.
struct SumsBuilder<'c> {
    bound: &'c BoundScenario,
    /// The results of all sums, in the order of the records.
    results: &'c [SumResult],
    /// The values in columns, in the order of the records.
    cells: Vec<SumCell<'c>>,
    /// The indices of the rule values that were used, in the order of their first use.
    used: IndexSet<u16>,
    lines: LineIndex,
}

impl<'c> SumsBuilder<'c> {
    fn section(&mut self, at: RecordIx) -> SumSection {
        let (bound, scenario) = (self.bound, &self.bound.scenario);
        let own = scenario.record(at);
        let inside = scenario.descendants(at);
        let inside = inside.filter(|inner| scenario.record(*inner).level == 0);
        let mut kinds: IndexMap<KindIx, Vec<RecordIx>> = IndexMap::new();
        for inner in inside {
            let kind = scenario.record(inner).kind;
            kinds.entry(kind).or_default().push(inner);
        }
        let tables = kinds.iter();
        let tables = tables.filter_map(|(kind, inside)| self.table(at, *kind, inside));
        let tables = tables.collect();
        let mut rows = Vec::new();
        for result in self.results.iter().filter(|result| result.record == at) {
            let definition = bound.definition_of(result).map(|(_, own)| own);
            if let Some(definition) = definition
                && let Some(words) = definition.row.clone()
            {
                self.used.extend(result.dependencies.iter());
                rows.push(SumRow {
                    words,
                    sum: self.value(&result.value, &definition.unit, &result.dependencies),
                    limit: result.limit.map(format_number),
                });
            }
        }
        let name = own.name.as_ref().map(|name| name.value.to_string());
        let heading = match at.0 {
            0 => String::new(),
            _ => {
                // of a list in JSON or XML the name is clearer than its source
                let words = own.span.of(&bound.text);
                let is_source = words.is_empty() || words.contains(['"', '<', '>', '{']);
                let name = name.clone().filter(|_| is_source);
                name.unwrap_or_else(|| plain_name(words))
            }
        };
        SumSection {
            name: name
                .filter(|name| !name.is_empty())
                .unwrap_or_else(|| heading.clone()),
            heading,
            kind: bound.rules.vocabulary.kind(own.kind).name.to_string(),
            depth: u8::try_from(scenario.ancestors(at).skip(1).count()).unwrap_or(u8::MAX),
            tables,
            rows,
        }
    }

    /// Builds the table for a kind: the lines directly in a record, and the totals of all lines
    /// inside it.
    fn table(&self, at: RecordIx, kind: KindIx, inside: &[RecordIx]) -> Option<SumTable> {
        let (bound, scenario) = (self.bound, &self.bound.scenario);
        let rules = bound.rules.rules.iter().filter(|rule| rule.each == kind);
        let mut columns: IndexSet<(bool, &str)> = IndexSet::new();
        for sum in rules.filter_map(|rule| rule.sum.as_ref()) {
            columns.extend(sum.column.as_deref().map(|own| (false, own)));
            columns.extend(sum.total.as_ref().map(|(own, _)| (true, &**own)));
        }
        let is_filled = |column: &(bool, &str)| {
            inside
                .iter()
                .any(|line| self.cell(*line, *column).is_some())
        };
        columns.retain(is_filled);
        columns.sort_by_key(|(is_total, _)| *is_total);
        let own = inside
            .iter()
            .filter(|line| scenario.record(**line).parent == at);
        let mut lines = Vec::new();
        for &line in own {
            let cells = columns.iter().map(|column| {
                let cell = self.cell(line, *column)?;
                Some(self.value(cell.value, cell.unit, cell.dependencies))
            });
            let cells: Vec<Option<SumValue>> = cells.collect();
            if cells.iter().any(Option::is_some) {
                lines.push(self.line(scenario.record(line), cells));
            }
        }
        let totals = columns.iter().map(|column| self.total(inside, *column));
        let totals: Vec<Option<SumValue>> = totals.collect();
        let empty = lines.is_empty() && totals.iter().all(Option::is_none);
        (!empty).then(|| SumTable {
            kind: bound.rules.vocabulary.kind(kind).name.to_string(),
            columns: columns.iter().map(|(_, own)| (*own).to_owned()).collect(),
            lines,
            totals,
        })
    }

    fn line(&self, record: &Record, cells: Vec<Option<SumValue>>) -> SumLine {
        let vocabulary = &self.bound.rules.vocabulary;
        let count = vocabulary.kind(record.kind).count;
        let number = |count| record.value(count)?.value.number();
        let name = record.name.as_ref();
        SumLine {
            text: record.span.of(&self.bound.text).replace('\n', " "),
            line: self.lines.line(record.span.start()) + 1,
            number: count.map(|count| number(count).unwrap_or(1.0)),
            short: RecordWriter::new(vocabulary).label(record),
            full: RecordWriter::in_full(vocabulary).label(record),
            description: name.map_or_else(String::new, |name| name.value.to_string()),
            cells,
        }
    }

    /// Returns what a column shows for a line: of several values the first that is known.
    fn cell(&self, at: RecordIx, column: (bool, &str)) -> Option<&SumCell<'c>> {
        let from = self.cells.partition_point(|cell| cell.record < at);
        let own = self.cells[from..]
            .iter()
            .take_while(|cell| cell.record == at);
        let own = own.filter(|cell| (cell.is_total, cell.heading) == column);
        own.min_by_key(|cell| *cell.value == ScenarioValue::Missing(None))
    }

    /// Adds up a column over lines. A missing value makes the total unknown.
    fn total(&self, lines: &[RecordIx], column: (bool, &str)) -> Option<SumValue> {
        let cells = lines.iter().filter_map(|line| self.cell(*line, column));
        let cells: Vec<&SumCell<'_>> = cells.filter(|cell| cell.is_total).collect();
        let numbers = cells.iter().map(|cell| cell.value.number());
        let total: Option<f64> = numbers.sum();
        Some(SumValue {
            value: total.map(format_number),
            unit: cells.last()?.unit.to_owned(),
            missing: cells.iter().find_map(|cell| self.missing(cell.value)),
            rests_on: Vec::new(),
        })
    }

    /// Returns which rule value a missing value lacks.
    fn missing(&self, value: &ScenarioValue) -> Option<String> {
        let ScenarioValue::Missing(Some(at)) = value else {
            return None;
        };
        let missing = self.bound.rule_values.get(*at)?;
        let place = missing.citation.place();
        Some(format!("{} is not included: {place}", missing.name))
    }

    /// Formats a value, with the citations that it rests on.
    fn value(&self, value: &ScenarioValue, unit: &str, dependencies: &RuleValueSet) -> SumValue {
        let cited = dependencies.iter();
        let mut rests_on: Vec<usize> = cited.filter_map(|at| self.used.get_index_of(&at)).collect();
        rests_on.sort_unstable();
        let known = Some(value).filter(|value| !value.is_missing());
        let display = |value: &ScenarioValue| value.display(&self.bound.rules.vocabulary);
        SumValue {
            value: known.map(display),
            unit: unit.to_owned(),
            missing: self.missing(value),
            rests_on,
        }
    }
}
