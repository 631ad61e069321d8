//! Pages to print: the amendments in the order of the booklet, errata slips to cut out, an index,
//! and the roster of an army. They contain no script and load nothing; a browser prints them.

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
pub use layout::{PaperSize, WordingSource};
pub use roster::roster;
pub use slips::slips;
