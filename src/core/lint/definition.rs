//! `Lint`: a lint's code, severity, title, page and passes; searches a table of lints by code.

use super::context::LintContext;
use crate::{
    analysis::Analysis,
    diagnostic::{Diagnostic, Severity},
    resolve::Section,
    syntax::RulesFile,
    text::SourceId,
};

/// The definition of a lint: its code, usual severity, title, documentation page and passes.
#[derive(Clone, Copy, Debug)]
pub struct Lint {
    /// The code: `stale-value`.
    pub code: &'static str,
    /// The usual severity of its diagnostics; the highest one if it varies.
    pub severity: Severity,
    /// A short description of what it finds.
    pub title: &'static str,
    /// The page in Markdown: what the diagnostic means, an example, how to fix it.
    pub page: &'static str,
    pub(super) passes: &'static [LintPass],
}

/// How diagnostics of a lint arise: from a parser, or from a function to run on each file, section or
/// diagnostic list. A lint without a pass is reported by the resolver as data, which `patch_errors.rs`
/// turns into diagnostics.
#[derive(Clone, Copy, Debug)]
pub(super) enum LintPass {
    /// Reported by the parser of the notation, of `ruleset.toml` or of scenarios.
    Parser,
    /// Runs on a source of any kind, for TOML files besides `ruleset.toml` and `scenario.toml`.
    Toml(fn(&Analysis, SourceId, &mut Vec<Diagnostic>)),
    /// Runs on a rules file.
    File(fn(LintContext<'_>, &RulesFile, &mut Vec<Diagnostic>)),
    /// Runs on a resolved section.
    Section(fn(LintContext<'_>, &Section, &mut Vec<Diagnostic>)),
    /// Runs on the diagnostics of all other lints for a rules file with its text. The first argument
    /// is the table of all lints.
    Diagnostics(fn(&[Lint], &RulesFile, &str, &mut Vec<Diagnostic>)),
}

/// Returns the lint of a code among `lints`.
pub(super) fn find_in<'l>(lints: &'l [Lint], code: &str) -> Option<&'l Lint> {
    lints.iter().find(|lint| lint.code == code)
}
