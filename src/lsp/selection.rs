//! Answers `textDocument/selectionRange`: the ranges around the cursor to select, from the word outwards to the whole file.
//! Between them: mark, sentence, block, payload, instruction, section.

use super::{HandlerResult, PositionMap, Snapshot, folds, outline};
use crate::{
    syntax::{
        Attributes, Block, Commentary, Inline, InstructionEntry, RulesFile, flatten_blocks,
        instruction::{self, InstructionPieceKind},
    },
    text::{SourceId, Span},
};
use tower_lsp::gen_lsp_types::{SelectionRange, SelectionRangeParams};

/// Returns for each position the ranges around it, each inside the next.
pub(super) fn selection(
    snapshot: &Snapshot<'_>,
    params: SelectionRangeParams,
) -> HandlerResult<Vec<SelectionRange>> {
    let Some(source) = snapshot.state.source(&params.text_document.uri) else {
        return Ok(None);
    };
    let lines = snapshot.lines(source);
    let spans = selectable_spans(snapshot, source, &lines);
    let nested = |at| {
        let chain = around(&lines, &spans, lines.byte(at)).into_iter().rev();
        chain.fold(None, |parent, span| {
            Some(SelectionRange {
                range: lines.range(span),
                parent: parent.map(Box::new),
            })
        })
    };
    Ok(Some(
        params.positions.into_iter().filter_map(nested).collect(),
    ))
}

/// Returns all spans of a document that can be selected, in no order.
fn selectable_spans(snapshot: &Snapshot<'_>, source: SourceId, lines: &PositionMap) -> Vec<Span> {
    let mut spans = vec![Span::new(0, lines.text().len())];
    let names = snapshot.names(source).into_iter();
    let names = names.flat_map(|(_, names)| names);
    spans.extend(names.flat_map(|name| [name.name, name.span]));
    if let Some(document) = snapshot.scenario_of(source) {
        spans.extend(document.words().iter().map(|word| word.span));
        spans.extend(
            folds::parts(&document)
                .iter()
                .map(|part| lines.trimmed(part.span)),
        );
        spans.extend(
            document
                .parsed()
                .iter()
                .flat_map(|(scenario, _)| &scenario.records)
                .map(|record| record.span),
        );
    }
    match snapshot.analysis().file(source) {
        Some(file) => all(file, lines, &mut spans),
        None => {
            let symbols = outline::items(snapshot, source).map(|(symbols, _)| symbols);
            spans.extend(symbols.iter().flatten().map(|symbol| symbol.span));
        }
    }
    spans
}

/// Returns the spans around a byte, the innermost first, each inside the next. There is at least
/// one, which may be empty.
fn around(lines: &PositionMap, spans: &[Span], byte: usize) -> Vec<Span> {
    let word = word(lines.text(), byte);
    let line = lines.span(lines.line(byte));
    let mut own: Vec<Span> = spans
        .iter()
        .chain([&word, &line])
        .copied()
        .filter(|span| span.touches(byte) && !span.is_empty())
        .collect();
    own.sort_by_key(|span| span.len());
    let mut chain = vec![Span::new(byte, byte)];
    for span in own {
        let holds = |inner: &Span| {
            span.start() <= inner.start() && inner.end() <= span.end() && span != *inner
        };
        if chain.last().is_some_and(holds) {
            chain.push(span);
        }
    }
    if chain.len() > 1 {
        chain.remove(0);
    }
    chain
}

/// Returns the word at a byte; empty if there is none.
fn word(text: &str, byte: usize) -> Span {
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '’');
    let before = text[..byte].trim_end_matches(inside).len();
    let after = text[byte..].len() - text[byte..].trim_start_matches(inside).len();
    Span::new(before, byte + after)
}

/// Collects all spans of a file that can be selected, in no order.
fn all(file: &RulesFile, lines: &PositionMap, out: &mut Vec<Span>) {
    out.push(lines.trimmed(file.front.span));
    for place in &file.places {
        out.push(lines.trimmed(place.span));
        out.push(lines.trimmed(place.heading_span));
        inline(&place.heading, out);
        attributes(&place.attrs, out);
        blocks(&place.blocks, lines, out);
        commentary(&place.commentary, lines, out);
        for entry in &place.entries {
            heading(entry, lines, out);
            blocks(&entry.payload, lines, out);
            commentary(&entry.commentary, lines, out);
        }
    }
}

fn heading(entry: &InstructionEntry, lines: &PositionMap, out: &mut Vec<Span>) {
    out.push(entry.heading_span);
    out.push(lines.trimmed(entry.span));
    attributes(&entry.attrs, out);
    for target in crate::resolve::targets(entry.command.as_ref()) {
        out.push(target.span);
        out.extend(target.steps.iter().map(|step| step.span));
    }
    for (kind, piece) in instruction::pieces(lines.text(), entry.heading_span) {
        out.push(piece);
        // the words without their marks
        let words = piece
            .of(lines.text())
            .trim_matches(['"', '“', '”', '„', '`']);
        if kind == InstructionPieceKind::Quoted
            && let Some(before) = piece.of(lines.text()).find(words)
        {
            out.push(Span::new(
                piece.start() + before,
                piece.start() + before + words.len(),
            ));
        }
    }
}

fn attributes(attrs: &Attributes, out: &mut Vec<Span>) {
    out.push(attrs.span);
    for (key, value) in &attrs.pairs {
        out.extend([value.span, key.span.join(value.span)]);
    }
}

fn blocks(payload: &[Block], lines: &PositionMap, out: &mut Vec<Span>) {
    if let (Some(first), Some(last)) = (payload.first(), payload.last()) {
        out.push(lines.trimmed(first.span.join(last.span)));
    }
    for block in flatten_blocks(payload) {
        out.push(lines.trimmed(block.span));
        attributes(&block.attrs, out);
        out.extend(block.label.iter().map(|label| label.span));
        block.text().into_iter().for_each(|text| inline(text, out));
    }
}

fn commentary(commentary: &[Commentary], lines: &PositionMap, out: &mut Vec<Span>) {
    for one in commentary {
        out.push(lines.trimmed(one.span));
        inline(&one.text, out);
        one.items.iter().for_each(|item| inline(item, out));
    }
}

fn inline(text: &Inline, out: &mut Vec<Span>) {
    if !text.is_empty() {
        out.push(text.source_span(Span::new(0, text.text.len())));
    }
    out.extend(text.marks.iter().map(|mark| text.source_span(mark.span)));
}
