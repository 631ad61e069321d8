//! The lint `bad-move`: a move, swap or new label that is impossible or changes nothing; the
//! resolver finds it, this module reports it.

use super::{
    definition::{Lint, LintPass},
    patch_error_site::PatchErrorSite,
};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) const LINT: Lint = Lint {
    code: "bad-move",
    severity: Severity::Error,
    title: "a move, swap or new label that is impossible or changes nothing",
    page: include_str!("bad_move.md"),
    passes: &[LintPass::Resolver],
};

pub(super) fn report(site: &PatchErrorSite<'_>, why: &str, help: &str, out: &mut Vec<Diagnostic>) {
    out.push(LINT.diagnostic(site.here(), why).help(help));
}
