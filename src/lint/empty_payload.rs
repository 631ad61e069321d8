use super::{At, Check, Lint};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    syntax::{Command, Deleted, File, Inserted, Point},
};

pub(super) const LINT: Lint = Lint {
    code: "empty-payload",
    severity: Severity::Error,
    title: "an instruction that brings text, with none below it",
    page: include_str!("empty_payload.md"),
    checks: &[Check::File(check)],
};

fn check(_: At<'_>, file: &File, out: &mut Vec<Diagnostic>) {
    for entry in file
        .places
        .iter()
        .flat_map(|place| &place.entries)
        .filter(|entry| entry.payload.is_empty())
    {
        if entry.command.as_ref().is_some_and(wants_payload) {
            let finding = LINT.find(
                Location::new(file.source, entry.heading_span),
                "no text stands below this instruction",
            );
            out.push(
                finding
                    .label("what does it bring?")
                    .help("quote the text below it, each line with `>` in front"),
            );
        }
    }
}

/// Whether an instruction lives on the text quoted below it.
pub(super) fn wants_payload(command: &Command) -> bool {
    match command {
        Command::Replace { .. }
        | Command::Insert {
            what: Inserted::Units(_),
            ..
        }
        | Command::Add { .. }
        | Command::SetValues
        | Command::SetEntries
        | Command::Substitute { .. }
        | Command::Note { .. }
        | Command::Clarify { .. } => true,
        Command::Insert {
            what: Inserted::Words(_),
            point: Point::Phrase(..) | Point::Unit(_),
            ..
        }
        | Command::ReplacePhrase { .. }
        | Command::Delete {
            what: Deleted::Units(_) | Deleted::Phrase(..) | Deleted::Described(_),
            ..
        }
        | Command::Withdraw { .. } => false,
    }
}
