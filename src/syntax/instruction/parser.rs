use super::{
    Address, Beginning,
    fault::{self, Expected},
    keyword::Keyword,
    lexer::{self, Token, TokenKind},
    verb::{self, VerbRow},
};
use crate::{
    diagnostic::{Diagnostic, Location},
    syntax::{Command, Name, Quoted, Unit},
    text::{SourceId, Span, Spanned},
};

/// Numbers above this are taken for slips: no unit is counted so far, and lists of ordinals stay small.
pub(super) const GREATEST: u32 = 9999;

/// A cursor over the tokens of one instruction which remembers what was tried at the place where it stands.
///
/// The reading functions give `None` where the instruction cannot go on; the fault is made from `tried` at the end.
pub(super) struct Parser<'a> {
    source: SourceId,
    pub(super) text: &'a str,
    span: Span,
    tokens: Vec<Token>,
    at: usize,
    tried: Vec<Expected>,
    /// Whether a special message was given for the fault, so that the general one is not.
    told: bool,
    /// Inside `from … to …`, where `to` does not join ordinals.
    pub(super) in_range: bool,
    /// The address that is being read.
    pub(super) address: Option<Address>,
    /// The address before an `and` with which everything ends.
    pub(super) continued: Option<Address>,
    /// Whether words of the text may be quoted here.
    seeks: bool,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl<'a> Parser<'a> {
    pub(super) fn new(source: SourceId, text: &'a str, span: Span) -> Self {
        let span = if text.get(span.start()..span.end()).is_some() {
            span
        } else {
            Span::default()
        };
        Self::of(source, text, span, lexer::tokens(text, span))
    }

    /// A reader of an instruction that goes on; `commas` keeps those at its end.
    pub(super) fn unfinished(text: &'a str, commas: bool) -> Self {
        let span = Span::new(0, text.len());
        let tokens = if commas {
            lexer::all_tokens(text, span)
        } else {
            lexer::tokens(text, span)
        };
        Self::of(SourceId::default(), text, span, tokens)
    }

    fn of(source: SourceId, text: &'a str, span: Span, tokens: Vec<Token>) -> Self {
        Self {
            source,
            text,
            span,
            tokens,
            at: 0,
            tried: Vec::new(),
            told: false,
            in_range: false,
            address: None,
            continued: None,
            seeks: false,
            diagnostics: Vec::new(),
        }
    }

    /// The token `ahead` of the next one.
    pub(super) fn peek(&self, ahead: usize) -> Option<&TokenKind> {
        self.tokens.get(self.at + ahead).map(|token| &token.kind)
    }

    /// The span of the next token; an empty one behind the last token at the end.
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

    /// The span from `start` to the end of the last token read.
    pub(super) fn since(&self, start: Span) -> Span {
        let end = self
            .at
            .checked_sub(1)
            .and_then(|at| self.tokens.get(at))
            .map_or(start.end(), |token| token.span.end());
        Span::new(start.start(), end.max(start.start()))
    }

    pub(super) fn location(&self, span: Span) -> Location {
        Location::new(self.source, span)
    }

    pub(super) fn at_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// Goes on by one token.
    pub(super) fn bump(&mut self) -> Span {
        let span = self.here();
        self.at += 1;
        self.tried.clear();
        self.seeks = false;
        span
    }

    /// Remembers that `expected` may stand here.
    pub(super) fn try_for(&mut self, expected: Expected) {
        if !self.tried.contains(&expected) {
            self.tried.push(expected);
        }
    }

    /// Remembers that words of the text may be quoted here.
    pub(super) fn seek(&mut self) {
        self.seeks = true;
        self.try_for(Expected::Quote);
    }

    /// Gives up here with a message of its own.
    pub(super) fn fail<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.diagnostics.push(diagnostic);
        self.told = true;
        None
    }

    /// The text of the word that stands `ahead` of the next token.
    pub(super) fn word(&self, ahead: usize) -> Option<&'a str> {
        let token = self.tokens.get(self.at + ahead)?;
        (token.kind == TokenKind::Word).then(|| token.span.of(self.text))
    }

    /// How many tokens `keyword` takes where it stands `ahead` of the next token.
    pub(super) fn keyword_at(&self, ahead: usize, keyword: Keyword) -> Option<usize> {
        let row = keyword.row();
        let is = |at: usize, word: &str| {
            self.word(ahead + at)
                .is_some_and(|w| w.eq_ignore_ascii_case(word))
        };
        if row.words.iter().enumerate().all(|(at, word)| is(at, word)) {
            Some(row.words.len())
        } else {
            row.also.iter().any(|word| is(0, word)).then_some(1)
        }
    }

    /// Reads `keyword` if it stands here.
    pub(super) fn eat(&mut self, keyword: Keyword) -> bool {
        let Some(len) = self.keyword_at(0, keyword) else {
            self.try_for(Expected::Keyword(keyword));
            return false;
        };
        (0..len).for_each(|_| {
            self.bump();
        });
        true
    }

    /// Reads `keyword`, which must stand here.
    pub(super) fn need(&mut self, keyword: Keyword) -> Option<()> {
        self.eat(keyword).then_some(())
    }

    pub(super) fn eat_comma(&mut self) -> bool {
        let comma = self.peek(0) == Some(&TokenKind::Comma);
        if comma {
            self.bump();
        }
        comma
    }

    pub(super) fn verb(&mut self) -> Option<&'static VerbRow> {
        let row = self.word(0).and_then(verb::named);
        match row {
            Some(_) => {
                self.bump();
            }
            None => self.try_for(Expected::Verb),
        }
        row
    }

    /// The unit that the word `ahead` names.
    pub(super) fn unit_at(&self, ahead: usize) -> Option<Unit> {
        self.word(ahead).and_then(Unit::named)
    }

    pub(super) fn unit(&mut self) -> Option<Unit> {
        let Some(unit) = self.unit_at(0) else {
            self.try_for(Expected::Unit);
            return None;
        };
        self.bump();
        if unit == Unit::Bullet
            && self.word(0).is_some_and(|w| {
                w.eq_ignore_ascii_case("point") || w.eq_ignore_ascii_case("points")
            })
        {
            self.bump();
        }
        Some(unit)
    }

    pub(super) fn id(&mut self) -> Option<Name> {
        self.try_for(Expected::Id);
        if self.peek(0) != Some(&TokenKind::Id) {
            return None;
        }
        let span = self.bump();
        Some(Spanned::new(span.of(self.text)[1..].to_owned(), span))
    }

    pub(super) fn quoted(&mut self) -> Option<Quoted> {
        self.try_for(Expected::Quote);
        let Some(TokenKind::Quoted { words, closed }) = self.peek(0).cloned() else {
            return None;
        };
        let span = self.bump();
        if !closed {
            return self.fail(fault::unclosed(self.location(span), span.of(self.text)));
        }
        if words.trim().is_empty() {
            self.diagnostics
                .push(fault::empty_quote(self.location(span)));
        }
        Some(Spanned::new(words, span))
    }

    /// A number from 1.
    pub(super) fn number(&mut self) -> Option<Spanned<u32>> {
        self.try_for(Expected::Number);
        let Some(&TokenKind::Number(value)) = self.peek(0) else {
            return None;
        };
        self.counted(value)
    }

    /// `4th`, from 1.
    pub(super) fn nth(&mut self) -> Option<Spanned<u32>> {
        let Some(&TokenKind::Nth(value)) = self.peek(0) else {
            return None;
        };
        self.counted(value)
    }

    fn counted(&mut self, value: u32) -> Option<Spanned<u32>> {
        let span = self.here();
        if value == 0 || value > GREATEST {
            return self.fail(fault::number(self.location(span), span.of(self.text)));
        }
        self.bump();
        Some(Spanned::new(value, span))
    }

    /// A name or single word, whatever it is made of.
    pub(super) fn name(&mut self, expected: Expected) -> Option<Spanned<String>> {
        self.try_for(expected);
        if !matches!(
            self.peek(0),
            Some(TokenKind::Word | TokenKind::Number(_) | TokenKind::Nth(_))
        ) {
            return None;
        }
        let start = self.bump();
        while self.here().start() == self.since(start).end()
            && matches!(
                self.peek(0),
                Some(TokenKind::Word | TokenKind::Number(_) | TokenKind::Nth(_) | TokenKind::Dash)
            )
        {
            self.bump();
        }
        let span = self.since(start);
        Some(Spanned::new(span.of(self.text).to_owned(), span))
    }

    /// Makes the fault, where there is one: the instruction failed, or words are left over.
    pub(super) fn finish(&mut self, command: Option<Command>) -> Option<Command> {
        let rest = Span::new(
            self.here().start(),
            self.tokens
                .last()
                .map_or(self.span.start(), |token| token.span.end()),
        );
        if self.told || (command.is_some() && self.at_end()) {
            return command;
        }
        let fault = if self.at_end() {
            let last = self.tokens.last().map_or(self.span, |token| token.span);
            fault::broken_off(self.location(last), &self.tried, self.tokens.is_empty())
        } else if let (Some(_), None) = (&command, self.slip()) {
            fault::left_over(self.location(rest), rest.of(self.text), &self.tried)
        } else {
            let here = self.here();
            let quoted = matches!(self.peek(0), Some(TokenKind::Quoted { .. }));
            fault::unexpected(self.location(here), here.of(self.text), &self.tried, quoted)
        };
        self.diagnostics.push(fault);
        command
    }

    /// The expected word that the next one resembles.
    fn slip(&self) -> Option<&'static str> {
        fault::near(self.word(0)?, &self.tried)
    }

    /// What may stand at the end; empty where reading stopped before it.
    pub(super) fn beginning(self) -> Beginning {
        if !self.at_end() || self.told {
            return Beginning::default();
        }
        Beginning {
            expected: self.tried,
            address: self.address,
            continued: self.continued,
            seeks: self.seeks,
        }
    }
}
