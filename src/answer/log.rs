//! Answers `log`: the history of a clause, newest first; an error for a page or ruleset.

use super::{Answer, AnswerError, QueryEngine, Settings};
use crate::analysis::{ChangeLog, Question, TargetKind};

impl QueryEngine {
    /// Returns the history of a clause, newest first.
    pub fn log(
        &self,
        request: &Settings,
        question: &Question,
    ) -> Result<Answer<ChangeLog>, AnswerError> {
        let request = request.with_question(question)?;
        let found = self.resolve_target(&request, question.target())?;
        let TargetKind::Clause(section, unit) = &found.target else {
            return Err(AnswerError::not_a_clause("log"));
        };
        let log = self
            .analysis
            .change_log(found.db, section, *unit, &found.view);
        Ok(Answer::about(&found, log).read(question, self))
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
