//! The lint `overtaken`: an instruction on a unit that an earlier one has removed; the resolver
//! finds it, this module reports it.

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
    code: "overtaken",
    severity: Severity::Error,
    title: "an instruction on text that was already removed",
    page: include_str!("overtaken.md"),
    passes: &[LintPass::Resolver],
};

pub(super) fn report(
    site: &PatchErrorSite<'_>,
    words: &str,
    by: PatchIx,
    out: &mut Vec<Diagnostic>,
) {
    let diagnostic = LINT.diagnostic(
        site.here(),
        format!(
            "the text that this changes was already removed: {}",
            quote_words(words)
        ),
    );
    out.push(match site.other(by) {
        Some(other) => diagnostic.related(
            other.heading_location(),
            format!("{} removed it", describe_patch(other)),
        ),
        None => diagnostic,
    });
}
