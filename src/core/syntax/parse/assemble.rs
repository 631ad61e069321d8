//! Assembles Markdown blocks to units as in print: a list belongs to the paragraph before it.
//!
//! Text after the list with the class `.cont` continues that paragraph.

use super::{
    paragraph_text::ParagraphText,
    quote::{MarkdownBlock, MarkdownListItem},
    source_text::SourceText,
};
use crate::syntax::{Attributes, Block, BlockKind, Content};

/// Assembles the units of the rules text `raws`.
pub(super) fn assemble_units(source: &mut SourceText<'_>, raws: Vec<MarkdownBlock>) -> Vec<Block> {
    let mut out: Vec<Block> = Vec::new();
    // Attributes on their own that wait for the table after them.
    let mut pending: Option<Attributes> = None;
    for raw in raws {
        if !matches!(raw, MarkdownBlock::Table { .. }) {
            attach_to_previous_table(source, &mut out, pending.take());
        }
        match raw {
            MarkdownBlock::Heading {
                span, text, attrs, ..
            } => {
                out.push(Block {
                    kind: BlockKind::Heading,
                    span,
                    label: None,
                    attrs,
                    content: Content::Text(text),
                });
            }
            MarkdownBlock::Paragraph(own) if own.label.is_none() && own.sentences.is_empty() => {
                pending = Some(own.attrs).filter(|attrs| !attrs.span.is_empty());
            }
            MarkdownBlock::Paragraph(own) if own.attrs.has_class("cont") => match out
                .last_mut()
                .filter(|block| block.kind == BlockKind::Paragraph)
            {
                Some(paragraph) => continue_block(source, paragraph, own),
                None => {
                    let diagnostic = source.error(
                        "cont",
                        own.attrs.span,
                        "no paragraph before this one to continue",
                    );
                    source.report(diagnostic.help(
                        "`{.cont}` belongs at the end of text that follows a paragraph's list",
                    ));
                    out.push(paragraph_block(own));
                }
            },
            MarkdownBlock::Paragraph(own) => out.push(paragraph_block(own)),
            MarkdownBlock::List {
                ordered: true,
                items,
            } => out.extend(
                items
                    .into_iter()
                    .map(|item| list_item_block(source, BlockKind::Paragraph, item)),
            ),
            MarkdownBlock::List {
                ordered: false,
                items,
            } => {
                let bullets = items
                    .into_iter()
                    .map(|item| list_item_block(source, BlockKind::Bullet, item));
                match out
                    .last_mut()
                    .filter(|block| block.kind == BlockKind::Paragraph)
                {
                    Some(paragraph) => append_children(paragraph, bullets),
                    None => out.extend(bullets),
                }
            }
            MarkdownBlock::Table { mut table, .. } => {
                if let Some(attrs) = pending.take() {
                    table.span = table.span.join(attrs.span);
                    merge_attributes(source, &mut table.attrs, attrs);
                }
                out.push(table);
            }
        }
    }
    attach_to_previous_table(source, &mut out, pending);
    out
}

/// Attaches attributes on their own to the table before them if none follows.
fn attach_to_previous_table(
    source: &mut SourceText<'_>,
    out: &mut [Block],
    attrs: Option<Attributes>,
) {
    let Some(attrs) = attrs else { return };
    match out
        .last_mut()
        .filter(|block| block.kind == BlockKind::Table)
    {
        Some(table) => {
            table.span = table.span.join(attrs.span);
            merge_attributes(source, &mut table.attrs, attrs);
        }
        None => {
            let diagnostic = source.error(
                "misplaced-attributes",
                attrs.span,
                "these attributes do not belong to any text",
            );
            source.report(diagnostic.help("put attributes at the end of a block's own text; alone only before or after a table"));
        }
    }
}

fn paragraph_block(own: ParagraphText) -> Block {
    Block {
        kind: BlockKind::Paragraph,
        span: own.span,
        label: own.label,
        attrs: own.attrs,
        content: Content::Units(own.sentences),
    }
}

/// Appends the sentences of `own` to `block`.
fn continue_block(source: &mut SourceText<'_>, block: &mut Block, mut own: ParagraphText) {
    own.attrs.classes.retain(|class| class.value != "cont");
    let named =
        own.attrs.id.is_some() || !own.attrs.pairs.is_empty() || !own.attrs.classes.is_empty();
    block.span = block.span.join(own.span);
    block.extend(own.sentences);
    if named {
        merge_attributes(source, &mut block.attrs, own.attrs);
    }
}

/// Adds `more` to the existing attributes of a block.
fn merge_attributes(source: &mut SourceText<'_>, attrs: &mut Attributes, more: Attributes) {
    if attrs.span.is_empty() {
        *attrs = more;
        return;
    }
    match (&attrs.id, more.id.clone()) {
        (Some(first), Some(second)) => {
            let diagnostic = source
                .error(
                    "attribute",
                    second.span,
                    "a second id: each unit has only one",
                )
                .related(source.location(first.span), "the first");
            source.report(diagnostic);
        }
        (None, id) => attrs.id = id,
        (Some(_), None) => {}
    }
    attrs.classes.extend(more.classes.iter().cloned());
    attrs.pairs.extend(more.pairs.iter().cloned());
}

fn append_children(block: &mut Block, children: impl Iterator<Item = Block>) {
    for child in children {
        block.span = block.span.join(child.span);
        block.extend([child]);
    }
}

/// Creates the unit of a list item.
fn list_item_block(source: &mut SourceText<'_>, kind: BlockKind, item: MarkdownListItem) -> Block {
    let mut block = Block {
        kind,
        span: item.span,
        label: item.number,
        attrs: Attributes::default(),
        content: Content::Units(Vec::new()),
    };
    for (index, raw) in item.blocks.into_iter().enumerate() {
        match raw {
            MarkdownBlock::Paragraph(own) if index == 0 => {
                block.label = block.label.or(own.label);
                block.attrs = own.attrs;
                block.extend(own.sentences);
            }
            MarkdownBlock::Paragraph(own) => continue_block(source, &mut block, own),
            MarkdownBlock::List { items, .. } => {
                let bullets: Vec<Block> = items
                    .into_iter()
                    .map(|item| list_item_block(source, BlockKind::Bullet, item))
                    .collect();
                block.extend(bullets);
            }
            MarkdownBlock::Table { table, .. } => block.extend([table]),
            // A heading in an item was reported before and becomes a paragraph.
            MarkdownBlock::Heading { .. } => {}
        }
    }
    block.span = block
        .children()
        .iter()
        .fold(block.span, |span, child| span.join(child.span));
    block
}
