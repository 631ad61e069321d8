//! The printed wording: what `import` read, laid beside what is shipped.
//!
//! ```text
//!   import::Reading ──slots──▶ which shipped patch each printed instruction is
//!                   ──pour───▶ its words in the shape of the restatement, unit for unit
//!                   ──judge──▶ where the two disagree
//!                   ──write──▶ files for the user's library, or the draft of a sheet that nobody has seen
//! ```
//!
//! Nothing is matched silently: what has no twin is told, and so is what had to be bent into shape. No word of print is lost on the way, and
//! none is added. Files are written elsewhere ([`crate::disk`]); here they are texts.

mod draft;
mod judge;
mod keep;
mod lay;
mod place;
mod pour;
mod share;
mod slot;
mod state;
mod write;

use crate::syntax::payload as unit;

pub use draft::{Draft, draft, draft_against};
pub use judge::{Disagreement, Matter};
pub use keep::lost;
pub use lay::{Laid, LibraryFile, Match, lay};
pub use place::{Placed, Places};
pub use slot::{Slot, SlotKey, slots};
pub use state::{State, states};
pub use write::{HAND, Stamp, stamp};
