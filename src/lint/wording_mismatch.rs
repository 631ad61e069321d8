//! The lint `wording-mismatch`: printed text that disagrees with the restated one; the resolver
//! finds it, this module reports it. It lacks the quoted words, has them another number of times,
//! or has other units.

use super::{
    context::quote_words,
    definition::{Lint, LintPass},
    patch_error_site::PatchErrorSite,
};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) const LINT: Lint = Lint {
    code: "wording-mismatch",
    severity: Severity::Error,
    title: "an instruction that fits one wording and not the other",
    page: include_str!("wording_mismatch.md"),
    passes: &[LintPass::Resolver],
};

/// Reports that words of the restated text are not in the printed one, or not as often.
pub(super) fn report_quote(
    site: &PatchErrorSite<'_>,
    quote: &str,
    found: usize,
    out: &mut Vec<Diagnostic>,
) {
    let times = match found {
        0 => "are not in the printed text".to_owned(),
        1 => "occur only once in the printed text".to_owned(),
        n => format!("occur {n} times in the printed text"),
    };
    let diagnostic = LINT.diagnostic(
        site.here(),
        format!("the words {} {times}", quote_words(quote)),
    );
    out.push(diagnostic.help("if the two wordings differ, quote the printed words in the library's file under the same `n=`"));
}

/// Reports that a printed text does not have the units of the restated one, or of the edition that
/// it prints.
pub(super) fn report_units(site: &PatchErrorSite<'_>, why: &str, out: &mut Vec<Diagnostic>) {
    let message = if site.patch.is_instruction() {
        format!("the printed text is not used, because its units differ: {why}")
    } else {
        format!("the included text does not fit: {why}")
    };
    let mut diagnostic = LINT.diagnostic(site.context.first_line(site.here()), message);
    diagnostic.severity = Severity::Warning;
    let printed = site
        .patch
        .twin
        .as_ref()
        .and_then(|twin| Some((twin.file.source, twin.entry()?)));
    out.push(match printed {
        Some((source, entry)) => diagnostic.related(
            crate::diagnostic::Location::new(source, entry.heading_span),
            "the printed one",
        ),
        None => diagnostic,
    });
}
