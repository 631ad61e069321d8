//! Collects the totals of sides and their parts from `ScenarioSums` as one table: for verdicts on
//! lists, `sum --all-editions` and printed rosters.

use super::sums::{ScenarioSums, SumSection};
use crate::scenario::format_number;
use std::fmt;

/// The totals of all sides and of their parts: a column for each sum, a row for each heading.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TotalsTable {
    /// The columns, in the order of their first use.
    pub columns: Vec<TotalColumn>,
    /// A row for each heading with totals.
    pub rows: Vec<TotalRow>,
}

/// A column of the table of totals: its heading, the words in brackets after it, and its unit.
#[derive(Clone, Debug, PartialEq)]
pub struct TotalColumn {
    /// The heading, without words in brackets.
    pub heading: String,
    /// The words in brackets behind the heading.
    pub note: Option<String>,
    /// The unit of the totals: `AP`; may be empty.
    pub unit: String,
}

/// The totals of one heading: its name, its level, and a cell for each column.
#[derive(Clone, Debug, PartialEq)]
pub struct TotalRow {
    /// The index of the heading in [`ScenarioSums::parts`].
    pub part: usize,
    /// The name of a side, or the heading of a part of it.
    pub name: String,
    /// The level of the heading, from 1.
    pub depth: u8,
    /// The total in each column, if there is one.
    pub cells: Vec<Option<TotalCell>>,
}

/// A total as text, `None` if it is unknown, and the number that it may reach, if it is limited.
#[derive(Clone, Debug, PartialEq)]
pub struct TotalCell {
    /// The formatted value; none if it is unknown.
    pub value: Option<String>,
    /// The number that the value may reach.
    pub limit: Option<String>,
}

impl fmt::Display for TotalCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value.as_deref().unwrap_or("?");
        match &self.limit {
            Some(limit) => write!(f, "{value} of {limit}"),
            None => f.write_str(value),
        }
    }
}

impl TotalsTable {
    /// Returns whether a total has the value that a list writes, such as a break point: `30.5`, `30,5`.
    pub fn has_value(&self, written: &str) -> bool {
        let written = written.trim().replace(',', ".");
        let mut cells = self.rows.iter().flat_map(|row| row.cells.iter().flatten());
        cells.any(|cell| cell.value.as_ref() == Some(&written))
    }

    /// Collects the totals. A column whose values all repeat those of another one is left out.
    pub fn new(sums: &ScenarioSums) -> Self {
        let mut out = Self::default();
        let parts = sums.parts.iter().enumerate();
        for (at, part) in parts.filter(|(_, part)| part.depth > 0) {
            let cells = out.part_cells(part);
            if cells.iter().any(Option::is_some) {
                let name = if part.depth == 1 {
                    &part.name
                } else {
                    &part.heading
                };
                out.rows.push(TotalRow {
                    part: at,
                    name: name.clone(),
                    depth: part.depth,
                    cells,
                });
            }
        }
        let width = out.columns.len();
        out.rows
            .iter_mut()
            .for_each(|row| row.cells.resize(width, None));
        for at in (1..width).rev() {
            if let Some(first) = (0..at).find(|first| out.repeats(*first, at)) {
                out.remove_column(at, first);
            }
        }
        out
    }

    /// Returns whether a total is unknown.
    pub fn has_unknown(&self) -> bool {
        let mut cells = self.rows.iter().flat_map(|row| row.cells.iter().flatten());
        cells.any(|cell| cell.value.is_none())
    }

    /// Returns the totals of a heading, one for each column known so far, and adds new columns. The
    /// totals of several tables with the same column are added up.
    fn part_cells(&mut self, part: &SumSection) -> Vec<Option<TotalCell>> {
        let mut cells: Vec<Option<TotalCell>> = vec![None; self.columns.len()];
        let totals = part
            .tables
            .iter()
            .flat_map(|table| table.columns.iter().zip(&table.totals));
        for (heading, total) in totals {
            let Some(total) = total else { continue };
            let at = self.column(heading, &total.unit);
            cells.resize(self.columns.len(), None);
            let value = match &cells[at] {
                Some(known) => add(known.value.as_deref(), total.value.as_deref()),
                None => total.value.clone(),
            };
            cells[at] = Some(TotalCell { value, limit: None });
        }
        for row in &part.rows {
            let at = self.column(&row.words, &row.sum.unit);
            cells.resize(self.columns.len(), None);
            cells[at] = Some(TotalCell {
                value: row.sum.value.clone(),
                limit: row.limit.clone(),
            });
        }
        cells
    }

    /// Returns the index of a column, which is added if it is new.
    fn column(&mut self, words: &str, unit: &str) -> usize {
        let (heading, note) = split_note(words);
        let known = self
            .columns
            .iter()
            .position(|column| column.heading == heading && column.unit == unit);
        known.unwrap_or_else(|| {
            self.columns.push(TotalColumn {
                heading: heading.to_owned(),
                note: note.map(str::to_owned),
                unit: unit.to_owned(),
            });
            self.columns.len() - 1
        })
    }

