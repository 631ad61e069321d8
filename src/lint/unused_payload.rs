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
    title: "text below an instruction that brings none",
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
                .diagnostic(here, "this text takes no effect")
                .related(heading, "this brings no text");
            out.push(diagnostic.help(
                "take the `>` away if it is commentary, or write an instruction that brings it",
            ));
        }
    }
}
