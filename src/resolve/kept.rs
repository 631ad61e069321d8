//! Which sections stay resolved. All of a large library would take more memory than its files; what is asked for is resolved in
//! less than a millisecond.

use super::Section;
use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

/// How many units the sections that stay resolved have together; some 30 MB.
const UNITS: usize = 48_000;

/// A place for a section that is resolved or not.
#[derive(Debug, Default)]
pub(super) struct Cell {
    section: Mutex<Option<Arc<Section>>>,
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
    /// Puts what `change` makes of the section in its place, if it is resolved; none: it must be resolved anew.
    pub(super) fn change(&self, change: impl FnOnce(&Section) -> Option<Section>) {
        let mut place = lock(&self.section);
        *place = place
            .take()
            .and_then(|section| change(&section))
            .map(Arc::new);
    }

    /// The section; `resolve` resolves it where it is not yet. Who asks meanwhile waits.
    pub(super) fn get_or_resolve(
        self: &Arc<Self>,
        kept: &Kept,
        resolve: impl FnOnce() -> Section,
    ) -> Arc<Section> {
        let mut place = lock(&self.section);
        if let Some(section) = &*place {
            self.used.store(true, Ordering::Relaxed);
            return Arc::clone(section);
        }
        let section = Arc::new(resolve());
        *place = Some(Arc::clone(&section));
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
