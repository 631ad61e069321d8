//! Makes the verdict on an army list from its diagnostics and sums: problems, none in what is checked,
//! or undecided.

use super::SourceLines;
use crate::{
    analysis::Analysis,
    diagnostic::{Diagnostic, Severity},
    scenario::{BoundScenario, EditionSource, ScenarioSums, TotalsTable},
    text::{SourceId, plural},
};
use serde::Serialize;
use std::collections::BTreeSet;

/// The verdict on an army list: edition, verdict in words, sums, and what is not checked.
/// JSON leaves out the table of totals.
#[derive(Debug, Serialize)]
pub struct ListVerdict {
    /// The path of the file.
    pub path: String,
    /// The key of the ruleset.
    pub ruleset: String,
    /// The id of the edition.
    pub edition: String,
    /// What determined the edition.
    #[serde(flatten)]
    pub edition_from: VerdictEditionSource,
    /// Whether the list obeys all rules that are checked; null if a person has to decide. It says
    /// nothing on what is not checked.
    pub legal: Option<bool>,
    /// The verdict in words: `no problems found in what is checked (not: army list books)`.
    pub verdict: String,
    /// What no rule of play checks: `army list books`.
    pub not_checked: Vec<String>,
    /// The sums of the list.
    pub sums: ScenarioSums,
    /// The totals as a table.
    #[serde(skip)]
    pub totals: TotalsTable,
}

/// What determined the edition of a list, as a verdict states it: options, front matter, the words
/// of a line (by its number), or nothing, so that it is the newest.
#[derive(Debug, Serialize)]
#[serde(tag = "edition_from", rename_all = "kebab-case")]
pub enum VerdictEditionSource {
    /// The options of the command.
    Options,
    /// The front matter of the file.
    FrontMatter,
    /// The words of a line.
    Words {
        /// The line, counted from 1.
        edition_line: usize,
    },
    /// Nothing: it is the newest edition.
    Default,
}

impl ListVerdict {
    /// Judges a scenario by the problems `found` in its source; `None` if it has no totals.
    pub fn new(
        analysis: &Analysis,
        sources: &SourceLines<'_>,
        source: SourceId,
        bound: &BoundScenario,
        found: &[Diagnostic],
    ) -> Option<Self> {
        let sums = bound.sums();
        let totals = TotalsTable::new(&sums);
        if totals.rows.is_empty() {
            return None;
        }
        let own = || found.iter().filter(|found| found.at.source == source);
        let count = |severity| own().filter(|found| found.severity == severity).count();
        let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
        // the codes of rules of play begin with their ruleset: `dbm/baggage`; an error with another
        // code is about the file, of which something was not understood
        let breaks_a_rule =
            |found: &Diagnostic| found.severity == Severity::Error && found.code.contains('/');
        // what an error in the rules should change is missing in what the list is compared with
        let rules = &bound.rules;
        let own_rules = analysis.ruleset_db(&rules.vocabulary.ruleset);
        let values = (0..).map_while(|at| bound.rule_values.get(at));
        let sections: BTreeSet<&str> = values.map(|own| own.citation.section.as_str()).collect();
        let unread = own_rules.and_then(|db| analysis.errors_notice(db, &sections));
        let has_broken_rules = unread.is_some()
            || (rules.diagnostics.iter()).any(|found| found.severity == Severity::Error);
        let left_out: Vec<&str> = sources.get(source).map_or_else(Vec::new, |(own, _)| {
            let spans = bound.scenario.not_compared.iter();
            let words = spans.map(|span| span.of(&own.text));
            words.filter(|words| !totals.has_value(words)).collect()
        });
        let legal = if own().any(breaks_a_rule) {
            Some(false)
        } else {
            let is_all = errors + warnings == 0
                && !totals.has_unknown()
                && left_out.is_empty()
                && !has_broken_rules;
            is_all.then_some(true)
        };
        let kinds = [(errors, "error"), (warnings, "warning")];
        let counts = kinds.iter().filter(|(count, _)| *count > 0);
        let mut reasons: Vec<String> = counts.map(|(count, kind)| plural(*count, kind)).collect();
        if totals.has_unknown() {
            reasons.push("unknown totals".to_owned());
        }
        if has_broken_rules {
            reasons.push("errors in the rules (`rulebook check`)".to_owned());
        }
        if !left_out.is_empty() {
            reasons.push(format!("not compared: {}", left_out.join(", ")));
        }
        let reasons = reasons.join(", ");
        let not_checked = bound.rules.vocabulary.not_checked.clone();
        let verdict = match legal {
            Some(true) if not_checked.is_empty() => {
                "no problems found in what is checked".to_owned()
            }
            Some(true) => format!(
                "no problems found in what is checked (not: {})",
                not_checked.join(", ")
            ),
            Some(false) => format!("problems found: {reasons}"),
            None => format!("undecided: {reasons}"),
        };
        let edition_from = match bound.edition_from {
            EditionSource::Options => VerdictEditionSource::Options,
            EditionSource::FrontMatter => VerdictEditionSource::FrontMatter,
            EditionSource::Words(span) => VerdictEditionSource::Words {
                edition_line: sources.get(source).map_or(1, |(own, lines)| {
                    lines.position(&own.text, span.start()).line + 1
                }),
            },
            EditionSource::Default => VerdictEditionSource::Default,
        };
        let path = analysis.source(source).map(|own| own.path.to_string());
        Some(Self {
            path: path.unwrap_or_default(),
            ruleset: sums.query.ruleset.clone(),
            edition: sums.query.edition.clone(),
            edition_from,
            legal,
            verdict,
            not_checked,
            sums,
            totals,
        })
    }
}
