//! Hints after the lines and headings of a scenario: their sums, such as `6.5 × 20 = 130 AP`.

use super::hint::hint;
use crate::{
    lsp::{ResponseError, Snapshot},
    scenario::{RecordIx, ScenarioDocument, format_citation},
};
use tower_lsp::gen_lsp_types::{InlayHint, Range};

/// Returns hints with the sums of the records in a range.
pub(super) fn hints(
    snapshot: &Snapshot<'_>,
    document: &ScenarioDocument,
    range: Range,
) -> Result<Vec<InlayHint>, ResponseError> {
    let lines = snapshot.lines(document.source);
    let range = lines.bytes(range);
    let mut out = Vec::new();
    let Ok(case) = &document.bound else {
        return Ok(out);
    };
    for at in 1..case.scenario.records.len() as u32 {
        let record = case.scenario.record(RecordIx(at));
        if record.span.end() < range.start() || range.end() < record.span.start() {
            continue;
        }
        snapshot.check_cancelled()?;
        let sums = document.summary(RecordIx(at)).into_iter();
        let sums: Vec<String> = sums.map(|one| format!("→ {one}")).collect();
        if sums.is_empty() {
            continue;
        }
        let mut cited: Vec<String> = Vec::new();
        for figure in document.sum_results_of(RecordIx(at)) {
            let values = case.cited_values(&figure.dependencies).into_iter();
            cited.extend(values.map(|number| format_citation(&number.citation)));
        }
        cited.dedup();
        let tooltip = (!cited.is_empty()).then(|| cited.join("\n"));
        out.push(hint(&lines, record.span.end(), sums.join(" "), tooltip));
    }
    Ok(out)
}
