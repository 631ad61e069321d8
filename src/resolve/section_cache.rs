//! Caches resolved sections up to a total number of units, and evicts those not used lately.
//!
//! All resolved sections of a large library would take more memory than its files, and resolving
//! one section takes less than a millisecond.

use super::Section;
use parking_lot::Mutex;
use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

/// The capacity of the cache, in units of all cached sections together: about 30 MB.
const UNITS: usize = 48_000;

/// The number of one state of a section's input; every change gets a number of its own.
/// It is unique among all clones of a ruleset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct InputVersion(u64);

impl InputVersion {
    fn next() -> Self {
        static VERSIONS: AtomicU64 = AtomicU64::new(1);
        Self(VERSIONS.fetch_add(1, Ordering::Relaxed))
    }
}

/// The cached resolved section of one id, with the version of the input that it was made from, and
/// two flags for its eviction.
#[derive(Debug, Default)]
pub(super) struct CachedSection {
    section: Mutex<Option<(InputVersion, Arc<Section>)>>,
    /// Whether the section is in the eviction queue.
    queued: AtomicBool,
    /// Whether the section was requested since it was last at the head of the queue.
    used: AtomicBool,
}

/// The queue by which the oldest unused sections of the rulesets that share it are evicted; each
/// section is in its `CachedSection`.
#[derive(Clone, Debug)]
pub struct SectionEvictionQueue {
    queue: Arc<Mutex<EvictionQueue>>,
    units: usize,
}

impl Default for SectionEvictionQueue {
    fn default() -> Self {
        Self {
            queue: Arc::default(),
            units: UNITS,
        }
    }
}

/// The cells of cached sections, the oldest first, with the number of their units.
#[derive(Debug, Default)]
struct EvictionQueue {
    /// The cached sections with their number of units, the oldest first. A section that was used
    /// meanwhile moves to the end instead of being evicted, so that a pass over all sections does
    /// not evict those in use.
    cells: VecDeque<(Arc<CachedSection>, usize)>,
    units: usize,
}

impl CachedSection {
    /// Starts the version after `own`. If `own` is resolved, `change` makes the next version from
    /// it; if that returns `None`, the next version must be resolved again.
    pub(super) fn next_version(
        &self,
        own: InputVersion,
        change: impl FnOnce(&Section) -> Option<Section>,
    ) -> InputVersion {
        let next = InputVersion::next();
        let mut place = self.section.lock();
        *place = place
            .take()
            .filter(|(version, _)| *version == own)
            .and_then(|(_, section)| change(&section))
            .map(|section| (next, Arc::new(section)));
        next
    }

    /// Returns the section at `version`, resolving it with `resolve` if necessary. Concurrent
    /// callers wait for the result.
    pub(super) fn get_or_resolve(
        self: &Arc<Self>,
        version: InputVersion,
        cache: &SectionEvictionQueue,
        resolve: impl FnOnce() -> Section,
    ) -> Arc<Section> {
        let mut place = self.section.lock();
        let newer = match &*place {
            Some((own, section)) if *own == version => {
                self.used.store(true, Ordering::Relaxed);
                return Arc::clone(section);
            }
            Some((own, _)) => *own > version,
            None => false,
        };
        let section = Arc::new(resolve());
        if newer {
            return section;
        }
        *place = Some((version, Arc::clone(&section)));
        // never hold the locks of two sections at once
        drop(place);
        cache.add(self, &section);
        section
    }
}

impl SectionEvictionQueue {
    /// Adds a section, and evicts the oldest ones if the cache is over its capacity.
    fn add(&self, cell: &Arc<CachedSection>, section: &Section) {
        if cell.queued.swap(true, Ordering::Relaxed) {
            return;
        }
        let mut gone = Vec::new();
        {
            let mut queue = self.queue.lock();
            let units = section.arena.len();
            queue.cells.push_back((Arc::clone(cell), units));
            queue.units += units;
            while queue.units > self.units && queue.cells.len() > 1 {
                let Some((cell, units)) = queue.cells.pop_front() else {
                    break;
                };
                if cell.used.swap(false, Ordering::Relaxed) {
                    queue.cells.push_back((cell, units));
                    continue;
                }
                queue.units -= units;
                gone.push(cell);
            }
        }
        for cell in gone {
            cell.queued.store(false, Ordering::Relaxed);
            *cell.section.lock() = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{model::Ruleset, resolve::RulesetDb, syntax, text::SourceId};

    #[test]
    fn released_sections_are_resolved_again_on_request() {
        let text =
            "# One {#one}\n\n> Move.\n\n# Two {#two}\n\n> Shoot.\n\n# Three {#three}\n\n> Flee.\n";
        let file = Arc::new(syntax::parse(SourceId(1), "base.rules.md", text));
        let cache = SectionEvictionQueue {
            units: 9,
            ..SectionEvictionQueue::default()
        };
        let (db, _) = RulesetDb::new(
            Ruleset::empty("made-up", SourceId(0)),
            [file],
            cache.clone(),
        );
        let first = db.section("one").map(|section| section.arena.len());
        assert!(first.is_some_and(|units| units < 9 && 3 * units > 9));
        db.resolve_all();
        assert!(cache.queue.lock().units <= 9);
        assert_eq!(db.section("one").map(|section| section.arena.len()), first);
        assert!(cache.queue.lock().units <= 9);
    }
}
