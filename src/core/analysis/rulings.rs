//! Lists a ruleset's rulings with their status and the words that each interprets, old and new.

use super::{
    Analysis, ClauseAnnotation, ClauseRuling, Origin, ViewDescription, WordingChoice, full_id,
    lookup::{is_cited, lost_passage},
    section_reader::SectionReader,
};
use crate::{
    model::{Patch, SectionTree, UnitId},
    resolve::{InterpretedWords, RulesetDb, Ruling, RulingState, Section, View, is_clarification},
    syntax::CommentaryKind,
};
use serde::Serialize;
use std::sync::Arc;

/// Whether a unit is unchanged, changed or deleted since the ruling on it, or cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum InterpretedChange {
    /// It reads the same.
    Same,
    /// It reads differently.
    Changed,
    /// It is no longer part of the text.
    Deleted,
    /// Its words at the time of the ruling are missing, so nothing can be compared.
    NotHeld,
}

/// A unit that a ruling interprets, with its words when the ruling was made and at the view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InterpretedUnit {
    /// Its id with the ruleset.
    pub id: String,
    /// Headings and labels from the outermost section to it.
    pub path: Vec<String>,
    /// Its page.
    pub page: Option<String>,
    /// The kind of unit: `section`, `paragraph`, `sentence` …
    pub kind: &'static str,
    /// How it compares.
    pub change: InterpretedChange,
    /// Its words when the ruling was made; `None` if they are missing. For a paragraph or bullet
    /// without the bullets below it.
    pub then: Option<String>,
    /// Its words at the view; `None` if they are missing or the unit was deleted.
    pub now: Option<String>,
}

/// A ruling as `rulebook rulings` lists it: its status, its document, the units that it interprets
/// with their words then and now, and the notes on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RegisteredRuling {
    /// The ruling, with its status.
    #[serde(flatten)]
    pub ruling: ClauseRuling,
    /// The heading under which its document states it.
    pub heading: String,
    /// Its document, date and page.
    pub origin: Origin,
    /// The units that it interprets.
    pub interprets: Vec<InterpretedUnit>,
    /// Remarks on it, such as the reasons of a review.
    pub remarks: Vec<ClauseAnnotation>,
    /// Recorded contradictions between it and the rules.
    pub contradictions: Vec<ClauseAnnotation>,
    /// Declared deviations of its restatement from the print.
    pub deviations: Vec<ClauseAnnotation>,
}

/// A status of rulings, such as `contradicted`, and the number of rulings that have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RulingCount {
    /// The status.
    pub state: RulingState,
    /// The number of rulings.
    pub count: usize,
}

/// A filter of rulings by status, page, interpreted clause, and number; all must match.
#[derive(Clone, Debug, Default)]
pub struct RulingFilter {
    /// The statuses; empty for all.
    pub states: Vec<RulingState>,
    /// The page of the ruling or of a section that it interprets.
    pub page: Option<String>,
    /// A clause that it interprets, or that contains or is part of what it interprets.
    pub clause: Option<(Arc<Section>, Option<UnitId>)>,
    /// Its number or id: `C22.2`, `22.2`, `iwf-1.2:C22.2`, `iwf.22.2`.
    pub number: Option<String>,
}

/// The rulings of a ruleset shown at a view that match a filter, those that need care first, and
/// the number with each status.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulingRegister {
    /// The version of this JSON shape: 1.
    pub version: u32,
    /// The view that was requested.
    pub query: ViewDescription,
    /// Notices to show with the answer.
    pub notices: Vec<String>,
    /// The number of rulings by status, those that need care first, before the filter by status.
    pub counts: Vec<RulingCount>,
    /// The number of all rulings that the profile shows, before all filters.
    pub all: usize,
    /// The rulings: those that need care first, then in the order of their documents.
    pub rulings: Vec<RegisteredRuling>,
}

/// The place of a ruling in its document, which identifies it: several sections can contain one
/// ruling.
type EntryPlace = (u32, crate::text::SourceId, usize, Option<usize>);

