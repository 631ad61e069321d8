//! Splits texts into normalized words; returns whether two texts have the same words, how alike
//! they are (0 to 1), and the words that one has more often.

use std::collections::BTreeMap;

/// Returns the words of `text`: letters, digits, and signs that belong to a number.
///
/// Quotation marks, brackets, stops, dashes between words and blanks are no words; `½` is one, and
/// so is the `-` of `-1`. Case is ignored, except in a single letter, which is a grade.
pub fn normalized_words(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    let end = |word: &mut String, out: &mut Vec<String>| {
        if !word.is_empty() {
            let word = std::mem::take(word);
            out.push(if word.chars().count() == 1 {
                word
            } else {
                word.to_lowercase()
            });
        }
    };
    while let Some(c) = rest.next() {
        let next = rest.peek().copied().unwrap_or(' ');
        match c {
            '\u{ad}' => continue,
            c if is_fraction(c) || matches!(c, '°' | '%' | '+' | '=' | '×') => {
                end(&mut word, &mut out);
                word.push(c);
                if !(c == '+' && next.is_ascii_digit()) {
                    end(&mut word, &mut out);
                }
            }
            '-' | '−' | '–' | '‐' | '‑' if next.is_ascii_digit() && !before.is_alphanumeric() =>
            {
                end(&mut word, &mut out);
                word.push('-');
            }
            '.' if before.is_ascii_digit() && next.is_ascii_digit() => word.push('.'),
            '\'' | '’' | 'ʼ' if before.is_alphabetic() && next.is_alphabetic() => {
                word.push('\'')
            }
            c if c.is_alphanumeric() => {
                // `200p` is a number and its unit
                if word.ends_with(|last: char| last.is_ascii_digit())
                    && c.is_alphabetic()
                    && !is_ordinal(c, next)
                {
                    end(&mut word, &mut out);
                }
                word.push(c);
            }
            _ => end(&mut word, &mut out),
        }
        before = c;
    }
    end(&mut word, &mut out);
    out
}

fn is_fraction(c: char) -> bool {
    matches!(c, '½' | '¼' | '¾' | '⅓' | '⅔')
}

/// Whether an ordinal's suffix begins here: `st` of `1st`.
fn is_ordinal(c: char, next: char) -> bool {
    matches!((c, next), ('s', 't') | ('n', 'd') | ('r', 'd') | ('t', 'h'))
}

/// Returns the letters and digits of a text, in lower case.
pub fn letters(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Returns the similarity of two texts, from 0 (no words in common) to 1 (the same words): twice
/// the number of common words by the number of all words, in any order.
pub fn similarity(one: &str, other: &str) -> f64 {
    let (mut one, mut other) = (normalized_words(one), normalized_words(other));
    let all = one.len() + other.len();
    if all == 0 {
        return 1.0;
    }
    one.sort_unstable();
    other.sort_unstable();
    let (mut left, mut right, mut both) = (one.iter().peekable(), other.iter().peekable(), 0);
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        match a.cmp(b) {
            std::cmp::Ordering::Less => drop(left.next()),
            std::cmp::Ordering::Greater => drop(right.next()),
            std::cmp::Ordering::Equal => {
                both += 1;
                left.next();
                right.next();
            }
        }
    }
    2.0 * f64::from(both) / all as f64
}

/// Returns the words that are more frequent in `one` than in `other`, and the reverse.
pub fn multiset_difference(one: Vec<String>, other: Vec<String>) -> (Vec<String>, Vec<String>) {
    let mut counts: BTreeMap<String, i32> = BTreeMap::new();
    one.into_iter()
        .for_each(|word| *counts.entry(word).or_default() += 1);
    other
        .into_iter()
        .for_each(|word| *counts.entry(word).or_default() -= 1);
    let side = |sign: i32| -> Vec<String> {
        counts
            .iter()
            .flat_map(|(word, &count)| {
                std::iter::repeat_n(word.clone(), (count * sign).max(0) as usize)
            })
            .collect()
    };
    (side(1), side(-1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typography_is_no_word() {
        let print = "“Pikes  (S) – but not (s) – add +1, or −1 within 200p; ½ an element’s width [See P. 18].”";
        let typed = "\"Pikes (S) - but not (s) - add +1 or -1 within 200 p, ½ an element's width (see P.18)";
        assert_eq!(normalized_words(print), normalized_words(typed));
        assert_ne!(
            normalized_words("bowmen (S)"),
            normalized_words("bowmen (s)")
        );
        assert_eq!(
            normalized_words("double-based 2.5 3rd 1st. 2–3"),
            ["double", "based", "2.5", "3rd", "1st", "2", "3"]
        );
    }

    #[test]
    fn a_sign_counts() {
        assert_ne!(normalized_words("add +1"), normalized_words("add -1"));
        assert_ne!(normalized_words("add 1"), normalized_words("add -1"));
        assert_eq!(normalized_words("Deduct 1."), normalized_words("deduct 1"));
    }

    #[test]
    fn likeness_counts_words() {
        assert!((similarity("a raft pays 3", "a raft pays 4") - 0.75).abs() < 1e-9);
        assert!(similarity("one", "two").abs() < 1e-9);
    }

    #[test]
    fn multiset_difference_counts_repeated_words() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(
            multiset_difference(words("a b b c"), words("c b d")),
            (words("a b"), words("d"))
        );
    }
}
