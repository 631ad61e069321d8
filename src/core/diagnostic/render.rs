//! Renders a diagnostic as text: message, source lines, related locations, help, up to 3 fixes.
//! The command line and the snapshots of tests use it.

use super::{Diagnostic, Fix, Location, Severity};
use crate::text::{LineIndex, SourceId, Span, control::make_visible};
use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Patch, Renderer, Snippet};
use std::borrow::Cow;

/// How many fixes are rendered; an editor offers them all.
const FIXES: usize = 3;

/// Options of [`render`]: whether to use ANSI colours, and the width at which long lines are cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RenderStyle {
    /// Whether to use ANSI colours.
    pub color: bool,
    /// Columns of the screen, at which long lines of the source are cut; 0 for 140.
    pub width: usize,
}

/// The most bytes of source in one snippet; locations further apart get a snippet each.
const EXCERPT: usize = 16 << 10;

/// The most lines of source in one snippet.
const EXCERPT_LINES: usize = 256;

/// The longest line of source that is rendered, in bytes; of a longer one only the place is shown.
const LINE: usize = 2 << 10;

/// A source that rendered diagnostics quote lines of: its path as shown, its text and line index.
#[derive(Clone, Copy, Debug)]
pub struct RenderSource<'s> {
    /// The path that is shown; none if it is empty.
    pub path: &'s str,
    /// The text.
    pub text: &'s str,
    /// The lines of the text.
    pub lines: &'s LineIndex,
}

/// Returns the source with an id; `None` if its lines are not to be shown.
type FindSource<'f, 's> = &'f dyn Fn(SourceId) -> Option<RenderSource<'s>>;

/// Renders a diagnostic with its lines of source, related locations and fixes.
///
/// Locations in unknown sources are left out. Only the lines around a location are read, so that
/// the time does not depend on the length of the source. The only escape characters in the result
/// are those of the colours of `style`.
pub fn render<'s>(
    diagnostic: &'s Diagnostic,
    source: FindSource<'_, 's>,
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
    for element in places(diagnostic, source) {
        main = main.element(element);
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

/// Returns the places of a diagnostic, one snippet for each source if they are close together; that
/// of the diagnostic itself is first.
fn places<'s>(diagnostic: &'s Diagnostic, source: FindSource<'_, 's>) -> Vec<Element<'s>> {
    let mut order: Vec<SourceId> = vec![diagnostic.at.source];
    for related in &diagnostic.related {
        if !order.contains(&related.at.source) {
            order.push(related.at.source);
        }
    }
    let mut out = Vec::new();
    for id in order {
        let Some(source) = source(id) else {
            continue;
        };
        let label = Some(diagnostic.label.as_str())
            .filter(|label| !label.is_empty())
            .map(make_visible);
        let own = (AnnotationKind::Primary, diagnostic.at, label);
        let related = diagnostic.related.iter().map(|related| {
            let label = Some(make_visible(&related.message));
            (AnnotationKind::Context, related.at, label)
        });
        let annotations: Vec<_> = std::iter::once(own)
            .chain(related)
            .filter(|(_, at, _)| at.source == id)
            .map(|(kind, at, label)| (kind, clamp(at.span, source.text), label))
            .collect();
        let whole = annotations.iter().map(|(_, span, _)| *span);
        let together = Excerpt::around(&source, whole);
        if let Some(excerpt) = together {
            let annotations = annotations.into_iter();
            let annotations =
                annotations.map(|(kind, span, label)| kind.span(excerpt.range(span)).label(label));
            let snippet = excerpt.snippet(&source).annotations(annotations);
            out.push(snippet.into());
            continue;
        }
        for (kind, span, label) in annotations {
            // of a long passage its first line
            let line = source
                .lines
                .span(source.text, source.lines.line(span.start()));
            let first = span.with_end(span.end().min(line.end()).max(span.start()));
            match Excerpt::around(&source, [span])
                .map(|excerpt| (excerpt, span))
                .or_else(|| Some((Excerpt::around(&source, [first])?, first)))
            {
                Some((excerpt, span)) => {
                    let annotation = kind.span(excerpt.range(span)).label(label);
                    let snippet = excerpt.snippet(&source).annotation(annotation);
                    out.push(snippet.into());
                }
                None if source.path.is_empty() => {}
                None => {
                    let at = source.lines.position(source.text, span.start());
                    let origin = Origin::path(make_visible(source.path)).line(at.line + 1);
                    out.push(origin.char_column(at.column + 1).into());
                }
            }
        }
    }
    out
}

