//! Proposes to insert an empty remark `**Deviation:** …`, which explains why the encoding departs
//! from the print, below the instruction at the cursor.

use super::{ProposedAction, RulesContext};
use crate::{syntax::CommentaryKind, text::Span};

/// Proposes `**Deviation:** …` below the instruction at the cursor, unless it has one.
pub(super) fn collect<'a>(context: &'a RulesContext<'a>, out: &mut Vec<ProposedAction<'a>>) {
    let entry = context.entry().and_then(|at| {
        context
            .document
            .file
            .places
            .get(at.place)?
            .entries
            .get(at.entry)
    });
    let Some(entry) = entry.filter(|entry| {
        entry
            .commentary
            .iter()
            .all(|one| one.kind != CommentaryKind::Deviation)
    }) else {
        return;
    };
    let end = context.text()[..entry.span.end()].trim_end().len();
    out.push(ProposedAction::new(
        "declare a deviation from the print",
        vec![context.edit(Span::new(end, end), "\n\n**Deviation:** …")],
    ));
}
