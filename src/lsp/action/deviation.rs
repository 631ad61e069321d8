//! Declaring that an instruction is not what the sheet says.

use super::{Offer, Scene};
use crate::{syntax::CommentaryKind, text::Span};

/// `**Deviation:** …` below the instruction at the cursor, unless it has one.
pub(super) fn offer<'a>(scene: &'a Scene<'a>, out: &mut Vec<Offer<'a>>) {
    let entry = scene
        .entry()
        .and_then(|at| scene.open.file.places.get(at.place)?.entries.get(at.entry));
    let Some(entry) = entry.filter(|entry| {
        entry
            .commentary
            .iter()
            .all(|one| one.kind != CommentaryKind::Deviation)
    }) else {
        return;
    };
    let end = scene.text()[..entry.span.end()].trim_end().len();
    out.push(Offer::new(
        "declare a deviation from the print",
        vec![scene.edit(Span::new(end, end), "\n\n**Deviation:** …")],
    ));
}
