//! Rules of play: each row of the list of possible checks is covered, their examples hold, and
//! errors in scenarios are reported.

mod editions;
mod fixes;
mod games;
mod lists;
mod migration;
mod misread;
mod pasted;
mod rows;
pub(crate) mod total;

use rulebook::{analysis::Analysis, disk, scenario::ScenarioChecker};
use std::sync::LazyLock;

/// The shipped rules with their rules of play.
pub(crate) static SHIPPED: LazyLock<(Analysis, ScenarioChecker)> = LazyLock::new(|| {
    let analysis = Analysis::new(disk::shipped_sources());
    let checker = ScenarioChecker::new(&analysis);
    (analysis, checker)
});

/// The day on which everything is checked.
pub(crate) const TODAY: jiff::civil::Date = jiff::civil::date(2026, 11, 20);
