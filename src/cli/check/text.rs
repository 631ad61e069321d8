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
    for finding in report
        .findings
        .iter()
        .filter(|finding| finding.place.range.is_none())
    {
        out += &format!(
            "{} {}\n\n",
            styler.error(&format!("error[{}]:", finding.code)),
            place_and_message(finding)
        );
    }
    let (notes, others): (Vec<&Diagnostic>, Vec<&Diagnostic>) = found
        .iter()
        .partition(|finding| finding.severity == Severity::Note && !strict);
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

fn place_and_message(finding: &ReportEntry) -> String {
    format!("{}: {}", finding.place.path, finding.message)
}
