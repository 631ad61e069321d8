//! A comment that allows a finding.

use super::{Offer, Scene};
use crate::{diagnostic::SourceEdit, lint, syntax::Extent, text::Span};

/// Allows the findings that are marked, in the part in which each stands. The reason is for the author to write: until then the comment
/// allows nothing.
pub(super) fn offer<'a>(scene: &'a Scene<'a>, out: &mut Vec<Offer<'a>>) {
    for (number, finding) in scene.found() {
        if lint::find_lint(&finding.code).is_some_and(lint::is_suppressible) {
            let comment = format!("<!-- allow {}: … -->", finding.code);
            let title = format!("allow `{}` here, with a reason", finding.code);
            out.push(
                Offer::new(title, vec![insertion(scene, finding.at.span, &comment)]).curing(number),
            );
        }
    }
}

/// The comment below the heading of the part in which `span` stands, or behind the front matter.
fn insertion(scene: &Scene<'_>, span: Span, comment: &str) -> SourceEdit {
    let file = scene.open.file;
    let place = |at: usize| file.places.get(at);
    let heading = match file.part_at(span.start()) {
        Extent::File => None,
        Extent::Place(at) => place(at).map(|place| place.span.start()),
        Extent::Entry(at, entry) => place(at)
            .and_then(|place| place.entries.get(entry))
            .map(|entry| entry.span.start()),
    };
    let before = heading
        .map(|start| scene.line_end(start))
        .or(Some(file.front.span.end()).filter(|end| *end > 0));
    match before {
        // the fence of the front matter may hold its line's end
        Some(end) if scene.text()[..end].ends_with('\n') => {
            scene.edit(Span::new(end, end), format!("\n{comment}\n"))
        }
        Some(end) => scene.edit(Span::new(end, end), format!("\n\n{comment}")),
        None => scene.edit(Span::default(), format!("{comment}\n\n")),
    }
}
