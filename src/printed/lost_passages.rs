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
