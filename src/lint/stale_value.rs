//! The lint `stale-value`: an old value (`~~4~~ 5`) that the table cell does not have; the resolver
//! finds it, this module reports it.

use super::{
    definition::{Lint, LintPass},
    patch_error_site::PatchErrorSite,
};
use crate::{
    diagnostic::{Diagnostic, Severity},
    text::Span,
};

pub(super) const LINT: Lint = Lint {
    code: "stale-value",
    severity: Severity::Error,
    title: "an old value that differs from the cell",
    page: include_str!("stale_value.md"),
    passes: &[LintPass::Resolver],
};

pub(super) fn report(
    site: &PatchErrorSite<'_>,
    cell: &str,
    expected: &str,
    found: &str,
    out: &mut Vec<Diagnostic>,
) {
    let text = site.slice();
    let struck = text
        .find("~~")
        .and_then(|open| Some((open + 2, open + 2 + text[open + 2..].find("~~")?)));
    let at = match struck {
        Some((start, end)) => site.locate(Span::new(start, end).shifted(site.fault.span.start())),
        None => site.here(),
    };
    let diagnostic = LINT
        .diagnostic(at, format!("{cell} is {found} here, not {expected}"))
        .label(format!("the text has {found}"));
    let diagnostic = diagnostic
        .help("if the sheet itself is wrong, omit the old value and record a `**Contradiction:**`");
    out.push(if struck.is_some() {
        diagnostic.replace_with(format!("write {found}"), found)
    } else {
        diagnostic
    });
}
