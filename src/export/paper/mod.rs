//! Renders HTML to print: amendments in booklet order, errata slips, an index, a roster.
//! The HTML contains no script and loads nothing; a browser prints it.

mod booklet;
mod correction;
mod index;
mod layout;
mod roster;
mod slips;
mod values;
mod wording;

pub use booklet::booklet;
pub use index::index;
pub use layout::{PaperSize, WordingNotice};
pub use roster::roster;
pub use slips::slips;
