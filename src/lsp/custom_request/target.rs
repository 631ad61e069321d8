//! Errors about parameters of `rulebook/…` requests; converts answers to JSON.

use crate::{
    answer::AnswerError,
    lsp::{HandlerResult, ResponseError},
};
use serde::Serialize;
use serde_json::Value;

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