impl Analysis {
    /// Returns the rulings that are shown at a view and match a filter.
    pub fn ruling_register(
        &self,
        db: &RulesetDb,
        view: &View,
        choice: WordingChoice,
        filter: &RulingFilter,
    ) -> RulingRegister {
        let found = db.map_sections(|section| {
            if !section.patches.iter().any(|patch| is_clarification(patch)) {
                return Vec::new();
            }
            let tree = section.version(view);
            let reader = SectionReader::new(self, db, section, view, &tree);
            reader.registered_rulings(choice, filter.number.as_deref())
        });
        let mut entries: Vec<(EntryPlace, RegisteredRuling)> = Vec::new();
        for (place, ruling) in found.into_iter().flatten() {
            match entries.iter_mut().find(|(own, _)| *own == place) {
                Some((_, known)) => known.merge(ruling),
                None => entries.push((place, ruling)),
            }
        }
        let is_meant = |ruling: &RegisteredRuling| {
            filter.page.as_ref().is_none_or(|page| ruling.is_on(page))
                && filter
                    .clause
                    .as_ref()
                    .is_none_or(|(section, unit)| self.interprets(db, view, ruling, section, *unit))
        };
        let all = entries.len();
        entries.retain(|(_, ruling)| is_meant(ruling));
        let count = |&state: &RulingState| RulingCount {
            state,
            count: entries
                .iter()
                .filter(|(_, entry)| entry.ruling.state == state)
                .count(),
        };
        let counts = RulingState::BY_CARE.iter().map(count).collect();
        entries.retain(|(_, entry)| {
            filter.states.is_empty() || filter.states.contains(&entry.ruling.state)
        });
        entries.sort_by_key(|(place, entry)| (entry.ruling.state.care_rank(), *place));
        RulingRegister {
            version: 1,
            query: ViewDescription::new(&db.ruleset, view),
            notices: self.notices(&db.ruleset, view),
            counts,
            all,
            rulings: entries.into_iter().map(|(_, ruling)| ruling).collect(),
        }
    }

    /// Returns whether a person who types `typed` means a ruling of the ruleset, such as `C22.2`.
    pub fn cites_ruling(&self, db: &RulesetDb, typed: &str) -> bool {
        self.cited_ruling_document(db, typed).is_some()
    }

    /// Returns the message that a cited passage is lost from its document, if it is.
    pub fn lost_ruling(&self, db: &RulesetDb, typed: &str) -> Option<String> {
        let lost = lost_passage(&db.ruleset, typed)?;
        Some(format!(
            "{lost} is not included: it is lost from the copy that this project has"
        ))
    }

    /// Returns the document and number of the ruling that a person means who types `C22.2`.
    fn cited_ruling_document(&self, db: &RulesetDb, typed: &str) -> Option<(String, String)> {
        let is_number =
            typed.ends_with(|c: char| c.is_ascii_digit()) && !typed.contains([' ', '/']);
        let is_meant = |patch: &&Arc<Patch>| is_clarification(patch) && is_cited(patch, typed);
        let sections = db.sections().filter(|_| is_number);
        let patches = sections.flat_map(|section| {
            let own: Vec<_> = section.patches.iter().filter(is_meant).cloned().collect();
            own
        });
        let document = typed.rsplit_once(':').map(|(document, _)| document);
        let patch = patches.min_by_key(|patch| document != Some(&*patch.document))?;
        let number = patch.numbers().first().cloned().unwrap_or_default();
        let number = number.rsplit(':').next().unwrap_or_default().to_owned();
        Some((patch.document.to_string(), number))
    }

    /// Returns a profile for which the ruling that a person cites counts, and the number of the
    /// ruling.
    pub fn profile_of_ruling<'r>(
        &self,
        db: &'r RulesetDb,
        typed: &str,
    ) -> Option<(&'r str, String)> {
        let (document, number) = self.cited_ruling_document(db, typed)?;
        let mut profiles = db.ruleset.profiles.iter();
        let own = profiles.find(|profile| profile.layers.contains(&document))?;
        Some((&own.name, number))
    }

    /// Returns whether a ruling interprets a clause, a part of it, or a unit that contains it.
    fn interprets(
        &self,
        db: &RulesetDb,
        view: &View,
        ruling: &RegisteredRuling,
        section: &Section,
        unit: Option<UnitId>,
    ) -> bool {
        let tree = section.version(view);
        let unit = unit.unwrap_or(tree.root);
        ruling.interprets.iter().any(|interpreted| {
            let id = interpreted.id.split_once('/').map_or("", |(_, id)| id);
            let found = self.resolve_id(db, id, view);
            found.is_some_and(|(own, other)| {
                let other = other.unwrap_or(tree.root);
                own.id == section.id
                    && (unit == tree.root
                        || tree.contains(unit, other)
                        || tree.contains(other, unit))
            })
        })
    }
}

