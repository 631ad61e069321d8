//! The result of laying a booklet onto a ruleset: a library file, its sections, and questions.

use crate::printed::LibraryFile;

/// What a section of the booklet became: known, new, or text without a place in a known one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionKind {
    /// A section that the ruleset has.
    Known,
    /// A new section of the library.
    New,
    /// Text of a known section that has no place among its units.
    Further,
}

/// A section of the book file: heading, page, the unit of each block, and what is missing.
#[derive(Clone, Debug)]
pub struct LaidSection {
    /// Its id.
    pub id: String,
    /// Its heading.
    pub heading: String,
    /// The printed page.
    pub page: String,
    /// What it became.
    pub kind: SectionKind,
    /// The index of the block of its heading, if it is printed.
    pub heading_block: Option<usize>,
    /// The address of the unit of each block, where it is one that the ruleset has; empty for new units.
    pub blocks: Vec<(usize, String)>,
    /// The number of units of the ruleset that got their text.
    pub placed: usize,
    /// The number of units without text in the booklet.
    pub missing: usize,
}

/// Something about a section of a booklet that a person should decide or know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookletQuestion {
    /// The section that it is about.
    pub section: String,
    /// The question, as a sentence without a full stop.
    pub text: String,
    /// Whether printed and stored text contradict each other.
    pub contradiction: bool,
}

/// A booklet laid onto a ruleset: the library file, its sections, questions, what is left.
#[derive(Clone, Debug)]
pub struct LaidBooklet {
    /// The file for the library.
    pub file: LibraryFile,
    /// Its sections, in the order of the booklet.
    pub sections: Vec<LaidSection>,
    /// What to decide.
    pub questions: Vec<BookletQuestion>,
    /// Sections of the ruleset that the booklet does not have.
    pub not_found: Vec<String>,
    /// The blocks that a person set aside.
    pub aside: Vec<usize>,
}
