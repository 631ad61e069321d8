//! Renders an army list as a form to print, a page per army: who plays, troops, costs and break points.

use super::layout::{PaperSize, PrintLayout, WordingNotice};
use crate::scenario::{
    CitedValue, ScenarioSums, SumLine, SumSection, SumTable, SumValue, TotalRow, TotalsTable,
    format_number, split_note,
};
use maud::{Markup, html};

/// What a player fills in by hand.
const FIELDS: &[&str] = &[
    "Player",
    "Opponent",
    "Event",
    "Date",
    "Points limit",
    "Result",
];

/// Renders the armies of a list, each on a page of its own. `problems` are the errors and warnings that
/// checks report.
pub fn roster(
    sums: &ScenarioSums,
    problems: &[&str],
    paper: PaperSize,
    wording: WordingNotice,
) -> String {
    let layout = PrintLayout {
        what: "roster",
        query: &sums.query,
        paper,
        wording,
        style: include_str!("roster.css"),
    };
    let roster = Roster {
        sums,
        totals: TotalsTable::new(sums),
    };
    let firsts: Vec<usize> = (0..sums.parts.len())
        .filter(|at| sums.parts[*at].depth == 1)
        .collect();
    let body = html! {
        @for (nth, first) in firsts.iter().enumerate() {
            @let end = firsts.get(nth + 1).copied().unwrap_or(sums.parts.len());
            section.army {
                header {
                    p.ruleset { (layout.name()) }
                    h1 { (sums.parts[*first].name) }
                    p.view { "Profile " b { (sums.query.profile) } ", as known on " b { (sums.query.day()) } "." }
                    p.fields { @for field in FIELDS { span { (field) i {} } } }
                    @if !problems.is_empty() {
                        div.notice {
                            p { "This list breaks rules or is not wholly understood:" }
                            ul { @for problem in problems { li { (problem) } } }
                        }
                    }
                }
                (roster.summary(*first, end))
                @for part in &sums.parts[*first..end] { (roster.part(part)) }
                p.fields { @for signer in ["Signed by the player", "Checked by the umpire"] { span { (signer) i {} } } }
                (roster.notes(&sums.parts[*first..end]))
            }
        }
    };
    layout.render(&body)
}

/// The sums of an army list and its table of totals, to render.
struct Roster<'a> {
    sums: &'a ScenarioSums,
    totals: TotalsTable,
}

impl Roster<'_> {
    /// Renders the totals of an army and of its commands.
    fn summary(&self, first: usize, end: usize) -> Markup {
        let rows = || {
            self.totals
                .rows
                .iter()
                .filter(|row| (first..end).contains(&row.part))
        };
        html! {
            table.totals {
                thead {
                    tr {
                        th {}
                        @for column in &self.totals.columns {
                            th.number { (column.heading) @if column.note.is_some() { "*" } }
                        }
                    }
                }
                @for row in rows() {
                    tr.army-total[row.depth == 1] {
                        th { (row.name) }
                        @for cell in &row.cells {
                            td.number { @if let Some(cell) = cell { (cell) } }
                        }
                    }
                }
            }
            @for column in &self.totals.columns {
                @if let Some(note) = &column.note { p.note { "* " (column.heading) ": " (note) } }
            }
        }
    }

    /// Renders the lines directly below a heading.
    fn part(&self, part: &SumSection) -> Markup {
        let at = self
            .sums
            .parts
            .iter()
            .position(|own| std::ptr::eq(own, part));
        let row = self.totals.rows.iter().find(|row| Some(row.part) == at);
        let with_lines = || part.tables.iter().filter(|table| !table.lines.is_empty());
        html! {
            @if with_lines().next().is_some() {
                section.command {
                    @if part.depth > 1 { h2 { (part.heading) } }
                    @for table in with_lines() { (lines_table(table, part.depth > 1)) }
                    @if let Some(row) = row.filter(|_| part.depth > 1) { (self.other_totals(part, row)) }
                }
            }
        }
    }

    /// Renders the totals that are no columns of the tables: break points.
    fn other_totals(&self, part: &SumSection, row: &TotalRow) -> Markup {
        let in_tables = |heading: &str| {
            let mut columns = part.tables.iter().flat_map(|table| &table.columns);
            columns.any(|column| split_note(column).0 == heading)
        };
        let columns = self.totals.columns.iter().zip(&row.cells);
        let others = columns.filter(|(column, _)| !in_tables(&column.heading));
        html! {
            @for (column, cell) in others {
                @if let Some(cell) = cell {
                    p.other { (column.heading) @if column.note.is_some() { "*" } ": " b { (cell) } " " (column.unit) }
                }
            }
        }
    }

    /// Renders the sources of the numbers of an army.
    fn notes(&self, parts: &[SumSection]) -> Markup {
        let mut used: Vec<usize> = parts
            .iter()
            .flat_map(values)
            .flat_map(|value| value.rests_on.iter().copied())
            .collect();
        used.sort_unstable();
        used.dedup();
        let mut missing: Vec<&str> = parts
            .iter()
            .flat_map(values)
            .filter_map(|value| value.missing.as_deref())
            .collect();
        missing.sort_unstable();
        missing.dedup();
        html! {
            @if !used.is_empty() || !missing.is_empty() {
                footer.basis {
                    h2 { "What the numbers rest on" }
                    @for words in &missing { p { b { "? " } (words) } }
                    @for at in used {
                        @if let Some(cited) = self.sums.basis.get(at) {
                            p { b { (at + 1) } " " (without_id(cited)) }
                        }
                    }
                }
            }
        }
    }
}

