//! Resolution: what the text of each section is at an edition, as known on a day, for a profile.
//!
//! The only module that uses petgraph. A section is resolved by itself: its base text and the instructions that reach it are
//! lowered once, in the order of their documents, and applied stratum by stratum. Everything is a pure function of the files.

mod chain;
mod fill;
pub mod graph;
mod held;
mod kept;
mod lookup;
mod moved;
mod names;
mod order;
pub mod recorded;
mod route;
mod ruleset_db;
mod ruling;
mod section;
mod undo;
mod view;
mod where_told;

pub use chain::Step;
pub use fill::Difference;
pub use kept::Kept;
pub use lookup::Listing;
pub use moved::follow;
pub use order::Order;
pub use route::{Part, SectionInput, place_id, targets};
pub use ruleset_db::{Outline, RulesetDb, SectionInfo};
pub use ruling::{Ruling, RulingState};
pub use section::{Section, day_before, is_described, is_note};
pub use view::View;
