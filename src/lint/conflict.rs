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
    code: "conflict",
    severity: Severity::Error,
    title: "two instructions of one edition on the same text",
    page: include_str!("conflict.md"),
    checks: &[Check::Resolving],
};

pub(super) fn fault(site: &Site<'_>, other: PatchIx, words: &str, out: &mut Vec<Diagnostic>) {
    let Some(other) = site.other(other) else {
        return;
    };
    let message = format!(
        "{} acts on the same text: {}",
        name_of(other),
        quoted(words)
    );
    let finding = LINT
        .find(site.here(), message)
        .label("not carried out")
        .related(other.at(), "nor is this");
    let help = if other.document == site.patch.document {
        "instructions of one sheet do not see each other: one of the addresses is wrong, or they are one instruction"
    } else {
        "if one sheet stands on the other, say so with `after` in ruleset.toml"
    };
    out.push(finding.help(help));
}
