//! Putting together what print has together: a list belongs to the paragraph before it, a tail goes on with it.

use super::{
    own::Own,
    quote::{Item, Raw},
    source::Source,
};
use crate::syntax::{Attributes, Block, BlockKind, Content};

/// The units of the rules text `raws`.
pub(super) fn units(source: &mut Source<'_>, raws: Vec<Raw>) -> Vec<Block> {
    let mut out: Vec<Block> = Vec::new();
    // Attributes that stand alone and wait for the table that they name.
    let mut waiting: Option<Attributes> = None;
    for raw in raws {
        if !matches!(raw, Raw::Table { .. }) {
            give_back(source, &mut out, waiting.take());
        }
        match raw {
            Raw::Heading {
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
            Raw::Paragraph(own) if own.label.is_none() && own.sentences.is_empty() => {
                waiting = Some(own.attrs).filter(|attrs| !attrs.span.is_empty());
            }
            Raw::Paragraph(own) if own.attrs.has_class("cont") => match out
                .last_mut()
                .filter(|block| block.kind == BlockKind::Paragraph)
            {
                Some(paragraph) => go_on(source, paragraph, own),
                None => {
                    let finding = source.error(
                        "cont",
                        own.attrs.span,
                        "there is no paragraph before this with which it could go on",
                    );
                    source.tell(finding.help(
                        "`{.cont}` stands at the end of text that follows a paragraph's list",
                    ));
                    out.push(paragraph(own));
                }
            },
            Raw::Paragraph(own) => out.push(paragraph(own)),
            Raw::List {
                ordered: true,
                items,
            } => out.extend(
                items
                    .into_iter()
                    .map(|item| unit(source, BlockKind::Paragraph, item)),
            ),
            Raw::List {
                ordered: false,
                items,
            } => {
                let bullets = items
                    .into_iter()
                    .map(|item| unit(source, BlockKind::Bullet, item));
                match out
                    .last_mut()
                    .filter(|block| block.kind == BlockKind::Paragraph)
                {
                    Some(paragraph) => add(paragraph, bullets),
                    None => out.extend(bullets),
                }
            }
            Raw::Table { mut table, .. } => {
                if let Some(attrs) = waiting.take() {
                    table.span = table.span.join(attrs.span);
                    merge(source, &mut table.attrs, attrs);
                }
                out.push(table);
            }
        }
    }
    give_back(source, &mut out, waiting);
    out
}

/// Attributes that stand alone name the table before them where none comes behind.
fn give_back(source: &mut Source<'_>, out: &mut [Block], attrs: Option<Attributes>) {
    let Some(attrs) = attrs else { return };
    match out
        .last_mut()
        .filter(|block| block.kind == BlockKind::Table)
    {
        Some(table) => {
            table.span = table.span.join(attrs.span);
            merge(source, &mut table.attrs, attrs);
        }
        None => {
            let finding = source.error(
                "misplaced-attributes",
                attrs.span,
                "these attributes belong to nothing",
            );
            source.tell(finding.help("attributes stand at the end of a block's own text; alone only before or after a table"));
        }
    }
}

fn paragraph(own: Own) -> Block {
    Block {
        kind: BlockKind::Paragraph,
        span: own.span,
        label: own.label,
        attrs: own.attrs,
        content: Content::Units(own.sentences),
    }
}

/// The sentences of `own` are further ones of `block`.
fn go_on(source: &mut Source<'_>, block: &mut Block, mut own: Own) {
    own.attrs.classes.retain(|class| class.value != "cont");
    let named =
        own.attrs.id.is_some() || !own.attrs.pairs.is_empty() || !own.attrs.classes.is_empty();
    block.span = block.span.join(own.span);
    block.extend(own.sentences);
    if named {
        merge(source, &mut block.attrs, own.attrs);
    }
}

/// Adds `more` to the attributes that a block has already.
fn merge(source: &mut Source<'_>, attrs: &mut Attributes, more: Attributes) {
    if attrs.span.is_empty() {
        *attrs = more;
        return;
    }
    match (&attrs.id, more.id.clone()) {
        (Some(first), Some(second)) => {
            let finding = source
                .error(
                    "attribute",
                    second.span,
                    "a second id: one thing has one name",
                )
                .related(source.at(first.span), "the first");
            source.tell(finding);
        }
        (None, id) => attrs.id = id,
        (Some(_), None) => {}
    }
    attrs.classes.extend(more.classes.iter().cloned());
    attrs.pairs.extend(more.pairs.iter().cloned());
}

fn add(block: &mut Block, children: impl Iterator<Item = Block>) {
    for child in children {
        block.span = block.span.join(child.span);
        block.extend([child]);
    }
}

/// The unit that a list item makes.
fn unit(source: &mut Source<'_>, kind: BlockKind, item: Item) -> Block {
    let mut block = Block {
        kind,
        span: item.span,
        label: item.number,
        attrs: Attributes::default(),
        content: Content::Units(Vec::new()),
    };
    for (index, raw) in item.blocks.into_iter().enumerate() {
        match raw {
            Raw::Paragraph(own) if index == 0 => {
                block.label = block.label.or(own.label);
                block.attrs = own.attrs;
                block.extend(own.sentences);
            }
            Raw::Paragraph(own) => go_on(source, &mut block, own),
            Raw::List { items, .. } => {
                let bullets: Vec<Block> = items
                    .into_iter()
                    .map(|item| unit(source, BlockKind::Bullet, item))
                    .collect();
                block.extend(bullets);
            }
            Raw::Table { table, .. } => block.extend([table]),
            // A heading in an item has been told of and is a paragraph.
            Raw::Heading { .. } => {}
        }
    }
    block.span = block
        .children()
        .iter()
        .fold(block.span, |span, child| span.join(child.span));
    block
}
