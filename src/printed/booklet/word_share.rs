//! Measures the share, from 0 to 1, of the words of a known text that a printed text contains, to
//! match a booklet with the rules.

use crate::text::similarity::normalized_words;

/// Returns the share of the words of `known` that `printed` contains.
pub(super) fn share_of(known: &str, printed: &str) -> f64 {
    let known = normalized_words(known);
    let mut left = normalized_words(printed);
    let all = known.len();
    let found = known
        .iter()
        .filter(|word| {
            left.iter()
                .position(|own| own == *word)
                .map(|at| left.swap_remove(at))
                .is_some()
        })
        .count();
    if all == 0 {
        0.0
    } else {
        found as f64 / all as f64
    }
}

/// Returns the share of the words of fragments that a text contains. A fragment whose words are not
/// next to each other there counts half.
pub(super) fn share_of_fragments(fragments: &[Vec<String>], printed: &str) -> f64 {
    let words = normalized_words(printed);
    let all: usize = fragments.iter().map(Vec::len).sum();
    let found = |fragment: &Vec<String>| {
        let whole = words.windows(fragment.len()).any(|own| own == fragment);
        let share = if whole {
            1.0
        } else {
            0.5 * share_of(&fragment.join(" "), printed)
        };
        share * fragment.len() as f64
    };
    if all == 0 {
        0.0
    } else {
        fragments.iter().map(found).sum::<f64>() / all as f64
    }
}
