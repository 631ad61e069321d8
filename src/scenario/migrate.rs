//! A scenario of one edition made one of another.

use super::{
    rule::Rules,
    umpire::{Ruling, Umpire},
};
use crate::{
    analysis::Analysis,
    diagnostic::{Diagnostic, Edit, Severity},
    syntax::{entry, plain},
    text::{SourceId, Span},
};

/// What a line begins with that tells what a move to another edition left open.
const FLAG: &str = "<!-- migrate ";

/// A scenario at another edition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Migrated {
    /// The file.
    pub text: String,
    /// What was changed, and on which clauses that rests.
    pub changes: Vec<String>,
    /// What a person has to settle: what is not as it must be at that edition.
    pub left: Vec<Diagnostic>,
}

impl Umpire {
    /// Moves a scenario to another edition: its front matter, and what rules of play say can be rewritten, such as costs. What is left is told in
    /// comments above the lines. Done twice, nothing more changes.
    pub fn migrate(
        &self,
        analysis: &Analysis,
        source: SourceId,
        text: &str,
        edition: &str,
        ruling: &Ruling,
    ) -> Result<Migrated, Vec<Diagnostic>> {
        let mut ruling = ruling.clone();
        ruling.request.edition = None;
        let mut text = with_edition(source, &without_flags(text), edition);
        let mut changes = Vec::new();
        // one cure may be what another one needs
        for _ in 0..8 {
            let case = self.case(analysis, source, &text, &ruling)?;
            let found = case.findings(analysis);
            let edits: Vec<(&Diagnostic, &Edit)> = found
                .iter()
                .filter_map(|found| Some((found, migrating(&case.rules, found)?)))
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
            .check(analysis, source, &text, &ruling)
            .into_iter()
            .filter(|finding| finding.severity > Severity::Note)
            .collect();
        let text = with_flags(&text, edition, &left);
        Ok(Migrated {
            text,
            changes,
            left,
        })
    }
}

/// The change that moving makes to cure a finding.
fn migrating<'f>(rules: &Rules, finding: &'f Diagnostic) -> Option<&'f Edit> {
    let rule = rules.rule(&finding.code)?;
    let at = rule.fixes.iter().position(|fix| fix.migrates)?;
    // cures that cannot be worked out are left out of the finding; then none is sure
    let fix = finding
        .fixes
        .get(at)
        .filter(|_| finding.fixes.len() == rule.fixes.len())?;
    fix.edits.first()
}

fn with_edition(source: SourceId, text: &str, edition: &str) -> String {
    let file = plain(source, text);
    let mut out = text.to_owned();
    match entry(&file.entries, "edition") {
        Some((_, _, span)) => {
            out.replace_range(span.start()..span.end(), &format!("\"{edition}\""))
        }
        None if file.front.is_empty() => {
            out.insert_str(0, &format!("---\nedition: \"{edition}\"\n---\n\n"))
        }
        None => out.insert_str(file.front.start() + 4, &format!("edition: \"{edition}\"\n")),
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

/// Puts a comment above each line that something is left to say of.
fn with_flags(text: &str, edition: &str, left: &[Diagnostic]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    let file = plain(SourceId(0), text);
    for line in text.split_inclusive('\n') {
        let span = Span::new(at, at + line.len());
        at = span.end();
        let own = left.iter().filter(|finding| {
            finding.at.span.start() >= span.start() && finding.at.span.start() < span.end()
        });
        for finding in own {
            let comment = format!(
                "{FLAG}{edition}: {} ({}) -->\n",
                finding.message.replace("-->", "→"),
                finding.code
            );
            if span.start() < file.front.end() {
                continue;
            }
            out.push_str(&comment);
        }
        out.push_str(line);
    }
    out
}
