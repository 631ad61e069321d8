use super::{
    Edit, Lowered, Lowering, Slot,
    select::{self, Miss},
};
use crate::{
    model::{Kind, UnitId},
    syntax::{Block, BlockKind, Unit},
};
use std::sync::Arc;

impl Lowering<'_> {
    /// `Set entries`: each labelled unit of the payload replaces the one of its label, or is added at the end.
    pub(crate) fn set_entries(&mut self) -> Result<Lowered, Miss> {
        let patch = self.patch;
        let mut edits = Vec::new();
        let mut reached = Vec::new();
        let prefix = self.key.clone();
        let entries: Vec<&Block> = self
            .slice
            .of(patch.blocks())
            .iter()
            .filter(|block| matches!(block.kind, BlockKind::Bullet | BlockKind::Paragraph))
            .collect();
        let printed: Option<Vec<&Block>> = self
            .slice
            .printed(patch)
            .map(|blocks| blocks.iter().collect());
        for (at, block) in entries.iter().enumerate() {
            let Some(label) = &block.label else {
                self.misshapen("every entry begins with its label in bold".into());
                continue;
            };
            self.key = format!("{prefix}/{}", at + 1);
            let twin = printed
                .as_ref()
                .and_then(|printed| printed.get(at))
                .map(std::slice::from_ref);
            let old = select::bearers(self.tree, self.tree.root, Unit::Entry, &label.value);
            if old.is_empty() {
                let nursery = self.grow(&[block], twin);
                edits.push(Edit::Insert {
                    slot: self.last_entry(block.kind),
                    with: Arc::new(nursery),
                });
            } else {
                let nursery = self.successors(&[block], twin, &old);
                reached.extend(&old);
                edits.push(Edit::Replace {
                    targets: old,
                    with: Arc::new(nursery),
                });
            }
        }
        self.key = prefix;
        Ok(self.done(edits, reached))
    }

    /// Behind the entries that there are.
    fn last_entry(&self, kind: BlockKind) -> Slot {
        let root = self.tree.root;
        if kind == BlockKind::Paragraph {
            return Slot::End(root);
        }
        let lists = |&unit: &UnitId| self.tree.kind(unit) == Kind::Paragraph;
        match self.tree.children(root).rfind(lists) {
            Some(paragraph) => Slot::End(paragraph),
            None => Slot::End(root),
        }
    }
}
