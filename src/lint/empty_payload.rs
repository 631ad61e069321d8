use super::{
    context::LintContext,
    definition::{Lint, LintPass},
};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    syntax::{Command, DeleteOperand, InsertAnchor, InsertOperand, RulesFile},
};

pub(super) const LINT: Lint = Lint {
    code: "empty-payload",
    severity: Severity::Error,
    title: "an instruction that brings text, with none below it",
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
        if entry.command.as_ref().is_some_and(needs_payload) {
            let diagnostic = LINT.diagnostic(
                Location::new(file.source, entry.heading_span),
                "no text stands below this instruction",
            );
            out.push(
                diagnostic
                    .label("what does it bring?")
                    .help("quote the text below it, each line with `>` in front"),
            );
        }
    }
}

/// Returns whether an instruction needs text quoted below it.
pub(super) fn needs_payload(command: &Command) -> bool {
    match command {
        Command::Replace { .. }
        | Command::Insert {
            what: InsertOperand::Units(_),
            ..
        }
        | Command::Add { .. }
        | Command::SetValues
        | Command::SetEntries
        | Command::Substitute { .. }
        | Command::Note { .. }
        | Command::Clarify { .. } => true,
        Command::Insert {
            what: InsertOperand::Words(_),
            point: InsertAnchor::Phrase(..) | InsertAnchor::Unit(_),
            ..
        }
        | Command::ReplacePhrase { .. }
        | Command::Delete {
            what: DeleteOperand::Units(_) | DeleteOperand::Phrase(..) | DeleteOperand::Described(_),
            ..
        }
        | Command::Withdraw { .. } => false,
    }
}
