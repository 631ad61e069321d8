//! Splits lines of scenario files, and phrases of their vocabulary, into tokens: words, numbers, quoted
//! texts, signs. Skips comments and the marks of Markdown.

use super::shared_words::shared_words;
use crate::text::Span;

/// A lexical token of a scenario, before its words get a meaning: a word, number, quoted text or
/// sign, and its bytes in the file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ScenarioToken {
    pub(super) kind: ScenarioTokenKind,
    /// The bytes of the token in the file.
    pub(super) span: Span,
}

impl ScenarioToken {
    /// Returns whether the token is a small word without a meaning of its own.
    pub(super) fn is_filler(&self) -> bool {
        self.word()
            .is_some_and(|word| shared_words().fillers.contains(word))
    }

    /// Returns whether the token is a number.
    pub(super) fn is_number(&self) -> bool {
        self.number().is_some()
    }

    /// Returns the number that the token is.
    pub(super) fn number(&self) -> Option<f64> {
        match self.kind {
            ScenarioTokenKind::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the word that the token is, in lower case.
    pub(super) fn word(&self) -> Option<&str> {
        match &self.kind {
            ScenarioTokenKind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Returns whether another token follows directly.
    pub(super) fn touches(&self, next: &Self) -> bool {
        self.span.end() == next.span.start()
    }

    /// Returns whether the token is a sign, a comma or a colon.
    pub(super) fn is_sign(&self, sign: char) -> bool {
        self.kind == ScenarioTokenKind::Sign(sign)
    }
}

/// The kind of a token in a scenario line: word, number, quoted text, sign, control character.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ScenarioTokenKind {
    /// Letters, in lower case. Letters in brackets include the brackets: `(s)`.
    Word(String),
    /// A number; `½` and `1/2` are numbers, too.
    Number(f64),
    /// The text in quotation marks.
    Quoted(String),
    /// `,`, `:`, `/`, `+`, `@`, `-`, or any other single sign.
    Sign(char),
    /// Digits other than ASCII, such as `８`, as ASCII digits. The number that they mean follows as
    /// a token of its own.
    NonAsciiDigits(String),
    /// A control character.
    Control(char),
}

/// Characters that are marks of Markdown or separate words, and make no token.
const IGNORED: &[char] = &[
    '*', '_', '`', '|', '.', ';', '[', ']', '{', '}', ')', '#', '>', '!', '\\', '•', '·', '–', '—',
];

/// Returns the tokens in `span`.
pub(super) fn tokenize(text: &str, span: Span) -> Vec<ScenarioToken> {
    let mut tokenizer = ScenarioTokenizer {
        text: &text[..span.end()],
        at: span.start(),
        out: Vec::new(),
    };
    while tokenizer.next_token() {}
    tokenizer.out
}

/// A cursor over the text of a scenario line, with the tokens so far.
struct ScenarioTokenizer<'t> {
    /// The text up to the end of the line.
    text: &'t str,
    at: usize,
    out: Vec<ScenarioToken>,
}

/// Returns the value of a fraction character.
fn fraction_value(c: char) -> Option<f64> {
    const FRACTIONS: [(char, f64); 5] = [
        ('½', 0.5),
        ('¼', 0.25),
        ('¾', 0.75),
        ('⅓', 1.0 / 3.0),
        ('⅔', 2.0 / 3.0),
    ];
    let own = FRACTIONS.iter().find(|(own, _)| *own == c);
    own.map(|(_, value)| *value)
}

/// Returns the ASCII digit for a full-width digit.
fn ascii_digit(c: char) -> Option<char> {
    let digit = u32::from(c).checked_sub(u32::from('０'))?;
    char::from_digit(digit, 10)
}

/// Returns the number of bytes at the front of `text` whose characters `is` holds for.
fn run_length(text: &str, is: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is(c)).unwrap_or(text.len())
}

impl<'t> ScenarioTokenizer<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Adds a token of some bytes at the front.
    fn push(&mut self, kind: ScenarioTokenKind, length: usize) {
        let span = Span::new(self.at, self.at + length);
        self.at = span.end();
        self.out.push(ScenarioToken { kind, span });
    }

