//! The lints `empty-payload` and `unused-payload`: an instruction that needs new text, but has none below
//! it, and quoted text below an instruction that has no use for new text.

use super::context::LintContext;
use crate::{
    diagnostic::Diagnostic,
    syntax::{Command, Commentary, CommentaryKind, RulesFile},
};

/// Reports instructions without the new text that they need.
pub(super) fn check_missing(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    for entry in file.entries().filter(|entry| entry.lacks_payload()) {
        let is_prose = |one: &&Commentary| one.kind == CommentaryKind::Plain;
        let prose = entry.commentary.first().filter(is_prose);
        let at = prose.map_or(entry.heading_span, |prose| prose.span);
        let text = context.slice(file.locate(at)).trim_end();
        let at = file.locate(at.with_len(text.len()));
        let (message, label) = match prose {
            Some(_) => (
                "this is commentary, and the instruction above it has no new text",
                "",
            ),
            None => ("no new text below this instruction", "which text?"),
        };
        let mut found = Diagnostic::error("empty-payload", at, message)
            .label(label)
            .help("quote the new text below the instruction, with `>` before each line");
        if prose.is_some() {
            let quoted: Vec<String> = text.lines().map(|line| format!("> {line}")).collect();
            found = found.replace_with("quote it with `>`", quoted.join("\n"));
        }
        out.push(found);
    }
}

/// Reports text below instructions that have no use for it.
pub(super) fn check_unused(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    let uses_none = |command: &Command| !command.needs_payload();
    for entry in file.entries() {
        let is_unused = entry.command.as_ref().is_some_and(uses_none);
        if let Some(block) = entry.payload.first().filter(|_| is_unused) {
            let here = context.first_line(file.locate(block.span));
            let heading = file.locate(entry.heading_span);
            let found = Diagnostic::warning("unused-payload", here, "this text has no effect")
                .related(heading, "this instruction has no new text");
            out.push(
                found.help("remove the `>` if it is commentary, or write an instruction for it"),
            );
        }
    }
}
