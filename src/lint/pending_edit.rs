use super::{
    definition::{Lint, LintPass},
    fault_site::FaultSite,
};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) const LINT: Lint = Lint {
    code: "pending-edit",
    severity: Severity::Note,
    title: "a change of words that waits for text that is not held",
    page: include_str!("pending_edit.md"),
    passes: &[LintPass::Resolver],
};

pub(super) fn report(site: &FaultSite<'_>, out: &mut Vec<Diagnostic>) {
    let diagnostic = LINT.diagnostic(
        site.here(),
        "these words are looked for in text that is not held",
    );
    out.push(diagnostic.label("carried out when somebody brings the text"));
}
