//! A search index that follows edits.

use super::{Analysis, IndexKey};
use crate::search::{Index, IndexFault, NewRuns, Parts, Update};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// The index that was last asked for, and what was edited since.
#[derive(Clone, Debug, Default)]
pub struct IncrementalIndex {
    kept: Option<(IndexKey, Arc<Index>)>,
    /// The sections that read otherwise, by ruleset; rulesets of which any text was edited are there.
    edited: BTreeMap<String, BTreeSet<String>>,
}

/// How to come to the index of the present: from another one.
#[derive(Clone, Debug)]
pub struct IndexUpdate {
    from: Arc<Index>,
    update: Update,
}

impl IncrementalIndex {
    /// The index of the present, where it was made.
    pub fn current(&self, index_key: &IndexKey) -> Option<Arc<Index>> {
        let kept = self
            .kept
            .as_ref()
            .filter(|(own, _)| own == index_key && self.edited.is_empty());
        kept.map(|(_, index)| Arc::clone(index))
    }

    /// Takes note that a text of a ruleset was edited, so that some sections read otherwise.
    pub fn mark_edited(&mut self, ruleset: &str, sections: impl IntoIterator<Item = String>) {
        if self.kept.is_some() {
            self.edited
                .entry(ruleset.to_owned())
                .or_default()
                .extend(sections);
        }
    }

    /// Keeps the index of the present.
    pub fn keep(&mut self, index_key: &IndexKey, index: &Arc<Index>) {
        self.kept = Some((index_key.clone(), Arc::clone(index)));
        self.edited.clear();
    }

    /// Keeps an index that was made before the last edits; all edits since the one that it was made from stay noted.
    pub fn keep_older(&mut self, index_key: &IndexKey, index: &Arc<Index>) {
        if !self.edited.is_empty() {
            self.kept = Some((index_key.clone(), Arc::clone(index)));
        }
    }

    /// How to come to the index of the present from the one that is kept: quick, as far as few sections read otherwise. None where it is
    /// to be made from nothing.
    pub fn prepare_update(&self, analysis: &Analysis, index_key: &IndexKey) -> Option<IndexUpdate> {
        let (_, from) = self.kept.as_ref().filter(|(own, _)| own == index_key)?;
        let update = analysis
            .index_update(from, index_key, &self.edited)
            .ok()
            .flatten()?;
        Some(IndexUpdate {
            from: Arc::clone(from),
            update,
        })
    }
}

impl IndexUpdate {
    /// Takes the step. None where the index is to be made from nothing.
    pub fn apply(&self) -> Result<Option<Index>, IndexFault> {
        self.from.updated(&self.update)
    }
}

impl Analysis {
    /// The index of the present: by a step from the one that is kept where that can be, else from nothing.
    pub fn update_index(
        &self,
        incremental: &mut IncrementalIndex,
        index_key: &IndexKey,
    ) -> Result<Arc<Index>, IndexFault> {
        if let Some(index) = incremental.current(index_key) {
            return Ok(index);
        }
        let updated = incremental
            .prepare_update(self, index_key)
            .map_or(Ok(None), |update| update.apply())?;
        let index = Arc::new(updated.map_or_else(|| self.index(index_key, Parts::ALL), Ok)?);
        incremental.keep(index_key, &index);
        Ok(index)
    }

    /// What an index is to become after edits. None where it must be made from nothing.
    fn index_update(
        &self,
        from: &Index,
        index_key: &IndexKey,
        edited: &BTreeMap<String, BTreeSet<String>>,
    ) -> Result<Option<Update>, IndexFault> {
        let preface = self.preface(index_key);
        let mut runs = NewRuns::new();
        for ((key, db), new) in self.ruleset_dbs().zip(&preface.rulesets) {
            let Some(old) = from
                .preface()
                .rulesets
                .iter()
                .find(|old| old.key == key && old.editions == new.editions)
            else {
                return Ok(None);
            };
            let Some(sections) = edited.get(key) else {
                runs.extend(from.runs_of(key).map(|run| (run.clone(), None)));
                continue;
            };
            // a heading stands on the documents of the sections that are part of it, too
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
                .flat_map(|id| db.parts_of(id))
                .map(String::as_str)
                .collect();
            concerned.extend(parts);
            let Some(own) =
                self.runs_after(db, index_key, &|id| concerned.contains(id), &|run| {
                    from.run(run)
                })?
            else {
                return Ok(None);
            };
            runs.extend(own);
        }
        Ok(Some(Update { preface, runs }))
    }
}
