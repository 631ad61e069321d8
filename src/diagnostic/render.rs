//! Renders diagnostics with their source, for terminals and for drawn answers of tests.

use super::{Diagnostic, Fix, Location, Severity};
use crate::text::{SourceId, Span, control::make_visible};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Patch, Renderer, Snippet};
use std::borrow::Cow;

/// How many fixes are rendered; an editor offers them all.
const FIXES: usize = 3;

/// Options of the rendering.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RenderStyle {
    /// Whether to use ANSI colours.
    pub color: bool,
    /// Columns of the screen, at which long lines of the source are cut; 0 for 140.
    pub width: usize,
}

/// Renders a diagnostic with its lines of source, related locations and fixes.
///
/// `source` returns path and text of a source; an empty path is not shown. Locations in unknown
/// sources are left out. The only escape characters in the result are those of the colours of `style`.
pub fn render<'s>(
    diagnostic: &'s Diagnostic,
    source: &dyn Fn(SourceId) -> Option<(&'s str, &'s str)>,
    style: RenderStyle,
) -> String {
    let level = match diagnostic.severity {
        Severity::Note => Level::NOTE,
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    };
    let mut main = Group::with_title(
        level
            .primary_title(make_visible(&diagnostic.message))
            .id(make_visible(&diagnostic.code)),
    );
    for snippet in snippets(diagnostic, source) {
        main = main.element(snippet);
    }
    if let Some(help) = &diagnostic.help {
        main = main.element(Level::HELP.message(make_visible(help)));
    }
    let mut groups = vec![main];
    groups.extend(
        diagnostic
            .fixes
            .iter()
            .take(FIXES)
            .map(|fix| fix_group(fix, source)),
    );
    if diagnostic.fixes.len() > FIXES {
        let more = format!("and {} more", diagnostic.fixes.len() - FIXES);
        groups.push(Group::with_title(
            Level::HELP.no_name().secondary_title(more),
        ));
    }
    let renderer = if style.color {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let renderer = renderer.term_width(if style.width == 0 { 140 } else { style.width });
    let rendered = renderer.render(&groups);
    rendered
        .lines()
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}

/// Returns one snippet per source, that of the diagnostic itself first.
fn snippets<'s>(
    diagnostic: &'s Diagnostic,
    source: &dyn Fn(SourceId) -> Option<(&'s str, &'s str)>,
) -> Vec<Snippet<'s, Annotation<'s>>> {
    let mut order: Vec<SourceId> = vec![diagnostic.at.source];
    for related in &diagnostic.related {
        if !order.contains(&related.at.source) {
            order.push(related.at.source);
        }
    }
    let mut snippets = Vec::new();
    for id in order {
        let Some((path, text)) = source(id) else {
            continue;
        };
        let mut snippet = Snippet::source(text).path(visible_path(path));
        if id == diagnostic.at.source {
            let label = Some(diagnostic.label.as_str())
                .filter(|label| !label.is_empty())
                .map(make_visible);
            snippet = snippet.annotation(
                AnnotationKind::Primary
                    .span(clamp_range(diagnostic.at.span, text))
                    .label(label),
            );
        }
        for related in diagnostic
            .related
            .iter()
            .filter(|related| related.at.source == id)
        {
            snippet = snippet.annotation(
                AnnotationKind::Context
                    .span(clamp_range(related.at.span, text))
                    .label(make_visible(&related.message)),
            );
        }
        snippets.push(snippet);
    }
    snippets
}

fn fix_group<'s>(
    fix: &'s Fix,
    source: &dyn Fn(SourceId) -> Option<(&'s str, &'s str)>,
) -> Group<'s> {
    let mut group = Group::with_title(Level::HELP.secondary_title(make_visible(&fix.title)));
    let mut order: Vec<SourceId> = Vec::new();
    for Location { source, .. } in fix.edits.iter().map(|edit| edit.at) {
        if !order.contains(&source) {
            order.push(source);
        }
    }
    for id in order {
        let Some((path, text)) = source(id) else {
            continue;
        };
        let edits = fix.edits.iter().filter(|edit| edit.at.source == id);
        let patches =
            edits.map(|edit| Patch::new(clamp_range(edit.at.span, text), edit.text.as_str()));
        group = group.element(
            Snippet::source(text)
                .path(visible_path(path))
                .patches(patches),
        );
    }
    group
}

fn visible_path(path: &str) -> Option<Cow<'_, str>> {
    Some(path).filter(|path| !path.is_empty()).map(make_visible)
}

/// Clamps a span to the text and to character boundaries, as the renderer requires.
fn clamp_range(span: Span, text: &str) -> std::ops::Range<usize> {
    let boundary = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    boundary(span.start())..boundary(span.end().max(span.start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_is_rendered_below_its_source() {
        let text = "# Ferries\n\n## Delete bullett 2\n";
        let at = Location::new(SourceId(0), Span::new(21, 28));
        let diagnostic = Diagnostic::new(
            "instruction-syntax",
            Severity::Error,
            at,
            "unexpected `bullett`",
        )
        .label("did you mean `bullet`?")
        .help("expected a unit")
        .related(Location::new(SourceId(1), Span::new(2, 9)), "the place")
        .replace_with("write `bullet`", "bullet");
        let source = |id: SourceId| {
            if id.0 == 0 {
                Some(("a.md", text))
            } else {
                Some(("b.md", "# Ferries"))
            }
        };
        insta::assert_snapshot!(render(&diagnostic, &source, RenderStyle::default()));
    }

    #[test]
    fn a_range_out_of_bounds_is_rendered() {
        for (start, end) in [(0, 0), (1, 2), (3, 90), (90, 99)] {
            let diagnostic = Diagnostic::new(
                "x",
                Severity::Note,
                Location::new(SourceId(0), Span::new(start, end)),
                "m",
            )
            .replace_with("t", "");
            let source = |_| Some(("a.md", "½ü\n"));
            assert!(render(&diagnostic, &source, RenderStyle::default()).contains("a.md"));
            assert!(
                !render(
                    &diagnostic,
                    &|_| None,
                    RenderStyle {
                        color: true,
                        width: 20
                    }
                )
                .is_empty()
            );
        }
    }
}
