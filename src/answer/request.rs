//! Requests: the settings that a request names itself, with what its question says.

use super::AnswerError;
use crate::{analysis::Question, disk::Settings};

impl Settings {
    /// Returns the settings of a request with what a question says itself, which takes precedence;
    /// the error of a question that has no answer.
    pub fn with_question(&self, question: &Question) -> Result<Self, AnswerError> {
        let own = question.clone();
        if let Some(fault) = own.fault {
            return Err(AnswerError::invalid(fault));
        }
        Ok(Self {
            ruleset: own.ruleset.or_else(|| self.ruleset.clone()),
            edition: own.edition.or_else(|| self.edition.clone()),
            as_of: own.as_of.or(self.as_of),
            profile: own.profile.or_else(|| self.profile.clone()),
            ..self.clone()
        })
    }
}