fn fix_group<'s>(fix: &'s Fix, source: FindSource<'_, 's>) -> Group<'s> {
    let mut group = Group::with_title(Level::HELP.secondary_title(make_visible(&fix.title)));
    let mut order: Vec<SourceId> = Vec::new();
    for Location { source, .. } in fix.edits.iter().map(|edit| edit.at) {
        if !order.contains(&source) {
            order.push(source);
        }
    }
    for id in order {
        let Some(source) = source(id) else {
            continue;
        };
        let edits = fix.edits.iter().filter(|edit| edit.at.source == id);
        let edits = edits.map(|edit| (clamp(edit.at.span, source.text), edit.text.as_str()));
        let Some(excerpt) = Excerpt::around(&source, edits.clone().map(|(span, _)| span)) else {
            continue;
        };
        let patches = edits.map(|(span, text)| Patch::new(excerpt.range(span), text));
        group = group.element(excerpt.snippet(&source).patches(patches));
    }
    group
}

/// The lines of a source that a rendered diagnostic shows: the number of the first, and their
/// bytes.
struct Excerpt {
    /// The number of the first line, from 0.
    line: usize,
    span: Span,
}

impl Excerpt {
    /// Returns the lines of all spans and those between; `None` if that is too much to render.
    fn around(source: &RenderSource<'_>, spans: impl IntoIterator<Item = Span>) -> Option<Self> {
        let line_of = |offset: usize| {
            let line = source.lines.line(offset);
            // the end of the text, after its last line feed, counts as part of the last line
            let behind = offset > 0 && offset == source.text.len() && source.text.ends_with('\n');
            line - usize::from(behind)
        };
        let (mut first, mut last) = (usize::MAX, 0);
        for span in spans {
            for line in [line_of(span.start()), line_of(span.end())] {
                if source.lines.span(source.text, line).len() > LINE {
                    return None;
                }
                first = first.min(line);
                last = last.max(line);
            }
        }
        let start = |line: usize| source.lines.span(source.text, line).start();
        let span = Span::new(start(first.min(last)), start(last + 1));
        (span.len() <= EXCERPT && last.saturating_sub(first) < EXCERPT_LINES)
            .then_some(Self { line: first, span })
    }

    /// Returns a snippet of these lines.
    fn snippet<'s, T: Clone>(&self, source: &RenderSource<'s>) -> Snippet<'s, T> {
        Snippet::source(self.span.of(source.text))
            .line_start(self.line + 1)
            .path(visible_path(source.path))
    }

    /// Returns the bytes of `span` in these lines.
    fn range(&self, span: Span) -> std::ops::Range<usize> {
        span.start() - self.span.start()..span.end() - self.span.start()
    }
}

fn visible_path(path: &str) -> Option<Cow<'_, str>> {
    Some(path).filter(|path| !path.is_empty()).map(make_visible)
}

/// Clamps a span to the text and to character boundaries, as the renderer requires.
fn clamp(span: Span, text: &str) -> Span {
    let boundary = |at: usize| text.floor_char_boundary(at);
    Span::new(
        boundary(span.start()),
        boundary(span.end().max(span.start())),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_is_rendered_below_its_source() {
        let text = "# Ferries\n\n## Delete bullett 2\n";
        let at = Location::new(SourceId(0), Span::new(21, 28));
        let diagnostic = Diagnostic::error("instruction-syntax", at, "unexpected `bullett`")
            .label("did you mean `bullet`?")
            .help("expected a unit")
            .related(Location::new(SourceId(1), Span::new(2, 9)), "the place")
            .replace_with("write `bullet`", "bullet");
        let other = "# Ferries";
        let indexes = [text, other].map(LineIndex::new);
        let source = |id: SourceId| {
            let at = id.0 as usize;
            let (path, text) = [("a.md", text), ("b.md", other)][at];
            let lines = &indexes[at];
            Some(RenderSource { path, text, lines })
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
            let (path, text) = ("a.md", "½ü\n");
            let lines = &LineIndex::new(text);
            let source = |_| Some(RenderSource { path, text, lines });
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

    #[test]
    fn only_the_lines_around_a_location_are_read() {
        let long = "x".repeat(LINE + 1);
        let text = format!(
            "# Ferries\n\nshort\n{long}\n{}last",
            "words\n".repeat(EXCERPT / 5)
        );
        let lines = &LineIndex::new(&text);
        let source = |_| {
            Some(RenderSource {
                path: "a.md",
                text: &text,
                lines,
            })
        };
        let place = |words: &str| {
            let at = text.find(words).expect("words of the text");
            Location::new(SourceId(0), Span::new(at, at + words.len()))
        };
        let diagnostic = |at| Diagnostic::error("x", at, "m");
        let far = diagnostic(place("short"))
            .related(place("xx"), "in a long line")
            .related(place("last"), "far away");
        let whole = diagnostic(Location::new(SourceId(0), Span::new(2, text.len())));
        let render = |it| render(it, &source, RenderStyle::default());
        let rendered = render(&far);
        for shown in ["--> a.md:3:1", "3 | short", "::: a.md:4:1", "| last"] {
            assert!(rendered.contains(shown), "{rendered}");
        }
        assert!(!rendered.contains("xxx"), "{rendered}");
        // of a long passage its first line
        let rendered = render(&whole);
        assert!(
            rendered.contains("--> a.md:1:3") && rendered.len() < 200,
            "{rendered}"
        );
    }
}
