//! Chooses the cases of long tests that are due today. With `RULEBOOK_TESTS=all`, as in CI, all are.

use std::time::{SystemTime, UNIX_EPOCH};

const SECONDS_OF_A_DAY: u64 = 24 * 60 * 60;

/// Returns whether the case with this number is due, where one of `parts` parts is tried each day.
pub(crate) fn is_due(case: usize, parts: usize) -> bool {
    let is_thorough = std::env::var("RULEBOOK_TESTS").is_ok_and(|tests| tests == "all");
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let day = since.map_or(0, |since| since.as_secs() / SECONDS_OF_A_DAY);
    is_thorough || case % parts == day as usize % parts
}
