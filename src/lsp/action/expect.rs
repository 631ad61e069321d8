//! Old values, so that they are checked.

use super::{Offer, Scene};
use crate::diagnostic::SourceEdit;

/// `~~old~~` in front of the new values at the cursor, or of all values of the instruction whose heading it stands on.
pub(super) fn offer<'a>(scene: &'a Scene<'a>, out: &mut Vec<Offer<'a>>) {
    let Some(at) = scene.entry() else { return };
    let Some(entry) = scene
        .open
        .file
        .places
        .get(at.place)
        .and_then(|place| place.entries.get(at.entry))
    else {
        return;
    };
    let cells = scene.snapshot.analysis().unchecked_cells(scene.open.db, at);
    let edit = |cell: &crate::analysis::UncheckedCell| -> SourceEdit {
        scene.edit(
            crate::text::Span::new(cell.span.start(), cell.span.start()),
            format!("~~{}~~ ", cell.old),
        )
    };
    for cell in cells.iter().filter(|cell| scene.meets(cell.span)) {
        out.push(Offer::new(
            format!("say that {} was {}", cell.cell, cell.old),
            vec![edit(cell)],
        ));
    }
    let whole = scene.meets(entry.heading_span)
        || cells.len() > 1 && cells.iter().any(|cell| scene.meets(cell.span));
    if whole && !cells.is_empty() {
        out.push(Offer::new(
            "fill in all old values",
            cells.iter().map(edit).collect(),
        ));
    }
}
