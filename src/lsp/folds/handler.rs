//! The folding range request.

use super::{
    collector::{Fold, FoldCollector},
    scenario,
};
use crate::analysis::SourceKind;
use crate::lsp::{
    client_capabilities::ClientCapabilities, outline, response_error::HandlerResult,
    snapshot::Snapshot,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tower_lsp::gen_lsp_types::{FoldingRangeParams, FoldingRangeProvider, ServerCapabilities};

pub(in crate::lsp) fn set_capabilities(
    _: &ClientCapabilities,
    capabilities: &mut ServerCapabilities,
) {
    capabilities.folding_range_provider = Some(FoldingRangeProvider::Bool(true));
}

/// Returns the folds: always from the end of the first line to the end of the last, so that clients
/// that fold only whole lines show the same. No two begin at one line.
pub(in crate::lsp) fn folds(
    snapshot: &Snapshot<'_>,
    params: FoldingRangeParams,
) -> HandlerResult<Value> {
    let uri = params.text_document.uri;
    let Some(source) = snapshot.state.source(&uri) else {
        return Ok(None);
    };
    let lines = snapshot.lines(source);
    let mut folds = FoldCollector {
        lines: &lines,
        found: BTreeMap::new(),
    };
    match snapshot.analysis().source(source).map(|source| source.kind) {
        Some(SourceKind::Rules) => snapshot
            .analysis()
            .file(source)
            .iter()
            .for_each(|file| folds.file(file)),
        Some(SourceKind::Ruleset) => {
            let symbols = outline::items(snapshot, &uri).map(|(symbols, _)| symbols);
            symbols
                .iter()
                .flatten()
                .for_each(|symbol| folds.put(symbol.span, 0, false));
        }
        Some(SourceKind::Scenario) => {
            let Some(document) = snapshot.scenario(&uri) else {
                return Ok(None);
            };
            scenario::parts(&document)
                .iter()
                .for_each(|part| folds.put(part.span, part.depth, part.comment));
        }
        Some(
            SourceKind::Thesaurus | SourceKind::Vocabulary | SourceKind::Check | SourceKind::Import,
        )
        | None => return Ok(None),
    }
    let capabilities = &snapshot.session.capabilities;
    let mut found: Vec<Fold> = folds.found.into_values().collect();
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
