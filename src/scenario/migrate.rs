//! Migration of a scenario from one edition to another.

use super::{checker::ScenarioChecker, request::CheckOptions, rule::PlayRules};
use crate::{
    analysis::Analysis,
    diagnostic::{Diagnostic, Severity, SourceEdit},
    syntax::{front_matter_insertion, front_matter_value, parse_plain_markdown},
    text::{SourceId, Span},
};

/// How the comments begin that a migration adds for what it could not settle.
const FLAG: &str = "<!-- migrate ";

/// The result of a migration.
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
    /// Migrates a scenario to another edition: sets the edition in its front matter, and applies
    /// the fixes that rules of play mark with `migrate`, such as new costs. What is left is
    /// reported in comments above the lines. A second migration changes nothing.
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
        let mut text = with_edition(source, &without_flags(text), edition);
        let mut changes = Vec::new();
        // a fix may be what makes another one possible; eight rounds are enough for any real list
        for _ in 0..8 {
            let bound = self.bind(analysis, source, &text, &options)?;
            let found = bound.rule_diagnostics(analysis);
            let edits: Vec<(&Diagnostic, &SourceEdit)> = found
                .iter()
                .filter_map(|found| Some((found, migration_edit(&bound.rules, found)?)))
                .collect();
            if edits.is_empty() {
                break;
            }
            let mut done: Vec<Span> = Vec::new();
            let mut sorted = edits;
            sorted.sort_by_key(|(_, edit)| std::cmp::Reverse(edit.at.span));
            for (finding, edit) in sorted {
                if done.iter().any(|other| {
                    other.start() < edit.at.span.end() && edit.at.span.start() < other.end()
                }) {
                    continue;
                }
                done.push(edit.at.span);
                text.replace_range(edit.at.span.start()..edit.at.span.end(), &edit.text);
                changes.push(finding.message.clone());
            }
        }
        let left: Vec<Diagnostic> = self
            .check(analysis, source, &text, &options)
            .into_iter()
            .filter(|finding| finding.severity > Severity::Note)
            .collect();
        let text = with_flags(&text, edition, &left);
        Ok(Migration {
            text,
            changes,
            left,
        })
    }
}

/// Returns the edit that a migration makes to fix a diagnostic.
fn migration_edit<'f>(rules: &PlayRules, finding: &'f Diagnostic) -> Option<&'f SourceEdit> {
    let rule = rules.rule(&finding.code)?;
    let at = rule.fixes.iter().position(|fix| fix.migrates)?;
    // a diagnostic leaves out fixes that cannot be evaluated; then the indices of the others are
    // unknown
    let fix = finding
        .fixes
        .get(at)
        .filter(|_| finding.fixes.len() == rule.fixes.len())?;
    fix.edits.first()
}

fn with_edition(source: SourceId, text: &str, edition: &str) -> String {
    let file = parse_plain_markdown(source, text);
    let mut out = text.to_owned();
    match front_matter_value(&file.entries, "edition") {
        Some((_, _, span)) => {
            out.replace_range(span.start()..span.end(), &format!("\"{edition}\""))
        }
        None => {
            let line = format!("edition: \"{edition}\"");
            let (at, inserted) = front_matter_insertion(text, file.front, &[line]);
            out.insert_str(at, &inserted);
        }
    }
    out
}

fn is_flag(line: &str) -> bool {
    line.trim_start().starts_with(FLAG)
}

fn without_flags(text: &str) -> String {
    text.split_inclusive('\n')
        .filter(|line| !is_flag(line))
        .collect()
}

/// Inserts a comment above each line that has a diagnostic left.
fn with_flags(text: &str, edition: &str, left: &[Diagnostic]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    let front = parse_plain_markdown(SourceId(0), text).front;
    let mut left: Vec<&Diagnostic> = left.iter().collect();
    left.sort_by_key(|finding| finding.at.span.start());
    let mut left = left.into_iter().peekable();
    for line in text.split_inclusive('\n') {
        let in_front_matter = at < front.end();
        at += line.len();
        let newline = if line.ends_with("\r\n") { "\r\n" } else { "\n" };
        while let Some(finding) = left.next_if(|finding| finding.at.span.start() < at) {
            if !in_front_matter {
                out += &format!(
                    "{FLAG}{edition}: {} ({}) -->{newline}",
                    finding.message.replace("-->", "→"),
                    finding.code
                );
            }
        }
        out.push_str(line);
    }
    out
}
