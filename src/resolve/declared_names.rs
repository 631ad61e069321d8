//! The sections in which the names of a ruleset are declared.

use crate::text::SourceId;
use imbl::HashMap;
use std::{
    collections::BTreeSet,
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

/// The position of a file: by its role, then by the publication of its document.
pub(super) type FileOrder = (u8, u32, SourceId);

/// A name and the section that declares it.
pub(super) type Declaration = (Arc<str>, Arc<str>);

/// Returns the hash of a name. It stands for names that are looked up but need not be declared.
pub(super) fn name_hash(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

/// All declared names, each with the file order and the section of its declarations, sorted by file
/// order. The first declaration of a name counts.
#[derive(Clone, Debug, Default)]
pub(super) struct DeclaredNames(HashMap<Arc<str>, Vec<(FileOrder, Arc<str>)>>);

impl DeclaredNames {
    /// Returns the sections that declare a name, once for each declaration.
    pub(super) fn sections_of(&self, name: &str) -> impl Iterator<Item = &Arc<str>> {
        self.0
            .get(name)
            .into_iter()
            .flatten()
            .map(|(_, section)| section)
    }

    /// Returns the section in which files other than `own` declare a name.
    pub(super) fn section_in_other_files(&self, name: &str, own: SourceId) -> Option<&Arc<str>> {
        self.0
            .get(name)?
            .iter()
            .find(|(order, _)| order.2 != own)
            .map(|(_, section)| section)
    }

    /// Iterates over all names and the section that counts for each, in no order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .filter_map(|(name, declared)| Some((&**name, &*declared.first()?.1)))
    }

    /// Replaces the declarations of one file. Returns the hashes of the names that other files may
    /// now find in another section.
    pub(super) fn replace(
        &mut self,
        old: (FileOrder, &[Declaration]),
        new: (FileOrder, &[Declaration]),
    ) -> Vec<u64> {
        if old == new {
            return Vec::new();
        }
        if old.1.is_empty() {
            let added = new
                .1
                .iter()
                .filter(|declaration| self.add(new.0, declaration));
            return added.map(|(name, _)| name_hash(name)).collect();
        }
        let affected: BTreeSet<Arc<str>> = old
            .1
            .iter()
            .chain(new.1)
            .map(|(name, _)| Arc::clone(name))
            .collect();
        let before: Vec<Vec<Arc<str>>> = affected
            .iter()
            .map(|name| self.distinct_sections(name))
            .collect();
        for (name, section) in old.1 {
            if let Some(declared) = self.0.get_mut(name)
                && let Some(at) = declared
                    .iter()
                    .position(|(order, other)| *order == old.0 && other == section)
            {
                declared.remove(at);
                if declared.is_empty() {
                    self.0.remove(name);
                }
            }
        }
        for declaration in new.1 {
            self.add(new.0, declaration);
        }
        let now = affected.iter().map(|name| self.distinct_sections(name));
        affected
            .iter()
            .zip(before)
            .zip(now)
            .filter(|((_, before), now)| before != now)
            .map(|((name, _), _)| name_hash(name))
            .collect()
    }

    /// Adds a declaration of a file. Returns whether other files may now find the name in another
    /// section.
    fn add(&mut self, order: FileOrder, (name, section): &Declaration) -> bool {
        let declared = self
            .0
            .entry(Arc::clone(name))
            .or_insert_with(|| Vec::with_capacity(1));
        let at = declared.partition_point(|(known, _)| *known <= order);
        let known = declared[..at].iter().any(|(_, other)| other == section);
        declared.insert(at, (order, Arc::clone(section)));
        !known
    }

    /// Returns the different sections of a name, the one that counts first.
    fn distinct_sections(&self, name: &str) -> Vec<Arc<str>> {
        let mut sections: Vec<Arc<str>> = Vec::new();
        for section in self.sections_of(name) {
            if !sections.contains(section) {
                sections.push(Arc::clone(section));
            }
        }
        sections
    }
}
