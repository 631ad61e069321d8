//! Resolves the view that a `rulebook/…` request names, and whether it wants printed or restated
//! words; converts answers to JSON.

use crate::{
    analysis::WordingChoice,
    disk::{LayeredSettings, ViewSettings},
    lsp::{HandlerResult, ResponseError, Snapshot, response_error::did_you_mean},
    resolve::{RulesetDb, View},
    text::near::nearest,
};
use serde::Serialize;
use serde_json::Value;

/// Returns the wording that the settings choose.
pub(crate) fn wording_choice(settings: &LayeredSettings) -> Result<WordingChoice, ResponseError> {
    let Some(setting) = settings.first(|settings| settings.wording.clone()) else {
        return Ok(WordingChoice::default());
    };
    WordingChoice::from_name(&setting.value).ok_or_else(|| {
        let names = WordingChoice::NAMES.iter().map(|(name, _)| *name);
        let meant = did_you_mean(nearest(&setting.value, names));
        ResponseError::Invalid(format!(
            "unknown wording `{}`: expected printed, restated or both{meant}",
            setting.value
        ))
    })
}

/// Resolves the view that settings name.
pub(crate) fn resolve_view<'a>(
    snapshot: &Snapshot<'a>,
    settings: &ViewSettings,
) -> Result<(&'a RulesetDb, View), ResponseError> {
    snapshot
        .analysis()
        .resolve_request(&settings.request(), snapshot.today())
        .map_err(invalid)
}

/// An error about invalid parameters.
pub(crate) fn invalid(fault: impl std::fmt::Display) -> ResponseError {
    ResponseError::Invalid(fault.to_string())
}

/// Converts an answer to JSON.
pub(crate) fn json(value: &impl Serialize) -> HandlerResult<Value> {
    serde_json::to_value(value)
        .map(Some)
        .map_err(|error| ResponseError::Failed(format!("cannot write the answer as JSON: {error}")))
}
