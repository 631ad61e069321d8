//! What a scenario holds, as a tree: sides, commands, lines.

use crate::scenario::ScenarioDocument;
use crate::{
    lsp::{outline::Symbol, outline::shortened, position::Lines},
    scenario::{ROOT, RecordIx},
    text::Span,
};
use tower_lsp::gen_lsp_types::SymbolKind;

/// The records, each with those inside it.
pub(in crate::lsp) fn symbols(play: &ScenarioDocument, lines: &Lines) -> Vec<Symbol> {
    inside(play, lines, RecordIx(0))
}

fn inside(play: &ScenarioDocument, lines: &Lines, around: RecordIx) -> Vec<Symbol> {
    let Some((scenario, _)) = play.said() else {
        return Vec::new();
    };
    let own = scenario
        .descendants(around)
        .map(RecordIx)
        .filter(|at| scenario.record(*at).parent == around);
    own.map(|at| symbol(play, lines, at)).collect()
}

fn symbol(play: &ScenarioDocument, lines: &Lines, at: RecordIx) -> Symbol {
    let text = lines.text();
    let head = play
        .said()
        .map(|(scenario, _)| scenario.record(at).span)
        .unwrap_or_default();
    let children = inside(play, lines, at);
    let is_heading = is_heading(play, at);
    let foot = play.said().map_or(head.end(), |(scenario, _)| {
        let all = std::iter::once(at).chain(scenario.descendants(at).map(RecordIx));
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
    Symbol {
        name: if name.is_empty() {
            "record".to_owned()
        } else {
            name
        },
        detail: play.beside(at).join(" · "),
        kind: match (is_heading, depth(play, at)) {
            (true, 1) => SymbolKind::Class,
            (true, _) => SymbolKind::Module,
            (false, _) => SymbolKind::Field,
        },
        span: span.join(head),
        head,
        children,
    }
}

/// How many records are around one.
fn depth(play: &ScenarioDocument, at: RecordIx) -> usize {
    play.said().map_or(0, |(scenario, _)| {
        scenario.ancestors(at).count().saturating_sub(1)
    })
}

/// Whether a record was opened by a heading.
pub(super) fn is_heading(play: &ScenarioDocument, at: RecordIx) -> bool {
    let Some((scenario, vocabulary)) = play.said() else {
        return false;
    };
    let record = scenario.record(at);
    let before = play.text[..record.span.start()]
        .rsplit('\n')
        .next()
        .unwrap_or_default();
    record.kind != ROOT
        && before.trim_start().starts_with('#')
        && !vocabulary.kind(record.kind).name.is_empty()
}
