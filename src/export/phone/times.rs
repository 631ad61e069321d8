//! The views among which a reader of the page can choose: editions, days, profiles. Days between which nothing became known are one.

use crate::{
    model::{EditionIx, PartialDate, PatchIx, Profile, Ruleset},
    resolve::{RulesetDb, Section, Step, View},
};
use jiff::civil::Date;
use std::sync::Arc;

/// All views of a ruleset.
#[derive(Debug)]
pub(super) struct Times {
    /// The days from which something else is known, up to the day of the page, oldest first; never none.
    pub(super) days: Vec<Date>,
    /// The views, edition by edition, in each day by day, in each profile by profile; none where the edition was not out. Each is of the
    /// last of the days that are one: where there are several, no document bears that date.
    pub(super) views: Vec<Option<View>>,
}

impl Times {
    /// The views of a ruleset up to a day.
    pub(super) fn new(db: &RulesetDb, until: Date) -> Self {
        let ruleset = &db.ruleset;
        let mut days = days(db, until);
        let editions = || (0..ruleset.editions.len() as u16).map(EditionIx);
        // where nothing is out yet, the base is shown as known now
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

    /// The day of a view.
    pub(super) fn day(&self, view: usize) -> Date {
        self.views
            .get(view)
            .and_then(Option::as_ref)
            .map_or(Date::MIN, |view| view.as_of)
    }
}

/// Whether an edition can be asked for on a day.
fn is_out(ruleset: &Ruleset, edition: EditionIx, day: Date) -> bool {
    ruleset
        .in_force_from(edition)
        .is_none_or(|from| from.counts_from() <= day)
}

fn days(db: &RulesetDb, until: Date) -> Vec<Date> {
    let ruleset = &db.ruleset;
    let documents = ruleset
        .documents
        .values()
        .flat_map(|document| [Some(document.published), document.revised])
        .flatten();
    let editions = ruleset.editions.iter().filter_map(|edition| edition.date);
    let known = db.each_section(|section| {
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
    // on all days of a month or year that is all that is known of a date, answers say so
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

/// All that the text of a section depends on at a view.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Stand {
    edition: u16,
    seen: Vec<bool>,
    shown: Vec<bool>,
    /// What is seen of the sections out of which something was moved here.
    elsewhere: Vec<bool>,
}

impl Stand {
    /// What the text of a section depends on at a view. `moved` are the sections from which something was moved here.
    pub(super) fn new(section: &Section, moved: &[Arc<Section>], view: &View) -> Self {
        Self {
            edition: view.edition.0,
            seen: section
                .patches
                .iter()
                .map(|patch| view.sees(patch))
                .collect(),
            shown: section
                .patches
                .iter()
                .map(|patch| view.shows(patch))
                .collect(),
            elsewhere: moved
                .iter()
                .flat_map(|section| section.patches.iter().map(|patch| view.sees(patch)))
                .collect(),
        }
    }
}

/// All that a comparison of a section with another view depends on: how its text came about, and what took back changes of it.
#[derive(Debug)]
pub(super) struct Basis {
    steps: Vec<Arc<Step>>,
    withdrawals: Vec<bool>,
}

impl Basis {
    /// What a comparison depends on at a view.
    pub(super) fn new(section: &Section, view: &View) -> Self {
        let sees = |by: PatchIx| section.patch(by).is_some_and(|patch| view.sees(patch));
        Self {
            steps: section.steps(view),
            withdrawals: section
                .withdrawals
                .iter()
                .map(|(by, _)| sees(*by))
                .collect(),
        }
    }
}

impl PartialEq for Basis {
    fn eq(&self, other: &Self) -> bool {
        let same = |(own, other): (&Arc<Step>, &Arc<Step>)| Arc::ptr_eq(own, other);
        self.withdrawals == other.withdrawals
            && self.steps.len() == other.steps.len()
            && self.steps.iter().zip(&other.steps).all(same)
    }
}

/// The sections from which something was moved into this one.
pub(super) fn moved_into(db: &RulesetDb, section: &Section) -> Vec<Arc<Section>> {
    let mut ids: Vec<Arc<str>> = section
        .arena
        .names()
        .flat_map(|(name, _)| db.sections_moved_to(name))
        .collect();
    ids.sort();
    ids.dedup();
    ids.iter().filter_map(|id| db.section(id)).collect()
}
