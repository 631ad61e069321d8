//! Lowers `Set entries`: each payload entry replaces the unit with its label, or is added last.

use crate::{
    model::{UnitId, UnitKind},
    op::{InsertPosition, LoweredPatch, LoweringContext, TreeEdit, counting, select::AddressError},
    syntax::{BlockKind, UnitNoun},
};
use std::sync::Arc;

impl LoweringContext<'_> {
    /// Lowers `Set entries`: each labelled unit of the payload replaces the unit with its label, or
    /// is added at the end.
    pub(crate) fn set_entries(&mut self) -> Result<LoweredPatch, AddressError> {
        let mut edits = Vec::new();
        let mut reached = Vec::new();
        let prefix = self.key.clone();
        let (mut entries, printed) = self.payload_blocks();
        entries.retain(|block| matches!(block.kind, BlockKind::Bullet | BlockKind::Paragraph));
        for (at, block) in entries.iter().enumerate() {
            let Some(label) = &block.label else {
                self.report_payload("expected entries that begin with their label in bold".into());
                continue;
            };
            self.key = format!("{prefix}/{}", at + 1);
            let twin = printed
                .as_ref()
                .and_then(|printed| printed.get(at))
                .map(std::slice::from_ref);
            let old =
                counting::units_labelled(self.tree, self.tree.root, UnitNoun::Entry, &label.value);
            if old.is_empty() {
                let new_units = self.build_units(&[block], twin);
                edits.push(TreeEdit::Insert {
                    slot: self.last_entry(block.kind),
                    with: Arc::new(new_units),
                });
            } else {
                let new_units = self.build_replacements(&[block], twin, &old);
                reached.extend(&old);
                edits.push(TreeEdit::Replace {
                    targets: old,
                    with: Arc::new(new_units),
                });
            }
        }
        self.key = prefix;
        Ok(self.with_edits(edits, reached))
    }

    /// Returns the position after the existing entries.
    fn last_entry(&self, kind: BlockKind) -> InsertPosition {
        let root = self.tree.root;
        if kind == BlockKind::Paragraph {
            return InsertPosition::End(root);
        }
        let lists = |&unit: &UnitId| self.tree.kind(unit) == UnitKind::Paragraph;
        match self.tree.children(root).rfind(lists) {
            Some(paragraph) => InsertPosition::End(paragraph),
            None => InsertPosition::End(root),
        }
    }
}
