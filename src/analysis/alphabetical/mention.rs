//! Whether a text has a word of the rules: in any number, or by its abbreviation.

/// A text, cut into words.
pub(super) struct Words {
    /// As written.
    exact: Vec<String>,
    /// In small letters and in the singular.
    plain: Vec<String>,
}

impl Words {
    /// The words of a text.
    pub(super) fn new(text: &str) -> Self {
        let exact: Vec<String> = text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        Self {
            plain: exact.iter().map(|word| singular(word)).collect(),
            exact,
        }
    }

    /// Whether the words of a term stand in it one after the other.
    pub(super) fn has(&self, term: &str) -> bool {
        let wanted = Self::new(term).plain;
        !wanted.is_empty()
            && self
                .plain
                .windows(wanted.len())
                .any(|words| words == wanted)
    }

    /// Whether an abbreviation stands in it, with these very capitals. One of a single letter, or with brackets, is too often something else.
    pub(super) fn has_short(&self, short: &str) -> bool {
        short.chars().count() > 1
            && short.chars().all(char::is_alphanumeric)
            && self.exact.iter().any(|word| word == short)
    }
}

/// A word in small letters and in the singular, as far as its ending tells.
pub(super) fn singular(word: &str) -> String {
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
        let words = Words::new("Rafts and the war wagon of a Kn(I) cross");
        assert!(words.has("raft") && words.has("War wagons") && words.has_short("Kn"));
        assert!(
            !words.has("wagon war")
                && !words.has("")
                && !words.has_short("KN")
                && !words.has_short("a")
        );
        assert!(Words::new("across").has("across") && singular("pass") == "pass");
        assert_eq!(
            ["Ferries", "passes", "boxes", "bases", "rafts"].map(singular),
            ["ferry", "pass", "box", "base", "raft"]
        );
    }
}