    /// Scans a token, or skips what makes none; returns whether there was anything left.
    fn next_token(&mut self) -> bool {
        use ScenarioTokenKind::{Control, NonAsciiDigits, Number, Sign, Word};
        let rest = self.rest();
        let Some(c) = rest.chars().next() else {
            return false;
        };
        let is_behind_number = || {
            let last = self.out.last();
            last.is_some_and(|last| last.is_number() && last.span.end() == self.at)
        };
        match c {
            '<' if rest.starts_with("<!--") => {
                self.at += rest.find("-->").map_or(rest.len(), |end| end + 3);
            }
            '"' if is_behind_number() => self.push(Word("inch".to_owned()), 1),
            '"' | '“' | '”' => self.scan_quoted(c),
            '(' => self.scan_bracket(),
            '×' => self.push(Word("x".to_owned()), c.len_utf8()),
            c if c.is_ascii_digit() || fraction_value(c).is_some() => self.scan_number(),
            c if ascii_digit(c).is_some() => {
                let length = run_length(rest, |c| ascii_digit(c).is_some());
                let plain: String = rest[..length].chars().filter_map(ascii_digit).collect();
                let number = plain.parse().unwrap_or(f64::MAX);
                let start = self.at;
                self.push(NonAsciiDigits(plain), length);
                self.at = start;
                self.push(Number(number), length);
            }
            c if c.is_alphabetic() => {
                let length = run_length(rest, |c| c.is_alphabetic() || matches!(c, '\'' | '’'));
                self.push(Word(rest[..length].to_lowercase()), length);
            }
            c if c.is_whitespace() || IGNORED.contains(&c) => self.at += c.len_utf8(),
            c if c.is_control() => self.push(Control(c), c.len_utf8()),
            c => self.push(Sign(c), c.len_utf8()),
        }
        true
    }

    /// Scans a number: `27`, `6.5`, `1½`, `1/2`. Of other digits with a slash it makes a word: `2/83`.
    fn scan_number(&mut self) {
        let rest = self.rest();
        let mut length = run_length(rest, |c| c.is_ascii_digit());
        if let Some(decimals) = rest[length..].strip_prefix('.') {
            let decimals = run_length(decimals, |c| c.is_ascii_digit());
            length += if decimals > 0 { decimals + 1 } else { 0 };
        }
        let mut number: f64 = match length {
            0 => 0.0,
            _ => rest[..length].parse().unwrap_or(f64::MAX),
        };
        let behind = &rest[length..];
        if let Some((c, part)) = behind
            .chars()
            .next()
            .and_then(|c| Some((c, fraction_value(c)?)))
        {
            number += part;
            length += c.len_utf8();
        } else if let Some(below) = behind.strip_prefix('/')
            && below.starts_with(|c: char| c.is_ascii_digit())
        {
            let digits = run_length(below, |c| c.is_ascii_digit());
            let divisor: f64 = below[..digits].parse().unwrap_or(f64::MAX);
            length += 1 + digits;
            if number >= divisor || divisor > 4.0 {
                let word = rest[..length].to_owned();
                return self.push(ScenarioTokenKind::Word(word), length);
            }
            number /= divisor;
        }
        self.push(ScenarioTokenKind::Number(number), length);
    }

    /// Scans `(S)` as one word; skips any other opening bracket.
    fn scan_bracket(&mut self) {
        let rest = self.rest();
        let inner = rest[1..].trim_start();
        let length = run_length(inner, |c| c.is_alphabetic() || matches!(c, '/' | '-'));
        let closed = inner[length..].trim_start().strip_prefix(')');
        match closed.filter(|_| length > 0) {
            Some(behind) => {
                let word = format!("({})", inner[..length].to_lowercase());
                self.push(ScenarioTokenKind::Word(word), rest.len() - behind.len());
            }
            None => self.at += 1,
        }
    }

    fn scan_quoted(&mut self, open: char) {
        let rest = &self.rest()[open.len_utf8()..];
        // a sign that nothing closes quotes nothing
        let Some(length) = rest.find(['"', '“', '”']) else {
            self.at += open.len_utf8();
            return;
        };
        let close = rest[length..].chars().next().map_or(0, char::len_utf8);
        let kind = ScenarioTokenKind::Quoted(rest[..length].trim().to_owned());
        self.push(kind, open.len_utf8() + length + close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_into_words_and_numbers() {
        let render = |text: &str| {
            let tokens = tokenize(text, Span::new(0, text.len()));
            let kinds = tokens.iter().map(|token| format!("{:?}", token.kind));
            kinds.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            render("8x Irr Wb(S), 27AP"),
            r#"Number(8.0) Word("x") Word("irr") Word("wb") Word("(s)") Sign(',') Number(27.0) Word("ap")"#
        );
        assert_eq!(
            render("1½ 1/2 2/83 6.5."),
            r#"Number(1.5) Number(0.5) Word("2/83") Number(6.5)"#
        );
        assert_eq!(
            render("C-in-C: \"Brennus\""),
            r#"Word("c") Sign('-') Word("in") Sign('-') Word("c") Sign(':') Quoted("Brennus")"#
        );
        assert_eq!(
            render("6\", clear"),
            r#"Number(6.0) Word("inch") Sign(',') Word("clear")"#
        );
        assert_eq!(
            render("８ Cv (two words)"),
            r#"NonAsciiDigits("8") Number(8.0) Word("cv") Word("two") Word("words")"#
        );
    }
}
