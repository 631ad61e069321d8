//! Lowers instructions to edits of unit ids, and applies such edits to versions of sections.
//!
//! An address is lowered to unit identities once; the resulting edits are then applied to one
//! version of a section after the other. A `Replace bullet 3` passes three steps:
//!
//! | step | file | what it decides |
//! |---|---|---|
//! | [`lower()`] | `lower/replace.rs`: each verb of the instruction language has a file | the units that are meant, and their new text |
//! | plan | `plan.rs`, `conflict.rs` | which edits can be made, of those that take effect together |
//! | execute | `execute.rs` | the new tree |

mod build;
mod conflict;
mod counting;
mod edit;
mod error;
mod execute;
mod identity_matching;
mod lower;
mod names;
mod payload;
mod phrase;
mod plan;
mod select;
mod suggest;
mod unit_address;

pub use build::{UnitBuilder, add_unknown_units, add_unknown_units_before, build_base, expand_gap};
pub use counting::{countable_units, first_units_by_label, label_key, units_labelled};
pub use edit::{
    CellEdit, InsertPosition, LoweredPatch, NewUnit, NewUnits, PhraseChange, QuotedPhrase,
    TreeEdit, UnitMove,
};
pub use error::{PatchError, PatchErrorKind, Suggestion};
pub use lower::{LoweringContext, lower};
pub use phrase::{PhraseMatch, find_phrase, select_occurrences};
pub use plan::{ApplyResult, apply};
pub use select::{AddressError, GapExpansion, select_steps};
pub use suggest::first_words;
pub use unit_address::{Ordinal, unit_address, unit_description, unit_ordinal, unit_place};
