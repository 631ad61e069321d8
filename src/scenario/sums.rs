//! Builds the report of a scenario's sums: by heading, tables of lines, totals and citations.

use super::{
    bound_scenario::{BoundScenario, format_citation},
    evaluator::RuleValueSet,
    record::{Record, RecordIx, Scenario},
    record_writer::line_label,
    rule::SumDefinition,
    sum_results::SumResult,
    token::plain_name,
    value::{ScenarioValue, format_number},
    vocabulary::KindIx,
};
use crate::analysis::ViewDescription;
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

/// A column of a `SumTable`: its heading, and whether it shows the parts of totals or the values.
#[derive(Clone, PartialEq, Eq)]
struct SumColumn {
    heading: String,
    /// Whether it is added up.
    is_total: bool,
}

impl SumColumn {
    /// Returns the columns that a sum fills for each line.
    fn of(definition: &SumDefinition) -> impl Iterator<Item = Self> {
        let own = definition.column.clone().map(|heading| Self {
            heading,
            is_total: false,
        });
        let total = definition.total.as_ref().map(|(words, _)| Self {
            heading: words.clone(),
            is_total: true,
        });
        own.into_iter().chain(total)
    }

    /// Returns the value of a result in this column, and its dependencies.
    fn value<'f>(&self, result: &'f SumResult) -> (&'f ScenarioValue, &'f RuleValueSet) {
        match result.total.as_ref().filter(|_| self.is_total) {
            Some((value, dependencies)) => (value, dependencies),
            None => (&result.value, &result.dependencies),
        }
    }
}

