//! Matches imported sheets and booklets with the rules; makes texts of library files and drafts.
//!
//! ```text
//!   import::ParsedSheets ──matching──────▶ which patch restates each printed instruction
//!                        ──align─────────▶ its words in the shape of the restatement, unit by unit
//!                        ──compare───────▶ where the two disagree
//!                        ──dry_run───────▶ which places and old words the rules do not have
//!                        ──write─────────▶ files for the user's library, or the draft of a new sheet
//!   booklet::Booklet ──────booklet───────▶ a book file: the text of each unit of its edition
//! ```
//!
//! One dynamic programme, `sequence`, lays printed pieces upon known units in order, for sheets and
//! booklets.
//!
//! Nothing is matched silently: instructions without a match and words that had to be reshaped are
//! reported. No printed word is lost, and none is added. This module makes texts; [`crate::disk`]
//! writes the files.

mod align;
mod booklet;
mod compare;
mod compile;
mod draft;
mod dry_run;
mod fit;
mod found_place;
mod library_file;
mod library_state;
mod library_writer;
mod lost_passages;
mod matching;
mod passage_ref;
mod restatement;
mod sequence;
mod share;
mod write;

use crate::syntax::payload as unit;

pub use booklet::{
    BookSection, BookletComparison, BookletDifference, BookletDifferenceKind, BookletFinding,
    BookletResult, SectionKind, blocks_not_shown, compare_booklet, differences_from_sheets,
    held_booklets, make_book_file, new_ruleset, write_mapping,
};
pub use compare::{Disagreement, DisagreementKind};
pub use compile::{CompiledDocument, DOCUMENT, EDITION, compile_document};
pub use draft::{DraftEntry, SheetDraft, draft_document, draft_sheet};
pub use dry_run::{add_dry_run_doubts, base_view, describe_error};
pub use library_file::LibraryFile;
pub use library_state::{LibraryFileState, library_file_states};
pub use lost_passages::count_lost_passages;
pub use matching::{RestatementMatch, SheetMatches, match_sheets};
pub use restatement::{PassageKey, RestatementRef, restatements};
pub use write::{CHANGED_BY_HAND, ImportStatus, check_stamp};
