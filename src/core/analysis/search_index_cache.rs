//! Keeps the search index that the language server requested last in memory.

use super::{Analysis, IndexKey};
use crate::search::{Index, IndexError};
use parking_lot::Mutex;
use std::sync::Arc;

/// A cache of one search index, the last requested, for all clones of an [`Analysis`] in the
/// language server.
#[derive(Debug, Default)]
pub struct SearchIndexCache(Mutex<Option<(IndexKey, u64, Arc<Index>)>>);

impl SearchIndexCache {
    /// Returns the search index of `analysis` for `key`: the cached one if nothing was edited since;
    /// else what `build` builds. Threads that request an index in the meantime wait for it.
    pub fn get(
        &self,
        analysis: &Analysis,
        key: &IndexKey,
        build: impl FnOnce() -> Result<Index, IndexError>,
    ) -> Result<Arc<Index>, IndexError> {
        let mut cached = self.0.lock();
        if let Some((own, revision, index)) = &*cached
            && (own, *revision) == (key, analysis.revision)
        {
            return Ok(Arc::clone(index));
        }
        let index = Arc::new(build()?);
        *cached = Some((key.clone(), analysis.revision, Arc::clone(&index)));
        Ok(index)
    }
}
