//! The pairs of views at which two states of a ruleset are compared: all editions and profiles, or
//! those that a request names.

use crate::{
    analysis::Request,
    model::{EditionIx, PartialDate, Profile, Ruleset},
    resolve::View,
};
use jiff::civil::Date;
use std::{collections::BTreeSet, sync::Arc};

/// The views of both states of a ruleset that are compared with each other.
#[derive(Clone, Debug)]
pub(super) struct ViewPair {
    /// The edition; both if they are not the same: `3.4 → 3.5`. With the day if it is an earlier one:
    /// `3.4 as of 1 Nov 2020`.
    pub(super) edition: String,
    /// The profile.
    pub(super) profile: String,
    /// How far the views are from those that most people use: 0 for the default profile on the last
    /// day, then earlier days, then other profiles. A difference is listed with the lowest rank at
    /// which it is found.
    pub(super) rank: u8,
    /// The view of the earlier state.
    pub(super) before: View,
    /// The view of the later state.
    pub(super) after: View,
}

/// Returns the day up to which documents are compared. If a request names none, it is after all dates: a
/// sheet that is not in force yet is compared, too, but no proposal, which counts on no day.
pub fn review_day(request: &Request) -> Date {
    let last = Date::MAX.yesterday().unwrap_or(Date::MAX);
    request.as_of.map_or(last, PartialDate::counts_from)
}

/// Returns the pairs of views: the default profile first, each with the editions in the order of the
/// later state.
pub(super) fn view_pairs(before: &Ruleset, after: &Ruleset, request: &Request) -> Vec<ViewPair> {
    let as_of = review_day(request);
    let editions = edition_pairs(before, after, request.edition.as_deref());
    let default = match &request.profile {
        Some(name) => after.profile_named(name).cloned().unwrap_or_default(),
        None => after.default_profile(),
    };
    let is_default = |profile: &&Profile| profile.name == default.name;
    let others = after.profiles.iter().filter(|own| !is_default(own));
    let others = others.filter(|_| request.profile.is_none());
    let profiles = after.profiles.iter().filter(is_default).chain(others);
    // a profile that is new or has another name is compared with what most people use
    let known = before.default_profile();
    let profiles = profiles.map(|own| (before.profile(&own.name).unwrap_or(&known), own));
    let mut out = Vec::new();
    for (old, new) in profiles {
        let profiles = [old, new].map(|profile| Arc::new(profile.clone()));
        let rank = if new.name == default.name { 0 } else { 2 };
        for (name, was, is) in &editions {
            let view = |edition: EditionIx, as_of: Date, profile: &Arc<Profile>| View {
                edition,
                as_of,
                profile: Arc::clone(profile),
            };
            let mut days = vec![(as_of, name.clone(), rank)];
            // on an earlier day, texts were in force that a later document changed or withdrew
            if request.as_of.is_none() {
                let earlier = earlier_days([(before, *was), (after, *is)]).into_iter();
                days.extend(earlier.map(|day| {
                    let name = format!("{name} as of {}", PartialDate::day(day));
                    (day, name, rank + 1)
                }));
            }
            out.extend(days.into_iter().map(|(day, edition, rank)| ViewPair {
                edition,
                profile: new.name.clone(),
                rank,
                before: view(*was, day, &profiles[0]),
                after: view(*is, day, &profiles[1]),
            }));
        }
    }
    out
}

/// Returns the days on which a document of the editions was published or revised while they were in
/// force, without the last one, after which nothing was.
fn earlier_days(states: [(&Ruleset, EditionIx); 2]) -> BTreeSet<Date> {
    let mut days = BTreeSet::new();
    let mut first = Date::MIN;
    for (ruleset, edition) in states {
        let chain = ruleset.amendment_chain(edition);
        let documents = ruleset.documents.values();
        let own = documents.filter(|own| chain.contains(&own.edition));
        let dates = own
            .flat_map(|own| [Some(own.published), own.revised])
            .flatten();
        let dated = dates.filter(|date| !date.is_undated());
        days.extend(dated.map(PartialDate::counts_from));
        let start = ruleset.in_force_from(edition);
        first = first.max(start.map_or(Date::MIN, PartialDate::counts_from));
    }
    days.pop_last();
    days.split_off(&first)
}

/// Returns the editions of both states, each with its name. An edition that is in one state only is
/// compared with the nearest one that it amends.
fn edition_pairs(
    before: &Ruleset,
    after: &Ruleset,
    only: Option<&str>,
) -> Vec<(String, EditionIx, EditionIx)> {
    let nearest = |own: &Ruleset, id: &str, other: &Ruleset| {
        let chain = own.edition(id).map(|edition| own.amendment_chain(edition));
        let chain = chain.unwrap_or_default().into_iter().rev();
        chain
            .map(|edition| own.edition_id(edition))
            .find_map(|id| other.edition(id))
    };
    let ids = |ruleset: &Ruleset| -> Vec<String> {
        let editions = ruleset.editions.iter();
        editions.map(|own| own.id.clone()).collect()
    };
    let (old, new) = (ids(before), ids(after));
    let gone = old.iter().filter(|id| !new.contains(id));
    let named = |ruleset: &Ruleset, id: &str| {
        only.is_none_or(|only| ruleset.edition_named(only) == ruleset.edition(id))
    };
    let all = new
        .iter()
        .map(|id| (id, after))
        .chain(gone.map(|id| (id, before)));
    let all = all.filter(|(id, ruleset)| named(ruleset, id));
    all.filter_map(|(id, _)| {
        let was = before.edition(id).or_else(|| nearest(after, id, before))?;
        let is = after.edition(id).or_else(|| nearest(before, id, after))?;
        let [old, new] = [before.edition_id(was), after.edition_id(is)];
        let name = match old == new {
            true => old.to_owned(),
            false => format!("{old} → {new}"),
        };
        Some((name, was, is))
    })
    .collect()
}
