//! Answers `textDocument/formatting` and `rangeFormatting` with the edits that format a rules file or
//! scenario, or some of its lines; none for shipped files.
//! The style is always the same: the client's options for white space are ignored.

use super::{ClientCapabilities, HandlerResult, PositionMap, Snapshot};
use crate::{
    analysis::{SourceKind, SourceOrigin},
    scenario, syntax,
    text::{Span, line_diff},
};
use std::ops;
use tower_lsp::gen_lsp_types::{
    DocumentFormattingParams, DocumentFormattingProvider, DocumentRangeFormattingParams,
    DocumentRangeFormattingProvider, Range, ServerCapabilities, TextEdit, Uri,
};

pub(super) fn set_capabilities(_: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    capabilities.document_formatting_provider = Some(DocumentFormattingProvider::Bool(true));
    capabilities.document_range_formatting_provider =
        Some(DocumentRangeFormattingProvider::Bool(true));
}

/// Returns the edits that format a file.
pub(super) fn whole(
    snapshot: &Snapshot<'_>,
    params: DocumentFormattingParams,
) -> HandlerResult<Vec<TextEdit>> {
    Ok(of_document(snapshot, &params.text_document.uri, None))
}

/// Returns those of the edits that are inside the lines of a range.
pub(super) fn part(
    snapshot: &Snapshot<'_>,
    params: DocumentRangeFormattingParams,
) -> HandlerResult<Vec<TextEdit>> {
    let within = whole_lines(params.range);
    Ok(of_document(
        snapshot,
        &params.text_document.uri,
        Some(within),
    ))
}

/// Returns the lines of a range, without the last one if the range ends at its start.
fn whole_lines(range: Range) -> ops::Range<usize> {
    let (from, to) = (
        range.start.line.min(range.end.line),
        range.start.line.max(range.end.line),
    );
    let open = to > from && to == range.end.line && range.end.character == 0;
    from as usize..to as usize + usize::from(!open)
}

/// Returns the edits that format a file, or those of them that are inside some of its lines; none
/// if it is no rules file or scenario, or is read-only.
fn of_document(
    snapshot: &Snapshot<'_>,
    uri: &Uri,
    within: Option<ops::Range<usize>>,
) -> Option<Vec<TextEdit>> {
    let source = snapshot.state.source(uri)?;
    let entry = snapshot.analysis().source(source)?;
    if entry.origin == SourceOrigin::Shipped {
        return None;
    }
    let lines = snapshot.lines(source);
    let edits = match entry.kind {
        SourceKind::Rules => edits(&lines, |text| syntax::format(text, &entry.name), within),
        SourceKind::Scenario => {
            let document = snapshot.scenario_of(source)?;
            let (_, vocabulary) = document.parsed()?;
            edits(&lines, |text| scenario::format(text, vocabulary), within)
        }
        SourceKind::Ruleset
        | SourceKind::Thesaurus
        | SourceKind::Vocabulary
        | SourceKind::Check
        | SourceKind::Import => return None,
    };
    let edit = |(span, new_text)| TextEdit {
        range: lines.range(span),
        new_text,
    };
    Some(edits.into_iter().map(edit).collect())
}

/// Returns the edits as spans with their new text.
fn edits(
    lines: &PositionMap,
    form: impl Fn(&str) -> String,
    within: Option<ops::Range<usize>>,
) -> Vec<(Span, String)> {
    let text = lines.text();
    let formed = form(text);
    let all = line_diff::edits(text, &formed);
    let Some(within) = within else { return all };
    let whole = span_of(lines, within);
    let inside = |edit: &Span| whole.start() <= edit.start() && edit.end() <= whole.end();
    let some: Vec<(Span, String)> = all.into_iter().filter(|(span, _)| inside(span)).collect();
    // a part of the edits must lead to the same text as all of them
    if form(&applied(text, &some)) == formed {
        some
    } else {
        Vec::new()
    }
}

/// Returns the span of whole lines.
fn span_of(lines: &PositionMap, of: ops::Range<usize>) -> Span {
    let end = if of.end < lines.count() {
        lines.span(of.end).start()
    } else {
        lines.text().len()
    };
    Span::new(lines.span(of.start).start(), end)
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

    fn lines(text: &str) -> PositionMap {
        PositionMap::new(text.into(), Encoding::Utf16)
    }

    proptest! {
        #[test]
        fn the_changes_lead_to_the_one_form(
            parts in prop::collection::vec("(# [a-z]{1,3}|## (delete|Replace) (para|bullet) [0-9]|> [a-é. ]{0,12}|>|> - [a-z. ]{0,9}|)", 0..14),
            end in prop::sample::select(vec!["\n", "\r\n"]),
            (from, to) in (0..14_usize, 0..14_usize),
            mixed in any::<bool>(),
        ) {
            let text = parts.join(end) + if mixed { "\n" } else { "" };
            let formed = syntax::format(&text, "x.amend.md");
            let lines = lines(&text);
            let all = edits(&lines, |text| syntax::format(text, "x.amend.md"), None);
            prop_assert_eq!(&applied(&text, &all), &formed);
            // an editor finds the same bytes by lines and columns
            prop_assert!(all.iter().all(|(span, _)| lines.bytes(lines.range(*span)) == *span));
            let range = from.min(to)..from.max(to) + 1;
            let part = edits(&lines, |text| syntax::format(text, "x.amend.md"), Some(range.clone()));
            let whole = span_of(&lines, range);
            prop_assert!(part.iter().all(|(span, _)| whole.start() <= span.start() && span.end() <= whole.end()));
            prop_assert_eq!(syntax::format(&applied(&text, &part), "x.amend.md"), formed);
        }
    }
}
