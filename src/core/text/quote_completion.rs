//! Completes a quote: phrases that begin with the typed letters and occur once in the sentences.

use super::quote;

/// Longer phrases are not offered in full; a gap replaces what is between their first and last
/// words.
const LONGEST: usize = 12;

/// The least number of letters of a short phrase without a gap.
const LETTERS: usize = 3;

/// A proposal for a quote being typed: words that occur once in the sentences searched, and the
/// index of the sentence with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UniquePhrase {
    /// The words; `…` is a gap within the sentence.
    pub words: String,
    /// The index of the sentence that contains them.
    pub sentence: usize,
}

/// Returns at most `most` phrases that occur once in `sentences` and begin with `typed`, ignoring
/// case.
///
/// For each beginning these are the fewest words that are unique, then the words up to the end of
/// the sentence. While `typed` is empty, only phrases at the start of a sentence are returned. `…`
/// in a sentence represents unknown words, and is never part of a phrase's own words.
pub fn unique_phrases(sentences: &[&str], typed: &str, most: usize) -> Vec<UniquePhrase> {
    let typed = typed.trim_start().to_lowercase();
    let unified: Vec<String> = sentences.iter().map(|text| quote::unified(text)).collect();
    let mut out: Vec<UniquePhrase> = Vec::new();
    for (at, sentence) in sentences.iter().enumerate() {
        let whole = !sentence.contains('…');
        for part in sentence.split('…') {
            let words = word_bounds(part);
            for first in 0..words.len() {
                if !starts_with_lowercase(&part[words[first].0..], &typed) {
                    continue;
                }
                for words in phrases_from(
                    &unified,
                    part,
                    &words[first..],
                    whole,
                    typed.chars().count(),
                ) {
                    if out.iter().all(|known| known.words != words) {
                        out.push(UniquePhrase {
                            words,
                            sentence: at,
                        });
                    }
                }
                if out.len() >= most {
                    out.truncate(most);
                    return out;
                }
                if typed.is_empty() {
                    break;
                }
            }
        }
    }
    out
}

/// Returns the phrases that begin with the first of `words`. The sentences are in unified characters.
fn phrases_from(
    sentences: &[String],
    part: &str,
    words: &[(usize, usize)],
    whole: bool,
    typed: usize,
) -> Vec<String> {
    let Some(&(start, _)) = words.first() else {
        return Vec::new();
    };
    let once = |words: &str| {
        let words = quote::unified(words);
        let counts = sentences
            .iter()
            .map(|text| quote::count_unified(text, &words));
        counts.sum::<usize>() == 1
    };
    let long = |words: &str| {
        words.chars().filter(|c| c.is_alphanumeric()).count() >= LETTERS
            && words.chars().count() >= typed
    };
    let bare = |end: usize| part[start..end].trim_end_matches(['.', ',', ';', ':', '!', '?']);
    let shortest = words
        .iter()
        .take(LONGEST)
        .map(|&(_, end)| bare(end))
        .find(|words| long(words) && once(words));
    let mut out: Vec<String> = shortest.map(str::to_owned).into_iter().collect();
    let Some(&(_, end)) = words.last().filter(|_| shortest.is_some()) else {
        return out;
    };
    if words.len() <= LONGEST {
        out.push(part[start..end].to_owned());
    } else if whole && let [first @ .., before, last] = words {
        let first_words = first
            .iter()
            .take(LONGEST)
            .map(|&(_, end)| &part[start..end])
            .find(|words| long(words) && once(words));
        let close = &part[before.0..last.1];
        // the nearest continuation of a gap counts: the last words must not occur earlier
        let is_nearest = |first_words: &&str| {
            let rest = quote::unified(&part[start + first_words.len()..]);
            rest.matches(&quote::unified(close)).count() == 1
        };
        if let Some(first_words) = first_words.filter(is_nearest) {
            out.push(format!("{first_words} … {close}"));
        }
    }
    out.dedup();
    out
}

/// Returns the byte ranges of the words of a text.
fn word_bounds(text: &str) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (c.is_whitespace(), start) {
            (true, Some(from)) => {
                out.push((from, at));
                start = None;
            }
            (false, None) => start = Some(at),
            (true, None) | (false, Some(_)) => {}
        }
    }
    out
}

/// Whether `text` begins with `typed`, which is in lower case.
fn starts_with_lowercase(text: &str, typed: &str) -> bool {
    let mut letters = text.chars().flat_map(char::to_lowercase);
    typed.chars().all(|c| letters.next() == Some(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn word_bounds(sentences: &[&str], typed: &str) -> Vec<String> {
        unique_phrases(sentences, typed, 100)
            .into_iter()
            .map(|phrase| phrase.words)
            .collect()
    }

    #[test]
    fn the_fewest_words_that_will_do() {
        let text = ["Red boats move first.", "Red boats may wait."];
        assert_eq!(
            word_bounds(&text, ""),
            [
                "Red boats move",
                "Red boats move first.",
                "Red boats may",
                "Red boats may wait."
            ]
        );
        assert_eq!(word_bounds(&text, "mo"), ["move", "move first."]);
        assert_eq!(
            word_bounds(&text, "BOATS M"),
            [
                "boats move",
                "boats move first.",
                "boats may",
                "boats may wait."
            ]
        );
        assert_eq!(word_bounds(&text, "x"), Vec::<String>::new());
    }

    #[test]
    fn what_is_not_held_is_no_word() {
        assert_eq!(word_bounds(&["… or Indian …"], ""), ["or Indian"]);
        assert_eq!(word_bounds(&["…"], ""), Vec::<String>::new());
    }

    #[test]
    fn long_sentences_have_a_gap() {
        let text =
            ["one two three four five six seven eight nine ten eleven twelve thirteen fourteen."];
        assert_eq!(word_bounds(&text, ""), ["one", "one … thirteen fourteen."]);
    }

    #[test]
    fn marks_of_one_kind_are_alike() {
        let text = ["“Red” boats.", "\"Red\" rafts."];
        assert_eq!(
            word_bounds(&text, ""),
            [
                "“Red” boats",
                "“Red” boats.",
                "\"Red\" rafts",
                "\"Red\" rafts."
            ]
        );
    }

    proptest! {
        #[test]
        fn an_anchor_is_found_once(text in prop::collection::vec("[ab …,.\"“’'–-]{0,40}", 0..4), typed in "[ab ]{0,3}") {
            let text: Vec<&str> = text.iter().map(String::as_str).collect();
            for phrase in unique_phrases(&text, &typed, 50) {
                let found: usize = text.iter().map(|text| quote::find(text, &phrase.words).len()).sum();
                prop_assert_eq!(found, 1, "{}", phrase.words);
            }
        }
    }
}
