//! Semantic tokens, which editors use for highlighting: the words of rules files and scenarios, and
//! the names in other files.

mod token;

use crate::{
    lsp::{
        ClientCapabilities, HandlerResult, PositionMap, Snapshot, navigation,
        pieces::{PieceKind, TokenKind},
    },
    resolve::{OccurrencePart, OccurrenceRole, RulesetDb, Symbol, SymbolOccurrence, View},
    text::Span,
};
use token::{DECLARATION, DEPRECATED, SemanticToken, flatten};
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
    tokens(snapshot, &params.text_document.uri, None)
}

/// Returns the tokens that overlap a range.
pub(crate) fn part(
    snapshot: &Snapshot<'_>,
    params: SemanticTokensRangeParams,
) -> HandlerResult<SemanticTokens> {
    tokens(snapshot, &params.text_document.uri, Some(params.range))
}

fn tokens(
    snapshot: &Snapshot<'_>,
    uri: &Uri,
    range: Option<Range>,
) -> HandlerResult<SemanticTokens> {
    let Some((source, lines, pieces)) = snapshot.pieces(uri) else {
        return Ok(None);
    };
    let part = match range {
        Some(range) => lines.bytes(range),
        None => Span::new(0, lines.text().len()),
    };
    let own = snapshot.analysis().source(source);
    let db = own.and_then(|own| snapshot.analysis().ruleset_db(&own.ruleset));
    let ruleset = db.and_then(|db| Some((db, snapshot.view(db)?)));
    let mut tokens = Vec::new();
    for piece in pieces {
        snapshot.check_cancelled()?;
        if piece.span.start() >= part.end() || part.start() >= piece.span.end() {
            continue;
        }
        let (span, kind, modifiers) = match &piece.kind {
            PieceKind::Token(kind) => (piece.span, *kind, 0),
            PieceKind::Strike => (piece.span, TokenKind::Comment, DEPRECATED),
            PieceKind::Comment => (piece.span, TokenKind::Comment, 0),
            PieceKind::Name(found) if !found.name.is_empty() => {
                name_token(snapshot, ruleset.as_ref(), lines.text(), found)
            }
            _ => continue,
        };
        tokens.push(SemanticToken {
            span,
            kind,
            modifiers,
        });
    }
    Ok(Some(SemanticTokens {
        result_id: None,
        data: encode(snapshot, &lines, flatten(tokens), part),
    }))
}

/// Returns the token of a name: its span, kind and modifiers.
fn name_token(
    snapshot: &Snapshot<'_>,
    ruleset: Option<&(&RulesetDb, View)>,
    text: &str,
    found: &SymbolOccurrence,
) -> (Span, TokenKind, u32) {
    let kind = match found.symbol {
        Symbol::Clause(_) | Symbol::Document(_) | Symbol::Ruleset(_) => TokenKind::Id,
        Symbol::Fact(_) => TokenKind::Fact,
        Symbol::Term(_) | Symbol::Edition(_) => TokenKind::Member,
        Symbol::Page(_) => TokenKind::Number,
    };
    let span = match found.part {
        OccurrencePart::Attributes | OccurrencePart::Instruction => found.span,
        // of a mark `[words](fact:name)` the target
        OccurrencePart::Wording | OccurrencePart::Commentary => {
            let words = text[..found.name.start()].rfind("](");
            words.map_or(found.name, |at| found.name.with_start(at + 2))
        }
    };
    let is_declared = match found.role {
        OccurrenceRole::Declaration => true,
        // the id of a section that other documents have, too
        OccurrenceRole::Address => found.part == OccurrencePart::Attributes,
        OccurrenceRole::Reference => false,
    };
    let mut modifiers = if is_declared { DECLARATION } else { 0 };
    if let (Symbol::Clause(id), Some((db, view))) = (&found.symbol, ruleset)
        && found.role != OccurrenceRole::Declaration
        && navigation::is_gone(snapshot, db, id, view)
    {
        modifiers |= DEPRECATED;
    }
    (span, kind, modifiers)
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
