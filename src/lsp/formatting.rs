//! Formatting of rules files and scenarios, by the smallest edits.

use super::{
    client_capabilities::ClientCapabilities, position::Lines, response_error::HandlerResult,
    snapshot::Snapshot,
};
use crate::{
    analysis::{SourceKind, SourceOrigin},
    scenario, syntax,
    text::{Span, line_diff},
};
use tower_lsp::gen_lsp_types::{
    DocumentFormattingParams, DocumentFormattingProvider, DocumentRangeFormattingParams,
    DocumentRangeFormattingProvider, Range, ServerCapabilities, TextEdit, Uri,
};

pub(super) fn set_capabilities(_: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    capabilities.document_formatting_provider = Some(DocumentFormattingProvider::Bool(true));
    capabilities.document_range_formatting_provider =
        Some(DocumentRangeFormattingProvider::Bool(true));
}

/// Returns the edits that format a file. The client's options for white space are ignored: there is
/// one style.
pub(super) fn whole(
    snapshot: &Snapshot<'_>,
    params: DocumentFormattingParams,
) -> HandlerResult<Vec<TextEdit>> {
    Ok(of_file(snapshot, &params.text_document.uri, None))
}

/// Returns those of the edits that are inside the lines of a range.
pub(super) fn part(
    snapshot: &Snapshot<'_>,
    params: DocumentRangeFormattingParams,
) -> HandlerResult<Vec<TextEdit>> {
    Ok(of_file(
        snapshot,
        &params.text_document.uri,
        Some(params.range),
    ))
}

/// Returns the edits; none if the document is no rules file or scenario, or is read-only.
fn of_file(snapshot: &Snapshot<'_>, uri: &Uri, within: Option<Range>) -> Option<Vec<TextEdit>> {
    let source = snapshot.state.source(uri)?;
    let entry = snapshot.analysis().source(source)?;
    if entry.origin == SourceOrigin::Shipped {
        return None;
    }
    let lines = snapshot.lines(source);
    let edits = match entry.kind {
        SourceKind::Rules => edits(&lines, |text| syntax::format(text, &entry.name), within),
        SourceKind::Scenario => {
            let document = snapshot.scenario(uri)?;
            let (_, vocabulary) = document.said()?;
            edits(&lines, |text| scenario::format(text, vocabulary), within)
        }
        SourceKind::Ruleset
        | SourceKind::Thesaurus
        | SourceKind::Vocabulary
        | SourceKind::Check
        | SourceKind::Import => return None,
    };
    Some(
        edits
            .into_iter()
            .map(|(span, new_text)| TextEdit {
                range: lines.range(span),
                new_text,
            })
            .collect(),
    )
}

/// Returns the edits as spans with their new text.
fn edits(
    lines: &Lines,
    form: impl Fn(&str) -> String,
    within: Option<Range>,
) -> Vec<(Span, String)> {
    let text = lines.text();
    let formed = form(text);
    let all = line_diff::edits(text, &formed);
    let Some(within) = within else { return all };
    let whole = whole_lines(lines, within);
    let inside = |edit: &Span| whole.start() <= edit.start() && edit.end() <= whole.end();
    let some: Vec<(Span, String)> = all.into_iter().filter(|(span, _)| inside(span)).collect();
    // a part of the edits must lead to the same text as all of them
    if form(&applied(text, &some)) == formed {
        some
    } else {
        Vec::new()
    }
}

/// Returns the lines of a range, without the last one if the range ends at its start.
fn whole_lines(lines: &Lines, range: Range) -> Span {
    let (from, to) = (
        range.start.line.min(range.end.line),
        range.start.line.max(range.end.line),
    );
    let open = to > from
        && range.start.line.max(range.end.line) == range.end.line
        && range.end.character == 0;
    let last = to as usize + usize::from(!open);
    let end = if last < lines.count() {
        lines.span(last).start()
    } else {
        lines.text().len()
    };
    Span::new(lines.span(from as usize).start(), end)
}

fn applied(text: &str, edits: &[(Span, String)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (span, new) in edits {
        out += text.get(at..span.start()).unwrap_or_default();
        out += new;
        at = span.end();
    }
    out + text.get(at..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::position::Encoding;
    use proptest::prelude::*;
    use tower_lsp::gen_lsp_types::Position;

    fn lines(text: &str) -> Lines {
        Lines::new(text.into(), Encoding::Utf16)
    }

    proptest! {
        #[test]
        fn the_changes_lead_to_the_one_form(
            parts in prop::collection::vec("(# [a-z]{1,3}|## (delete|Replace) (para|bullet) [0-9]|> [a-é. ]{0,12}|>|> - [a-z. ]{0,9}|)", 0..14),
            end in prop::sample::select(vec!["\n", "\r\n"]),
            (from, to) in (0..14_u32, 0..14_u32),
            mixed in any::<bool>(),
        ) {
            let text = parts.join(end) + if mixed { "\n" } else { "" };
            let formed = syntax::format(&text, "x.amend.md");
            let lines = lines(&text);
            let all = edits(&lines, |text| syntax::format(text, "x.amend.md"), None);
            prop_assert_eq!(&applied(&text, &all), &formed);
            // an editor finds the same bytes by lines and columns
            prop_assert!(all.iter().all(|(span, _)| lines.bytes(lines.range(*span)) == *span));
            let range = Range { start: Position { line: from, character: 0 }, end: Position { line: to, character: 3 } };
            let part = edits(&lines, |text| syntax::format(text, "x.amend.md"), Some(range));
            let whole = whole_lines(&lines, range);
            prop_assert!(part.iter().all(|(span, _)| whole.start() <= span.start() && span.end() <= whole.end()));
            prop_assert_eq!(syntax::format(&applied(&text, &part), "x.amend.md"), formed);
        }
    }
}
