//! The lint `fact-lost`: a change that splits a number marked as a fact, or drops its mark.

use super::{
    definition::{Lint, LintPass},
    fault_site::FaultSite,
};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) const LINT: Lint = Lint {
    code: "fact-lost",
    severity: Severity::Warning,
    title: "a change of words that loses the mark of a fact",
    page: include_str!("fact_lost.md"),
    passes: &[LintPass::Resolver],
};

pub(super) fn report(site: &FaultSite<'_>, fact: &str, cut: bool, out: &mut Vec<Diagnostic>) {
    let message = if cut {
        format!("this splits the number of `{fact}`")
    } else {
        format!("`{fact}` is not marked in the new text")
    };
    let diagnostic = LINT
        .diagnostic(site.here(), message)
        .label("the mark is lost");
    out.push(diagnostic.help(format!(
        "replace the whole number, and mark the new one: `[…](fact:{fact})`"
    )));
}
