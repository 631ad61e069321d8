//! `check --fix` and `--diff`: applies fixes in memory, then writes the files or prints a diff.

use super::scope::CheckScope;
use crate::{
    analysis::{Analysis, SourceKind},
    cli::{CommandError, CommandOutput, Context, Styler, fmt::unified_diff, plural},
    diagnostic::{Diagnostic, Fix, apply_fixes},
    disk,
    scenario::{CheckOptions, EditionSource, ScenarioChecker},
    text::{LineIndex, SourceId},
};
use camino::Utf8PathBuf;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// The maximum number of rounds: a fix may be what makes another one possible.
const MAX_ROUNDS: usize = 64;

/// The options `--fix`, `--diff`, `--unsafe-fixes`: whether to fix or preview, and which fixes.
#[derive(clap::Args)]
pub(super) struct FixOptions {
    /// Apply the safe fixes, and report what is left; with `-`, print the corrected text
    #[arg(long)]
    fix: bool,
    /// Show what `--fix` would change, and write nothing
    #[arg(long)]
    diff: bool,
    /// Apply the fixes that need a decision, too: the first proposal for each problem
    #[arg(long)]
    unsafe_fixes: bool,
}

/// The result of fixing in memory: old texts of the changed sources, a line for each fix, and how
/// many problems have fixes that were not applied. Writes the files, or renders a diff.
pub(super) struct AppliedFixes {
    /// The sources that were changed, with their original text.
    changed: BTreeMap<SourceId, Arc<str>>,
    /// What was fixed, one line each.
    lines: Vec<String>,
    /// The problems that have a fix that was not applied.
    unsafe_left: usize,
}

impl FixOptions {
    /// Returns whether fixes are applied.
    pub(super) fn is_active(&self) -> bool {
        self.fix || self.diff
    }

    /// Returns whether the changes are only shown.
    pub(super) fn is_preview(&self) -> bool {
        self.diff
    }

    /// Fails if the options make no sense together.
    pub(super) fn validate(
        &self,
        paths: &[Utf8PathBuf],
        is_text: bool,
    ) -> Result<(), CommandError> {
        let is_input = self.prints_input(paths);
        let (message, help) = if self.unsafe_fixes && !self.is_active() {
            let help = "add --fix, or --diff to see what would change";
            ("--unsafe-fixes applies nothing by itself", help)
        } else if is_input && paths.len() > 1 {
            let message = "standard input cannot be fixed along with files";
            (message, "leave out the files, or the `-`")
        } else if (is_input || self.diff) && !is_text {
            let message = "the corrected text is not printed as JSON";
            (message, "leave out --format")
        } else {
            return Ok(());
        };
        Err(CommandError::misuse(message).with_help(help))
    }

    /// Returns whether the corrected text is printed instead of a report.
    fn prints_input(&self, paths: &[Utf8PathBuf]) -> bool {
        self.fix && !self.diff && paths.iter().any(|path| path == "-")
    }

    /// Applies fixes in memory to the sources in the scope until nothing changes. `find` returns
    /// the problems of the files in the scope. Fixes that do not solve their problems are taken back.
    pub(super) fn apply(
        &self,
        analysis: &mut Analysis,
        checker: &mut ScenarioChecker,
        scope: &CheckScope,
        find: impl Fn(&Analysis, &ScenarioChecker) -> Vec<Diagnostic>,
    ) -> (Vec<Diagnostic>, AppliedFixes) {
        let mut report = AppliedFixes {
            changed: BTreeMap::new(),
            lines: Vec::new(),
            unsafe_left: 0,
        };
        let mut found = find(analysis, checker);
        let mut failed = FailedFixes::default();
        for _ in 0..MAX_ROUNDS {
            let fixed = self.fixed_sources(analysis, scope, &found, &failed);
            if fixed.is_empty() {
                break;
            }
            for own in &fixed {
                set_text(analysis, checker, own.source, &own.after);
            }
            let mut left = find(analysis, checker);
            let (solved, unsolved): (Vec<_>, Vec<_>) =
                fixed.into_iter().partition(|own| own.solves(&found, &left));
            if !unsolved.is_empty() {
                for own in unsolved {
                    set_text(analysis, checker, own.source, &own.before);
                    failed.add(own);
                }
                left = find(analysis, checker);
            }
            for own in solved {
                report.lines.extend(own.lines);
                report.changed.entry(own.source).or_insert(own.before);
            }
            found = left;
        }
        let others = found.iter().filter(|found| {
            let kind = analysis.source(found.at.source).map(|own| own.kind);
            kind.is_some_and(|kind| chosen_fix(found, kind, true).is_some())
        });
        report.unsafe_left = others.count();
        (found, report)
    }

