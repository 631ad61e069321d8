//! Lowers `Set values`: each filled cell of the payload's table sets the section's cell with its
//! row and column; a column that is new adds cells.

use crate::{
    model::{UnitId, UnitKind, UnitState, Wordings},
    op::{
        CellEdit, InsertPosition, LoweredPatch, LoweringContext, NewUnit, NewUnits, PatchErrorKind,
        Suggestion, TreeEdit, label_key, payload::blocks_of_kind, select::AddressError,
    },
    syntax::{Block, BlockKind, Inline, MarkKind},
    text::{
        Span,
        near::{likeness, looks_like, nearest},
    },
};
use std::sync::Arc;

impl LoweringContext<'_> {
    /// Lowers `Set values`: each cell of the payload's table that is not empty sets a value.
    ///
    /// `~~old~~ new` also checks the old value. A row must exist; a new column adds cells.
    pub(crate) fn set_values(&mut self) -> Result<LoweredPatch, AddressError> {
        let mut edits = Vec::new();
        let mut reached = Vec::new();
        let tables = blocks_of_kind(self.patch.payload(), BlockKind::Table);
        if tables.is_empty() {
            self.report_payload("expected a table of values".into());
        }
        let printed = self.patch.printed_payload().unwrap_or_default();
        let printed = blocks_of_kind(printed, BlockKind::Table);
        for (at, table) in tables.into_iter().enumerate() {
            let unknown = self.report_unknown_columns(table);
            for row in table.children().iter().skip(1) {
                let Some(label) = row.label.as_ref() else {
                    continue;
                };
                let Some(target) = self.find_row(&label.value) else {
                    self.report_unknown_row(&label.value, label.span);
                    continue;
                };
                for cell in row.children().iter().skip(1) {
                    let (Some(column), Some(text)) = (
                        cell.label.as_ref(),
                        cell.text().filter(|text| !text.is_empty()),
                    ) else {
                        continue;
                    };
                    if unknown.contains(&label_key(&column.value)) {
                        continue;
                    }
                    let twin = printed
                        .get(at)
                        .and_then(|table| cell_text(table, &label.value, &column.value));
                    let unit = match self.find_cell(target, &column.value) {
                        Some(unit) => unit,
                        None => self.add_cell(target, &column.value, cell.span, &mut edits),
                    };
                    reached.push(unit);
                    edits.push(TreeEdit::Cell(self.cell_edit(
                        unit,
                        format!("{} {}", label.value, column.value),
                        text,
                        twin,
                        cell.span,
                    )));
                }
            }
        }
        Ok(self.with_edits(edits, reached))
    }

    fn find_row(&self, label: &str) -> Option<UnitId> {
        let key = label_key(label);
        let has_label = |&unit: &UnitId| {
            self.tree.kind(unit) == UnitKind::Row
                && !self.tree.is_header(unit)
                && self.tree.label(unit).is_some_and(|l| label_key(l) == key)
        };
        self.tree.iter_live_units(self.tree.root).find(has_label)
    }

    fn find_cell(&self, row: UnitId, column: &str) -> Option<UnitId> {
        let key = label_key(column);
        self.tree
            .children(row)
            .find(|&unit| self.tree.label(unit).is_some_and(|l| label_key(l) == key))
    }

    /// Adds a cell for a column that the row does not have yet.
    fn add_cell(
        &mut self,
        row: UnitId,
        column: &str,
        span: Span,
        edits: &mut Vec<TreeEdit>,
    ) -> UnitId {
        let key = format!(
            "{}/c-{}-{}",
            self.key,
            self.arena.key(row).replace('/', "."),
            label_key(column)
        );
        let unit = self.arena.intern(key, self.patch.file.locate(span));
        let mut node = UnitState::new(UnitKind::Cell, self.ix);
        node.label = Some(Arc::from(column));
        node.texts = Some(Arc::new(Wordings::default()));
        let new_units = NewUnits {
            units: vec![NewUnit::new(unit, node)],
            roots: vec![unit],
        };
        edits.push(TreeEdit::Insert {
            slot: InsertPosition::End(row),
            with: Arc::new(new_units),
        });
        unit
    }

    fn cell_edit(
        &self,
        cell: UnitId,
        name: String,
        text: &Inline,
        printed: Option<&Inline>,
        span: Span,
    ) -> CellEdit {
        let (old, new) = old_and_new(text);
        let printed = printed.map(|text| old_and_new(text).1);
        CellEdit {
            cell,
            name,
            old,
            new: self.wordings(&new, printed.as_ref()),
            span,
        }
    }

    /// Reports the columns of a payload that no table of the section has although they state an old
    /// value or resemble one of its columns, and returns their keys. Other columns are new, and a
    /// cell of a known column may be new in its row.
    pub(crate) fn report_unknown_columns(&mut self, table: &Block) -> Vec<String> {
        let tree = self.tree;
        let cells = tree
            .iter_live_units(tree.root)
            .filter(|&unit| tree.kind(unit) == UnitKind::Cell);
        let mut known: Vec<Arc<str>> = Vec::new();
        for label in cells.filter_map(|unit| tree.get(unit)?.label.clone()) {
            if !known.contains(&label) {
                known.push(label);
            }
        }
        let mut unknown = Vec::new();
        let rows = table.children().iter().skip(1);
        for column in rows
            .flat_map(|row| row.children().iter().skip(1))
            .filter_map(|cell| cell.label.as_ref())
        {
            let key = label_key(&column.value);
            let is_known = known.iter().any(|label| label_key(label) == key);
            let resembles = known.iter().any(|label| looks_like(&column.value, label))
                || key.chars().count() > 2
                    && nearest(&column.value, known.iter().map(|label| &**label)).is_some();
            let is_new = known.is_empty() || !resembles && !states_old_value(table, &key);
            if is_known || is_new || unknown.contains(&key) {
                continue;
            }
            let is_used = |label: &str| {
                let mut columns = table.children().iter().flat_map(Block::children);
                columns.any(|cell| {
                    cell.label
                        .as_ref()
                        .is_some_and(|own| label_key(&own.value) == label_key(label))
                })
            };
            let unused = known.iter().filter(|label| !is_used(label));
            self.report(
                column.span,
                PatchErrorKind::Dangling {
                    what: format!("column \"{}\"", column.value),
                    why: "no table here has such a column".into(),
                    near: similar_labels(&key, unused.map(|label| &**label)),
                },
            );
            unknown.push(key);
        }
        unknown
    }

    fn report_unknown_row(&mut self, label: &str, span: Span) {
        let rows = self
            .tree
            .iter_live_units(self.tree.root)
            .filter(|&unit| self.tree.kind(unit) == UnitKind::Row && !self.tree.is_header(unit));
        let labels = rows.filter_map(|unit| self.tree.label(unit));
        let near = similar_labels(&label_key(label), labels);
        self.report(
            span,
            PatchErrorKind::Dangling {
                what: format!("row \"{label}\""),
                why: "no table here has such a row; `Insert row …` adds one".into(),
                near,
            },
        );
    }
}

