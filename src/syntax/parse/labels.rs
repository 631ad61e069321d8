//! Reports two items of a list with the same letter or number.

use super::source_text::SourceText;
use crate::syntax::{Block, BlockKind, item_mark, next_item_label};

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
    for (at, own) in labels.iter().enumerate() {
        let Some(first) = labels[..at].iter().find(|first| first.value == own.value) else {
            continue;
        };
        let found = source
            .error(
                "duplicate-label",
                own.span,
                format!("two items are labelled `{}`", own.value),
            )
            .related(source.location(first.span), "the first");
        let used: Vec<&str> = labels.iter().map(|label| &*label.value).collect();
        source.report(match next_item_label(&own.value, &used) {
            Some(next) => found.replace_with(format!("write `{next}`"), next),
            None => found,
        });
    }
    for unit in units.iter().filter(|unit| unit.kind != BlockKind::Row) {
        check_repeated(source, unit.children());
    }
}
