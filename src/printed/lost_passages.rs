//! Counts the passages of a stored library file that a newly imported one lacks or truncates:
//! without `--force`, `import` then keeps the stored file.

use super::unit;
use crate::{
    resolve::file_section_id,
    syntax,
    text::{SourceId, similarity::normalized_words},
};
use std::collections::HashMap;

/// Returns how many passages of the library file `stored` are missing or truncated in `fresh`.
pub fn count_lost_passages(name: &str, stored: &str, fresh: &str) -> usize {
    let fresh: HashMap<String, Vec<String>> = passages(name, fresh).into_iter().collect();
    let is_cut =
        |own: &Vec<String>, now: &Vec<String>| now.len() < own.len() && own.starts_with(now);
    passages(name, stored)
        .iter()
        .filter(|(key, own)| fresh.get(key).is_none_or(|now| is_cut(own, now)))
        .count()
}

/// Returns the words of every place and instruction by number; equal numbers are distinguished by
/// a count.
fn passages(name: &str, text: &str) -> Vec<(String, Vec<String>)> {
    let file = syntax::parse(SourceId(u32::MAX), name, text);
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut out = Vec::new();
    let mut add = |key: String, blocks: &[syntax::Block]| {
        let nth = seen.entry(key.clone()).or_default();
        *nth += 1;
        out.push((
            format!("{key} {nth}"),
            normalized_words(&unit::plain_words(&unit::units_of_blocks(blocks))),
        ));
    };
    for place in &file.places {
        if !place.blocks.is_empty() {
            add(file_section_id(place), &place.blocks);
        }
        for entry in &place.entries {
            add(
                entry
                    .attrs
                    .get("n")
                    .map(|n| n.value.to_string())
                    .unwrap_or_default(),
                &entry.payload,
            );
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::count_lost_passages;

    const HELD: &str = "# Rafts {#rafts}\n\n## Replace text {n=1}\n\n> A raft pays 3 coins.\n\n## Replace bullet 2 {n=2}\n\n> - A barge pays 5.\n";

    #[test]
    fn truncated_passages_are_lost_and_changed_ones_are_not() {
        let count_lost = |fresh: &str| count_lost_passages("x.amend.md", HELD, fresh);
        assert_eq!(count_lost(HELD), 0);
        assert_eq!(count_lost(&HELD.replace("5.", "6 on holidays.")), 0);
        assert_eq!(count_lost(&HELD.replace(" pays 5.", "")), 1);
        assert_eq!(
            count_lost(HELD.split("\n## Replace bullet").next().unwrap_or_default()),
            1
        );
        assert_eq!(count_lost(""), 2);
    }
}
