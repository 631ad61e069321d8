//! Compares words by spelling: returns how alike two are, or the candidate nearest to a typo.

/// From this length on, in bytes, words are not compared: that takes the product of their lengths.
const LONGEST: usize = 200;

/// Returns how alike two words or short texts are, from 0 to 1; long ones are not alike.
pub fn likeness(one: &str, other: &str) -> f64 {
    if one.len().max(other.len()) < LONGEST {
        strsim::jaro_winkler(one, other)
    } else {
        0.0
    }
}

/// Returns how many letters have to be inserted, removed, changed or swapped to turn one word
/// into the other; for long words, the difference of their lengths.
pub fn distance(one: &str, other: &str) -> usize {
    if one.len().max(other.len()) < LONGEST {
        strsim::damerau_levenshtein(one, other)
    } else {
        one.len().abs_diff(other.len())
    }
}

/// Returns whether two names differ by one letter, and not only in a number.
pub fn differs_by_a_letter(name: &str, other: &str) -> bool {
    let letters = |name: &str| name.replace(|c: char| c.is_ascii_digit(), "");
    distance(name, other) == 1 && letters(name) != letters(other)
}

/// Returns the candidate most like `word`, if one is similar enough to suggest. Ignores case; of
/// equal candidates the first wins.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let length = word.chars().count();
    let allowed = match length {
        0 => return None,
        LONGEST.. => return None,
        1..=3 => 1,
        4..=7 => 2,
        _ => 3,
    };
    candidates
        .into_iter()
        // words of another length are further away than that
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= allowed)
        .map(|candidate| {
            (
                strsim::damerau_levenshtein(&word, &candidate.to_lowercase()),
                candidate,
            )
        })
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}
