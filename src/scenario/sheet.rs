//! What a scenario adds up to, and what each number rests on.

use super::{
    case::{Case, cited_in_words},
    eval::Basis,
    figure::Figure,
    record::{RecordIx, Scenario},
    rule::Gives,
    value::{Value, plain},
    vocabulary::KindIx,
};
use serde::Serialize;

/// All sums of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sheet {
    /// The version of this shape: 1.
    pub version: u32,
    /// The ruleset.
    pub ruleset: String,
    /// The edition.
    pub edition: String,
    /// The day as of which.
    pub as_of: String,
    /// The profile.
    pub profile: String,
    /// The file and its headings, in order.
    pub parts: Vec<SheetPart>,
    /// What the numbers rest on.
    pub basis: Vec<BasisLine>,
}

/// A heading with its lines.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SheetPart {
    /// What it is called; empty for the file.
    pub heading: String,
    /// Of which kind it is.
    pub kind: String,
    /// How deep it stands, 0 for the file.
    pub depth: u8,
    /// Its lines, a table for each kind.
    pub tables: Vec<SheetTable>,
    /// Further sums, each with its words.
    pub rows: Vec<SheetRow>,
}

/// Lines of one kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SheetTable {
    /// The kind.
    pub kind: String,
    /// The headings of the columns behind the line's own words.
    pub columns: Vec<String>,
    /// The lines.
    pub lines: Vec<SheetLine>,
    /// The columns' sums, of this heading and all below it; missing where there is none.
    pub totals: Vec<Option<Sum>>,
}

/// A line with its numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SheetLine {
    /// The line as written.
    pub text: String,
    /// Which line of the file it is, from 1.
    pub line: usize,
    /// The numbers under the columns; missing where there is none.
    pub cells: Vec<Option<Sum>>,
}

/// A sum with its words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SheetRow {
    /// What it is.
    pub words: String,
    /// The sum.
    #[serde(flatten)]
    pub sum: Sum,
}

/// A number, or why there is none.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sum {
    /// The number or word as it is shown; none where something is missing.
    pub value: Option<String>,
    /// In what it counts.
    pub unit: String,
    /// What is not held, with its page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// What it rests on: places in [`Sheet::basis`].
    pub rests_on: Vec<usize>,
}

/// A number of the rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BasisLine {
    /// What it is called: `Irr Bw (S)`.
    pub name: String,
    /// The clause.
    pub id: String,
    /// The printed page.
    pub page: Option<String>,
    /// The document.
    pub document: String,
    /// The number of the instruction.
    pub n: Option<String>,
    /// All of it in words.
    pub words: String,
}

/// A column of lines. Rules of different kinds may fill one of the same heading.
#[derive(Clone, PartialEq, Eq)]
struct Column {
    heading: String,
    /// Whether it is added up.
    is_total: bool,
}

impl Column {
    /// What a sum shows of each line.
    fn of(gives: &Gives) -> impl Iterator<Item = Self> {
        let own = gives.column.clone().map(|heading| Self {
            heading,
            is_total: false,
        });
        let total = gives.total.as_ref().map(|(words, _)| Self {
            heading: words.clone(),
            is_total: true,
        });
        own.into_iter().chain(total)
    }

    /// What it shows of a figure, and what that rests on.
    fn value<'f>(&self, figure: &'f Figure) -> (&'f Value, &'f Basis) {
        match figure.total.as_ref().filter(|_| self.is_total) {
            Some((value, basis)) => (value, basis),
            None => (&figure.value, &figure.basis),
        }
    }
}

