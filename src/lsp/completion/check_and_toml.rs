//! Completes names, keys and words at a byte of a check file or TOML file of a ruleset.

use super::{
    FrontKey, Item, ItemKind, ItemList, front_items, ids::MAX_NAMES, name_items, value_items,
};
use crate::{
    analysis::{Source, SourceKind},
    lsp::{Snapshot, toml_shape::shape_of},
    model::toml_file,
    resolve::{IndexedNameKind, RulesetDb},
    scenario::{self, CHECK_KEYS, LINE_WORDS},
    syntax::{NameKind, ValueKind},
    text::SourceId,
};

/// Completes names, keys and words at a byte.
pub(super) fn complete(snapshot: &Snapshot<'_>, source: SourceId, byte: usize) -> Option<ItemList> {
    let own = snapshot.analysis().source(source)?;
    let db = snapshot.analysis().ruleset_db(&own.ruleset);
    match own.kind {
        SourceKind::Check => in_check(snapshot, own, db?, byte),
        _ => in_toml(snapshot, own, db, byte),
    }
}

fn typed(before: &str) -> &str {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | '#' | ':');
    &before[before.trim_end_matches(is_name).len()..]
}

fn in_check(
    snapshot: &Snapshot<'_>,
    own: &Source,
    db: &RulesetDb,
    byte: usize,
) -> Option<ItemList> {
    let before = own.text.get(..byte)?;
    let line = before.rsplit('\n').next().unwrap_or_default();
    let word = typed(line);
    let mut list = ItemList::new(byte - word.len());
    let fences = before.matches("\n```").count();
    let is_front = before.starts_with("---\n") && before.matches("\n---").count() == 0;
    if is_front {
        let keys = CHECK_KEYS.iter().map(FrontKey::from);
        let values = |key: &FrontKey<'_>, typed: &str, list: &mut ItemList| {
            value_items(key.value, list, |kind, list| match kind {
                NameKind::Ruleset => list.push(Item::new(ItemKind::Module, &db.ruleset.key)),
                kind => name_items(snapshot, db, kind, typed, list),
            });
        };
        return Some(front_items(&own.text, byte, keys, values));
    }
    let opened = before.rsplit("\n```").next().unwrap_or_default();
    if fences % 2 == 0 || !opened.starts_with("rule") {
        return None;
    }
    let lead = line[..line.len() - word.len()].trim_end();
    let call = lead.strip_suffix('(').map(typed);
    match call {
        Some("fact") => {
            let (names, more) = db.names_matching(IndexedNameKind::Fact, word, MAX_NAMES);
            list.more |= more;
            list.extend(
                names
                    .iter()
                    .map(|name| Item::new(ItemKind::Constant, &**name)),
            );
        }
        Some("cell" | "offered" | "holds" | "needs") => {
            name_items(snapshot, db, NameKind::Clause, word, &mut list);
        }
        Some("stands") => {
            let keys = db.ruleset.documents.keys();
            list.extend(keys.map(|key| Item::new(ItemKind::Module, format!("{key}:"))));
        }
        _ if lead.is_empty() && !line.starts_with([' ', '\t']) => {
            let words = LINE_WORDS.iter();
            list.extend(words.map(|word| Item::new(ItemKind::Keyword, *word)));
        }
        _ => rule_items(snapshot, own, before, lead, &mut list),
    }
    Some(list)
}

/// Adds what an expression may contain: kinds, properties, names of `let`, functions.
fn rule_items(
    snapshot: &Snapshot<'_>,
    own: &Source,
    before: &str,
    lead: &str,
    list: &mut ItemList,
) {
    let Some(rules) = snapshot.state.checker.rules(&own.ruleset) else {
        return;
    };
    let vocabulary = &rules.vocabulary;
    if lead == "each" {
        let kinds = vocabulary.kinds.iter();
        list.extend(kinds.map(|kind| Item::new(ItemKind::Enum, &*kind.name)));
        return;
    }
    let lets = before.lines().filter_map(|line| {
        let (name, _) = line.strip_prefix("let ")?.split_once('=')?;
        Some(name.trim())
    });
    for name in lets {
        list.push(Item::new(ItemKind::Value, name));
    }
    for name in rules.property_names() {
        list.push(Item::new(ItemKind::Property, name));
    }
    for kind in vocabulary.kinds.iter().skip(1) {
        list.push(Item::new(ItemKind::Enum, &*kind.plural));
    }
    for (_, word) in vocabulary.words() {
        list.push(Item::new(ItemKind::EnumMember, word));
    }
    for call in scenario::call_words() {
        list.push(Item::new(ItemKind::Function, call).put(format!("{call}(")));
    }
}

fn in_toml(
    snapshot: &Snapshot<'_>,
    own: &Source,
    db: Option<&RulesetDb>,
    byte: usize,
) -> Option<ItemList> {
    let before = own.text.get(..byte)?;
    let cursor = toml_file::toml_cursor(before);
    let file = shape_of(own)?;
    let mut shape = file;
    for key in &cursor.path {
        shape = shape.of_key(key)?.0;
    }
    let line = before.rsplit('\n').next().unwrap_or_default();
    let names = |kind, typed: &str, list: &mut ItemList| {
        let keys = toml_file::toml_keys(&own.text, file);
        let defined = toml_file::defined_names(&keys, kind).into_iter();
        list.extend(defined.map(|name| Item::new(ItemKind::Enum, name)));
        if let Some(db) = db {
            name_items(snapshot, db, kind, typed, list);
        }
    };
    if cursor.in_value {
        let from = line.rfind('"').map_or(line.len(), |at| at + 1);
        let word = &line[from..];
        let mut list = ItemList::new(byte - if cursor.in_text { word.len() } else { 0 });
        let is_flag = matches!(shape, ValueKind::Flag);
        if !(is_flag && cursor.in_text) {
            value_items(shape, &mut list, |kind, list| names(kind, word, list));
        }
        if !is_flag && !cursor.in_text {
            for item in &mut list.items {
                item.set_text(format!("\"{}\"", item.label));
            }
        }
        return (!list.items.is_empty()).then_some(list);
    }
    let word = typed(line);
    let mut list = ItemList::new(byte - word.len());
    if let ValueKind::NameMap(kind, _) = shape {
        names(*kind, word, &mut list);
        for item in &mut list.items {
            match kind {
                NameKind::Document => item.set_text(format!("\"{}\"", item.label)),
                NameKind::Clause => {}
                _ => item.set_text(format!("{} = ", item.label)),
            }
        }
    }
    let is_header = line.trim_start().starts_with('[');
    let end = if is_header { "" } else { " = " };
    let keys = shape.keys().iter();
    list.extend(keys.map(|key| Item::key(key.name, key.about, end)));
    Some(list)
}
