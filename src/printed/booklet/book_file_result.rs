//! The types that `make_book_file` returns: the library file, its sections, questions and
//! contradictions for a person, sections not found, blocks set aside.

use crate::printed::LibraryFile;

/// The kind of a section of the book file: known, new, or text left over from a known one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionKind {
    /// A section that the ruleset has.
    Known,
    /// A new section of the library.
    New,
    /// Text of a known section that has no place among its units.
    Further,
}

/// A section of the book file: id, heading, page, the address of each block's unit, and how many
/// units got their text or lack it.
#[derive(Clone, Debug)]
pub struct BookSection {
    /// Its id.
    pub id: String,
    /// Its heading.
    pub heading: String,
    /// The printed page.
    pub page: String,
    /// Whether it is known, new, or further text of a known one.
    pub kind: SectionKind,
    /// The index of the block of its heading, if it is printed.
    pub heading_block: Option<usize>,
    /// The index of each block with the address of its unit; the address of a new unit is empty.
    pub blocks: Vec<(usize, String)>,
    /// The number of units of the ruleset that got their text.
    pub placed: usize,
    /// The number of units without text in the booklet.
    pub missing: usize,
}

/// A message for a person about a section of a booklet: a question, or a contradiction (other words
/// than the rules, or a block not shown), with which `import` reports failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookletFinding {
    /// The section that it is about.
    pub section: String,
    /// The question, as a sentence without a full stop.
    pub text: String,
    /// Whether printed and stored text contradict each other.
    pub contradiction: bool,
}

/// The result of `make_book_file`: the library file, its sections, questions for a person, sections
/// of the rules that the booklet lacks, and blocks that a person set aside.
#[derive(Clone, Debug)]
pub struct BookletResult {
    /// The file for the library.
    pub file: LibraryFile,
    /// Its sections, in the order of the booklet.
    pub sections: Vec<BookSection>,
    /// What a person should decide or know.
    pub questions: Vec<BookletFinding>,
    /// Sections of the ruleset that the booklet does not have.
    pub not_found: Vec<String>,
}
