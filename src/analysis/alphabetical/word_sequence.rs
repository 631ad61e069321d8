//! Tests whether a text contains a term, in singular or plural, or an abbreviation as written.

use crate::text::words;

/// The words of a text in order, as written and as lower-case singulars, to test whether terms
/// occur in them.
pub(super) struct WordSequence {
    /// As written.
    exact: Vec<String>,
    /// In lower case and in the singular.
    plain: Vec<String>,
}

impl WordSequence {
    /// Splits a text into words.
    pub(super) fn new(text: &str) -> Self {
        let exact: Vec<String> = words(text).map(str::to_owned).collect();
        Self {
            plain: exact.iter().map(|word| to_singular(word)).collect(),
            exact,
        }
    }

    /// Returns whether the text contains the words of a term one after the other.
    pub(super) fn contains_term(&self, term: &str) -> bool {
        let term_words = Self::new(term).plain;
        !term_words.is_empty()
            && self
                .plain
                .windows(term_words.len())
                .any(|words| words == term_words)
    }

    /// Returns whether the text contains an abbreviation in exactly these capitals. Abbreviations
    /// of one letter or with brackets are never found, because they are too often something else.
    pub(super) fn contains_abbreviation(&self, short: &str) -> bool {
        short.chars().count() > 1
            && short.chars().all(char::is_alphanumeric)
            && self.exact.iter().any(|word| word == short)
    }
}

/// Returns a word in lower case and in the singular, judging by its ending.
pub(super) fn to_singular(word: &str) -> String {
    let small = word.to_lowercase();
    if small.chars().count() <= 3 {
        return small;
    }
    if let Some(one) = small.strip_suffix("ies") {
        return format!("{one}y");
    }
    let hissing = |one: &&str| ["ss", "x", "sh", "ch"].iter().any(|end| one.ends_with(end));
    match (
        small.strip_suffix("es").filter(hissing),
        small.strip_suffix('s'),
    ) {
        (Some(one), _) => one.to_owned(),
        (None, Some(one)) if !one.ends_with('s') => one.to_owned(),
        (None, Some(_) | None) => small,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_is_found_in_any_number_and_by_its_letters() {
        let words = WordSequence::new("Rafts and the war wagon of a Kn(I) cross");
        assert!(
            words.contains_term("raft")
                && words.contains_term("War wagons")
                && words.contains_abbreviation("Kn")
        );
        assert!(
            !words.contains_term("wagon war")
                && !words.contains_term("")
                && !words.contains_abbreviation("KN")
                && !words.contains_abbreviation("a")
        );
        assert!(
            WordSequence::new("across").contains_term("across") && to_singular("pass") == "pass"
        );
        assert_eq!(
            ["Ferries", "passes", "boxes", "bases", "rafts"].map(to_singular),
            ["ferry", "pass", "box", "base", "raft"]
        );
    }
}
