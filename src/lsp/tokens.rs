//! Semantic tokens: the kind of each word, from the parsed file.

use super::{
    client_capabilities::ClientCapabilities,
    navigation, occurrence,
    position::Lines,
    response_error::HandlerResult,
    snapshot::{RulesDocument, Snapshot},
};
use crate::{
    lint,
    resolve::{OccurrenceRole, Symbol},
    scenario::{self, ClassifiedWord, ScenarioDocument},
    syntax::{
        Attributes, Command, Commentary, FRONT_KEYS, Inline, InstructionEntry, MarkKind,
        instruction::{self, InstructionPieceKind},
    },
    text::Span,
};
use serde_json::{Value, json};
use tower_lsp::gen_lsp_types::{
    Full, SemanticTokensLegend, SemanticTokensOptions, SemanticTokensOptionsRange,
    SemanticTokensParams, SemanticTokensProvider, SemanticTokensRangeParams, ServerCapabilities,
};

/// The kind of a word. The order is that of [`TYPES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SemanticTokenKind {
    /// A verb or fixed word of an instruction.
    Keyword,
    /// The unit that an instruction names.
    Unit,
    /// A number.
    Number,
    /// Quoted words, and values.
    String,
    /// The key of an attribute or of the front matter; a class.
    Property,
    /// The id of a clause, the key of a document or ruleset.
    Id,
    /// A fact.
    Fact,
    /// A term or an edition.
    Member,
    /// Text that is no rules text.
    Comment,
}

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
const DECLARATION: u32 = 1;
/// Deleted text, and clauses that are no longer part of the text.
const DEPRECATED: u32 = 2;

pub(super) fn set_capabilities(client: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
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
pub(super) fn full(snapshot: &Snapshot<'_>, params: SemanticTokensParams) -> HandlerResult<Value> {
    if let Some(document) = snapshot.scenario(&params.text_document.uri) {
        return Ok(Some(scenario_tokens(
            snapshot,
            &document,
            Span::new(0, document.text.len()),
        )));
    }
    let Some(document) = snapshot.rules_document(&params.text_document.uri) else {
        return Ok(None);
    };
    let whole = Span::new(0, document.lines.text().len());
    rules_tokens(snapshot, &document, whole).map(Some)
}

/// Returns the tokens that overlap a range.
pub(super) fn part(
    snapshot: &Snapshot<'_>,
    params: SemanticTokensRangeParams,
) -> HandlerResult<Value> {
    if let Some(document) = snapshot.scenario(&params.text_document.uri) {
        let part = snapshot.lines(document.source).bytes(params.range);
        return Ok(Some(scenario_tokens(snapshot, &document, part)));
    }
    let Some(document) = snapshot.rules_document(&params.text_document.uri) else {
        return Ok(None);
    };
    let part = document.lines.bytes(params.range);
    rules_tokens(snapshot, &document, part).map(Some)
}

/// Returns the recognized words of a scenario. Prose has no tokens.
fn scenario_tokens(snapshot: &Snapshot<'_>, document: &ScenarioDocument, part: Span) -> Value {
    let tokens = document.words().iter().map(|word| SemanticToken {
        span: word.span,
        kind: kind_of(document, word),
        modifiers: 0,
    });
    encode(
        snapshot,
        &snapshot.lines(document.source),
        tokens.collect(),
        part,
    )
}

fn kind_of(document: &ScenarioDocument, word: &ClassifiedWord) -> SemanticTokenKind {
    let (record, property) = match word.role {
        scenario::WordRole::Heading => return SemanticTokenKind::Keyword,
        scenario::WordRole::Key => return SemanticTokenKind::Property,
        scenario::WordRole::Setting => return SemanticTokenKind::Id,
        scenario::WordRole::Name(_) => return SemanticTokenKind::String,
        scenario::WordRole::Value(record, property) => (record, property),
    };
    let value = document
        .said()
        .and_then(|(scenario, _)| scenario.record(record).value(property))
        .map(|value| &value.value);
    match value {
        Some(scenario::ScenarioValue::Number(_) | scenario::ScenarioValue::Area(_)) => {
            SemanticTokenKind::Number
        }
        Some(scenario::ScenarioValue::Word(_) | scenario::ScenarioValue::Words(_)) => {
            SemanticTokenKind::Member
        }
        Some(scenario::ScenarioValue::Flag(_)) => SemanticTokenKind::Unit,
        Some(scenario::ScenarioValue::Text(_) | scenario::ScenarioValue::Missing(_)) | None => {
            SemanticTokenKind::String
        }
    }
}

/// A span of text of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SemanticToken {
    span: Span,
    kind: SemanticTokenKind,
    modifiers: u32,
}

