//! Plain mentions of pages, as links to what stands there.

use super::{Offer, Scene};
use crate::text::Span;

/// No more sections of one page than these are offered.
const MOST: usize = 8;

/// `[P.18](#id)` for the `P.18` at the cursor, for each section that stands on that page.
pub(super) fn offer<'a>(scene: &'a Scene<'a>, out: &mut Vec<Offer<'a>>) {
    let text = scene.text();
    let line = scene
        .open
        .lines
        .span(scene.open.lines.line(scene.span.start()));
    let words = line.of(text);
    if !words.starts_with('>') {
        return;
    }
    for (span, page) in pages(words) {
        let span = span.shifted(line.start());
        if !scene.meets(span) || is_link(text, span) {
            continue;
        }
        let db = scene.open.db;
        let here = |id: &&String| {
            db.section_info(id)
                .is_some_and(|info| info.page.as_deref() == Some(page))
        };
        let found: Vec<&String> = db.outline().iter().filter(here).take(MOST + 1).collect();
        for id in found.iter().take(MOST) {
            let heading = db
                .section_info(id)
                .map(|info| info.heading)
                .unwrap_or_default();
            let link = format!("[{}](#{id})", span.of(text));
            out.push(
                Offer::new(
                    format!("link to #{id}: {heading}"),
                    vec![scene.edit(span, link)],
                )
                .preferred(found.len() == 1),
            );
        }
    }
}

/// The mentions of pages in a line, with the page.
fn pages(line: &str) -> Vec<(Span, &str)> {
    let mut out = Vec::new();
    for lead in ["P.", "p.", "Page", "page"] {
        for (start, _) in line.match_indices(lead) {
            let whole = !line[..start].ends_with(|c: char| c.is_alphanumeric());
            let rest = &line[start + lead.len()..];
            let digits = rest.strip_prefix(' ').unwrap_or(rest);
            let length = digits.bytes().take_while(u8::is_ascii_digit).count();
            let end = line.len() - digits.len() + length;
            if whole && length > 0 && (lead.ends_with('.') || digits.len() < rest.len()) {
                out.push((Span::new(start, end), &line[end - length..end]));
            }
        }
    }
    out
}

/// Whether the words stand in the brackets of a link.
fn is_link(text: &str, span: Span) -> bool {
    let line = text[span.end()..].lines().next().unwrap_or_default();
    line.find(']')
        .is_some_and(|close| line[close..].starts_with("](") && !line[..close].contains('['))
}
