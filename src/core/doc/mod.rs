//! Answers as documents: the words of an answer are composed once, as blocks of texts with roles; a
//! renderer for each medium chooses marks, colours, widths and escapes.
//!
//! [`terminal`] wraps blocks and puts the letters of footnotes at the right, [`markdown`] is read in
//! editors and by assistants, [`html`] in browsers. No other module escapes words of the rules.

mod block;
mod colour_marks;
pub mod html;
mod inline;
pub mod markdown;
mod styler;
pub(crate) mod table;
pub mod terminal;
mod words;

pub use block::{
    Block, Cell, ChangedRow, Changes, Entries, Item, Labelled, NoteMark, Row, Table, View,
};
pub use colour_marks::{mark_colours, terminal_text};
pub use styler::{Styler, display_width, shorten};
pub use words::{
    HOLE, Role, Run, Text, added, error, hit, link, name, quiet, removed, state, strong, text,
    typed, warning,
};
