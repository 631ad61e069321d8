use super::{At, Check, Lint, empty_payload::wants_payload};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    syntax::File,
};

pub(super) const LINT: Lint = Lint {
    code: "unused-payload",
    severity: Severity::Warning,
    title: "text below an instruction that brings none",
    page: include_str!("unused_payload.md"),
    checks: &[Check::File(check)],
};

fn check(at: At<'_>, file: &File, out: &mut Vec<Diagnostic>) {
    for entry in file.places.iter().flat_map(|place| &place.entries) {
        let idle = entry
            .command
            .as_ref()
            .is_some_and(|command| !wants_payload(command));
        if let Some(block) = entry.payload.first().filter(|_| idle) {
            let here = at.first_line(Location::new(file.source, block.span));
            let heading = Location::new(file.source, entry.heading_span);
            let finding = LINT
                .find(here, "this text takes no effect")
                .related(heading, "this brings no text");
            out.push(finding.help(
                "take the `>` away if it is commentary, or write an instruction that brings it",
            ));
        }
    }
}
