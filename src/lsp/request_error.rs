//! Why a request is not answered.

use tower_lsp::jsonrpc::{Error, ErrorCode};

/// Why a request is not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RequestError {
    /// The client cancelled it.
    Cancelled,
    /// The document that it is about was edited before it could be answered: its positions mean something else now.
    ContentModified,
    /// The parameters make no sense: why, and what to do.
    Invalid(String),
    /// It cannot be answered: why.
    Failed(String),
}

/// What a feature returns.
pub(super) type Answer<T> = Result<Option<T>, RequestError>;

impl From<RequestError> for Error {
    fn from(error: RequestError) -> Self {
        match error {
            RequestError::Cancelled => Self::new(ErrorCode::RequestCancelled),
            RequestError::ContentModified => Self::new(ErrorCode::ContentModified),
            RequestError::Invalid(message) => Self::invalid_params(message),
            RequestError::Failed(message) => {
                // RequestFailed of the protocol: nothing for the client to mend
                Self {
                    code: ErrorCode::ServerError(-32803),
                    message: message.into(),
                    data: None,
                }
            }
        }
    }
}
