//! Returns what became of each piece of a printed page (unchanged, amended, replaced, deleted,
//! inserted), as `rulebook show p.22` prints it.

mod builder;
mod merge;
mod page;
mod piece;
mod print_place;

pub(super) use builder::errata_pieces;
pub use page::{PageErrata, SectionErrata};
pub use piece::{EarlierWording, ErrataMark, ErrataPiece};
