mod finding;
mod github;
mod sarif;
mod scope;
mod text;

use super::{Answer, Context, Failure, command::Verb, exit};
use crate::{
    diagnostic::Severity,
    disk::Settings,
    lint::{self, Levels},
    world::World,
};
use camino::Utf8PathBuf;
use finding::{Finding, Report};
use scope::Scope;

/// Look for what is wrong or doubtful in rules files
#[derive(clap::Args)]
pub(super) struct Check {
    /// Files or folders to report on [default: all rules but the shipped ones; these, where there are no others]
    #[arg(value_name = "PATH")]
    paths: Vec<Utf8PathBuf>,
    /// Let notes count as findings too, and show them in full
    #[arg(long)]
    strict: bool,
    /// What the findings are written for
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: CheckFormat,
}

/// What findings are written for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum CheckFormat {
    /// For people: each finding under its line of source.
    #[default]
    Text,
    /// For programs.
    Json,
    /// For code scanning: SARIF 2.1.0.
    Sarif,
    /// For GitHub workflows: annotations.
    Github,
}

impl Verb for Check {
    const NAME: &'static str = "check";

    const EXAMPLES: &'static str =
        "Exit code 1: there are errors or warnings (with --strict, notes too). `[lints]` in rulebook.toml sets severities.

Examples:
  rulebook check
  rulebook check rules/dbm/3.4.amend.md --strict
  rulebook check --format sarif > rulebook.sarif";

    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        let (scope, loaded) = Scope::load(context, &self.paths)?;
        let unread: Vec<Finding> = loaded.faults.iter().map(Finding::unread).collect();
        let world = World::new(loaded.sources);
        let levels = levels(context);
        let mut found = lint::check(&world);
        found.retain(|finding| scope.holds(&world, finding.at.source));
        levels.apply(&mut found);
        let findings = unread.into_iter().chain(found.iter().map(|finding| Finding::new(&world, finding))).collect();
        let report = Report { version: 1, files: scope.count(&world), findings };
        let answer = match self.format {
            CheckFormat::Text => Answer::shown(text::draw(context.pen, &world, &found, &report, self.strict)),
            CheckFormat::Json => context.json(&report)?,
            CheckFormat::Sarif => context.json(&sarif::log(&report))?,
            CheckFormat::Github => Answer::plain(github::annotations(&report)),
        };
        let least = if self.strict { Severity::Note } else { Severity::Warning };
        let clean = report.findings.iter().all(|finding| finding.severity < least);
        Ok(answer.code(if clean { exit::SHOWN } else { exit::NOTHING }))
    }
}

/// The severities that settings give to lints. Codes that do not exist are told.
fn levels(context: &mut Context<'_>) -> Levels {
    let mut levels = Levels::default();
    for (by, settings) in context.defaults(Settings::default()).layers.iter().rev() {
        for (code, level) in &settings.lints {
            if let Err(fault) = levels.set(code, level) {
                context.remark(format!("{fault} ({by})"));
            }
        }
    }
    levels
}
