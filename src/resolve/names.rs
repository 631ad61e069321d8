//! Which section a name lives in.

use crate::text::SourceId;
use imbl::HashMap;
use std::{
    collections::BTreeSet,
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

/// The turn of a file: by its role, then by its document's publication.
pub(super) type Turn = (u8, u32, SourceId);

/// A name and the section that it lives in.
pub(super) type Declaration = (Arc<str>, Arc<str>);

/// A name's hash: what is remembered of names that were only asked for.
pub(super) fn hash(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

/// All names with the sections that they live in: for each declaration, the turn of its file and the section, in order of turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Names(HashMap<Arc<str>, Vec<(Turn, Arc<str>)>>);

impl Names {
    /// The sections in which a name is declared, once for each declaration.
    pub(super) fn homes(&self, name: &str) -> impl Iterator<Item = &Arc<str>> {
        self.0
            .get(name)
            .into_iter()
            .flatten()
            .map(|(_, section)| section)
    }

    /// The section that the declarations of other files than `own` give a name.
    pub(super) fn home_but(&self, name: &str, own: SourceId) -> Option<&Arc<str>> {
        self.0
            .get(name)?
            .iter()
            .find(|(turn, _)| turn.2 != own)
            .map(|(_, section)| section)
    }

    /// All names with the section that counts, in no order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .filter_map(|(name, homes)| Some((&**name, &*homes.first()?.1)))
    }

    /// Replaces the declarations of one file. Returns the hashes of the names that others may now find elsewhere.
    pub(super) fn exchange(
        &mut self,
        old: (Turn, &[Declaration]),
        new: (Turn, &[Declaration]),
    ) -> Vec<u64> {
        if old == new {
            return Vec::new();
        }
        if old.1.is_empty() {
            let added = new
                .1
                .iter()
                .filter(|declaration| self.add(new.0, declaration));
            return added.map(|(name, _)| hash(name)).collect();
        }
        let affected: BTreeSet<Arc<str>> = old
            .1
            .iter()
            .chain(new.1)
            .map(|(name, _)| Arc::clone(name))
            .collect();
        let before: Vec<Vec<Arc<str>>> = affected.iter().map(|name| self.sections(name)).collect();
        for (name, section) in old.1 {
            if let Some(homes) = self.0.get_mut(name)
                && let Some(at) = homes
                    .iter()
                    .position(|(turn, home)| *turn == old.0 && home == section)
            {
                homes.remove(at);
                if homes.is_empty() {
                    self.0.remove(name);
                }
            }
        }
        for declaration in new.1 {
            self.add(new.0, declaration);
        }
        let now = affected.iter().map(|name| self.sections(name));
        affected
            .iter()
            .zip(before)
            .zip(now)
            .filter(|((_, before), now)| before != now)
            .map(|((name, _), _)| hash(name))
            .collect()
    }

    /// Adds a declaration of a file. Whether others may now find the name elsewhere.
    fn add(&mut self, turn: Turn, (name, section): &Declaration) -> bool {
        let homes = self
            .0
            .entry(Arc::clone(name))
            .or_insert_with(|| Vec::with_capacity(1));
        let at = homes.partition_point(|(known, _)| *known <= turn);
        let told = homes[..at].iter().any(|(_, home)| home == section);
        homes.insert(at, (turn, Arc::clone(section)));
        !told
    }

    /// The different sections of a name, the one that counts first.
    fn sections(&self, name: &str) -> Vec<Arc<str>> {
        let mut sections: Vec<Arc<str>> = Vec::new();
        for section in self.homes(name) {
            if !sections.contains(section) {
                sections.push(Arc::clone(section));
            }
        }
        sections
    }
}
