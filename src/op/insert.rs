//! Lowers `Insert …` to an insertion of words or units before or after quoted words or a unit.

use super::{
    InsertPosition, LoweredPatch, LoweringContext, PhraseChange, TreeEdit, payload::kind_of_noun,
    phrase, select::AddressError,
};
use crate::{
    model::{UnitId, UnitKind},
    syntax::{BeforeOrAfter, InsertAnchor, InsertOperand, UnitNoun, WordingLayer},
};

impl LoweringContext<'_> {
    /// Lowers `Insert 2 bullets after bullet 4` and `Insert "war wagons" after "knights" in bullet
    /// 1`.
    pub(crate) fn insert(
        &mut self,
        what: &InsertOperand,
        side: BeforeOrAfter,
        point: &InsertAnchor,
    ) -> Result<LoweredPatch, AddressError> {
        match (what, point) {
            (InsertOperand::Words(words), InsertAnchor::Phrase(phrase, targets)) => {
                let scopes = self.scopes_by_target(targets)?;
                let texts = self.wordings_of(&words.value);
                let change = if side == BeforeOrAfter::Before {
                    PhraseChange::Before(texts)
                } else {
                    PhraseChange::After(texts)
                };
                Ok(self.phrase_edits(scopes, phrase, &change))
            }
            (InsertOperand::Words(words), InsertAnchor::Unit(target)) => {
                let scope = self.select(target)?;
                let texts = self.wordings_of(&words.value);
                let change = if side == BeforeOrAfter::Before {
                    PhraseChange::Before(texts)
                } else {
                    PhraseChange::After(texts)
                };
                Ok(self.with_edits(
                    vec![TreeEdit::Phrase {
                        scope: scope.clone(),
                        find: None,
                        change,
                    }],
                    scope,
                ))
            }
            (InsertOperand::Units(count), InsertAnchor::Phrase(phrase, targets)) => {
                let scope = self.scopes(targets)?;
                if let Some(slot) = self
                    .sentence_boundary(&scope, phrase, side)
                    .filter(|_| count.unit != UnitNoun::Words)
                {
                    let reached = vec![slot.1];
                    let edits = self
                        .insert_payload(slot.0, kind_of_noun(count.unit), count)
                        .into_iter()
                        .collect();
                    return Ok(self.with_edits(edits, reached));
                }
                let Some(PhraseChange::After(texts)) = self.payload_words() else {
                    return Ok(self.without_edits(scope));
                };
                let change = if side == BeforeOrAfter::Before {
                    PhraseChange::Before(texts)
                } else {
                    PhraseChange::After(texts)
                };
                Ok(self.phrase_edits(vec![scope], phrase, &change))
            }
            (InsertOperand::Units(count), InsertAnchor::Unit(target)) => {
                let found = self.select(target)?;
                let anchor = if side == BeforeOrAfter::Before {
                    found.first()
                } else {
                    found.last()
                };
                let Some(&anchor) = anchor else {
                    return Ok(self.without_edits(found));
                };
                let slot = if side == BeforeOrAfter::Before {
                    InsertPosition::Before(anchor)
                } else {
                    InsertPosition::After(anchor)
                };
                let kind = match (kind_of_noun(count.unit), self.tree.kind(anchor)) {
                    // a line, item or entry is a bullet next to bullets and a paragraph next to
                    // paragraphs
                    (UnitKind::Bullet, UnitKind::Paragraph) if count.unit != UnitNoun::Bullet => {
                        UnitKind::Paragraph
                    }
                    (UnitKind::Row, other) => other,
                    (kind, _) => kind,
                };
                let edits = self.insert_payload(slot, kind, count).into_iter().collect();
                Ok(self.with_edits(edits, found))
            }
        }
    }

    /// Returns the position between two sentences that a phrase in one of them names: before or
    /// after that sentence.
    fn sentence_boundary(
        &self,
        scope: &[UnitId],
        words: &crate::syntax::Phrase,
        side: BeforeOrAfter,
    ) -> Option<(InsertPosition, UnitId)> {
        let find = self.phrase_query(words);
        let hit = match phrase::select_occurrences(self.tree, scope, WordingLayer::Restated, &find)
        {
            Ok(Some(found)) => *found.first()?,
            Ok(None) | Err(_) => return None,
        };
        let text = &self.tree.get(hit.atom)?.text(WordingLayer::Restated)?.text;
        // in known words that go on, a full stop at their end ends a sentence: the new one goes
        // between them
        let stops = text[..hit.span.end()].ends_with(['.', '?', '!', ':', ';']);
        match side {
            BeforeOrAfter::After if stops && !text[hit.span.end()..].trim().is_empty() => None,
            BeforeOrAfter::After => Some((InsertPosition::After(hit.atom), hit.atom)),
            BeforeOrAfter::Before => Some((InsertPosition::Before(hit.atom), hit.atom)),
        }
    }
}
