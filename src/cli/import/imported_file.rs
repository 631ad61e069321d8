//! A file that was read for import.

use crate::import::ParsedSheets;
use camino::Utf8PathBuf;

/// A file that was read.
pub(super) struct ImportedFile {
    /// Its path as the user typed it.
    pub(super) path: Utf8PathBuf,
    pub(super) text: String,
    /// What was understood in it.
    pub(super) reading: ParsedSheets,
}
