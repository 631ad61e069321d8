//! The lint `payload-shape`: new text whose shape does not suit the place; the resolver finds it,
//! this module reports it. For example, a paragraph replaces a bullet.

use super::{
    definition::{Lint, LintPass},
    patch_error_site::PatchErrorSite,
};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) const LINT: Lint = Lint {
    code: "payload-shape",
    severity: Severity::Error,
    title: "quoted text whose shape differs from what it replaces",
    page: include_str!("payload_shape.md"),
    passes: &[LintPass::Resolver],
};

pub(super) fn report(site: &PatchErrorSite<'_>, why: &str, out: &mut Vec<Diagnostic>) {
    // a missing payload is reported by `empty-payload`
    if site.entry().is_some_and(|entry| entry.payload.is_empty()) {
        return;
    }
    let message = format!("the quoted text has the wrong shape: {why}");
    let diagnostic = LINT.diagnostic(site.context.first_line(site.here()), message);
    out.push(
        diagnostic
            .help("quote a sentence for a sentence, a bullet for a bullet, a table for values"),
    );
}
