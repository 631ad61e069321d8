//! The error of a search index, and its conversion from the errors of the libraries in use.

use std::fmt;

/// The reason why a search index cannot be built or read: a bug, or damaged index files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexError(pub String);

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot use the search index: {}", self.0)
    }
}

impl std::error::Error for IndexError {}

/// Converts the errors of the libraries that the index uses.
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
