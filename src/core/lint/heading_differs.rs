//! The lint `heading-differs`: a heading, in a file other than base text, unlike that of its
//! section in every edition.

use super::context::{LintContext, all_scopes};
use crate::{
    diagnostic::Diagnostic,
    model::{EditionIx, SectionTree},
    resolve::{Section, View, file_section_id},
    syntax::FileRole,
    text::{Span, words},
};
use std::{collections::BTreeSet, sync::Arc};

pub(super) fn check(_: LintContext<'_>, section: &Section, out: &mut Vec<Diagnostic>) {
    let base: Vec<String> = heading(section.base()).into_iter().collect();
    let mut reported = BTreeSet::new();
    for patch in section
        .patches
        .iter()
        .filter(|patch| patch.file.role != FileRole::Base)
    {
        let Some(place) = patch
            .place()
            .filter(|place| file_section_id(place) == section.id)
        else {
            continue;
        };
        let is_same = |known: &String| lower_words(known) == lower_words(&place.heading.text);
        let at = patch.file.locate(
            place
                .heading
                .source_span(Span::new(0, place.heading.text.len())),
        );
        let is_unread = || {
            let mut faults = patch.file.diagnostics.iter();
            faults.any(|found| place.heading_span.touches(found.at.span.start()))
        };
        if base.iter().any(is_same) || is_unread() || !reported.insert(at) {
            continue;
        }
        // all editions are expensive, and the base text is almost always enough
        let headings = all_headings(section);
        if let Some(last) = headings
            .last()
            .or(base.last())
            .filter(|_| !headings.iter().any(is_same))
        {
            let diagnostic = Diagnostic::note(
                "heading-differs",
                at,
                format!("the heading of `#{}` is \"{last}\"", section.id),
            );
            out.push(diagnostic.replace_with(format!("write \"{last}\""), last));
        }
    }
}

fn heading(tree: &SectionTree) -> Option<String> {
    Some(tree.restated(tree.heading()?)?.text.to_string())
}

/// Returns the headings in all editions.
fn all_headings(section: &Section) -> Vec<String> {
    let profile = Arc::new(all_scopes(section));
    let editions = (0..section.ruleset().editions.len() as u16).map(EditionIx);
    let view = |edition| View::all_published(edition, Arc::clone(&profile));
    editions
        .filter_map(|edition| heading(&section.version(&view(edition))))
        .collect()
}

/// Returns the words of a heading, by which headings are compared: without case and punctuation.
fn lower_words(heading: &str) -> Vec<String> {
    words(&heading.to_lowercase()).map(str::to_owned).collect()
}
