//! Converts commands to and from the wording of printed sheets (`Replace with:` after an address),
//! so that an exported sheet can be imported again.
//!
//! The table pairs the forms of the instruction language with the wordings of sheets, and is used
//! in both directions: [`write_sheet_wording`] writes what [`read_sheet_wording`] reads back as the
//! same command. A command without a row is written in the instruction language, which is a
//! sentence too.

mod names;
mod pattern;
mod read;
mod write;

pub use read::read_sheet_wording;
pub use write::write_sheet_wording;

/// A pair of patterns with placeholders: a form of the instruction language (`Delete {} in @`), and
/// what sheets write for it after the address (`Delete {}`).
///
/// `@` is an address, `{target}` one inside the sentence, `{+}` the new words or units,
/// `{document}` a document and `{amendment}` its instruction on a clause; `{}` are words that are
/// the same in both.
#[derive(Clone, Copy, Debug)]
pub struct SheetWordingRow {
    /// The form in the instruction language.
    pub canonical: &'static str,
    /// The wording in a sheet, without the address before it and the full stop or colon after it.
    pub wording: &'static str,
}

const fn row(canonical: &'static str, wording: &'static str) -> SheetWordingRow {
    SheetWordingRow { canonical, wording }
}

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

/// How sheets word instructions. The first row that fits is used.
pub const SHEET_WORDINGS: &[SheetWordingRow] = &[
    row("Replace {} with {} in text", "Replace {} with {}"),
    row("Replace {} with {} in @", "Replace {} with {}"),
    row("Replace @ with {} except {}", "Replace except {2} with {1}"),
    row("Replace @ with {}", "Replace with {}"),
    row("Replace @ except {}", "Replace except {} with"),
    row("Replace @", "Replace with"),
    row("Delete {} in text", "Delete {}"),
    row("Delete {} in @, moved to {}", "Delete {}, moved to {}"),
    row("Delete {} in @", "Delete {}"),
    row("Delete @, moved to {}", "Delete, moved to {}"),
    row("Delete @", "Delete"),
    row("Insert {+} before {} in text", "Insert {+} before {}"),
    row("Insert {+} after {} in text", "Insert {+} after {}"),
    row("Insert {+} before {} in @", "Insert {+} before {}"),
    row("Insert {+} after {} in @", "Insert {+} after {}"),
    row("Insert {+} before @", "Insert {+} before it"),
    row("Insert {+} after @", "Insert {+} after it"),
    row("Insert {+} before {}", "Insert {+} before {}"),
    row("Insert {+} after {}", "Insert {+} after {}"),
    row("Add {+} at the start of @", "Add {+} at the start"),
    row("Add {+} at the end of @", "Add {+} at the end"),
    row("Add {+} at the start", "Add {+} at the start"),
    row("Add {+} at the end", "Add {+} at the end"),
    row("Substitute in text", "Substitute"),
    row("Substitute in @", "Substitute"),
    row("Set values", "Change values"),
    row("Set entries", "Replace or add entries"),
    row(
        "Move {target} before {target}",
        "Move {target} to before {target}",
    ),
    row(
        "Move {target} after {target}",
        "Move {target} to after {target}",
    ),
    row("Swap {target} and {target}", "Swap {target} and {target}"),
    row("Swap {target}", "Swap {target}"),
    row("Rename {target} to {}", "Rename {target} to {}"),
    row(
        "Withdraw {document} on #{amendment}",
        "Withdraw amendment {amendment} of {document}",
    ),
    row(
        "Withdraw {document} on {}",
        "Withdraw what {document} did to {}",
    ),
    row("Note on ruleset", "Note on the rules"),
    row("Note on {}", "Note on {}"),
    row("Clarify text", "Clarification"),
    row("Clarify {}", "Clarification of {}"),
    row("{}", "{}"),
];

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
