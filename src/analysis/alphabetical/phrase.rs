//! Which of the ways to ask for a clause are words that one would look up.

/// The most words of a phrase that is looked up.
const LONGEST: usize = 3;

/// Words of questions and of sentences: a phrase that has one is asked, and not looked up.
const ASKING: &[&str] = &[
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

/// The phrase as a word of an index, if it is one.
pub(super) fn looked_up(phrase: &str) -> Option<String> {
    let words: Vec<&str> = phrase.split_whitespace().collect();
    let plain = phrase
        .chars()
        .all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '\''));
    let asks = words
        .iter()
        .any(|word| ASKING.contains(&word.to_lowercase().as_str()));
    (plain && !asks && !words.is_empty() && words.len() <= LONGEST && phrase.chars().count() > 2)
        .then(|| capitalised(phrase))
}

/// The text with a capital at its start.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.trim().chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// A heading as a word and what is said below it: `Combat outcome, less than half`, `Figure 5: Contact with flank`.
pub(super) fn parted(heading: &str) -> (String, Option<String>) {
    if let Some((figure, rest)) = heading
        .split_once(": ")
        .filter(|(figure, _)| figure.starts_with("Figure"))
    {
        return (capitalised(rest), Some(figure.to_owned()));
    }
    match heading
        .split_once(", ")
        .or_else(|| heading.split_once(": "))
    {
        // it stands on several pages: the place tells which
        Some((word, rest)) if rest.starts_with("page ") => (capitalised(word), None),
        Some((word, rest)) => (capitalised(word), Some(rest.to_owned())),
        None => (capitalised(heading), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_not_looked_up() {
        assert_eq!(looked_up("archery"), Some("Archery".into()));
        assert_eq!(
            looked_up("hand-to-hand fighting"),
            Some("Hand-to-hand fighting".into())
        );
        for asked in [
            "when do rafts drift",
            "letters Kn meaning",
            "who shoots",
            "a raft",
            "two rafts side by side",
            "QK (I)",
            "",
        ] {
            assert_eq!(looked_up(asked), None, "{asked}");
        }
    }

    #[test]
    fn headings_are_parted() {
        assert_eq!(
            parted("Rafts, heavy (H)"),
            ("Rafts".into(), Some("heavy (H)".into()))
        );
        assert_eq!(
            parted("Figure 5: contact with a raft"),
            ("Contact with a raft".into(), Some("Figure 5".into()))
        );
        assert_eq!(parted("Rafts, page 13"), ("Rafts".into(), None));
        assert_eq!(parted("Recoiling rafts"), ("Recoiling rafts".into(), None));
    }
}
