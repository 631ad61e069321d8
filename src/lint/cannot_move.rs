//! The lint `cannot-move`: a unit that cannot be moved, swapped or renamed as the instruction says.

use super::{
    definition::{Lint, LintPass},
    fault_site::FaultSite,
};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) const LINT: Lint = Lint {
    code: "cannot-move",
    severity: Severity::Error,
    title: "a unit that cannot be moved, swapped or renamed like that",
    page: include_str!("cannot_move.md"),
    passes: &[LintPass::Resolver],
};

pub(super) fn report(site: &FaultSite<'_>, why: &str, out: &mut Vec<Diagnostic>) {
    out.push(LINT.diagnostic(site.context.first_line(site.here()), why.to_owned()));
}
