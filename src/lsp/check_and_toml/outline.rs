//! Returns the outline of a check file (its headings) or TOML file (its named tables).

use super::shape_of;
use crate::{
    analysis::{Source, SourceKind},
    lsp::outline::OutlineItem,
    model::toml_file,
    syntax::{MarkdownLineKind, parse_plain_markdown},
    text::{SourceId, Span},
};
use tower_lsp::gen_lsp_types::SymbolKind;

/// Returns the headings of a check file, or the tables of a TOML file.
pub(crate) fn items(source: &Source) -> Vec<OutlineItem> {
    if source.kind == SourceKind::Check {
        return of_check(&source.text);
    }
    let Some(shape) = shape_of(source) else {
        return Vec::new();
    };
    let mut keys = toml_file::toml_keys(&source.text, shape);
    // names of things, not the keys that they have
    keys.retain(|key| key.row.is_none() && key.is_table);
    keys.sort_by_key(|key| key.span);
    keys.dedup_by_key(|key| key.span);
    keys.into_iter()
        .map(|key| OutlineItem::leaf(key.path.join("."), SymbolKind::Class, key.span))
        .collect()
}

fn of_check(text: &str) -> Vec<OutlineItem> {
    let file = parse_plain_markdown(SourceId::default(), text);
    let headings = file
        .lines
        .iter()
        .filter_map(|line| match line.kind {
            MarkdownLineKind::Heading(level) => Some((level, line.span)),
            MarkdownLineKind::Item | MarkdownLineKind::Text => None,
        })
        .filter(|(_, span)| !span.is_empty());
    let mut out: Vec<OutlineItem> = Vec::new();
    for (level, span) in headings {
        let kind = if level == 1 {
            SymbolKind::Class
        } else {
            SymbolKind::Module
        };
        let item = OutlineItem::leaf(span.of(text).to_owned(), kind, span);
        match out.last_mut().filter(|_| level > 1) {
            Some(last) => {
                last.span = Span::new(last.span.start(), span.end());
                last.children.push(item);
            }
            None => out.push(item),
        }
    }
    out
}
