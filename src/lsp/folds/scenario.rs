//! Finds the parts of a scenario to fold or select: front matter, headings with text, comments.

use crate::{
    scenario::{ScenarioDocument, lines_of},
    syntax::{MarkdownLineKind, parse_plain_markdown},
    text::Span,
};

/// A part of a scenario to fold or select: front matter, a heading with its text, or a comment.
pub(crate) struct ScenarioPart {
    /// All of it.
    pub(crate) span: Span,
    /// The depth of nesting.
    pub(crate) depth: usize,
    /// Whether the part is a comment.
    pub(crate) comment: bool,
}

/// Returns the front matter, each heading with the text below it, and comments.
pub(crate) fn parts(document: &ScenarioDocument) -> Vec<ScenarioPart> {
    let text = &document.text;
    let file = parse_plain_markdown(document.source, text);
    let mut out = vec![ScenarioPart {
        span: file.front,
        depth: 0,
        comment: false,
    }];
    let headings: Vec<(u8, Span)> = lines_of(text)
        .into_iter()
        .filter_map(|line| match line.kind {
            MarkdownLineKind::Heading(level) => Some((level, line.span)),
            MarkdownLineKind::Item | MarkdownLineKind::Text => None,
        })
        .collect();
    let start = |span: Span| text[..span.start()].rfind('\n').map_or(0, |at| at + 1);
    for (at, (level, span)) in headings.iter().enumerate() {
        let next = headings[at + 1..].iter().find(|(other, _)| other <= level);
        let end = next.map_or(text.len(), |(_, next)| start(*next));
        out.push(ScenarioPart {
            span: Span::new(start(*span), end),
            depth: usize::from(*level),
            comment: false,
        });
    }
    out.extend(file.comments.iter().map(|span| ScenarioPart {
        span: *span,
        depth: 7,
        comment: true,
    }));
    out.retain(|part| !part.span.is_empty());
    out
}
