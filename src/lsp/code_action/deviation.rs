//! Proposes to insert an empty remark `**Deviation:** …`, which explains why the encoding departs
//! from the print, below the instruction at the cursor.

use super::{ProposedAction, RulesContext};
use crate::syntax::CommentaryKind;

/// Proposes `**Deviation:** …` below the instruction at the cursor, unless it has one.
pub(super) fn collect<'a>(context: &'a RulesContext<'a>, out: &mut Vec<ProposedAction<'a>>) {
    let Some((_, entry)) = context.entry() else {
        return;
    };
    let mut commentary = entry.commentary.iter();
    if commentary.any(|one| one.kind == CommentaryKind::Deviation) {
        return;
    }
    let end = context.text()[..entry.span.end()].trim_end().len();
    let edit = context.insertion(end, "\n\n**Deviation:** …");
    let title = "declare a deviation from the print";
    out.push(ProposedAction::new(title, vec![edit]));
}
