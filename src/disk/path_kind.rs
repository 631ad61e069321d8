//! Functions on paths: whether something, a file or a folder is there, and the path without
//! symbolic links.

use camino::{Utf8Path, Utf8PathBuf};

/// Returns whether anything is at the path.
pub fn exists(path: &Utf8Path) -> bool {
    path.exists()
}

/// Returns whether a file is at the path.
pub fn is_file(path: &Utf8Path) -> bool {
    path.is_file()
}

/// Returns whether a folder is at the path.
pub fn is_folder(path: &Utf8Path) -> bool {
    path.is_dir()
}

/// Returns the path without `.`, `..` and symbolic links; as it is where nothing is there.
pub fn real_path(path: &Utf8Path) -> Utf8PathBuf {
    path.canonicalize_utf8().unwrap_or_else(|_| path.to_owned())
}
