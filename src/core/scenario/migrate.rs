//! Returns a scenario's text for another edition: sets it in the front matter, applies fixes that
//! rules of play mark for it, and adds comments on changed costs and remaining problems.

use super::{
    bound_scenario::BoundScenario,
    checker::ScenarioChecker,
    cost_changes::{CostChange, cost_changes},
    request::CheckOptions,
};
use crate::{
    analysis::Analysis,
    diagnostic::{Diagnostic, Location, Severity, apply_fixes},
    syntax::{PlainMarkdown, front_matter_insertion, parse_plain_markdown},
    text::{LineIndex, SourceId},
};

/// The beginning of the comments that a migration adds.
const FLAG: &str = "<!-- migrate ";

/// A scenario's new text at another edition, what was changed, and what a person must settle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Migration {
    /// The new text of the file.
    pub text: String,
    /// The messages of the diagnostics that were fixed.
    pub changes: Vec<String>,
    /// The errors and warnings at the new edition that are left for a person to settle.
    pub left: Vec<Diagnostic>,
}

impl ScenarioChecker {
    /// Returns a scenario's text for another edition; writes no file.
    ///
    /// Sets the edition in the front matter, and applies the fixes that rules of play mark with
    /// `migrate`, such as new costs. A list without front matter is first written in the clean
    /// form. Comments above the lines say which costs a sheet changed, and what is left to settle.
    /// A second migration changes nothing.
    ///
    /// Fails if the front matter cannot be read: an edition added to it would not be read either.
    pub fn migrate(
        &self,
        analysis: &Analysis,
        source: SourceId,
        text: &str,
        edition: &str,
        options: &CheckOptions,
    ) -> Result<Migration, Vec<Diagnostic>> {
        let mut options = options.clone();
        options.request.edition = None;
        let before = self.bind(analysis, source, text, &options);
        let text = match &before {
            Ok(bound) => clean_form(bound)?,
            Err(_) => text.to_owned(),
        };
        // comments of an earlier migration to the same edition stay: the costs before are unknown
        let before = before.ok().map(|bound| bound.rule_values);
        let before = before.filter(|before| before.edition != edition);
        let text = without_flags(&text, before.is_none());
        let mut text = with_edition(source, &text, edition)?;
        let mut changes = Vec::new();
        // a fix may be what makes another one possible; eight rounds are enough for any real list
        for _ in 0..8 {
            let bound = self.bind(analysis, source, &text, &options)?;
            let mut found = bound.rule_diagnostics(analysis);
            found.retain(|found| found.safe.is_some());
            let (fixed, applied) = apply_fixes(&text, source, &found, Diagnostic::safe_fix);
            if applied.is_empty() {
                break;
            }
            text = fixed;
            changes.extend(applied.iter().map(|found| found.message.clone()));
        }
        let bound = self.bind(analysis, source, &text, &options)?;
        let mut left = bound.diagnostics(analysis);
        left.retain(|finding| finding.severity > Severity::Note);
        let db = analysis.ruleset_db(&bound.ruleset);
        let costs = db.zip(before).map_or_else(Vec::new, |(db, before)| {
            cost_changes(&db.ruleset, &bound, &before)
        });
        let text = with_flags(&text, edition, &costs, &left);
        Ok(Migration {
            text,
            changes,
            left,
        })
    }
}

/// Returns the text of a scenario; that of a list without front matter in the clean form.
///
/// Fails if the clean form would lose what was not understood.
fn clean_form(bound: &BoundScenario) -> Result<String, Vec<Diagnostic>> {
    let (scenario, text) = (&bound.scenario, &bound.text);
    if !scenario.front.span.is_empty() || scenario.records.len() < 2 {
        return Ok(text.to_string());
    }
    let is_lost = |found: &&Diagnostic| {
        let mut records = scenario.records.iter();
        found.severity == Severity::Error
            || records.any(|own| own.is_unread() && own.span == found.at.span)
    };
    let mut errors = scenario.diagnostics.iter().filter(is_lost);
    if let Some(first) = errors.next() {
        let lines = LineIndex::new(text);
        let line = lines.position(text, first.at.span.start()).line + 1;
        let message = match errors.count() {
            0 => format!("line {line} would be lost: {}", first.message),
            more => format!(
                "line {line} would be lost: {} (and {more} more)",
                first.message
            ),
        };
        let error = Diagnostic::new(first.code.clone(), Severity::Error, first.at, message);
        return Err(vec![
            error.help("correct what `rulebook check` reports in the list"),
        ]);
    }
    let clean = bound.rewritten();
    Ok(if text.contains("\r\n") {
        clean.replace('\n', "\r\n")
    } else {
        clean
    })
}