fn rules_tokens(
    snapshot: &Snapshot<'_>,
    document: &RulesDocument<'_>,
    part: Span,
) -> Result<Value, super::response_error::ResponseError> {
    let mut collector = TokenCollector {
        text: document.lines.text(),
        part,
        out: Vec::new(),
    };
    collector.file(document);
    let gone = deleted_names(snapshot, document, part)?;
    Ok(encode(
        snapshot,
        &document.lines,
        flatten(collector.out, &gone),
        part,
    ))
}

/// Encodes the tokens that overlap `part` for the protocol. Tokens must not overlap each other.
fn encode(snapshot: &Snapshot<'_>, lines: &Lines, tokens: Vec<SemanticToken>, part: Span) -> Value {
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
    let mut data: Vec<u32> = Vec::with_capacity(tokens.len() * 5);
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
        data.extend([
            at.line - line,
            step,
            length as u32,
            token.kind as u32,
            token.modifiers,
        ]);
        (line, column) = (at.line, at.character);
    }
    json!({ "data": data })
}

/// Returns the names of clauses that are no longer part of the text.
fn deleted_names(
    snapshot: &Snapshot<'_>,
    document: &RulesDocument<'_>,
    part: Span,
) -> Result<Vec<Span>, super::response_error::ResponseError> {
    let Some(view) = snapshot.view(document.db) else {
        return Ok(Vec::new());
    };
    let mut out = Vec::new();
    for occurrence in occurrence::occurrences(document.file, document.lines.text()) {
        snapshot.check_cancelled()?;
        let near = occurrence.span.start() < part.end() && part.start() < occurrence.span.end();
        if let Symbol::Clause(id) = &occurrence.symbol
            && near
            && occurrence.role != OccurrenceRole::Declaration
            && navigation::is_gone(snapshot, document.db, id, &view)
        {
            out.push(occurrence.name);
        }
    }
    out.retain(|name| !name.is_empty());
    out.sort();
    Ok(out)
}

struct TokenCollector<'t> {
    text: &'t str,
    /// The span that is requested; tokens outside it are dropped.
    part: Span,
    out: Vec<SemanticToken>,
}

