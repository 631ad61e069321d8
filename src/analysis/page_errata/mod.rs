//! The errata of a printed page: which text is unchanged, replaced, struck out or inserted.

mod builder;
mod line;
mod merge;
mod page;
mod print_place;

pub(super) use builder::errata_lines;
pub use line::{EarlierWording, ErrataLine, ErrataMark};
pub use page::{PageErrata, SectionErrata};
