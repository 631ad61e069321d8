//! The answer to `sum`: the totals of an army list, at one edition or at each edition of its ruleset.

use super::AnswerError;
use crate::{
    analysis::Analysis,
    diagnostic::{Diagnostic, Severity},
    scenario::{CheckOptions, ScenarioChecker, ScenarioSums},
    text::{LineIndex, SourceId},
};
use serde::Serialize;

/// The source of a list that is not part of the analysis.
pub(super) const NO_SOURCE: SourceId = SourceId(u32::MAX);

/// The sums of an army list at one edition, and its problems that no earlier edition has.
#[derive(Debug, Serialize)]
pub struct EditionSums {
    /// The edition.
    pub edition: String,
    /// The number of errors and warnings.
    pub findings: usize,
    /// The problems that are not found at an earlier edition.
    pub new_problems: Vec<EditionProblem>,
    /// The sums.
    #[serde(flatten)]
    pub sheet: ScenarioSums,
}

/// A problem of a list in the sums by edition: its code, line and message, and the editions at
/// which it is found.
#[derive(Clone, Debug, Serialize)]
pub struct EditionProblem {
    /// Its code.
    pub code: String,
    /// Its severity.
    pub severity: Severity,
    /// Its line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
    /// The editions at which it is found.
    pub editions: Vec<String>,
    #[serde(skip)]
    start: usize,
}

impl AnswerError {
    /// Creates the error for a list that cannot be evaluated.
    pub fn from_faults(faults: &[Diagnostic]) -> Self {
        let words: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
        let failure = Self::invalid(words.join("; "));
        match faults.iter().find_map(|fault| fault.help.clone()) {
            Some(help) => failure.with_help(help),
            None => failure,
        }
    }
}

impl EditionSums {
    /// Returns the sums of a list at each edition of its ruleset, the oldest first.
    /// Editions at which the list cannot be evaluated are left out.
    pub fn of_list(
        analysis: &Analysis,
        checker: &ScenarioChecker,
        options: &CheckOptions,
        text: &str,
    ) -> Result<Vec<Self>, Vec<Diagnostic>> {
        let first = checker.bind(analysis, NO_SOURCE, text, options)?;
        let editions = analysis
            .ruleset_db(&first.ruleset)
            .map(|db| db.ruleset.editions.as_slice())
            .unwrap_or_default();
        let lines = LineIndex::new(text);
        let mut out: Vec<Self> = Vec::new();
        for edition in editions {
            let mut options = options.clone();
            options.request.edition = Some(edition.id.clone());
            let Ok(bound) = checker.bind(analysis, NO_SOURCE, text, &options) else {
                continue;
            };
            let mut found = bound.diagnostics(analysis);
            found.retain(|finding| finding.severity > Severity::Note);
            let mut new_problems = Vec::new();
            for finding in &found {
                let known = out
                    .iter_mut()
                    .flat_map(|earlier| &mut earlier.new_problems)
                    .chain(&mut new_problems)
                    .find(|known| known.is(finding));
                match known {
                    Some(known) if known.editions.last() == Some(&edition.id) => {}
                    Some(known) => known.editions.push(edition.id.clone()),
                    None => new_problems.push(EditionProblem {
                        code: finding.code.to_string(),
                        severity: finding.severity,
                        line: lines.line(finding.at.span.start()) + 1,
                        message: finding.message.clone(),
                        editions: vec![edition.id.clone()],
                        start: finding.at.span.start(),
                    }),
                }
            }
            out.push(Self {
                edition: edition.id.clone(),
                findings: found.len(),
                new_problems,
                sheet: bound.sums(),
            });
        }
        Ok(out)
    }
}

impl EditionProblem {
    /// Returns whether a finding at another edition is the same problem.
    fn is(&self, finding: &Diagnostic) -> bool {
        self.code == finding.code
            && self.start == finding.at.span.start()
            && self.message == finding.message
    }
}