    /// Returns the sources that fixes change, with their new text.
    fn fixed_sources(
        &self,
        analysis: &Analysis,
        scope: &CheckScope,
        found: &[Diagnostic],
        failed: &FailedFixes,
    ) -> Vec<FixedSource> {
        let mut of_source: BTreeMap<SourceId, Vec<Diagnostic>> = BTreeMap::new();
        for found in found.iter().filter(|found| !found.fixes.is_empty()) {
            let own = of_source.entry(found.at.source).or_default();
            own.push(found.clone());
        }
        let mut out = Vec::new();
        for (source, mut found) in of_source {
            let own = analysis.source(source);
            let Some(own) = own.filter(|_| scope.contains(analysis, source)) else {
                continue;
            };
            let (kind, also_unsafe) = (own.kind, self.unsafe_fixes);
            found.retain(|found| chosen_fix(found, kind, also_unsafe).is_some());
            failed.retain_untried(source, &mut found);
            let choose = |found| chosen_fix(found, kind, also_unsafe);
            let (text, applied) = apply_fixes(&own.text, source, &found, choose);
            if text == *own.text {
                continue;
            }
            let index = LineIndex::new(&own.text);
            let line = |found: &Diagnostic| {
                let line = index.position(&own.text, found.at.span.start()).line + 1;
                let title = chosen_fix(found, kind, also_unsafe).map_or("", |fix| &fix.title);
                let (path, code, message) = (&own.path, &found.code, &found.message);
                format!("fixed {path}:{line} {code}: {message}: {title}")
            };
            out.push(FixedSource {
                source,
                before: Arc::clone(&own.text),
                after: Arc::from(text),
                lines: applied.iter().map(|found| line(found)).collect(),
                problems: applied.into_iter().cloned().collect(),
            });
        }
        out
    }
}

/// Gives a source another text in memory.
fn set_text(
    analysis: &mut Analysis,
    checker: &mut ScenarioChecker,
    source: SourceId,
    text: &Arc<str>,
) {
    analysis.update_source(source, Arc::clone(text));
    checker.update(analysis, source);
}

/// A source with fixes applied in memory.
struct FixedSource {
    source: SourceId,
    before: Arc<str>,
    after: Arc<str>,
    /// What the fixes do, one line each.
    lines: Vec<String>,
    /// The problems that they should solve.
    problems: Vec<Diagnostic>,
}

impl FixedSource {
    /// Returns whether the source has as many problems less, of each code, as were to be fixed.
    fn solves(&self, before: &[Diagnostic], after: &[Diagnostic]) -> bool {
        let count = |all: &[Diagnostic], code: &str| {
            let own = |found: &&Diagnostic| found.at.source == self.source && found.code == code;
            all.iter().filter(own).count()
        };
        self.problems.iter().all(|problem| {
            let code = &problem.code;
            count(after, code) + count(&self.problems, code) <= count(before, code)
        })
    }
}

/// The fixes that did not solve their problems. In a source where several failed together, they are
/// tried one at a time.
#[derive(Default)]
struct FailedFixes {
    one_by_one: BTreeSet<SourceId>,
    problems: Vec<Diagnostic>,
}

impl FailedFixes {
    fn add(&mut self, fixed: FixedSource) {
        if fixed.problems.len() == 1 {
            self.problems.extend(fixed.problems);
        }
        self.one_by_one.insert(fixed.source);
    }

    /// Leaves the problems of a source whose fixes are to be tried.
    fn retain_untried(&self, source: SourceId, found: &mut Vec<Diagnostic>) {
        let is_same = |a: &Diagnostic, b: &Diagnostic| {
            a.at.source == b.at.source && a.code == b.code && a.message == b.message
        };
        found.retain(|found| !self.problems.iter().any(|tried| is_same(tried, found)));
        if self.one_by_one.contains(&source) {
            found.truncate(1);
        }
    }
}

