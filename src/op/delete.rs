use super::{Change, Edit, Lowered, Lowering, select::Miss};
use crate::{
    model::Texts,
    syntax::{Deleted, Name},
};

impl Lowering<'_> {
    /// `Delete bullet 2, moved to #mitigating`; `Delete "or knights" in paragraph 1`; `Delete [what it describes]`.
    pub(crate) fn delete(
        &mut self,
        what: &Deleted,
        moved_to: Option<&Name>,
    ) -> Result<Lowered, Miss> {
        match what {
            Deleted::Units(targets) => {
                let found = self.select_all(targets)?;
                let moved_to = moved_to.map(|name| name.value.clone());
                // one edit each: what happens to one unit is nothing to the others
                let edits = found
                    .iter()
                    .map(|&unit| Edit::Delete {
                        targets: vec![unit],
                        moved_to: moved_to.clone(),
                    })
                    .collect();
                Ok(self.done(edits, found))
            }
            Deleted::Phrase(phrase, targets) => {
                let scopes = self.scopes_each(targets)?;
                Ok(self.phrase_edits(scopes, phrase, &Change::Replace(Texts::default())))
            }
            // never carried out: it stands beside the section as an open instruction
            Deleted::Described(_) => Ok(self.nothing(vec![self.tree.root])),
        }
    }
}
