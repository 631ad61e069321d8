//! Lowers `Insert …` to an insertion of words or units before or after quoted words or a unit.

use crate::{
    model::{UnitId, UnitKind, Wordings},
    op::{
        InsertPosition, LoweredPatch, LoweringContext, PhraseChange, TreeEdit,
        counting::kind_of_noun, phrase, select::AddressError,
    },
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
                let change = insertion(side, self.wordings_of(&words.value));
                Ok(self.phrase_edits(scopes, phrase, &change))
            }
            (InsertOperand::Words(words), InsertAnchor::Unit(target)) => {
                let scope = self.select(target)?;
                let change = insertion(side, self.wordings_of(&words.value));
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
                if count.unit != UnitNoun::Words
                    && let Some((slot, atom)) = self.sentence_boundary(&scope, phrase, side)
                {
                    let edit = self.insert_payload(slot, kind_of_noun(count.unit), count);
                    return Ok(self.with_edits(edit.into_iter().collect(), vec![atom]));
                }
                let Some(texts) = self.payload_words() else {
                    return Ok(self.without_edits(scope));
                };
                Ok(self.phrase_edits(vec![scope], phrase, &insertion(side, texts)))
            }
            (InsertOperand::Units(count), InsertAnchor::Unit(target)) => {
                let found = self.select(target)?;
                let Some(anchor) = side.outermost(&found) else {
                    return Ok(self.without_edits(found));
                };
                let slot = InsertPosition::next_to(anchor, side);
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
        let text = &self.tree.restated(hit.atom)?.text;
        // in known words that go on, a full stop at their end ends a sentence: the new one goes
        // between them
        let stops = text[..hit.span.end()].ends_with(['.', '?', '!', ':', ';']);
        let goes_on = stops && !text[hit.span.end()..].trim().is_empty();
        (side == BeforeOrAfter::Before || !goes_on)
            .then(|| (InsertPosition::next_to(hit.atom, side), hit.atom))
    }
}

/// Returns the change that inserts words on one side of quoted words.
fn insertion(side: BeforeOrAfter, texts: Wordings) -> PhraseChange {
    match side {
        BeforeOrAfter::Before => PhraseChange::Before(texts),
        BeforeOrAfter::After => PhraseChange::After(texts),
    }
}