impl Case {
    /// The sums.
    pub fn sheet(&self, profile: &str) -> Sheet {
        let figures = self.figures();
        let mut maker = Maker {
            case: self,
            figures: &figures,
            used: Vec::new(),
        };
        maker.number_lines();
        let lines = crate::text::LineIndex::new(&self.text);
        let mut parts = Vec::new();
        for at in 0..self.scenario.records.len() as u32 {
            let at = RecordIx(at);
            if at.0 == 0 || self.scenario.record(at).level > 0 {
                parts.push(maker.part(at, &lines));
            }
        }
        if parts.iter().filter(|part| part.depth == 1).count() < 2 {
            // the file adds nothing to its only side
            parts
                .iter_mut()
                .filter(|part| part.depth == 0)
                .for_each(|part| part.tables.retain(|table| !table.lines.is_empty()));
        }
        parts.retain(|part| !part.tables.is_empty() || !part.rows.is_empty());
        let basis = maker
            .used
            .iter()
            .filter_map(|at| self.numbers.get(*at))
            .map(|number| BasisLine {
                name: number.name.clone(),
                id: number.cited.id.clone(),
                page: number.cited.page.clone(),
                document: number.cited.origin.document.clone(),
                n: number.cited.origin.n.clone(),
                words: cited_in_words(&number.cited),
            });
        Sheet {
            version: 1,
            ruleset: self.ruleset.clone(),
            edition: self.numbers.edition.clone(),
            as_of: self.numbers.view.as_of.to_string(),
            profile: profile.to_owned(),
            parts,
            basis: basis.collect(),
        }
    }
}

struct Maker<'c> {
    case: &'c Case,
    /// What sums give, in the order of the records.
    figures: &'c [Figure],
    /// The numbers that were used, in the order of their first use.
    used: Vec<u16>,
}

