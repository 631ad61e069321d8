//! `ResponseError`: why a request is answered with an error; the result type of handlers.

use crate::answer::{AnswerError, ErrorKind};
use std::fmt::Display;
use tower_lsp::jsonrpc::{Error, ErrorCode};

/// Why a request is answered with an error: cancelled, document edited, invalid, or failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ResponseError {
    /// The client cancelled it.
    Cancelled,
    /// The document was edited before the answer: positions mean something else now.
    ContentModified,
    /// The parameters are invalid: why, and the remedy.
    Invalid(String),
    /// The request failed: why.
    Failed(String),
}

/// The result of a request handler: an answer, none (sent as null), or an error.
pub(super) type HandlerResult<T> = Result<Option<T>, ResponseError>;

impl From<AnswerError> for ResponseError {
    fn from(error: AnswerError) -> Self {
        let message = error.line();
        match error.kind {
            ErrorKind::Invalid | ErrorKind::NotFound => Self::Invalid(message),
            ErrorKind::Failed => Self::Failed(message),
        }
    }
}

impl From<ResponseError> for Error {
    fn from(error: ResponseError) -> Self {
        match error {
            ResponseError::Cancelled => Self::new(ErrorCode::RequestCancelled),
            ResponseError::ContentModified => Self::new(ErrorCode::ContentModified),
            ResponseError::Invalid(message) => Self::invalid_params(message),
            ResponseError::Failed(message) => {
                // RequestFailed of the protocol: the client cannot correct it
                Self {
                    code: ErrorCode::ServerError(-32803),
                    message: message.into(),
                    data: None,
                }
            }
        }
    }
}

/// Returns the error about invalid parameters.
pub(super) fn invalid(fault: impl Display) -> ResponseError {
    ResponseError::Invalid(fault.to_string())
}

/// Returns the question whether `near` is meant, to be put at the end of a message.
pub(super) fn did_you_mean(near: Option<impl Display>) -> String {
    near.map(|near| format!("; did you mean {near}?"))
        .unwrap_or_default()
}
