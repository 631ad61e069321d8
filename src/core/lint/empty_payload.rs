//! The lint `empty-payload`: an instruction that needs new text, but has none below it.

use super::{
    context::LintContext,
    definition::{Lint, LintPass},
};
use crate::{
    diagnostic::{Diagnostic, Severity},
    syntax::{Commentary, CommentaryKind, RulesFile},
};

pub(super) const LINT: Lint = Lint {
    code: "empty-payload",
    severity: Severity::Error,
    title: "an instruction for new text, without text below it",
    page: include_str!("empty_payload.md"),
    passes: &[LintPass::File(check)],
};

fn check(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    for entry in file.entries() {
        if entry.lacks_payload() {
            let is_prose = |one: &&Commentary| one.kind == CommentaryKind::Plain;
            let prose = entry.commentary.first().filter(is_prose);
            let at = prose.map_or(entry.heading_span, |prose| prose.span);
            let text = context.slice(file.locate(at)).trim_end();
            let at = at.with_len(text.len());
            let diagnostic = LINT.diagnostic(
                file.locate(at),
                match prose {
                    Some(_) => "this is commentary, and the instruction above it has no new text",
                    None => "no new text below this instruction",
                },
            );
            let mut diagnostic = diagnostic
                .label(if prose.is_some() { "" } else { "which text?" })
                .help("quote the new text below the instruction, with `>` before each line");
            if prose.is_some() {
                let quoted: Vec<String> = text.lines().map(|line| format!("> {line}")).collect();
                diagnostic = diagnostic.replace_with("quote it with `>`", quoted.join("\n"));
            }
            out.push(diagnostic);
        }
    }
}
