//! Lowers `Substitute`: each pair `~~old~~ new` in the payload replaces the old words by the new.

use crate::{
    op::{
        LoweredPatch, LoweringContext, PhraseChange, QuotedPhrase, TreeEdit, select::AddressError,
    },
    syntax::{Block, Inline, MarkKind, OccurrenceSelector, Target, flatten_blocks},
    text::Span,
};

impl LoweringContext<'_> {
    /// Lowers `Substitute in row "Spears"`: the payload contains pairs `~~old~~ new`.
    pub(crate) fn substitute(&mut self, targets: &[Target]) -> Result<LoweredPatch, AddressError> {
        let scope = self.scopes(targets)?;
        let restated = find_replacement_pairs(self.patch.payload());
        let printed = find_replacement_pairs(self.patch.printed_payload().unwrap_or_default());
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
            let new = self.wordings(&new, twin.map(|twin| &twin.1));
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
    let texts = flatten_blocks(blocks).into_iter().filter_map(Block::text);
    for text in texts {
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
            let new = text.part(Span::new(from, to), |mark| mark.kind != MarkKind::Strike);
            out.push((
                strike.of(&text.text).trim().to_owned(),
                new,
                text.source_span(*strike),
            ));
        }
    }
    out
}