impl<'c> Maker<'c> {
    fn scenario(&self) -> &'c Scenario {
        &self.case.scenario
    }

    /// The columns of lines of a kind.
    fn columns(&self, kind: KindIx) -> Vec<Column> {
        let rules = self
            .case
            .rules
            .rules
            .iter()
            .filter(|rule| rule.each == kind);
        let mut out: Vec<Column> = Vec::new();
        for column in rules
            .filter_map(|rule| rule.gives.as_ref())
            .flat_map(Column::of)
        {
            if !out.contains(&column) {
                out.push(column);
            }
        }
        out.sort_by_key(|column| column.is_total);
        out
    }

    fn part(&mut self, at: RecordIx, lines: &crate::text::LineIndex) -> SheetPart {
        let scenario = self.scenario();
        let own = scenario.record(at);
        let inside: Vec<RecordIx> = scenario
            .inside(at)
            .map(RecordIx)
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
            .filter_map(|kind| self.table(at, *kind, &of(*kind), lines))
            .collect();
        let vocabulary = &self.case.rules.vocabulary;
        let mut rows = Vec::new();
        for figure in self.figures_of(at) {
            let row = self
                .case
                .sum_of(figure)
                .and_then(|(_, gives)| gives.row.clone());
            if let Some(words) = row
                && let Some(sum) = self.sum(figure, &figure.value, &figure.basis)
            {
                rows.push(SheetRow { words, sum });
            }
        }
        let heading = if at.0 == 0 {
            String::new()
        } else {
            own.span
                .of(&self.case.text)
                .trim_start_matches('#')
                .trim()
                .to_owned()
        };
        SheetPart {
            heading,
            kind: vocabulary.kind(own.kind).name.to_string(),
            depth: own.level,
            tables,
            rows,
        }
    }

    /// The lines of a kind: those that stand directly in a record, and the sums of all inside.
    fn table(
        &mut self,
        at: RecordIx,
        kind: KindIx,
        inside: &[RecordIx],
        lines: &crate::text::LineIndex,
    ) -> Option<SheetTable> {
        let scenario = self.scenario();
        let mut columns = self.columns(kind);
        columns.retain(|column| {
            inside
                .iter()
                .any(|line| self.figure(*line, column).is_some())
        });
        let mut shown = Vec::new();
        for line in inside
            .iter()
            .copied()
            .filter(|inner| scenario.record(*inner).parent == at)
        {
            let cells: Vec<Option<Sum>> = columns
                .iter()
                .map(|column| self.cell(line, column))
                .collect();
            if cells.iter().any(Option::is_some) {
                let span = scenario.record(line).span;
                let text = span.of(&self.case.text).replace('\n', " ");
                shown.push(SheetLine {
                    text,
                    line: lines.line(span.start()) + 1,
                    cells,
                });
            }
        }
        let totals: Vec<Option<Sum>> = columns
            .iter()
            .map(|column| {
                if column.is_total {
                    self.total(inside, column)
                } else {
                    None
                }
            })
            .collect();
        let empty = shown.is_empty() && totals.iter().all(Option::is_none);
        let kind = self.case.rules.vocabulary.kind(kind).name.to_string();
        (!empty).then(|| SheetTable {
            kind,
            columns: columns.into_iter().map(|column| column.heading).collect(),
            lines: shown,
            totals,
        })
    }

    /// Numbers what lines rest on first: notes count up along the lines, not along the sums of what stands above them.
    fn number_lines(&mut self) {
        for figure in self.figures {
            let columns = self
                .case
                .sum_of(figure)
                .map(|(_, gives)| Column::of(gives).collect::<Vec<_>>())
                .unwrap_or_default();
            for at in columns
                .iter()
                .flat_map(|column| column.value(figure).1.iter())
            {
                if !self.used.contains(&at) {
                    self.used.push(at);
                }
            }
        }
    }

    /// The figures of a record.
    fn figures_of(&self, at: RecordIx) -> &'c [Figure] {
        let from = self
            .figures
            .partition_point(|figure| figure.record.0 < at.0);
        let to = self
            .figures
            .partition_point(|figure| figure.record.0 <= at.0);
        &self.figures[from..to]
    }

    /// The figure that a column shows of a line: what the rule of that heading for its kind gives.
    fn figure(&self, at: RecordIx, column: &Column) -> Option<&'c Figure> {
        self.figures_of(at).iter().find(|figure| {
            let shown = self
                .case
                .sum_of(figure)
                .is_some_and(|(_, gives)| Column::of(gives).any(|own| own == *column));
            shown && *column.value(figure).0 != Value::Missing(None)
        })
    }

    fn cell(&mut self, at: RecordIx, column: &Column) -> Option<Sum> {
        let figure = self.figure(at, column)?;
        let (value, basis) = column.value(figure);
        self.sum(figure, value, basis)
    }

    /// The sum of a column over lines. Something missing makes it unknown.
    fn total(&self, lines: &[RecordIx], column: &Column) -> Option<Sum> {
        let mut total = Some(0.0);
        let mut out = None;
        for figure in lines.iter().filter_map(|line| self.figure(*line, column)) {
            let (value, _) = column.value(figure);
            let (_, gives) = self.case.sum_of(figure)?;
            let own = out.get_or_insert_with(|| Sum {
                value: None,
                unit: String::new(),
                missing: None,
                rests_on: Vec::new(),
            });
            own.unit = gives.unit.to_string();
            total = total.zip(value.number()).map(|(sum, more)| sum + more);
            own.missing = own.missing.take().or_else(|| self.missing(value));
        }
        out.map(|sum| Sum {
            value: total.map(plain),
            ..sum
        })
    }

    /// Which number a value lacks.
    fn missing(&self, value: &Value) -> Option<String> {
        let Value::Missing(Some(at)) = value else {
            return None;
        };
        let number = self.case.numbers.get(*at)?;
        Some(format!(
            "{} is not held: {}",
            number.name,
            number.cited.place()
        ))
    }

    /// A value of a figure as it is shown, with the numbers that it rests on.
    fn sum(&mut self, figure: &Figure, value: &Value, basis: &Basis) -> Option<Sum> {
        let unit = self.case.sum_of(figure)?.1.unit.to_string();
        let mut rests_on = Vec::new();
        for at in basis.iter() {
            let place = self
                .used
                .iter()
                .position(|own| *own == at)
                .unwrap_or_else(|| {
                    self.used.push(at);
                    self.used.len() - 1
                });
            rests_on.push(place);
        }
        rests_on.sort_unstable();
        let value = match value {
            Value::Missing(None) => return None,
            Value::Missing(Some(_)) => {
                return Some(Sum {
                    value: None,
                    unit,
                    missing: self.missing(value),
                    rests_on,
                });
            }
            known => known.shown(&self.case.rules.vocabulary).to_string(),
        };
        Some(Sum {
            value: Some(value),
            unit,
            missing: None,
            rests_on,
        })
    }
}
