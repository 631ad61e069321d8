//! Search indexes in the cache: each is a folder with tantivy's files, built under a temporary name
//! and renamed.

use super::{Cache, CacheKey};
use crate::{
    analysis::{Analysis, IndexKey, Source},
    search::{Index, IndexError, SearchFeatures},
};
use imbl::Vector;
use std::{fs, io, path::Path};

/// The kind of search indexes in the cache.
const KIND: &str = "search";

/// The file with the checksum of all other files.
const CHECKSUM: &str = "checksum";

/// How the files of an index are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexStorage {
    /// Memory-mapped: for a process that answers a few queries.
    Mapped,
    /// Read into memory: for an index that is updated.
    Memory,
}

/// Opens the cached search index of `sources` for an index key; builds and stores it from the
/// result of `analysis` if there is none.
pub fn open_or_build_index(
    cache: Option<&Cache>,
    sources: &Vector<Source>,
    index_key: &IndexKey,
    storage: IndexStorage,
    analysis: impl FnOnce() -> Analysis,
) -> Result<Index, IndexError> {
    let Some(cache) = cache else {
        return analysis().build_index(index_key, SearchFeatures::ALL);
    };
    let key = CacheKey::new(sources, index_key);
    let folder = cache.path(KIND, key);
    let open = |folder: &Path| {
        let files = index_files(folder).ok()?;
        if fs::read(folder.join(CHECKSUM)).ok()? != checksum(&files) {
            return None;
        }
        match storage {
            IndexStorage::Mapped => Index::open(folder).ok(),
            IndexStorage::Memory => {
                let files = files.iter().map(|(name, bytes)| (&**name, &**bytes));
                Index::from_files(files).ok()
            }
        }
    };
    if let Some(index) = open(folder.as_std_path()) {
        return Ok(index);
    }
    let analysis = analysis();
    // if it cannot be stored, another process may have stored one
    let _stored = cache.store(KIND, key, |fresh| {
        analysis
            .build_index_in(fresh, index_key)
            .map_err(io::Error::other)?;
        fs::write(fresh.join(CHECKSUM), checksum(&index_files(fresh)?))
    });
    match open(folder.as_std_path()) {
        Some(index) => Ok(index),
        // without a cache, the next query takes as long as this one
        None => analysis.build_index(index_key, SearchFeatures::ALL),
    }
}

/// Returns the files of an index by name, in the order of their names, without locks and the
/// checksum.
fn index_files(folder: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.ends_with(".lock") && name != CHECKSUM {
            files.push((name, fs::read(entry.path())?));
        }
    }
    files.sort();
    Ok(files)
}

/// Returns the checksum of files with their names.
fn checksum(files: &[(String, Vec<u8>)]) -> [u8; 4] {
    let mut hasher = crc32fast::Hasher::new();
    for (name, bytes) in files {
        hasher.update(name.as_bytes());
        hasher.update(bytes);
    }
    hasher.finalize().to_le_bytes()
}
