//! Converts commands to and from the wording of printed sheets (`Replace with:` after an address),
//! so that an exported sheet can be imported again.
//!
//! The rows of the verbs pair the forms of the instruction language with the wordings of sheets, and are
//! used in both directions: [`write_sheet_wording`] writes what [`read_sheet_wording`] reads back as the
//! same command. A command without a row is written in the instruction language, which is a
//! sentence too.

mod names;
mod pattern;
mod read;
mod write;

pub use read::read_sheet_wording;
pub use write::write_sheet_wording;

use super::verb::VERBS;

/// What a sheet writes before the address of an instruction: the key of the attribute, and the
/// words before its value. In this order, each ended by a full stop: `No. 22. Only for uk. Page 5.`
pub const SHEET_FIELDS: &[(&str, &str)] = &[
    ("n", "No. "),
    ("relation", "Relation: "),
    ("ruled", "Ruled: "),
    ("kind", "Kind: "),
    ("scope", "Only for "),
    ("effective", "From edition "),
    ("until", "Until edition "),
    ("known", "Known since "),
    ("page", "Page "),
];

/// What a sheet puts before a paragraph that continues the one before its list: `{.cont}` in the
/// notation.
pub const CONTINUATION_MARK: &str = "(cont.) ";

/// Returns how sheets word instructions: each form of the instruction language with its wording. The
/// first that fits is used; the last one is an instruction as it is.
pub fn sheet_wordings() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of_verbs = VERBS.iter().flat_map(|row| row.sheets);
    of_verbs.copied().chain([("{}", "{}")])
}

/// Three functions that convert the ids of sections, documents and amendments to the names that
/// sheets print, or such names back to ids. A function returns `None` for what has no unique name.
#[derive(Clone, Copy)]
pub struct SheetNames<'a> {
    /// Converts the id of a section to its heading, or back.
    pub section: &'a dyn Fn(&str) -> Option<String>,
    /// Converts the key of a document to its title, or back.
    pub document: &'a dyn Fn(&str) -> Option<String>,
    /// Converts, for a document key, the id of a clause to the number of the only instruction with
    /// that id, or back.
    pub amendment: &'a dyn Fn(&str, &str) -> Option<String>,
}
