use super::{At, Check, Lint, at::commentary};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    syntax::{CommentaryKind, File},
    text::Span,
};

pub(super) const LINT: Lint = Lint {
    code: "contradiction",
    severity: Severity::Note,
    title: "a recorded contradiction of the sources",
    page: include_str!("contradiction.md"),
    checks: &[Check::File(check)],
};

fn check(at: At<'_>, file: &File, out: &mut Vec<Diagnostic>) {
    for one in commentary(file).filter(|one| one.kind == CommentaryKind::Contradiction) {
        let here = lead(at, Location::new(file.source, one.span));
        out.push(LINT.find(
            here,
            format!("recorded: {}", first_sentence(&one.text.text)),
        ));
    }
}

/// The bold words at the start of a paragraph of commentary.
pub(super) fn lead(at: At<'_>, paragraph: Location) -> Location {
    let text = at.slice(paragraph);
    let end = text
        .strip_prefix("**")
        .and_then(|rest| rest.find("**"))
        .map(|end| end + 4);
    let span = Span::new(
        paragraph.span.start(),
        paragraph.span.start() + end.unwrap_or(0),
    );
    if end.is_some() {
        Location::new(paragraph.source, span)
    } else {
        at.first_line(paragraph)
    }
}

/// Up to the first full stop that ends a sentence.
fn first_sentence(text: &str) -> &str {
    let end = text
        .match_indices(". ")
        .map(|(at, _)| at)
        .next()
        .unwrap_or(text.len());
    text[..end].trim_end_matches('.')
}
