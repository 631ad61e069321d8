use super::{Lowered, Lowering, select::Miss};
use crate::syntax::Target;

impl Lowering<'_> {
    /// `Clarify #terrain.defender.ww, sentence 1`: changes nothing; its payload interprets what it reaches.
    pub(crate) fn clarify(&mut self, targets: &[Target]) -> Result<Lowered, Miss> {
        let reached = self.select_all(targets)?;
        Ok(self.nothing(reached))
    }
}
