//! Lists the views that the page offers, and returns keys: views with equal keys share answers.
//! A view is an edition, date and profile; dates between which nothing became known share one.

use crate::{
    analysis::SourceKey,
    model::{EditionIx, PartialDate, Profile},
    resolve::{RulesetDb, Section, View},
};
use jiff::civil::Date;
use std::sync::Arc;

/// All views of a ruleset that the page offers, by edition, date and profile.
#[derive(Debug)]
pub(super) struct ViewGrid {
    /// The dates on which something became known, up to the date of the page, oldest first; at
    /// least one.
    pub(super) days: Vec<Date>,
    /// The views by edition, then by date, then by profile; `None` where the edition is not
    /// published. Each view is at the last of the dates that share it; if several share it, no
    /// document has that date.
    pub(super) views: Vec<Option<View>>,
    /// The number of profiles.
    profiles: usize,
}

impl ViewGrid {
    /// Creates the views of a ruleset up to a date.
    pub(super) fn new(db: &RulesetDb, until: Date) -> Self {
        let ruleset = &db.ruleset;
        let mut days = known_days(db, until);
        let editions = || (0..ruleset.editions.len() as u16).map(EditionIx);
        // if no edition is published, the base is shown as known now
        let base = |edition| {
            edition == EditionIx(0)
                && !editions().any(|edition| ruleset.is_in_force(edition, until))
        };
        if days.is_empty() || editions().any(|edition| ruleset.is_in_force(edition, Date::MIN)) {
            days.insert(0, Date::MIN);
        }
        let last = |at: usize| {
            days.get(at + 1)
                .and_then(|next| next.yesterday().ok())
                .unwrap_or(until)
        };
        let mut profiles: Vec<Arc<Profile>> =
            ruleset.profiles.iter().cloned().map(Arc::new).collect();
        if profiles.is_empty() {
            profiles.push(Arc::new(ruleset.default_profile()));
        }
        let mut views = Vec::new();
        for edition in editions() {
            for (at, &day) in days.iter().enumerate() {
                let view = |profile: &Arc<Profile>| View {
                    edition,
                    as_of: last(at),
                    profile: Arc::clone(profile),
                };
                let out =
                    ruleset.is_in_force(edition, day) || base(edition) && at + 1 == days.len();
                views.extend(profiles.iter().map(|profile| out.then(|| view(profile))));
            }
        }
        let profiles = profiles.len();
        Self {
            days,
            views,
            profiles,
        }
    }

    /// Returns an edition on the last day at a profile; `None` if it is not published.
    pub(super) fn last_view(&self, edition: EditionIx, profile: &str) -> Option<View> {
        let days = self.days.len();
        let first = (usize::from(edition.0) * days + days - 1) * self.profiles;
        let views = self.views.get(first..first + self.profiles)?;
        let mut views = views.iter().flatten();
        views.find(|view| view.profile.name == profile).cloned()
    }

    /// Returns the last day of all views.
    pub(super) fn until(&self) -> Date {
        self.views
            .iter()
            .flatten()
            .map(|view| view.as_of)
            .max()
            .unwrap_or(Date::MAX)
    }

    /// Returns the date of a view.
    pub(super) fn as_of(&self, view: usize) -> Date {
        self.views
            .get(view)
            .and_then(Option::as_ref)
            .map_or(Date::MIN, |view| view.as_of)
    }
}

fn known_days(db: &RulesetDb, until: Date) -> Vec<Date> {
    let ruleset = &db.ruleset;
    let documents = ruleset
        .documents
        .values()
        .flat_map(|document| [Some(document.published), document.revised])
        .flatten();
    let editions = ruleset.editions.iter();
    let editions = editions.flat_map(|edition| edition.date.into_iter().chain(edition.used));
    let known = db.map_sections(|section| {
        section
            .patches
            .iter()
            .map(|patch| patch.known)
            .collect::<Vec<_>>()
    });
    let dates = documents
        .chain(editions)
        .chain(known.into_iter().flatten())
        .filter(|date| !date.is_undated());
    // answers mention uncertain dates on every day of the month or year in question
    let of = |date: PartialDate| {
        let last = date.counts_from();
        let first = std::iter::successors(last.yesterday().ok(), |day| day.yesterday().ok())
            .take_while(|&day| date.is_uncertain_on(day))
            .last();
        [Some(last), first]
    };
    let mut days: Vec<Date> = dates
        .flat_map(of)
        .flatten()
        .filter(|day| *day <= until)
        .collect();
    days.sort_unstable();
    days.dedup();
    days
}

/// A key made from a section and a view: at views with equal keys (edition, patches that apply),
/// the section has equal text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct SectionTextKey {
    edition: EditionIx,
    seen: Vec<bool>,
    shown: Vec<bool>,
    /// Which patches are seen of the sections from which something was moved here.
    elsewhere: Vec<bool>,
}

impl SectionTextKey {
    /// Returns what the text of a section at a view depends on. `moved` are the sections from which
    /// something was moved here.
    pub(super) fn new(section: &Section, moved: &[Arc<Section>], view: &View) -> Self {
        Self {
            edition: view.edition,
            seen: section
                .patches
                .iter()
                .map(|patch| view.includes(patch))
                .collect(),
            shown: section
                .patches
                .iter()
                .map(|patch| view.shows_ruling(patch))
                .collect(),
            elsewhere: moved
                .iter()
                .flat_map(|section| section.patches.iter().map(|patch| view.includes(patch)))
                .collect(),
        }
    }
}

impl SectionTextKey {
    /// Returns which clarifications are shown, and which patches of other sections are known.
    pub(super) fn surroundings(&self) -> (Vec<bool>, Vec<bool>) {
        (self.shown.clone(), self.elsewhere.clone())
    }

    /// Returns the edition.
    pub(super) fn edition(&self) -> EditionIx {
        self.edition
    }
}

/// A key made from a section and a view: at views with equal keys, a section without notes has the
/// same answers. The day of a view counts only in relation to the days of patches, and of documents
/// with a revision.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct SectionAnswersKey {
    edition: u16,
    profile: String,
    known: Vec<bool>,
    revisions: Vec<(bool, bool)>,
    sources: Option<SourceKey>,
}

impl SectionAnswersKey {
    /// Returns what a section depends on. `moved` are the sections from which something was moved
    /// here.
    pub(super) fn new(section: &Section, moved: &[Arc<Section>], view: &View) -> Self {
        let is_past = |date: PartialDate| date.counts_from() <= view.as_of;
        let patches = moved.iter().flat_map(|section| &section.patches);
        let documents = section.ruleset().documents.values();
        Self {
            edition: view.edition.0,
            profile: view.profile.name.clone(),
            known: section
                .patches
                .iter()
                .chain(patches)
                .map(|patch| is_past(patch.known))
                .collect(),
            revisions: documents
                .filter_map(|document| {
                    Some((is_past(document.published), is_past(document.revised?)))
                })
                .collect(),
            sources: SourceKey::new(section, view),
        }
    }
}

/// Returns the sections from which something was moved into this one.
pub(super) fn sections_moved_here(db: &RulesetDb, section: &Section) -> Vec<Arc<Section>> {
    let mut ids: Vec<Arc<str>> = section
        .arena
        .names()
        .flat_map(|(name, _)| db.sections_moved_to(name))
        .collect();
    ids.sort();
    ids.dedup();
    ids.iter().filter_map(|id| db.section(id)).collect()
}
