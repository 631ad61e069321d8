//! Answers `log`: the history of a clause, newest first; an error for a page or ruleset.

use super::{Answer, AnswerError, Body, QueryEngine, Reference, reference};
use crate::analysis::{Question, ResolvedTarget, Settings, TargetKind, WordingChoice};

impl QueryEngine {
    /// Returns the history of a clause, newest first.
    pub(super) fn log(
        &self,
        request: &Settings,
        question: &Question,
    ) -> Result<Answer, AnswerError> {
        let found = self.resolve_target(request, question.target())?;
        let TargetKind::Clause(section, unit) = &found.target else {
            return Err(AnswerError::not_a_clause("log"));
        };
        let log = self
            .analysis
            .change_log(found.db, section, *unit, &found.view);
        let mut answer = Answer::about(&found, Body::Log(Box::new(log)));
        answer.references = self.clause_references(&found, self.wording(request));
        Ok(answer)
    }

    /// Returns the reference of the clause that a question names.
    pub(super) fn clause_references(
        &self,
        found: &ResolvedTarget<'_>,
        choice: WordingChoice,
    ) -> Vec<Reference> {
        let TargetKind::Clause(section, unit) = &found.target else {
            return Vec::new();
        };
        let (analysis, view) = (&self.analysis, &found.view);
        reference::of_clauses(&analysis.clause_view(found.db, section, *unit, view, choice))
    }
}

impl AnswerError {
    /// Creates the error of a command that works on clauses only.
    pub fn not_a_clause(command: &str) -> Self {
        Self::invalid(format!(
            "{command} works on clauses, not on pages or rulesets"
        ))
        .with_help("`rulebook show` lists the clauses on a page")
    }
}
