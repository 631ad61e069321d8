//! Splits the words of a line into tokens: words, numbers, ordinals, quotes, brackets, marks.

use super::grammar::is_counted_unit;
use crate::syntax::instruction::{NUMBER_WORDS, ORDINAL_WORDS};

/// The kind and content of a token: word, number, ordinal, signed value, quote, bracket, mark.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SheetTokenKind {
    /// A word, in lower case.
    Word(String),
    /// A whole number, perhaps with a letter: `39a`.
    Number(u32, Option<char>),
    /// A number with a stop or fraction in it, as written: `4.5`, `16.3`, `1½`.
    Dotted(String),
    /// `4th`, `fourth`.
    Nth(u32),
    /// `+1`, `-2`; the minus sign is `-`.
    Signed(String),
    /// Quoted words without their marks, and whether the closing mark is present.
    Quote(String, bool),
    /// One letter or a number in brackets: `(b)`, `(I)`, `(2)`.
    Item(String),
    /// Other words in brackets.
    Paren(String),
    /// Words in square brackets: `[16.3]`.
    Bracket(String),
    /// A punctuation mark: `.` `,` `:` `;` `–` `/` `…`.
    Mark(char),
}

/// A token of a line: what it is, and its byte range in the line's words.
#[derive(Clone, Debug)]
pub(super) struct SheetToken {
    pub(super) kind: SheetTokenKind,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl SheetToken {
    /// Returns its word, in lower case.
    pub(super) fn word(&self) -> Option<&str> {
        match &self.kind {
            SheetTokenKind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Whether it is one of some words.
    pub(super) fn is_word(&self, any: &[&str]) -> bool {
        self.word().is_some_and(|word| any.contains(&word))
    }

    /// Whether it quotes words.
    pub(super) fn is_quote(&self) -> bool {
        matches!(self.kind, SheetTokenKind::Quote(..))
    }

    /// Whether it is a number or a value.
    pub(super) fn is_figure(&self) -> bool {
        use SheetTokenKind::{Dotted, Number, Signed};
        matches!(self.kind, Number(..) | Signed(_) | Dotted(_))
    }

    /// Whether it is a number, perhaps with a letter.
    pub(super) fn is_number(&self) -> bool {
        matches!(self.kind, SheetTokenKind::Number(..))
    }
}

/// How far to search for a closing bracket or single quotation mark, in characters.
const SEARCH_LIMIT: usize = 600;

/// Splits words into tokens.
pub(super) fn tokenize(text: &str) -> Vec<SheetToken> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if let Some(end) = arrow_end(text, at) {
            at = push(SheetTokenKind::Mark('→'), at, end, &mut out);
            continue;
        }
        let end = match first {
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '"' | '“' | '„' | '”' => lex_quote(text, at, first, &mut out),
            '\'' | '‘' | '’' => lex_single_quote(text, at, first, &mut out),
            '(' => lex_bracket(text, at, '(', ')', &mut out),
            '[' => lex_bracket(text, at, '[', ']', &mut out),
            '+' | '-' | '−' | '–' | '—' | '‑' => lex_signed(text, at, first, &mut out),
            c if c.is_alphanumeric() => lex_word(text, at, &mut out),
            '¶' => {
                let word = SheetTokenKind::Word("paragraph".into());
                push(word, at, at + first.len_utf8(), &mut out)
            }
            c => lex_mark(c, at, &mut out),
        };
        at = end;
    }
    join_ordinals(text, &mut out);
    out
}

/// Returns the end of an arrow that is typed with signs: `->`, `-->`, `==>`.
fn arrow_end(text: &str, at: usize) -> Option<usize> {
    let shaft = &text[at..];
    let head = shaft.trim_start_matches(['-', '=', '–']);
    (head.len() < shaft.len() && head.starts_with('>')).then_some(text.len() - head.len() + 1)
}

/// Makes ordinals of numbers with a stop in front of the word for a unit: `3. bullet point`.
fn join_ordinals(text: &str, tokens: &mut Vec<SheetToken>) {
    let mut at = 0;
    while at + 2 < tokens.len() {
        let (SheetTokenKind::Number(number, None), SheetTokenKind::Mark('.')) =
            (&tokens[at].kind, &tokens[at + 1].kind)
        else {
            at += 1;
            continue;
        };
        let small = text[tokens[at + 2].start..].starts_with(char::is_lowercase);
        let after_unit = at > 0 && !matches!(tokens[at - 1].kind, SheetTokenKind::Mark(_));
        let spelled = !text[tokens[at].start..].starts_with(|c: char| c.is_ascii_digit());

        let unit = tokens[at + 2].word().is_some_and(is_counted_unit);
        let counted = tokens.get(at + 3).is_some_and(SheetToken::is_number);
        let in_place = after_unit && !tokens[at - 1].is_word(&["in", "the", "of"]);
        if small && unit && !in_place && !counted && !spelled {
            tokens[at].kind = SheetTokenKind::Nth(*number);
            tokens[at].end = tokens[at + 1].end;
            tokens.remove(at + 1);
        }
        at += 1;
    }
}

fn lex_mark(c: char, at: usize, out: &mut Vec<SheetToken>) -> usize {
    let shape = if matches!(c, '—' | '-' | '−' | '‑') {
        '–'
    } else {
        c
    };
    lex_lone_quote(c, shape, at, out)
}

/// Adds a token of the bytes from `start` to `end`; returns `end`.
fn push(kind: SheetTokenKind, start: usize, end: usize, out: &mut Vec<SheetToken>) -> usize {
    out.push(SheetToken { kind, start, end });
    end
}

/// Adds a quotation mark that quotes nothing as the mark `shape`.
fn lex_lone_quote(c: char, shape: char, at: usize, out: &mut Vec<SheetToken>) -> usize {
    push(SheetTokenKind::Mark(shape), at, at + c.len_utf8(), out)
}

fn char_before(text: &str, at: usize) -> Option<char> {
    text[..at].chars().next_back()
}

/// Whether the mark at `at` opens a quote: a blank, bracket or nothing before it, and words after
/// it.
fn is_opening_mark(text: &str, at: usize, mark: char) -> bool {
    let free = char_before(text, at)
        .is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '[' | ':' | '–' | '—' | '/'));
    // `under "Adjust if:", …`
    let closes = |c| char_before(text, at) == Some(':') && matches!(c, ',' | '.' | ';' | ')');
    free && text[at + mark.len_utf8()..]
        .chars()
        .next()
        .is_some_and(|c| !c.is_whitespace() && !closes(c))
}

