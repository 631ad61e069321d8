//! The words of a line as the grammar sees them.

/// A piece of a line.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tok {
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
    /// Quoted words, without their marks; whether the closing mark is there.
    Quote(String, bool),
    /// `(b)`, `(I)`, `(2)`: what stands in brackets and is one letter or a number.
    Item(String),
    /// Other words in brackets.
    Paren(String),
    /// `[16.3]`.
    Bracket(String),
    /// A mark: `.` `,` `:` `;` `–` `/` `…`.
    Mark(char),
}

/// A piece with its place in the line's words.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) tok: Tok,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// How far a bracket or a single quotation mark is looked for, in characters.
const FAR: usize = 600;

const NUMBERS: [&str; 12] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];
const NTHS: [&str; 12] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
];

/// Cuts words into tokens.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let end = match first {
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '"' | '“' | '„' | '”' => quote(text, at, first, &mut out),
            '\'' | '‘' | '’' => single(text, at, first, &mut out),
            '(' => bracket(text, at, '(', ')', &mut out),
            '[' => bracket(text, at, '[', ']', &mut out),
            '+' | '-' | '−' | '–' | '—' | '‑' => signed(text, at, first, &mut out),
            c if c.is_alphanumeric() => word(text, at, &mut out),
            c => mark(c, at, &mut out),
        };
        at = end.max(at + first.len_utf8());
    }
    out
}

fn mark(c: char, at: usize, out: &mut Vec<Token>) -> usize {
    let end = at + c.len_utf8();
    let c = if matches!(c, '—' | '-' | '−' | '‑') {
        '–'
    } else {
        c
    };
    out.push(Token {
        tok: Tok::Mark(c),
        start: at,
        end,
    });
    end
}

/// A quotation mark that quotes nothing, whatever its shape.
fn mark_of(c: char, shape: char, at: usize, out: &mut Vec<Token>) -> usize {
    let end = at + c.len_utf8();
    out.push(Token {
        tok: Tok::Mark(shape),
        start: at,
        end,
    });
    end
}

fn before(text: &str, at: usize) -> Option<char> {
    text[..at].chars().next_back()
}

/// Whether a mark at `at` opens: blanks, brackets or nothing before it, and words behind.
fn opens(text: &str, at: usize, mark: char) -> bool {
    let free = before(text, at)
        .is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '[' | ':' | '–' | '—' | '/'));
    free && text[at + mark.len_utf8()..]
        .chars()
        .next()
        .is_some_and(|c| !c.is_whitespace())
}

/// Whether a mark at `at` closes: words before it, and no letter behind.
fn closes(text: &str, at: usize, mark: char) -> bool {
    let behind = text[at + mark.len_utf8()..].chars().next();
    before(text, at).is_some_and(|c| !c.is_whitespace())
        && behind.is_none_or(|c| !c.is_alphanumeric())
}

/// Words in double marks. A mark that does not open is a measure in inches, or the end of a quote begun elsewhere: it is a mark.
fn quote(text: &str, at: usize, open: char, out: &mut Vec<Token>) -> usize {
    if open == '”' || (open == '"' && !opens(text, at, open)) {
        return mark_of(open, '"', at, out);
    }
    let inner = at + open.len_utf8();
    let (close, end) = close_of(text, inner);
    let words = text[inner..close].trim().to_owned();
    out.push(Token {
        tok: Tok::Quote(words, end > close),
        start: at,
        end,
    });
    end
}

