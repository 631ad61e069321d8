//! The report of problems with lines, columns and bytes: printed as JSON, and the source of the
//! SARIF and GitHub formats.

use super::{source_lines::SourceLines, verdict::ListVerdict};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    disk::ReadError,
};
use serde::Serialize;

/// All problems as JSON.
#[derive(Debug, Serialize)]
pub(super) struct CheckReport {
    /// The version of the format.
    pub(super) version: u32,
    /// The number of checked files.
    pub(super) files: usize,
    /// The problems, sorted by path and position.
    pub(super) findings: Vec<ReportEntry>,
    /// The verdict on each scenario and list that was named.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) lists: Vec<ListVerdict>,
}

/// A problem with lines and columns.
#[derive(Debug, Serialize)]
pub(super) struct ReportEntry {
    pub(super) code: std::borrow::Cow<'static, str>,
    pub(super) severity: Severity,
    pub(super) message: String,
    #[serde(flatten)]
    pub(super) place: ReportPlace,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) help: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) related: Vec<ReportRelated>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) fixes: Vec<ReportFix>,
}

/// A related position.
#[derive(Debug, Serialize)]
pub(super) struct ReportRelated {
    #[serde(flatten)]
    pub(super) place: ReportPlace,
    pub(super) message: String,
}

/// A suggested fix.
#[derive(Debug, Serialize)]
pub(super) struct ReportFix {
    pub(super) title: String,
    pub(super) edits: Vec<ReportEdit>,
}

/// A replacement of a range.
#[derive(Debug, Serialize)]
pub(super) struct ReportEdit {
    #[serde(flatten)]
    pub(super) place: ReportPlace,
    pub(super) text: String,
}

/// A range in a file, or the whole file.
#[derive(Debug, Serialize)]
pub(super) struct ReportPlace {
    pub(super) path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) range: Option<ReportRange>,
}

/// A half-open range. Lines and columns count from 1, columns in characters; `bytes` is the same
/// range as offsets in the file.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct ReportRange {
    pub(super) start: ReportPosition,
    pub(super) end: ReportPosition,
    pub(super) bytes: (usize, usize),
}

/// A position; line and column count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct ReportPosition {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl ReportEntry {
    /// Converts a diagnostic of the analysis.
    pub(super) fn new(sources: &SourceLines<'_>, finding: &Diagnostic) -> Self {
        let related = finding.related.iter().map(|other| ReportRelated {
            place: ReportPlace::new(sources, other.at),
            message: other.message.clone(),
        });
        let edits = |fix: &crate::diagnostic::Fix| {
            fix.edits
                .iter()
                .map(|edit| ReportEdit {
                    place: ReportPlace::new(sources, edit.at),
                    text: edit.text.clone(),
                })
                .collect()
        };
        Self {
            code: finding.code.clone(),
            severity: finding.severity,
            message: finding.message.clone(),
            place: ReportPlace::new(sources, finding.at),
            label: finding.label.clone(),
            help: finding.help.clone(),
            related: related.collect(),
            fixes: finding
                .fixes
                .iter()
                .map(|fix| ReportFix {
                    title: fix.title.clone(),
                    edits: edits(fix),
                })
                .collect(),
        }
    }

    /// Creates the entry for a file that could not be read.
    pub(super) fn unreadable(fault: &ReadError) -> Self {
        Self {
            code: "unreadable".into(),
            severity: Severity::Error,
            message: format!("cannot read this file: {}", fault.message),
            place: ReportPlace {
                path: fault.path.to_string(),
                range: None,
            },
            label: String::new(),
            help: None,
            related: Vec::new(),
            fixes: Vec::new(),
        }
    }
}

impl ReportPlace {
    fn new(sources: &SourceLines<'_>, at: Location) -> Self {
        let Some((source, index)) = sources.get(at.source) else {
            return Self {
                path: String::new(),
                range: None,
            };
        };
        let position = |offset| {
            let at = index.position(&source.text, offset);
            ReportPosition {
                line: at.line + 1,
                column: at.column + 1,
            }
        };
        let range = ReportRange {
            start: position(at.span.start()),
            end: position(at.span.end()),
            bytes: (at.span.start(), at.span.end()),
        };
        Self {
            path: source.path.to_string(),
            range: Some(range),
        }
    }
}
