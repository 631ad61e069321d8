use super::{Check, Lint, at::name_of, fault::Site};
use crate::{
    diagnostic::{Diagnostic, Severity},
    model::PatchIx,
};

pub(super) const LINT: Lint = Lint {
    code: "order-dependent",
    severity: Severity::Warning,
    title: "two documents insert at one place in no order",
    page: include_str!("order_dependent.md"),
    checks: &[Check::Resolving],
};

pub(super) fn fault(site: &Site<'_>, other: PatchIx, out: &mut Vec<Diagnostic>) {
    let Some(other) = site.other(other) else {
        return;
    };
    let finding = LINT.find(
        site.here(),
        format!(
            "{} inserts at the same place, and nothing says which comes first",
            name_of(other)
        ),
    );
    out.push(
        finding
            .related(other.at(), "the other one")
            .help("put the documents in order with `after` in ruleset.toml"),
    );
}
