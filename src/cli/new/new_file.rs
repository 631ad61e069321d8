//! A file that `rulebook new` writes.

use camino::Utf8PathBuf;

/// A file to write.
pub(super) struct NewFile {
    /// Its absolute path.
    pub(super) path: Utf8PathBuf,
    pub(super) text: String,
    /// Whether it replaces one that exists.
    pub(super) replaces: bool,
}

impl NewFile {
    pub(super) fn new(path: Utf8PathBuf, text: String) -> Self {
        Self {
            path,
            text,
            replaces: false,
        }
    }
}
