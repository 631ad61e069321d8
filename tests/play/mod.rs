//! Rules of play: each row of the list of possible checks is covered, their examples hold, and any text can
//! be parsed as a scenario.

mod editions;
mod lists;
mod rows;
mod total;

use rulebook::{analysis::Analysis, disk, scenario::ScenarioChecker};
use std::sync::LazyLock;

/// The shipped rules with their rules of play.
static SHIPPED: LazyLock<(Analysis, ScenarioChecker)> = LazyLock::new(|| {
    let analysis = Analysis::new(disk::shipped_sources());
    let checker = ScenarioChecker::new(&analysis);
    (analysis, checker)
});

/// The day on which everything is checked.
const TODAY: jiff::civil::Date = jiff::civil::date(2026, 11, 20);
