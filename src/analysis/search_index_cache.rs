//! Keeps the search index that the language server requested last in memory, and updates it after
//! edits.

use super::{Analysis, IndexKey, edit_log::EditLog};
use crate::search::{Index, IndexError, IndexUpdate, NewDocumentGroups};
use parking_lot::Mutex;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// A cache of one search index, the last requested, for all clones of an [`Analysis`] in the
/// language server.
#[derive(Debug, Default)]
pub struct SearchIndexCache(Mutex<Option<CachedIndex>>);

/// The cached search index, with its key and the edits that it contains.
#[derive(Debug)]
struct CachedIndex {
    key: IndexKey,
    index: Arc<Index>,
    /// The edits that it contains.
    edits: EditLog,
}

impl SearchIndexCache {
    /// Returns the search index of `analysis` for `key`: the cached one, updated if it was built
    /// before or after some edits; else what `build` builds. Threads that request an index in the
    /// meantime wait for it.
    pub fn get(
        &self,
        analysis: &Analysis,
        key: &IndexKey,
        build: impl FnOnce() -> Result<Index, IndexError>,
    ) -> Result<Arc<Index>, IndexError> {
        let mut cached = self.0.lock();
        let edits = &analysis.edits;
        let mut updated = None;
        if let Some(old) = cached.as_ref().filter(|old| old.key == *key) {
            let (earlier, later) = if old.edits.revision <= edits.revision {
                (&old.edits, edits)
            } else {
                (edits, &old.edits)
            };
            if earlier.revision == later.revision {
                return Ok(Arc::clone(&old.index));
            }
            let edited = later.since(earlier.revision);
            // an index that cannot be read any more is built again
            let update = analysis.index_update(&old.index, key, &edited).ok();
            if let Some(update) = update.flatten() {
                updated = old.index.updated(&update)?;
            }
        }
        let index = Arc::new(updated.map_or_else(build, Ok)?);
        *cached = Some(CachedIndex {
            key: key.clone(),
            index: Arc::clone(&index),
            edits: edits.clone(),
        });
        Ok(index)
    }
}

impl Analysis {
    /// Returns the update of an index after edits; `None` if the index must be built from scratch.
    fn index_update(
        &self,
        from: &Index,
        index_key: &IndexKey,
        edited: &BTreeMap<String, BTreeSet<String>>,
    ) -> Result<Option<IndexUpdate>, IndexError> {
        let metadata = self.index_metadata(index_key);
        let mut groups = NewDocumentGroups::new();
        for ((key, db), new) in self.ruleset_dbs().zip(&metadata.rulesets) {
            let Some(old) = from
                .index_metadata()
                .rulesets
                .iter()
                .find(|old| old.key == key && old.editions == new.editions)
            else {
                return Ok(None);
            };
            let Some(sections) = edited.get(key) else {
                groups.extend(from.groups_of(key).map(|group| (group.clone(), None)));
                continue;
            };
            // the documents of subsections contain the heading of their section
            let known: BTreeMap<&String, &String> = old
                .sections
                .iter()
                .map(|(id, heading)| (id, heading))
                .collect();
            let headings = new
                .sections
                .iter()
                .filter(|(id, heading)| known.get(id) != Some(&heading))
                .map(|(id, _)| id);
            let mut concerned: BTreeSet<&str> = sections
                .iter()
                .map(String::as_str)
                .chain(headings.map(String::as_str))
                .collect();
            let parts: Vec<&str> = concerned
                .iter()
                .flat_map(|id| db.subsections_of(id))
                .map(String::as_str)
                .collect();
            concerned.extend(parts);
            let Some(own) =
                self.changed_groups(db, index_key, &|id| concerned.contains(id), &|group| {
                    from.group(group)
                })?
            else {
                return Ok(None);
            };
            groups.extend(own);
        }
        Ok(Some(IndexUpdate { metadata, groups }))
    }
}
