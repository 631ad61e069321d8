//! The forms in which sums are printed, and what is said where there are none.

use crate::cli::{
    context::Context,
    outcome::{CommandError, CommandResult},
};
use camino::Utf8Path;
use clap::ValueEnum;

/// The output formats of `sum`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum SumFormat {
    /// For people.
    #[default]
    Text,
    /// For programs: JSON in version 1 of the form that docs/src/programs.md describes.
    Json,
    /// For spreadsheets: a row for each line, and one for the totals of each heading.
    Csv,
}

/// The sums of a file, for JSON about several files.
#[derive(serde::Serialize)]
struct FileSums<'a, T> {
    path: &'a Utf8Path,
    #[serde(flatten)]
    sums: &'a T,
}

/// Returns the sums of one file as an object, those of several as a list of objects with paths.
pub(super) fn json_output<T: serde::Serialize>(
    context: &Context<'_>,
    all: &[(&Utf8Path, &T)],
) -> CommandResult {
    match all {
        [(_, sums)] => context.json_output(sums),
        _ => {
            let all = all.iter().map(|(path, sums)| FileSums { path, sums });
            context.json_output(&all.collect::<Vec<_>>())
        }
    }
}

/// Returns the error for a scenario that cannot be evaluated.
pub(in crate::cli) fn scenario_error(
    file: &Utf8Path,
    faults: &[crate::diagnostic::Diagnostic],
) -> CommandError {
    let words: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    let failure = CommandError::misuse(format!("{file}: {}", words.join("; ")));
    match faults.iter().find_map(|fault| fault.help.clone()) {
        Some(help) => failure.with_help(help),
        None => failure,
    }
}
