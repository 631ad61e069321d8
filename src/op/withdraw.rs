use super::{Lowered, Lowering, select::Miss};
use crate::{
    syntax::{Name, Target},
    text::Spanned,
};

impl Lowering<'_> {
    /// `Withdraw dbm-3.4 on #terrain.defender.ww`: reaches the clause; the resolver leaves out that document's changes to it.
    pub(crate) fn withdraw(
        &mut self,
        _document: &Spanned<String>,
        clause: &Name,
    ) -> Result<Lowered, Miss> {
        let target = Target {
            id: Some(clause.clone()),
            steps: Vec::new(),
            range: None,
            frame: None,
            printed_line: None,
            span: clause.span,
        };
        let reached = self.select(&target)?;
        Ok(self.nothing(reached))
    }
}
