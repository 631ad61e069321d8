//! What each word of a rules file is, for colours: from the parsed file, never from its looks.

use super::{
    client_capabilities::ClientCapabilities,
    mention::{self, Thing, Use},
    position::Lines,
    request_error::Answer,
    snapshot::{Open, Snapshot},
    targets,
};
use crate::{
    lint,
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

/// What a word is. The order is that of [`TYPES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
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
    /// What is no rules text.
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
/// What is struck out, and clauses that are no longer part of the text.
const DEPRECATED: u32 = 2;

pub(super) fn announce(client: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
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

/// The words of a whole document.
pub(super) fn full(snapshot: &Snapshot<'_>, params: SemanticTokensParams) -> Answer<Value> {
    if let Some(play) = snapshot.play(&params.text_document.uri) {
        return Ok(Some(of_play(
            snapshot,
            &play,
            Span::new(0, play.text.len()),
        )));
    }
    let Some(open) = snapshot.open(&params.text_document.uri) else {
        return Ok(None);
    };
    let whole = Span::new(0, open.lines.text().len());
    told(snapshot, &open, whole).map(Some)
}

/// The words that lie in a range, or reach into it.
pub(super) fn part(snapshot: &Snapshot<'_>, params: SemanticTokensRangeParams) -> Answer<Value> {
    if let Some(play) = snapshot.play(&params.text_document.uri) {
        let part = snapshot.lines(play.source).bytes(params.range);
        return Ok(Some(of_play(snapshot, &play, part)));
    }
    let Some(open) = snapshot.open(&params.text_document.uri) else {
        return Ok(None);
    };
    let part = open.lines.bytes(params.range);
    told(snapshot, &open, part).map(Some)
}

/// The words of a scenario that are read, each as what it is read. Prose has no colour.
fn of_play(snapshot: &Snapshot<'_>, play: &ScenarioDocument, part: Span) -> Value {
    let tokens = play.words().iter().map(|word| Token {
        span: word.span,
        kind: kind_of(play, word),
        modifiers: 0,
    });
    encoded(
        snapshot,
        &snapshot.lines(play.source),
        tokens.collect(),
        part,
    )
}

fn kind_of(play: &ScenarioDocument, word: &ClassifiedWord) -> Kind {
    let (record, property) = match word.role {
        scenario::WordRole::Heading => return Kind::Keyword,
        scenario::WordRole::Key => return Kind::Property,
        scenario::WordRole::Setting => return Kind::Id,
        scenario::WordRole::Name(_) => return Kind::String,
        scenario::WordRole::Value(record, property) => (record, property),
    };
    let value = play
        .said()
        .and_then(|(scenario, _)| scenario.record(record).value(property))
        .map(|value| &value.value);
    match value {
        Some(scenario::ScenarioValue::Number(_) | scenario::ScenarioValue::Area(_)) => Kind::Number,
        Some(scenario::ScenarioValue::Word(_) | scenario::ScenarioValue::Words(_)) => Kind::Member,
        Some(scenario::ScenarioValue::Flag(_)) => Kind::Unit,
        Some(scenario::ScenarioValue::Text(_) | scenario::ScenarioValue::Missing(_)) | None => {
            Kind::String
        }
    }
}

/// A stretch of text that is of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Token {
    span: Span,
    kind: Kind,
    modifiers: u32,
}

fn told(
    snapshot: &Snapshot<'_>,
    open: &Open<'_>,
    part: Span,
) -> Result<Value, super::request_error::RequestError> {
    let mut painter = Painter {
        text: open.lines.text(),
        part,
        out: Vec::new(),
    };
    painter.file(open);
    let gone = gone(snapshot, open, part)?;
    Ok(encoded(
        snapshot,
        &open.lines,
        flat(painter.out, &gone),
        part,
    ))
}

/// Stretches side by side as the protocol writes them, those that meet `part`.
fn encoded(snapshot: &Snapshot<'_>, lines: &Lines, tokens: Vec<Token>, part: Span) -> Value {
    let capabilities = &snapshot.session.capabilities;
    let whole_lines = capabilities.has("/textDocument/semanticTokens/multilineTokenSupport");
    let tokens: Vec<Token> = if whole_lines {
        tokens
    } else {
        tokens
            .into_iter()
            .flat_map(|token| by_lines(lines, token))
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

/// The places of names of clauses that are no longer part of the text.
fn gone(
    snapshot: &Snapshot<'_>,
    open: &Open<'_>,
    part: Span,
) -> Result<Vec<Span>, super::request_error::RequestError> {
    let Some(view) = snapshot.view(open.db) else {
        return Ok(Vec::new());
    };
    let mut out = Vec::new();
    for mention in mention::mentions(open.file, open.lines.text()) {
        snapshot.check_cancelled()?;
        let near = mention.span.start() < part.end() && part.start() < mention.span.end();
        if let Thing::Clause(id) = &mention.thing
            && near
            && mention.usage != Use::Declares
            && targets::is_gone(snapshot, open.db, id, &view)
        {
            out.push(mention.name);
        }
    }
    out.retain(|name| !name.is_empty());
    out.sort();
    Ok(out)
}

struct Painter<'t> {
    text: &'t str,
    /// What lies outside is of no interest.
    part: Span,
    out: Vec<Token>,
}

impl Painter<'_> {
    fn put(&mut self, span: Span, kind: Kind, modifiers: u32) {
        if !span.is_empty() && span.start() < self.part.end() && self.part.start() < span.end() {
            self.out.push(Token {
                span,
                kind,
                modifiers,
            });
        }
    }

    fn file(&mut self, open: &Open<'_>) {
        self.front(open);
        for place in &open.file.places {
            self.attributes(&place.attrs);
            self.inline(&place.heading);
            self.commentary(&place.commentary);
            for entry in &place.entries {
                self.instruction(entry);
                self.commentary(&entry.commentary);
            }
        }
        for block in lint::rules_blocks(open.file) {
            self.attributes(&block.attrs);
            block.text().into_iter().for_each(|text| self.inline(text));
        }
    }

    fn front(&mut self, open: &Open<'_>) {
        let front = &open.file.front;
        for named in [&front.ruleset, &front.document].into_iter().flatten() {
            self.put(named.span, Kind::Id, 0);
        }
        for edition in [&front.edition, &front.frame].into_iter().flatten() {
            self.put(edition.span, Kind::Member, 0);
        }
        let mut at = front.span.start();
        for line in front.span.of(self.text).split_inclusive('\n') {
            let key = line
                .split_once(':')
                .map(|(key, _)| key)
                .filter(|key| FRONT_KEYS.iter().any(|(known, _)| known == key));
            key.iter()
                .for_each(|key| self.put(Span::new(at, at + key.len()), Kind::Property, 0));
            at += line.len();
        }
    }

    fn attributes(&mut self, attrs: &Attributes) {
        attrs
            .id
            .iter()
            .for_each(|id| self.put(id.span, Kind::Id, DECLARATION));
        attrs
            .classes
            .iter()
            .for_each(|class| self.put(class.span, Kind::Property, 0));
        for (key, value) in &attrs.pairs {
            self.put(key.span, Kind::Property, 0);
            let number = value.value.starts_with(|c: char| c.is_ascii_digit());
            let (kind, modifiers) = match &*key.value {
                "within" | "document" | "quoted" => (Kind::Id, 0),
                "effective" | "until" => (Kind::Member, 0),
                "term" => (Kind::Member, DECLARATION),
                _ if number => (Kind::Number, 0),
                _ => (Kind::String, 0),
            };
            self.put(value.span, kind, modifiers);
        }
    }

    fn instruction(&mut self, entry: &InstructionEntry) {
        self.attributes(&entry.attrs);
        for (piece, span) in instruction::pieces(self.text, entry.heading_span) {
            let kind = match piece {
                InstructionPieceKind::Verb | InstructionPieceKind::Keyword => Kind::Keyword,
                InstructionPieceKind::Unit => Kind::Unit,
                InstructionPieceKind::Number => Kind::Number,
                InstructionPieceKind::Quoted => Kind::String,
                InstructionPieceKind::Id => Kind::Id,
                InstructionPieceKind::Description => Kind::Comment,
                InstructionPieceKind::Word => continue,
            };
            self.put(span, kind, 0);
        }
        for frame in crate::resolve::targets(entry.command.as_ref())
            .into_iter()
            .filter_map(|target| target.frame.as_ref())
        {
            self.put(frame.span, Kind::Member, 0);
        }
        if let Some(Command::Withdraw { document, .. }) = &entry.command {
            self.put(document.span, Kind::Id, 0);
        }
    }

    fn commentary(&mut self, commentary: &[Commentary]) {
        for one in commentary {
            self.put(one.span, Kind::Comment, 0);
            self.inline(&one.text);
            one.items.iter().for_each(|item| self.inline(item));
        }
    }

    fn inline(&mut self, inline: &Inline) {
        for mark in &inline.marks {
            let (kind, modifiers) = match &mark.kind {
                MarkKind::Fact(_) => (Kind::Fact, 0),
                MarkKind::Term(_) => (Kind::Member, 0),
                MarkKind::Link(_) => (Kind::Id, 0),
                MarkKind::Strike => (Kind::Comment, DEPRECATED),
                MarkKind::Url(_) | MarkKind::Strong | MarkKind::Emphasis | MarkKind::Hole => {
                    continue;
                }
            };
            let words = inline.source_span(mark.span);
            self.put(words, kind, modifiers);
            // behind the words stands `](fact:name)`
            let rest = self.text.get(words.end()..).unwrap_or_default();
            if kind != Kind::Comment
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

/// Stretches side by side: where one lies in another, the inner one counts, and what is struck out around it stays so. Those whose
/// bytes are a name in `gone` are deprecated.
fn flat(mut tokens: Vec<Token>, gone: &[Span]) -> Vec<Token> {
    tokens.sort_by_key(|token| (token.span.start(), std::cmp::Reverse(token.span.end())));
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut open: Vec<Token> = Vec::new();
    let mut at = 0;
    let put = |out: &mut Vec<Token>, token: &Token, from: usize, to: usize| {
        if from < to {
            out.push(Token {
                span: Span::new(from, to),
                ..*token
            });
        }
    };
    for mut token in tokens {
        while let Some(around) = open
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
            open.pop();
        }
        if let Some(around) = open.last() {
            put(
                &mut out,
                around,
                at.max(around.span.start()),
                token.span.start(),
            );
            // one that reaches out of what it began in is cut there
            token.span = token.span.with_end(token.span.end().min(around.span.end()));
            token.modifiers |= around.modifiers & DEPRECATED;
        }
        at = at.max(token.span.start());
        open.push(token);
    }
    while let Some(around) = open.pop() {
        put(
            &mut out,
            &around,
            at.max(around.span.start()),
            around.span.end(),
        );
        at = at.max(around.span.end());
    }
    let near = |token: &Token| {
        let behind = gone.partition_point(|name| name.end() <= token.span.start());
        gone.get(behind).is_some_and(|name| {
            token.span.start() <= name.start() && name.end() <= token.span.end()
        })
    };
    for token in out
        .iter_mut()
        .filter(|token| token.kind == Kind::Id && near(token))
    {
        token.modifiers |= DEPRECATED;
    }
    out
}

/// A stretch of several lines as one for each, without the marks of quotes.
fn by_lines(lines: &Lines, token: Token) -> Vec<Token> {
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
            out.push(Token {
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

    fn drawn(tokens: &[(usize, usize, Kind, u32)]) -> Vec<(usize, usize, Kind, u32)> {
        let tokens = tokens.iter().map(|&(start, end, kind, modifiers)| Token {
            span: Span::new(start, end),
            kind,
            modifiers,
        });
        flat(tokens.collect(), &[])
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
        let strike = drawn(&[
            (0, 10, Kind::Comment, DEPRECATED),
            (3, 5, Kind::Fact, 0),
            (12, 13, Kind::Id, 0),
        ]);
        assert_eq!(
            strike,
            [
                (0, 3, Kind::Comment, DEPRECATED),
                (3, 5, Kind::Fact, DEPRECATED),
                (5, 10, Kind::Comment, DEPRECATED),
                (12, 13, Kind::Id, 0)
            ]
        );
    }

    #[test]
    fn what_reaches_out_is_cut() {
        assert_eq!(
            drawn(&[(0, 4, Kind::Comment, 0), (2, 6, Kind::Fact, 0)]),
            [(0, 2, Kind::Comment, 0), (2, 4, Kind::Fact, 0)]
        );
        assert_eq!(
            drawn(&[(0, 4, Kind::Comment, 0), (0, 4, Kind::Fact, 0)]),
            [(0, 4, Kind::Fact, 0)]
        );
    }
}
