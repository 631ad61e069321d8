//! Assigns the texts of a printed booklet to units of a ruleset; makes the text of a book file.
//!
//! ```text
//!   booklet::Booklet ──sections───────▶ which blocks belong to which section
//!                    ──text_unit──────▶ paragraphs, sentences, bullets and tables
//!                    ──text_matching──▶ which unit each of them is (sequence: the order of units and open runs)
//!                    ──book_file──────▶ a book file for the user's library
//!                    ──mapping────────▶ a report that a person can correct, and that is read back
//!   book file in the library ──comparison─▶ where it differs from sheets, rules and other booklets
//! ```
//!
//! Nothing is dropped: a block is text of a unit, text of a new unit or section, or listed as set
//! aside.

mod book_file;
mod book_file_builder;
mod book_file_result;
mod comparison;
mod facts;
mod heading_match;
mod mapping;
mod paragraphs;
mod sections;
mod sequence;
mod tables;
mod text_matching;
mod text_unit;
mod word_share;

pub use book_file_builder::{
    blocks_not_shown, differences_from_sheets, make_book_file, new_ruleset,
};
pub use book_file_result::{BookSection, BookletFinding, BookletResult, SectionKind};
pub use comparison::{
    BookletComparison, BookletDifference, BookletDifferenceKind, compare_booklet, held_booklets,
};
pub use mapping::write_mapping;
