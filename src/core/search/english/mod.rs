//! Words of plain English: what is one is not a mistyped word of the rules.
//!
//! `words.txt` has the lower-case words of three letters and more of SCOWL's small lists, British and
//! American, one a line, in order (see `NOTICE`).

use std::sync::LazyLock;

/// The words, in order.
static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("words.txt").lines().collect());

/// Returns whether a word in lower case is plain English.
pub fn is_english(word: &str) -> bool {
    WORDS.binary_search(&word).is_ok()
}
