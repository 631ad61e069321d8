//! Selects a chosen fix of each diagnostic of one source, but none that overlaps or touches another or
//! edits other files, and applies them to its text: for `check --fix`, `migrate` and the editor's
//! *fix all*.

use super::{Diagnostic, Fix, SourceEdit};
use crate::text::SourceId;
use std::collections::BTreeMap;

/// Applies one fix of each diagnostic to the text of a source, in the order of the diagnostics.
/// Returns the new text and the diagnostics whose fixes were applied.
pub fn apply_fixes<'d>(
    text: &str,
    source: SourceId,
    found: &'d [Diagnostic],
    choose: impl Fn(&'d Diagnostic) -> Option<&'d Fix>,
) -> (String, Vec<&'d Diagnostic>) {
    let is_within = |fix: &&Fix| {
        let mut edits = fix.edits.iter();
        edits.all(|edit| edit.at.span.end() <= text.len())
    };
    let (mut edits, applied) = select_edits(source, found, |own| choose(own).filter(is_within));
    edits.sort_by_key(|edit| edit.at.span);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        out += text.get(at..edit.at.span.start()).unwrap_or_default();
        out += &edit.text;
        at = edit.at.span.end();
    }
    out += &text[at..];
    (out, applied)
}

/// Returns the edits of one fix of each diagnostic, in the order of the diagnostics, and the
/// diagnostics that they fix.
///
/// A fix that edits other sources, or overlaps or touches one that is selected, is left for another
/// round.
pub fn select_edits<'d>(
    source: SourceId,
    found: &'d [Diagnostic],
    choose: impl Fn(&'d Diagnostic) -> Option<&'d Fix>,
) -> (Vec<&'d SourceEdit>, Vec<&'d Diagnostic>) {
    let mut edits: Vec<&SourceEdit> = Vec::new();
    let mut selected = Vec::new();
    // where the edits begin and end: none touches another
    let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
    for diagnostic in found {
        let Some(fix) = choose(diagnostic) else {
            continue;
        };
        let is_free = |new: &SourceEdit| {
            let span = new.at.span;
            let before = taken.range(..=span.end()).next_back();
            new.at.source == source && before.is_none_or(|(_, end)| *end < span.start())
        };
        if !fix.edits.is_empty() && fix.edits.iter().all(is_free) {
            for span in fix.edits.iter().map(|edit| edit.at.span) {
                let end = taken.entry(span.start()).or_default();
                *end = span.end().max(*end);
            }
            edits.extend(&fix.edits);
            selected.push(diagnostic);
        }
    }
    (edits, selected)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{diagnostic::Location, text::Span};

    #[test]
    fn fixes_that_overlap_are_left_for_another_round() {
        let fix = |source: u32, start: usize, end: usize, new: &str| {
            let at = Location::new(SourceId(source), Span::new(start, end));
            Diagnostic::error("x", at, new).replace_with("write", new)
        };
        let found = [
            fix(0, 8, 9, "three"),
            fix(0, 0, 3, "1"),
            fix(0, 2, 5, "2"),
            fix(1, 4, 7, "2"),
        ];
        let (text, applied) = apply_fixes("one two 3", SourceId(0), &found, |found| {
            found.fixes.first()
        });
        assert_eq!(text, "1 two three");
        assert_eq!(applied, [&found[0], &found[1]]);
    }
}
