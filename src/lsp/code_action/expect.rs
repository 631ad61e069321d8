//! Proposes to insert the replaced value, `~~old~~`, before a new one in a table of `Set values`,
//! so that it is checked against the text.

use super::{ProposedAction, RulesContext};
use crate::analysis::CellWithoutOldValue;

/// Proposes `~~old~~` before the new values at the cursor, or before all values of the instruction
/// whose heading is at the cursor.
pub(super) fn collect<'a>(context: &'a RulesContext<'a>, out: &mut Vec<ProposedAction<'a>>) {
    let Some((at, entry)) = context.entry() else {
        return;
    };
    let analysis = context.snapshot.analysis();
    let cells = analysis.unchecked_cells(context.document.db, at);
    let edit = |cell: &CellWithoutOldValue| {
        context.insertion(cell.span.start(), format!("~~{}~~ ", cell.old))
    };
    for cell in cells.iter().filter(|cell| context.overlaps(cell.span)) {
        let title = format!("add the old value: {} was {}", cell.cell, cell.old);
        out.push(ProposedAction::new(title, vec![edit(cell)]));
    }
    let whole = context.overlaps(entry.heading_span)
        || cells.len() > 1 && cells.iter().any(|cell| context.overlaps(cell.span));
    if whole && !cells.is_empty() {
        let edits = cells.iter().map(edit).collect();
        out.push(ProposedAction::new("add all old values", edits));
    }
}
