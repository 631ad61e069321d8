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

/// Returns the candidate most like `word`, if one is similar enough to suggest. Ignores case, and
/// takes letters and digits that look alike for each other. Of equally near candidates it returns
/// the one whose number is nearest, so that `1.4` means `1.3` and not `1.0`; then the first.
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
            let lower = candidate.to_lowercase();
            let distance = match looks_like(&word, &lower) {
                true => 1,
                false => 2 * strsim::damerau_levenshtein(&word, &lower),
            };
            ((distance, numbers_apart(&word, &lower)), candidate)
        })
        .filter(|&((distance, _), _)| distance <= 2 * allowed)
        .min_by_key(|&(rank, _)| rank)
        .map(|(_, candidate)| candidate)
}

/// Returns the question whether the candidate most like `word` is meant; `otherwise` if none is
/// similar enough.
pub fn did_you_mean<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    otherwise: impl FnOnce() -> String,
) -> String {
    match nearest(word, candidates) {
        Some(near) => format!("did you mean {near}?"),
        None => otherwise(),
    }
}

/// Returns whether two words differ, but only in letters and digits that look alike, or in case.
pub fn looks_like(word: &str, other: &str) -> bool {
    let (word, other) = (word.to_lowercase(), other.to_lowercase());
    word != other && as_seen(&word) == as_seen(&other)
}

/// Returns a word in lower case with one sign for those that look alike: `hl` for `h1` and `hi`.
fn as_seen(word: &str) -> String {
    word.replace('0', "o").replace(['1', 'i'], "l")
}

/// Returns how far apart the numbers in two words are that are the same except for these: 1 for
/// `1.4` and `1.3`. Of other words it is 0.
fn numbers_apart(word: &str, other: &str) -> u64 {
    let digits = |word: &str| -> String { word.chars().filter(char::is_ascii_digit).collect() };
    let others = |word: &str| word.replace(|c: char| c.is_ascii_digit(), "");
    let value = |word: &str| digits(word).parse::<u64>().ok();
    match (value(word), value(other)) {
        (Some(own), Some(value)) if others(word) == others(other) => own.abs_diff(value),
        _ => 0,
    }
}
