//! Diagnostics of a scenario that comments in the file suppress.

use super::parse::text_lines;
use crate::{
    diagnostic::{Diagnostic, control_characters},
    syntax::{MarkdownLineKind, parse_plain_markdown},
    text::SourceId,
};

/// Sorts the diagnostics of a file by place, without duplicates and without those that it
/// suppresses. Adds those of its control characters, which do not depend on what the text means.
pub(super) fn sort_and_filter(
    source: SourceId,
    text: &str,
    mut found: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    found.extend(control_characters(source, text));
    remove_suppressed(source, text, &mut found);
    found.sort_by(|a, b| (a.at.span, &a.code, &a.message).cmp(&(b.at.span, &b.code, &b.message)));
    found.dedup();
    found
}

/// Removes the diagnostics that comments in the file suppress. `<!-- allow baggage: the umpire
/// agrees -->` applies to its own line or else to the next one; above the first heading, to the
/// whole file. A comment without a reason suppresses nothing.
fn remove_suppressed(source: SourceId, text: &str, found: &mut Vec<Diagnostic>) {
    if !text.contains("<!-- allow ") || found.is_empty() {
        return;
    }
    let file = parse_plain_markdown(source, text);
    let lines = text_lines(text, file.front.end());
    let first_heading = lines
        .iter()
        .find(|line| matches!(line.kind, MarkdownLineKind::Heading(_)))
        .map_or(text.len(), |line| line.span.start());
    for comment in &file.comments {
        let content = comment
            .of(text)
            .trim()
            .trim_start_matches("<!--")
            .trim_end_matches("-->")
            .trim();
        let Some((codes, reason)) = content
            .strip_prefix("allow ")
            .and_then(|content| content.split_once(':'))
        else {
            continue;
        };
        if matches!(reason.trim(), "" | "…") {
            continue;
        }
        let next = lines
            .iter()
            .find(|line| line.span.start() >= comment.end())
            .map(|line| line.span);
        let same = lines
            .iter()
            .find(|line| line.span.touches(comment.start()))
            .map(|line| line.span);
        let codes: Vec<&str> = codes
            .split([',', ' '])
            .filter(|code| !code.is_empty())
            .collect();
        found.retain(|finding| {
            let named = codes.iter().any(|code| {
                *finding.code == **code
                    || finding
                        .code
                        .split_once('/')
                        .is_some_and(|(_, own)| own == *code)
            });
            let here = comment.end() <= first_heading
                || same
                    .or(next)
                    .is_some_and(|line| line.touches(finding.at.span.start()));
            !(named && here)
        });
    }
}
