//! `FoldCollector`: converts spans to ranges of lines to fold, at most one for each first line.

use crate::{lsp::PositionMap, text::Span};
use std::collections::BTreeMap;

/// A range of whole lines that can be folded: first and last line (from 0), depth of nesting, and
/// whether it is a comment.
#[derive(Clone, Copy)]
pub(super) struct Fold {
    /// The line that stays visible.
    pub(super) first: usize,
    pub(super) last: usize,
    /// The depth; if the client limits the number of folds, the outermost are kept.
    pub(super) depth: usize,
    pub(super) comment: bool,
}

/// The folds found so far in a text, by first line; of those at one line the longest is kept.
pub(super) struct FoldCollector<'l> {
    pub(super) lines: &'l PositionMap,
    /// The folds by their first lines.
    pub(super) found: BTreeMap<usize, Fold>,
}

impl<'l> FoldCollector<'l> {
    pub(super) fn new(lines: &'l PositionMap) -> Self {
        Self {
            lines,
            found: BTreeMap::new(),
        }
    }

    pub(super) fn put(&mut self, span: Span, depth: usize, comment: bool) {
        let span = self.lines.trimmed(span);
        let fold = Fold {
            first: self.lines.line(span.start()),
            last: self.lines.line(span.end()),
            depth,
            comment,
        };
        if fold.last > fold.first {
            // of folds that begin at one line the longest is kept
            let known = self.found.entry(fold.first).or_insert(fold);
            if known.last < fold.last {
                *known = fold;
            }
        }
    }
}
