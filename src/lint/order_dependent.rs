//! The lint `order-dependent`: two documents that insert at one place, in unknown order; the
//! resolver finds them, this module reports them. `after` in `ruleset.toml` sets their order.

use super::{
    context::describe_patch,
    definition::{Lint, LintPass},
    patch_error_site::PatchErrorSite,
};
use crate::{
    diagnostic::{Diagnostic, Severity},
    model::PatchIx,
};

pub(super) const LINT: Lint = Lint {
    code: "order-dependent",
    severity: Severity::Warning,
    title: "two documents insert at one place in an unknown order",
    page: include_str!("order_dependent.md"),
    passes: &[LintPass::Resolver],
};

pub(super) fn report(site: &PatchErrorSite<'_>, other: PatchIx, out: &mut Vec<Diagnostic>) {
    let Some(other) = site.other(other) else {
        return;
    };
    let diagnostic = LINT.diagnostic(
        site.here(),
        format!(
            "{} inserts at the same place, and their order is unknown",
            describe_patch(other)
        ),
    );
    out.push(
        diagnostic
            .related(other.heading_location(), "the other instruction")
            .help("put the documents in order with `after` in ruleset.toml"),
    );
}
