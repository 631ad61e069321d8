//! `rulebook sum`: the command that asks for the sums of scenarios and army lists, file by file.

mod csv_rows;

use super::{
    CommandError, CommandOutput, CommandResult, Context, Subcommand, exit, plural, terminal,
};
use crate::{
    analysis::Request,
    answer::{Answer, AnswerError, Body, EditionSums, List, ListSums, Query, Sum, SumReply},
    diagnostic::Diagnostic,
};
use camino::{Utf8Path, Utf8PathBuf};
use serde::Serialize;

/// Add up scenarios and army lists, with the source of each number
#[derive(clap::Args)]
#[command(after_help = "Examples:
  rulebook sum gauls.scenario.md
  rulebook sum gauls.txt romans.txt --format csv > lists.csv
  rulebook sum gauls.scenario.md --all-editions")]
pub(super) struct SumCommand {
    /// Scenario files or any lists; `-` reads the standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<Utf8PathBuf>,
    #[command(flatten)]
    at: Request,
    /// Show the sums at each edition side by side, and at which editions each problem is found
    #[arg(long, conflicts_with = "edition")]
    all_editions: bool,
    /// Output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: SumFormat,
}

/// The output format of `sum`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum SumFormat {
    /// For people.
    #[default]
    Text,
    /// For programs: JSON in version 1 of the form that docs/src/programs.md describes.
    Json,
    /// For spreadsheets: a row for each line, and one for the totals of each heading.
    Csv,
}

/// The sums of a file.
struct FileSums<'a> {
    path: &'a Utf8Path,
    query: Query,
    answer: Answer<Body>,
}

impl Subcommand for SumCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let mut texts = Vec::new();
        for path in &self.files {
            texts.push((path.as_path(), context.read_list(path)?));
        }
        let analysis = context.load_analysis()?;
        let engine = context.engine(&analysis);
        let mut all = Vec::new();
        for (path, text) in texts {
            let at = self.at.clone();
            let query = Query::from(Sum {
                list: List { text, at },
                all_editions: self.all_editions,
            });
            let answer = engine.ask(&query).map_err(|error| error_in(path, error))?;
            all.push(FileSums {
                path,
                query,
                answer,
            });
        }
        let output = match self.format {
            SumFormat::Json => json_output(context, &all)?,
            SumFormat::Csv => {
                let sums = all.iter().flat_map(|own| {
                    let sums = own.answer.body.sums().into_iter();
                    sums.flat_map(SumReply::all).map(|sums| (own.path, sums))
                });
                csv_rows::output(sums)?
            }
            SumFormat::Text => text_output(context, &all),
        };
        let is_legal = |own: &FileSums<'_>| match own.answer.body.sums() {
            Some(SumReply::Editions(all)) => all.iter().any(|own| own.findings == 0),
            _ => true,
        };
        Ok(output.with_code(exit::code(all.iter().all(is_legal))))
    }
}

/// Renders all files for people. Problems are counted in warnings.
fn text_output(context: &mut Context<'_>, all: &[FileSums<'_>]) -> CommandOutput {
    let mut parts = Vec::new();
    for FileSums {
        path,
        query,
        answer,
    } in all
    {
        let name = (all.len() > 1).then(|| context.styler.strong(path.as_str()) + "\n");
        let sums = terminal::render(context.styler, &answer.doc(query), true);
        parts.push(name.unwrap_or_default() + &sums);
        if let Some(SumReply::One(own)) = answer.body.sums()
            && own.problems > 0
        {
            let problems = plural(own.problems, "problem");
            context.warn(format!("{problems} in this file: rulebook check {path}"));
        }
    }
    CommandOutput::paged(parts.join("\n"))
}

/// The sums of one of several files, as JSON.
#[derive(Serialize)]
struct FileJson<'a> {
    path: &'a Utf8Path,
    #[serde(skip_serializing_if = "Option::is_none")]
    notices: Option<[&'a str; 1]>,
    #[serde(flatten)]
    sums: SumsJson<'a>,
}

/// The sums as members of that object.
#[derive(Serialize)]
#[serde(untagged)]
enum SumsJson<'a> {
    One(&'a ListSums),
    Editions { editions: &'a [EditionSums] },
}

/// Returns the sums of one file as they are, those of several as a list of objects with paths.
fn json_output(context: &Context<'_>, all: &[FileSums<'_>]) -> CommandResult {
    if let [own] = all {
        return Ok(CommandOutput::plain(own.answer.json()?));
    }
    fn of_file<'a>(own: &'a FileSums<'_>) -> Option<FileJson<'a>> {
        Some(FileJson {
            path: own.path,
            notices: own.answer.notice.as_deref().map(|own| [own]),
            sums: match own.answer.body.sums()? {
                SumReply::One(own) => SumsJson::One(own),
                SumReply::Editions(editions) => SumsJson::Editions { editions },
            },
        })
    }
    context.json_output(&all.iter().filter_map(of_file).collect::<Vec<_>>())
}

/// Returns the error for a scenario that cannot be evaluated.
pub(super) fn scenario_error(file: &Utf8Path, faults: &[Diagnostic]) -> CommandError {
    error_in(file, AnswerError::from_faults(faults))
}

fn error_in(file: &Utf8Path, mut error: AnswerError) -> CommandError {
    error.message = format!("{file}: {}", error.message);
    error.into()
}
