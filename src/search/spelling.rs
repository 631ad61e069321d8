//! Encodes words by letters and sound for comparison; suggests a known value for a mistyped one.

use crate::text::near;

/// A word of the documents with its length, letters and sound, to compare with mistyped words.
#[derive(Debug)]
pub(super) struct SpellingCandidate {
    pub(super) word: String,
    /// In characters.
    pub(super) length: usize,
    pub(super) sound: String,
    pub(super) letters: u32,
}

impl SpellingCandidate {
    pub(super) fn new(word: &str) -> Self {
        Self {
            word: word.to_owned(),
            length: word.chars().count(),
            sound: sound_of(word),
            letters: letters(word),
        }
    }
}

/// Returns the letters of a word as bits; several letters share one.
pub(super) fn letters(word: &str) -> u32 {
    word.chars().fold(0, |all, c| all | 1 << (c as u32 % 32))
}

/// Returns an approximation of the sound of a word.
pub(super) fn sound_of(word: &str) -> String {
    let word = word
        .replace("ph", "f")
        .replace("ck", "k")
        .replace('y', "i")
        .replace('z', "s")
        .replace('c', "k");
    let mut letters: Vec<char> = word.chars().collect();
    letters.dedup();
    letters.into_iter().collect()
}

/// Returns a help text with the known value that is most similar to `typed`, or all known values if
/// they are few.
pub(super) fn suggestion<'a>(
    typed: &str,
    known: impl IntoIterator<Item = &'a str> + Clone,
) -> Option<String> {
    if let Some(near) = near::nearest(typed, known.clone()) {
        return Some(format!("did you mean `{near}`?"));
    }
    let all: Vec<&str> = known.into_iter().collect();
    (!all.is_empty() && all.len() <= 16).then(|| format!("expected one of {}", all.join(", ")))
}
