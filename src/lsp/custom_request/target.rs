//! Resolves the view that a `rulebook/…` request names; converts answers to JSON.

use crate::{
    answer::AnswerError,
    disk::ViewSettings,
    lsp::{HandlerResult, ResponseError, Snapshot},
    resolve::{RulesetDb, View},
};
use serde::Serialize;
use serde_json::Value;

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
    Ok(Some(
        serde_json::to_value(value).map_err(AnswerError::from)?,
    ))
}
