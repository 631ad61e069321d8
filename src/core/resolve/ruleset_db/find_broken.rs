//! Finds the sections and ids that mistakes in rules files make uncertain, for `BrokenParts`.

use super::{BrokenParts, RulesetDb};
use crate::{
    diagnostic::Severity,
    model::EditionIx,
    op::PatchErrorKind,
    resolve::{Section, file_section_id},
    syntax::{Attributes, Extent, FileRole, FileSection, RulesFile, WordingLayer, flatten_blocks},
    text::{Span, near::nearest},
};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The largest number of places with unknown ids for which the section meant is guessed.
const MOST_UNKNOWN: usize = 32;

impl RulesetDb {
    /// Returns what mistakes in the notation and in names make uncertain. The first call after an
    /// edit takes time in proportion to the number of sections, and to the size of the places with
    /// mistakes.
    pub fn broken_parts(&self) -> &BrokenParts {
        self.broken_parts.get_or_init(|| self.find_broken_parts())
    }

    /// Returns whether a name that nothing declares may be written where it cannot be read, or is
    /// meant by an id that two units have.
    pub fn may_be_unread(&self, name: &str) -> bool {
        let owner = name.rsplit_once('.').map(|(owner, _)| owner);
        self.broken_parts().ids.contains(name) || owner.is_some_and(|owner| self.repeats_id(owner))
    }

    /// Returns whether two units of `owner` have the same id: one of them may be meant by another id.
    pub fn repeats_id(&self, owner: &str) -> bool {
        let section = self.section_of(owner).and_then(|id| self.section(id));
        let repeats = section.is_some_and(|section| {
            section.errors.iter().any(|error| match &error.kind {
                PatchErrorKind::DuplicateName { name } => name
                    .rsplit_once('.')
                    .is_some_and(|(other, _)| other == owner),
                _ => false,
            })
        });
        repeats || self.broken_parts().repeated.contains(owner)
    }

    /// Returns the first edition at which the text of a section is wrong by an instruction that was
    /// read: one with a mistake, or one of a section with the same names.
    pub fn first_mistake(&self, section: &Section) -> Option<EditionIx> {
        let wrong = section
            .errors
            .iter()
            .filter(|error| error.kind.is_mistake())
            .filter_map(|error| Some(section.patch(error.patch)?.edition))
            .min();
        let shared = self.shares_names(&section.id).then(EditionIx::default);
        wrong.into_iter().chain(shared).min()
    }

    /// Returns whether the text of a section may be wrong at an edition, because of a mistake in an
    /// instruction.
    pub fn is_doubtful(&self, section: &str, edition: EditionIx) -> bool {
        let unread = self.broken_parts().sections.get(section);
        let unread = unread.and_then(|own| own.first()).map(|own| own.0);
        let resolved = self.section(section);
        let read = resolved.and_then(|section| self.first_mistake(&section));
        unread.into_iter().chain(read).any(|first| first <= edition)
    }

    fn find_broken_parts(&self) -> BrokenParts {
        let mut out = BrokenParts::default();
        for file in self.files.values().filter(|file| is_read(file)) {
            let is_lost = self.is_lost(file) && !file.places.is_empty();
            out.has_lost_file |= is_lost;
            let mut worst: BTreeMap<Option<usize>, Severity> = BTreeMap::new();
            let mut add = |at: usize, severity: Severity| {
                let place = match file.part_at(at) {
                    Extent::File => None,
                    Extent::Place(place) | Extent::Entry(place, _) => Some(place),
                };
                let own = worst.entry(place).or_insert(severity);
                *own = severity.max(*own);
            };
            let reported = file.diagnostics.iter();
            for found in reported.filter(|found| found.severity > Severity::Note) {
                add(found.at.span.start(), found.severity);
            }
            for entry in file.entries().filter(|entry| entry.lacks_payload()) {
                add(entry.span.start(), Severity::Error);
            }
            // what is wrong before the first heading concerns all of them
            let of_file = match is_lost {
                true => Some(Severity::Error),
                false => worst.get(&None).copied(),
            };
            for place in 0..file.places.len() {
                if let Some(severity) = worst.get(&Some(place)).copied().max(of_file) {
                    self.add_place(file, place, severity, &mut out);
                }
            }
        }
        self.add_unknown_places(&mut out);
        self.add_repeated_rulings(&mut out);
        out
    }

    /// Adds the places of clarifications in which two have the same id.
    fn add_repeated_rulings(&self, out: &mut BrokenParts) {
        for file in self
            .files
            .values()
            .filter(|file| file.role == FileRole::Clarify)
        {
            let mut seen = HashSet::new();
            for id in file.entries().filter_map(|entry| entry.attrs.id.as_ref()) {
                if !seen.insert(id.value.as_str())
                    && let Some((owner, _)) = id.value.rsplit_once('.')
                {
                    out.repeated.insert(owner.to_owned());
                }
            }
        }
    }

