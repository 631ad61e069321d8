//! `InstructionParser`: a cursor over an instruction's tokens that remembers what may come next;
//! `form`, `address` and `phrase` parse with it.

use super::{
    diagnostics::{self, Expectation},
    keyword::Keyword,
    lexer::{self, InstructionToken, InstructionTokenKind},
    verb::{VerbRow, find_verb},
};
use crate::{
    diagnostic::{Diagnostic, Location},
    syntax::{AddressStep, Command, QuotedText, SpannedId, UnitNoun},
    text::{SourceId, Span, Spanned},
};

/// The address at the end of an unfinished instruction, for completion: its id, its complete steps,
/// and a unit noun without ordinal (`bullet`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartialAddress {
    /// `#id`; `None` for the section that contains the instruction.
    pub id: Option<SpannedId>,
    /// The complete steps, outermost first.
    pub steps: Vec<AddressStep>,
    /// The unit that has no ordinal yet: `bullet` of `paragraph 2, bullet`.
    pub unit: Option<UnitNoun>,
}

/// A cursor over the tokens of one instruction that remembers what may come next.
///
/// The parsing functions return `None` where the instruction cannot continue; the error is made
/// from `tried` at the end.
pub(super) struct InstructionParser<'a> {
    source: SourceId,
    pub(super) text: &'a str,
    span: Span,
    tokens: Vec<InstructionToken>,
    at: usize,
    /// What may come at the position.
    pub(super) tried: Vec<Expectation>,
    /// Whether a specific message was reported for the error, so that the general one is not.
    pub(super) reported: bool,
    /// Whether it is inside `from … to …`, where `to` does not join ordinals.
    pub(super) in_range: bool,
    /// The address that is being parsed.
    pub(super) address: Option<PartialAddress>,
    /// The address before an `and` at the end.
    pub(super) continued: Option<PartialAddress>,
    /// Whether words of the text may be quoted here.
    pub(super) quotes_existing_words: bool,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl<'a> InstructionParser<'a> {
    pub(super) fn new(source: SourceId, text: &'a str, span: Span) -> Self {
        let span = if text.get(span.start()..span.end()).is_some() {
            span
        } else {
            Span::default()
        };
        Self::with_tokens(source, text, span, lexer::tokens(text, span))
    }

    /// Creates a parser of an unfinished instruction; `commas` keeps those at its end.
    pub(super) fn unfinished(text: &'a str, commas: bool) -> Self {
        let span = Span::new(0, text.len());
        let tokens = if commas {
            lexer::all_tokens(text, span)
        } else {
            lexer::tokens(text, span)
        };
        Self::with_tokens(SourceId::default(), text, span, tokens)
    }

    fn with_tokens(
        source: SourceId,
        text: &'a str,
        span: Span,
        tokens: Vec<InstructionToken>,
    ) -> Self {
        Self {
            source,
            text,
            span,
            tokens,
            at: 0,
            tried: Vec::new(),
            reported: false,
            in_range: false,
            address: None,
            continued: None,
            quotes_existing_words: false,
            diagnostics: Vec::new(),
        }
    }

    /// Returns the token `ahead` of the next one.
    pub(super) fn peek(&self, ahead: usize) -> Option<&InstructionTokenKind> {
        self.tokens.get(self.at + ahead).map(|token| &token.kind)
    }

    /// Returns the span of the next token; an empty one after the last token at the end.
    pub(super) fn here(&self) -> Span {
        match self.tokens.get(self.at) {
            Some(token) => token.span,
            None => {
                let end = self
                    .tokens
                    .last()
                    .map_or(self.span.start(), |token| token.span.end());
                Span::new(end, end)
            }
        }
    }

    /// Returns the span from `start` to the end of the last token read.
    pub(super) fn span_since(&self, start: Span) -> Span {
        let end = self
            .at
            .checked_sub(1)
            .and_then(|at| self.tokens.get(at))
            .map_or(start.end(), |token| token.span.end());
        start.with_end(end.max(start.start()))
    }

    /// Creates an error at bytes of the instruction.
    pub(super) fn error(
        &self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::error(code, self.location(span), message)
    }

    pub(super) fn location(&self, span: Span) -> Location {
        Location::new(self.source, span)
    }

    pub(super) fn at_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// Advances by one token.
    pub(super) fn advance(&mut self) -> Span {
        let span = self.here();
        self.at += 1;
        self.tried.clear();
        self.quotes_existing_words = false;
        span
    }

    /// Remembers that `expected` may come here.
    pub(super) fn expect(&mut self, expected: Expectation) {
        if !self.tried.contains(&expected) {
            self.tried.push(expected);
        }
    }

    /// Remembers that words of the text may be quoted here.
    pub(super) fn expect_existing_words(&mut self) {
        self.quotes_existing_words = true;
        self.expect(Expectation::Quote);
    }

    /// Fails here with a specific message.
    pub(super) fn fail<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.diagnostics.push(diagnostic);
        self.reported = true;
        None
    }

    /// Returns the text of the word `ahead` of the next token.
    pub(super) fn word(&self, ahead: usize) -> Option<&'a str> {
        let token = self.tokens.get(self.at + ahead)?;
        (token.kind == InstructionTokenKind::Word).then(|| token.span.of(self.text))
    }

    /// Whether the token `ahead` is this word, in any case.
    pub(super) fn is_word(&self, ahead: usize, word: &str) -> bool {
        let own = self.word(ahead);
        own.is_some_and(|own| own.eq_ignore_ascii_case(word))
    }

    /// Returns the number of tokens of `keyword` if it is `ahead` of the next token.
    pub(super) fn keyword_at(&self, ahead: usize, keyword: Keyword) -> Option<usize> {
        let row = keyword.row();
        let is = |at: usize, word: &str| {
            self.word(ahead + at)
                .is_some_and(|w| w.eq_ignore_ascii_case(word))
        };
        if row.words().enumerate().all(|(at, word)| is(at, word)) {
            Some(row.words().count())
        } else {
            row.also.iter().any(|word| is(0, word)).then_some(1)
        }
    }

    /// Reads `keyword` if it is here.
    pub(super) fn eat(&mut self, keyword: Keyword) -> bool {
        let Some(len) = self.keyword_at(0, keyword) else {
            self.expect(Expectation::Keyword(keyword));
            return false;
        };
        (0..len).for_each(|_| {
            self.advance();
        });
        true
    }

    /// Reads `keyword`, which is required here.
    pub(super) fn require(&mut self, keyword: Keyword) -> Option<()> {
        self.eat(keyword).then_some(())
    }

    pub(super) fn eat_comma(&mut self) -> bool {
        let comma = self.peek(0) == Some(&InstructionTokenKind::Comma);
        if comma {
            self.advance();
        }
        comma
    }

    pub(super) fn verb(&mut self) -> Option<&'static VerbRow> {
        let Some(row) = self.word(0).and_then(find_verb) else {
            self.expect(Expectation::Verb);
            return None;
        };
        self.advance();
        Some(row)
    }

    /// Returns the unit that the word `ahead` names.
    pub(super) fn unit_at(&self, ahead: usize) -> Option<UnitNoun> {
        self.word(ahead).and_then(UnitNoun::named)
    }

    pub(super) fn unit(&mut self) -> Option<UnitNoun> {
        let Some(unit) = self.unit_at(0) else {
            self.expect(Expectation::Unit);
            return None;
        };
        self.advance();
        if unit == UnitNoun::Bullet
            && self.word(0).is_some_and(|w| {
                w.eq_ignore_ascii_case("point") || w.eq_ignore_ascii_case("points")
            })
        {
            self.advance();
        }
        Some(unit)
    }

    pub(super) fn id(&mut self) -> Option<SpannedId> {
        self.expect(Expectation::Id);
        if self.peek(0) != Some(&InstructionTokenKind::Id) {
            return None;
        }
        let span = self.advance();
        Some(Spanned::new(span.of(self.text)[1..].to_owned(), span))
    }

    pub(super) fn quoted(&mut self) -> Option<QuotedText> {
        self.expect(Expectation::Quote);
        let Some(InstructionTokenKind::Quoted { words, closed }) = self.peek(0).cloned() else {
            return None;
        };
        let span = self.advance();
        if !closed {
            let found = self.error("unclosed-quote", span, "the quotation is not closed");
            return self
                .fail(found.help("text that contains quotation marks can be quoted in backticks"));
        }
        if words.trim().is_empty() {
            let found = self.error("empty-quote", span, "no words between the quotation marks");
            self.diagnostics.push(found.label("empty"));
        }
        Some(Spanned::new(words, span))
    }

    /// Parses a number from 1.
    pub(super) fn number(&mut self) -> Option<Spanned<u32>> {
        self.expect(Expectation::Number);
        let Some(&InstructionTokenKind::Number(value)) = self.peek(0) else {
            return None;
        };
        self.positive_number(value)
    }

    /// Parses `4th`, from 1.
    pub(super) fn nth(&mut self) -> Option<Spanned<u32>> {
        let Some(&InstructionTokenKind::Nth(value)) = self.peek(0) else {
            return None;
        };
        self.positive_number(value)
    }

    fn positive_number(&mut self, value: u32) -> Option<Spanned<u32>> {
        let span = self.here();
        if value == 0 || value > lexer::GREATEST {
            let message = format!("invalid number `{}`", span.of(self.text));
            let found = self.error("bad-ordinal", span, message);
            return self.fail(found.label(format!("numbers go from 1 to {}", lexer::GREATEST)));
        }
        self.advance();
        Some(Spanned::new(value, span))
    }

    /// Parses a name or any single word.
    pub(super) fn name(&mut self, expected: Expectation) -> Option<Spanned<String>> {
        self.expect(expected);
        if !matches!(
            self.peek(0),
            Some(
                InstructionTokenKind::Word
                    | InstructionTokenKind::Number(_)
                    | InstructionTokenKind::Nth(_)
            )
        ) {
            return None;
        }
        let start = self.advance();
        while self.here().start() == self.span_since(start).end()
            && matches!(
                self.peek(0),
                Some(
                    InstructionTokenKind::Word
                        | InstructionTokenKind::Number(_)
                        | InstructionTokenKind::Nth(_)
                        | InstructionTokenKind::Dash
                )
            )
        {
            self.advance();
        }
        let span = self.span_since(start);
        Some(Spanned::new(span.of(self.text).to_owned(), span))
    }

    /// Reports the error, if there is one: the instruction failed, or words are left over.
    pub(super) fn finish(&mut self, command: Option<Command>) -> Option<Command> {
        let rest = Span::new(
            self.here().start(),
            self.tokens
                .last()
                .map_or(self.span.start(), |token| token.span.end()),
        );
        if self.reported || (command.is_some() && self.at_end()) {
            return command;
        }
        let diagnostic = if self.at_end() {
            let last = self.tokens.last().map_or(self.span, |token| token.span);
            diagnostics::unexpected_end(self.location(last), &self.tried, self.tokens.is_empty())
        } else if command.is_some()
            && self.misspelled_keyword().is_none()
            && self.unit_at(0).is_none()
        {
            diagnostics::trailing_words(self.location(rest), rest.of(self.text), &self.tried)
        } else {
            let here = self.here();
            let quoted = matches!(self.peek(0), Some(InstructionTokenKind::Quoted { .. }));
            diagnostics::unexpected_word(
                self.location(here),
                here.of(self.text),
                &self.tried,
                quoted,
            )
        };
        self.diagnostics.push(diagnostic);
        command
    }

    /// Returns the expected word that the next one resembles.
    fn misspelled_keyword(&self) -> Option<&'static str> {
        diagnostics::nearest_expected(self.word(0)?, &self.tried)
    }
}
