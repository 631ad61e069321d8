//! Computes the text of each section at an edition, as known on a day, for a profile.
//!
//! This is the only module that uses petgraph. Each section is resolved on its own: its base text
//! and the instructions that concern it are lowered once, in the order of their documents, and
//! applied stratum by stratum. The result is a pure function of the files.

mod book_matcher;
mod book_print;
mod book_text;
mod book_wording;
mod booklet_line;
pub mod commentary;
pub mod graph;
mod name_index;
mod order;
mod revision;
mod revision_cache;
mod route;
mod ruleset_db;
mod ruling;
mod section;
mod section_id;
mod symbol;
mod undo;
mod view;

pub use book_print::{BookDifference, BookPrint};
pub use booklet_line::{BookletLine, BookletLinePart};
pub use name_index::IndexedNameKind;
pub use order::DocumentOrder;
pub use revision::Revision;
pub use route::SectionInput;
pub use ruleset_db::{RulesetDb, SectionInfo};
pub use ruling::{InterpretedWords, Ruling, RulingState};
pub use section::{PatchLink, Section, day_before, is_clarification, is_note, is_open_instruction};
pub use section_id::{file_section_id, targets};
pub use symbol::{OccurrencePart, OccurrenceRole, Symbol, SymbolOccurrence, occurrences};
pub use view::View;
