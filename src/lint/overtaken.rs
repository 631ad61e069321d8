use super::{
    context::{describe_patch, quote_words},
    definition::{Lint, LintPass},
    fault_site::FaultSite,
};
use crate::{
    diagnostic::{Diagnostic, Severity},
    model::PatchIx,
};

pub(super) const LINT: Lint = Lint {
    code: "overtaken",
    severity: Severity::Error,
    title: "an instruction on text that is gone before it acts",
    page: include_str!("overtaken.md"),
    passes: &[LintPass::Resolver],
};

pub(super) fn report(site: &FaultSite<'_>, words: &str, by: PatchIx, out: &mut Vec<Diagnostic>) {
    let diagnostic = LINT.diagnostic(
        site.here(),
        format!("what this acts on is gone by then: {}", quote_words(words)),
    );
    out.push(match site.other(by) {
        Some(other) => diagnostic.related(
            other.heading_location(),
            format!("{} took it out", describe_patch(other)),
        ),
        None => diagnostic,
    });
}
