//! The views of a ruleset that a reader can select: edition, date and profile. Dates between which
//! nothing became known share a view.

use crate::{
    model::{EditionIx, PartialDate, PatchIx, Profile, Ruleset},
    resolve::{Revision, RulesetDb, Section, View},
};
use jiff::civil::Date;
use std::sync::Arc;

/// All views of a ruleset.
#[derive(Debug)]
pub(super) struct ViewGrid {
    /// The dates on which something became known, up to the date of the page, oldest first; at
    /// least one.
    pub(super) days: Vec<Date>,
    /// The views by edition, then by date, then by profile; `None` where the edition is not
    /// published. Each view is at the last of the dates that share it; if several share it, no
    /// document has that date.
    pub(super) views: Vec<Option<View>>,
}

impl ViewGrid {
    /// Creates the views of a ruleset up to a date.
    pub(super) fn new(db: &RulesetDb, until: Date) -> Self {
        let ruleset = &db.ruleset;
        let mut days = known_days(db, until);
        let editions = || (0..ruleset.editions.len() as u16).map(EditionIx);
        // if no edition is published, the base is shown as known now
        let base = |edition| {
            edition == EditionIx(0) && !editions().any(|edition| is_out(ruleset, edition, until))
        };
        if days.is_empty() || editions().any(|edition| is_out(ruleset, edition, Date::MIN)) {
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
                let out = is_out(ruleset, edition, day) || base(edition) && at + 1 == days.len();
                views.extend(profiles.iter().map(|profile| out.then(|| view(profile))));
            }
        }
        Self { days, views }
    }

    /// Returns the date of a view.
    pub(super) fn as_of(&self, view: usize) -> Date {
        self.views
            .get(view)
            .and_then(Option::as_ref)
            .map_or(Date::MIN, |view| view.as_of)
    }
}

/// Returns whether an edition is published at a date.
fn is_out(ruleset: &Ruleset, edition: EditionIx, day: Date) -> bool {
    ruleset
        .in_force_from(edition)
        .is_none_or(|from| from.counts_from() <= day)
}

fn known_days(db: &RulesetDb, until: Date) -> Vec<Date> {
    let ruleset = &db.ruleset;
    let documents = ruleset
        .documents
        .values()
        .flat_map(|document| [Some(document.published), document.revised])
        .flatten();
    let editions = ruleset.editions.iter().filter_map(|edition| edition.date);
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
        let first = std::iter::successors(Some(last), |day| day.yesterday().ok())
            .take_while(|&day| date.is_uncertain_on(day))
            .last();
        [
            Some(last),
            first,
            last.tomorrow().ok().filter(|_| date.is_approximate()),
        ]
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

/// Everything on which the text of a section at a view depends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct TextBasis {
    edition: u16,
    seen: Vec<bool>,
    shown: Vec<bool>,
    /// Which patches are seen of the sections from which something was moved here.
    elsewhere: Vec<bool>,
}

impl TextBasis {
    /// Returns what the text of a section at a view depends on. `moved` are the sections from which
    /// something was moved here.
    pub(super) fn new(section: &Section, moved: &[Arc<Section>], view: &View) -> Self {
        Self {
            edition: view.edition.0,
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

/// Everything on which a comparison of a section with another view depends: the steps that made its
/// text, and the withdrawals of changes.
#[derive(Clone, Debug)]
pub(super) struct ComparisonBasis {
    steps: Vec<Arc<Revision>>,
    withdrawals: Vec<bool>,
}

impl ComparisonBasis {
    /// Returns what a comparison at a view depends on.
    pub(super) fn new(section: &Section, view: &View) -> Self {
        let sees = |by: PatchIx| section.patch(by).is_some_and(|patch| view.includes(patch));
        Self {
            steps: section.revisions(view),
            withdrawals: section
                .withdrawals
                .iter()
                .map(|(by, _)| sees(*by))
                .collect(),
        }
    }
}

impl PartialEq for ComparisonBasis {
    fn eq(&self, other: &Self) -> bool {
        let same = |(own, other): (&Arc<Revision>, &Arc<Revision>)| Arc::ptr_eq(own, other);
        self.withdrawals == other.withdrawals
            && self.steps.len() == other.steps.len()
            && self.steps.iter().zip(&other.steps).all(same)
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
