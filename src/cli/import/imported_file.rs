//! `ImportedFile`: a file given to `rulebook import`, and the sheets parsed from it.

use crate::import::ParsedSheets;
use camino::Utf8PathBuf;

/// The path and text of a file given to `rulebook import`, and the sheets parsed from it.
pub(super) struct ImportedFile {
    /// Its path as the user typed it.
    pub(super) path: Utf8PathBuf,
    pub(super) text: String,
    /// The sheets parsed from it, and the parts that were not understood.
    pub(super) reading: ParsedSheets,
}
