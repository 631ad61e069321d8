use super::{Check, Lint, fault::Site};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) const LINT: Lint = Lint {
    code: "pending-edit",
    severity: Severity::Note,
    title: "a change of words that waits for text that is not held",
    page: include_str!("pending_edit.md"),
    checks: &[Check::Resolving],
};

pub(super) fn fault(site: &Site<'_>, out: &mut Vec<Diagnostic>) {
    let finding = LINT.find(
        site.here(),
        "these words are looked for in text that is not held",
    );
    out.push(finding.label("carried out when somebody brings the text"));
}
