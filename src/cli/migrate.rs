//! `rulebook migrate`: replaces a scenario file by its version for another edition, which
//! `ScenarioChecker` makes, and prints the difference.
//! Comments in the file say what is left to decide.

use super::{
    CommandOutput, CommandResult, Context, Subcommand, exit, fmt::unified_diff, sum::scenario_error,
};
use crate::{
    analysis::Request,
    answer::rules_notice,
    disk,
    scenario::{CheckOptions, ScenarioChecker},
    text::SourceId,
};
use camino::Utf8PathBuf;

/// Migrate a scenario to another edition: rewrite what the rules determine, list what is left
#[derive(clap::Args)]
#[command(
    after_help = "Comments above the lines say what you have to decide. A second run changes nothing more.

Examples:
  rulebook migrate gauls.scenario.md --to 3.4
  rulebook migrate gauls.scenario.md --to 3.4 --check"
)]
pub(super) struct MigrateCommand {
    /// The scenario file
    #[arg(value_name = "FILE")]
    file: Utf8PathBuf,
    /// The edition
    #[arg(long, value_name = "EDITION")]
    to: String,
    /// Write nothing; show the difference, and exit with 1 if there is one
    #[arg(long)]
    check: bool,
}

impl Subcommand for MigrateCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let path = context.current.join(&self.file);
        let text = disk::read_text(&path)?;
        let analysis = context.load_analysis()?;
        let checker = ScenarioChecker::new(&analysis);
        let options = CheckOptions {
            request: Request::default(),
            today: context.today,
        };
        let source = SourceId(u32::MAX);
        let moved = checker
            .migrate(&analysis, source, &text, &self.to, &options)
            .map_err(|faults| scenario_error(&self.file, &faults))?;
        let bound = checker.bind(&analysis, source, &moved.text, &options).ok();
        if let Some(notice) = bound.and_then(|bound| rules_notice(&analysis, &bound)) {
            context.warn(notice);
        }
        let mut out = unified_diff(
            context.styler,
            &format!("at {}", self.to),
            self.file.as_str(),
            &text,
            &moved.text,
        );
        let changed = moved.text != text;
        if changed && !self.check {
            disk::write_text(&path, &moved.text)?;
        }
        let done = match (changed, self.check) {
            (false, _) => format!("{}: nothing to change", self.file),
            (true, true) => format!("{} would change", self.file),
            (true, false) => format!("migrated {} to {}", self.file, self.to),
        };
        let left = match moved.left.len() {
            0 => String::new(),
            1 => "; 1 thing is left to decide".to_owned(),
            count => format!("; {count} things are left to decide"),
        };
        out += &format!("{done}{left}\n");
        Ok(CommandOutput::paged(out).with_code(exit::code(!self.check || !changed)))
    }
}
