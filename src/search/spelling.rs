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

    /// Returns whether a typed word can be this one, mistyped.
    pub(super) fn is_near(&self, typed: &Self) -> bool {
        if self.length.abs_diff(typed.length) > 2 {
            return false;
        }
        let allowed = match typed.length {
            0..5 => 0,
            5..9 => 1,
            _ => 2,
        };
        // one changed letter removes at most one and adds at most one, so most words need no edit
        // distance
        typed.length > 3 && self.sound == typed.sound
            || self.length.abs_diff(typed.length) <= allowed
                && (self.letters ^ typed.letters).count_ones() as usize <= 2 * allowed
                && strsim::damerau_levenshtein(&typed.word, &self.word) <= allowed
    }

    /// Returns the words that a typed word is compared with.
    pub(super) fn of_forms<'f>(forms: impl IntoIterator<Item = &'f String>) -> Vec<Self> {
        let plain = |form: &&String| form.len() > 2 && form.chars().all(char::is_alphabetic);
        let forms = forms.into_iter().filter(plain);
        forms.map(|form| Self::new(form)).collect()
    }
}

/// Returns the letters of a word as bits; several letters share one.
fn letters(word: &str) -> u32 {
    word.chars().fold(0, |all, c| all | 1 << (c as u32 % 32))
}

/// Returns an approximation of the sound of a word.
fn sound_of(word: &str) -> String {
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
