//! Splits an instruction into tokens: words, numbers, ordinals, ids, quotes, brackets, commas.

use crate::text::{NUMBER_WORDS, ORDINAL_WORDS, Span, is_number};

/// The kind of a token of an instruction: word, number, ordinal, id, quote, sign or bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum InstructionTokenKind {
    /// Any word, including digits with a letter (`39a`) and names (`river-1.2`).
    Word,
    /// `4`, `four`. Numbers out of range are `u32::MAX`.
    Number(u32),
    /// `4th`, `fourth`.
    Nth(u32),
    /// Between two numbers.
    Dash,
    /// `,`, or a full stop after a number, an id, a quote or a bracket.
    Comma,
    /// `#name`.
    Id,
    /// Quoted words without their marks.
    Quoted {
        /// The words.
        words: String,
        /// Whether the closing mark is present.
        closed: bool,
    },
    /// `[…]`, without the brackets.
    Description { words: String, closed: bool },
    /// `(`
    Open,
    /// `)`
    Close,
}

/// A token of an instruction: its kind with its value, and its bytes in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct InstructionToken {
    /// The kind of token.
    pub(super) kind: InstructionTokenKind,
    /// Its bytes in the source.
    pub(super) span: Span,
}

/// Words that are skipped wherever they occur.
pub const NOISE_WORDS: [&str; 3] = ["the", "new", "following"];

/// Numbers above this are errors: no section has so many units, and lists of ordinals stay small.
pub(super) const GREATEST: u32 = 9999;

/// Splits `span` of `text` into tokens. Blanks, noise words and stops after words are dropped.
pub(super) fn tokens(text: &str, span: Span) -> Vec<InstructionToken> {
    let mut tokens = all_tokens(text, span);
    while tokens
        .last()
        .is_some_and(|t| t.kind == InstructionTokenKind::Comma)
    {
        tokens.pop();
    }
    tokens
}

/// Splits `span` into tokens as [`tokens`] does, but keeps commas at the end.
pub(super) fn all_tokens(text: &str, span: Span) -> Vec<InstructionToken> {
    let mut lexer = Lexer {
        text: &text[..span.end().min(text.len())],
        at: span.start(),
        tokens: Vec::new(),
    };
    while lexer.read_token() {}
    lexer.tokens
}

