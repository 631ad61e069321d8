//! Diagnostics and ranges rendered below the source.

use rulebook::{
    diagnostic::{self, Diagnostic, RenderSource, RenderStyle},
    text::{LineIndex, Span},
};
use std::fmt::Write;

/// Renders a diagnostic below its lines of `text`.
pub(crate) fn diagnostic(text: &str, finding: &Diagnostic) -> String {
    let source = RenderSource {
        path: "",
        text,
        lines: &LineIndex::new(text),
    };
    diagnostic::render(finding, &|_| Some(source), RenderStyle::default())
}

/// The lines of `span`, with carets below its characters.
pub(crate) fn range(out: &mut String, text: &str, span: Span, label: &str) {
    let index = LineIndex::new(text);
    let (first, last) = (
        index.line(span.start()),
        index.line(span.end().max(span.start() + 1) - 1),
    );
    for line in first..=last {
        let whole = index.span(text, line);
        let (start, end) = (span.start().max(whole.start()), span.end().min(whole.end()));
        let shown = whole.of(text);
        let before = text
            .get(whole.start()..start)
            .unwrap_or_default()
            .chars()
            .count();
        let marked = text
            .get(start..end)
            .unwrap_or_default()
            .chars()
            .count()
            .max(1);
        let label = if line == last { label } else { "" };
        let _ = writeln!(out, "{:>4} | {shown}", line + 1);
        let _ = writeln!(
            out,
            "{}",
            format!(
                "     | {}{} {label}",
                " ".repeat(before),
                "^".repeat(marked)
            )
            .trim_end()
        );
    }
}
