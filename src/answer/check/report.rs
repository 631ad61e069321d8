//! Converts diagnostics to the report of `check` for JSON, SARIF and GitHub, with line positions.
//! The text for people renders the diagnostics themselves.

use super::{ListVerdict, SourceLines};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    disk::ReadError,
};
use serde::Serialize;

/// The report of `check`: number of files, problems, verdicts on lists, and unchecked examples.
#[derive(Debug, Serialize)]
pub struct CheckReport {
    /// The version of the format.
    pub version: u32,
    /// The number of checked files.
    pub files: usize,
    /// The problems: unreadable files first, then by path and position.
    pub findings: Vec<ReportEntry>,
    /// The verdict on each scenario and list that was named.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lists: Vec<ListVerdict>,
    /// The folders of rulesets whose example scenarios were not checked, each with their number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unchecked_examples: Vec<UncheckedExamples>,
}

/// A ruleset's folder whose example scenarios `check` left out, and their number.
#[derive(Debug, Serialize)]
pub struct UncheckedExamples {
    /// The folder of the ruleset: checked by name, its examples are checked, too.
    pub folder: String,
    /// The number of scenarios.
    pub scenarios: usize,
}

/// A problem (or an unreadable file) in the report of `check`: its code, severity, message, place,
/// remedy, related places and fixes.
#[derive(Debug, Serialize)]
pub struct ReportEntry {
    /// The code of the lint or rule of play.
    pub code: std::borrow::Cow<'static, str>,
    /// The severity.
    pub severity: Severity,
    /// The problem.
    pub message: String,
    /// The place.
    #[serde(flatten)]
    pub place: ReportPlace,
    /// What is wrong at the place.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The remedy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Related places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<ReportRelated>,
    /// The fixes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fixes: Vec<ReportFix>,
}

/// A place related to a problem, and a few words on how it is related.
#[derive(Debug, Serialize)]
pub struct ReportRelated {
    /// The place.
    #[serde(flatten)]
    pub place: ReportPlace,
    /// Its relation to the problem, in a few words.
    pub message: String,
}

/// A suggested fix of a problem: what it does, and its edits.
#[derive(Debug, Serialize)]
pub struct ReportFix {
    /// What it does.
    pub title: String,
    /// Its edits.
    pub edits: Vec<ReportEdit>,
}

/// An edit of a suggested fix: the range of a file that is replaced, and the new text.
#[derive(Debug, Serialize)]
pub struct ReportEdit {
    /// The place.
    #[serde(flatten)]
    pub place: ReportPlace,
    /// The new text.
    pub text: String,
}

/// The path of a file and a range in it, or no range for the whole file.
#[derive(Debug, Serialize)]
pub struct ReportPlace {
    /// The path of the file.
    pub path: String,
    /// The range; none for the whole file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<ReportRange>,
}

/// A half-open range in a file, by lines and columns and by bytes.
/// Lines and columns count from 1, columns in characters; `bytes` is the same range as offsets.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ReportRange {
    /// The first character.
    pub start: ReportPosition,
    /// The end, exclusive.
    pub end: ReportPosition,
    /// The same range in bytes.
    pub bytes: (usize, usize),
}

/// A line and a column in characters, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ReportPosition {
    /// The line.
    pub line: usize,
    /// The column in characters.
    pub column: usize,
}

impl ReportEntry {
    /// Converts a diagnostic of the analysis.
    pub fn new(sources: &SourceLines<'_>, finding: &Diagnostic) -> Self {
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
    pub fn unreadable(fault: &ReadError) -> Self {
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
