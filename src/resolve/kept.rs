//! Which sections stay resolved. All of a large library would take more memory than its files; what is asked for is resolved in
//! less than a millisecond.

use super::Section;
use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

/// How many units the sections that stay resolved have together; some 30 MB.
const UNITS: usize = 48_000;

/// A version of what a section is made from: another number after each change, in every clone of a ruleset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Version(u64);

impl Version {
    fn next() -> Self {
        static VERSIONS: AtomicU64 = AtomicU64::new(1);
        Self(VERSIONS.fetch_add(1, Ordering::Relaxed))
    }
}

/// A cache of one resolved section: of one version at a time, the latest that was requested.
#[derive(Debug, Default)]
pub(super) struct Cell {
    section: Mutex<Option<(Version, Arc<Section>)>>,
    /// Whether it stands in the queue.
    queued: AtomicBool,
    /// Whether somebody asked for it again since it was last at the head of the queue.
    used: AtomicBool,
}

/// The sections that were resolved last, of all the rulesets that share it.
#[derive(Clone, Debug)]
pub struct Kept {
    queue: Arc<Mutex<Queue>>,
    units: usize,
}

impl Default for Kept {
    fn default() -> Self {
        Self {
            queue: Arc::default(),
            units: UNITS,
        }
    }
}

#[derive(Debug, Default)]
struct Queue {
    /// The places with the number of units in each, the oldest first. What is used again and again goes to the end when its turn comes:
    /// a look at everything does not drive out what somebody works on.
    cells: VecDeque<(Arc<Cell>, usize)>,
    units: usize,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Cell {
    /// Begins the next version after `own`. If that is resolved, `change` makes the next one from it; where it gives none, the next one
    /// must be resolved again.
    pub(super) fn next_version(
        &self,
        own: Version,
        change: impl FnOnce(&Section) -> Option<Section>,
    ) -> Version {
        let next = Version::next();
        let mut place = lock(&self.section);
        *place = place
            .take()
            .filter(|(version, _)| *version == own)
            .and_then(|(_, section)| change(&section))
            .map(|section| (next, Arc::new(section)));
        next
    }

    /// Returns the section at `version`; `resolve` resolves it where it is not yet, and other readers of the section wait.
    pub(super) fn get_or_resolve(
        self: &Arc<Self>,
        version: Version,
        kept: &Kept,
        resolve: impl FnOnce() -> Section,
    ) -> Arc<Section> {
        let mut place = lock(&self.section);
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
        // no place is locked while another one is
        drop(place);
        kept.add(self, &section);
        section
    }
}

impl Kept {
    /// Keeps a section, and lets go of the oldest ones where it becomes too much.
    fn add(&self, cell: &Arc<Cell>, section: &Section) {
        if cell.queued.swap(true, Ordering::Relaxed) {
            return;
        }
        let mut gone = Vec::new();
        {
            let mut queue = lock(&self.queue);
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
            *lock(&cell.section) = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{model::Ruleset, resolve::RulesetDb, syntax, text::SourceId};

    #[test]
    fn what_was_let_go_is_resolved_again_when_it_is_asked_for() {
        let text =
            "# One {#one}\n\n> Move.\n\n# Two {#two}\n\n> Shoot.\n\n# Three {#three}\n\n> Flee.\n";
        let file = Arc::new(syntax::parse(SourceId(1), "base.rules.md", text));
        let kept = Kept {
            units: 9,
            ..Kept::default()
        };
        let (db, _) = RulesetDb::new(Ruleset::empty("made-up", SourceId(0)), [file], kept.clone());
        let first = db.section("one").map(|section| section.arena.len());
        assert!(first.is_some_and(|units| units < 9 && 3 * units > 9));
        db.resolve_all();
        assert!(lock(&kept.queue).units <= 9);
        assert_eq!(db.section("one").map(|section| section.arena.len()), first);
        assert!(lock(&kept.queue).units <= 9);
    }
}
