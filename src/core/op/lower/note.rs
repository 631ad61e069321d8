//! Lowers `Note on …`, a remark about units that changes no text, to the units that it names.

use crate::{
    op::{LoweredPatch, LoweringContext, select::AddressError},
    syntax::Target,
};

impl LoweringContext<'_> {
    /// Lowers `Note on #rear-support`: it changes nothing; its payload is shown with the units
    /// addressed.
    pub(crate) fn note(&mut self, targets: &[Target]) -> Result<LoweredPatch, AddressError> {
        let reached = self.select_all(targets)?;
        Ok(self.without_edits(if reached.is_empty() {
            vec![self.tree.root]
        } else {
            reached
        }))
    }
}
