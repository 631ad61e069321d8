//! What became of each piece of a printed page: unchanged, amended, replaced, deleted, inserted.

mod builder;
mod line;
mod merge;
mod page;
mod print_place;

pub(super) use builder::errata_lines;
pub use line::{EarlierWording, ErrataLine, ErrataMark};
pub use page::{PageErrata, SectionErrata};
