//! Lowers `Clarify …`, a ruling that changes no text, to the units that it interprets.

use crate::{
    op::{LoweredPatch, LoweringContext, select::AddressError},
    syntax::Target,
};

impl LoweringContext<'_> {
    /// Lowers `Clarify #terrain.defender.ww, sentence 1`: it changes nothing; its payload
    /// interprets the units addressed.
    pub(crate) fn clarify(&mut self, targets: &[Target]) -> Result<LoweredPatch, AddressError> {
        let reached = self.select_all(targets)?;
        Ok(self.without_edits(reached))
    }
}
