//! Finds what can be folded in a rules file, a scenario or `ruleset.toml`.

mod collector;
mod handler;
mod rules;
mod scenario;

use super::{Snapshot, outline};
use crate::{analysis::SourceKind, text::SourceId};
use collector::{Fold, FoldCollector};

pub(super) use handler::folds;
pub(super) use scenario::parts;

/// Returns the folds of a rules file, scenario or `ruleset.toml`, by their first lines; none
/// for other files. No two begin at one line.
fn of_source(snapshot: &Snapshot<'_>, source: SourceId) -> Option<Vec<Fold>> {
    let lines = snapshot.lines(source);
    let mut folds = FoldCollector::new(&lines);
    match snapshot.analysis().source(source)?.kind {
        SourceKind::Rules => snapshot
            .analysis()
            .file(source)
            .iter()
            .for_each(|file| folds.file(file)),
        SourceKind::Ruleset => {
            let symbols = outline::items(snapshot, source).map(|(symbols, _)| symbols);
            symbols
                .iter()
                .flatten()
                .for_each(|symbol| folds.put(symbol.span, 0, false));
        }
        SourceKind::Scenario => parts(&*snapshot.scenario_of(source)?)
            .iter()
            .for_each(|part| folds.put(part.span, part.depth, part.comment)),
        SourceKind::Thesaurus | SourceKind::Vocabulary | SourceKind::Check | SourceKind::Import => {
            return None;
        }
    }
    Some(folds.found.into_values().collect())
}
