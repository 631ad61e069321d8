//! `sum --all-editions`: prints the totals at each edition side by side, and each problem with the
//! editions at which it is found.

use super::{
    csv_rows,
    output::{SumFormat, json_output, scenario_error},
};
use crate::{
    analysis::Analysis,
    answer::{EditionProblem, EditionSums},
    cli::{CommandOutput, CommandResult, Context, Styler, exit, table},
    scenario::{CheckOptions, ScenarioChecker, TotalsTable},
};
use camino::Utf8Path;

/// Compares the editions for each file.
pub(super) fn compare(
    context: &mut Context<'_>,
    format: SumFormat,
    analysis: &Analysis,
    checker: &ScenarioChecker,
    options: &CheckOptions,
    texts: &[(&Utf8Path, String)],
) -> CommandResult {
    let mut all = Vec::new();
    for (path, text) in texts {
        all.push((
            *path,
            EditionSums::of_list(analysis, checker, options, text)
                .map_err(|faults| scenario_error(path, &faults))?,
        ));
    }
    let legal = |editions: &[EditionSums]| editions.iter().any(|own| own.findings == 0);
    let code = exit::code(all.iter().all(|(_, editions)| legal(editions)));
    let output = match format {
        SumFormat::Json => {
            let all: Vec<_> = all.iter().map(|(path, own)| (*path, own)).collect();
            return json_editions(context, &all);
        }
        SumFormat::Csv => csv_rows::output(
            all.iter()
                .flat_map(|(path, own)| own.iter().map(|own| (*path, &own.sheet))),
        )?,
        SumFormat::Text => {
            let tables = all.iter().map(|(path, own)| {
                let name = (all.len() > 1).then(|| context.styler.strong(path.as_str()) + "\n");
                name.unwrap_or_default() + &render(context.styler, own)
            });
            CommandOutput::paged(tables.collect::<Vec<_>>().join("\n"))
        }
    };
    Ok(output.with_code(code))
}

/// The sums of one file at each edition, with its path, for JSON about several files.
#[derive(serde::Serialize)]
struct FileEditions<'a> {
    path: &'a Utf8Path,
    editions: &'a [EditionSums],
}

/// Returns the editions of one file as a list, those of several as a list of objects with paths.
fn json_editions(context: &Context<'_>, all: &[(&Utf8Path, &Vec<EditionSums>)]) -> CommandResult {
    if all.len() == 1 {
        return json_output(context, all);
    }
    let all = all
        .iter()
        .map(|(path, editions)| FileEditions { path, editions });
    context.json_output(&all.collect::<Vec<_>>())
}

/// Renders a table with a column for each edition, and the problems below it.
fn render(styler: Styler, all: &[EditionSums]) -> String {
    let mut table = table::new(Some(styler.width));
    let heads = all.iter().map(|own| styler.strong(&own.edition));
    table.set_header(table::row("", heads));
    let totals: Vec<TotalsTable> = all.iter().map(|own| TotalsTable::new(&own.sheet)).collect();
    for (side, column) in row_names(&totals) {
        let cells = totals.iter().map(|totals| total(totals, side, column));
        let several = totals.iter().any(|own| sides(own).count() > 1);
        let name = if several {
            format!("{side}: {column}")
        } else {
            column.to_owned()
        };
        table.add_row(table::row(name, cells));
    }
    let counts = all.iter().map(|own| match own.findings {
        0 => "none".to_owned(),
        findings => styler.warning(&findings.to_string()),
    });
    table.add_row(table::row("problems", counts));
    let mut out = table::text(&table);
    let editions: Vec<&str> = all.iter().map(|own| own.edition.as_str()).collect();
    let problems: Vec<&EditionProblem> = all.iter().flat_map(|own| &own.new_problems).collect();
    if !problems.is_empty() {
        out.push('\n');
    }
    for problem in problems {
        let when = styler.strong(&describe_editions(&editions, &problem.editions));
        let words = format!("{when}, line {}: {}", problem.line, problem.message);
        out += &styler.wrap("", "    ", &words);
    }
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
fn sides(totals: &TotalsTable) -> impl Iterator<Item = &crate::scenario::TotalRow> {
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
