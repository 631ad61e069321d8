//! Finds the ids that are in doubt: while a section of a file has an error of notation, what names an
//! id that is written there is not reported, since the id or its text may be what cannot be read.

use super::{RulesetDb, doubts::Doubts};
use crate::{
    diagnostic::Severity,
    model::EditionIx,
    op::PatchErrorKind,
    resolve::{Section, file_section_id},
    syntax::{Extent, FileRole, RulesFile, WordingLayer},
    text::near::nearest,
};
use std::collections::{BTreeMap, BTreeSet};

/// The largest number of places with unknown ids for which the section meant is guessed.
const MOST_UNKNOWN: usize = 32;

impl RulesetDb {
    /// The first call after an edit takes time in proportion to the number of sections, and to the
    /// size of the places with errors.
    fn doubts(&self) -> &Doubts {
        self.doubts.get_or_init(|| self.find_doubts())
    }

    /// Returns whether a section, or another id, is written where something cannot be read: before an
    /// edition (counted from zero), or at it by an error that is at least as serious as `least`.
    pub fn is_in_doubt(&self, id: &str, edition: usize, least: Severity) -> bool {
        self.doubts().contain(id, edition, least)
    }

    /// Returns whether the file of a whole document may be missing, because a file names no document
    /// or another one.
    pub fn has_lost_file(&self) -> bool {
        self.doubts().has_lost_file
    }

    /// Returns whether a name that nothing declares may be written where it cannot be read, or is
    /// meant by an id that two units have.
    pub fn may_be_unread(&self, name: &str) -> bool {
        self.is_in_doubt(name, usize::MAX, Severity::Error)
            || owner_of(name).is_some_and(|owner| self.repeats_id(owner))
    }

    /// Returns whether two units of `owner` have the same id: one of them may be meant by another id.
    fn repeats_id(&self, owner: &str) -> bool {
        let section = self.section_of(owner).and_then(|id| self.section(id));
        let repeats = section.is_some_and(|section| {
            section.errors.iter().any(|error| match &error.kind {
                PatchErrorKind::DuplicateName { name } => owner_of(name) == Some(owner),
                _ => false,
            })
        });
        repeats || self.doubts().repeated.contains(owner)
    }

    /// Returns the first edition at which the text of a section is wrong by an instruction that was
    /// read: one with a mistake, or one of a section with the same names.
    pub fn first_mistake(&self, section: &Section) -> Option<EditionIx> {
        let mistakes = section
            .errors
            .iter()
            .filter(|error| error.kind.is_mistake());
        let wrong = mistakes.filter_map(|error| Some(section.patch(error.patch)?.edition));
        let shared = self.shares_names(&section.id).then(EditionIx::default);
        wrong.chain(shared).min()
    }

    /// Returns whether the text of a section may be wrong at an edition, because of a mistake in an
    /// instruction.
    pub fn is_doubtful(&self, section: &str, edition: EditionIx) -> bool {
        let resolved = || self.section(section);
        self.is_in_doubt(section, usize::from(edition.0), Severity::Note)
            || resolved()
                .and_then(|section| self.first_mistake(&section))
                .is_some_and(|first| first <= edition)
    }

    fn find_doubts(&self) -> Doubts {
        let mut out = Doubts::default();
        for file in self.files.values().filter(|file| is_read(file)) {
            let is_lost = self.is_lost(file) && !file.places.is_empty();
            out.has_lost_file |= is_lost;
            let faults = file.diagnostics.iter();
            let faults = faults.filter(|found| found.severity > Severity::Note);
            let faults = faults.map(|found| (found.at.span.start(), found.severity));
            let empty = file.entries().filter(|entry| entry.lacks_payload());
            let empty = empty.map(|entry| (entry.span.start(), Severity::Error));
            let mut worst: BTreeMap<Option<usize>, Severity> = BTreeMap::new();
            if is_lost {
                worst.insert(None, Severity::Error);
            }
            for (at, severity) in faults.chain(empty) {
                let place = match file.part_at(at) {
                    Extent::File => None,
                    Extent::Place(place) | Extent::Entry(place, _) => Some(place),
                };
                let own = worst.entry(place).or_insert(severity);
                *own = severity.max(*own);
            }
            for place in 0..file.places.len() {
                // what is wrong before the first heading concerns all of them
                if let Some(severity) = worst.get(&Some(place)).max(worst.get(&None)) {
                    self.doubt_place(file, place, *severity, &mut out);
                }
            }
            if file.role == FileRole::Clarify {
                let mut seen = BTreeSet::new();
                let ids = file.entries().filter_map(|entry| entry.attrs.id.as_ref());
                let twice = ids.filter(|id| !seen.insert(id.value.as_str()));
                let owners = twice.filter_map(|id| owner_of(&id.value));
                out.repeated.extend(owners.map(str::to_owned));
            }
        }
        self.doubt_unknown_places(&mut out);
        out
    }

