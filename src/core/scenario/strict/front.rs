//! Reads ruleset, edition, profile and date from a scenario's front matter.

use crate::{
    scenario::record::ScenarioFront,
    syntax::{PlainMarkdown, front_matter_value, parse_plain_markdown},
    text::{SourceId, Spanned},
};

/// Parses the keys of the front matter that every scenario may have. Reads the first 64 KiB only.
pub fn parse_front(source: SourceId, text: &str) -> ScenarioFront {
    let top = &text[..text.floor_char_boundary(1 << 16)];
    scenario_front(&parse_plain_markdown(source, top), top)
}

/// Those of them that no other front matter has.
const KEYS_OF_GAME: &[&str] = &["ruleset", "edition", "profile"];

/// Keys of the front matter of web pages and notes.
const PAGE_KEYS: &[&str] = &[
    "title",
    "tags",
    "author",
    "authors",
    "layout",
    "categories",
    "category",
    "slug",
    "draft",
    "description",
    "permalink",
    "lang",
    "image",
    "published",
    "aliases",
    "created",
    "updated",
];

/// Returns whether the front matter is that of a web page or a note, which says nothing of the game.
pub(super) fn is_of_page(file: &PlainMarkdown) -> bool {
    has_key(file, PAGE_KEYS) && !has_key(file, KEYS_OF_GAME)
}

/// Returns whether `---` begins a list in YAML, and no front matter.
pub(super) fn is_of_list(file: &PlainMarkdown, text: &str) -> bool {
    let front = file.front.of(text).trim_end();
    let is_open = !["\n---", "\n..."].iter().any(|end| front.ends_with(end));
    !front.is_empty() && is_open && !has_key(file, KEYS_OF_GAME)
}

/// Returns the byte at which the text below the front matter begins.
pub(super) fn body_start(file: &PlainMarkdown, text: &str) -> usize {
    match is_of_list(file, text) {
        true => file.front.start(),
        false => file.front.end(),
    }
}

fn has_key(file: &PlainMarkdown, known: &[&str]) -> bool {
    let mut keys = file.entries.iter().map(|(key, _)| key.value.as_str());
    keys.any(|key| known.contains(&key))
}

pub(super) fn scenario_front(file: &PlainMarkdown, text: &str) -> ScenarioFront {
    if is_of_page(file) || is_of_list(file, text) {
        return ScenarioFront::default();
    }
    let value = |key: &str| {
        let (_, value, span) = front_matter_value(&file.entries, key)?;
        Some(Spanned::new(value.to_owned(), span))
    };
    ScenarioFront {
        span: file.front,
        ruleset: value("ruleset"),
        edition: value("edition"),
        profile: value("profile"),
        date: value("date"),
    }
}
