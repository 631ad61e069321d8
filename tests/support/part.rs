//! Chooses the cases that long tests try: a part, another one each day. With `RULEBOOK_TESTS=all`, as in CI,
//! they try all.

use std::time::{SystemTime, UNIX_EPOCH};

const SECONDS_OF_A_DAY: u64 = 24 * 60 * 60;

/// Of how many random inputs a test tries one.
const RANDOM_PARTS: u32 = 8;

/// Returns whether long tests try all of their cases.
pub(crate) fn are_all_due() -> bool {
    std::env::var("RULEBOOK_TESTS").is_ok_and(|tests| tests == "all")
}

/// Returns whether the case with this number is due, where one of `parts` parts is tried each day.
pub(crate) fn is_due(case: usize, parts: usize) -> bool {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let day = since.map_or(0, |since| since.as_secs() / SECONDS_OF_A_DAY);
    are_all_due() || case % parts == day as usize % parts
}

/// Returns how many of `all` random inputs are due.
pub(crate) fn due_inputs(all: u32) -> u32 {
    if are_all_due() {
        all
    } else {
        all.div_ceil(RANDOM_PARTS)
    }
}
