//! Caches the project's notes that are true at a view, by section and view.

use super::View;
use crate::{
    model::{PatchIx, UnitId},
    syntax::Commentary,
};
use parking_lot::Mutex;
use std::{collections::HashMap, sync::Arc};

/// A note of this project that is true at a view: its text, the section and instruction that have
/// it, and the units of the requested section that it links to.
#[derive(Clone, Debug)]
pub struct NoteAtView {
    /// The section whose instruction has the note.
    pub section: Arc<str>,
    /// The instruction.
    pub patch: PatchIx,
    /// The note.
    pub note: Commentary,
    /// The units of the requested section that the note links to.
    pub cites: Vec<UnitId>,
}

/// The notes of one section, by the views requested so far.
type AtViews = Vec<(View, Arc<[NoteAtView]>)>;

/// The notes of each section at the views requested so far; a clone of it is empty.
#[derive(Debug, Default)]
pub(super) struct NoteCache(Mutex<HashMap<String, AtViews>>);

impl Clone for NoteCache {
    /// Returns an empty cache: clones are made to be changed.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl NoteCache {
    /// Returns the notes of a section at `view`; calls `find` if they are not cached.
    pub(super) fn get(
        &self,
        section: &str,
        view: &View,
        find: impl FnOnce() -> Arc<[NoteAtView]>,
    ) -> Arc<[NoteAtView]> {
        let memory = || self.0.lock();
        let known = memory().get(section).and_then(|views| {
            views
                .iter()
                .find(|(known, _)| known == view)
                .map(|known| Arc::clone(&known.1))
        });
        known.unwrap_or_else(|| {
            let found = find();
            memory()
                .entry(section.to_owned())
                .or_default()
                .push((view.clone(), Arc::clone(&found)));
            found
        })
    }
}
