use super::{Lowered, Lowering, select::Miss};
use crate::syntax::Target;

impl Lowering<'_> {
    /// `Note on #rear-support`: changes nothing; its payload stands beside what it reaches.
    pub(crate) fn note(&mut self, targets: &[Target]) -> Result<Lowered, Miss> {
        let reached = self.select_all(targets)?;
        Ok(self.nothing(if reached.is_empty() {
            vec![self.tree.root]
        } else {
            reached
        }))
    }
}
