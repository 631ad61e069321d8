//! `ViewParams`: the ruleset, edition, day, profile and wording in the parameters of a request.

use super::{ResponseError, response_error::did_you_mean};
use crate::{
    analysis::{Question, WordingChoice},
    disk::{LayeredSettings, Settings},
    model::PartialDate,
    text::near::nearest,
};
use serde::Deserialize;

/// The ruleset, edition, day, profile and wording of a request; settings replace missing ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct ViewParams {
    /// The ruleset.
    pub(super) ruleset: Option<String>,
    /// The edition.
    pub(super) edition: Option<String>,
    /// The day up to which documents count: `2023-02`.
    pub(super) as_of: Option<String>,
    /// The profile.
    pub(super) profile: Option<String>,
    /// The wording: `printed`, `restated` or `both`.
    pub(super) wording: Option<String>,
}

impl ViewParams {
    /// Returns the parameters, with those that a question itself contains in their place; the error
    /// of a question that has no answer.
    pub(super) fn with_question(self, question: &Question) -> Result<Self, ResponseError> {
        let own = question.clone();
        if let Some(fault) = own.fault {
            return Err(ResponseError::Invalid(fault));
        }
        Ok(Self {
            ruleset: own.ruleset.or(self.ruleset),
            edition: own.edition.or(self.edition),
            as_of: own.as_of.map(PartialDate::iso).or(self.as_of),
            profile: own.profile.or(self.profile),
            ..self
        })
    }

    /// Returns the settings that these parameters name.
    pub(super) fn request(&self) -> Result<Settings, ResponseError> {
        let given = |value: &Option<String>| value.clone().filter(|value| !value.is_empty());
        let date = |date: String| {
            date.parse::<PartialDate>()
                .map_err(|fault| ResponseError::Invalid(format!("asOf: {fault}")))
        };
        let wording = |name: String| {
            WordingChoice::from_name(&name).ok_or_else(|| {
                let names = WordingChoice::NAMES.iter().map(|(name, _)| *name);
                let meant = did_you_mean(nearest(&name, names));
                ResponseError::Invalid(format!(
                    "unknown wording `{name}`: expected printed, restated or both{meant}"
                ))
            })
        };
        Ok(Settings {
            edition: given(&self.edition),
            as_of: given(&self.as_of).map(date).transpose()?,
            profile: given(&self.profile),
            wording: given(&self.wording).map(wording).transpose()?,
            ruleset: given(&self.ruleset),
            ..Settings::default()
        })
    }

    /// Returns `settings` with these parameters before all others.
    pub(super) fn layered_settings(
        &self,
        settings: &LayeredSettings,
    ) -> Result<LayeredSettings, ResponseError> {
        let mut settings = settings.clone();
        settings.layers.insert(0, (String::new(), self.request()?));
        Ok(settings)
    }
}
