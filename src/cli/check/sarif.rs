//! Findings as a log of the Static Analysis Results Interchange Format, version 2.1.0.

use super::finding::{Edit, Finding, Fix, Place, Report};
use crate::{diagnostic::Severity, lint::LINTS, scenario::Umpire};
use serde_json::{Value, json};

/// The log. Of the lints and rules of play, those are described that found something.
pub(super) fn log(report: &Report, umpire: &Umpire) -> Value {
    let found = |code: &str| report.findings.iter().any(|finding| finding.code == code);
    let lints = LINTS
        .iter()
        .map(|lint| (lint.code, lint.title, lint.page, lint.severity));
    let played = umpire
        .all()
        .flat_map(|(_, rules)| &rules.rules)
        .map(|rule| (&*rule.code, &*rule.title, &*rule.page, rule.severity));
    let used: Vec<(&str, &str, &str, Severity)> = lints
        .chain(played)
        .filter(|(code, ..)| found(code))
        .collect();
    let rules: Vec<Value> = used
        .iter()
        .map(|(code, title, page, severity)| {
            json!({
                "id": code,
                "shortDescription": { "text": title },
                "help": { "text": title, "markdown": page },
                "defaultConfiguration": { "level": severity.word() },
            })
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "rulebook", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": report.findings.iter().map(|finding| result(finding, &used)).collect::<Vec<_>>(),
        }],
    })
}

fn result(finding: &Finding, used: &[(&str, &str, &str, Severity)]) -> Value {
    let help = finding
        .help
        .as_ref()
        .map(|help| format!("\n{help}"))
        .unwrap_or_default();
    let mut result = json!({
        "ruleId": finding.code,
        "level": finding.severity.word(),
        "message": { "text": format!("{}{help}", finding.message) },
        "locations": [{ "physicalLocation": physical(&finding.place) }],
    });
    if let Some(index) = used.iter().position(|(code, ..)| finding.code == *code) {
        result["ruleIndex"] = json!(index);
    }
    if !finding.related.is_empty() {
        let related = finding.related.iter().enumerate();
        let related = related
            .map(|(at, other)| json!({ "id": at, "message": { "text": other.message }, "physicalLocation": physical(&other.place) }));
        result["relatedLocations"] = related.collect();
    }
    if !finding.fixes.is_empty() {
        result["fixes"] = finding.fixes.iter().map(fix).collect();
    }
    result
}

fn fix(fix: &Fix) -> Value {
    let change = |edit: &Edit| {
        json!({
            "artifactLocation": { "uri": uri(&edit.place.path) },
            "replacements": [{ "deletedRegion": region(&edit.place), "insertedContent": { "text": edit.text } }],
        })
    };
    json!({ "description": { "text": fix.title }, "artifactChanges": fix.edits.iter().map(change).collect::<Vec<_>>() })
}

fn physical(place: &Place) -> Value {
    let mut physical = json!({ "artifactLocation": { "uri": uri(&place.path) } });
    if place.range.is_some() {
        physical["region"] = region(place);
    }
    physical
}

fn region(place: &Place) -> Value {
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

/// A path as a relative reference, or an absolute one with its scheme.
fn uri(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let encoded: String = path
        .bytes()
        .map(|byte| {
            if plain(byte) {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect();
    if path.starts_with('/') {
        format!("file://{encoded}")
    } else {
        encoded
    }
}
