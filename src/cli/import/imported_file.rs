//! `ImportedFile`: a file given to `rulebook import`, with what was understood in it.

use crate::import::ParsedSheets;
use camino::Utf8PathBuf;

/// The path and text of a file given to `rulebook import`, and the sheets understood in it.
pub(super) struct ImportedFile {
    /// Its path as the user typed it.
    pub(super) path: Utf8PathBuf,
    pub(super) text: String,
    /// What was understood in it.
    pub(super) reading: ParsedSheets,
}
