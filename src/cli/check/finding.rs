use crate::{
    analysis::Analysis,
    diagnostic::{Diagnostic, Location, Severity},
    disk::ReadFault,
    text::LineIndex,
};
use serde::Serialize;

/// All findings, for programs.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// The version of this shape.
    pub(super) version: u32,
    /// How many files were looked at.
    pub(super) files: usize,
    /// What was found, by path and place.
    pub(super) findings: Vec<Finding>,
}

/// A finding by lines and columns.
#[derive(Debug, Serialize)]
pub(super) struct Finding {
    pub(super) code: std::borrow::Cow<'static, str>,
    pub(super) severity: Severity,
    pub(super) message: String,
    #[serde(flatten)]
    pub(super) place: Place,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) help: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) related: Vec<Related>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) fixes: Vec<Fix>,
}

/// A further place.
#[derive(Debug, Serialize)]
pub(super) struct Related {
    #[serde(flatten)]
    pub(super) place: Place,
    pub(super) message: String,
}

/// A cure.
#[derive(Debug, Serialize)]
pub(super) struct Fix {
    pub(super) title: String,
    pub(super) edits: Vec<Edit>,
}

/// New text for a place.
#[derive(Debug, Serialize)]
pub(super) struct Edit {
    #[serde(flatten)]
    pub(super) place: Place,
    pub(super) text: String,
}

/// A place in a file.
#[derive(Debug, Serialize)]
pub(super) struct Place {
    pub(super) path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) range: Option<Range>,
}

/// From the first character to behind the last one; lines and columns count from 1, columns in characters, `bytes` are the same
/// place as offsets in the file.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Range {
    pub(super) start: Position,
    pub(super) end: Position,
    pub(super) bytes: (usize, usize),
}

/// A position, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Position {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Finding {
    /// A finding of an analysis's lints.
    pub(super) fn new(analysis: &Analysis, finding: &Diagnostic) -> Self {
        let related = finding.related.iter().map(|other| Related {
            place: Place::new(analysis, other.at),
            message: other.message.clone(),
        });
        let edits = |fix: &crate::diagnostic::Fix| {
            fix.edits
                .iter()
                .map(|edit| Edit {
                    place: Place::new(analysis, edit.at),
                    text: edit.text.clone(),
                })
                .collect()
        };
        Self {
            code: finding.code.clone(),
            severity: finding.severity,
            message: finding.message.clone(),
            place: Place::new(analysis, finding.at),
            label: finding.label.clone(),
            help: finding.help.clone(),
            related: related.collect(),
            fixes: finding
                .fixes
                .iter()
                .map(|fix| Fix {
                    title: fix.title.clone(),
                    edits: edits(fix),
                })
                .collect(),
        }
    }

    /// A file that could not be read.
    pub(super) fn unread(fault: &ReadFault) -> Self {
        Self {
            code: "unreadable".into(),
            severity: Severity::Error,
            message: format!("this file is not read: {}", fault.message),
            place: Place {
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

impl Place {
    fn new(analysis: &Analysis, at: Location) -> Self {
        let Some(source) = analysis.source(at.source) else {
            return Self {
                path: String::new(),
                range: None,
            };
        };
        let index = LineIndex::new(&source.text);
        let position = |offset| {
            let at = index.position(&source.text, offset);
            Position {
                line: at.line + 1,
                column: at.column + 1,
            }
        };
        let range = Range {
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
