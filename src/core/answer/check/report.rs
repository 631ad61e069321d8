//! Converts diagnostics to the report of `check` for JSON, SARIF and GitHub, with line positions.
//! The text for people renders the diagnostics themselves.

use super::{ListVerdict, SourceLines};
use crate::{
    answer::{
        Reference,
        view::{Drawing, Reply},
    },
    diagnostic::{Diagnostic, Location, Severity},
    doc::{Block, name, text},
    text::{join, plural},
};
use camino::Utf8Path;
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

impl Reply for CheckReport {
    /// Returns the verdicts, the problems with their places, and the counts. `rulebook check` shows
    /// the lines of the problems, too.
    fn doc(&self, _: &Drawing<'_>) -> Vec<Block> {
        let mut out = self.verdicts();
        out.extend(self.findings.iter().flat_map(ReportEntry::doc));
        out.extend(self.summary());
        out
    }

    fn references(&self) -> Vec<Reference> {
        references(self)
    }
}

impl CheckReport {
    /// Returns the verdicts on the lists.
    pub fn verdicts(&self) -> Vec<Block> {
        let verdicts = self.lists.iter().map(|own| {
            let mut own = own.doc();
            own.push(Block::Gap);
            own
        });
        verdicts.flatten().collect()
    }

    /// Returns the counts: `2 errors, 1 warning, 30 notes in 12 files`, and which examples were not checked.
    pub fn summary(&self) -> Vec<Block> {
        let kinds = [Severity::Error, Severity::Warning, Severity::Note];
        let counts = kinds.iter().filter_map(|kind| {
            let found = self.findings.iter().filter(|own| own.severity == *kind);
            let count = found.count();
            (count > 0).then(|| plural(count, kind.word()))
        });
        let found = match join(counts, ", ") {
            none if none.is_empty() => "no problems".to_owned(),
            found => found,
        };
        let undecided = match self.undecided() {
            0 => String::new(),
            count => format!(", {} undecided", plural(count, "list")),
        };
        let files = plural(self.files, "file");
        let mut out = vec![Block::paragraph(format!("{found} in {files}{undecided}"))];
        if !self.unchecked_examples.is_empty() {
            let all = &self.unchecked_examples;
            let count = all.iter().map(|own| own.scenarios).sum();
            let them = if count == 1 { "it" } else { "them" };
            out.push(Block::paragraph(format!(
                "{} not checked; to check {them}: rulebook check {}",
                plural(count, "example scenario"),
                join(all.iter().map(|own| &own.folder), " ")
            )));
        }
        out
    }
}

impl ReportEntry {
    /// Returns the problem in a line with its place, and its remedy.
    pub fn doc(&self) -> Vec<Block> {
        let at = self.place.range.map(|range| range.start);
        let at = at.map(|at| format!(":{}:{}", at.line, at.column));
        let place = format!("{}{}", self.place.path, at.unwrap_or_default());
        let severity = self.severity.word();
        let words = format!(" {severity}[{}]: {}", self.code, self.message);
        let line = Block::item("", "    ", text![name(place), words]);
        let help = self.help.as_ref();
        let help = help.map(|help| Block::item("    ", "    ", format!("help: {help}")));
        std::iter::once(line).chain(help).collect()
    }

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
    pub fn unreadable(path: &Utf8Path, message: &str) -> Self {
        Self {
            code: "unreadable".into(),
            severity: Severity::Error,
            message: format!("cannot read this file: {message}"),
            place: ReportPlace {
                path: path.to_string(),
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

/// Returns the references of a report: for each list its verdict, then each problem that cites
/// something.
fn references(report: &CheckReport) -> Vec<Reference> {
    let mut out = Vec::new();
    for list in &report.lists {
        let query = &list.sums.query;
        let judged = format!("the list: {}", list.verdict);
        out.push(Reference::new(
            query,
            &list.ruleset,
            list.verdict.as_str(),
            &[judged],
        ));
        for finding in &report.findings {
            let cited = finding.related.iter().map(|own| own.message.clone());
            let cited: Vec<String> = cited.collect();
            if !cited.is_empty() {
                let (code, severity) = (&finding.code, finding.severity);
                out.push(Reference::new(query, code, severity, &cited));
            }
        }
    }
    out
}