/// Whether the straight mark at `at` opens a quote that begins with a blank: `add " or boats" after`.
fn opens_with_blank(text: &str, at: usize) -> bool {
    let (before, rest) = (text[..at].trim_end(), &text[at + 1..]);
    let word = before.len() + 1 == at && before.ends_with(|c: char| c.is_lowercase());
    let next = rest.find('"').map(|next| at + 1 + next);
    word && rest.starts_with(' ')
        && next.is_some_and(|next| is_closing_mark(text, next, '"'))
        && before.matches('"').count().is_multiple_of(2)
}

/// Whether the mark at `at` closes a quote: words before it, and no letter after it.
fn is_closing_mark(text: &str, at: usize, mark: char) -> bool {
    let after = text[at + mark.len_utf8()..].chars().next();
    char_before(text, at).is_some_and(|c| !c.is_whitespace())
        && after.is_none_or(|c| !c.is_alphanumeric())
}

/// Reads words in double marks. A mark that does not open a quote (inches, or the end of a quote
/// begun elsewhere) is a mark.
fn lex_quote(text: &str, at: usize, open: char, out: &mut Vec<SheetToken>) -> usize {
    let opens = || is_opening_mark(text, at, open) || opens_with_blank(text, at);
    if open == '”' || (open == '"' && !opens()) {
        return lex_lone_quote(open, '"', at, out);
    }
    let inner = at + open.len_utf8();
    let (close, end) = find_closing_mark(text, inner);
    let words = text[inner..close].trim().to_owned();
    push(SheetTokenKind::Quote(words, end > close), at, end, out)
}

