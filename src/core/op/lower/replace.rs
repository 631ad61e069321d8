//! Lowers `Replace …` to edits that put the payload in place of units, give headings other words,
//! or replace quoted words (`Replace "a" with "b"`).

use crate::{
    model::{UnitId, UnitKind, UnitState, Wordings},
    op::{
        InsertPosition, LoweredPatch, LoweringContext, NewUnit, NewUnits, PhraseChange, TreeEdit,
        label_key,
        payload::{FittedPayload, blocks_of_kind, count_blocks, fit_payload},
        select::AddressError,
    },
    syntax::{Block, BlockKind, Command, NewUnitCount, UnitNoun},
};
use std::sync::Arc;

impl LoweringContext<'_> {
    /// Lowers `Replace bullet 3`: the units of the payload replace the targets; or `Replace "a" with
    /// "b" in bullet 3`.
    pub(crate) fn replace(&mut self, command: &Command) -> Result<LoweredPatch, AddressError> {
        if let (Some(phrase), Some(words)) = (&command.phrase, &command.words) {
            let scopes = self.scopes_by_target(&command.targets)?;
            let texts = self.wordings_of(&words.value);
            return Ok(self.phrase_edits(scopes, phrase, &PhraseChange::Replace(texts)));
        }
        let mut reached = Vec::new();
        for target in &command.targets {
            let found = self.select_all(std::slice::from_ref(target))?;
            // a target that is a whole section means its contents
            if found == [self.tree.root] && Self::is_whole(target) {
                reached.extend(self.replaced_contents());
            } else {
                reached.extend(found);
            }
        }
        if let Some(except) = &command.except {
            reached.retain(|&unit| {
                self.tree
                    .label(unit)
                    .is_none_or(|label| label_key(label) != label_key(&except.value))
            });
        }
        let (payload, printed) = (self.patch.payload(), self.patch.printed_payload());
        let (headings, rest): (Vec<UnitId>, Vec<UnitId>) = reached
            .iter()
            .partition(|&&unit| self.tree.kind(unit) == UnitKind::Heading);
        let mut edits = Vec::new();
        if !headings.is_empty() {
            let new = blocks_of_kind(payload, BlockKind::Heading);
            let twin = printed.map(|printed| blocks_of_kind(printed, BlockKind::Heading));
            if new.is_empty() && rest.is_empty() {
                // the new heading may be given as a plain sentence
                return self.reword_heading(headings);
            }
            let inner = format!("{}/h", self.key);
            let key = std::mem::replace(&mut self.key, inner);
            let with = Arc::new(self.build_replacements(&new, twin.as_deref(), &headings));
            self.key = key;
            edits.push(TreeEdit::Replace {
                targets: headings,
                with,
            });
        }
        let mut kinds = rest.iter().map(|&unit| self.tree.kind(unit));
        let first = kinds.clone().next();
        if let Some(kind) = kinds.find(|kind| !kind.is_gap()).or(first) {
            let Some(shape) = self.fit_payload(payload, kind) else {
                return Ok(self.without_edits(reached));
            };
            let twin = printed.and_then(|blocks| fit_payload(blocks, kind).ok());
            let with = command.count.as_ref();
            edits.extend(self.replace_units(&rest, with, shape, twin));
        }
        Ok(self.with_edits(edits, reached))
    }

    fn replace_units(
        &mut self,
        targets: &[UnitId],
        with: Option<&NewUnitCount>,
        (inner, outer): FittedPayload<'_>,
        twin: Option<FittedPayload<'_>>,
    ) -> Option<TreeEdit> {
        let split = !outer.is_empty();
        if let Some(with) = with {
            let whole: Vec<&Block> = if split && with.unit == UnitNoun::Paragraph {
                self.patch.blocks().iter().collect()
            } else {
                inner.clone()
            };
            self.check_count(with, count_blocks(&whole, with.unit));
        }
        let blocks = [&inner[..], &outer[..]].concat();
        let twin = twin.map(|(inner, outer)| [inner, outer].concat());
        let new_units = Arc::new(self.build_replacements(&blocks, twin.as_deref(), targets));
        if !split {
            return Some(TreeEdit::Replace {
                targets: targets.to_vec(),
                with: new_units,
            });
        }
        let paragraph = self.tree.parent(*targets.first()?)?;
        if self.tree.kind(paragraph) != UnitKind::Paragraph {
            self.report_payload(
                "several paragraphs can only replace sentences of a paragraph".into(),
            );
            return None;
        }
        let mut blocks = self.patch.blocks().iter();
        if let Some(first) = blocks.find(|block| block.kind == BlockKind::Paragraph) {
            let names = first.attrs.names();
            self.requested_names
                .extend(names.map(|(name, span)| (paragraph, name, span)));
        }
        Some(TreeEdit::Split {
            paragraph,
            targets: targets.to_vec(),
            with: new_units,
            inner: inner.len(),
        })
    }

    fn reword_heading(&mut self, headings: Vec<UnitId>) -> Result<LoweredPatch, AddressError> {
        Ok(match self.payload_words() {
            Some(texts) => self.reword_headings(headings, &texts),
            None => self.without_edits(headings),
        })
    }

    /// Gives headings new words.
    pub(crate) fn reword_headings(
        &mut self,
        headings: Vec<UnitId>,
        texts: &Wordings,
    ) -> LoweredPatch {
        let mut new_units = NewUnits::default();
        for &unit in &headings {
            let mut node = UnitState::new(UnitKind::Heading, self.ix);
            node.texts = Some(Arc::new(texts.clone()));
            new_units.units.push(NewUnit::new(unit, node));
            new_units.roots.push(unit);
        }
        let edit = TreeEdit::Replace {
            targets: headings.clone(),
            with: Arc::new(new_units),
        };
        self.with_edits(vec![edit], headings)
    }

    /// Inserts the payload as units of `kind` at `slot`.
    pub(crate) fn insert_payload(
        &mut self,
        slot: InsertPosition,
        kind: UnitKind,
        count: &NewUnitCount,
    ) -> Option<TreeEdit> {
        let (payload, printed) = (self.patch.payload(), self.patch.printed_payload());
        let (blocks, further) = self.fit_payload(payload, kind)?;
        if !further.is_empty() {
            let why = "expected sentences of one paragraph, found several paragraphs";
            self.report_payload(why.into());
            return None;
        }
        let twin = printed.and_then(|blocks| fit_payload(blocks, kind).ok());
        let twin = twin.filter(|(_, further)| further.is_empty());
        let twin = twin.map(|(blocks, _)| blocks);
        self.check_count(count, count_blocks(&blocks, count.unit));
        let with = Arc::new(self.build_units(&blocks, twin.as_deref()));
        Some(TreeEdit::Insert { slot, with })
    }
}
