//! `rulebook sum`: the command that prints the sums of scenarios and army lists, which `scenario`
//! computes, with their sources.

mod csv_rows;
mod editions;
mod output;

use super::{CommandOutput, CommandResult, Context, Styler, Subcommand, plural, terminal};
use crate::{
    analysis::{Analysis, Request},
    answer,
    scenario::{BoundScenario, ScenarioChecker, ScenarioSums},
    text::SourceId,
};
use camino::{Utf8Path, Utf8PathBuf};
pub(super) use output::scenario_error;
use output::{SumFormat, json_output};

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

impl Subcommand for SumCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let mut texts = Vec::new();
        for path in &self.files {
            texts.push((path.as_path(), context.read_list(path)?));
        }
        let analysis = context.load_analysis_for(&self.at)?;
        let checker = ScenarioChecker::new(&analysis);
        let options = context.check_options(&self.at);
        if self.all_editions {
            return editions::compare(context, self.format, &analysis, &checker, &options, &texts);
        }
        let mut all = Vec::new();
        for (path, text) in &texts {
            let bound = checker
                .bind(&analysis, SourceId(u32::MAX), text, &options)
                .map_err(|faults| scenario_error(path, &faults))?;
            let sums = bound.sums();
            all.push((*path, bound, sums));
        }
        let sums = || all.iter().map(|(path, _, sums)| (*path, sums));
        match self.format {
            SumFormat::Json => json_output(context, &sums().collect::<Vec<_>>()),
            SumFormat::Csv => csv_rows::output(sums()),
            SumFormat::Text => Ok(self.text_output(context, &analysis, &all)),
        }
    }
}

impl SumCommand {
    /// Renders all files for people. Problems are counted in warnings.
    fn text_output(
        &self,
        context: &mut Context<'_>,
        analysis: &Analysis,
        all: &[(&Utf8Path, BoundScenario, ScenarioSums)],
    ) -> CommandOutput {
        let mut parts = Vec::new();
        for (path, bound, sums) in all {
            let mut out = String::new();
            if all.len() > 1 {
                out += &(context.styler.strong(path.as_str()) + "\n");
            }
            out += &render(context.styler, analysis, sums);
            parts.push(out);
            if let Some(notice) = answer::rules_notice(analysis, bound) {
                context.warn(notice);
            }
            let problems = bound.diagnostics(analysis).len();
            if problems > 0 {
                let problems = plural(problems, "problem");
                context.warn(format!("{problems} in this file: rulebook check {path}"));
            }
        }
        CommandOutput::paged(parts.join("\n"))
    }
}

/// Renders the sums of a file.
fn render(styler: Styler, analysis: &Analysis, sums: &ScenarioSums) -> String {
    let db = analysis.ruleset_db(&sums.query.ruleset);
    let blocks = db.map(|db| answer::sums(&db.ruleset, sums));
    terminal::render(styler, &blocks.unwrap_or_default(), true)
}
