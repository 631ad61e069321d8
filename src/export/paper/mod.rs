//! Renders pages to print: amendments in booklet order, errata slips, an index, an army's roster.
//! They contain no script and load nothing; a browser prints them.

mod booklet;
mod correction;
mod imposition;
mod index;
mod layout;
mod roster;
mod slips;
mod values;
mod wording;

pub use booklet::booklet;
pub use imposition::{ImpositionError, impose};
pub use index::index;
pub use layout::{PaperSize, WordingSource};
pub use roster::roster;
pub use slips::slips;
