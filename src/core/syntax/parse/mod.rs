//! Parses rules files to `RulesFile`, and other Markdown files to lines and blocks of code.
//!
//! pulldown-cmark provides events with offsets (`events`); text becomes sentences (`paragraph_text`),
//! quotes become Markdown blocks (`quote`), these become units as they are in print (`assemble`),
//! and all of it becomes sections and entries (`rules_file`).

mod assemble;
mod attributes;
mod builder;
mod document;
mod events;
mod file_role;
mod front;
mod heading;
mod heading_traps;
mod html_entity;
mod link_traps;
mod paragraph_text;
mod plain_markdown;
mod quote;
mod rules_file;
mod source_text;
mod table;
mod traps;

pub use attributes::is_name;
pub use file_role::{ROLES, file_role, role_endings};
pub use front::{FRONT_KEYS, FrontMatterEntry, front_matter_insertion};
pub use html_entity::entity_char;
pub use plain_markdown::{
    CodeFence, MarkdownLine, MarkdownLineKind, PlainMarkdown, front_matter_value,
    parse_plain_markdown,
};
pub use rules_file::parse;

pub(super) use builder::BLANKS;
pub(super) use document::{
    MarkdownDocument, MarkdownHeading, MarkdownPart, MarkdownPartKind, read_document,
};
pub(super) use paragraph_text::ParagraphText;
pub(super) use quote::{MarkdownBlock, MarkdownListItem};
pub(super) use source_text::with_line_feeds as line_feeds;
