//! `ViewRequest`: the edition, date, profile and ruleset of a request; converts to `Settings`.

use super::AnswerError;
use crate::{
    analysis::{Question, WordingChoice},
    disk::Settings,
    model::PartialDate,
};

/// The edition, date, profile, wording and ruleset that a request names; the settings decide what
/// is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ViewRequest {
    /// The edition.
    pub at: Option<String>,
    /// The day up to which documents count.
    pub as_of: Option<PartialDate>,
    /// The profile whose rulings apply.
    pub profile: Option<String>,
    /// The wording to show where both are known.
    pub wording: Option<WordingChoice>,
    /// The ruleset, if the clause does not name it.
    pub ruleset: Option<String>,
}

impl ViewRequest {
    /// Returns the request with what a question says itself, which takes precedence; the error of
    /// a question that has no answer.
    pub fn with_question(&self, question: &Question) -> Result<Self, AnswerError> {
        let own = question.clone();
        if let Some(fault) = own.fault {
            return Err(AnswerError::invalid(fault));
        }
        Ok(Self {
            ruleset: own.ruleset.or_else(|| self.ruleset.clone()),
            at: own.edition.or_else(|| self.at.clone()),
            as_of: own.as_of.or(self.as_of),
            profile: own.profile.or_else(|| self.profile.clone()),
            wording: self.wording,
        })
    }

    /// Returns the request as settings, which take precedence over all others.
    pub fn settings(&self) -> Settings {
        Settings {
            ruleset: self.ruleset.clone(),
            edition: self.at.clone(),
            profile: self.profile.clone(),
            as_of: self.as_of,
            ..Settings::default()
        }
    }
}
