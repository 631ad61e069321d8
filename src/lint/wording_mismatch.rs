use super::{Check, Lint, at::quoted, fault::Site};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) const LINT: Lint = Lint {
    code: "wording-mismatch",
    severity: Severity::Error,
    title: "an instruction that fits one wording and not the other",
    page: include_str!("wording_mismatch.md"),
    checks: &[Check::Resolving],
};

/// Words that stand in the restated text and not, or not as often, in print.
pub(super) fn quote(site: &Site<'_>, quote: &str, found: usize, out: &mut Vec<Diagnostic>) {
    let times = match found {
        0 => "do not stand there in print".to_owned(),
        1 => "stand there only once in print".to_owned(),
        n => format!("stand there {n} times in print"),
    };
    let finding = LINT.find(site.here(), format!("the words {} {times}", quoted(quote)));
    out.push(finding.help("where the two wordings differ, quote the printed words in the library's file under the same `n=`"));
}

/// A printed text that has not the units of the restated one, or of the edition that it prints.
pub(super) fn shape(site: &Site<'_>, why: &str, out: &mut Vec<Diagnostic>) {
    let message = if site.patch.is_instruction() {
        format!("the printed text has other units, and is not used: {why}")
    } else {
        format!("the held text does not fit: {why}")
    };
    let mut finding = LINT.find(site.at.first_line(site.here()), message);
    finding.severity = Severity::Warning;
    let twin = site
        .patch
        .twin
        .as_ref()
        .and_then(|twin| Some((twin.file.source, twin.entry()?)));
    out.push(match twin {
        Some((source, entry)) => finding.related(
            crate::diagnostic::Location::new(source, entry.heading_span),
            "the printed one",
        ),
        None => finding,
    });
}
