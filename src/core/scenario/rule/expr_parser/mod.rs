//! Parses an expression of a rule of play to an `Expr`, and resolves the names in it to indices.

mod names;

use super::{
    diagnostics::{error_at, with_fix, with_near},
    expr::{BinaryOperator, Expr, TextPart},
    symbols::SymbolTable,
};
use crate::{
    diagnostic::Diagnostic,
    scenario::{
        value::ScenarioValue,
        vocabulary::{KindIx, PropertyIx, ROOT},
    },
    text::{SourceId, Span, near::nearest},
};
use std::sync::Arc;

/// The result of parsing an expression or a part of one.
pub(super) type ExprResult<T> = Result<T, Box<Diagnostic>>;

/// The names that an expression may use: the symbol table of properties, facts and clauses, the
/// kinds of records in scope, and `let`s.
pub(super) struct ExprScope<'a> {
    /// The file of the rule.
    pub(super) source: SourceId,
    /// The properties, and the references to the rules' text.
    pub(super) symbols: &'a mut SymbolTable,
    /// The kinds of the records in scope: that of the rule first, then one for each `where` around.
    pub(super) frames: Vec<KindIx>,
    /// The names of the rule's `let`s so far.
    pub(super) lets: Vec<String>,
}

/// A recursive-descent parser of an expression, text or set of records in a rule of play.
pub(super) struct ExprParser<'s, 'a> {
    text: &'s str,
    /// The byte up to which the text is parsed.
    at: usize,
    end: usize,
    scope: &'s mut ExprScope<'a>,
}

/// The maximum nesting depth of an expression: deeper ones would overflow the stack.
const MAX_DEPTH: usize = 200;

impl<'s, 'a> ExprParser<'s, 'a> {
    pub(super) fn new(text: &'s str, span: Span, scope: &'s mut ExprScope<'a>) -> Self {
        Self {
            text,
            at: span.start(),
            end: span.end(),
            scope,
        }
    }

    fn rest(&self) -> &'s str {
        self.text.get(self.at..self.end).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    pub(super) fn error<T>(&self, span: Span, message: impl Into<String>) -> ExprResult<T> {
        self.unknown(span, message, None)
    }

    /// Returns the error for a name that does not exist, and perhaps resembles one that does.
    fn unknown<T>(
        &self,
        span: Span,
        message: impl Into<String>,
        near: Option<&str>,
    ) -> ExprResult<T> {
        let error = error_at(self.scope.source, span, message);
        Err(Box::new(with_near(error, near)))
    }

    /// Returns the error for a sign that is missing at `here`.
    fn missing<T>(&self, span: Span, message: &str, here: Span, sign: &str) -> ExprResult<T> {
        let error = error_at(self.scope.source, span, message);
        Err(Box::new(with_fix(error, here, sign)))
    }

    /// Returns the span of the next word, for messages.
    fn next_span(&mut self) -> Span {
        self.skip_blanks();
        let rest = self.rest();
        let length = rest.find(|c: char| c.is_whitespace()).unwrap_or(rest.len());
        Span::new(self.at, self.at + length)
    }

    /// Consumes a sign if it comes next, and returns whether it did.
    fn take_sign(&mut self, sign: &str) -> bool {
        self.skip_blanks();
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    fn expect(&mut self, sign: &str) -> ExprResult<()> {
        if self.take_sign(sign) {
            return Ok(());
        }
        let at = self.next_span();
        let found = at.of(self.text);
        let found = if found.is_empty() {
            "the end".to_owned()
        } else {
            format!("`{found}`")
        };
        // before the blank in front of what was found
        let before = &self.text[..at.start()];
        let end = before.trim_end().len();
        let here = if at.is_empty() {
            at
        } else {
            Span::new(end, end)
        };
        self.missing(at, &format!("expected `{sign}`, found {found}"), here, sign)
    }

    /// Returns the name that comes next, without consuming it. A hyphen belongs to a name; a minus
    /// needs a blank in front of it.
    fn peek_name(&mut self) -> Option<&'s str> {
        self.skip_blanks();
        let rest = self.rest();
        if !rest.starts_with(|c: char| c.is_alphabetic()) {
            return None;
        }
        let length = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'))
            .unwrap_or(rest.len());
        Some(rest[..length].trim_end_matches('-'))
    }

    fn take_name(&mut self) -> Option<(&'s str, Span)> {
        let name = self.peek_name()?;
        let span = Span::new(self.at, self.at + name.len());
        self.at = span.end();
        Some((name, span))
    }

