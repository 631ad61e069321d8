//! Lowers `Withdraw DOCUMENT on #clause` to a patch that addresses the clause and has no edits;
//! `resolve` leaves out what that document changes there.

use crate::{
    op::{LoweredPatch, LoweringContext, select::AddressError},
    syntax::{SpannedId, Target},
    text::Spanned,
};

impl LoweringContext<'_> {
    /// Lowers `Withdraw dbm-3.4 on #terrain.defender.ww`: addresses the clause; the resolver leaves
    /// out that document's changes to it.
    pub(crate) fn withdraw(
        &mut self,
        _document: &Spanned<String>,
        clause: &SpannedId,
    ) -> Result<LoweredPatch, AddressError> {
        let target = Target {
            id: Some(clause.clone()),
            steps: Vec::new(),
            range: None,
            frame: None,
            printed_line: None,
            span: clause.span,
        };
        let reached = self.select(&target)?;
        Ok(self.without_edits(reached))
    }
}
