//! Answers `textDocument/semanticTokens/full` and `range` with encoded tokens.

use super::{rules, scenario, token::SemanticToken};
use crate::{
    lsp::{ClientCapabilities, HandlerResult, PositionMap, Snapshot},
    text::Span,
};
use tower_lsp::gen_lsp_types::{
    self as types, Full, Range, SemanticTokens, SemanticTokensLegend, SemanticTokensOptions,
    SemanticTokensOptionsRange, SemanticTokensParams, SemanticTokensProvider,
    SemanticTokensRangeParams, ServerCapabilities, Uri,
};

/// The names of the kinds in the protocol.
const TYPES: &[&str] = &[
    "keyword",
    "type",
    "number",
    "string",
    "property",
    "class",
    "variable",
    "enumMember",
    "comment",
];
const MODIFIERS: &[&str] = &["declaration", "deprecated"];

pub(crate) fn set_capabilities(client: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    if client.names("/textDocument/semanticTokens") {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let legend = SemanticTokensLegend {
            token_types: words(TYPES),
            token_modifiers: words(MODIFIERS),
        };
        capabilities.semantic_tokens_provider = Some(
            SemanticTokensProvider::SemanticTokensOptions(SemanticTokensOptions {
                legend,
                full: Some(Full::Bool(true)),
                range: Some(SemanticTokensOptionsRange::Bool(true)),
                ..SemanticTokensOptions::default()
            }),
        );
    }
}

/// Returns the tokens of a whole document.
pub(crate) fn full(
    snapshot: &Snapshot<'_>,
    params: SemanticTokensParams,
) -> HandlerResult<SemanticTokens> {
    let data = tokens(snapshot, &params.text_document.uri, None)?;
    Ok(data.map(|data| SemanticTokens {
        result_id: None,
        data,
    }))
}

/// Returns the tokens that overlap a range.
pub(crate) fn part(
    snapshot: &Snapshot<'_>,
    params: SemanticTokensRangeParams,
) -> HandlerResult<SemanticTokens> {
    let data = tokens(snapshot, &params.text_document.uri, Some(params.range))?;
    Ok(data.map(|data| SemanticTokens {
        result_id: None,
        data,
    }))
}

fn tokens(
    snapshot: &Snapshot<'_>,
    uri: &Uri,
    range: Option<Range>,
) -> HandlerResult<Vec<types::SemanticToken>> {
    let part = |lines: &PositionMap| match range {
        Some(range) => lines.bytes(range),
        None => Span::new(0, lines.text().len()),
    };
    if let Some(document) = snapshot.scenario(uri) {
        let lines = snapshot.lines(document.source);
        let tokens = scenario::tokens(&document);
        return Ok(Some(encode(snapshot, &lines, tokens, part(&lines))));
    }
    let Some(document) = snapshot.rules_document(uri) else {
        return Ok(None);
    };
    let part = part(&document.lines);
    let tokens = rules::tokens(snapshot, &document, part)?;
    Ok(Some(encode(snapshot, &document.lines, tokens, part)))
}

/// Encodes the tokens that overlap `part` for the protocol. Tokens must not overlap each other.
fn encode(
    snapshot: &Snapshot<'_>,
    lines: &PositionMap,
    tokens: Vec<SemanticToken>,
    part: Span,
) -> Vec<types::SemanticToken> {
    let capabilities = &snapshot.session.capabilities;
    let whole_lines = capabilities.has("/textDocument/semanticTokens/multilineTokenSupport");
    let tokens: Vec<SemanticToken> = if whole_lines {
        tokens
    } else {
        tokens
            .into_iter()
            .flat_map(|token| split_lines(lines, token))
            .collect()
    };
    let mut data = Vec::with_capacity(tokens.len());
    let (mut line, mut column) = (0, 0);
    for token in tokens
        .into_iter()
        .filter(|token| token.span.start() < part.end() && part.start() < token.span.end())
    {
        let at = lines.position(token.span.start());
        let length = capabilities.encoding.units(token.span.of(lines.text()));
        let step = if at.line == line {
            at.character - column
        } else {
            at.character
        };
        data.push(types::SemanticToken {
            delta_line: at.line - line,
            delta_start: step,
            length: length as u32,
            token_type: token.kind as u32,
            token_modifiers_bitset: token.modifiers,
        });
        (line, column) = (at.line, at.character);
    }
    data
}

/// Splits a token into one for each line, without the marks of quotes.
fn split_lines(lines: &PositionMap, token: SemanticToken) -> Vec<SemanticToken> {
    let (first, last) = (lines.line(token.span.start()), lines.line(token.span.end()));
    let mut out = Vec::new();
    for line in first..=last {
        let own = lines.span(line);
        let start = if line == first {
            token.span.start()
        } else {
            let text = own.of(lines.text());
            own.start() + text.len() - text.trim_start_matches([' ', '\t', '>']).len()
        };
        let end = token.span.end().min(own.end());
        if start < end {
            out.push(SemanticToken {
                span: Span::new(start, end),
                ..token
            });
        }
    }
    out
}
