//! Lowers instructions to edits of unit ids, and applies such edits to versions of sections.
//!
//! An address is lowered to unit identities once; the resulting edits are then applied to one
//! version of a section after the other. Each verb of the instruction language has its own file;
//! [`lower()`] dispatches to them.

mod add;
mod apply;
mod build;
mod clarify;
mod conflict;
mod counting;
mod delete;
mod edit;
mod error;
mod execute;
mod identity_matching;
mod insert;
mod lower;
mod lowering_context;
mod r#move;
mod names;
mod note;
mod payload;
mod phrase;
mod rename;
mod replace;
mod select;
mod set_entries;
mod set_values;
mod substitute;
mod suggest;
mod unit_address;
mod withdraw;

pub use apply::{ApplyResult, apply};
pub use build::{UnitBuilder, add_unknown_units, add_unknown_units_before, build_base, expand_gap};
pub use counting::{countable_units, first_units_by_label, label_key, units_labelled};
pub use edit::{
    CellEdit, InsertPosition, LoweredPatch, NewUnit, NewUnits, PhraseChange, QuotedPhrase, TreeEdit,
};
pub use error::{PatchError, PatchErrorKind, Suggestion};
pub use lower::lower;
pub use lowering_context::LoweringContext;
pub use phrase::{PhraseMatch, find_phrase, select_occurrences};
pub use select::{AddressError, GapExpansion, select_steps};
pub use suggest::first_words;
pub use unit_address::{Ordinal, unit_address, unit_description, unit_ordinal, unit_place};
