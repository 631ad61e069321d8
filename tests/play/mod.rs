//! Rules of play: that each row of the list of what can be checked has its place, that their examples hold, and that scenarios of any text
//! are read without harm.

mod editions;
mod lists;
mod rows;
mod total;

use rulebook::{disk, scenario::Umpire, world::World};
use std::sync::LazyLock;

/// The shipped rules with their rules of play.
static SHIPPED: LazyLock<(World, Umpire)> = LazyLock::new(|| {
    let world = World::new(disk::shipped());
    let umpire = Umpire::new(&world);
    (world, umpire)
});

/// The day on which everything is asked.
const TODAY: jiff::civil::Date = jiff::civil::date(2026, 11, 20);
