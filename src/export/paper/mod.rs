//! Pages to print: the amendments in the order of the booklet, slips to cut out of them, an index. A browser prints them; they hold no
//! program and fetch nothing.

mod booklet;
mod index;
mod piece;
mod sheet;
mod slips;
mod values;
mod words;

pub use booklet::booklet;
pub use index::index;
pub use sheet::{Paper, Wording};
pub use slips::slips;
