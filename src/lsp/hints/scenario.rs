//! Hints after the lines and headings of a scenario: their sums, such as `6.5 × 20 = 130 AP`.

use crate::scenario::ScenarioDocument;
use crate::{
    lsp::{position::Lines, response_error::ResponseError, snapshot::Snapshot},
    scenario::{RecordIx, format_citation},
    text::Span,
};
use tower_lsp::gen_lsp_types::{InlayHint, Label, Tooltip};

/// Returns hints with the sums of the records in a range.
pub(in crate::lsp) fn hints(
    snapshot: &Snapshot<'_>,
    document: &ScenarioDocument,
    lines: &Lines,
    range: Span,
) -> Result<Vec<InlayHint>, ResponseError> {
    let mut out = Vec::new();
    let Ok(case) = &document.case else {
        return Ok(out);
    };
    for at in 1..case.scenario.records.len() as u32 {
        let record = case.scenario.record(RecordIx(at));
        if record.span.end() < range.start() || range.end() < record.span.start() {
            continue;
        }
        snapshot.check_cancelled()?;
        let sums = document.summary(RecordIx(at));
        if sums.is_empty() {
            continue;
        }
        let mut cited: Vec<String> = Vec::new();
        for figure in document.figures_of(RecordIx(at)) {
            cited.extend(
                case.cited_values(&figure.dependencies)
                    .into_iter()
                    .map(|number| format_citation(&number.citation)),
            );
        }
        cited.dedup();
        let sums: Vec<String> = sums.into_iter().map(|one| format!("→ {one}")).collect();
        out.push(InlayHint {
            position: lines.position(record.span.end()),
            label: Label::String(sums.join(" ")),
            tooltip: (!cited.is_empty()).then(|| Tooltip::String(cited.join("\n"))),
            padding_left: Some(true),
            kind: None,
            text_edits: None,
            padding_right: None,
            data: None,
        });
    }
    Ok(out)
}
