//! `CheckCommand`: lints rules, checks scenarios; prints problems in four formats or fixes them.

use super::{
    fix::{FixOptions, refuse_other_edition},
    github, sarif,
    scope::CheckScope,
    text,
};
use crate::{
    analysis::{Analysis, Request, Settings, Source},
    answer::{self, CheckReport, ReportEntry, SourceLines},
    cli::{CommandError, CommandOutput, CommandResult, Context, Subcommand, exit, terminal},
    diagnostic::{Diagnostic, Severity},
    disk::LoadedSources,
    lint::{self, LintLevels},
    scenario::{CheckOptions, ScenarioChecker},
};
use camino::Utf8PathBuf;

/// Report problems in rules files, scenarios and army lists, and fix them on request
#[derive(clap::Args)]
#[command(
    after_help = "Exit code 1: there are errors or warnings (with --strict, notes too), or a list has unknown totals. `[lints]` in rulebook.toml sets severities.

Examples:
  rulebook check
  rulebook check rules/dbm/3.4.amend.md --strict
  rulebook check list.txt --at 3.2
  rulebook check gauls.scenario.md --fix
  rulebook check --diff
  rulebook check --watch
  xclip -o | rulebook check -
  rulebook check --format sarif > rulebook.sarif"
)]
pub(crate) struct CheckCommand {
    /// Files or folders to check; any other text file is read as an army list, and `-` reads one
    /// from the standard input [default: all rules except the shipped ones, or the shipped ones if
    /// there are no others]
    #[arg(value_name = "PATH")]
    paths: Vec<Utf8PathBuf>,
    /// Treat notes as problems too, and show them in full
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    at: Request,
    #[command(flatten)]
    fixes: FixOptions,
    /// Check again whenever a file changes, until interrupted
    #[arg(long)]
    watch: bool,
    /// Output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: CheckFormat,
}

/// How often `--watch` looks at the files.
const WATCH_INTERVAL: std::time::Duration = std::time::Duration::from_millis(700);

/// The output formats of `check`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum CheckFormat {
    /// For people: each problem with its line of source.
    #[default]
    Text,
    /// For programs.
    Json,
    /// For code scanning: SARIF 2.1.0.
    Sarif,
    /// For GitHub workflows: annotations.
    Github,
}

impl Subcommand for CheckCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let is_text = self.format == CheckFormat::Text;
        self.fixes.validate(&self.paths, is_text)?;
        if self.watch {
            return self.watch(context, is_text);
        }
        let (scope, loaded) = CheckScope::load(context, &self.paths)?;
        self.check(context, scope, loaded)
    }
}

impl CheckCommand {
    /// Checks again whenever a file changes. Ends only if a file named cannot be found.
    fn watch(&self, context: &mut Context<'_>, is_text: bool) -> CommandResult {
        if self.fixes.is_active() || !is_text || self.paths.iter().any(|path| path == "-") {
            let message = "--watch goes with neither fixes, standard input nor another format";
            return Err(
                CommandError::misuse(message).with_help("leave out --watch, or the other option")
            );
        }
        let mut last: Option<Vec<Source>> = None;
        loop {
            let (scope, loaded) = CheckScope::load(context, &self.paths)?;
            if last.as_ref() != Some(&loaded.sources) {
                last = Some(loaded.sources.clone());
                let output = self.check(context, scope, loaded)?;
                context.print_now(&output.text)?;
            }
            std::thread::sleep(WATCH_INTERVAL);
        }
    }

