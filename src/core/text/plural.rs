//! Formats a count with its noun in the singular or plural: `1 file`, `2 files`.

/// Returns a count with its noun: `1 file`, `2 files`. A noun with another plural names both forms:
/// `disagreement is|disagreements are`.
pub fn plural(count: usize, noun: &str) -> String {
    match (noun.split_once('|'), count) {
        (Some((one, _)), 1) => format!("1 {one}"),
        (Some((_, many)), _) => format!("{count} {many}"),
        (None, 1) => format!("1 {noun}"),
        (None, _) => format!("{count} {noun}s"),
    }
}
