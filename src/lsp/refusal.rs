//! Why a request is not answered.

use crate::analysis::IndexKey;
use tower_lsp::jsonrpc::{Error, ErrorCode};

/// Why a request is not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The client took it back.
    Cancelled,
    /// Documents were changed while it was worked on.
    Outdated,
    /// There is no search index for this index key yet: it is made while nobody is held up, and the request is begun anew.
    Unindexed(IndexKey),
    /// The question makes no sense: why, and what to do.
    Invalid(String),
    /// It is a good question and cannot be answered: why.
    Failed(String),
}

/// What a handler gives.
pub(super) type Answer<T> = Result<Option<T>, Refusal>;

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Cancelled => Self::new(ErrorCode::RequestCancelled),
            Refusal::Outdated | Refusal::Unindexed(_) => Self::new(ErrorCode::ContentModified),
            Refusal::Invalid(message) => Self::invalid_params(message),
            Refusal::Failed(message) => {
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
