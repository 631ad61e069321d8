//! The notation: rules files in Markdown, read into a tree that knows its bytes.
//!
//! The only module that uses pulldown-cmark. [`parse()`] never fails.

mod attribute;
mod command;
mod format;
mod inline;
pub mod instruction;
mod parse;
pub(crate) mod payload;
mod tree;
mod unit;

pub use attribute::{AttributeName, CLASSES, KEYS, RELATIONS, ValueKind};
pub use command::{
    Command, Count, Deleted, Edge, End, Inserted, Name, Phrase, Point, Quoted, Side, Step,
    StepKind, Target, Which,
};
pub use format::format;
pub use inline::{Inline, Mark, MarkKind, SourceMap};
pub use parse::{
    FRONT_KEYS, Fence, FrontEntry, LineKind, Plain, PlainLine, ROLES, endings, entry, is_name,
    parse, plain, role,
};
pub use tree::{
    Allowance, Attributes, Block, BlockKind, Braces, Cited, Commentary, CommentaryKind, Content,
    Entry, Extent, File, Front, Label, Layer, Place, Role, plain_text,
};
pub use unit::{UNITS, Unit, UnitName};