/// Returns the three labels most like a normalized one.
fn similar_labels<'l>(key: &str, labels: impl Iterator<Item = &'l str>) -> Vec<Suggestion> {
    let mut near: Vec<_> = labels
        .map(|label| (likeness(key, &label_key(label)), label))
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    let nearest = near.into_iter().take(3);
    nearest
        .map(|(_, label)| Suggestion::new(label.to_owned(), String::new()))
        .collect()
}

/// Returns whether a cell of a column says what the value was: `~~4~~ 5`.
fn states_old_value(table: &Block, column: &str) -> bool {
    let cells = table.children().iter().flat_map(|row| row.children());
    let own = cells.filter(|cell| {
        cell.label
            .as_ref()
            .is_some_and(|label| label_key(&label.value) == column)
    });
    own.filter_map(|cell| cell.text())
        .any(|text| text.marks.iter().any(|mark| mark.kind == MarkKind::Strike))
}

fn cell_text<'b>(table: &'b Block, row: &str, column: &str) -> Option<&'b Inline> {
    let same = |block: &&Block, label: &str| {
        block
            .label
            .as_ref()
            .is_some_and(|l| label_key(&l.value) == label_key(label))
    };
    table
        .children()
        .iter()
        .find(|block| same(block, row))?
        .children()
        .iter()
        .find(|block| same(block, column))?
        .text()
}

/// Splits `~~old~~ new` into the old value and the new text; without struck-out words there is no
/// old value.
pub(crate) fn old_and_new(text: &Inline) -> (Option<String>, Inline) {
    let Some(strike) = text.marks.iter().find(|mark| mark.kind == MarkKind::Strike) else {
        return (None, text.clone());
    };
    let old = strike.span.of(&text.text).trim().to_owned();
    let len = text.text[strike.span.end()..].trim_start().len();
    let new = Span::new(text.text.len() - len, text.text.len());
    (Some(old), text.part(new, |_| true))
}
