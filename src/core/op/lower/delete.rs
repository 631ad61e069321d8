//! Lowers `Delete …` to edits that remove units, or that remove quoted words inside them.

use crate::{
    model::{UnitId, Wordings},
    op::{LoweredPatch, LoweringContext, PhraseChange, TreeEdit, select::AddressError},
    syntax::Command,
};

impl LoweringContext<'_> {
    /// Lowers `Delete bullet 2, moved to #mitigating`, `Delete "or knights" in paragraph 1` and
    /// `Delete [what it describes]`.
    pub(crate) fn delete(&mut self, command: &Command) -> Result<LoweredPatch, AddressError> {
        // a description is never executed: it is shown with the section as an open instruction
        if command.description.is_some() {
            return Ok(self.without_edits(vec![self.tree.root]));
        }
        if let Some(phrase) = &command.phrase {
            let scopes = self.scopes_by_target(&command.targets)?;
            return Ok(self.phrase_edits(
                scopes,
                phrase,
                &PhraseChange::Replace(Wordings::default()),
            ));
        }
        let found = self.select_all(&command.targets)?;
        let moved_to = command.clause.as_ref().map(|name| name.value.clone());
        // one edit per unit: a conflict about one unit does not affect the others
        let delete = |&unit: &UnitId| TreeEdit::Delete {
            targets: vec![unit],
            moved_to: moved_to.clone(),
        };
        let edits = found.iter().map(delete).collect();
        Ok(self.with_edits(edits, found))
    }
}
