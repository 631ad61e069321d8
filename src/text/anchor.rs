//! Words by which a place in a text can be told from all others: what a quote in an instruction may say.

use super::quote;

/// Longer anchors are not offered by their words; a gap may stand for what lies between their first and last ones.
const LONGEST: usize = 12;

/// A short anchor without gap has at least so many letters.
const LETTERS: usize = 3;

/// Words that stand exactly once in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// The words; `…` is a gap within the sentence.
    pub words: String,
    /// In which of the sentences they stand.
    pub sentence: usize,
}

/// Words that occur once in `sentences` and begin with `typed` (small and capital letters are alike), at most `most`: for each beginning
/// the fewest words that will do, then the words up to the end of the sentence. Where nothing is typed yet, only those that begin a
/// sentence. `…` in a sentence stands for words that are not held, and is never part of an anchor's own words.
pub fn anchors(sentences: &[&str], typed: &str, most: usize) -> Vec<Anchor> {
    let typed = typed.trim_start().to_lowercase();
    let mut out: Vec<Anchor> = Vec::new();
    for (at, sentence) in sentences.iter().enumerate() {
        let whole = !sentence.contains('…');
        for part in sentence.split('…') {
            let words = words(part);
            for first in 0..words.len() {
                if !begins(&part[words[first].0..], &typed) {
                    continue;
                }
                for words in from(
                    sentences,
                    part,
                    &words[first..],
                    whole,
                    typed.chars().count(),
                ) {
                    if out.iter().all(|known| known.words != words) {
                        out.push(Anchor {
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

/// The anchors that begin with the first of `words`.
fn from(
    sentences: &[&str],
    part: &str,
    words: &[(usize, usize)],
    whole: bool,
    typed: usize,
) -> Vec<String> {
    let Some(&(start, _)) = words.first() else {
        return Vec::new();
    };
    let once = |words: &str| occurrences(sentences, words) == 1;
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
        let opening = first
            .iter()
            .take(LONGEST)
            .map(|&(_, end)| &part[start..end])
            .find(|words| long(words) && once(words));
        let close = &part[before.0..last.1];
        // the nearest continuation of a gap counts: the last words must not come earlier
        if let Some(opening) =
            opening.filter(|opening| part[start + opening.len()..].matches(close).count() == 1)
        {
            out.push(format!("{opening} … {close}"));
        }
    }
    out.dedup();
    out
}

/// The words of a text, from their first byte to behind their last.
fn words(text: &str) -> Vec<(usize, usize)> {
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

/// Whether `text` begins with `typed`, which is in small letters.
fn begins(text: &str, typed: &str) -> bool {
    let mut letters = text.chars().flat_map(char::to_lowercase);
    typed.chars().all(|c| letters.next() == Some(c))
}

/// How often words stand in sentences, as whole words.
fn occurrences(sentences: &[&str], words: &str) -> usize {
    // a quote is found whatever blanks stand between its words
    if sentences.iter().any(|text| text.contains("  ")) {
        return sentences
            .iter()
            .map(|text| quote::find(text, words).len())
            .sum();
    }
    let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let (opens, closes) = (
        letter(words.chars().next()),
        letter(words.chars().next_back()),
    );
    let whole = |text: &str, at: usize| {
        let (before, after) = (
            text[..at].chars().next_back(),
            text[at + words.len()..].chars().next(),
        );
        !(opens && letter(before) || closes && letter(after))
    };
    sentences
        .iter()
        .map(|text| {
            text.match_indices(words)
                .filter(|(at, _)| whole(text, *at))
                .count()
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(sentences: &[&str], typed: &str) -> Vec<String> {
        anchors(sentences, typed, 100)
            .into_iter()
            .map(|anchor| anchor.words)
            .collect()
    }

    #[test]
    fn the_fewest_words_that_will_do() {
        let text = ["Red boats move first.", "Red boats may wait."];
        assert_eq!(
            words(&text, ""),
            [
                "Red boats move",
                "Red boats move first.",
                "Red boats may",
                "Red boats may wait."
            ]
        );
        assert_eq!(words(&text, "mo"), ["move", "move first."]);
        assert_eq!(
            words(&text, "BOATS M"),
            [
                "boats move",
                "boats move first.",
                "boats may",
                "boats may wait."
            ]
        );
        assert_eq!(words(&text, "x"), Vec::<String>::new());
    }

    #[test]
    fn what_is_not_held_is_no_word() {
        assert_eq!(words(&["… or Indian …"], ""), ["or Indian"]);
        assert_eq!(words(&["…"], ""), Vec::<String>::new());
    }

    #[test]
    fn long_sentences_have_a_gap() {
        let text =
            ["one two three four five six seven eight nine ten eleven twelve thirteen fourteen."];
        assert_eq!(words(&text, ""), ["one", "one … thirteen fourteen."]);
    }

    proptest! {
        #[test]
        fn an_anchor_is_found_once(text in prop::collection::vec("[ab …,.]{0,40}", 0..4), typed in "[ab ]{0,3}") {
            let text: Vec<&str> = text.iter().map(String::as_str).collect();
            for anchor in anchors(&text, &typed, 50) {
                let found: usize = text.iter().map(|text| quote::find(text, &anchor.words).len()).sum();
                prop_assert_eq!(found, 1, "{}", anchor.words);
            }
        }
    }
}
