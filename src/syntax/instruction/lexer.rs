use crate::text::Span;

/// What a piece of an instruction is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// Any word; digits with a letter (`39a`) and names (`river-1.2`) too.
    Word,
    /// `4`, `four`. Numbers too great for use are `u32::MAX`.
    Number(u32),
    /// `4th`, `fourth`.
    Nth(u32),
    /// Between two numbers.
    Dash,
    /// `,`, or a stop behind a number, an id, a quote or a bracket.
    Comma,
    /// `#name`.
    Id,
    /// Quoted words without their marks; `closed` tells whether the closing mark is there.
    Quoted {
        /// The words.
        words: String,
        /// Whether it was closed.
        closed: bool,
    },
    /// `[…]`, without the brackets.
    Description(String),
    /// `(`
    Open,
    /// `)`
    Close,
}

/// A piece of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// What it is.
    pub(super) kind: TokenKind,
    /// Where it stands in the source.
    pub(super) span: Span,
}

/// Number words, from one.
pub const NUMBERS: [&str; 12] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];
/// Ordinal words, from the first.
pub const NTHS: [&str; 12] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
];
/// Words that are read over wherever they stand.
pub const NOISE: [&str; 3] = ["the", "new", "following"];

/// Cuts `span` of `text` into tokens. Blanks, noise words and stops behind words are dropped.
pub(super) fn tokens(text: &str, span: Span) -> Vec<Token> {
    let mut tokens = all_tokens(text, span);
    while tokens.last().is_some_and(|t| t.kind == TokenKind::Comma) {
        tokens.pop();
    }
    tokens
}

/// The tokens of `span` with commas at the end, behind which something is still to come.
pub(super) fn all_tokens(text: &str, span: Span) -> Vec<Token> {
    let mut lexer = Lexer {
        text: &text[..span.end().min(text.len())],
        at: span.start(),
        tokens: Vec::new(),
    };
    while lexer.token() {}
    lexer.tokens
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    tokens: Vec<Token>,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn push(&mut self, kind: TokenKind, len: usize) {
        let span = Span::new(self.at, self.at + len);
        self.at = span.end();
        self.tokens.push(Token { kind, span });
    }

    /// Reads one token, or passes over what is none; false at the end.
    fn token(&mut self) -> bool {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return false;
        };
        match first {
            c if c.is_whitespace() => self.at += c.len_utf8(),
            ',' => self.push(TokenKind::Comma, 1),
            '.' | ':' | ';' | '!' | '?' => self.stop(),
            '(' => self.push(TokenKind::Open, 1),
            ')' => self.push(TokenKind::Close, 1),
            '"' | '“' | '”' | '„' | '`' => self.quoted(first),
            '[' => self.description(),
            '#' => self.id(),
            c if is_dash(c)
                && (self.behind_number()
                    || rest[c.len_utf8()..].starts_with(char::is_whitespace)) =>
            {
                self.push(TokenKind::Dash, c.len_utf8());
            }
            _ => self.word(),
        }
        true
    }

    fn behind_number(&self) -> bool {
        matches!(
            self.tokens.last(),
            Some(Token {
                kind: TokenKind::Number(_) | TokenKind::Nth(_),
                ..
            })
        )
    }

    /// A stop behind a word closes an abbreviation (`Para. 6`) and says nothing; elsewhere it parts like a comma (`Para 6. 2nd sentence`).
    fn stop(&mut self) {
        match self.tokens.last().map(|t| &t.kind) {
            None | Some(TokenKind::Word | TokenKind::Comma) => self.at += 1,
            Some(_) => self.push(TokenKind::Comma, 1),
        }
    }

    fn quoted(&mut self, open: char) {
        let inner = &self.rest()[open.len_utf8()..];
        let close = match open {
            '`' => inner.find('`'),
            '"' => inner.find('"').or_else(|| inner.find('”')),
            _ => inner.find('”').or_else(|| inner.find(['"', '“'])),
        };
        let (words, closed, len) = match close {
            Some(at) => (
                &inner[..at],
                true,
                at + inner[at..].chars().next().map_or(0, char::len_utf8),
            ),
            None => (inner.trim_end(), false, inner.trim_end().len()),
        };
        let kind = TokenKind::Quoted {
            words: words.to_owned(),
            closed,
        };
        self.push(kind, open.len_utf8() + len);
    }

    fn description(&mut self) {
        let rest = self.rest();
        let mut depth = 0;
        let close = rest.char_indices().find(|&(_, c)| {
            match c {
                '[' => depth += 1,
                ']' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        let (inner, len) = match close {
            Some((at, _)) => (&rest[1..at], at + 1),
            None => (&rest[1..], rest.trim_end().len()),
        };
        let kind = TokenKind::Description(inner.trim().to_owned());
        self.push(kind, len);
    }

    fn id(&mut self) {
        let name = &self.rest()[1..];
        let end = name
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '/')))
            .unwrap_or(name.len());
        let len = name[..end].trim_end_matches('.').len();
        let kind = if len == 0 {
            TokenKind::Word
        } else {
            TokenKind::Id
        };
        self.push(kind, 1 + len);
    }

    fn word(&mut self) {
        let rest = self.rest();
        let end = rest.find(|c: char| {
            c.is_whitespace() || matches!(c, ',' | '(' | ')' | '[' | '"' | '“' | '”' | '„' | '`')
        });
        let word = &rest[..end.unwrap_or(rest.len())];
        let word = match word.trim_end_matches(['.', ':', ';', '!', '?']) {
            "" => word,
            word => word,
        };
        if NOISE.iter().any(|noise| word.eq_ignore_ascii_case(noise)) {
            self.at += word.len();
        } else if let Some(parts) = numeric(word) {
            for (kind, len) in parts {
                self.push(kind, len);
            }
        } else {
            let len = word.len();
            self.push(TokenKind::Word, len);
        }
    }
}

pub(super) fn is_dash(c: char) -> bool {
    matches!(c, '-' | '‐' | '‑' | '‒' | '–' | '—' | '−')
}

/// `4`, `4th`, `four`, `4-5`, `4th–5th` as tokens with their lengths; nothing where any part is neither number nor dash.
fn numeric(word: &str) -> Option<Vec<(TokenKind, usize)>> {
    if let Some(kind) = number(word) {
        return Some(vec![(kind, word.len())]);
    }
    if !word.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, dash) in word.char_indices().filter(|&(_, c)| is_dash(c)) {
        parts.push((number(&word[start..at])?, at - start));
        parts.push((TokenKind::Dash, dash.len_utf8()));
        start = at + dash.len_utf8();
    }
    if parts.is_empty() {
        return None;
    }
    if start < word.len() {
        parts.push((number(&word[start..])?, word.len() - start));
    }
    Some(parts)
}

fn number(word: &str) -> Option<TokenKind> {
    let digits = word.trim_end_matches(|c: char| !c.is_ascii_digit());
    if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
        let value = digits.parse().unwrap_or(u32::MAX);
        let suffix = &word[digits.len()..];
        return match suffix {
            "" => Some(TokenKind::Number(value)),
            _ if ["st", "nd", "rd", "th"]
                .iter()
                .any(|s| s.eq_ignore_ascii_case(suffix)) =>
            {
                Some(TokenKind::Nth(value))
            }
            _ => None,
        };
    }
    let index = |list: &[&str]| {
        list.iter()
            .position(|w| w.eq_ignore_ascii_case(word))
            .map(|at| at as u32 + 1)
    };
    index(&NUMBERS)
        .map(TokenKind::Number)
        .or_else(|| index(&NTHS).map(TokenKind::Nth))
}
