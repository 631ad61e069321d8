//! Lowers `Insert …` to an insertion of words or units before or after quoted words or a unit.

use crate::{
    model::{UnitId, UnitKind, Wordings},
    op::{
        InsertPosition, LoweredPatch, LoweringContext, PhraseChange, counting::kind_of_noun,
        phrase, select::AddressError,
    },
    syntax::{BeforeOrAfter, Command, Phrase, UnitNoun, WordingLayer},
};

impl LoweringContext<'_> {
    /// Lowers `Insert 2 bullets after bullet 4` and `Insert "war wagons" after "knights" in bullet
    /// 1`.
    pub(crate) fn insert(&mut self, command: &Command) -> Result<LoweredPatch, AddressError> {
        let Some(side) = command.side else {
            return Ok(self.without_edits(Vec::new()));
        };
        if let Some(words) = &command.words {
            let scopes = self.scopes_by_target(&command.targets)?;
            let change = insertion(side, self.wordings_of(&words.value));
            let Some(phrase) = &command.phrase else {
                return Ok(self.words_at_units(scopes.concat(), change));
            };
            return Ok(self.phrase_edits(scopes, phrase, &change));
        }
        let scope = self.scopes(&command.targets)?;
        let Some(count) = &command.count else {
            return Ok(self.without_edits(scope));
        };
        let kind = kind_of_noun(count.unit);
        if let Some(phrase) = &command.phrase {
            if count.unit != UnitNoun::Words
                && let Some((slot, atom)) = self.sentence_boundary(&scope, phrase, side)
            {
                let edit = self.insert_payload(slot, kind, count);
                return Ok(self.with_edits(edit.into_iter().collect(), vec![atom]));
            }
            let Some(texts) = self.payload_words() else {
                return Ok(self.without_edits(scope));
            };
            return Ok(self.phrase_edits(vec![scope], phrase, &insertion(side, texts)));
        }
        let Some(anchor) = side.outermost(&scope) else {
            return Ok(self.without_edits(scope));
        };
        let slot = InsertPosition::next_to(anchor, side);
        let kind = match (kind, self.tree.kind(anchor)) {
            // a line, item or entry is a bullet next to bullets and a paragraph next to paragraphs
            (UnitKind::Bullet, UnitKind::Paragraph) if count.unit != UnitNoun::Bullet => {
                UnitKind::Paragraph
            }
            (UnitKind::Row, other) => other,
            (kind, _) => kind,
        };
        let edits = self.insert_payload(slot, kind, count).into_iter().collect();
        Ok(self.with_edits(edits, scope))
    }

    /// Returns the position between two sentences that a phrase in one of them names: before or
    /// after that sentence.
    fn sentence_boundary(
        &self,
        scope: &[UnitId],
        words: &Phrase,
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
