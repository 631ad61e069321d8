use super::{Cache, CacheKey};
use crate::{
    search::{Index, IndexFault},
    world::{Source, Vantage},
};

/// What the cache calls search indexes.
const KIND: &str = "search";

/// The search index of some sources from a vantage: the one that was kept, else it is made, and kept.
pub fn index(
    cache: Option<&Cache>,
    sources: &[Source],
    vantage: &Vantage,
    make: impl FnOnce() -> Result<Index, IndexFault>,
) -> Result<Index, IndexFault> {
    let Some(cache) = cache else { return make() };
    let key = CacheKey::new(sources, vantage);
    if let Some(index) = cache.get(KIND, key).and_then(|bytes| Index::from_bytes(bytes).ok()) {
        return Ok(index);
    }
    let index = make()?;
    // where nothing can be kept, the next question takes as long as this one
    cache.put(KIND, key, &index.to_bytes()?);
    Ok(index)
}