/// Returns where the quote that begins at `inner` ends, and the position after its mark; twice the
/// end of the text without one.
pub(super) fn find_closing_mark(text: &str, inner: usize) -> (usize, usize) {
    let mut depth = 1;
    let curly = matches!(char_before(text, inner), Some('“' | '„'));
    for (offset, c) in text[inner..].char_indices() {
        let at = inner + offset;
        match c {
            '“' | '„' => depth += 1,
            // `“Punters move 5".”`
            '"' if curly && depth == 1 && is_closed_by_curly_mark(text, at) => {}
            // `delete "at 6" "`
            '"' if depth == 1 && precedes_closing_mark(text, at) => {}
            // `insert "In the open, ".`
            '"' if depth == 1
                && at > inner
                && char_before(text, at).is_some_and(char::is_whitespace)
                && matches!(text[at + 1..].chars().next(), None | Some('.' | ';' | ')')) =>
            {
                return (at, at + 1);
            }
            '"' if is_opening_mark(text, at, c) && at > inner => depth += 1,
            '"' | '”' => {
                depth -= 1;
                if depth == 0 {
                    return (at, at + c.len_utf8());
                }
            }
            _ => {}
        }
    }
    (text.len(), text.len())
}

/// Whether the mark at `at`, behind a digit, is that of inches, because the mark that closes the quote
/// follows it.
fn precedes_closing_mark(text: &str, at: usize) -> bool {
    let digit = char_before(text, at).is_some_and(|c| c.is_ascii_digit());
    let mut rest = text[at + 1..].trim_start().chars();
    digit
        && rest.next() == Some('"')
        && rest
            .next()
            .is_none_or(|c| matches!(c, '.' | ',' | ';' | ')'))
}

/// Whether a curly mark closes the quote in which the straight mark at `at` is.
fn is_closed_by_curly_mark(text: &str, at: usize) -> bool {
    let digit = char_before(text, at).is_some_and(|c| c.is_ascii_digit());
    let next = text[at + 1..]
        .chars()
        .take(SEARCH_LIMIT)
        .find(|c| matches!(c, '“' | '„' | '”'));
    digit && next == Some('”')
}

/// Reads words in single marks; an apostrophe belongs to no quote.
fn lex_single_quote(text: &str, at: usize, open: char, out: &mut Vec<SheetToken>) -> usize {
    let inner = at + open.len_utf8();
    if open == '’' || !is_opening_mark(text, at, open) {
        return lex_lone_quote(open, '\'', at, out);
    }
    let close = text[inner..]
        .char_indices()
        .take(SEARCH_LIMIT)
        .map(|(offset, c)| (inner + offset, c))
        .find(|&(at, c)| matches!(c, '\'' | '’') && is_closing_mark(text, at, c));
    match close {
        Some((close, c)) => {
            let words = text[inner..close].trim().to_owned();
            push(
                SheetTokenKind::Quote(words, true),
                at,
                close + c.len_utf8(),
                out,
            )
        }
        None => lex_lone_quote(open, '\'', at, out),
    }
}

fn lex_bracket(text: &str, at: usize, open: char, close: char, out: &mut Vec<SheetToken>) -> usize {
    let mut depth = 0;
    let found = text[at..]
        .char_indices()
        .take(SEARCH_LIMIT)
        .find(|&(_, c)| {
            if c == open {
                depth += 1;
            } else if c == close {
                depth -= 1;
            }
            depth == 0
        });
    let Some((len, _)) = found else {
        return lex_mark(open, at, out);
    };
    let (words, end) = (text[at + 1..at + len].trim().to_owned(), at + len + 1);
    let lone = words.chars().count() == 1
        || (!words.is_empty() && words.len() < 4 && words.bytes().all(|b| b.is_ascii_digit()));
    let kind = match open {
        '[' => SheetTokenKind::Bracket(words),
        _ if lone => SheetTokenKind::Item(words),
        _ => SheetTokenKind::Paren(words),
    };
    push(kind, at, end, out)
}

