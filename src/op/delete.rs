use super::{Change, Edit, Lowered, Lowering, select::Miss};
use crate::{
    model::Texts,
    syntax::{Deleted, Name},
};

impl Lowering<'_> {
    /// `Delete bullet 2, moved to #mitigating`; `Delete "or knights" in paragraph 1`; `Delete [what it describes]`.
    pub(crate) fn delete(&mut self, what: &Deleted, moved_to: Option<&Name>) -> Result<Lowered, Miss> {
        match what {
            Deleted::Units(targets) => {
                let found = self.select_all(targets)?;
                let moved_to = moved_to.map(|name| name.value.clone());
                Ok(self.done(vec![Edit::Delete { targets: found.clone(), moved_to }], found))
            }
            Deleted::Phrase(phrase, targets) => {
                let scope = self.scopes(targets)?;
                let edit = self.phrase_edit(scope.clone(), phrase, Change::Replace(Texts::default()));
                Ok(self.done(vec![edit], scope))
            }
            // never carried out: it stands beside the section as an open instruction
            Deleted::Described(_) => Ok(self.nothing(vec![self.tree.root])),
        }
    }
}