/// A cursor over the text of an instruction, with the tokens so far.
struct Lexer<'a> {
    text: &'a str,
    at: usize,
    tokens: Vec<InstructionToken>,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn push(&mut self, kind: InstructionTokenKind, len: usize) {
        let span = Span::new(self.at, self.at + len);
        self.at = span.end();
        self.tokens.push(InstructionToken { kind, span });
    }

    /// Reads one token, or skips a blank, noise word or stop; returns false at the end.
    fn read_token(&mut self) -> bool {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return false;
        };
        match first {
            c if c.is_whitespace() => self.at += c.len_utf8(),
            ',' => self.push(InstructionTokenKind::Comma, 1),
            '.' | ':' | ';' | '!' | '?' => self.read_stop(),
            '(' => self.push(InstructionTokenKind::Open, 1),
            ')' => self.push(InstructionTokenKind::Close, 1),
            '"' | '“' | '”' | '„' | '`' => self.read_quoted(first),
            '[' => self.read_description(),
            '#' => self.read_id(),
            c if is_dash(c)
                && (self.follows_number()
                    || rest[c.len_utf8()..].starts_with(char::is_whitespace)) =>
            {
                self.push(InstructionTokenKind::Dash, c.len_utf8());
            }
            _ => self.read_word(),
        }
        true
    }

    fn follows_number(&self) -> bool {
        matches!(
            self.tokens.last(),
            Some(InstructionToken {
                kind: InstructionTokenKind::Number(_) | InstructionTokenKind::Nth(_),
                ..
            })
        )
    }

    /// Reads a full stop. After a word it ends an abbreviation (`Para. 6`) and is dropped;
    /// elsewhere it separates like a comma (`Para 6. 2nd sentence`).
    fn read_stop(&mut self) {
        match self.tokens.last().map(|t| &t.kind) {
            None | Some(InstructionTokenKind::Word | InstructionTokenKind::Comma) => self.at += 1,
            Some(_) => self.push(InstructionTokenKind::Comma, 1),
        }
    }

    fn read_quoted(&mut self, open: char) {
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
        let kind = InstructionTokenKind::Quoted {
            words: words.to_owned(),
            closed,
        };
        self.push(kind, open.len_utf8() + len);
    }

    fn read_description(&mut self) {
        let rest = self.rest();
        let mut depth = 0_usize;
        let close = rest.char_indices().find(|&(_, c)| {
            match c {
                '[' => depth += 1,
                ']' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        let (words, len) = match close {
            Some((at, _)) => (rest[1..at].trim().to_owned(), at + 1),
            None => (rest[1..].trim().to_owned(), rest.trim_end().len()),
        };
        let kind = InstructionTokenKind::Description {
            words,
            closed: close.is_some(),
        };
        self.push(kind, len);
    }

    fn read_id(&mut self) {
        let name = &self.rest()[1..];
        let end = name
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '/')))
            .unwrap_or(name.len());
        let len = name[..end].trim_end_matches('.').len();
        let kind = if len == 0 {
            InstructionTokenKind::Word
        } else {
            InstructionTokenKind::Id
        };
        self.push(kind, 1 + len);
    }

    fn read_word(&mut self) {
        let rest = self.rest();
        let end = rest.find(|c: char| {
            c.is_whitespace() || matches!(c, ',' | '(' | ')' | '[' | '"' | '“' | '”' | '„' | '`')
        });
        let word = &rest[..end.unwrap_or(rest.len())];
        let word = match word.trim_end_matches(['.', ':', ';', '!', '?']) {
            "" => word,
            word => word,
        };
        if NOISE_WORDS
            .iter()
            .any(|noise| word.eq_ignore_ascii_case(noise))
        {
            self.at += word.len();
        } else if let Some(parts) = numeric_tokens(word) {
            for (kind, len) in parts {
                self.push(kind, len);
            }
        } else {
            let len = word.len();
            self.push(InstructionTokenKind::Word, len);
        }
    }
}

pub(super) fn is_dash(c: char) -> bool {
    matches!(c, '-' | '‐' | '‑' | '‒' | '–' | '—' | '−')
}

/// Whether a word is digits and one lower-case letter, as `39a`.
pub(super) fn is_lettered(word: &str) -> bool {
    word.strip_suffix(|c: char| c.is_ascii_lowercase())
        .is_some_and(is_number)
}

/// Returns `4`, `4th`, `four`, `4-5`, `4th–5th` as tokens with their lengths; `None` if any part is
/// neither number nor dash.
fn numeric_tokens(word: &str) -> Option<Vec<(InstructionTokenKind, usize)>> {
    if let Some(kind) = number_token(word) {
        return Some(vec![(kind, word.len())]);
    }
    if !word.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, dash) in word.char_indices().filter(|&(_, c)| is_dash(c)) {
        parts.push((number_token(&word[start..at])?, at - start));
        parts.push((InstructionTokenKind::Dash, dash.len_utf8()));
        start = at + dash.len_utf8();
    }
    if parts.is_empty() {
        return None;
    }
    if start < word.len() {
        parts.push((number_token(&word[start..])?, word.len() - start));
    }
    Some(parts)
}

fn number_token(word: &str) -> Option<InstructionTokenKind> {
    let digits = word.trim_end_matches(|c: char| !c.is_ascii_digit());
    if is_number(digits) {
        let value = digits.parse().unwrap_or(u32::MAX);
        let suffix = &word[digits.len()..];
        return match suffix {
            "" => Some(InstructionTokenKind::Number(value)),
            _ if ["st", "nd", "rd", "th"]
                .iter()
                .any(|s| s.eq_ignore_ascii_case(suffix)) =>
            {
                Some(InstructionTokenKind::Nth(value))
            }
            _ => None,
        };
    }
    let index = |list: &[&str]| {
        list.iter()
            .position(|w| w.eq_ignore_ascii_case(word))
            .map(|at| at as u32 + 1)
    };
    index(&NUMBER_WORDS)
        .map(InstructionTokenKind::Number)
        .or_else(|| index(&ORDINAL_WORDS).map(InstructionTokenKind::Nth))
}
