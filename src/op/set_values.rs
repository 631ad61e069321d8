use super::{
    CellEdit, Edit, FaultKind, Lowered, Lowering, Near, Nursery, Seed, Slot, label_key,
    select::Miss,
};
use crate::{
    diagnostic::Location,
    model::{Kind, Node, Texts, UnitId, Wording},
    syntax::{Block, BlockKind, Inline, MarkKind},
    text::Span,
};
use std::sync::Arc;

impl Lowering<'_> {
    /// `Set values`: the cells of the quoted table that are not empty get their value. `~~old~~ new` checks the old one.
    pub(crate) fn set_values(&mut self) -> Result<Lowered, Miss> {
        let patch = self.patch;
        let mut edits = Vec::new();
        let mut reached = Vec::new();
        let tables: Vec<&Block> = self
            .slice
            .of(patch.blocks())
            .iter()
            .filter(|block| block.kind == BlockKind::Table)
            .collect();
        if tables.is_empty() {
            self.misshapen("a table of values is wanted".into());
        }
        let printed: Vec<&Block> = patch
            .twin
            .as_ref()
            .and_then(|twin| twin.entry())
            .map(|entry| {
                entry
                    .payload
                    .iter()
                    .filter(|block| block.kind == BlockKind::Table)
                    .collect()
            })
            .unwrap_or_default();
        for (at, table) in tables.into_iter().enumerate() {
            for row in table.children().iter().skip(1) {
                let Some(label) = row.label.as_ref() else {
                    continue;
                };
                let Some(target) = self.row(&label.value) else {
                    self.unknown_row(&label.value, label.span);
                    continue;
                };
                for cell in row.children().iter().skip(1) {
                    let (Some(column), Some(text)) = (
                        cell.label.as_ref(),
                        cell.text().filter(|text| !text.is_empty()),
                    ) else {
                        continue;
                    };
                    let twin = printed
                        .get(at)
                        .and_then(|table| cell_text(table, &label.value, &column.value));
                    let unit = match self.cell(target, &column.value) {
                        Some(unit) => unit,
                        None => self.new_cell(target, &column.value, cell.span, &mut edits),
                    };
                    reached.push(unit);
                    edits.push(Edit::Cell(self.value(
                        unit,
                        format!("{} {}", label.value, column.value),
                        text,
                        twin,
                        cell.span,
                    )));
                }
            }
        }
        Ok(self.done(edits, reached))
    }

    fn row(&self, label: &str) -> Option<UnitId> {
        let key = label_key(label);
        let bears = |&unit: &UnitId| {
            self.tree.kind(unit) == Kind::Row
                && !self.tree.is_header(unit)
                && self
                    .tree
                    .get(unit)
                    .and_then(|node| node.label.as_deref())
                    .is_some_and(|l| label_key(l) == key)
        };
        self.tree.walk(self.tree.root).into_iter().find(bears)
    }

    fn cell(&self, row: UnitId, column: &str) -> Option<UnitId> {
        let key = label_key(column);
        self.tree.children(row).find(|&unit| {
            self.tree
                .get(unit)
                .and_then(|node| node.label.as_deref())
                .is_some_and(|l| label_key(l) == key)
        })
    }

    /// A cell of a column that the row does not have yet.
    fn new_cell(&mut self, row: UnitId, column: &str, span: Span, edits: &mut Vec<Edit>) -> UnitId {
        let key = format!(
            "{}/c-{}-{}",
            self.key,
            self.arena.key(row).replace('/', "."),
            label_key(column)
        );
        let unit = self
            .arena
            .bear(key, Location::new(self.patch.file.source, span));
        let mut node = Node::new(Kind::Cell, self.ix);
        node.label = Some(Arc::from(column));
        node.texts = Some(Arc::new(Texts::default()));
        let nursery = Nursery {
            seeds: vec![Seed {
                unit,
                node,
                keep: false,
            }],
            roots: vec![unit],
        };
        edits.push(Edit::Insert {
            slot: Slot::End(row),
            with: Arc::new(nursery),
        });
        unit
    }

    fn value(
        &self,
        cell: UnitId,
        name: String,
        text: &Inline,
        printed: Option<&Inline>,
        span: Span,
    ) -> CellEdit {
        let (old, new) = old_and_new(text);
        let restated = Wording::new(&new, self.ix);
        let printed = printed.map(|text| Box::new(Wording::new(&old_and_new(text).1, self.ix)));
        CellEdit {
            cell,
            name,
            old,
            new: Texts { restated, printed },
            span,
        }
    }

    fn unknown_row(&mut self, label: &str, span: Span) {
        let wanted = label_key(label);
        let rows = self
            .tree
            .walk(self.tree.root)
            .into_iter()
            .filter(|&unit| self.tree.kind(unit) == Kind::Row && !self.tree.is_header(unit));
        let labels = rows.filter_map(|unit| self.tree.get(unit)?.label.clone());
        let mut near: Vec<_> = labels
            .map(|l| (strsim::jaro_winkler(&wanted, &label_key(&l)), l))
            .collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        let near = near
            .into_iter()
            .take(3)
            .map(|(_, l)| Near {
                written: l.to_string(),
                words: String::new(),
            })
            .collect();
        self.fault(
            span,
            FaultKind::Dangling {
                what: format!("row \"{label}\""),
                why: "no table here has such a row".into(),
                near,
            },
        );
    }
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

/// `~~old~~ new` as the old value and the new text; without a strike there is no old value.
pub(crate) fn old_and_new(text: &Inline) -> (Option<String>, Inline) {
    let Some(strike) = text.marks.iter().find(|mark| mark.kind == MarkKind::Strike) else {
        return (None, text.clone());
    };
    let old = strike.span.of(&text.text).trim().to_owned();
    let skip =
        text.text[strike.span.end()..].len() - text.text[strike.span.end()..].trim_start().len();
    let from = strike.span.end() + skip;
    let marks = text.marks.iter().filter(|mark| mark.span.start() >= from);
    let marks = marks
        .map(|mark| crate::syntax::Mark {
            span: Span::new(mark.span.start() - from, mark.span.end() - from),
            kind: mark.kind.clone(),
        })
        .collect();
    (
        Some(old),
        Inline {
            text: text.text[from..].into(),
            marks,
            map: crate::syntax::SourceMap::Nowhere,
        },
    )
}