impl TokenCollector<'_> {
    fn put(&mut self, span: Span, kind: SemanticTokenKind, modifiers: u32) {
        if !span.is_empty() && span.start() < self.part.end() && self.part.start() < span.end() {
            self.out.push(SemanticToken {
                span,
                kind,
                modifiers,
            });
        }
    }

    fn file(&mut self, document: &RulesDocument<'_>) {
        self.front(document);
        for place in &document.file.places {
            self.attributes(&place.attrs);
            self.inline(&place.heading);
            self.commentary(&place.commentary);
            for entry in &place.entries {
                self.instruction(entry);
                self.commentary(&entry.commentary);
            }
        }
        for block in lint::rules_blocks(document.file) {
            self.attributes(&block.attrs);
            block.text().into_iter().for_each(|text| self.inline(text));
        }
    }

    fn front(&mut self, document: &RulesDocument<'_>) {
        let front = &document.file.front;
        for named in [&front.ruleset, &front.document].into_iter().flatten() {
            self.put(named.span, SemanticTokenKind::Id, 0);
        }
        for edition in [&front.edition, &front.frame].into_iter().flatten() {
            self.put(edition.span, SemanticTokenKind::Member, 0);
        }
        let mut at = front.span.start();
        for line in front.span.of(self.text).split_inclusive('\n') {
            let key = line
                .split_once(':')
                .map(|(key, _)| key)
                .filter(|key| FRONT_KEYS.iter().any(|(known, _)| known == key));
            key.iter().for_each(|key| {
                self.put(
                    Span::new(at, at + key.len()),
                    SemanticTokenKind::Property,
                    0,
                )
            });
            at += line.len();
        }
    }

    fn attributes(&mut self, attrs: &Attributes) {
        attrs
            .id
            .iter()
            .for_each(|id| self.put(id.span, SemanticTokenKind::Id, DECLARATION));
        attrs
            .classes
            .iter()
            .for_each(|class| self.put(class.span, SemanticTokenKind::Property, 0));
        for (key, value) in &attrs.pairs {
            self.put(key.span, SemanticTokenKind::Property, 0);
            let number = value.value.starts_with(|c: char| c.is_ascii_digit());
            let (kind, modifiers) = match &*key.value {
                "within" | "document" | "quoted" => (SemanticTokenKind::Id, 0),
                "effective" | "until" => (SemanticTokenKind::Member, 0),
                "term" => (SemanticTokenKind::Member, DECLARATION),
                _ if number => (SemanticTokenKind::Number, 0),
                _ => (SemanticTokenKind::String, 0),
            };
            self.put(value.span, kind, modifiers);
        }
    }

    fn instruction(&mut self, entry: &InstructionEntry) {
        self.attributes(&entry.attrs);
        for (piece, span) in instruction::pieces(self.text, entry.heading_span) {
            let kind = match piece {
                InstructionPieceKind::Verb | InstructionPieceKind::Keyword => {
                    SemanticTokenKind::Keyword
                }
                InstructionPieceKind::Unit => SemanticTokenKind::Unit,
                InstructionPieceKind::Number => SemanticTokenKind::Number,
                InstructionPieceKind::Quoted => SemanticTokenKind::String,
                InstructionPieceKind::Id => SemanticTokenKind::Id,
                InstructionPieceKind::Description => SemanticTokenKind::Comment,
                InstructionPieceKind::Word => continue,
            };
            self.put(span, kind, 0);
        }
        for frame in crate::resolve::targets(entry.command.as_ref())
            .into_iter()
            .filter_map(|target| target.frame.as_ref())
        {
            self.put(frame.span, SemanticTokenKind::Member, 0);
        }
        if let Some(Command::Withdraw { document, .. }) = &entry.command {
            self.put(document.span, SemanticTokenKind::Id, 0);
        }
    }

    fn commentary(&mut self, commentary: &[Commentary]) {
        for one in commentary {
            self.put(one.span, SemanticTokenKind::Comment, 0);
            self.inline(&one.text);
            one.items.iter().for_each(|item| self.inline(item));
        }
    }

    fn inline(&mut self, inline: &Inline) {
        for mark in &inline.marks {
            let (kind, modifiers) = match &mark.kind {
                MarkKind::Fact(_) => (SemanticTokenKind::Fact, 0),
                MarkKind::Term(_) => (SemanticTokenKind::Member, 0),
                MarkKind::Link(_) => (SemanticTokenKind::Id, 0),
                MarkKind::Strike => (SemanticTokenKind::Comment, DEPRECATED),
                MarkKind::Url(_) | MarkKind::Strong | MarkKind::Emphasis | MarkKind::Hole => {
                    continue;
                }
            };
            let words = inline.source_span(mark.span);
            self.put(words, kind, modifiers);
            // after the words comes `](fact:name)`
            let rest = self.text.get(words.end()..).unwrap_or_default();
            if kind != SemanticTokenKind::Comment
                && let Some(end) = rest.starts_with("](").then(|| rest.find(')')).flatten()
            {
                self.put(
                    Span::new(words.end() + 2, words.end() + end),
                    kind,
                    modifiers,
                );
            }
        }
    }
}