/// Returns the text with another edition in its front matter. Fails if that cannot be read.
fn with_edition(source: SourceId, text: &str, edition: &str) -> Result<String, Vec<Diagnostic>> {
    let file = parse_plain_markdown(source, text);
    let errors = yaml_errors(&file);
    if !errors.is_empty() {
        return Err(errors);
    }
    let line = format!("edition: \"{edition}\"");
    let mut out = text.to_owned();
    match file.entries.iter().find(|(key, _)| key.value == "edition") {
        Some((_, value)) if value.value.is_some() => {
            let span = value.span;
            out.replace_range(span.start()..span.end(), &format!("\"{edition}\""));
        }
        Some((key, _)) => {
            let start = key.span.start();
            let end = text[start..].find(['\n', '\r']);
            out.replace_range(start..end.map_or(text.len(), |end| start + end), &line);
            // the rest of the line was more than an empty value
            if !yaml_errors(&parse_plain_markdown(source, &out)).is_empty() {
                let at = Location::new(source, key.span);
                let message = "`edition` has no value";
                let error = Diagnostic::new("front-matter", Severity::Error, at, message);
                return Err(vec![error.help(format!("write `{line}`"))]);
            }
        }
        None => {
            let (at, inserted) = front_matter_insertion(text, file.front, &[line]);
            out.insert_str(at, &inserted);
        }
    }
    Ok(out)
}

/// Returns the errors behind the first fence. At the fence it is only reported that the front matter
/// is not closed.
fn yaml_errors(file: &PlainMarkdown) -> Vec<Diagnostic> {
    let is_behind = |found: &&Diagnostic| found.at.span.start() > file.front.start();
    file.diagnostics.iter().filter(is_behind).cloned().collect()
}

/// Returns the text without the comments of an earlier migration. Those about costs stay if
/// `keep_costs`.
fn without_flags(text: &str, keep_costs: bool) -> String {
    let is_kept = |line: &str| {
        let flag = line.trim().strip_prefix(FLAG);
        flag.is_none_or(|flag| keep_costs && !names_code(flag))
    };
    text.split_inclusive('\n')
        .filter(|line| is_kept(line))
        .collect()
}

/// Returns whether a comment ends with the code of a problem in brackets.
fn names_code(flag: &str) -> bool {
    let flag = flag.trim_end_matches("-->").trim_end();
    let code = flag
        .strip_suffix(')')
        .and_then(|flag| flag.rsplit_once('('));
    code.is_some_and(|(_, code)| code.contains(['/', '-']) && !code.contains(' '))
}

/// Inserts a comment above each line whose cost has changed or that has a diagnostic left.
fn with_flags(text: &str, edition: &str, costs: &[CostChange], left: &[Diagnostic]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    let front = parse_plain_markdown(SourceId(0), text).front;
    let of_cost = |change: &CostChange| (change.line.start(), change.text.clone());
    let of_left = |found: &Diagnostic| {
        let text = format!("{} ({})", found.message.replace("-->", "→"), found.code);
        (found.at.span.start(), text)
    };
    let mut left: Vec<(usize, String)> = left.iter().map(of_left).collect();
    left.sort_by_key(|(start, _)| *start);
    let mut costs = costs.iter().map(of_cost).peekable();
    let mut left = left.into_iter().peekable();
    for line in text.split_inclusive('\n') {
        let in_front_matter = at < front.end();
        at += line.len();
        let newline = if line.ends_with("\r\n") { "\r\n" } else { "\n" };
        let mut flags = Vec::new();
        flags.extend(std::iter::from_fn(|| {
            costs.next_if(|(start, _)| *start < at)
        }));
        flags.extend(std::iter::from_fn(|| {
            left.next_if(|(start, _)| *start < at)
        }));
        for (_, flag) in flags.iter().filter(|_| !in_front_matter) {
            out += &format!("{FLAG}{edition}: {flag} -->{newline}");
        }
        out.push_str(line);
    }
    out
}
