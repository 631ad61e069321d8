//! Instructions as sheets of amendments say them: `2nd paragraph. Last 3 sentences. Replace with:`.
//!
//! The table pairs the forms of the instruction language with what a sheet says, and is read both ways: [`say`] writes what [`hear`] reads
//! back as the same command. What no row has is said as the instruction language has it, which is a sentence too.

mod hear;
mod name;
mod pattern;
mod say;

pub use hear::hear;
pub use say::say;

/// A row of [`SAID`]. `@` is an address, `{+}` what is new, `{document}` a document and
/// `{amendment}` its instruction on a clause; `{}` are words that are the same in both.
#[derive(Clone, Copy, Debug)]
pub struct SaidRow {
    /// In the instruction language.
    pub ours: &'static str,
    /// In a sheet, the address in front of it and the stop or colon behind it left out.
    pub said: &'static str,
}

const fn row(ours: &'static str, said: &'static str) -> SaidRow {
    SaidRow { ours, said }
}

/// What a sheet says of an instruction in front of its place: the key of the attribute, and the words that lead to its value. In this order,
/// each closed by a stop: `No. 22. Only for uk. Page 5.`
pub const FIELDS: &[(&str, &str)] = &[
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

/// What a sheet puts in front of a paragraph that goes on with the one before its list: `{.cont}` of our notation.
pub const GOES_ON: &str = "(cont.) ";

/// How sheets say instructions. The first row that fits counts.
pub const SAID: &[SaidRow] = &[
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

/// What sections and documents are called; none where nothing calls one alone.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    /// From the id of a section to its heading, or back.
    pub section: &'a dyn Fn(&str) -> Option<String>,
    /// From the key of a document to its title, or back.
    pub document: &'a dyn Fn(&str) -> Option<String>,
    /// Of a document, by its key: from the id of a clause to the number of the one instruction that bears it, or back.
    pub amendment: &'a dyn Fn(&str, &str) -> Option<String>,
}
