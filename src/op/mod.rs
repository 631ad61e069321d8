//! What instructions do: an address is lowered to identities of units, once; the edits that result are applied to one version
//! of a section after the other.
//!
//! One file for each verb of the instruction language; [`lower()`] names them all.

mod add;
mod address;
mod apply;
mod clarify;
mod conflict;
mod delete;
mod edit;
mod fault;
mod grow;
mod insert;
mod lower;
mod matching;
mod note;
mod payload;
mod phrase;
mod replace;
mod select;
mod set_entries;
mod set_values;
mod substitute;
mod withdraw;

pub use address::{Ordinal, is_excerpt, named, ordinal, written};
pub use apply::{Applied, apply};
pub use edit::{CellEdit, Change, Edit, Find, Lowered, Nursery, Seed, Slot};
pub use fault::{Fault, FaultKind, Near};
pub use grow::{Grower, grow_base, open};
pub use lower::{Lowering, Meaning, Slice, lower};
pub use phrase::{Hit, hits, meant};
pub use select::{Miss, Opening, bearers, first_words, label_key, slots, steps};
