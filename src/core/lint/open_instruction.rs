//! The lint `open-instruction`: a note for an instruction that only describes its change (`Delete
//! [the limit]`), and so has no effect.

use super::{
    context::LintContext,
    definition::{Lint, LintPass},
};
use crate::{
    diagnostic::{Diagnostic, Severity},
    syntax::{Command, DeleteOperand, RulesFile},
};

pub(super) const LINT: Lint = Lint {
    code: "open-instruction",
    severity: Severity::Note,
    title: "an instruction without words or place",
    page: include_str!("open_instruction.md"),
    passes: &[LintPass::File(check)],
};

fn check(_: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    for entry in file.entries() {
        if let Some(Command::Delete {
            what: DeleteOperand::Described(described),
            ..
        }) = &entry.command
        {
            let diagnostic = LINT.diagnostic(
                file.locate(described.span),
                "described, not quoted: this instruction changes no text",
            );
            out.push(diagnostic.label("open"));
        }
    }
}
