//! The lint `unused-payload`: quoted text below an instruction that has no use for new text.

use super::{
    context::LintContext,
    definition::{Lint, LintPass},
};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
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
    for entry in file.places.iter().flat_map(|place| &place.entries) {
        let is_unused = entry
            .command
            .as_ref()
            .is_some_and(|command| !command.needs_payload());
        if let Some(block) = entry.payload.first().filter(|_| is_unused) {
            let here = context.first_line(Location::new(file.source, block.span));
            let heading = Location::new(file.source, entry.heading_span);
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
