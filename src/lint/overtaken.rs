use super::{
    Check, Lint,
    at::{name_of, quoted},
    fault::Site,
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
    checks: &[Check::Resolving],
};

pub(super) fn fault(site: &Site<'_>, words: &str, by: PatchIx, out: &mut Vec<Diagnostic>) {
    let finding = LINT.find(
        site.here(),
        format!("what this acts on is gone by then: {}", quoted(words)),
    );
    out.push(match site.other(by) {
        Some(other) => finding.related(other.at(), format!("{} took it out", name_of(other))),
        None => finding,
    });
}
