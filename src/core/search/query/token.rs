//! Splits a query into tokens: words, phrases in quotes, names of filters, operators, brackets.

use crate::text::{Span, Spanned};

/// A token of a query: a word, a phrase in quotes, a filter name, an operator or a bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum QueryToken {
    /// Words outside quotes.
    Word(String),
    /// Words in quotes.
    Phrase(String),
    /// `name:`; the value follows without a space.
    Field(String),
    /// `AND`.
    And,
    /// `OR`.
    Or,
    /// `NOT`, or a hyphen before a word.
    Not,
    /// `(`.
    Open,
    /// `)`.
    Close,
}

/// Splits a query into tokens. `open` is called with the place of a quote that is never closed.
pub(super) fn tokens(query: &str, mut open: impl FnMut(Span)) -> Vec<Spanned<QueryToken>> {
    let mut out: Vec<Spanned<QueryToken>> = Vec::new();
    let mut at = 0;
    while let Some(c) = query[at..].chars().next() {
        let start = at;
        let free = query[..start]
            .chars()
            .next_back()
            .is_none_or(|before| before.is_whitespace() || before == '(');
        let token = match c {
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '"' | '“' | '”' => {
                let inside = start + c.len_utf8();
                let end = query[inside..]
                    .char_indices()
                    .find(|(_, c)| matches!(c, '"' | '“' | '”'));
                let (close, after) = match end {
                    Some((length, mark)) => (inside + length, inside + length + mark.len_utf8()),
                    None => {
                        open(Span::new(start, inside));
                        (query.len(), query.len())
                    }
                };
                at = after;
                QueryToken::Phrase(query[inside..close].to_owned())
            }
            '(' if !is_grade(&query[start..]) => {
                at += 1;
                QueryToken::Open
            }
            ')' => {
                at += 1;
                QueryToken::Close
            }
            '-' | '!'
                if free
                    && query[start + 1..].starts_with(|next: char| {
                        next.is_alphabetic() || matches!(next, '"' | '“' | '(')
                    }) =>
            {
                at += 1;
                QueryToken::Not
            }
            _ => {
                at = word_end(query, start);
                let word = &query[start..at];
                match word {
                    "AND" | "&&" => QueryToken::And,
                    "OR" | "||" => QueryToken::Or,
                    "NOT" => QueryToken::Not,
                    _ => match word.split_once(':') {
                        Some((name, _)) if is_name(name) => {
                            at = start + name.len() + 1;
                            QueryToken::Field(name.to_lowercase())
                        }
                        Some(_) | None => QueryToken::Word(word.to_owned()),
                    },
                }
            }
        };
        out.push(Spanned::new(token, Span::new(start, at)));
    }
    out
}

fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|b| b.is_ascii_alphabetic() || b == b'-' || b == b'_')
}

/// The longest text of a grade in brackets, in bytes.
const GRADE_BYTES: usize = 8;

/// Returns whether a bracket opens a grade, as in `Kn(X)` or `(S) camelry`.
fn is_grade(rest: &str) -> bool {
    let short = &rest[..rest.floor_char_boundary(GRADE_BYTES + 2)];
    let Some(end) = short.find(')') else {
        return false;
    };
    let inside = &rest[1..end];
    inside
        .split(['/', ',', ' '])
        .filter(|part| !part.is_empty() && !matches!(*part, "or" | "and"))
        .all(|part| part.len() == 1)
        && inside.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Returns the end of a word: at a space, a quote, or a bracket that opens or closes no grade.
fn word_end(query: &str, start: usize) -> usize {
    let mut at = start;
    while let Some(c) = query[at..].chars().next() {
        match c {
            c if c.is_whitespace() => break,
            '"' | '“' | '”' => break,
            ')' => break,
            '(' if is_grade(&query[at..]) => {
                at += query[at..].find(')').unwrap_or(0) + 1;
                continue;
            }
            '(' if at > start => break,
            _ => at += c.len_utf8(),
        }
    }
    // a character that begins no token is a word of its own
    if at == start {
        start + query[start..].chars().next().map_or(1, char::len_utf8)
    } else {
        at
    }
}
