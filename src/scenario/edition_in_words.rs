//! Finds the ruleset and edition that the text of a list names, as mails do: `DBM 3.2`, `v3.3`.

use crate::{
    resolve::RulesetDb,
    text::{Span, Spanned},
};

/// Words in front of an edition, besides the ruleset.
const WORDS_BEFORE: &[&str] = &[
    "v",
    "v.",
    "ver",
    "ver.",
    "vers",
    "vers.",
    "version",
    "edition",
    "ed",
    "ed.",
    "rules",
    "rule",
    "using",
    "under",
    "on",
    "play",
    "playing",
    "played",
    "to",
    "règles",
    "règle",
    "regles",
    "regeln",
    "regelversion",
    "fassung",
    "nach",
    "en",
    "regole",
    "regolamento",
    "versione",
    "reglas",
    "reglamento",
    "versión",
    "edición",
    "edizione",
    "zasady",
    "wersja",
    "wersji",
    "edycja",
    "edycji",
    "system",
    "ruleset",
    "amendments",
    "sheet",
];

/// Words behind an edition.
const WORDS_AFTER: &[&str] = &[
    "rules",
    "edition",
    "amendments",
    "lists",
    "version",
    "sheet",
    "has",
    "costs",
    "list",
];

/// Words in front of the edition that is played, whatever others are named.
const PLAYED: &[&str] = &["play", "playing", "played"];

/// Returns the edition that a text says is played, or else the one that it names first, and where.
pub(super) fn edition_in_words(text: &str, db: &RulesetDb) -> Option<Spanned<String>> {
    let editions = db.ruleset.editions.iter();
    editions
        .filter_map(|edition| find_edition(text, &edition.id, &db.ruleset.key))
        .min_by_key(|found| {
            let before = last_word(&text[..found.span.start()]).to_lowercase();
            (!PLAYED.contains(&before.as_str()), found.span.start())
        })
}

fn find_edition(text: &str, id: &str, ruleset: &str) -> Option<Spanned<String>> {
    text.match_indices(id).find_map(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + id.len()..]);
        let mut word_before = last_word(before);
        // `Edition is 3.2`
        if ["is", "are"]
            .iter()
            .any(|verb| word_before.eq_ignore_ascii_case(verb))
        {
            let end = word_before.as_ptr() as usize - before.as_ptr() as usize;
            word_before = last_word(&before[..end]);
        }
        // `v3.2`, `DBM3.2`
        let is_number = before.ends_with(|c: char| {
            c.is_numeric() || c == '.' && !word_before.eq_ignore_ascii_case("v.")
        }) || after.starts_with(|c: char| c.is_numeric())
            || after.starts_with('.') && after[1..].starts_with(|c: char| c.is_numeric());
        let is_word =
            |word: &str, words: &[&str]| words.iter().any(|own| word.eq_ignore_ascii_case(own));
        let word_after = after
            .trim_start()
            .split(|c: char| !c.is_alphabetic())
            .next()
            .unwrap_or_default();
        // `D.B.M. 3.2`
        let initials = before.split_whitespace().next_back().unwrap_or_default();
        let initials = initials.trim_start_matches(|c: char| !c.is_alphabetic());
        let is_named = is_word(word_before, WORDS_BEFORE)
            || initials.replace('.', "").eq_ignore_ascii_case(ruleset)
            || word_before.eq_ignore_ascii_case(ruleset)
            || is_word(word_after, WORDS_AFTER);
        (!is_number && is_named).then(|| Spanned::new(id.to_owned(), Span::new(at, at + id.len())))
    })
}

/// Returns the last word of a text, with a dot that follows it, if only blanks or an opening
/// bracket stand behind it on the same line.
fn last_word(text: &str) -> &str {
    let text = text.trim_end_matches([' ', '\t', '\u{a0}', '(', '#', ':']);
    let start = text
        .trim_end_matches('.')
        .rfind(|c: char| !c.is_alphabetic())
        .map_or(0, |at| {
            at + text[at..].chars().next().map_or(1, char::len_utf8)
        });
    &text[start..]
}

/// Returns the ruleset of `keys` that a text names first.
pub(super) fn ruleset_in_words<'k>(
    text: &str,
    keys: impl Iterator<Item = &'k str>,
) -> Option<&'k str> {
    let lower = text.to_lowercase();
    let place = |key: &str| {
        let name = key.replace('-', " ");
        let is_letter = |c: char| c.is_alphabetic();
        let mut places = lower.match_indices(&name).map(|(at, _)| at);
        places.find(|&at| {
            !lower[..at].ends_with(is_letter) && !lower[at + name.len()..].starts_with(is_letter)
        })
    };
    keys.filter_map(|key| Some((place(key)?, key)))
        .min()
        .map(|(_, key)| key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn editions_are_named_by_a_word_next_to_them() {
        let found = |text: &str| {
            ["3.1", "3.2"]
                .iter()
                .find_map(|id| Some(find_edition(text, id, "dbm")?.value))
        };
        for text in [
            "DBM 3.2",
            "dbm3.2 list",
            "v3.2",
            "V. 3.2",
            "(using 3.2)",
            "the 3.2 rules",
            "DBM version 3.2.",
            "D.B.M. 3.2",
        ] {
            assert_eq!(found(text).as_deref(), Some("3.2"), "{text}");
        }
        for text in [
            "3.2 metres",
            "v3.25",
            "DBM 13.2",
            "4 Ax at 3.2",
            "DBM 3.2.1",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
