//! Makes the verdict on an army list from its diagnostics and sums: problems, none in what is checked,
//! or undecided.

use super::SourceLines;
use crate::{
    analysis::Analysis,
    diagnostic::{Diagnostic, Severity},
    doc::{Block, error, quiet, strong, text, warning},
    scenario::{BoundScenario, EditionSource, ScenarioSums, TotalsTable},
    text::{SourceId, Span, plural},
};
use indexmap::IndexSet;
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
    /// The words of a line name one that is not known: it is the newest edition.
    Unknown {
        /// The line, counted from 1.
        edition_line: usize,
    },
    /// Nothing: it is the newest edition.
    Default,
}

impl ListVerdict {
    /// Judges a scenario by the problems `found` in its source; `None` if it has no totals and the
    /// rules have no errors.
    pub fn new(
        analysis: &Analysis,
        sources: &SourceLines<'_>,
        source: SourceId,
        bound: &BoundScenario,
        found: &[Diagnostic],
    ) -> Option<Self> {
        let sums = bound.sums();
        let totals = TotalsTable::new(&sums);
        let own = || found.iter().filter(|found| found.at.source == source);
        let count = |severity| own().filter(|found| found.severity == severity).count();
        let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
        // the codes of rules of play begin with their ruleset: `dbm/baggage`; an error with another
        // code is about the file, of which something was not understood
        let breaks_a_rule =
            |found: &Diagnostic| found.severity == Severity::Error && found.code.contains('/');
        // by rules with errors nothing is known to be legal
        let rules = &bound.rules;
        let has_broken_rules = rules_notice(analysis, bound).is_some()
            || (rules.diagnostics.iter()).any(|found| found.severity == Severity::Error);
        if totals.rows.is_empty() && !has_broken_rules {
            return None;
        }
        // a number is named itself, a whole line by its number
        let mut left_out: IndexSet<String> = IndexSet::new();
        if let Some((own, lines)) = sources.get(source) {
            for span in &bound.scenario.not_compared {
                let words = span.of(&own.text);
                if words.contains(char::is_whitespace) {
                    let line = lines.position(&own.text, span.start()).line + 1;
                    left_out.insert(format!("line {line}"));
                } else if !totals.has_value(words) {
                    left_out.insert(words.to_owned());
                }
            }
        }
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
            let left_out: Vec<&str> = left_out.iter().map(String::as_str).collect();
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
        let line = |span: Span| {
            let lines = sources.get(source);
            lines.map_or(1, |(own, lines)| {
                lines.position(&own.text, span.start()).line + 1
            })
        };
        let edition_from = match bound.edition_from {
            EditionSource::Options => VerdictEditionSource::Options,
            EditionSource::FrontMatter => VerdictEditionSource::FrontMatter,
            EditionSource::Words(span) => VerdictEditionSource::Words {
                edition_line: line(span),
            },
            EditionSource::Unknown(span) => VerdictEditionSource::Unknown {
                edition_line: line(span),
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

    /// Returns the verdict for people: with its edition, the totals, and why one is unknown.
    pub fn doc(&self) -> Vec<Block> {
        let verdict = match self.legal {
            Some(true) => strong(&self.verdict),
            Some(false) => error(&self.verdict),
            None => warning(&self.verdict),
        };
        let edition = format!(" at {} {}: ", self.ruleset.to_uppercase(), self.edition);
        let by = match self.edition_from {
            VerdictEditionSource::Options => "edition chosen with --at".to_owned(),
            VerdictEditionSource::FrontMatter => "edition named in the front matter".to_owned(),
            VerdictEditionSource::Words { edition_line } => {
                format!("edition named on line {edition_line}")
            }
            VerdictEditionSource::Unknown { edition_line } => {
                format!("the edition named on line {edition_line} is not known: the newest is used")
            }
            VerdictEditionSource::Default => "no edition named: the newest is used".to_owned(),
        };
        let query = &self.sums.query;
        let (profile, day) = (&query.profile, query.day());
        let view = format!("{by}; profile {profile}, as of {day}");
        let explain = format!("rulebook explain {}", self.ruleset);
        let checked = format!("what is checked, and what is not: {explain}");
        let lines = [
            text![strong(&self.path), edition, verdict],
            view.into(),
            checked.into(),
        ];
        let mut out: Vec<Block> = lines
            .into_iter()
            .map(|own| Block::item("", "  ", own))
            .collect();
        out.extend(self.totals());
        let missing = self.sums.missing_values().into_iter();
        let mark = || text![" ", warning("?"), " "];
        out.extend(missing.map(|value| Block::item(mark(), "   ", value)));
        out
    }

    /// Returns the totals as a table, with the words in brackets of its headings below.
    fn totals(&self) -> Vec<Block> {
        let totals = &self.totals;
        if totals.rows.is_empty() {
            return Vec::new();
        }
        let mut notes: IndexSet<&str> = IndexSet::new();
        let heads = totals.columns.iter().map(|column| {
            let mark = column
                .note
                .as_deref()
                .map(|note| notes.insert_full(note).0 + 1);
            let mark = "*".repeat(mark.unwrap_or_default());
            quiet(format!("{}{mark}", column.heading)).into()
        });
        let heads = heads.collect();
        let rows = totals.rows.iter().map(|row| {
            let indent = "  ".repeat(usize::from(row.depth).saturating_sub(1));
            let cells = row.cells.iter().map(|cell| {
                let cell = cell.as_ref().map(ToString::to_string);
                cell.unwrap_or_default().into()
            });
            (format!("{indent}{}", row.name).into(), cells.collect())
        });
        let mut out = vec![Block::Gap, Block::Grid(heads, rows.collect())];
        out.extend(
            notes
                .iter()
                .zip(1..)
                .map(|(note, count)| Block::item(format!(" {} ", "*".repeat(count)), "   ", *note)),
        );
        out
    }
}

/// Returns a notice of the errors in the rules by which a list is read.
pub fn rules_notice(analysis: &Analysis, bound: &BoundScenario) -> Option<String> {
    let db = analysis.ruleset_db(&bound.rules.vocabulary.ruleset)?;
    let values = (0..).map_while(|at| bound.rule_values.get(at));
    let sections: BTreeSet<&str> = values.map(|own| own.citation.section.as_str()).collect();
    analysis.errors_notice(db, &sections)
}
