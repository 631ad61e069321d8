//! The lint `open-instruction`: a note for an instruction that only describes its change (`Delete
//! [the limit]`), and so has no effect.

use super::context::LintContext;
use crate::{
    diagnostic::Diagnostic,
    syntax::{Command, DeleteOperand, RulesFile},
};

pub(super) fn check(_: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    for entry in file.entries() {
        if let Some(Command::Delete {
            what: DeleteOperand::Described(described),
            ..
        }) = &entry.command
        {
            let diagnostic = Diagnostic::note(
                "open-instruction",
                file.locate(described.span),
                "described, not quoted: this instruction changes no text",
            );
            out.push(diagnostic.label("open"));
        }
    }
}
