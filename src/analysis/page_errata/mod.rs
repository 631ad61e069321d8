//! What became of each piece of a printed page: unchanged, amended, replaced, deleted, inserted.

mod builder;
mod merge;
mod page;
mod piece;
mod print_place;

pub(super) use builder::errata_pieces;
pub use page::{PageErrata, SectionErrata};
pub use piece::{EarlierWording, ErrataMark, ErrataPiece};
