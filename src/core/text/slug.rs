//! Converts words to an id of ASCII letters, digits and hyphens; capitalizes a first letter.

use super::join;

/// Converts words to an id: ASCII letters and digits in lower case, with one hyphen for anything
/// between them. Empty if there are none.
pub fn slug(words: &str) -> String {
    let lower = words.to_lowercase();
    join(
        lower
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|part| !part.is_empty()),
        "-",
    )
}

/// Capitalizes the first letter.
pub fn capitalize(words: &str) -> String {
    let mut letters = words.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}