impl RegisteredRuling {
    /// Adds what the same ruling interprets in another section. The status that needs more care
    /// counts.
    fn merge(&mut self, other: Self) {
        if other.ruling.state.care_rank() < self.ruling.state.care_rank() {
            self.ruling.state = other.ruling.state;
            self.ruling.reason = other.ruling.reason;
        }
        self.ruling.units.extend(other.ruling.units);
        self.interprets.extend(other.interprets);
        let known = [
            (&mut self.remarks, other.remarks),
            (&mut self.contradictions, other.contradictions),
            (&mut self.deviations, other.deviations),
        ];
        for (own, more) in known {
            for remark in more {
                if !own.contains(&remark) {
                    own.push(remark);
                }
            }
        }
    }

    fn is_on(&self, page: &str) -> bool {
        let is_page = |own: &Option<String>| own.as_deref() == Some(page);
        is_page(&self.origin.page) || self.interprets.iter().any(|unit| is_page(&unit.page))
    }
}

impl SectionReader<'_> {
    /// Returns the rulings of the section, or those that a number cites, each with its place in its
    /// document.
    fn registered_rulings(
        &self,
        choice: WordingChoice,
        number: Option<&str>,
    ) -> Vec<(EntryPlace, RegisteredRuling)> {
        let rulings = self.section.rulings(self.view).into_iter();
        rulings
            .filter_map(|ruling| {
                let patch = self.section.patch(ruling.patch)?;
                if number.is_some_and(|number| !is_cited(patch, number)) {
                    return None;
                }
                let place = (
                    self.db.order.position(&patch.document),
                    patch.file.source,
                    patch.place,
                    patch.entry,
                );
                let registered = RegisteredRuling {
                    heading: patch.place()?.heading.text.to_string(),
                    origin: self.origin(ruling.patch),
                    interprets: self.interpreted_units(&ruling),
                    remarks: self.notes_on_ruling(&ruling, CommentaryKind::Remark),
                    contradictions: self.notes_on_ruling(&ruling, CommentaryKind::Contradiction),
                    deviations: self.notes_on_ruling(&ruling, CommentaryKind::Deviation),
                    ruling: self.clarification(&ruling, choice)?,
                };
                Some((place, registered))
            })
            .collect()
    }

    fn interpreted_units(&self, ruling: &Ruling) -> Vec<InterpretedUnit> {
        let info = self.db.section_info(&self.section.id).unwrap_or_default();
        let words = self
            .section
            .interpreted_words(ruling, self.view)
            .into_iter();
        words
            .map(|words| InterpretedUnit {
                id: full_id(self.section, self.tree, words.unit),
                path: self.heading_path(words.unit, &info.heading, info.within.as_deref()),
                page: info.page.clone(),
                kind: self.tree.kind(words.unit).name(),
                change: interpreted_change(self.tree, &words),
                then: known_words(words.then),
                now: known_words(words.now),
            })
            .collect()
    }

    /// Returns the notes on a ruling itself that are true at the view.
    fn notes_on_ruling(&self, ruling: &Ruling, kind: CommentaryKind) -> Vec<ClauseAnnotation> {
        let notes = self.db.notes_at(self.section, self.view);
        let own = notes.iter().filter(|note| {
            *note.section == *self.section.id
                && note.patch == ruling.patch
                && note.note.kind == kind
        });
        own.map(|note| ClauseAnnotation {
            origin: self.origin(note.patch),
            text: note.note.text.text.to_string(),
        })
        .collect()
    }
}

fn interpreted_change(tree: &SectionTree, words: &InterpretedWords) -> InterpretedChange {
    let is_held = words.then.contains(char::is_alphanumeric);
    if !tree.is_live(words.unit) {
        InterpretedChange::Deleted
    } else if words.relabelled || is_held && words.then != words.now {
        InterpretedChange::Changed
    } else if is_held {
        InterpretedChange::Same
    } else {
        InterpretedChange::NotHeld
    }
}

fn known_words(text: String) -> Option<String> {
    Some(text).filter(|text| text.contains(char::is_alphanumeric))
}
