//! Completes the table of `Set values`: names of rows and columns, and `~~current value~~`.

use super::{CompletionContext, Item, ItemKind, ItemList, LineKind, SnippetPart};
use crate::{
    model::{SectionTree, UnitId, UnitKind},
    op::label_key,
    syntax::{Verb, WordingLayer},
};

pub(super) fn items(context: &CompletionContext<'_>) -> Option<ItemList> {
    let before = context.before();
    if context.line != LineKind::Rules || !before.trim_start_matches(['>', ' ']).starts_with('|') {
        return None;
    }
    let (_, entry) = context.entry()?;
    if entry.verb() != Some(Verb::SetValues) {
        return None;
    }
    let (_, tree) = context.numbering_tree(None)?;
    let column = before.matches('|').count().checked_sub(1)?;
    let typed = before[before.rfind('|')? + 1..].trim_start();
    let after = context.after();
    let rest = after.find('|').unwrap_or(after.len());
    let mut list = ItemList::new(context.byte - typed.len())
        .rest(after[..rest].trim_end().len())
        .whole();
    let head = head(context);
    let line = context.span.of(context.text());
    match (head.as_deref(), column) {
        (Some(head), 0) if head != line => {
            list.extend(rows(&tree).map(|row| field(label(&tree, row))));
        }
        (Some(head), column) if head != line => {
            let (row, column) = (cell(line, 0)?, cell(head, column)?);
            list.extend(value(&tree, &row, &column));
        }
        (Some(_) | None, column) => {
            let units = tree.live_units(tree.root).into_iter();
            for row in units.filter(|&unit| tree.is_header(unit)) {
                let cells = tree.children(row).enumerate();
                let cells = cells.filter(|(at, _)| (*at == 0) == (column == 0));
                cells.for_each(|(_, unit)| list.push(field(text(&tree, unit))));
            }
        }
    }
    Some(list)
}

fn field(label: String) -> Item {
    Item::new(ItemKind::Field, label)
}

/// Returns the first line of the table at the cursor.
fn head(context: &CompletionContext<'_>) -> Option<String> {
    let mut at = context.document.lines.line(context.span.start());
    let line = |at: usize| context.document.lines.span(at).of(context.text());
    let is_row = |line: &str| line.trim_start_matches(['>', ' ']).starts_with('|');
    while at > 0 && is_row(line(at - 1)) {
        at -= 1;
    }
    Some(line(at).to_owned())
}

/// Returns a cell of a table line, counted from 0.
fn cell(line: &str, column: usize) -> Option<String> {
    Some(line.split('|').nth(column + 1)?.trim().to_owned())
}

fn rows(tree: &SectionTree) -> impl Iterator<Item = UnitId> {
    let units = tree.live_units(tree.root).into_iter();
    units.filter(|&unit| tree.kind(unit) == UnitKind::Row && !tree.is_header(unit))
}

fn label(tree: &SectionTree, unit: UnitId) -> String {
    tree.get(unit)
        .and_then(|node| node.label.as_deref())
        .unwrap_or_default()
        .to_owned()
}

fn text(tree: &SectionTree, unit: UnitId) -> String {
    tree.get(unit)
        .and_then(|node| node.text(WordingLayer::Restated))
        .map(|wording| wording.text.to_string())
        .unwrap_or_default()
}

/// The value of a cell struck out, with a placeholder for the new one; a number that is a fact
/// remains a fact.
fn value(tree: &SectionTree, row: &str, column: &str) -> Option<Item> {
    let same =
        |unit: &UnitId, searched: &str| label_key(&label(tree, *unit)) == label_key(searched);
    let row = rows(tree).find(|unit| same(unit, row))?;
    let cell = tree.children(row).find(|unit| same(unit, column))?;
    let wording = tree.get(cell)?.text(WordingLayer::Restated)?;
    if wording.has_hole() || wording.text.is_empty() {
        return None;
    }
    let mut facts = wording.facts();
    let old = format!("~~{}~~", wording.text);
    let new = SnippetPart::placeholder(&*wording.text);
    let pieces = match facts.find(|(_, value)| **value == *wording.text) {
        Some((fact, _)) => vec![
            SnippetPart::Text(format!("{old} [")),
            new,
            SnippetPart::Text(format!("](fact:{fact})")),
        ],
        None => vec![SnippetPart::Text(format!("{old} ")), new],
    };
    let item = Item::new(ItemKind::Value, old).pieces(pieces);
    Some(item.note("the value now, and the new one"))
}