    /// Adds the sections that a place with mistakes declares, amends or names.
    fn add_place(&self, file: &RulesFile, at: usize, severity: Severity, out: &mut BrokenParts) {
        let Some(place) = file.places.get(at) else {
            return;
        };
        let edition = self.edition_of(file);
        if let Some(section) = self.section_of(&file_section_id(place)) {
            out.add(section, edition, severity);
        }
        // the heading of a section may be what cannot be read
        let extent = file.extent(Extent::Place(at), usize::MAX);
        let ids = written_ids(file, place, extent);
        for id in ids.iter().filter(|id| self.sections.contains_key(&***id)) {
            out.add(id, edition, severity);
        }
        out.ids.extend(ids);
    }

    /// Adds the places of amendments whose ids nothing declares, and the sections that they probably
    /// mean.
    fn add_unknown_places(&self, out: &mut BrokenParts) {
        let unknown: BTreeSet<&str> = self
            .section_ids()
            .filter(|id| self.is_only_targeted(id))
            .collect();
        let mut headings: HashMap<&str, &str> = HashMap::new();
        if !unknown.is_empty() {
            for id in self.section_ids().filter(|id| !unknown.contains(id)) {
                if let Some(heading) = self.heading(id).filter(|heading| !heading.is_empty()) {
                    headings.entry(heading).or_insert(id);
                }
            }
        }
        let sources: BTreeSet<_> = unknown
            .iter()
            .flat_map(|id| self.sources_of_section(id))
            .collect();
        let files = sources
            .into_iter()
            .filter_map(|source| self.files.get(&source))
            .filter(|file| file.role == FileRole::Amend && is_read(file));
        let places = files.flat_map(|file| (0..file.places.len()).map(move |at| (file, at)));
        let unknown_places = places.filter(|(file, at)| {
            let id = file_section_id(&file.places[*at]);
            unknown.contains(&*id) || self.section_of(&id).is_none()
        });
        for (number, (file, at)) in unknown_places.enumerate() {
            self.add_place(file, at, Severity::Error, out);
            if number >= MOST_UNKNOWN {
                continue;
            }
            let place = &file.places[at];
            let same = headings.get(&*place.heading.text).copied();
            let known = || self.section_ids().filter(|id| !unknown.contains(id));
            if let Some(meant) = same.or_else(|| nearest(&file_section_id(place), known())) {
                out.add(meant, self.edition_of(file), Severity::Error);
            }
        }
    }

    /// Returns whether a file names no known document, or one of another edition than it states.
    fn is_lost(&self, file: &RulesFile) -> bool {
        let Some(own) = self.document_edition(file) else {
            return !self.ruleset.documents.is_empty();
        };
        let stated = file.front.edition.as_ref();
        file.role != FileRole::Book
            && stated
                .and_then(|edition| self.ruleset.edition(&edition.value))
                .is_some_and(|stated| stated != own)
    }

    /// Returns the edition of a file's document; none if it names no known one.
    fn document_edition(&self, file: &RulesFile) -> Option<EditionIx> {
        let document = file.front.document.as_ref()?;
        let document = self.ruleset.documents.get(&document.value)?;
        Some(document.edition)
    }

    /// Returns the earlier of the editions that a file states and that its document has.
    fn edition_of(&self, file: &RulesFile) -> EditionIx {
        let stated = file.front.edition.as_ref();
        let stated = stated.and_then(|edition| self.ruleset.edition(&edition.value));
        let listed = self.document_edition(file);
        stated.into_iter().chain(listed).min().unwrap_or_default()
    }
}

fn is_read(file: &RulesFile) -> bool {
    file.front.layer != WordingLayer::Printed && file.role != FileRole::Index
}

/// Returns the ids that a place writes, whether or not they could be read.
fn written_ids(file: &RulesFile, place: &FileSection, extent: Span) -> BTreeSet<String> {
    let written = &file.written_ids;
    let first = |byte: usize| written.partition_point(|(at, _)| *at < byte);
    let inside = first(extent.start())..first(extent.end());
    let mut out: BTreeSet<String> = written
        .get(inside)
        .into_iter()
        .flatten()
        .map(|(_, id)| id.clone())
        .collect();
    let mut add = |attrs: &Attributes| out.extend(attrs.names().map(|(name, _)| name));
    add(&place.attrs);
    for block in flatten_blocks(&place.blocks) {
        add(&block.attrs);
    }
    for entry in &place.entries {
        add(&entry.attrs);
        for block in flatten_blocks(&entry.payload) {
            add(&block.attrs);
        }
    }
    out
}
