//! Findings as workflow commands of GitHub, which shows them beside the lines.

use super::finding::{Finding, Report};
use crate::diagnostic::Severity;

/// One line for each finding.
pub(super) fn annotations(report: &Report) -> String {
    report.findings.iter().map(annotation).collect()
}

fn annotation(finding: &Finding) -> String {
    let level = match finding.severity {
        Severity::Note => "notice",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let mut place = format!("file={}", property(&finding.place.path));
    if let Some(range) = finding.place.range {
        place += &format!(",line={},endLine={}", range.start.line, range.end.line);
        // columns only count on a single line
        if range.start.line == range.end.line {
            place += &format!(",col={},endColumn={}", range.start.column, range.end.column);
        }
    }
    let help = finding
        .help
        .as_ref()
        .map(|help| format!("\n{help}"))
        .unwrap_or_default();
    format!(
        "::{level} {place},title={}::{}\n",
        property(&finding.code),
        escaped(&format!("{}{help}", finding.message))
    )
}

fn escaped(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}
