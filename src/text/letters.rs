//! Words as ids, and words that begin a sentence.

/// Words as an id: their letters and digits of ASCII in small letters, all else between them one hyphen. Empty where they have none.
pub fn slug(words: &str) -> String {
    let lower = words.to_lowercase();
    lower
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

/// Words with a capital in front.
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}
