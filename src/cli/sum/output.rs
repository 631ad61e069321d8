//! `SumFormat`; returns the JSON of `sum`, and the error of `sum`, `migrate` and `export roster` for a
//! scenario that cannot be evaluated.

use crate::{
    answer::AnswerError,
    cli::{CommandError, CommandResult, Context},
    diagnostic::Diagnostic,
};
use camino::Utf8Path;
use clap::ValueEnum;

/// The output format of `sum`: text for people, JSON for programs, or CSV for spreadsheets.
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
pub(crate) fn scenario_error(file: &Utf8Path, faults: &[Diagnostic]) -> CommandError {
    let mut error = AnswerError::from_faults(faults);
    error.message = format!("{file}: {}", error.message);
    error.into()
}
