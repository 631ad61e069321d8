//! Returns the outline of a rules, scenario, check or TOML file as items: for `documentSymbol`, and
//! of some files also for folds and selection.

mod handler;
mod item;
mod rules;
mod ruleset;
mod scenario;

use super::{PositionMap, Snapshot, check_and_toml};
use crate::{analysis::SourceKind, text::SourceId};

pub(super) use handler::{outline, symbol_kind};
pub(super) use item::{OutlineItem, OutlineKind, shortened};

/// Returns the items of a file with its lines; none if its content is not loaded.
pub(super) fn items(
    snapshot: &Snapshot<'_>,
    source: SourceId,
) -> Option<(Vec<OutlineItem>, PositionMap)> {
    let entry = snapshot.analysis().source(source)?;
    let lines = snapshot.lines(source);
    let symbols = match entry.kind {
        SourceKind::Rules => rules::of_file(snapshot.analysis().file(source)?, &lines),
        SourceKind::Ruleset => ruleset::of_ruleset(
            &snapshot.analysis().ruleset_db(&entry.ruleset)?.ruleset,
            &lines,
        ),
        SourceKind::Scenario => scenario::items(&*snapshot.scenario_of(source)?, &lines),
        SourceKind::Thesaurus | SourceKind::Vocabulary | SourceKind::Check | SourceKind::Import => {
            check_and_toml::items(entry)
        }
    };
    Some((symbols, lines))
}
