//! Joins the differences of all sections: what is gone in one place and new in another was moved, and
//! what is found at several views is listed once.

use super::{
    difference::{Aspect, Difference, ReviewedDifference},
    section::Found,
    views::ViewPair,
};
use indexmap::IndexSet;
use std::collections::{BTreeSet, HashMap};

/// Joins what is gone in one place and new in another, in any sections: the same fact or ruling, or a
/// text that reads the same.
pub(super) fn join_moved(sections: &mut [Found]) {
    type Key = (Aspect, String, BTreeSet<usize>);
    let key = |own: &Difference, views: &BTreeSet<usize>, text: &str| -> Option<Key> {
        let name = match own.aspect {
            Aspect::Fact | Aspect::Ruling => own.id.clone(),
            Aspect::Words if text.contains(char::is_alphanumeric) => text.to_owned(),
            _ => return None,
        };
        Some((own.aspect, name, views.clone()))
    };
    let mut gone: HashMap<Key, Vec<(usize, Difference)>> = HashMap::new();
    for (at, found) in sections.iter().enumerate() {
        for (own, views) in found {
            if let (Some(text), None) = (&own.before, &own.after)
                && let Some(key) = key(own, views, text)
            {
                gone.entry(key).or_default().push((at, own.clone()));
            }
        }
    }
    let mut moved: IndexSet<(usize, Difference)> = IndexSet::new();
    for found in sections.iter_mut() {
        let all = std::mem::take(found);
        for (own, views) in all {
            let partner = match (&own.before, &own.after) {
                (None, Some(text)) => key(&own, &views, text)
                    .and_then(|key| gone.get_mut(&key))
                    .and_then(Vec::pop),
                _ => None,
            };
            let Some((from, old)) = partner else {
                found.entry(own).or_default().extend(views);
                continue;
            };
            moved.insert((from, old.clone()));
            let joined = match own.aspect {
                Aspect::Words => Some(Difference {
                    aspect: Aspect::Place,
                    before: Some(old.id),
                    after: Some(own.id.clone()),
                    by: Vec::new(),
                    ..own
                }),
                _ => Difference::between(own.aspect, &own.id, old.before, own.after.clone()),
            };
            if let Some(joined) = joined {
                found.entry(joined).or_default().extend(views);
            }
        }
    }
    for (from, old) in moved {
        sections[from].shift_remove(&old);
    }
}

/// Returns the differences of a section, each once, with the editions and profiles at which it is
/// found.
pub(super) fn with_views(found: Found, pairs: &[ViewPair]) -> Vec<ReviewedDifference> {
    let reviewed = |(difference, views): (Difference, BTreeSet<usize>)| {
        let own = || views.iter().filter_map(|&at| pairs.get(at));
        let rank = own().map(|pair| pair.rank).min().unwrap_or_default();
        let shown = || own().filter(|pair| pair.rank == rank);
        let editions: IndexSet<&str> = shown().map(|pair| pair.edition.as_str()).collect();
        let profiles = shown().map(|pair| pair.profile.as_str());
        let profiles: IndexSet<&str> = profiles.filter(|_| rank > 1).collect();
        let owned = |names: IndexSet<&str>| names.into_iter().map(str::to_owned).collect();
        ReviewedDifference {
            difference,
            editions: owned(editions),
            profiles: owned(profiles),
            troops: Vec::new(),
            read_by: Vec::new(),
        }
    };
    found.into_iter().map(reviewed).collect()
}
