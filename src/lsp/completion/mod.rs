//! Completion in rules files, scenarios, check files and TOML files.
//!
//! [`CompletionContext`] describes the cursor. The sources of items are tried in order, and the
//! first one that applies answers. They read the line as text, so that an unfinished line
//! completes as well as a finished one. The documentation of an item is computed when the client
//! requests it ([`documentation`]).

mod attributes;
mod cells;
mod check_and_toml;
mod context;
mod documentation;
mod handler;
mod ids;
mod instruction;
mod item;
mod keys;
mod links;
mod ordinals;
mod partial_instruction;
mod quotes;
mod scenario;
mod section_headings;
mod templates;

use context::{CompletionContext, LineKind, is_name_char};
use item::{Item, ItemData, ItemKind, ItemList, ItemSubject, SnippetPart};
use keys::{FrontKey, front_items, name_items, value_items};

pub(super) use handler::{completion, resolve, set_capabilities};

/// A function that returns completion items; none if it does not apply at the cursor.
type ItemSource = fn(&CompletionContext<'_>) -> Option<ItemList>;

/// The sources, in the order in which they are tried.
const SOURCES: &[ItemSource] = &[
    keys::items,
    attributes::items,
    links::items,
    quotes::items,
    ids::items,
    instruction::items,
    section_headings::items,
    cells::items,
    templates::items,
];

/// Returns the items at the cursor in a rules file.
fn items(context: &CompletionContext<'_>) -> Option<ItemList> {
    SOURCES.iter().find_map(|source| source(context))
}
