//! Lowers `Delete …` to edits that remove units, or that remove quoted words inside them.

use crate::{
    model::Wordings,
    op::{LoweredPatch, LoweringContext, PhraseChange, TreeEdit, select::AddressError},
    syntax::{DeleteOperand, SpannedId},
};

impl LoweringContext<'_> {
    /// Lowers `Delete bullet 2, moved to #mitigating`, `Delete "or knights" in paragraph 1` and
    /// `Delete [what it describes]`.
    pub(crate) fn delete(
        &mut self,
        what: &DeleteOperand,
        moved_to: Option<&SpannedId>,
    ) -> Result<LoweredPatch, AddressError> {
        match what {
            DeleteOperand::Units(targets) => {
                let found = self.select_all(targets)?;
                let moved_to = moved_to.map(|name| name.value.clone());
                // one edit per unit: a conflict about one unit does not affect the others
                let edits = found
                    .iter()
                    .map(|&unit| TreeEdit::Delete {
                        targets: vec![unit],
                        moved_to: moved_to.clone(),
                    })
                    .collect();
                Ok(self.with_edits(edits, found))
            }
            DeleteOperand::Phrase(phrase, targets) => {
                let scopes = self.scopes_by_target(targets)?;
                Ok(self.phrase_edits(scopes, phrase, &PhraseChange::Replace(Wordings::default())))
            }
            // a description is never executed: it is shown with the section as an open instruction
            DeleteOperand::Described(_) => Ok(self.without_edits(vec![self.tree.root])),
        }
    }
}
