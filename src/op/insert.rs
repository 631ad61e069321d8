use super::{Change, Edit, Lowered, Lowering, Slot, payload::kind_of, phrase, select::Miss};
use crate::{
    model::{Kind, UnitId},
    syntax::{Inserted, Layer, Point, Side, Unit},
};

impl Lowering<'_> {
    /// `Insert 2 bullets after bullet 4`; `Insert "war wagons" after "knights" in bullet 1`.
    pub(crate) fn insert(
        &mut self,
        what: &Inserted,
        side: Side,
        point: &Point,
    ) -> Result<Lowered, Miss> {
        match (what, point) {
            (Inserted::Words(words), Point::Phrase(phrase, targets)) => {
                let scopes = self.scopes_each(targets)?;
                let texts = self.quoted(&words.value);
                let change = if side == Side::Before {
                    Change::Before(texts)
                } else {
                    Change::After(texts)
                };
                Ok(self.phrase_edits(scopes, phrase, &change))
            }
            (Inserted::Words(words), Point::Unit(target)) => {
                let scope = self.select(target)?;
                let texts = self.quoted(&words.value);
                let change = if side == Side::Before {
                    Change::Before(texts)
                } else {
                    Change::After(texts)
                };
                Ok(self.done(
                    vec![Edit::Phrase {
                        scope: scope.clone(),
                        find: None,
                        change,
                    }],
                    scope,
                ))
            }
            (Inserted::Units(count), Point::Phrase(phrase, targets)) => {
                let scope = self.scopes(targets)?;
                if let Some(slot) = self
                    .seam(&scope, phrase, side)
                    .filter(|_| count.unit != Unit::Words)
                {
                    let reached = vec![slot.1];
                    let edits = self
                        .bring(slot.0, kind_of(count.unit), count)
                        .into_iter()
                        .collect();
                    return Ok(self.done(edits, reached));
                }
                let Some(Change::After(texts)) = self.payload_words() else {
                    return Ok(self.nothing(scope));
                };
                let change = if side == Side::Before {
                    Change::Before(texts)
                } else {
                    Change::After(texts)
                };
                Ok(self.phrase_edits(vec![scope], phrase, &change))
            }
            (Inserted::Units(count), Point::Unit(target)) => {
                let found = self.select(target)?;
                let beside = if side == Side::Before {
                    found.first()
                } else {
                    found.last()
                };
                let Some(&beside) = beside else {
                    return Ok(self.nothing(found));
                };
                let slot = if side == Side::Before {
                    Slot::Before(beside)
                } else {
                    Slot::After(beside)
                };
                let kind = match (kind_of(count.unit), self.tree.kind(beside)) {
                    // a line, item or entry is a bullet beside bullets and a paragraph beside paragraphs
                    (Kind::Bullet, Kind::Paragraph) if count.unit != Unit::Bullet => {
                        Kind::Paragraph
                    }
                    (Kind::Row, other) => other,
                    (kind, _) => kind,
                };
                let edits = self.bring(slot, kind, count).into_iter().collect();
                Ok(self.done(edits, found))
            }
        }
    }

    /// The place between two sentences that words in one of them name: behind or before that sentence.
    fn seam(
        &self,
        scope: &[UnitId],
        words: &crate::syntax::Phrase,
        side: Side,
    ) -> Option<(Slot, UnitId)> {
        let find = self.find(words);
        let hit = match phrase::meant(self.tree, scope, Layer::Restated, &find) {
            Ok(Some(found)) => *found.first()?,
            Ok(None) | Err(_) => return None,
        };
        let text = &self.tree.get(hit.atom)?.text(Layer::Restated)?.text;
        // in a run of held words that goes on, a stop at their end is the end of a sentence: the new one goes between them
        let stops = text[..hit.span.end()].ends_with(['.', '?', '!', ':', ';']);
        match side {
            Side::After if stops && !text[hit.span.end()..].trim().is_empty() => None,
            Side::After => Some((Slot::After(hit.atom), hit.atom)),
            Side::Before => Some((Slot::Before(hit.atom), hit.atom)),
        }
    }
}
