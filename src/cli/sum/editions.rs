//! `sum --all-editions`: prints the totals at each edition side by side, and each problem with the
//! editions at which it is found.

use super::{
    csv_rows,
    output::{SumFormat, json_output, scenario_error},
};
use crate::{
    analysis::Analysis,
    answer::{self, EditionSums},
    cli::{CommandOutput, CommandResult, Context, exit, terminal},
    scenario::{CheckOptions, ScenarioChecker},
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
    let legal = |own: &[EditionSums]| own.iter().any(|own| own.findings == 0);
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
                name.unwrap_or_default()
                    + &terminal::render(context.styler, &answer::editions(own), true)
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
