//! `NewFile`: path and text of a file that `rulebook new` will write.

use camino::Utf8PathBuf;

/// A file to write: its path, its text, and whether it replaces an existing one.
pub(super) struct NewFile {
    /// Its absolute path.
    pub(super) path: Utf8PathBuf,
    pub(super) text: String,
    /// Whether the file exists and is replaced; otherwise it must not exist.
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
