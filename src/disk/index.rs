//! Search indexes in the cache: each is a folder with tantivy's files, made next to its place and renamed into it.

use super::{Cache, CacheKey};
use crate::{
    analysis::{Analysis, IndexKey, Source},
    search::{Index, IndexFault, Parts},
};
use imbl::Vector;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// What the cache calls search indexes.
const KIND: &str = "search";

/// The file with the checksum of all others.
const CHECKSUM: &str = "checksum";

/// How the files of an index are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Mapped into memory: for a few questions.
    Mapped,
    /// Read into memory: for an index that is updated.
    Memory,
}

/// The search index of some sources from an index key: the one in the cache, else it is made of what `analysis` gives, and kept.
pub fn index(
    cache: Option<&Cache>,
    sources: &Vector<Source>,
    index_key: &IndexKey,
    reading: Reading,
    analysis: impl FnOnce() -> Analysis,
) -> Result<Index, IndexFault> {
    let Some(cache) = cache else {
        return analysis().index(index_key, Parts::ALL);
    };
    let key = CacheKey::new(sources, index_key);
    let folder = cache.path(KIND, key);
    let open = |folder: &Path| {
        if checksum(folder).ok()? != fs::read(folder.join(CHECKSUM)).ok()? {
            return None;
        }
        match reading {
            Reading::Mapped => Index::open(folder).ok(),
            Reading::Memory => Index::read(folder).ok(),
        }
    };
    if let Some(index) = open(folder.as_std_path()) {
        return Ok(index);
    }
    let analysis = analysis();
    // where it can't be kept, another process may have kept one
    let _kept = cache.place(KIND, key, |fresh| {
        analysis
            .index_in(fresh, index_key)
            .map_err(io::Error::other)?;
        fs::write(fresh.join(CHECKSUM), checksum(fresh)?)
    });
    match open(folder.as_std_path()) {
        Some(index) => Ok(index),
        // where nothing can be kept, the next question takes as long as this one
        None => analysis.index(index_key, Parts::ALL),
    }
}

/// The checksum of the files in a folder, without locks and itself.
fn checksum(folder: &Path) -> io::Result<Vec<u8>> {
    let entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| {
        path.extension().is_none_or(|extension| extension != "lock") && !path.ends_with(CHECKSUM)
    });
    paths.sort();
    let mut hasher = crc32fast::Hasher::new();
    for path in paths {
        hasher.update(path.file_name().unwrap_or_default().as_encoded_bytes());
        hasher.update(&fs::read(&path)?);
    }
    Ok(hasher.finalize().to_le_bytes().to_vec())
}
