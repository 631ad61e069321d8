//! Finds the errors in rules files on which an answer may depend: what an instruction that cannot be
//! read should change is missing in every answer.

use super::Analysis;
use crate::{
    diagnostic::{Location, Severity},
    resolve::{RulesetDb, file_section_id},
    syntax::{Extent, RulesFile},
    text::{LineIndex, plural},
};
use std::collections::BTreeSet;

impl Analysis {
    /// Returns a notice of the errors in the rules of a ruleset: of notation, and of instructions in
    /// `sections`. Errors of notation in other sections are left out, unless `sections` is empty.
    ///
    /// Warnings have none: they change no text.
    pub fn errors_notice(&self, db: &RulesetDb, sections: &BTreeSet<&str>) -> Option<String> {
        let unread = db.files().flat_map(|file| notation_errors(file, sections));
        let sections = sections.iter().filter_map(|id| db.section(id));
        let failed = sections.flat_map(|section| {
            let errors = section.errors.iter();
            let mistakes = errors.filter(|error| error.kind.is_mistake());
            let located = mistakes.filter_map(|error| {
                let patch = section.patch(error.patch)?;
                Some(patch.file.locate(error.span))
            });
            located.collect::<Vec<_>>()
        });
        let found: BTreeSet<Location> = unread.chain(failed).collect();
        let first = found.first()?;
        let place = self.path_and_line(*first);
        let (first, they) = match found.len() {
            1 => ("", "it"),
            _ => ("first: ", "they"),
        };
        Some(format!(
            "{} in these rules ({first}{place}): what {they} should change is missing here; see `rulebook check`",
            plural(found.len(), "error")
        ))
    }

    /// Returns a location as `rules/river/1.1.amend.md:12`.
    pub fn path_and_line(&self, at: Location) -> String {
        let Some(source) = self.source(at.source) else {
            return String::new();
        };
        let line = LineIndex::new(&source.text).line(at.span.start()) + 1;
        format!("{}:{line}", source.path)
    }
}

/// Returns the errors of notation in a file: those in `sections`, and those that concern the whole
/// file; all if there are no `sections`.
fn notation_errors<'a>(
    file: &'a RulesFile,
    sections: &'a BTreeSet<&str>,
) -> impl Iterator<Item = Location> + 'a {
    let is_used = |byte: usize| match file.part_at(byte) {
        Extent::File => true,
        Extent::Place(place) | Extent::Entry(place, _) => {
            sections.is_empty() || sections.contains(&*file_section_id(&file.places[place]))
        }
    };
    let errors = file.diagnostics.iter();
    errors
        .filter(|found| found.severity == Severity::Error)
        .map(|found| found.at)
        .filter(move |at| is_used(at.span.start()))
}
