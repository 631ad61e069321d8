//! The outline of a rules file: sections, instructions, tables, and units with a name or label.

use super::item::{OutlineItem, shortened};
use crate::{
    lsp::PositionMap,
    syntax::{Block, BlockKind, FileSection, InstructionEntry, RulesFile},
    text::Span,
};
use tower_lsp::gen_lsp_types::SymbolKind;

pub(super) fn of_file(file: &RulesFile, lines: &PositionMap) -> Vec<OutlineItem> {
    file.places
        .iter()
        .flat_map(|place| section(place, lines))
        .collect()
}

fn section(place: &FileSection, lines: &PositionMap) -> Vec<OutlineItem> {
    let id = place.attrs.id.as_ref().map(|id| format!("#{}", id.value));
    let page = place
        .attrs
        .get("page")
        .map(|page| format!("page {}", page.value));
    let children = clauses(&place.blocks, lines)
        .into_iter()
        .chain(place.entries.iter().map(|entry| instruction(entry, lines)));
    if place.heading_span.is_empty() {
        // text above the first heading belongs to no section
        return children.collect();
    }
    let words = place.heading.text.to_string();
    vec![OutlineItem {
        name: if words.is_empty() {
            id.clone().unwrap_or_else(|| "section".into())
        } else {
            words
        },
        detail: id.into_iter().chain(page).collect::<Vec<_>>().join(" · "),
        kind: SymbolKind::Class,
        span: lines.trimmed(place.span),
        head: lines.trimmed(place.heading_span),
        children: children.collect(),
    }]
}

fn instruction(entry: &InstructionEntry, lines: &PositionMap) -> OutlineItem {
    let n = entry.attrs.get("n").map(|n| format!("{}: ", n.value));
    let mut made: Vec<String> = entry
        .attrs
        .names()
        .map(|(name, _)| format!("#{name}"))
        .collect();
    for block in crate::syntax::flatten_blocks(&entry.payload) {
        let names = block
            .attrs
            .names()
            .map(|(name, _)| format!("#{name}"))
            .filter(|name| !made.contains(name));
        made.extend(names.collect::<Vec<_>>());
    }
    let words = entry.heading_span.of(lines.text()).trim();
    OutlineItem {
        name: format!(
            "{}{}",
            n.unwrap_or_default(),
            if words.is_empty() {
                "instruction"
            } else {
                words
            }
        ),
        detail: made.join(", "),
        kind: SymbolKind::Method,
        span: lines.trimmed(entry.span),
        head: entry.heading_span,
        children: clauses(&entry.payload, lines),
    }
}

/// Returns the units that have a label or a name, each with those inside it; of other units, those
/// inside.
fn clauses(blocks: &[Block], lines: &PositionMap) -> Vec<OutlineItem> {
    blocks
        .iter()
        .flat_map(|block| clause(block, lines))
        .collect()
}

fn clause(block: &Block, lines: &PositionMap) -> Vec<OutlineItem> {
    let ids: Vec<String> = block
        .attrs
        .names()
        .map(|(name, _)| format!("#{name}"))
        .collect();
    let label = block
        .label
        .as_ref()
        .map(|label| label.value.trim())
        .filter(|label| !label.is_empty());
    let kind = match block.kind {
        BlockKind::Heading => SymbolKind::Class,
        BlockKind::Table => SymbolKind::Array,
        BlockKind::Paragraph | BlockKind::Bullet | BlockKind::Row
            if block.attrs.get("term").is_some() =>
        {
            SymbolKind::Constant
        }
        BlockKind::Paragraph | BlockKind::Bullet | BlockKind::Row | BlockKind::Sentence => {
            SymbolKind::Field
        }
        // a row describes its cells well enough
        BlockKind::Cell => return Vec::new(),
    };
    // the first row names the columns
    let inside = if block.kind == BlockKind::Table {
        block.children().get(1..).unwrap_or_default()
    } else {
        block.children()
    };
    let children = clauses(inside, lines);
    let named = !ids.is_empty() || label.is_some();
    if !named && !matches!(block.kind, BlockKind::Heading | BlockKind::Table) {
        return children;
    }
    let first = first_text(block);
    let name = match (block.kind, label) {
        (BlockKind::Table, None) => "table".to_owned(),
        (_, Some(label)) => label.to_owned(),
        (_, None) if first.is_empty() => ids
            .first()
            .cloned()
            .unwrap_or_else(|| crate::model::UnitKind::of(block.kind).name().to_owned()),
        (_, None) => shortened(first),
    };
    let span = lines.trimmed(block.span);
    let line = lines.span(lines.line(span.start()));
    let head = Span::new(span.start(), span.end().min(line.end().max(span.start())));
    vec![OutlineItem {
        name,
        detail: ids.join(", "),
        kind,
        span,
        head,
        children,
    }]
}

/// Returns the first text in a unit.
fn first_text(block: &Block) -> &str {
    let own = block.text().map(|text| &*text.text);
    own.or_else(|| block.children().first().map(first_text))
        .unwrap_or_default()
}