/// Where the quote begun before `inner` ends, and behind its mark; both the end of the text where no mark closes it.
pub(super) fn close_of(text: &str, inner: usize) -> (usize, usize) {
    let mut depth = 1;
    for (offset, c) in text[inner..].char_indices() {
        let at = inner + offset;
        match c {
            '“' | '„' => depth += 1,
            '"' if opens(text, at, c) && at > inner => depth += 1,
            '"' | '”' => {
                // six inches, inside of quoted words
                if c == '"'
                    && before(text, at).is_some_and(|c| c.is_ascii_digit())
                    && inch(text, at)
                {
                    continue;
                }
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

/// Whether the mark behind a digit at `at` goes on with small words up to another closing mark.
fn inch(text: &str, at: usize) -> bool {
    let rest = &text[at + 1..];
    let goes_on = rest
        .strip_prefix(' ')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_lowercase()));
    let next = rest.find('"');
    goes_on
        && next.is_some_and(|next| closes(text, at + 1 + next, '"') && !rest[..next].ends_with(' '))
}

/// Words in single marks; an apostrophe belongs to no quote.
fn single(text: &str, at: usize, open: char, out: &mut Vec<Token>) -> usize {
    let inner = at + open.len_utf8();
    if open == '’' || !opens(text, at, open) {
        return mark_of(open, '\'', at, out);
    }
    let close = text[inner..]
        .char_indices()
        .take(FAR)
        .map(|(offset, c)| (inner + offset, c))
        .find(|&(at, c)| matches!(c, '\'' | '’') && closes(text, at, c));
    match close {
        Some((close, c)) => {
            let end = close + c.len_utf8();
            out.push(Token {
                tok: Tok::Quote(text[inner..close].trim().to_owned(), true),
                start: at,
                end,
            });
            end
        }
        None => mark_of(open, '\'', at, out),
    }
}

fn bracket(text: &str, at: usize, open: char, close: char, out: &mut Vec<Token>) -> usize {
    let mut depth = 0;
    let found = text[at..].char_indices().take(FAR).find(|&(_, c)| {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
        }
        depth == 0
    });
    let Some((len, _)) = found else {
        return mark(open, at, out);
    };
    let (words, end) = (text[at + 1..at + len].trim().to_owned(), at + len + 1);
    let lone = words.chars().count() == 1
        || (!words.is_empty() && words.len() < 4 && words.bytes().all(|b| b.is_ascii_digit()));
    let tok = match open {
        '[' => Tok::Bracket(words),
        _ if lone => Tok::Item(words),
        _ => Tok::Paren(words),
    };
    out.push(Token {
        tok,
        start: at,
        end,
    });
    end
}

fn signed(text: &str, at: usize, sign: char, out: &mut Vec<Token>) -> usize {
    let inner = at + sign.len_utf8();
    let free = before(text, at).is_none_or(|c| !c.is_alphanumeric());
    let digits = text[inner..].len()
        - text[inner..]
            .trim_start_matches(|c: char| c.is_ascii_digit())
            .len();
    let behind = text[inner + digits..].chars().next();
    if !free || digits == 0 || digits > 3 || behind.is_some_and(|c| c.is_alphabetic()) {
        return mark(sign, at, out);
    }
    let sign = if sign == '+' { '+' } else { '-' };
    let end = inner + digits;
    out.push(Token {
        tok: Tok::Signed(format!("{sign}{}", &text[inner..end])),
        start: at,
        end,
    });
    end
}

fn word(text: &str, at: usize, out: &mut Vec<Token>) -> usize {
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
    // `2-4`: two numbers
    if words.starts_with(|c: char| c.is_ascii_digit())
        && let Some(dash) = words
            .find('-')
            .filter(|&dash| words[..dash].bytes().all(|b| b.is_ascii_alphanumeric()))
    {
        words = &words[..dash];
    }
    let end = at + words.len();
    for (tok, from, to) in of_word(words) {
        out.push(Token {
            tok,
            start: at + from,
            end: at + to,
        });
    }
    end
}

/// A word, number or ordinal; `p25` is two.
fn of_word(word: &str) -> Vec<(Tok, usize, usize)> {
    let len = word.len();
    let lower = word.to_lowercase();
    let digits = lower.len() - lower.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let tok = if digits > 0 {
        let value = lower[..digits].parse().unwrap_or(u32::MAX);
        let mut suffix = lower[digits..].chars();
        match (suffix.next(), suffix.next()) {
            (None, _) => Tok::Number(value, None),
            (Some(letter), None) if letter.is_ascii_lowercase() => Tok::Number(value, Some(letter)),
            _ if ["st", "nd", "rd", "th"].contains(&&lower[digits..]) => Tok::Nth(value),
            _ if lower.bytes().all(|b| b.is_ascii_digit() || b == b'.')
                || lower.ends_with(['½', '¼', '¾']) =>
            {
                Tok::Dotted(lower)
            }
            _ => Tok::Word(lower),
        }
    } else if let Some(at) = NUMBERS.iter().position(|name| *name == lower) {
        Tok::Number(at as u32 + 1, None)
    } else if let Some(at) = NTHS.iter().position(|name| *name == lower) {
        Tok::Nth(at as u32 + 1)
    } else if let Some(number) = page_number(&lower) {
        let from = len - number.len();
        let number = of_word(number)
            .into_iter()
            .next()
            .map_or(Tok::Word(lower.clone()), |(tok, ..)| tok);
        return vec![(Tok::Word("page".into()), 0, from), (number, from, len)];
    } else {
        Tok::Word(lower)
    };
    vec![(tok, 0, len)]
}

/// The number of `p25`, `pp12`, `pg7`.
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
