//! Reports two items of a list with the same letter or number.

use super::source_text::SourceText;
use crate::syntax::{Block, BlockKind, item_mark, next_item_label};
use std::collections::{HashMap, HashSet};

/// Reports a second item `(a)` among the units of one text, and of each unit in it.
pub(super) fn check_repeated(source: &mut SourceText<'_>, units: &[Block]) {
    let label = |block: &Block| {
        let label = block
            .label
            .as_ref()
            .filter(|_| block.kind == BlockKind::Bullet)?;
        item_mark(&label.value).map(|_| label.clone())
    };
    let labels: Vec<_> = units.iter().filter_map(label).collect();
    let used: HashSet<&str> = labels.iter().map(|label| &*label.value).collect();
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for (at, own) in labels.iter().enumerate() {
        let Some(first) = seen.insert(&own.value, at) else {
            continue;
        };
        // of `(a)`, `(c)`, `(c)` the first is wrong
        let skipped = first
            .checked_sub(1)
            .and_then(|before| next_item_label(&labels[before].value, &HashSet::new()))
            .filter(|skipped| !used.contains(skipped.as_str()));
        let (wrong, other) = match &skipped {
            Some(_) => (&labels[first], own),
            None => (own, &labels[first]),
        };
        let found = source
            .error(
                "duplicate-label",
                wrong.span,
                format!("two items are labelled `{}`", own.value),
            )
            .related(source.location(other.span), "the other");
        let meant = skipped.or_else(|| next_item_label(&own.value, &used));
        source.report(match meant {
            Some(meant) => found.write(meant),
            None => found,
        });
    }
    for unit in units.iter().filter(|unit| unit.kind != BlockKind::Row) {
        check_repeated(source, unit.children());
    }
}