    /// Checks the loaded sources, applies fixes if requested, and returns the report.
    fn check(
        &self,
        context: &mut Context<'_>,
        scope: CheckScope,
        loaded: LoadedSources,
    ) -> CommandResult {
        if self.fixes.is_active() && matches!(scope, CheckScope::Shipped) {
            let message = "there are no rules of your own to fix";
            return Err(CommandError::misuse(message).with_help("name the files to fix"));
        }
        let errors = loaded.errors.iter();
        let unreadable = errors.map(|own| ReportEntry::unreadable(&own.path, &own.message));
        let unreadable: Vec<ReportEntry> = unreadable.collect();
        let analysis = Analysis::new(loaded.sources);
        let mut analysis = context.with_proposals(analysis, &self.at)?;
        let mut checker = ScenarioChecker::new(&analysis);
        let levels = lint_levels(context, &checker);
        let options = context.check_options(&self.at);
        let find = |analysis: &Analysis, checker: &ScenarioChecker| {
            let mut found = find_problems(analysis, checker, &scope, &options);
            levels.apply(&mut found);
            found
        };
        let (found, fixed) = if self.fixes.is_active() {
            refuse_other_edition(&analysis, &checker, &scope, &options)?;
            let (found, fixed) = self.fixes.apply(&mut analysis, &mut checker, &scope, find);
            (found, Some(fixed))
        } else {
            (find(&analysis, &checker), None)
        };
        let (files, scenarios) = (scope.file_count(&analysis), scope.scenarios(&analysis));
        let checked = (&checker, &options);
        let mut report = CheckReport::new(&analysis, checked, files, &found, scenarios);
        report.findings.splice(0..0, unreadable);
        report.unchecked_examples = scope.unchecked_examples(context, &analysis);
        let least = match self.strict {
            true => Severity::Note,
            false => Severity::Warning,
        };
        let left = report.findings.iter();
        let left = left.filter(|finding| finding.severity >= least).count();
        if let Some(fixed) = &fixed {
            let output = fixed.finish(&self.fixes, context, &analysis, &self.paths, left)?;
            if let Some(output) = output {
                let clean = left == 0 && (fixed.is_empty() || !self.fixes.is_preview());
                return Ok(output.with_code(exit::code(clean)));
            }
        }
        let answer = match self.format {
            CheckFormat::Text => {
                let sources = SourceLines::new(&analysis);
                let problems = text::render(context.styler, &sources, &found, &report, self.strict);
                let verdicts = terminal::render(context.styler, &report.verdicts(), true);
                let fixes = fixed.map_or_else(String::new, |fixed| fixed.render(&self.fixes));
                CommandOutput::paged(fixes + &verdicts + &problems)
            }
            CheckFormat::Json => context.json_output(&report)?,
            CheckFormat::Sarif => context.json_output(&sarif::log(&report, &checker))?,
            CheckFormat::Github => CommandOutput::plain(github::annotations(&report.findings)),
        };
        Ok(answer.with_code(exit::code(left == 0 && report.undecided() == 0)))
    }
}

/// Returns the problems of the files in the scope.
fn find_problems(
    analysis: &Analysis,
    checker: &ScenarioChecker,
    scope: &CheckScope,
    options: &CheckOptions,
) -> Vec<Diagnostic> {
    // scenarios alone are checked without linting all rules
    let mut found = if scope.is_scenarios_only(analysis) {
        checker.check_scenarios(analysis, options)
    } else {
        let is_checked = |ruleset: &str| scope.contains_some_of(analysis, ruleset);
        let mut found = lint::check_rulesets(analysis, is_checked);
        // what follows from a mistake is left out only where the mistake itself is reported
        found.extend(match scope.contains_rulesets(analysis) {
            true => checker.check_all(analysis, options, is_checked),
            false => checker.check_each(analysis, options, is_checked),
        });
        found
    };
    found.retain(|finding| {
        let source = finding.at.source;
        scope.contains(analysis, source) || scope.rests_on_unreadable(analysis, source)
    });
    found
}

/// Returns the severities that the settings assign to codes. Warns about unknown codes.
fn lint_levels(context: &mut Context<'_>, checker: &ScenarioChecker) -> LintLevels {
    let settings = context.layered_settings(Settings::default());
    let (levels, faults) = answer::lint_levels(&settings, checker);
    faults.into_iter().for_each(|fault| context.warn(fault));
    levels
}
