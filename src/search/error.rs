//! Errors of the index.

use std::fmt;

/// Why an index cannot be made or read: a fault of ours or of what it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexError(pub String);

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the search index cannot be used: {}", self.0)
    }
}

impl std::error::Error for IndexError {}

/// Errors of the libraries that an index is made with.
macro_rules! faults {
    ($($error:ty),*) => {
        $(impl From<$error> for IndexError {
            fn from(error: $error) -> Self {
                Self(error.to_string())
            }
        })*
    };
}

faults!(
    tantivy::TantivyError,
    tantivy::directory::error::OpenDirectoryError,
    std::io::Error,
    serde_json::Error,
    postcard::Error
);
