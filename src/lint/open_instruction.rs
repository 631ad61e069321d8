use super::{At, Check, Lint};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    syntax::{Command, Deleted, File},
};

pub(super) const LINT: Lint = Lint {
    code: "open-instruction",
    severity: Severity::Note,
    title: "an instruction without words or place",
    page: include_str!("open_instruction.md"),
    checks: &[Check::File(check)],
};

fn check(_: At<'_>, file: &File, out: &mut Vec<Diagnostic>) {
    for entry in file.places.iter().flat_map(|place| &place.entries) {
        if let Some(Command::Delete {
            what: Deleted::Described(described),
            ..
        }) = &entry.command
        {
            let finding = LINT.find(
                Location::new(file.source, described.span),
                "this is described, not quoted: no text is changed",
            );
            out.push(finding.label("open"));
        }
    }
}
