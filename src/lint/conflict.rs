//! The lint `conflict`: two instructions that change one text differently, so neither is applied;
//! the resolver finds them, this module reports them.

use super::{
    context::{describe_patch, quote_words},
    definition::{Lint, LintPass},
    patch_error_site::PatchErrorSite,
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
    passes: &[LintPass::Resolver],
};

pub(super) fn report(
    site: &PatchErrorSite<'_>,
    other: PatchIx,
    words: &str,
    out: &mut Vec<Diagnostic>,
) {
    let Some(other) = site.other(other) else {
        return;
    };
    let message = format!(
        "{} changes the same text: {}",
        describe_patch(other),
        quote_words(words)
    );
    let diagnostic = LINT
        .diagnostic(site.here(), message)
        .label("not applied")
        .related(other.heading_location(), "not applied either");
    let help = if other.document == site.patch.document {
        "instructions of one sheet do not see each other's changes: correct one of the addresses, or combine the instructions"
    } else {
        "if one sheet builds on the other, put them in order with `after` in ruleset.toml"
    };
    out.push(diagnostic.help(help));
}
