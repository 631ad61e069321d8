//! The lint `contradiction`: a note for each contradiction that commentary records. Detects none.

use super::context::{LintContext, commentary};
use crate::{
    diagnostic::{Diagnostic, Location},
    syntax::{CommentaryKind, RulesFile},
};

pub(super) fn check(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    for one in commentary(file).filter(|one| one.kind == CommentaryKind::Contradiction) {
        let here = lead(context, file.locate(one.span));
        out.push(Diagnostic::note(
            "contradiction",
            here,
            format!("recorded: {}", first_sentence(&one.text.text)),
        ));
    }
}

/// Returns the bold words at the start of a paragraph of commentary, else its first line.
pub(super) fn lead(context: LintContext<'_>, paragraph: Location) -> Location {
    let text = context.slice(paragraph);
    let end = text
        .strip_prefix("**")
        .and_then(|rest| rest.find("**"))
        .map(|end| end + 4);
    let span = paragraph.span.with_len(end.unwrap_or(0));
    if end.is_some() {
        Location::new(paragraph.source, span)
    } else {
        context.first_line(paragraph)
    }
}

/// Returns the text up to the first full stop that ends a sentence.
fn first_sentence(text: &str) -> &str {
    let end = text
        .match_indices(". ")
        .map(|(at, _)| at)
        .next()
        .unwrap_or(text.len());
    text[..end].trim_end_matches('.')
}