    /// Returns whether a column has the same value as an earlier one of the same unit wherever it
    /// has any.
    fn repeats(&self, first: usize, at: usize) -> bool {
        // numbers without a unit may count different things
        !self.columns[at].unit.is_empty()
            && self.columns[first].unit == self.columns[at].unit
            && self.rows.iter().all(|row| {
                let (known, own) = (&row.cells[first], &row.cells[at]);
                own.as_ref()
                    .is_none_or(|own| known.as_ref().is_some_and(|known| known.value == own.value))
            })
    }

    /// Removes a column that repeats another one, which takes over its limits.
    fn remove_column(&mut self, at: usize, first: usize) {
        self.columns.remove(at);
        for row in &mut self.rows {
            let removed = row.cells.remove(at);
            if let (Some(removed), Some(known)) = (removed, &mut row.cells[first]) {
                known.limit = known.limit.take().or(removed.limit);
            }
        }
    }
}

/// Splits words in brackets off a heading: `Breaks at (a setting)`.
pub fn split_note(words: &str) -> (&str, Option<&str>) {
    let split = words
        .strip_suffix(')')
        .and_then(|words| words.split_once(" ("));
    split.map_or((words, None), |(heading, note)| (heading, Some(note)))
}

/// Adds two formatted numbers; unknown if one of them is.
fn add(one: Option<&str>, other: Option<&str>) -> Option<String> {
    let number = |text: Option<&str>| text?.parse::<f64>().ok();
    Some(format_number(number(one)? + number(other)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::sums::{SumRow, SumTable, SumValue};

    fn value(value: &str, unit: &str) -> SumValue {
        SumValue {
            value: (value != "?").then(|| value.to_owned()),
            unit: unit.to_owned(),
            missing: None,
            rests_on: Vec::new(),
        }
    }

    fn row(words: &str, number: &str, unit: &str, limit: Option<&str>) -> SumRow {
        SumRow {
            words: words.to_owned(),
            sum: value(number, unit),
            limit: limit.map(str::to_owned),
        }
    }

    fn part(depth: u8, points: &str, rows: Vec<SumRow>) -> SumSection {
        let table = SumTable {
            kind: "troop".to_owned(),
            columns: vec!["each".to_owned(), "AP".to_owned()],
            lines: Vec::new(),
            totals: vec![None, Some(value(points, "AP"))],
        };
        SumSection {
            heading: format!("Heading {depth}"),
            name: "Gauls".to_owned(),
            kind: "side".to_owned(),
            depth,
            tables: vec![table],
            rows,
        }
    }

    fn table(parts: Vec<SumSection>) -> (Vec<String>, Vec<String>) {
        let table = TotalsTable::new(&ScenarioSums {
            version: 1,
            query: crate::analysis::ViewDescription::default(),
            parts,
            basis: Vec::new(),
        });
        let heads = table.columns.iter().map(|own| own.heading.clone());
        let rows = table.rows.iter().map(|row| {
            let cells = row.cells.iter().map(|cell| {
                cell.as_ref()
                    .map_or_else(|| "-".to_owned(), ToString::to_string)
            });
            format!("{}: {}", row.name, cells.collect::<Vec<_>>().join(" | "))
        });
        (heads.collect(), rows.collect())
    }

    #[test]
    fn columns_that_repeat_another_one_are_left_out() {
        let (heads, rows) = table(vec![
            part(1, "393", vec![row("Army points", "393", "AP", Some("400"))]),
            part(2, "120", vec![row("Points", "120", "AP", None)]),
        ]);
        assert_eq!(heads, ["AP"]);
        assert_eq!(rows, ["Gauls: 393 of 400", "Heading 2: 120"]);
    }

    #[test]
    fn a_column_of_another_unit_stays_although_its_values_are_equal() {
        let (heads, rows) = table(vec![part(1, "7", vec![row("EE", "7", "EE", None)])]);
        assert_eq!(heads, ["AP", "EE"]);
        assert_eq!(rows, ["Gauls: 7 | 7"]);
    }

    #[test]
    fn a_column_that_differs_in_one_row_stays() {
        let (heads, rows) = table(vec![
            part(1, "?", vec![row("Points", "?", "AP", None)]),
            part(2, "7", vec![row("Points", "8", "AP", None)]),
        ]);
        assert_eq!(heads, ["AP", "Points"]);
        assert_eq!(rows, ["Gauls: ? | ?", "Heading 2: 7 | 8"]);
    }

    #[test]
    fn words_in_brackets_are_a_note() {
        assert_eq!(
            split_note("Breaks at (a setting)"),
            ("Breaks at", Some("a setting"))
        );
        assert_eq!(split_note("AP"), ("AP", None));
    }
}