/// Returns the fix to apply for a problem. In rules files a problem with several proposals is left
/// to a person.
fn chosen_fix(found: &Diagnostic, kind: SourceKind, also_unsafe: bool) -> Option<&Fix> {
    if kind != SourceKind::Scenario && found.fixes.len() != 1 {
        return found.safe_fix();
    }
    let first = found.fixes.first().filter(|_| also_unsafe);
    found.safe_fix().or(first)
}

/// Fails if a scenario in the scope names another edition than the one it is to be fixed at: its
/// costs would become those of that edition.
pub(super) fn refuse_other_edition(
    analysis: &Analysis,
    checker: &ScenarioChecker,
    scope: &CheckScope,
    options: &CheckOptions,
) -> Result<(), CommandError> {
    let Some(edition) = &options.request.edition else {
        return Ok(());
    };
    let mut own = options.clone();
    own.request.edition = None;
    for (source, text) in scope.scenarios(analysis) {
        let Ok(bound) = checker.bind(analysis, source, text, &own) else {
            continue;
        };
        let named = &bound.rule_values.edition;
        let is_named = !matches!(
            bound.edition_from,
            EditionSource::Default | EditionSource::Unknown(_)
        );
        if is_named && named != edition {
            let path = analysis.source(source).map_or("", |own| own.path.as_str());
            let message =
                format!("{path} is written for {named}: fixes at {edition} would mix the two");
            let help = format!("rulebook migrate {path} --to {edition}");
            return Err(CommandError::misuse(message).with_help(help));
        }
    }
    Ok(())
}

impl AppliedFixes {
    /// Writes the changed files, or shows what would change. Returns the output if it replaces the
    /// report of what is left.
    pub(super) fn finish(
        &self,
        options: &FixOptions,
        context: &mut Context<'_>,
        analysis: &Analysis,
        paths: &[Utf8PathBuf],
        left: usize,
    ) -> Result<Option<CommandOutput>, CommandError> {
        let left = || match left {
            0 => "no problem is left".to_owned(),
            left => plural(left, "problem is left|problems are left"),
        };
        if options.prints_input(paths) {
            let mut inputs = analysis.sources().iter().filter(|own| own.path == "-");
            let text = inputs.next().map_or("", |own| &own.text);
            let output = CommandOutput::data(text.to_owned());
            if left() != "no problem is left" {
                context.warn(left());
            }
            return Ok(Some(output));
        }
        if options.diff {
            let mut out = self.diff(context.styler, analysis);
            out += &format!("{}; {}\n", self.summary("would fix", options), left());
            return Ok(Some(CommandOutput::paged(out)));
        }
        for source in self.changed.keys() {
            if let Some(own) = analysis.source(*source) {
                disk::write_text(&context.current.join(&own.path), &own.text)?;
            }
        }
        Ok(None)
    }

    fn diff(&self, styler: Styler, analysis: &Analysis) -> String {
        let diffs = self.changed.iter().filter_map(|(source, old)| {
            let own = analysis.source(*source)?;
            Some(unified_diff(
                styler,
                "fixed",
                own.path.as_str(),
                old,
                &own.text,
            ))
        });
        diffs.collect()
    }

    /// Returns what was fixed, one line each, and a summary.
    pub(super) fn render(&self, options: &FixOptions) -> String {
        let lines: String = self.lines.iter().map(|line| format!("{line}\n")).collect();
        format!("{lines}{}\n\n", self.summary("fixed", options))
    }

    /// Returns `fixed 2 problems in 1 file; 1 more with --unsafe-fixes`.
    fn summary(&self, done: &str, options: &FixOptions) -> String {
        let problems = plural(self.lines.len(), "problem");
        let mut out = format!(
            "{done} {problems} in {}",
            plural(self.changed.len(), "file")
        );
        if self.unsafe_left > 0 && !options.unsafe_fixes {
            out += &format!("; {} more with --unsafe-fixes", self.unsafe_left);
        }
        out
    }

    /// Returns whether nothing was fixed.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}
