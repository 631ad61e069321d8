//! Renders the problems that `check` found, for people: with source lines, notes on one line each,
//! and counts.

use crate::{
    answer::{CheckReport, ReportEntry, SourceLines},
    cli::{Styler, plural},
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
        let finding = ReportEntry::new(sources, note);
        let line = finding
            .place
            .range
            .map(|range| format!(":{}:{}", range.start.line, range.start.column))
            .unwrap_or_default();
        let place = format!("{}{line}", finding.place.path);
        out += &styler.wrap(
            "",
            "    ",
            &format!(
                "{} note[{}]: {}",
                styler.reference(&place),
                note.code,
                note.message
            ),
        );
    }
    if !notes.is_empty() {
        out.push('\n');
    }
    out + &summary_line(report)
}

fn place_and_message(finding: &ReportEntry) -> String {
    format!("{}: {}", finding.place.path, finding.message)
}

/// Returns `2 errors, 1 warning, 30 notes in 12 files`.
fn summary_line(report: &CheckReport) -> String {
    let kinds = [
        (Severity::Error, "error"),
        (Severity::Warning, "warning"),
        (Severity::Note, "note"),
    ];
    let counts = kinds.iter().filter_map(|(severity, name)| {
        let count = report
            .findings
            .iter()
            .filter(|finding| finding.severity == *severity)
            .count();
        (count > 0).then(|| plural(count, name))
    });
    let counts: Vec<String> = counts.collect();
    let found = if counts.is_empty() {
        "no problems".to_owned()
    } else {
        counts.join(", ")
    };
    let undecided = match report.undecided() {
        0 => String::new(),
        count => format!(", {} undecided", plural(count, "list")),
    };
    let files = plural(report.files, "file");
    let mut out = format!("{found} in {files}{undecided}\n");
    if !report.unchecked_examples.is_empty() {
        let all = &report.unchecked_examples;
        let count = all.iter().map(|own| own.scenarios).sum();
        let folders: Vec<&str> = all.iter().map(|own| own.folder.as_str()).collect();
        out += &format!(
            "{} not checked; to check {}: rulebook check {}\n",
            plural(count, "example scenario"),
            if count == 1 { "it" } else { "them" },
            folders.join(" ")
        );
    }
    out
}
