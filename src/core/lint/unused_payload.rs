//! The lint `unused-payload`: quoted text below an instruction that has no use for new text.

use super::{
    context::LintContext,
    definition::{Lint, LintPass},
};
use crate::{
    diagnostic::{Diagnostic, Severity},
    syntax::RulesFile,
};

pub(super) const LINT: Lint = Lint {
    code: "unused-payload",
    severity: Severity::Warning,
    title: "text below an instruction without new text",
    page: include_str!("unused_payload.md"),
    passes: &[LintPass::File(check)],
};

fn check(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    for entry in file.entries() {
        let is_unused = entry
            .command
            .as_ref()
            .is_some_and(|command| !command.needs_payload());
        if let Some(block) = entry.payload.first().filter(|_| is_unused) {
            let here = context.first_line(file.locate(block.span));
            let heading = file.locate(entry.heading_span);
            let diagnostic = LINT
                .diagnostic(here, "this text has no effect")
                .related(heading, "this instruction has no new text");
            out.push(
                diagnostic
                    .help("remove the `>` if it is commentary, or write an instruction for it"),
            );
        }
    }
}
