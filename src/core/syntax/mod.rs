//! The notation: parses rules files in Markdown to trees with byte spans, and formats them.
//!
//! The only module that uses pulldown-cmark. [`parse()`] never fails.

mod allowance;
mod attribute;
mod command;
mod format;
mod inline;
pub mod instruction;
mod key;
mod parse;
pub mod payload;
mod printed_lines;
mod tree;
mod unit_noun;

pub use allowance::{AllowableCodes, Allowance};
pub use attribute::{CLASSES, KEYS, RELATIONS};
pub use command::{
    AddressStep, AddressStepKind, BeforeOrAfter, Command, NewUnitCount, OccurrenceSelector, Phrase,
    QuotedText, RangeEnd, SpannedId, StartOrEnd, Target,
};
pub use format::format;
pub use inline::{Inline, Mark, MarkKind, SourceMap};
pub use instruction::{CommandEffect, Verb};
pub use key::{Key, NameKind, ValueKind, WordRow};
pub use parse::{
    CodeFence, FRONT_KEYS, FrontMatterEntry, MarkdownLine, MarkdownLineKind, PlainMarkdown, ROLES,
    entity_char, file_role, front_matter_insertion, front_matter_value, is_name, parse,
    parse_plain_markdown, role_endings,
};
pub use printed_lines::{PrintedLine, PrintedLines};
pub use tree::{
    AttributeSet, Attributes, Block, BlockKind, CitedClause, Commentary, CommentaryKind, Content,
    Extent, FileRole, FileSection, FrontMatter, InstructionEntry, Label, RulesFile, WordingLayer,
    comma_parts, flatten_blocks, plain_text,
};
pub use unit_noun::{UNIT_NOUNS, UnitNoun, UnitNounRow, item_mark, next_item_label};
