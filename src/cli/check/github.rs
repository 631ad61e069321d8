//! Renders problems as GitHub workflow commands (`::error file=…`).

use crate::{answer::ReportEntry, diagnostic::Severity, text::prefixed};

/// Returns one line for each problem.
pub(crate) fn annotations(problems: &[ReportEntry]) -> String {
    problems.iter().map(annotation).collect()
}

fn annotation(finding: &ReportEntry) -> String {
    let level = match finding.severity {
        Severity::Note => "notice",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let mut place = format!("file={}", escape_property(&finding.place.path));
    if let Some(range) = finding.place.range {
        place += &format!(",line={},endLine={}", range.start.line, range.end.line);
        // columns are only valid on a single line
        if range.start.line == range.end.line {
            place += &format!(",col={},endColumn={}", range.start.column, range.end.column);
        }
    }
    let help = prefixed("\n", finding.help.as_ref());
    format!(
        "::{level} {place},title={}::{}\n",
        escape_property(&finding.code),
        escape_data(&format!("{}{help}", finding.message))
    )
}

fn escape_data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn escape_property(text: &str) -> String {
    escape_data(text).replace(':', "%3A").replace(',', "%2C")
}
