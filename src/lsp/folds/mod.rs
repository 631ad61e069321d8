//! Answers `textDocument/foldingRange`: what can be folded in a rules file, a scenario or
//! `ruleset.toml`.

mod collector;
mod rules;
mod scenario;

use super::{HandlerResult, Snapshot, outline};
use crate::{analysis::SourceKind, text::SourceId};
use collector::{Fold, FoldCollector};
use serde_json::{Value, json};
use tower_lsp::gen_lsp_types::FoldingRangeParams;

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

/// Returns the folds: always from the end of the first line to the end of the last, so that clients
/// that fold only whole lines show the same. No two begin at one line.
pub(super) fn folds(snapshot: &Snapshot<'_>, params: FoldingRangeParams) -> HandlerResult<Value> {
    let source = snapshot.state.source(&params.text_document.uri);
    let Some(mut found) = source.and_then(|source| of_source(snapshot, source)) else {
        return Ok(None);
    };
    let capabilities = &snapshot.session.capabilities;
    if let Some(limit) = capabilities.number("/textDocument/foldingRange/rangeLimit") {
        found.sort_by_key(|fold| (fold.depth, fold.first));
        found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        found.sort_by_key(|fold| fold.first);
    }
    let ranges = found.into_iter().map(|fold| {
        let mut own = json!({"startLine": fold.first, "endLine": fold.last});
        if fold.comment {
            own["kind"] = "comment".into();
        }
        own
    });
    Ok(Some(ranges.collect()))
}
