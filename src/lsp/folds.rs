//! What can be folded away.

use super::{
    client_capabilities::ClientCapabilities, outline, play, position::Lines, request_error::Answer,
    snapshot::Snapshot,
};
use crate::{
    analysis::SourceKind,
    syntax::{Block, BlockKind, Commentary, RulesFile},
    text::Span,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tower_lsp::gen_lsp_types::{FoldingRangeParams, FoldingRangeProvider, ServerCapabilities};

/// A quote of fewer lines is not worth a fold of its own.
const LONG: usize = 4;

pub(super) fn announce(_: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    capabilities.folding_range_provider = Some(FoldingRangeProvider::Bool(true));
}

/// Whole lines that can be folded.
#[derive(Clone, Copy)]
struct Fold {
    /// The line that stays.
    first: usize,
    last: usize,
    /// How deep it lies: where a client takes few, the outermost are told.
    depth: usize,
    comment: bool,
}

/// What can be folded: always from the end of its first line to the end of its last, so that clients that fold whole lines only get
/// the same. No two begin on one line.
pub(super) fn folds(snapshot: &Snapshot<'_>, params: FoldingRangeParams) -> Answer<Value> {
    let uri = params.text_document.uri;
    let Some(source) = snapshot.state.source(&uri) else {
        return Ok(None);
    };
    let lines = snapshot.lines(source);
    let mut folds = Folds {
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
            let symbols = outline::symbols(snapshot, &uri).map(|(symbols, _)| symbols);
            symbols
                .iter()
                .flatten()
                .for_each(|symbol| folds.put(symbol.span, 0, false));
        }
        Some(SourceKind::Scenario) => {
            let Some(play) = snapshot.play(&uri) else {
                return Ok(None);
            };
            play::parts(&play)
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
    let told = found.into_iter().map(|fold| {
        let mut own = json!({"startLine": fold.first, "endLine": fold.last});
        if fold.comment {
            own["kind"] = "comment".into();
        }
        own
    });
    Ok(Some(told.collect()))
}

struct Folds<'l> {
    lines: &'l Lines,
    /// By their first lines.
    found: BTreeMap<usize, Fold>,
}

impl Folds<'_> {
    fn put(&mut self, span: Span, depth: usize, comment: bool) {
        let span = self.lines.trimmed(span);
        let fold = Fold {
            first: self.lines.line(span.start()),
            last: self.lines.line(span.end()),
            depth,
            comment,
        };
        if fold.last > fold.first {
            // of those that begin on one line the longest counts; it was put first
            let known = self.found.entry(fold.first).or_insert(fold);
            if known.last < fold.last {
                *known = fold;
            }
        }
    }

    fn file(&mut self, file: &RulesFile) {
        self.put(file.front.span, 0, false);
        for place in &file.places {
            self.put(place.span, 0, false);
            self.quote(&place.blocks, 2);
            self.commentary(&place.commentary);
            for entry in &place.entries {
                self.put(
                    Span::new(entry.heading_span.start(), entry.span.end()),
                    1,
                    false,
                );
                self.quote(&entry.payload, 2);
                self.commentary(&entry.commentary);
            }
        }
    }

    /// Rules text below one heading, and the tables and units of several lines in it.
    fn quote(&mut self, blocks: &[Block], depth: usize) {
        if let (Some(first), Some(last)) = (blocks.first(), blocks.last()) {
            let whole = first.span.join(last.span);
            if self.lines.line(whole.end()) + 1 >= self.lines.line(whole.start()) + LONG {
                self.put(whole, depth, false);
            }
        }
        for block in crate::lint::flatten_blocks(blocks) {
            let bullets = block
                .children()
                .iter()
                .any(|child| child.kind == BlockKind::Bullet);
            match block.kind {
                BlockKind::Table => self.put(block.span, depth + 1, false),
                BlockKind::Paragraph | BlockKind::Bullet if bullets => {
                    self.put(block.span, depth + 1, false)
                }
                BlockKind::Paragraph
                | BlockKind::Bullet
                | BlockKind::Heading
                | BlockKind::Sentence
                | BlockKind::Row
                | BlockKind::Cell => {}
            }
        }
    }

    fn commentary(&mut self, commentary: &[Commentary]) {
        for one in commentary {
            self.put(one.span, 2, true);
        }
    }
}
