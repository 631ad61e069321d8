//! The folder `format`: the files in their one form.

use super::spec::Files;
use rulebook::syntax;

/// The files, formatted.
pub(crate) fn answer(files: &Files) -> String {
    files
        .iter()
        .map(|(name, text)| syntax::format(text, name))
        .collect::<Vec<_>>()
        .join("\n")
}
