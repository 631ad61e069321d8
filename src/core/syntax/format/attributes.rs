//! Prints parsed attributes as `{#id .class key=value}`, in the order of the tables.

use crate::syntax::{Attributes, CLASSES, KEYS, Key};

/// Prints `attrs` in braces: the id, the classes, the keys, each in the order of its table. Empty
/// if there are none.
pub(super) fn print(attrs: &Attributes) -> String {
    let mut classes: Vec<_> = attrs.classes.iter().collect();
    classes.sort_by_key(|class| table_position(CLASSES, &class.value));
    let mut pairs: Vec<_> = attrs.pairs.iter().collect();
    pairs.sort_by_key(|(key, _)| table_position(KEYS, &key.value));
    let id = attrs.id.iter().map(|id| format!("#{}", id.value));
    let classes = classes.into_iter().map(|class| format!(".{}", class.value));
    let pairs = pairs
        .into_iter()
        .map(|(key, value)| format!("{}={}", key.value, value.value));
    let words: Vec<String> = id.chain(classes).chain(pairs).collect();
    if words.is_empty() {
        String::new()
    } else {
        format!("{{{}}}", words.join(" "))
    }
}

fn table_position(table: &[Key], name: &str) -> usize {
    table
        .iter()
        .position(|row| row.name == name)
        .unwrap_or(table.len())
}
