//! Returns a phrase with a capital if it suits the alphabetical index (at most three words, no
//! question); splits headings into word and subentry.

/// The greatest number of words in a phrase of the index.
const MAX_WORDS: usize = 3;

/// Words of questions and sentences: a phrase that contains one is not suitable for an index.
const QUESTION_WORDS: &[&str] = &[
    "a",
    "an",
    "and",
    "are",
    "am",
    "as",
    "at",
    "can",
    "cannot",
    "do",
    "does",
    "explained",
    "first",
    "for",
    "from",
    "get",
    "got",
    "has",
    "have",
    "he",
    "him",
    "his",
    "how",
    "i",
    "if",
    "in",
    "into",
    "is",
    "it",
    "its",
    "letters",
    "letter",
    "may",
    "me",
    "meaning",
    "abbreviation",
    "must",
    "my",
    "no",
    "not",
    "of",
    "off",
    "on",
    "or",
    "our",
    "same",
    "so",
    "that",
    "the",
    "their",
    "them",
    "then",
    "there",
    "they",
    "this",
    "to",
    "up",
    "was",
    "what",
    "when",
    "where",
    "which",
    "who",
    "whom",
    "whose",
    "why",
    "will",
    "with",
    "you",
    "your",
    "glossary",
    "words",
    "too",
    "by",
];

/// Returns the phrase with a capital if it suits an index: at most three words, no question.
pub(super) fn index_word(phrase: &str) -> Option<String> {
    let words: Vec<&str> = phrase.split_whitespace().collect();
    let plain = phrase
        .chars()
        .all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '\''));
    let asks = words
        .iter()
        .any(|word| QUESTION_WORDS.contains(&word.to_lowercase().as_str()));
    (plain && !asks && !words.is_empty() && words.len() <= MAX_WORDS && phrase.chars().count() > 2)
        .then(|| capitalise(phrase))
}

/// Returns the text with its first letter in upper case.
pub(super) fn capitalise(text: &str) -> String {
    let mut letters = text.trim().chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// Splits a heading into a word and the label of a subentry: `Combat outcome, less than half`,
/// `Figure 5: Contact with flank`.
pub(super) fn split_heading(heading: &str) -> (String, Option<String>) {
    if let Some((figure, rest)) = heading
        .split_once(": ")
        .filter(|(figure, _)| figure.starts_with("Figure"))
    {
        return (capitalise(rest), Some(figure.to_owned()));
    }
    match heading
        .split_once(", ")
        .or_else(|| heading.split_once(": "))
    {
        // a heading repeated on several pages: the page is part of the place
        Some((word, rest)) if rest.starts_with("page ") => (capitalise(word), None),
        Some((word, rest)) => (capitalise(word), Some(rest.to_owned())),
        None => (capitalise(heading), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_not_looked_up() {
        assert_eq!(index_word("archery"), Some("Archery".into()));
        assert_eq!(
            index_word("hand-to-hand fighting"),
            Some("Hand-to-hand fighting".into())
        );
        for phrase in [
            "when do rafts drift",
            "letters Kn meaning",
            "who shoots",
            "a raft",
            "two rafts side by side",
            "QK (I)",
            "",
        ] {
            assert_eq!(index_word(phrase), None, "{phrase}");
        }
    }

    #[test]
    fn headings_are_parted() {
        assert_eq!(
            split_heading("Rafts, heavy (H)"),
            ("Rafts".into(), Some("heavy (H)".into()))
        );
        assert_eq!(
            split_heading("Figure 5: contact with a raft"),
            ("Contact with a raft".into(), Some("Figure 5".into()))
        );
        assert_eq!(split_heading("Rafts, page 13"), ("Rafts".into(), None));
        assert_eq!(
            split_heading("Recoiling rafts"),
            ("Recoiling rafts".into(), None)
        );
    }
}
