//! The views among which a reader of the page can choose: editions, days, profiles. Days between which nothing was published are one.

use crate::{
    model::{EditionIx, PartialDate, Profile, Ruleset},
    resolve::{Corpus, Section, View},
    world::World,
};
use jiff::civil::Date;
use std::sync::Arc;

/// All views of a ruleset.
#[derive(Debug)]
pub(super) struct Times {
    /// The days from which something else is known, up to the day of the page, oldest first; never none.
    pub(super) days: Vec<Date>,
    /// The views, edition by edition, in each day by day, in each profile by profile; none where the edition was not out.
    pub(super) views: Vec<Option<View>>,
}

impl Times {
    /// The views of a ruleset up to a day.
    pub(super) fn new(world: &World, corpus: &Corpus, until: Date) -> Self {
        let ruleset = &corpus.ruleset;
        let days = days(world, ruleset, until);
        let profiles: Vec<Arc<Profile>> = ruleset.profiles.iter().cloned().map(Arc::new).collect();
        let mut views = Vec::new();
        for edition in (0..ruleset.editions.len() as u16).map(EditionIx) {
            let from = out_from(ruleset, edition);
            for &as_of in &days {
                // the oldest edition is what there is where nothing is out
                let out = from.is_none_or(|from| from <= as_of) || edition == ruleset.newest_on(as_of);
                views.extend(profiles.iter().map(|profile| out.then(|| View { edition, as_of, profile: Arc::clone(profile) })));
            }
        }
        Self { days, views }
    }
}

/// From which day an edition can be asked for.
pub(super) fn out_from(ruleset: &Ruleset, edition: EditionIx) -> Option<Date> {
    ruleset.in_force_from(edition).map(PartialDate::counts_from)
}

fn days(world: &World, ruleset: &Ruleset, until: Date) -> Vec<Date> {
    let documents = ruleset.documents.values().flat_map(|document| [Some(document.published), document.revised]).flatten();
    let editions = ruleset.editions.iter().filter_map(|edition| edition.date);
    let own = world.sources().iter().filter(|source| source.ruleset == ruleset.key);
    let known = own.flat_map(|source| source.text.split("known=").skip(1)).filter_map(|rest| {
        let date: String = rest.chars().take_while(|c| c.is_ascii_digit() || *c == '-').collect();
        date.parse::<PartialDate>().ok()
    });
    let dates: Vec<PartialDate> = documents.chain(editions).chain(known).filter(|date| !date.is_undated()).collect();
    // within a month or year that is all that is known of a date, answers say so
    let vague = dates.iter().filter(|date| date.is_approximate()).filter_map(|date| {
        let last = date.counts_from();
        let month = if date.iso().len() == 4 { 1 } else { last.month() };
        Date::new(last.year(), month, 1).ok()
    });
    let mut days: Vec<Date> = dates.iter().map(|date| date.counts_from()).chain(vague).filter(|day| *day <= until).collect();
    days.sort_unstable();
    days.dedup();
    if days.is_empty() {
        days.push(until);
    }
    days
}

/// All that a section's answers depend on at a view. Views that are alike in it are answered once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Stand {
    edition: u16,
    seen: Vec<bool>,
    shown: Vec<bool>,
    /// Documents whose first wording is not held, and is in force.
    unrevised: Vec<bool>,
    /// What is seen of the sections out of which something was moved here.
    elsewhere: Vec<bool>,
}

impl Stand {
    /// What the answers of a section depend on at a view. `moved` are the sections from which something was moved here.
    pub(super) fn new(section: &Section, moved: &[Arc<Section>], view: &View) -> Self {
        let documents = section.ruleset().documents.values();
        let unrevised =
            |revised: PartialDate, published: PartialDate| published.counts_from() <= view.as_of && view.as_of < revised.counts_from();
        Self {
            edition: view.edition.0,
            seen: section.patches.iter().map(|patch| view.sees(patch)).collect(),
            shown: section.patches.iter().map(|patch| view.shows(patch)).collect(),
            unrevised: documents.map(|document| document.revised.is_some_and(|revised| unrevised(revised, document.published))).collect(),
            elsewhere: moved.iter().flat_map(|section| section.patches.iter().map(|patch| view.sees(patch))).collect(),
        }
    }
}

/// The sections from which something was moved into this one.
pub(super) fn moved_into(corpus: &Corpus, section: &Section) -> Vec<Arc<Section>> {
    let mut ids: Vec<Arc<str>> = section.arena.names().flat_map(|(name, _)| corpus.sections_moved_to(name)).collect();
    ids.sort();
    ids.dedup();
    ids.iter().filter_map(|id| corpus.section(id)).collect()
}
