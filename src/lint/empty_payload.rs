//! The lint `empty-payload`: an instruction that needs new text, but has none below it.

use super::{
    context::LintContext,
    definition::{Lint, LintPass},
};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    syntax::{Command, RulesFile},
};

pub(super) const LINT: Lint = Lint {
    code: "empty-payload",
    severity: Severity::Error,
    title: "an instruction for new text, without text below it",
    page: include_str!("empty_payload.md"),
    passes: &[LintPass::File(check)],
};

fn check(_: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    for entry in file
        .places
        .iter()
        .flat_map(|place| &place.entries)
        .filter(|entry| entry.payload.is_empty())
    {
        if entry.command.as_ref().is_some_and(Command::needs_payload) {
            let diagnostic = LINT.diagnostic(
                Location::new(file.source, entry.heading_span),
                "no new text below this instruction",
            );
            out.push(
                diagnostic
                    .label("which text?")
                    .help("quote the new text below it, with `>` before each line"),
            );
        }
    }
}
