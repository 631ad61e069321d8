//! Completes names, keys and words at a byte of a check file or TOML file of a ruleset.

use super::shape_of;
use crate::{
    analysis::{Source, SourceKind},
    lsp::{
        Snapshot,
        completion::{Item, ItemKind, ItemList},
    },
    model::toml_file::{self, NameKind, TomlShape},
    resolve::{self, RulesetDb},
    scenario::{self, CHECK_KEYS, LINE_WORDS},
    text::SourceId,
};

/// The most names that are listed; if there are more, the client requests again as more is typed.
const MAX_NAMES: usize = 100;

/// Completes names, keys and words at a byte.
pub(crate) fn complete(snapshot: &Snapshot<'_>, source: SourceId, byte: usize) -> Option<ItemList> {
    let own = snapshot.analysis().source(source)?;
    let db = snapshot.analysis().ruleset_db(&own.ruleset);
    match own.kind {
        SourceKind::Check => in_check(snapshot, own, db?, byte),
        _ => in_toml(own, db, byte),
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
        front_items(line, db, word, &mut list);
        return Some(list);
    }
    let opened = before.rsplit("\n```").next().unwrap_or_default();
    if fences % 2 == 0 || !opened.starts_with("rule") {
        return None;
    }
    let lead = line[..line.len() - word.len()].trim_end();
    let call = lead.strip_suffix('(').map(typed);
    match call {
        Some("fact") => names(
            db,
            resolve::IndexedNameKind::Fact,
            ItemKind::Constant,
            word,
            &mut list,
        ),
        Some("cell" | "offered" | "holds" | "needs") => {
            names(
                db,
                resolve::IndexedNameKind::Clause,
                ItemKind::Reference,
                word,
                &mut list,
            );
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

fn front_items(line: &str, db: &RulesetDb, word: &str, list: &mut ItemList) {
    match line.split_once(':').map(|(key, _)| key.trim()) {
        None => list.extend(
            CHECK_KEYS
                .iter()
                .map(|key| Item::new(ItemKind::Property, *key).put(format!("{key}: "))),
        ),
        Some("severity") => {
            let words = ["error", "warning", "note"];
            list.extend(words.map(|word| Item::new(ItemKind::EnumMember, word)));
        }
        Some("ruleset") => list.push(Item::new(ItemKind::Module, &db.ruleset.key)),
        Some("clause") => names(
            db,
            resolve::IndexedNameKind::Clause,
            ItemKind::Reference,
            word,
            list,
        ),
        Some(_) => {}
    }
}

/// Adds the names that match what is typed, without `#`.
fn names(
    db: &RulesetDb,
    kind: resolve::IndexedNameKind,
    item: ItemKind,
    typed: &str,
    list: &mut ItemList,
) {
    let (found, more) = db.names_matching(kind, typed.trim_start_matches('#'), MAX_NAMES);
    list.more |= more;
    list.extend(found.iter().map(|name| Item::new(item, &**name)));
}

fn in_toml(own: &Source, db: Option<&RulesetDb>, byte: usize) -> Option<ItemList> {
    let before = own.text.get(..byte)?;
    let cursor = toml_file::toml_cursor(before);
    let mut shape = shape_of(own)?;
    for key in &cursor.path {
        shape = shape.of_key(key)?.0;
    }
    let line = before.rsplit('\n').next().unwrap_or_default();
    if cursor.in_value {
        let from = line.rfind('"').map_or(line.len(), |at| at + 1);
        let word = &line[from..];
        let mut list = ItemList::new(byte - if cursor.in_text { word.len() } else { 0 });
        let quote = |name: &str| match cursor.in_text {
            true => name.to_owned(),
            false => format!("\"{name}\""),
        };
        let put = |kind, name: &str| Item::new(kind, name).put(quote(name));
        match value_shape(shape) {
            TomlShape::OneOf(words) => {
                list.extend(words.iter().map(|word| put(ItemKind::EnumMember, word)));
            }
            TomlShape::Flag if !cursor.in_text => {
                list.extend(["true", "false"].map(|word| Item::new(ItemKind::EnumMember, word)));
            }
            TomlShape::Name(NameKind::Edition) => {
                let ids = db?.ruleset.editions.iter();
                list.extend(ids.map(|edition| put(ItemKind::EnumMember, &edition.id)));
            }
            TomlShape::Name(NameKind::Document) => {
                let keys = db?.ruleset.documents.keys();
                list.extend(keys.map(|key| put(ItemKind::Module, key)));
            }
            TomlShape::Name(kind) => {
                let keys = toml_file::toml_keys(&own.text, shape_of(own)?);
                for name in toml_file::defined_names(&keys, *kind) {
                    list.push(put(ItemKind::Enum, name));
                }
            }
            _ => return None,
        }
        return Some(list);
    }
    let word = typed(line);
    let mut list = ItemList::new(byte - word.len());
    let is_header = line.trim_start().starts_with('[');
    for key in shape.keys() {
        let text = if is_header {
            key.name.to_owned()
        } else {
            format!("{} = ", key.name)
        };
        list.push(
            Item::new(ItemKind::Property, key.name)
                .note(key.about)
                .put(text),
        );
    }
    match shape {
        TomlShape::NameMap(NameKind::Document, _) => {
            for key in db?.ruleset.documents.keys() {
                list.push(Item::new(ItemKind::Module, key).put(format!("\"{key}\"")));
            }
        }
        TomlShape::NameMap(NameKind::Clause, _) => {
            names(
                db?,
                resolve::IndexedNameKind::Clause,
                ItemKind::Reference,
                word,
                &mut list,
            );
        }
        TomlShape::NameMap(kind, _) => {
            let keys = toml_file::toml_keys(&own.text, shape_of(own)?);
            for name in toml_file::defined_names(&keys, *kind) {
                list.push(Item::new(ItemKind::Property, name).put(format!("{name} = ")));
            }
        }
        _ => {}
    }
    Some(list)
}

/// Returns the shape of the values in a list.
fn value_shape(shape: &TomlShape) -> &TomlShape {
    match shape {
        TomlShape::List(inner) | TomlShape::OneOrMany(inner) | TomlShape::Either(inner, _) => {
            value_shape(inner)
        }
        other => other,
    }
}
