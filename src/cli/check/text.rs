//! Renders the problems that `check` found, for people: with source lines, notes on one line each,
//! and counts.

use crate::{
    answer::{CheckReport, ReportEntry, SourceLines},
    cli::{Styler, terminal},
    diagnostic::{Diagnostic, RenderSource, RenderStyle, Severity, render as render_diagnostic},
    doc::mark_colours,
};

/// Renders errors and warnings below their source lines, notes on one line each (in full if
/// `strict`), and a summary.
pub(super) fn render(
    styler: Styler,
    sources: &SourceLines<'_>,
    found: &[Diagnostic],
    report: &CheckReport,
    strict: bool,
) -> String {
    let source = |id| {
        sources.get(id).map(|(source, lines)| RenderSource {
            path: source.path.as_str(),
            text: &source.text,
            lines,
        })
    };
    let style = RenderStyle {
        color: styler.colour,
        width: styler.width,
    };
    let mut out = String::new();
    let findings = report.findings.iter();
    for finding in findings.filter(|finding| finding.place.range.is_none()) {
        let code = styler.error(&format!("error[{}]:", finding.code));
        out += &format!("{code} {}: {}\n\n", finding.place.path, finding.message);
    }
    let is_note = |found: &&Diagnostic| found.severity == Severity::Note && !strict;
    let (notes, others): (Vec<&Diagnostic>, Vec<&Diagnostic>) = found.iter().partition(is_note);
    for finding in others {
        out += &(mark_colours(&render_diagnostic(finding, &source, style)) + "\n");
    }
    for note in &notes {
        let shown = ReportEntry {
            help: None,
            ..ReportEntry::new(sources, note)
        };
        out += &terminal::render(styler, &shown.doc(), true);
    }
    if !notes.is_empty() {
        out.push('\n');
    }
    out + &terminal::render(styler, &report.summary(), true)
}
