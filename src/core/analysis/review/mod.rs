//! Compares the rules of two states of the files: what a change of the files does to texts, facts and
//! rulings, at each edition and profile.

mod align;
mod difference;
mod merge;
mod section;
mod views;

pub use difference::{
    Aspect, Difference, ReviewedDifference, ReviewedRuleset, ReviewedSection, compare_keyed,
};

use super::{Analysis, Fate, Request, RequestError, troop::TroopNames};
use crate::{
    model::{Profile, Ruleset},
    resolve::{RulesetDb, Section},
    text::join,
};
use indexmap::IndexSet;
use merge::{join_moved, with_views};
use rayon::prelude::*;
use section::{Found, SectionState, compare_section};
use std::{collections::BTreeSet, sync::Arc};
pub use views::review_day;
use views::view_pairs;

impl Analysis {
    /// Compares the rules with those of an earlier state, ruleset by ruleset; those that are the
    /// same are left out. The request restricts what is compared: a ruleset, an edition, a profile; only
    /// documents that are published on its day count, all if it names none.
    pub fn review(
        &self,
        before: &Self,
        request: &Request,
    ) -> Result<Vec<ReviewedRuleset>, RequestError> {
        let mut keys: IndexSet<&str> = self.ruleset_dbs().map(|(key, _)| key).collect();
        keys.extend(before.ruleset_dbs().map(|(key, _)| key));
        let named = request.ruleset.as_ref();
        let is_named = |key: &&str| named.is_none_or(|named| named.eq_ignore_ascii_case(key));
        let known = || keys.iter().map(|key| (*key).to_owned()).collect();
        if let Some(named) = named.filter(|_| !keys.iter().any(is_named)) {
            return Err(RequestError::NoRuleset(named.clone(), known()));
        }
        let keys: Vec<&str> = keys.iter().copied().filter(is_named).collect();
        self.check_names(before, &keys, request)?;
        let changed = keys
            .into_iter()
            .filter(|key| self.differs_from(before, key));
        Ok(changed
            .filter_map(|key| self.review_ruleset(before, key, request))
            .collect())
    }

    /// Returns an error if no ruleset has the edition or the profile of a request.
    fn check_names(
        &self,
        before: &Self,
        keys: &[&str],
        request: &Request,
    ) -> Result<(), RequestError> {
        let states = [self, before];
        let all = keys
            .iter()
            .flat_map(|key| states.map(|own| own.ruleset_db(key)));
        let all: Vec<&Ruleset> = all.flatten().map(|db| &*db.ruleset).collect();
        let Some(first) = all.first() else {
            return Ok(());
        };
        let (key, edition, profile) = (&first.key, &request.edition, &request.profile);
        if let Some(id) = edition
            && !all.iter().any(|own| own.edition_named(id).is_some())
        {
            let known = first.editions.iter().map(|own| own.id.clone()).collect();
            return Err(RequestError::NoEdition(key.clone(), id.clone(), known));
        }
        if let Some(name) = profile
            && !all.iter().any(|own| own.profile_named(name).is_some())
        {
            let known = first.profiles.iter().map(|own| own.name.clone()).collect();
            return Err(RequestError::NoProfile(key.clone(), name.clone(), known));
        }
        Ok(())
    }

    /// Returns whether any file of a ruleset has another text or name, or another proposal counts.
    fn differs_from(&self, before: &Self, key: &str) -> bool {
        let files = |analysis: &Self| -> Vec<(String, Arc<str>)> {
            let own = analysis.sources().iter().filter(|own| own.ruleset == key);
            let mut files: Vec<_> = own
                .map(|own| (own.name.clone(), own.text.clone()))
                .collect();
            files.sort();
            files
        };
        let db = self.ruleset_db(key);
        let has_proposals = db.is_some_and(|db| db.ruleset.proposals().next().is_some());
        files(self) != files(before) || has_proposals && !self.has_same_proposals(before)
    }