    /// Adds the ids that are written in a section of a file.
    fn doubt_place(&self, file: &RulesFile, at: usize, severity: Severity, out: &mut Doubts) {
        let edition = self.edition_of(file);
        let extent = file.extent(Extent::Place(at), usize::MAX);
        let first = |byte: usize| file.written_ids.partition_point(|(at, _)| *at < byte);
        let range = first(extent.start())..first(extent.end());
        let written = file.written_ids.get(range).unwrap_or_default();
        let own = file.places.get(at).map(file_section_id);
        for id in written.iter().map(|(_, id)| id.clone()).chain(own) {
            out.add(id, edition, severity);
        }
    }

    /// Adds the sections of amendments whose ids nothing declares, and those that they probably mean:
    /// with the same heading, or else the most similar id.
    fn doubt_unknown_places(&self, out: &mut Doubts) {
        let (unknown, known): (Vec<&str>, Vec<&str>) =
            self.section_ids().partition(|id| self.is_only_targeted(id));
        let sources = unknown.iter().flat_map(|id| self.sources_of_section(id));
        let sources: BTreeSet<_> = sources.collect();
        let files = sources
            .into_iter()
            .filter_map(|source| self.files.get(&source));
        let mut left = MOST_UNKNOWN;
        for file in files.filter(|file| file.role == FileRole::Amend && is_read(file)) {
            for (at, place) in file.places.iter().enumerate() {
                let id = file_section_id(place);
                if !self.is_only_targeted(&id) && self.section_of(&id).is_some() {
                    continue;
                }
                self.doubt_place(file, at, Severity::Error, out);
                let Some(fewer) = left.checked_sub(1) else {
                    continue;
                };
                left = fewer;
                let heading = Some(&*place.heading.text).filter(|heading| !heading.is_empty());
                let mut same = known.iter().copied();
                let same = same.find(|id| heading.is_some() && self.heading(id) == heading);
                if let Some(meant) = same.or_else(|| nearest(&id, known.iter().copied())) {
                    out.add(meant.to_owned(), self.edition_of(file), Severity::Error);
                }
            }
        }
    }

    /// Returns whether a file names no known document, or one of another edition than it states.
    fn is_lost(&self, file: &RulesFile) -> bool {
        let Some(own) = self.document_edition(file) else {
            return !self.ruleset.documents.is_empty();
        };
        let stated = self.stated_edition(file);
        file.role != FileRole::Book && stated.is_some_and(|stated| stated != own)
    }

    /// Returns the edition of a file's document; none if it names no known one.
    fn document_edition(&self, file: &RulesFile) -> Option<EditionIx> {
        let document = file.front.document.as_ref()?;
        let document = self.ruleset.documents.get(&document.value)?;
        Some(document.edition)
    }

    fn stated_edition(&self, file: &RulesFile) -> Option<EditionIx> {
        let edition = file.front.edition.as_ref()?;
        self.ruleset.edition(&edition.value)
    }

    /// Returns the earlier of the editions that a file states and that its document has.
    fn edition_of(&self, file: &RulesFile) -> EditionIx {
        let editions = self.stated_edition(file).into_iter();
        editions
            .chain(self.document_edition(file))
            .min()
            .unwrap_or_default()
    }
}

fn is_read(file: &RulesFile) -> bool {
    file.front.layer != WordingLayer::Printed && file.role != FileRole::Index
}

/// `iwf.5` of `iwf.5.7`.
fn owner_of(id: &str) -> Option<&str> {
    id.rsplit_once('.').map(|(owner, _)| owner)
}