fn lex_signed(text: &str, at: usize, sign: char, out: &mut Vec<SheetToken>) -> usize {
    let inner = at + sign.len_utf8();
    let free = char_before(text, at).is_none_or(|c| !c.is_alphanumeric());
    let rest = text[inner..].trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.len() - inner - rest.len();
    let after = rest.chars().next();
    if !free || digits == 0 || digits > 3 || after.is_some_and(|c| c.is_alphabetic()) {
        return lex_mark(sign, at, out);
    }
    let sign = if sign == '+' { '+' } else { '-' };
    let end = inner + digits;
    let value = format!("{sign}{}", &text[inner..end]);
    push(SheetTokenKind::Signed(value), at, end, out)
}

fn lex_word(text: &str, at: usize, out: &mut Vec<SheetToken>) -> usize {
    let rest = &text[at..];
    let mut len = 0;
    for (offset, c) in rest.char_indices() {
        let inside = |c: char| {
            let next = rest[offset + c.len_utf8()..].chars().next();
            len > 0 && next.is_some_and(char::is_alphanumeric)
        };
        let own = c.is_alphanumeric()
            || (matches!(c, '\'' | '’' | '-' | '‑' | '/') && inside(c))
            || (c == '.'
                && inside(c)
                && rest[..offset].ends_with(|c: char| c.is_ascii_digit())
                && rest.as_bytes()[0].is_ascii_digit());
        if !own {
            break;
        }
        len = offset + c.len_utf8();
    }
    let mut words = &rest[..len];
    // `2-4` is two numbers
    if words.starts_with(|c: char| c.is_ascii_digit())
        && let Some(dash) = words
            .find('-')
            .filter(|&dash| words[..dash].bytes().all(|b| b.is_ascii_alphanumeric()))
    {
        words = &words[..dash];
    }
    let end = at + words.len();
    for (kind, from, to) in classify_word(words) {
        push(kind, at + from, at + to, out);
    }
    end
}

/// Returns the token of a word, number or ordinal; `p25` gives two tokens.
fn classify_word(word: &str) -> Vec<(SheetTokenKind, usize, usize)> {
    let len = word.len();
    let lower = word.to_lowercase();
    let digits = lower.len() - lower.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let kind = if digits > 0 {
        let value = lower[..digits].parse().unwrap_or(u32::MAX);
        let mut suffix = lower[digits..].chars();
        match (suffix.next(), suffix.next()) {
            (None, _) => SheetTokenKind::Number(value, None),
            (Some(letter), None) if letter.is_ascii_lowercase() => {
                SheetTokenKind::Number(value, Some(letter))
            }
            _ if ["st", "nd", "rd", "th"].contains(&&lower[digits..]) => SheetTokenKind::Nth(value),
            // `paragraph 1's second sentence`
            _ if ["'s", "’s"].contains(&&lower[digits..]) => SheetTokenKind::Number(value, None),
            _ if lower.bytes().all(|b| b.is_ascii_digit() || b == b'.')
                || lower.ends_with(['½', '¼', '¾']) =>
            {
                SheetTokenKind::Dotted(lower)
            }
            _ => SheetTokenKind::Word(lower),
        }
    } else if let Some(at) = NUMBER_WORDS.iter().position(|name| *name == lower) {
        SheetTokenKind::Number(at as u32 + 1, None)
    } else if let Some(at) = ORDINAL_WORDS.iter().position(|name| *name == lower) {
        SheetTokenKind::Nth(at as u32 + 1)
    } else if let Some(number) = page_number(&lower) {
        let from = len - number.len();
        let number = classify_word(number).remove(0).0;
        return vec![
            (SheetTokenKind::Word("page".into()), 0, from),
            (number, from, len),
        ];
    } else {
        SheetTokenKind::Word(lower)
    };
    vec![(kind, 0, len)]
}

/// Returns the number of `p25`, `pp12` or `pg7`.
fn page_number(lower: &str) -> Option<&str> {
    let number = lower
        .strip_prefix("pg")
        .or_else(|| lower.strip_prefix("pp"))
        .or_else(|| lower.strip_prefix('p'))?;
    let digits = number.trim_end_matches(|c: char| c.is_ascii_lowercase());
    (!digits.is_empty()
        && number.len() - digits.len() <= 1
        && digits.bytes().all(|b| b.is_ascii_digit()))
    .then_some(number)
}