    fn review_ruleset(
        &self,
        before: &Self,
        key: &str,
        request: &Request,
    ) -> Option<ReviewedRuleset> {
        let (old, new) = (before.ruleset_db(key), self.ruleset_db(key));
        let ruleset = &new.or(old)?.ruleset;
        let mut out = ReviewedRuleset {
            ruleset: key.to_owned(),
            title: ruleset.title.clone(),
            abbreviations: ruleset.abbreviations.clone(),
            fate: match (old, new) {
                (Some(_), Some(_)) => Fate::Changed,
                (None, _) => Fate::Added,
                (_, None) => Fate::Removed,
            },
            editions: Vec::new(),
            differences: Vec::new(),
            sections: Vec::new(),
        };
        let (Some(old), Some(new)) = (old, new) else {
            return Some(out);
        };
        let pairs = view_pairs(&old.ruleset, &new.ruleset, request);
        let editions = pairs.iter().filter(|pair| pair.rank == 0);
        let editions: IndexSet<&str> = editions.map(|pair| pair.edition.as_str()).collect();
        out.editions = editions.into_iter().map(str::to_owned).collect();
        let general = definitions(&old.ruleset, &new.ruleset).collect();
        out.differences = with_views(general, &pairs);
        let sections = section_pairs(old, new);
        let compare = |(was, is): &(Option<String>, Option<String>)| {
            let was = was.as_ref().and_then(|id| old.section(id));
            let is = is.as_ref().and_then(|id| new.section(id));
            let sides = [(before, old, &was), (self, new, &is)];
            let [old_state, new_state] = sides.map(|(analysis, db, section)| {
                section.as_deref().map(|section| SectionState {
                    analysis,
                    db,
                    section,
                })
            });
            let mut found = compare_section(old_state.as_ref(), new_state.as_ref(), &pairs);
            let page = |db: &RulesetDb, own: &Option<Arc<Section>>| {
                let info = own.as_ref().and_then(|own| db.section_info(&own.id));
                info.and_then(|info| info.page)
            };
            if let (Some(_), Some(section)) = (&was, &is) {
                let id = format!("{key}/{}", section.id);
                let pages = (page(old, &was), page(new, &is));
                let of_page = Difference::between(Aspect::Page, &id, pages.0, pages.1);
                found.extend(of_page.map(|own| (own, (0..pairs.len()).collect())));
            }
            found
        };
        let mut found: Vec<Found> = sections.par_iter().map(compare).collect();
        join_moved(&mut found);
        let names = TroopNames::new(new);
        let sections = sections
            .into_iter()
            .zip(found)
            .filter(|(_, own)| !own.is_empty());
        let sections = sections.filter_map(|((was, is), found)| {
            let (db, id) = match &is {
                Some(id) => (new, id),
                None => (old, was.as_ref()?),
            };
            let info = db.section_info(id)?;
            let mut differences = with_views(found, &pairs);
            for own in &mut differences {
                own.troops = names.types_in(own.difference.words());
            }
            Some(ReviewedSection {
                id: format!("{key}/{id}"),
                heading: info.heading,
                page: info.page,
                fate: match (&was, &is) {
                    (None, _) => Fate::Added,
                    (_, None) => Fate::Removed,
                    (Some(_), Some(_)) => Fate::Changed,
                },
                differences,
            })
        });
        out.sections = sections.collect();
        Some(out)
    }
}

impl Difference {
    /// Iterates over the words of both states and the label, if they are those of rules.
    fn words(&self) -> impl Iterator<Item = &String> {
        let is_text = matches!(
            self.aspect,
            Aspect::Value | Aspect::Words | Aspect::Label | Aspect::Ruling
        );
        let words = [&self.label, &self.before, &self.after].into_iter();
        words.flatten().filter(move |_| is_text)
    }
}

/// Returns the ids of the sections of both states, in the order of the later one. A section with
/// another id and the same heading is the same one.
fn section_pairs(old: &RulesetDb, new: &RulesetDb) -> Vec<(Option<String>, Option<String>)> {
    let (was, is) = (old.outline(), new.outline());
    let lone = |id: &&String| !is.contains(id);
    let mut gone: Vec<&String> = was.iter().filter(lone).collect();
    let mut out = Vec::new();
    for id in is {
        let same = was.iter().find(|own| *own == id).or_else(|| {
            let heading = new.heading(id);
            let at = gone.iter().position(|own| old.heading(own) == heading)?;
            Some(gone.remove(at))
        });
        out.push((same.cloned(), Some(id.clone())));
    }
    out.extend(gone.into_iter().map(|id| (Some(id.clone()), None)));
    out
}

/// Compares the editions, documents and profiles of a ruleset.
fn definitions(
    before: &Ruleset,
    after: &Ruleset,
) -> impl Iterator<Item = (Difference, BTreeSet<usize>)> {
    type Read = fn(&Ruleset) -> Vec<(String, String)>;
    let lists: [(Aspect, Read); 3] = [
        (Aspect::Edition, editions),
        (Aspect::Document, documents),
        (Aspect::Profile, profiles),
    ];
    let found = lists
        .into_iter()
        .flat_map(|(aspect, read)| compare_keyed(aspect, &read(before), &read(after)));
    found.map(|own| (own, BTreeSet::new()))
}

fn editions(ruleset: &Ruleset) -> Vec<(String, String)> {
    let edition = |own: &crate::model::Edition| {
        let amends = own
            .amends
            .map(|other| format!("amends {}", ruleset.edition_id(other)));
        let from = ruleset
            .edition(&own.id)
            .and_then(|own| ruleset.in_force_from(own));
        let from = from.map(|date| match date.is_proposed() {
            true => date.to_string(),
            false => format!("published {date}"),
        });
        let parts = [amends, from, own.status.clone()];
        (own.id.clone(), join(parts.into_iter().flatten(), "; "))
    };
    ruleset.editions.iter().map(edition).collect()
}

fn documents(ruleset: &Ruleset) -> Vec<(String, String)> {
    let document = |own: &crate::model::Document| {
        let revised = own.revised.map(|date| format!("revised {date}"));
        let after = (!own.after.is_empty()).then(|| format!("after {}", own.after.join(", ")));
        let edition = ruleset.edition_id(own.edition);
        let dated = format!("{} of {edition}, {}", own.kind.name(), own.published);
        let parts = [Some(own.title.clone()), Some(dated), revised, after];
        (own.key.clone(), join(parts.into_iter().flatten(), "; "))
    };
    ruleset.documents.values().map(document).collect()
}

fn profiles(ruleset: &Ruleset) -> Vec<(String, String)> {
    let profile = |own: &Profile| {
        let list = |name: &str, list: &[String]| {
            (!list.is_empty()).then(|| format!("{name} {}", list.join(", ")))
        };
        let default = own.default.then(|| "default".to_owned());
        let parts = [
            default,
            list("scopes", &own.scopes),
            list("rulings", &own.layers),
        ];
        (own.name.clone(), join(parts.into_iter().flatten(), "; "))
    };
    ruleset.profiles.iter().map(profile).collect()
}
