//! Opens the search index of the rules from the cache; builds and stores it if absent or damaged.
//! Each index is a folder with tantivy's files, built under a temporary name and renamed.

use super::{Cache, CacheKey};
use crate::{
    analysis::{Analysis, IndexKey, Source},
    search::{Index, IndexError},
};
use imbl::Vector;
use std::{cell::LazyCell, fs, io, path::Path};

/// The kind of search indexes in the cache.
const KIND: &str = "search";

/// The file with the checksum of all other files.
const CHECKSUM: &str = "checksum";

/// Opens the cached search index of `sources` for an index key. If there is none, builds it from
/// the result of `make_analysis` and stores it.
pub fn open_or_build_index(
    cache: Option<&Cache>,
    sources: &Vector<Source>,
    index_key: &IndexKey,
    make_analysis: impl FnOnce() -> Analysis,
) -> Result<Index, IndexError> {
    let Some(cache) = cache else {
        return make_analysis().build_index(index_key);
    };
    let key = CacheKey::new(sources, index_key);
    let open = |folder: &Path| {
        let is_whole = fs::read(folder.join(CHECKSUM)).ok()? == checksum(folder).ok()?;
        Index::open(folder).ok().filter(|_| is_whole)
    };
    let analysis = LazyCell::new(make_analysis);
    let stored = cache.open_or_store(KIND, key, open, |fresh| {
        analysis
            .build_index_in(fresh, index_key)
            .map_err(io::Error::other)?;
        fs::write(fresh.join(CHECKSUM), checksum(fresh)?)
    });
    match stored {
        Some(index) => Ok(index),
        // without a cache, the next query takes as long as this one
        None => analysis.build_index(index_key),
    }
}

/// Returns the checksum of the files of an index with their names. Locks and the stored checksum are
/// left out.
fn checksum(folder: &Path) -> io::Result<[u8; 4]> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if !name.ends_with(".lock") && name != CHECKSUM {
            names.push(name);
        }
    }
    names.sort();
    let mut hasher = crc32fast::Hasher::new();
    for name in names {
        hasher.update(name.as_bytes());
        hasher.update(&fs::read(folder.join(&name))?);
    }
    Ok(hasher.finalize().to_le_bytes())
}
