//! Computes values on all cores while earlier ones are used, in their order.

use rayon::prelude::*;
use std::{collections::BTreeMap, panic::resume_unwind, sync::mpsc, thread};

/// How many values wait to be taken before no more are computed. Those whose turn has not come are kept
/// beside them.
const WAITING: usize = 32;

/// Computes a value of each item on all cores, and passes the values to `consume` in the order of
/// the items while others are computed. Neither the caller nor `consume` may be a task of rayon or
/// start one: it could wait for itself.
pub(super) fn for_each_in_order<I: Sync, T: Send>(
    items: &[I],
    compute: impl Fn(&I) -> T + Sync,
    mut consume: impl FnMut(T),
) {
    let (sender, received) = mpsc::sync_channel(WAITING);
    let compute = &compute;
    thread::scope(|scope| {
        let computing = scope.spawn(move || {
            let items = items.iter().enumerate().par_bridge();
            // no values are received after a panic of `consume`
            items.for_each_with(sender, |sender, (at, item)| {
                drop(sender.send((at, compute(item))));
            });
        });
        let mut early = BTreeMap::new();
        let mut next = 0;
        for (at, value) in received {
            early.insert(at, value);
            while let Some(value) = early.remove(&next) {
                consume(value);
                next += 1;
            }
        }
        if let Err(panic) = computing.join() {
            resume_unwind(panic);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_used_in_order() {
        let items: Vec<usize> = (0..1000).collect();
        let mut used = Vec::new();
        for_each_in_order(&items, |item| item * 2, |value| used.push(value));
        assert_eq!(used, items.iter().map(|item| item * 2).collect::<Vec<_>>());
    }
}
