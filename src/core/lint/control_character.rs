//! The lint `control-character`: invisible characters in rules files that a terminal obeys.

use super::{
    context::LintContext,
    definition::{Lint, LintPass},
};
use crate::{
    diagnostic::{CONTROL_CHARACTER, Diagnostic, Severity, control_characters},
    syntax::RulesFile,
};

pub(super) const LINT: Lint = Lint {
    code: CONTROL_CHARACTER,
    severity: Severity::Warning,
    title: "an invisible character that a terminal or editor obeys",
    page: include_str!("control_character.md"),
    passes: &[LintPass::File(check)],
};

fn check(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    out.extend(control_characters(file.source, context.text(file.source)));
}
