//! Renders a check report as JSON in SARIF 2.1.0, the format that code scanning services read.

use crate::{
    answer::{CheckReport, ReportEdit, ReportEntry, ReportFix, ReportPlace},
    diagnostic::Severity,
    lint::LINTS,
    scenario::ScenarioChecker,
    text::prefixed,
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

/// Returns the log. Only lints and rules of play with results are described.
pub(super) fn log(report: &CheckReport, checker: &ScenarioChecker) -> Value {
    let found = |code: &str| report.findings.iter().any(|finding| finding.code == code);
    let lints = LINTS.iter();
    let lints = lints.map(|lint| (lint.code, lint.title, lint.page, lint.severity));
    let played = checker.all_rules().flat_map(|(_, rules)| &rules.rules);
    let played = played.map(|rule| (&*rule.code, &*rule.title, &*rule.page, rule.severity));
    let used = lints.chain(played).filter(|(code, ..)| found(code));
    let used: Vec<(&str, &str, &str, Severity)> = used.collect();
    let rules = used.iter().map(|(code, title, page, severity)| {
        json!({
            "id": code,
            "shortDescription": { "text": title },
            "help": { "text": title, "markdown": page },
            "defaultConfiguration": { "level": severity.word() },
        })
    });
    let rules: Vec<Value> = rules.collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "rulebook", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": report.findings.iter().map(|finding| result_object(finding, &used)).collect::<Vec<_>>(),
        }],
    })
}

fn result_object(finding: &ReportEntry, used: &[(&str, &str, &str, Severity)]) -> Value {
    let help = prefixed("\n", finding.help.as_ref());
    let mut result = json!({
        "ruleId": finding.code,
        "level": finding.severity.word(),
        "message": { "text": format!("{}{help}", finding.message) },
        "locations": [{ "physicalLocation": physical_location(&finding.place) }],
    });
    if let Some(index) = used.iter().position(|(code, ..)| finding.code == *code) {
        result["ruleIndex"] = json!(index);
    }
    if !finding.related.is_empty() {
        let related = finding.related.iter().enumerate();
        let related = related
            .map(|(at, other)| json!({ "id": at, "message": { "text": other.message }, "physicalLocation": physical_location(&other.place) }));
        result["relatedLocations"] = related.collect();
    }
    if !finding.fixes.is_empty() {
        result["fixes"] = finding.fixes.iter().map(fix_object).collect();
    }
    result
}

fn fix_object(fix: &ReportFix) -> Value {
    let change = |edit: &ReportEdit| {
        json!({
            "artifactLocation": { "uri": uri(&edit.place.path) },
            "replacements": [{ "deletedRegion": region(&edit.place), "insertedContent": { "text": edit.text } }],
        })
    };
    json!({ "description": { "text": fix.title }, "artifactChanges": fix.edits.iter().map(change).collect::<Vec<_>>() })
}

fn physical_location(place: &ReportPlace) -> Value {
    let mut location = json!({ "artifactLocation": { "uri": uri(&place.path) } });
    if place.range.is_some() {
        location["region"] = region(place);
    }
    location
}

fn region(place: &ReportPlace) -> Value {
    place.range.map_or(Value::Null, |range| {
        json!({
            "startLine": range.start.line,
            "startColumn": range.start.column,
            "endLine": range.end.line,
            "endColumn": range.end.column,
            "byteOffset": range.bytes.0,
            "byteLength": range.bytes.1 - range.bytes.0,
        })
    })
}

/// The characters of a path that a URI does not contain as they are.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/');

/// Returns a path as a relative URI reference, or as an absolute URI with its scheme.
fn uri(path: &str) -> String {
    let scheme = if path.starts_with('/') { "file://" } else { "" };
    format!("{scheme}{}", utf8_percent_encode(path, ENCODED))
}
