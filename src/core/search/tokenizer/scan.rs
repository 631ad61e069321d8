//! Splits text into raw words: letters, numbers with sign or fraction, and grades such as `(S)`.

use crate::text::Span;

/// The kind of a raw word: letters, a number, a number with a sign, or a grade in brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RawWordKind {
    /// Letters, perhaps with digits.
    Word,
    /// A number: `200`, `2.5`, `½` (as `0.5`).
    Number,
    /// A number with a sign of its own: `+1`, `-2`.
    Factor,
    /// A letter in brackets: `(S)`, read as `(s)`.
    Grade,
}

/// A word or number of a text before it is stemmed: its kind, its normalised text and its byte range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RawWord {
    /// The kind of the word.
    pub(super) shape: RawWordKind,
    /// Its letters: those of words as written, those of other kinds normalised.
    pub(super) text: String,
    /// Its byte range in the text.
    pub(super) span: Span,
}

/// Returns the words of a text.
pub(super) fn scan(text: &str) -> Vec<RawWord> {
    let mut scanner = RawWordScanner {
        text,
        at: 0,
        words: Vec::new(),
    };
    while let Some(c) = scanner.peek() {
        scanner.step(c);
    }
    scanner.words
}

/// A cursor over a text, with the raw words found so far.
struct RawWordScanner<'t> {
    text: &'t str,
    at: usize,
    words: Vec<RawWord>,
}

impl RawWordScanner<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn push(&mut self, shape: RawWordKind, text: String, start: usize) {
        self.words.push(RawWord {
            shape,
            text,
            span: Span::new(start, self.at),
        });
    }

    fn step(&mut self, c: char) {
        let start = self.at;
        if c.is_alphabetic() {
            self.word(start);
        } else if c.is_ascii_digit() || fraction(c).is_some() {
            self.number(start, "");
        } else if let Some(sign) = sign(c).filter(|_| self.sign_stands_free()) {
            self.at += c.len_utf8();
            self.number(start, sign);
        } else if c == '(' && self.grades() {
        } else {
            self.at += c.len_utf8();
        }
    }

    fn word(&mut self, start: usize) {
        let rest = &self.text[start..];
        let mut end = rest.len();
        let mut chars = rest.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let next = chars.peek().map(|(_, next)| *next);
            let apostrophe = matches!(c, '\'' | '’') && next.is_some_and(char::is_alphabetic);
            if !c.is_alphanumeric() && !apostrophe {
                end = at;
                break;
            }
        }
        self.at = start + end;
        let word = &rest[..end];
        let bare = word
            .strip_suffix("'s")
            .or_else(|| word.strip_suffix("’s"))
            .unwrap_or(word);
        self.push(RawWordKind::Word, bare.replace(['\'', '’'], ""), start);
    }

    /// Scans a number at the cursor, with everything that belongs to it: `1½`, `1/2`, `2.5`, `3rd`.
    fn number(&mut self, start: usize, sign: &str) {
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let rest = &self.text[self.at..];
        let whole = digits(rest);
        let mut value = rest[..whole].to_owned();
        let mut taken = whole;
        let tail = &rest[whole..];
        if let Some((name, c)) = tail.chars().next().and_then(|c| Some((fraction(c)?, c))) {
            value = format!("{}{name}", if value.is_empty() { "0" } else { &value });
            taken += c.len_utf8();
        } else if let Some(half) = ["/2", "/3", "/4"]
            .iter()
            .position(|part| value == "1" && tail.starts_with(part) && digits(&tail[1..]) == 1)
        {
            value = ["0.5", "0.33", "0.25"][half].to_owned();
            taken += 2;
        } else if tail.starts_with('.') && digits(&tail[1..]) > 0 {
            let decimals = digits(&tail[1..]);
            value = rest[..whole + 1 + decimals]
                .trim_end_matches('0')
                .trim_end_matches('.')
                .to_owned();
            taken += 1 + decimals;
        } else if let Some(ordinal) = ["st", "nd", "rd", "th"].iter().find(|ending| {
            tail.get(..2)
                .is_some_and(|tail| tail.eq_ignore_ascii_case(ending))
        }) && !tail[2..].starts_with(char::is_alphanumeric)
        {
            value += ordinal;
            taken += 2;
        }
        self.at += taken;
        let shape = if sign.is_empty() {
            RawWordKind::Number
        } else {
            RawWordKind::Factor
        };
        self.push(shape, format!("{sign}{value}"), start);
    }

    /// Returns whether a sign at the cursor belongs to the number after it: `+1`, `deduct -2`, but
    /// not `2-3` or `C-in-C`.
    fn sign_stands_free(&self) -> bool {
        let mut rest = self.text[self.at..].chars().skip(1);
        let digit = rest
            .next()
            .is_some_and(|c| c.is_ascii_digit() || fraction(c).is_some());
        let before = self.text[..self.at].chars().next_back();
        digit && before.is_none_or(|c| !c.is_alphanumeric() && c != ')' && fraction(c).is_none())
    }

    /// Scans `(S)`, `(S/O)` or `(O, I)` at the cursor: a word for each letter. Returns false if it
    /// is something else.
    fn grades(&mut self) -> bool {
        let Some(end) = self.text[self.at..]
            .char_indices()
            .take(16)
            .find(|(_, c)| *c == ')')
            .map(|(end, _)| self.at + end)
        else {
            return false;
        };
        let inside = &self.text[self.at + 1..end];
        let mut letters = Vec::new();
        for part in inside
            .split(['/', ',', ' '])
            .filter(|part| !part.is_empty() && !matches!(*part, "or" | "and"))
        {
            match (part.chars().next(), part.len()) {
                (Some(c), 1) if c.is_ascii_alphabetic() => letters.push(c.to_ascii_lowercase()),
                _ => return false,
            }
        }
        let start = self.at;
        self.at = end + 1;
        for letter in &letters {
            self.push(RawWordKind::Grade, format!("({letter})"), start);
        }
        !letters.is_empty() || {
            self.at = start + 1;
            true
        }
    }
}

fn sign(c: char) -> Option<&'static str> {
    match c {
        '+' => Some("+"),
        '-' | '–' | '−' => Some("-"),
        _ => None,
    }
}

/// Returns the decimals of a character that is a fraction.
fn fraction(c: char) -> Option<&'static str> {
    match c {
        '½' => Some(".5"),
        '¼' => Some(".25"),
        '¾' => Some(".75"),
        '⅓' => Some(".33"),
        '⅔' => Some(".67"),
        _ => None,
    }
}
