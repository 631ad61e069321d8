//! The lint `payload-shape`: new text whose shape does not suit the place; the resolver finds it,
//! this module reports it. For example, a paragraph replaces a bullet.

use super::{
    definition::{Lint, LintPass},
    patch_error_site::PatchErrorSite,
};
use crate::{
    diagnostic::{Diagnostic, Fix, Location, Severity, SourceEdit},
    syntax::{Block, BlockKind, InstructionEntry},
    text::Span,
};

pub(super) const LINT: Lint = Lint {
    code: "payload-shape",
    severity: Severity::Error,
    title: "quoted text whose shape differs from what it replaces",
    page: include_str!("payload_shape.md"),
    passes: &[LintPass::Resolver],
};

pub(super) fn report(site: &PatchErrorSite<'_>, why: &str, out: &mut Vec<Diagnostic>) {
    // a missing payload is reported by `empty-payload`
    if site.entry().is_some_and(|entry| entry.payload.is_empty()) {
        return;
    }
    let mut diagnostic = LINT.diagnostic(
        site.context.first_line(site.here()),
        format!("the quoted text has the wrong shape: {why}"),
    );
    diagnostic
        .fixes
        .extend(site.entry().and_then(|entry| reshape(site, entry)));
    out.push(
        diagnostic
            .help("quote a sentence for a sentence, a bullet for a bullet, a table for values"),
    );
}

/// Returns the length of `1. ` at the start of a numbered paragraph; 0 if it has no number.
fn number_length(written: &str) -> usize {
    let digits = written.len()
        - written
            .trim_start_matches(|c: char| c.is_ascii_digit())
            .len();
    let has_number = digits > 0 && written[digits..].starts_with(". ");
    if has_number { digits + 2 } else { 0 }
}

/// Returns the fix that makes bullets of the paragraphs of a text, or sentences of its only bullet.
fn reshape(site: &PatchErrorSite<'_>, entry: &InstructionEntry) -> Option<Fix> {
    let source = site.here().source;
    let text = site.context.text(source);
    let edit = |span: Span, text: &str| SourceEdit {
        at: Location::new(source, span),
        text: text.into(),
    };
    let is = |kind: BlockKind| {
        move |block: &Block| {
            let is_plain = block.label.is_none() || number_length(block.span.of(text)) > 0;
            block.kind == kind && is_plain
        }
    };
    let body = || entry.payload.iter();
    if body().all(is(BlockKind::Paragraph)) {
        let mut edits = Vec::new();
        for block in body() {
            let start = block.span.start();
            let number = number_length(block.span.of(text));
            edits.push(edit(Span::new(start, start + number), "- "));
            // further lines are indented below the first
            let lines = block.span.of(text).match_indices("\n> ");
            edits.extend(lines.map(|(at, line)| {
                let at = start + at + line.len();
                edit(Span::new(at, at), "  ")
            }));
        }
        let title = match entry.payload.len() {
            1 => "make it a bullet",
            _ => "make bullets of the paragraphs",
        };
        return Some(Fix {
            title: title.into(),
            edits,
        });
    }
    let [block] = &entry.payload[..] else {
        return None;
    };
    let written = block.span.of(text);
    if !is(BlockKind::Bullet)(block) || !written.starts_with("- ") {
        return None;
    }
    let start = block.span.start();
    let mut edits = vec![edit(Span::new(start, start + 2), "")];
    let lines = written.match_indices("\n>   ");
    edits.extend(lines.map(|(at, line)| {
        let end = start + at + line.len();
        edit(Span::new(end - 2, end), "")
    }));
    Some(Fix {
        title: "remove the mark of the bullet".into(),
        edits,
    })
}
