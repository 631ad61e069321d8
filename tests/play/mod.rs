//! Rules of play: that each row of the list of what can be checked has its place, that their examples hold, and that scenarios of any text
//! are read without harm.

mod editions;
mod lists;
mod rows;
mod total;

use rulebook::{analysis::Analysis, disk, scenario::Umpire};
use std::sync::LazyLock;

/// The shipped rules with their rules of play.
static SHIPPED: LazyLock<(Analysis, Umpire)> = LazyLock::new(|| {
    let analysis = Analysis::new(disk::shipped());
    let umpire = Umpire::new(&analysis);
    (analysis, umpire)
});

/// The day on which everything is asked.
const TODAY: jiff::civil::Date = jiff::civil::date(2026, 11, 20);
