mod finding;
mod github;
mod sarif;
mod scope;
mod text;

use super::{Answer, Context, Failure, command::Verb, exit};
use crate::{
    analysis::{Analysis, Request},
    diagnostic::Severity,
    disk::Settings,
    lint::{self, Levels},
    model::PartialDate,
    scenario::{Ruling, Umpire},
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
    #[command(flatten)]
    played: Played,
    /// What the findings are written for
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: CheckFormat,
}

/// Where scenarios are played, in the place of what they say themselves.
#[derive(clap::Args)]
pub(super) struct Played {
    /// Check scenarios at this edition, whatever they say
    #[arg(long, value_name = "EDITION")]
    at: Option<String>,
    /// Check scenarios by what was published on that day: 2020-11-01
    #[arg(long, visible_alias = "known", value_name = "DATE")]
    as_of: Option<PartialDate>,
    /// Check scenarios for this profile
    #[arg(long, value_name = "PROFILE")]
    profile: Option<String>,
}

impl Played {
    /// What is asked of a scenario.
    pub(super) fn ruling(&self, context: &Context<'_>) -> Ruling {
        let request = Request {
            edition: self.at.clone(),
            as_of: self.as_of,
            profile: self.profile.clone(),
            ..Request::default()
        };
        Ruling {
            request,
            today: context.today,
        }
    }
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
        let analysis = Analysis::new(loaded.sources);
        let umpire = Umpire::new(&analysis);
        let levels = levels(context, &umpire);
        let ruling = self.played.ruling(context);
        // who asks after a list alone does not wait for all rules to be looked at
        let mut found = if scope.is_scenarios(&analysis) {
            umpire.check_scenarios(&analysis, &ruling)
        } else {
            let mut found = lint::check(&analysis);
            found.extend(umpire.check_all(&analysis, &ruling));
            found
        };
        found.retain(|finding| scope.holds(&analysis, finding.at.source));
        levels.apply(&mut found);
        let findings = unread
            .into_iter()
            .chain(found.iter().map(|finding| Finding::new(&analysis, finding)))
            .collect();
        let report = Report {
            version: 1,
            files: scope.count(&analysis),
            findings,
        };
        let answer = match self.format {
            CheckFormat::Text => Answer::shown(text::draw(
                context.pen,
                &analysis,
                &found,
                &report,
                self.strict,
            )),
            CheckFormat::Json => context.json(&report)?,
            CheckFormat::Sarif => context.json(&sarif::log(&report, &umpire))?,
            CheckFormat::Github => Answer::plain(github::annotations(&report)),
        };
        let least = if self.strict {
            Severity::Note
        } else {
            Severity::Warning
        };
        let clean = report
            .findings
            .iter()
            .all(|finding| finding.severity < least);
        Ok(answer.code(if clean { exit::SHOWN } else { exit::NOTHING }))
    }
}

/// The severities that settings give to lints. Codes that do not exist are told.
fn levels(context: &mut Context<'_>, umpire: &Umpire) -> Levels {
    let mut levels = Levels::default();
    for (by, settings) in context.defaults(Settings::default()).layers.iter().rev() {
        for (code, level) in &settings.lints {
            if let Err(fault) = levels.set(code, level, |code| umpire.is_rule(code)) {
                context.remark(format!("{fault} ({by})"));
            }
        }
    }
    levels
}