/// Flattens nested tokens: the inner one wins, and stays deprecated if the outer one is. Tokens
/// whose span is a name in `gone` are deprecated.
fn flatten(mut tokens: Vec<SemanticToken>, gone: &[Span]) -> Vec<SemanticToken> {
    tokens.sort_by_key(|token| (token.span.start(), std::cmp::Reverse(token.span.end())));
    let mut out: Vec<SemanticToken> = Vec::with_capacity(tokens.len());
    let mut document: Vec<SemanticToken> = Vec::new();
    let mut at = 0;
    let put = |out: &mut Vec<SemanticToken>, token: &SemanticToken, from: usize, to: usize| {
        if from < to {
            out.push(SemanticToken {
                span: Span::new(from, to),
                ..*token
            });
        }
    };
    for mut token in tokens {
        while let Some(around) = document
            .last()
            .copied()
            .filter(|around| around.span.end() <= token.span.start())
        {
            put(
                &mut out,
                &around,
                at.max(around.span.start()),
                around.span.end(),
            );
            at = at.max(around.span.end());
            document.pop();
        }
        if let Some(around) = document.last() {
            put(
                &mut out,
                around,
                at.max(around.span.start()),
                token.span.start(),
            );
            // a token that extends beyond the one it began in is cut there
            token.span = token.span.with_end(token.span.end().min(around.span.end()));
            token.modifiers |= around.modifiers & DEPRECATED;
        }
        at = at.max(token.span.start());
        document.push(token);
    }
    while let Some(around) = document.pop() {
        put(
            &mut out,
            &around,
            at.max(around.span.start()),
            around.span.end(),
        );
        at = at.max(around.span.end());
    }
    let near = |token: &SemanticToken| {
        let behind = gone.partition_point(|name| name.end() <= token.span.start());
        gone.get(behind).is_some_and(|name| {
            token.span.start() <= name.start() && name.end() <= token.span.end()
        })
    };
    for token in out
        .iter_mut()
        .filter(|token| token.kind == SemanticTokenKind::Id && near(token))
    {
        token.modifiers |= DEPRECATED;
    }
    out
}

/// Splits a token into one for each line, without the marks of quotes.
fn split_lines(lines: &Lines, token: SemanticToken) -> Vec<SemanticToken> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(
        tokens: &[(usize, usize, SemanticTokenKind, u32)],
    ) -> Vec<(usize, usize, SemanticTokenKind, u32)> {
        let tokens = tokens
            .iter()
            .map(|&(start, end, kind, modifiers)| SemanticToken {
                span: Span::new(start, end),
                kind,
                modifiers,
            });
        flatten(tokens.collect(), &[])
            .into_iter()
            .map(|token| {
                (
                    token.span.start(),
                    token.span.end(),
                    token.kind,
                    token.modifiers,
                )
            })
            .collect()
    }

    #[test]
    fn what_lies_inside_counts() {
        let strike = rendered(&[
            (0, 10, SemanticTokenKind::Comment, DEPRECATED),
            (3, 5, SemanticTokenKind::Fact, 0),
            (12, 13, SemanticTokenKind::Id, 0),
        ]);
        assert_eq!(
            strike,
            [
                (0, 3, SemanticTokenKind::Comment, DEPRECATED),
                (3, 5, SemanticTokenKind::Fact, DEPRECATED),
                (5, 10, SemanticTokenKind::Comment, DEPRECATED),
                (12, 13, SemanticTokenKind::Id, 0)
            ]
        );
    }

    #[test]
    fn what_reaches_out_is_cut() {
        assert_eq!(
            rendered(&[
                (0, 4, SemanticTokenKind::Comment, 0),
                (2, 6, SemanticTokenKind::Fact, 0)
            ]),
            [
                (0, 2, SemanticTokenKind::Comment, 0),
                (2, 4, SemanticTokenKind::Fact, 0)
            ]
        );
        assert_eq!(
            rendered(&[
                (0, 4, SemanticTokenKind::Comment, 0),
                (0, 4, SemanticTokenKind::Fact, 0)
            ]),
            [(0, 4, SemanticTokenKind::Fact, 0)]
        );
    }
}