impl BoundScenario {
    /// Returns the report of all sums.
    pub fn sums(&self) -> ScenarioSums {
        let results = self.sum_results();
        let mut builder = SumsBuilder {
            bound: self,
            results: &results,
            used: Vec::new(),
        };
        builder.number_line_citations();
        let lines = crate::text::LineIndex::new(&self.text);
        let mut parts = Vec::new();
        for at in 0..self.scenario.records.len() as u32 {
            let at = RecordIx(at);
            if at.0 == 0 || self.scenario.record(at).level > 0 {
                parts.push(builder.build_section(at, &lines));
            }
        }
        if parts.iter().filter(|part| part.depth == 1).count() < 2 {
            // with a single side, the totals of the file only repeat those of the side
            parts
                .iter_mut()
                .filter(|part| part.depth == 0)
                .for_each(|part| part.tables.retain(|table| !table.lines.is_empty()));
        }
        parts.retain(|part| !part.tables.is_empty() || !part.rows.is_empty());
        let basis = builder
            .used
            .iter()
            .filter_map(|at| self.rule_values.get(*at))
            .map(|value| CitedValue {
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
}

/// Builds the report of a scenario.
struct SumsBuilder<'c> {
    bound: &'c BoundScenario,
    /// The results of all sums, in the order of the records.
    results: &'c [SumResult],
    /// The indices of the rule values that were used, in the order of their first use.
    used: Vec<u16>,
}

impl<'c> SumsBuilder<'c> {
    fn scenario(&self) -> &'c Scenario {
        &self.bound.scenario
    }

    /// Returns the columns for lines of a kind, totals last.
    fn columns(&self, kind: KindIx) -> Vec<SumColumn> {
        let rules = self
            .bound
            .rules
            .rules
            .iter()
            .filter(|rule| rule.each == kind);
        let mut out: Vec<SumColumn> = Vec::new();
        for column in rules
            .filter_map(|rule| rule.sum.as_ref())
            .flat_map(SumColumn::of)
        {
            if !out.contains(&column) {
                out.push(column);
            }
        }
        out.sort_by_key(|column| column.is_total);
        out
    }

    fn build_section(&mut self, at: RecordIx, lines: &crate::text::LineIndex) -> SumSection {
        let scenario = self.scenario();
        let own = scenario.record(at);
        let inside: Vec<RecordIx> = scenario
            .descendants(at)
            .filter(|inner| scenario.record(*inner).level == 0)
            .collect();
        let mut kinds: Vec<KindIx> = Vec::new();
        for kind in inside.iter().map(|inner| scenario.record(*inner).kind) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let of = |kind: KindIx| {
            inside
                .iter()
                .copied()
                .filter(|inner| scenario.record(*inner).kind == kind)
                .collect::<Vec<_>>()
        };
        let tables = kinds
            .iter()
            .filter_map(|kind| self.build_table(at, *kind, &of(*kind), lines))
            .collect();
        let vocabulary = &self.bound.rules.vocabulary;
        let mut rows = Vec::new();
        for result in self.results_of(at) {
            let row = self
                .bound
                .definition_of(result)
                .and_then(|(_, definition)| definition.row.clone());
            if let Some(words) = row
                && let Some(sum) = self.sum_value(result, &result.value, &result.dependencies)
            {
                let limit = result.limit.map(format_number);
                rows.push(SumRow { words, sum, limit });
            }
        }
        let heading = if at.0 == 0 {
            String::new()
        } else if own.span.is_empty() {
            own.name
                .as_ref()
                .map_or_else(String::new, |name| name.value.to_string())
        } else {
            plain_name(own.span.of(&self.bound.text))
        };
        let name = own.name.as_ref().filter(|name| !name.value.is_empty());
        SumSection {
            name: name.map_or_else(|| heading.clone(), |name| name.value.to_string()),
            heading,
            kind: vocabulary.kind(own.kind).name.to_string(),
            depth: u8::try_from(scenario.ancestors(at).skip(1).count()).unwrap_or(u8::MAX),
            tables,
            rows,
        }
    }

    /// Builds the table for a kind: the lines directly in a record, and the totals of all lines
    /// inside it.
    fn build_table(
        &mut self,
        at: RecordIx,
        kind: KindIx,
        inside: &[RecordIx],
        lines: &crate::text::LineIndex,
    ) -> Option<SumTable> {
        let scenario = self.scenario();
        let mut columns = self.columns(kind);
        columns.retain(|column| {
            inside
                .iter()
                .any(|line| self.find_result(*line, column).is_some())
        });
        let mut shown = Vec::new();
        for line in inside
            .iter()
            .copied()
            .filter(|inner| scenario.record(*inner).parent == at)
        {
            let cells: Vec<Option<SumValue>> = columns
                .iter()
                .map(|column| self.cell_value(line, column))
                .collect();
            if cells.iter().any(Option::is_some) {
                shown.push(self.build_line(scenario.record(line), cells, lines));
            }
        }
        let totals: Vec<Option<SumValue>> = columns
            .iter()
            .map(|column| {
                if column.is_total {
                    self.column_total(inside, column)
                } else {
                    None
                }
            })
            .collect();
        let empty = shown.is_empty() && totals.iter().all(Option::is_none);
        let kind = self.bound.rules.vocabulary.kind(kind).name.to_string();
        (!empty).then(|| SumTable {
            kind,
            columns: columns.into_iter().map(|column| column.heading).collect(),
            lines: shown,
            totals,
        })
    }

    fn build_line(
        &self,
        record: &Record,
        cells: Vec<Option<SumValue>>,
        lines: &crate::text::LineIndex,
    ) -> SumLine {
        let vocabulary = &self.bound.rules.vocabulary;
        let label = |in_full| line_label(self.scenario(), vocabulary, record, in_full);
        let number = vocabulary.kind(record.kind).count.map(|count| {
            record
                .value(count)
                .and_then(|count| count.value.number())
                .unwrap_or(1.0)
        });
        SumLine {
            text: record.span.of(&self.bound.text).replace('\n', " "),
            line: lines.line(record.span.start()) + 1,
            number,
            short: label(false),
            full: label(true),
            description: record
                .name
                .as_ref()
                .map_or_else(String::new, |name| name.value.to_string()),
            cells,
        }
    }

    /// Numbers the citations of lines before those of headings, so that the notes of a table count
    /// up from line to line.
    fn number_line_citations(&mut self) {
        for result in self.results {
            let columns = self
                .bound
                .definition_of(result)
                .map(|(_, definition)| SumColumn::of(definition).collect::<Vec<_>>())
                .unwrap_or_default();
            for at in columns
                .iter()
                .flat_map(|column| column.value(result).1.iter())
            {
                if !self.used.contains(&at) {
                    self.used.push(at);
                }
            }
        }
    }

    /// Returns the results for a record.
    fn results_of(&self, at: RecordIx) -> &'c [SumResult] {
        let from = self
            .results
            .partition_point(|result| result.record.0 < at.0);
        let to = self
            .results
            .partition_point(|result| result.record.0 <= at.0);
        &self.results[from..to]
    }

