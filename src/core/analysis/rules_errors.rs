//! Finds the errors in rules files by which an answer may be wrong or incomplete.

use super::Analysis;
use crate::{
    diagnostic::{Location, Severity},
    resolve::{RulesetDb, file_section_id},
    syntax::{Extent, RulesFile},
    text::{LineIndex, plural},
};
use std::collections::BTreeSet;

impl Analysis {
    /// Returns a notice of the errors in the rules of a ruleset: of notation, of instructions in
    /// `sections`, and files without a known document. Errors of notation in other sections are left out,
    /// unless `sections` is empty, and those of proposals that do not count.
    ///
    /// Warnings have none: they change no text.
    pub fn errors_notice(&self, db: &RulesetDb, sections: &BTreeSet<&str>) -> Option<String> {
        let errors = self.errors_in_words(db, sections)?;
        let notice = "so this may be wrong or incomplete; see `rulebook check`";
        Some(format!("{errors}, {notice}"))
    }

    /// Returns how many errors [`Self::errors_notice`] reports, and where the first is.
    pub fn errors_in_words(&self, db: &RulesetDb, sections: &BTreeSet<&str>) -> Option<String> {
        let files = || db.files().filter(|file| counts(db, file));
        let unread = files().flat_map(|file| notation_errors(file, sections));
        let lost = files().filter_map(|file| {
            let document = file.front.document.as_ref()?;
            let is_known = db.ruleset.documents.contains_key(&document.value);
            (!is_known && !file.is_printed_book()).then(|| file.locate(document.span))
        });
        let sections = sections.iter().filter_map(|id| db.section(id));
        let failed = sections.flat_map(|section| {
            let errors = section.errors.iter();
            let mistakes = errors.filter(|error| error.kind.is_mistake());
            let located = mistakes.filter_map(|error| {
                let patch = section.patch(error.patch)?;
                counts(db, &patch.file).then(|| patch.file.locate(error.span))
            });
            located.collect::<Vec<_>>()
        });
        let found: BTreeSet<Location> = unread.chain(lost).chain(failed).collect();
        let first = found.first()?;
        let place = self.path_and_line(*first);
        let first = if found.len() == 1 { "" } else { "first: " };
        let count = plural(found.len(), "error");
        Some(format!("{count} in these rules ({first}{place})"))
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

/// Returns whether a file is part of the rules: it is not of a proposal that does not count.
fn counts(db: &RulesetDb, file: &RulesFile) -> bool {
    !db.ruleset.is_open_proposal(file.document())
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
