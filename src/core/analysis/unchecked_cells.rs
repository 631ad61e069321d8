//! Finds cells of a `Set values` instruction that could state the value they replace, but do not;
//! editors propose to insert it.

use super::{Analysis, InstructionPosition};
use crate::{
    model::{SectionTree, UnitId, UnitKind},
    op::label_key,
    resolve::RulesetDb,
    syntax::{Block, BlockKind, MarkKind, Verb},
    text::Span,
};

/// A cell of `Set values` that does not state the value it replaces: its bytes in the file, and
/// that value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellWithoutOldValue {
    /// The bytes of the cell's text in the file.
    pub span: Span,
    /// Row and column.
    pub cell: String,
    /// The value before the instruction.
    pub old: String,
}

impl Analysis {
    /// Returns the cells of `Set values` that do not state the value they replace, if that value is
    /// known.
    pub fn unchecked_cells(
        &self,
        db: &RulesetDb,
        at: InstructionPosition,
    ) -> Vec<CellWithoutOldValue> {
        let entry = self
            .file(at.source)
            .and_then(|file| file.places.get(at.place)?.entries.get(at.entry));
        let Some(entry) = entry.filter(|entry| entry.verb() == Some(Verb::SetValues)) else {
            return Vec::new();
        };
        let text = self.source(at.source).map_or("", |source| &source.text);
        let mut out = Vec::new();
        for (section, ix) in self.sections_of_entry(db, at) {
            let frame = section.frame(ix);
            let rows = entry
                .payload
                .iter()
                .filter(|block| block.kind == BlockKind::Table)
                .flat_map(|table| table.children().iter().skip(1));
            for cell in rows
                .clone()
                .flat_map(|row| row.children().iter().skip(1).map(move |cell| (row, cell)))
            {
                out.extend(unchecked_cell(&frame, text, cell.0, cell.1));
            }
        }
        out
    }
}

fn unchecked_cell(
    frame: &SectionTree,
    source: &str,
    row: &Block,
    cell: &Block,
) -> Option<CellWithoutOldValue> {
    cell.text().filter(|text| {
        !text.is_empty() && text.marks.iter().all(|mark| mark.kind != MarkKind::Strike)
    })?;
    let (row, column) = (&row.label.as_ref()?.value, &cell.label.as_ref()?.value);
    let has_label = |unit: UnitId, label: &str| {
        frame
            .label(unit)
            .is_some_and(|own| label_key(own) == label_key(label))
    };
    let is_row = |&unit: &UnitId| {
        frame.kind(unit) == UnitKind::Row && !frame.is_header(unit) && has_label(unit, row)
    };
    let unit = frame.iter_live_units(frame.root).find(is_row)?;
    let unit = frame.children(unit).find(|&unit| has_label(unit, column))?;
    let old = frame
        .restated(unit)
        .filter(|old| !old.has_hole() && !old.text.is_empty())?;
    let whole = cell.span.of(source);
    let start = cell.span.start() + whole.len() - whole.trim_start_matches([' ', '\t', '|']).len();
    let span = Span::new(
        start,
        start.max(cell.span.start() + whole.trim_end_matches([' ', '\t', '|']).len()),
    );
    Some(CellWithoutOldValue {
        span,
        cell: format!("{row} {column}"),
        old: old.text.to_string(),
    })
}
