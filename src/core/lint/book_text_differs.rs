//! The lint `book-text-differs`: text of a book (`*.book.md`) that differs from the base text as
//! amended; the resolver finds it, this module reports it.
//! The book is a file of the user's library; the amendments are those up to its edition.

use super::context::{LintContext, describe_patch, quote_words};
use crate::{
    diagnostic::{Diagnostic, Severity},
    model::Patch,
    resolve::{BookDifference, Section, View},
    syntax::{CommentaryKind, WordingLayer},
};
use std::sync::Arc;

pub(super) fn check(_: LintContext<'_>, section: &Section, out: &mut Vec<Diagnostic>) {
    for difference in &section.differences {
        let Some(book) = section.patch(difference.book) else {
            continue;
        };
        let (what, setter) = origin(section, difference);
        let ours = match setter {
            Some(setter) => format!(
                "{} by {}",
                quote_words(&difference.amended_text),
                describe_patch(setter)
            ),
            None => quote_words(&difference.amended_text),
        };
        let message = format!(
            "{what} is {} here, but {ours}",
            quote_words(&difference.book_text)
        );
        let mut diagnostic = Diagnostic::warning(
            "book-text-differs",
            book.file.locate(difference.span),
            message,
        );
        if let Some(setter) = setter {
            diagnostic = diagnostic.related(setter.heading_location(), "this one applies");
        }
        // a person has recorded the difference, and readers are shown both sides
        if is_recorded(book) || setter.is_some_and(is_recorded) {
            diagnostic.severity = Severity::Note;
        } else {
            diagnostic = diagnostic
                .help("record it: `**Contradiction:**` with a link, here or under the instruction");
        }
        out.push(diagnostic);
    }
}

fn is_recorded(patch: &Patch) -> bool {
    patch
        .commentary()
        .iter()
        .any(|one| one.kind == CommentaryKind::Contradiction)
}

/// Returns a description of the unit that differs, and the instruction that set its text.
fn origin<'s>(section: &'s Section, difference: &BookDifference) -> (String, Option<&'s Patch>) {
    let view = View::all_published(difference.edition, Arc::default());
    let tree = section.version(&view);
    let what = match tree.cell_labels(difference.unit) {
        Some((row, column)) => format!("{row} {column}"),
        None => format!("this {}", tree.kind(difference.unit).name()),
    };
    let setter = tree.get(difference.unit).and_then(|node| {
        node.text(WordingLayer::Restated)?
            .origins
            .first()
            .map(|&(_, patch)| patch)
    });
    (
        what,
        setter
            .and_then(|ix| section.patch(ix))
            .map(|patch| &**patch),
    )
}