    /// Returns the result that a column shows for a line.
    fn find_result(&self, at: RecordIx, column: &SumColumn) -> Option<&'c SumResult> {
        let mut shown = self.results_of(at).iter().filter(|result| {
            let definition = self.bound.definition_of(result);
            definition
                .is_some_and(|(_, definition)| SumColumn::of(definition).any(|own| own == *column))
        });
        let is_known =
            |result: &&SumResult| *column.value(result).0 != ScenarioValue::Missing(None);
        shown.clone().find(is_known).or_else(|| shown.next())
    }

    fn cell_value(&mut self, at: RecordIx, column: &SumColumn) -> Option<SumValue> {
        let result = self.find_result(at, column)?;
        let (value, dependencies) = column.value(result);
        self.sum_value(result, value, dependencies)
    }

    /// Adds up a column over lines. A missing value makes the total unknown.
    fn column_total(&self, lines: &[RecordIx], column: &SumColumn) -> Option<SumValue> {
        let mut total = Some(0.0);
        let mut out = None;
        for result in lines
            .iter()
            .filter_map(|line| self.find_result(*line, column))
        {
            let (value, _) = column.value(result);
            let (_, definition) = self.bound.definition_of(result)?;
            let own = out.get_or_insert_with(|| SumValue {
                value: None,
                unit: String::new(),
                missing: None,
                rests_on: Vec::new(),
            });
            own.unit = definition.unit.to_string();
            total = total.zip(value.number()).map(|(sum, more)| sum + more);
            own.missing = own.missing.take().or_else(|| self.describe_missing(value));
        }
        out.map(|sum| SumValue {
            value: total.map(format_number),
            ..sum
        })
    }

    /// Returns which rule value a missing value lacks.
    fn describe_missing(&self, value: &ScenarioValue) -> Option<String> {
        let ScenarioValue::Missing(Some(at)) = value else {
            return None;
        };
        let missing = self.bound.rule_values.get(*at)?;
        Some(format!(
            "{} is not included: {}",
            missing.name,
            missing.citation.place()
        ))
    }

    /// Formats a value of a result, with the citations that it rests on.
    fn sum_value(
        &mut self,
        result: &SumResult,
        value: &ScenarioValue,
        dependencies: &RuleValueSet,
    ) -> Option<SumValue> {
        let unit = self.bound.definition_of(result)?.1.unit.to_string();
        let mut rests_on = Vec::new();
        for at in dependencies.iter() {
            let index = self
                .used
                .iter()
                .position(|own| *own == at)
                .unwrap_or_else(|| {
                    self.used.push(at);
                    self.used.len() - 1
                });
            rests_on.push(index);
        }
        rests_on.sort_unstable();
        let value = match value {
            ScenarioValue::Missing(_) => {
                return Some(SumValue {
                    value: None,
                    unit,
                    missing: self.describe_missing(value),
                    rests_on,
                });
            }
            known => known.display(&self.bound.rules.vocabulary).to_string(),
        };
        Some(SumValue {
            value: Some(value),
            unit,
            missing: None,
            rests_on,
        })
    }
}
