use super::{
    Change, Edit, Lowered, Lowering, Slot,
    payload::{Shape, counted},
    select::Miss,
};
use crate::{
    model::{Kind, UnitId},
    syntax::{Block, BlockKind, Count, Phrase, Quoted, Target, Unit},
    text::Spanned,
};
use std::sync::Arc;

impl Lowering<'_> {
    /// `Replace bullet 3`: units go, the payload's come.
    pub(crate) fn replace(
        &mut self,
        targets: &[Target],
        with: Option<&Count>,
        except: Option<&Spanned<String>>,
    ) -> Result<Lowered, Miss> {
        let mut reached = Vec::new();
        for target in targets.iter() {
            let found = self.select_all(std::slice::from_ref(target))?;
            // a target that is a whole section stands for its contents
            if found == [self.tree.root] && Self::is_whole(target) {
                let headed = self
                    .payload()
                    .iter()
                    .any(|block| block.kind == BlockKind::Heading);
                reached.extend(
                    self.tree
                        .children(self.tree.root)
                        .filter(|&u| headed || self.tree.kind(u) != Kind::Heading),
                );
            } else {
                reached.extend(found);
            }
        }
        if let Some(except) = except {
            reached.retain(|&unit| {
                self.tree
                    .get(unit)
                    .and_then(|node| node.label.as_deref())
                    .is_none_or(|label| super::label_key(label) != super::label_key(&except.value))
            });
        }
        let patch = self.patch;
        let payload = self.slice.of(patch.blocks());
        let printed = self.slice.printed(patch);
        let (headings, rest): (Vec<UnitId>, Vec<UnitId>) = reached
            .iter()
            .partition(|&&unit| self.tree.kind(unit) == Kind::Heading);
        let mut edits = Vec::new();
        if !headings.is_empty() {
            let only = |blocks: &[Block]| {
                blocks
                    .iter()
                    .filter(|block| block.kind == BlockKind::Heading)
                    .cloned()
                    .collect::<Vec<_>>()
            };
            let (new, twin) = (only(payload), printed.map(only));
            let (new, twin): (Vec<&Block>, Option<Vec<&Block>>) = (
                new.iter().collect(),
                twin.as_ref().map(|twin| twin.iter().collect()),
            );
            if new.is_empty() && rest.is_empty() {
                // the new heading may be given as a plain sentence
                return self.reword_heading(headings);
            }
            let inner = format!("{}/h", self.key);
            let key = std::mem::replace(&mut self.key, inner);
            let nursery = self.successors(&new, twin.as_deref(), &headings);
            self.key = key;
            edits.push(Edit::Replace {
                targets: headings.clone(),
                with: Arc::new(nursery),
            });
        }
        if let Some(kind) = rest
            .iter()
            .map(|&unit| self.tree.kind(unit))
            .find(|kind| !kind.is_gap())
            .or(rest.first().map(|&unit| self.tree.kind(unit)))
        {
            let Some(shape) = self.shaped(payload, kind) else {
                return Ok(self.nothing(reached));
            };
            let twin = printed.and_then(|blocks| super::payload::shape(blocks, kind).ok());
            edits.extend(self.replace_units(&rest, with, shape, twin));
        }
        Ok(self.done(edits, reached))
    }

    fn replace_units(
        &mut self,
        targets: &[UnitId],
        with: Option<&Count>,
        shape: Shape<'_>,
        twin: Option<Shape<'_>>,
    ) -> Option<Edit> {
        let (inner, outer, split) = match shape {
            Shape::Blocks(blocks) | Shape::Inner(blocks) => (blocks, Vec::new(), false),
            Shape::Split(inner, outer) => (inner, outer, true),
        };
        if let Some(with) = with {
            let whole: Vec<&Block> = if split && with.unit == Unit::Paragraph {
                self.patch.blocks().iter().collect()
            } else {
                inner.clone()
            };
            self.count(with, counted(&whole, with.unit));
        }
        let blocks: Vec<&Block> = inner.iter().chain(&outer).copied().collect();
        let twin: Option<Vec<&Block>> = twin.map(|twin| match twin {
            Shape::Blocks(blocks) | Shape::Inner(blocks) => blocks,
            Shape::Split(inner, outer) => inner.into_iter().chain(outer).collect(),
        });
        let nursery = Arc::new(self.successors(&blocks, twin.as_deref(), targets));
        if !split {
            return Some(Edit::Replace {
                targets: targets.to_vec(),
                with: nursery,
            });
        }
        let paragraph = self.tree.get(*targets.first()?)?.parent?;
        if self.tree.kind(paragraph) != Kind::Paragraph {
            self.misshapen("several paragraphs can only replace sentences of a paragraph".into());
            return None;
        }
        let first = self
            .patch
            .blocks()
            .iter()
            .find(|block| block.kind == BlockKind::Paragraph);
        self.wanted.extend(
            first
                .into_iter()
                .flat_map(|block| block.attrs.names())
                .map(|(name, span)| (paragraph, name, span)),
        );
        Some(Edit::Split {
            paragraph,
            targets: targets.to_vec(),
            with: nursery,
            inner: inner.len(),
        })
    }

    fn reword_heading(&mut self, headings: Vec<UnitId>) -> Result<Lowered, Miss> {
        let Some(Change::After(texts)) = self.payload_words() else {
            return Ok(self.nothing(headings));
        };
        let mut nursery = super::Nursery::default();
        for &unit in &headings {
            let mut node = crate::model::Node::new(Kind::Heading, self.ix);
            node.texts = Some(Arc::new(texts.clone()));
            nursery.seeds.push(super::Seed {
                unit,
                node,
                keep: false,
            });
            nursery.roots.push(unit);
        }
        Ok(self.done(
            vec![Edit::Replace {
                targets: headings.clone(),
                with: Arc::new(nursery),
            }],
            headings,
        ))
    }

    /// `Replace "a" with "b" in bullet 3`.
    pub(crate) fn replace_phrase(
        &mut self,
        phrase: &Phrase,
        with: &Quoted,
        targets: &[Target],
    ) -> Result<Lowered, Miss> {
        let scopes = self.scopes_each(targets)?;
        let texts = self.quoted(&with.value);
        Ok(self.phrase_edits(scopes, phrase, &Change::Replace(texts)))
    }

    /// Brings the payload as units at `slot`, in the shape of `kind`.
    pub(crate) fn bring(&mut self, slot: Slot, kind: Kind, count: &Count) -> Option<Edit> {
        let patch = self.patch;
        let payload = self.slice.of(patch.blocks());
        let printed = self.slice.printed(patch);
        fn take(shape: Shape<'_>) -> Result<Vec<&Block>, String> {
            match shape {
                Shape::Blocks(blocks) | Shape::Inner(blocks) => Ok(blocks),
                Shape::Split(..) => Err(
                    "sentences of one paragraph are wanted, and the payload has several".to_owned(),
                ),
            }
        }
        let blocks = match super::payload::shape(payload, kind).and_then(take) {
            Ok(blocks) => blocks,
            Err(why) => {
                self.misshapen(why);
                return None;
            }
        };
        let twin =
            printed.and_then(|blocks| super::payload::shape(blocks, kind).and_then(take).ok());
        self.count(count, counted(&blocks, count.unit));
        let nursery = self.grow(&blocks, twin.as_deref());
        Some(Edit::Insert {
            slot,
            with: Arc::new(nursery),
        })
    }
}
