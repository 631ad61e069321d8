use super::{Check, Lint, fault::Site};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) const LINT: Lint = Lint {
    code: "fact-lost",
    severity: Severity::Warning,
    title: "a change of words that loses the mark of a fact",
    page: include_str!("fact_lost.md"),
    checks: &[Check::Resolving],
};

pub(super) fn fault(site: &Site<'_>, fact: &str, cut: bool, out: &mut Vec<Diagnostic>) {
    let message = if cut {
        format!("this cuts the number of `{fact}` in two")
    } else {
        format!("`{fact}` is not marked in the new text")
    };
    let finding = LINT.find(site.here(), message).label("its mark is lost");
    out.push(finding.help(format!(
        "replace the whole number, and mark the new one: `[…](fact:{fact})`"
    )));
}