    /// Consumes a word if it comes next, and returns whether it did.
    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let found = self.peek_name() == Some(word);
        if found {
            self.at += word.len();
        }
        found
    }

    /// Fails if anything follows.
    pub(super) fn expect_end(&mut self) -> ExprResult<()> {
        let at = self.next_span();
        if at.is_empty() {
            return Ok(());
        }
        let word = at.of(self.text);
        let near = nearest(
            word,
            ["where", "and", "or", "of", "in", "as", "then", "else"],
        );
        let near = near.filter(|_| word.starts_with(char::is_alphabetic));
        self.unknown(at, format!("unexpected `{word}`"), near)
    }

    /// Returns the byte of what comes next.
    pub(super) fn position(&mut self) -> usize {
        self.skip_blanks();
        self.at
    }

    pub(super) fn parse_expression(&mut self) -> ExprResult<Expr> {
        self.parse_level(0, 0)
    }

    /// Parses an expression whose operators have at least the precedence `least`.
    fn parse_level(&mut self, least: u8, depth: usize) -> ExprResult<Expr> {
        if depth > MAX_DEPTH {
            let at = self.next_span();
            return self.error(at, "nested too deeply");
        }
        let mut left = self.parse_operand(depth)?;
        loop {
            let start = self.at;
            if least <= 3 && self.take_word("in") {
                left = Expr::In(Box::new(left), self.parse_list(depth)?);
                continue;
            }
            let Some((operator, rank)) = self.take_operator()? else {
                return Ok(left);
            };
            if rank < least {
                self.at = start;
                return Ok(left);
            }
            let right = self.parse_level(rank + 1, depth + 1)?;
            left = Expr::Binary(operator, Box::new([left, right]));
        }
    }

    /// Parses what follows `in`: `(a, b)`, or a property with several words.
    fn parse_list(&mut self, depth: usize) -> ExprResult<Vec<Expr>> {
        if !self.take_sign("(") {
            return Ok(vec![self.parse_operand(depth + 1)?]);
        }
        let mut out = vec![self.parse_level(0, depth + 1)?];
        while self.take_sign(",") {
            out.push(self.parse_level(0, depth + 1)?);
        }
        self.expect(")")?;
        Ok(out)
    }

    /// Consumes an operator, and returns it with its precedence.
    fn take_operator(&mut self) -> ExprResult<Option<(BinaryOperator, u8)>> {
        const WORDS: &[(&str, BinaryOperator, u8)] = &[
            ("or", BinaryOperator::Or, 1),
            ("and", BinaryOperator::And, 2),
        ];
        const SIGNS: &[(&str, BinaryOperator, u8)] = &[
            ("!=", BinaryOperator::Unequal, 3),
            ("<=", BinaryOperator::AtMost, 3),
            (">=", BinaryOperator::AtLeast, 3),
            ("=", BinaryOperator::Equal, 3),
            ("<", BinaryOperator::Less, 3),
            (">", BinaryOperator::More, 3),
            ("+", BinaryOperator::Add, 4),
            ("-", BinaryOperator::Subtract, 4),
            ("*", BinaryOperator::Multiply, 5),
            ("/", BinaryOperator::Divide, 5),
        ];
        const MISTAKEN: &[(&str, &str)] = &[
            ("=<", "<="),
            ("=>", ">="),
            ("==", "="),
            ("<>", "!="),
            ("&&", "and"),
            ("||", "or"),
        ];
        self.skip_blanks();
        if let Some((wrong, right)) = MISTAKEN.iter().find(|row| self.rest().starts_with(row.0)) {
            let span = Span::new(self.at, self.at + wrong.len());
            let message = format!("unknown operator `{wrong}`");
            return self.unknown(span, message, Some(right));
        }
        let word = WORDS.iter().find(|(word, ..)| self.take_word(word));
        let found = word
            .or_else(|| SIGNS.iter().find(|(sign, ..)| self.take_sign(sign)))
            .map(|(_, operator, rank)| (*operator, *rank));
        Ok(found)
    }

    fn parse_operand(&mut self, depth: usize) -> ExprResult<Expr> {
        let depth = depth + 1;
        self.skip_blanks();
        let at = self.next_span();
        match self.rest().chars().next() {
            None => self.error(at, "expected an expression"),
            Some('(') => {
                self.expect("(")?;
                let inner = self.parse_level(0, depth)?;
                self.expect(")")?;
                Ok(inner)
            }
            Some('"') => Ok(self.parse_text()?),
            Some('-') => {
                self.expect("-")?;
                Ok(Expr::Negate(Box::new(self.parse_level(5, depth)?)))
            }
            Some(c) if c.is_ascii_digit() => self.parse_number(),
            Some(_) if self.take_word("not") => {
                Ok(Expr::Not(Box::new(self.parse_level(3, depth)?)))
            }
            Some(_) if self.take_word("has") => Ok(Expr::Has(Box::new(self.parse_operand(depth)?))),
            Some(_) if self.take_word("true") => Ok(Expr::Literal(ScenarioValue::Flag(true))),
            Some(_) if self.take_word("false") => Ok(Expr::Literal(ScenarioValue::Flag(false))),
            Some(_) if self.take_word("if") => self.parse_if(depth),
            Some(_) => match self.take_name() {
                Some((name, span)) => self.resolve_name(name, span, depth),
                None => self.error(at, format!("unexpected `{}`", at.of(self.text))),
            },
        }
    }

    fn parse_if(&mut self, depth: usize) -> ExprResult<Expr> {
        let condition = self.parse_level(0, depth)?;
        self.expect_word("then")?;
        let then = self.parse_level(0, depth)?;
        self.expect_word("else")?;
        let other = self.parse_level(0, depth)?;
        Ok(Expr::If(Box::new([condition, then, other])))
    }

    fn expect_word(&mut self, word: &str) -> ExprResult<()> {
        if self.take_word(word) {
            return Ok(());
        }
        let at = self.next_span();
        let near = nearest(at.of(self.text), [word]);
        let message = format!("expected `{word}`: if … then … else …");
        self.unknown(at, message, near)
    }

    fn parse_number(&mut self) -> ExprResult<Expr> {
        let rest = self.rest();
        let mut length = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        if rest[length..].starts_with('.')
            && rest[length + 1..].starts_with(|c: char| c.is_ascii_digit())
        {
            let decimals = &rest[length + 1..];
            length += 1 + decimals
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(decimals.len());
        }
        let number = rest[..length].parse().unwrap_or(0.0);
        self.at += length;
        Ok(Expr::Literal(ScenarioValue::Number(number)))
    }

    /// Parses a text with expressions in it: `"text {expression}"`.
    pub(super) fn parse_text(&mut self) -> ExprResult<Expr> {
        self.skip_blanks();
        let start = self.at;
        if !self.take_sign("\"") {
            let at = self.next_span();
            return self.error(at, "expected a text in quotation marks");
        }
        let mut parts = Vec::new();
        let mut plain = String::new();
        loop {
            let Some(c) = self.rest().chars().next() else {
                let whole = Span::new(start, self.end);
                // `fix "words set property = value`
                let set = whole.of(self.text).rfind(" set ");
                let end = set.map_or(self.end, |at| start + at);
                return self.missing(whole, "this text is not closed", Span::new(end, end), "\"");
            };
            self.at += c.len_utf8();
            match c {
                '"' => break,
                '{' => {
                    let open = self.at - 1;
                    if !plain.is_empty() {
                        parts.push(TextPart::Text(std::mem::take(&mut plain)));
                    }
                    parts.push(TextPart::Expr(self.parse_level(0, 1)?));
                    self.expect("}").map_err(|mut error| {
                        let end = self.text[..error.at.span.start()].trim_end().len();
                        error.at.span = Span::new(open, end);
                        error
                    })?;
                }
                c => plain.push(c),
            }
        }
        if parts.is_empty() {
            return Ok(Expr::Literal(ScenarioValue::Text(Arc::from(plain))));
        }
        if !plain.is_empty() {
            parts.push(TextPart::Text(plain));
        }
        Ok(Expr::Text(parts))
    }

    /// Parses the property behind `at` or `set`.
    pub(super) fn parse_property(&mut self) -> ExprResult<(PropertyIx, Span)> {
        let at = self.next_span();
        let Some((name, span)) = self.take_name() else {
            return self.error(at, "expected a property");
        };
        match self.scope.symbols.property(name) {
            Some(property) => Ok((property, span)),
            None => {
                let known = self.scope.symbols.properties.iter().map(|name| &**name);
                let near = nearest(name, known);
                let message = format!("unknown property `{name}`");
                self.unknown(span, message, near)
            }
        }
    }

    /// Consumes the `=` of a `set`.
    pub(super) fn expect_equals(&mut self) -> ExprResult<()> {
        self.expect("=")
    }

    /// Returns whether a property comes next that is not the name of records.
    fn is_own_property(&mut self) -> bool {
        let Some(name) = self.peek_name() else {
            return false;
        };
        let symbols = &self.scope.symbols;
        let alone = !self.rest()[name.len()..].starts_with('.');
        alone
            && name != "others"
            && symbols.vocabulary.find_kind_by_plural(name).is_none()
            && symbols.property(name).is_some()
    }

    /// Returns whether the name that comes next is a property.
    pub(super) fn is_property(&mut self) -> bool {
        let Some(name) = self.peek_name() else {
            return false;
        };
        let kind = self.scope.frames.last().copied().unwrap_or(ROOT);
        self.scope
            .symbols
            .property(name)
            .is_some_and(|property| self.scope.symbols.has_property(kind, property))
            || self
                .scope
                .symbols
                .vocabulary
                .find_kind_by_plural(name)
                .is_none()
                && self.scope.symbols.property(name).is_some()
    }
}
