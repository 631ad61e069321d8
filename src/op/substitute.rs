//! Lowers `Substitute`: each pair `~~old~~ new` in the payload replaces the old words by the new.

use super::{
    LoweredPatch, LoweringContext, PhraseChange, QuotedPhrase, TreeEdit, select::AddressError,
};
use crate::{
    model::{Wording, Wordings},
    syntax::{Block, Inline, MarkKind, OccurrenceSelector, Target},
    text::Span,
};

impl LoweringContext<'_> {
    /// Lowers `Substitute in row "Spears"`: the payload contains pairs `~~old~~ new`.
    pub(crate) fn substitute(&mut self, targets: &[Target]) -> Result<LoweredPatch, AddressError> {
        let scope = self.scopes(targets)?;
        let patch = self.patch;
        let restated = find_replacement_pairs(self.slice.of(patch.blocks()));
        let printed = self
            .slice
            .printed(patch)
            .map(find_replacement_pairs)
            .unwrap_or_default();
        if restated.is_empty() {
            self.report_payload("expected pairs of `~~old~~ new`".into());
        }
        let mut edits = Vec::new();
        for (at, (old, new, span)) in restated.into_iter().enumerate() {
            let twin = printed.get(at);
            let find = QuotedPhrase {
                quote: old,
                printed: twin.map(|twin| twin.0.clone()),
                which: OccurrenceSelector::Exactly(1),
                span,
            };
            let new = Wordings {
                restated: Wording::new(&new, self.ix),
                printed: twin.map(|twin| Box::new(Wording::new(&twin.1, self.ix))),
            };
            edits.push(TreeEdit::Phrase {
                scope: scope.clone(),
                find: Some(find),
                change: PhraseChange::Replace(new),
            });
        }
        Ok(self.with_edits(edits, scope))
    }
}

/// Returns the pairs of old and new words in a payload, with the bytes of the old ones.
pub(crate) fn find_replacement_pairs(blocks: &[Block]) -> Vec<(String, Inline, Span)> {
    let mut out = Vec::new();
    let mut stack: Vec<&Block> = blocks.iter().rev().collect();
    while let Some(block) = stack.pop() {
        stack.extend(block.children().iter().rev());
        let Some(text) = block.text() else { continue };
        let strikes: Vec<Span> = text
            .marks
            .iter()
            .filter(|mark| mark.kind == MarkKind::Strike)
            .map(|mark| mark.span)
            .collect();
        for (at, strike) in strikes.iter().enumerate() {
            let end = strikes
                .get(at + 1)
                .map_or(text.text.len(), |next| next.start());
            let words = &text.text[strike.end()..end];
            let from = strike.end() + (words.len() - words.trim_start().len());
            let to = from + words.trim().len();
            let inside = text.marks.iter().filter(|mark| {
                mark.span.start() >= from && mark.span.end() <= to && mark.kind != MarkKind::Strike
            });
            let marks = inside
                .map(|mark| crate::syntax::Mark {
                    span: Span::new(mark.span.start() - from, mark.span.end() - from),
                    kind: mark.kind.clone(),
                })
                .collect();
            let new = Inline {
                text: text.text[from..to].into(),
                marks,
                map: crate::syntax::SourceMap::Nowhere,
            };
            out.push((
                strike.of(&text.text).trim().to_owned(),
                new,
                text.source_span(*strike),
            ));
        }
    }
    out
}