/// Returns what a number rests on, without the id, which helps nobody on paper.
fn without_id(cited: &CitedValue) -> &str {
    let rest = cited.words.strip_prefix(&cited.id);
    rest.map_or(cited.words.as_str(), |rest| {
        rest.trim_start_matches([',', ' '])
    })
}

/// Returns all values of the lines and rows of a heading.
fn values(part: &SumSection) -> impl Iterator<Item = &SumValue> {
    let lines = part.tables.iter().flat_map(|table| &table.lines);
    let cells = lines.flat_map(|line| line.cells.iter().flatten());
    cells.chain(part.rows.iter().map(|row| &row.sum))
}

/// Renders lines with their values, and their totals if wanted.
fn lines_table(table: &SumTable, with_totals: bool) -> Markup {
    let unit = |at: usize| {
        let cells = table
            .lines
            .iter()
            .filter_map(|line| line.cells.get(at)?.as_ref());
        cells
            .map(|cell| cell.unit.as_str())
            .next()
            .unwrap_or_default()
    };
    // all tables have the same columns, so that they are below each other
    html! {
        table.lines {
            colgroup {
                col.count;
                col;
                col.short;
                @for _ in &table.columns { col.value; }
            }
            thead {
                tr {
                    th.number { "no." }
                    th.troops { "troops" }
                    th { "short" }
                    @for (at, column) in table.columns.iter().enumerate() {
                        th.number { (with_unit(column, unit(at))) }
                    }
                }
            }
            @for line in &table.lines {
                tr {
                    td.number { @if let Some(number) = line.number { (format_number(number)) } }
                    td { (troops(line)) }
                    td.short { (line.short) }
                    @for cell in &line.cells { td.number { @if let Some(value) = cell { (number(value)) } } }
                }
            }
            @if with_totals {
                tr.total {
                    th colspan="3" { "total" }
                    @for total in &table.totals { td.number { @if let Some(total) = total { (value_text(total)) } } }
                }
            }
        }
    }
}

/// Renders the troops of a line in full, below the player's own words for them.
fn troops(line: &SumLine) -> Markup {
    html! {
        @if !line.description.is_empty() { (line.description) ": " }
        @if line.full.is_empty() { (line.text) } @else { (line.full) }
    }
}

/// Renders a value with the numbers of the notes that it rests on.
fn number(value: &SumValue) -> Markup {
    let notes: Vec<String> = value
        .rests_on
        .iter()
        .map(|at| (at + 1).to_string())
        .collect();
    html! { (value_text(value)) @if !notes.is_empty() { sup { (notes.join(" ")) } } }
}

fn value_text(value: &SumValue) -> &str {
    value.value.as_deref().unwrap_or("?")
}

/// Returns the heading of a column with its unit, if the heading does not contain it: `AP each`.
/// Words in brackets become a mark: they are below the totals.
fn with_unit(heading: &str, unit: &str) -> String {
    let (heading, note) = split_note(heading);
    let mark = if note.is_some() { "*" } else { "" };
    if unit.is_empty() || heading.split(' ').any(|word| word == unit) {
        format!("{heading}{mark}")
    } else {
        format!("{unit} {heading}{mark}")
    }
}
