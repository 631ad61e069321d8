//! The files in a folder.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Returns the names and paths of what is in a folder, by name.
pub(crate) fn entries(folder: &Path) -> Vec<(String, PathBuf)> {
    let mut out: Vec<_> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| {
            let entry = entry.expect("an entry");
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, entry.path())
        })
        .collect();
    out.sort();
    out
}
