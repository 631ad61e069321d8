use super::{Check, Lint, fault::Site};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) const LINT: Lint = Lint {
    code: "payload-shape",
    severity: Severity::Error,
    title: "quoted text that has not the shape of what it replaces",
    page: include_str!("payload_shape.md"),
    checks: &[Check::Resolving],
};

pub(super) fn fault(site: &Site<'_>, why: &str, out: &mut Vec<Diagnostic>) {
    // that there is nothing at all is told by `empty-payload`
    if site.entry().is_some_and(|entry| entry.payload.is_empty()) {
        return;
    }
    let finding = LINT.find(
        site.at.first_line(site.here()),
        format!("the quoted text has the wrong shape: {why}"),
    );
    out.push(
        finding.help("quote a sentence for a sentence, a bullet for a bullet, a table for values"),
    );
}
