//! The lint `open-instruction`: a note for an instruction that only describes its change (`Delete
//! [the limit]`), and so has no effect.

use super::context::LintContext;
use crate::{diagnostic::Diagnostic, syntax::RulesFile};

pub(super) fn check(_: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    for entry in file.entries() {
        let command = entry.command.as_ref();
        if let Some(described) = command.and_then(|own| own.description.as_ref()) {
            let diagnostic = Diagnostic::note(
                "open-instruction",
                file.locate(described.span),
                "described, not quoted: this instruction changes no text",
            );
            out.push(diagnostic.label("open"));
        }
    }
}
