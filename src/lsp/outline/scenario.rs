//! The outline of a scenario: its records, from headings and lines, as a tree with their sums.

use super::item::{OutlineItem, shortened};
use crate::{
    lsp::PositionMap,
    scenario::{ROOT, RecordIx, ScenarioDocument},
    text::Span,
};
use tower_lsp::gen_lsp_types::SymbolKind;

/// Returns the records, each with the records inside it.
pub(super) fn items(document: &ScenarioDocument, lines: &PositionMap) -> Vec<OutlineItem> {
    inside(document, lines, RecordIx(0))
}

fn inside(document: &ScenarioDocument, lines: &PositionMap, around: RecordIx) -> Vec<OutlineItem> {
    let Some((scenario, _)) = document.parsed() else {
        return Vec::new();
    };
    let own = scenario.children(around);
    own.map(|at| symbol(document, lines, at)).collect()
}

fn symbol(document: &ScenarioDocument, lines: &PositionMap, at: RecordIx) -> OutlineItem {
    let text = lines.text();
    let head = document
        .parsed()
        .map(|(scenario, _)| scenario.record(at).span)
        .unwrap_or_default();
    let children = inside(document, lines, at);
    let is_heading = is_heading(document, at);
    let foot = document.parsed().map_or(head.end(), |(scenario, _)| {
        let all = std::iter::once(at).chain(scenario.descendants(at));
        all.map(|own| scenario.record(own).insert_at)
            .max()
            .unwrap_or(head.end())
            .max(head.end())
    });
    let span = if is_heading {
        lines.trimmed(Span::new(head.start(), foot.min(text.len())))
    } else {
        head
    };
    let name = shortened(
        &head
            .of(text)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" "),
    );
    OutlineItem {
        name: if name.is_empty() {
            "record".to_owned()
        } else {
            name
        },
        detail: document.summary(at).join(" · "),
        kind: match (is_heading, depth(document, at)) {
            (true, 1) => SymbolKind::Class,
            (true, _) => SymbolKind::Module,
            (false, _) => SymbolKind::Field,
        },
        span: span.join(head),
        head,
        children,
    }
}

/// Returns the number of records around a record.
fn depth(document: &ScenarioDocument, at: RecordIx) -> usize {
    document.parsed().map_or(0, |(scenario, _)| {
        scenario.ancestors(at).count().saturating_sub(1)
    })
}

/// Whether a record was opened by a heading.
pub(super) fn is_heading(document: &ScenarioDocument, at: RecordIx) -> bool {
    let Some((scenario, vocabulary)) = document.parsed() else {
        return false;
    };
    let record = scenario.record(at);
    let before = document.text[..record.span.start()]
        .rsplit('\n')
        .next()
        .unwrap_or_default();
    record.kind != ROOT
        && before.trim_start().starts_with('#')
        && !vocabulary.kind(record.kind).name.is_empty()
}
