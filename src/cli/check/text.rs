//! Findings for people.

use super::finding::{Finding, Report};
use crate::{
    analysis::Analysis,
    cli::pen::Pen,
    diagnostic::{Diagnostic, Severity, Style, draw as drawn},
};

/// Errors and warnings under their lines of source; notes a line each, or with `strict` like the others; then how many there are.
pub(super) fn draw(
    pen: Pen,
    analysis: &Analysis,
    found: &[Diagnostic],
    report: &Report,
    strict: bool,
) -> String {
    let source = |id| {
        analysis
            .source(id)
            .map(|source| (source.path.as_str(), &*source.text))
    };
    let style = Style {
        color: pen.colour,
        width: pen.width,
    };
    let mut out = String::new();
    for finding in report
        .findings
        .iter()
        .filter(|finding| finding.place.range.is_none())
    {
        out += &format!(
            "{} {}\n\n",
            pen.error(&format!("error[{}]:", finding.code)),
            told(finding)
        );
    }
    let (notes, others): (Vec<&Diagnostic>, Vec<&Diagnostic>) = found
        .iter()
        .partition(|finding| finding.severity == Severity::Note && !strict);
    for finding in others {
        out += &(drawn(finding, &source, style) + "\n");
    }
    for note in &notes {
        let finding = Finding::new(analysis, note);
        let line = finding
            .place
            .range
            .map(|range| format!(":{}:{}", range.start.line, range.start.column))
            .unwrap_or_default();
        let place = format!("{}{line}", finding.place.path);
        out += &(pen.wrap(
            "",
            "    ",
            &format!(
                "{} note[{}]: {}",
                pen.refer(&place),
                note.code,
                note.message
            ),
        ) + "\n");
    }
    if !notes.is_empty() {
        out.push('\n');
    }
    out + &summary(report)
}

fn told(finding: &Finding) -> String {
    format!("{}: {}", finding.place.path, finding.message)
}

/// `2 errors, 1 warning, 30 notes in 12 files`
fn summary(report: &Report) -> String {
    let plural = |count: usize, one: &str| {
        if count == 1 {
            format!("1 {one}")
        } else {
            format!("{count} {one}s")
        }
    };
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
        "no findings".to_owned()
    } else {
        counts.join(", ")
    };
    format!("{found} in {}\n", plural(report.files, "file"))
}
