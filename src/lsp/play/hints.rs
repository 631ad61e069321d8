//! Behind lines and headings, what their sums give: `6.5 × 20 = 130 AP`.

use crate::scenario::ScenarioDocument;
use crate::{
    lsp::{position::Lines, request_error::RequestError, snapshot::Snapshot},
    scenario::{RecordIx, format_citation},
    text::Span,
};
use tower_lsp::gen_lsp_types::{InlayHint, Label, Tooltip};

/// The sums of the records in a range.
pub(in crate::lsp) fn hints(
    snapshot: &Snapshot<'_>,
    play: &ScenarioDocument,
    lines: &Lines,
    range: Span,
) -> Result<Vec<InlayHint>, RequestError> {
    let mut out = Vec::new();
    let Ok(case) = &play.case else { return Ok(out) };
    for at in 1..case.scenario.records.len() as u32 {
        let record = case.scenario.record(RecordIx(at));
        if record.span.end() < range.start() || range.end() < record.span.start() {
            continue;
        }
        snapshot.check_cancelled()?;
        let said = play.beside(RecordIx(at));
        if said.is_empty() {
            continue;
        }
        let mut rests: Vec<String> = Vec::new();
        for figure in play.figures_of(RecordIx(at)) {
            rests.extend(
                case.cited_values(&figure.dependencies)
                    .into_iter()
                    .map(|number| format_citation(&number.citation)),
            );
        }
        rests.dedup();
        let said: Vec<String> = said.into_iter().map(|one| format!("→ {one}")).collect();
        out.push(InlayHint {
            position: lines.position(record.span.end()),
            label: Label::String(said.join(" ")),
            tooltip: (!rests.is_empty()).then(|| Tooltip::String(rests.join("\n"))),
            padding_left: Some(true),
            kind: None,
            text_edits: None,
            padding_right: None,
            data: None,
        });
    }
    Ok(out)
}
