//! Splits lines of scenario files into tokens: words, numbers, quoted texts, signs. Skips HTML and
//! forum tags, comments and text that is struck through.

use super::shared_words::{WordList, shared_words};
use crate::{syntax::entity_char, text::Span};

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
        self.is_one_of(&shared_words().fillers)
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

    /// Returns the number that the token is, with its bytes.
    pub(super) fn spanned_number(&self) -> Option<(f64, Span)> {
        Some((self.number()?, self.span))
    }

    /// Returns the word that the token is, in lower case.
    pub(super) fn word(&self) -> Option<&str> {
        match &self.kind {
            ScenarioTokenKind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Returns whether the token is a word.
    pub(super) fn is_word(&self) -> bool {
        self.word().is_some()
    }

    /// Returns whether the token is one of the words.
    pub(super) fn is_one_of(&self, words: &WordList) -> bool {
        self.word().is_some_and(|word| words.contains(word))
    }

    /// Returns whether another token follows directly.
    pub(super) fn touches(&self, next: &Self) -> bool {
        self.span.end() == next.span.start()
    }

    /// Returns whether the token is the sign for times: `x`.
    pub(super) fn is_times(&self) -> bool {
        self.word() == Some("x")
    }

    /// Returns whether the token is one of some signs; a comma and a colon are signs, too.
    pub(super) fn is_sign(&self, signs: &str) -> bool {
        match self.kind {
            ScenarioTokenKind::Sign(sign) => signs.contains(sign),
            ScenarioTokenKind::Comma => signs.contains(','),
            ScenarioTokenKind::Colon => signs.contains(':'),
            _ => false,
        }
    }
}

/// Returns the bytes from the first of some tokens to the last one; `None` if there are none.
pub(super) fn span_of(tokens: &[ScenarioToken]) -> Option<Span> {
    Some(tokens.first()?.span.join(tokens.last()?.span))
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
    Comma,
    Colon,
    /// `/`, `+`, `@`, `-`, or any other single sign.
    Sign(char),
    /// Digits other than ASCII, such as `８`, as ASCII digits. The number that they mean follows as
    /// a token of its own.
    NonAsciiDigits(String),
    /// A control character.
    Control(char),
}

/// Characters that are markup or separators and make no token.
const IGNORED: &[char] = &[
    '*', '_', '`', '|', '.', ';', '~', '[', ']', '{', '}', '#', '>', '<', '!', '\\', '•', '·', '–',
    '—', '×', '│', '┃', '║',
];

/// Marks where a word may be broken; invisible otherwise, and left out of words.
const SOFT_HYPHEN: char = '\u{ad}';

/// Returns the tokens in `span`.
pub(super) fn tokenize(text: &str, span: Span) -> Vec<ScenarioToken> {
    let mut tokenizer = ScenarioTokenizer {
        text,
        at: span.start(),
        end: span.end(),
        out: Vec::new(),
    };
    while tokenizer.at < tokenizer.end {
        tokenizer.next_token();
    }
    read_years(text, &mut tokenizer.out);
    tokenizer.out
}

/// The least that parts of an army come to, which are added up in front of `=`.
const LEAST_SUM: f64 = 20.0;

/// The most characters of the words behind a year.
const MAX_ERA: usize = 8;

/// Makes words of the numbers that are years, as they count nothing: `280 BC`, `AD 9`, `216 a.C.`
fn read_years(text: &str, tokens: &mut [ScenarioToken]) {
    let is_era = |token: &ScenarioToken| {
        let written = token.span.of(text);
        let near: String = text[token.span.start()..].chars().take(MAX_ERA).collect();
        let near = near.to_lowercase();
        let mut eras = shared_words().eras.iter();
        ["BC", "AD", "BCE", "CE", "bc", "bce"].contains(&written)
            || eras.any(|era| near.starts_with(era.as_str()))
    };
    for at in 0..tokens.len() {
        if !tokens[at].is_number() {
            continue;
        }
        let is_next_to = (at > 0 && ["AD", "CE"].contains(&tokens[at - 1].span.of(text)))
            || tokens.get(at + 1).is_some_and(is_era);
        if is_next_to {
            tokens[at].kind = ScenarioTokenKind::Word(tokens[at].span.of(text).to_owned());
        }
    }
}

/// Returns the length of a tag or entity of HTML or of a forum that `text` begins with: `<b>`,
/// `&nbsp;`, `[/b]`, `[color=red]`, `[*]`.
pub(super) fn tag_length(text: &str) -> Option<usize> {
    const NAMES: &[&str] = &[
        "*", "b", "i", "u", "s", "list", "quote", "size", "color", "colour", "url", "img",
        "center", "font", "code", "spoiler", "table", "tr", "td", "th", "li", "ul", "ol", "p",
        "br", "hr", "div", "span", "strong", "em", "pre", "h1", "h2", "h3", "h4", "del", "strike",
        "ins", "small", "thead", "tbody", "tfoot", "body", "html", "head", "article", "section",
    ];
    // `&ndash;`, `&#8211;`
    if let Some(entity) = text.strip_prefix('&') {
        let length = entity.find(';').filter(|length| (2..=8).contains(length))?;
        let is_entity = entity[..length]
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '#');
        return is_entity.then_some(length + 2);
    }
    let (open, close) = match text.chars().next()? {
        '[' => ('[', ']'),
        '<' => ('<', '>'),
        _ => return None,
    };
    // no further than the next tag, so that a line of them is read once
    let (inner, behind) = text[1..].split_at(text[1..].find([open, close, '\n'])?);
    let name = inner
        .trim_start_matches('/')
        .split(['=', ' ', '/'])
        .next()?;
    let is_tag = behind.starts_with(close) && NAMES.contains(&name.to_ascii_lowercase().as_str());
    is_tag.then_some(inner.len() + 2)
}

/// What begins and ends text that is struck through, in Markdown, HTML and forums.
const STRUCK: &[(&str, &str)] = &[
    ("~~", "~~"),
    ("<s>", "</s>"),
    ("<del>", "</del>"),
    ("<strike>", "</strike>"),
    ("[s]", "[/s]"),
    ("[del]", "[/del]"),
    ("[strike]", "[/strike]"),
];

/// The longest text that is struck through, in bytes.
const MAX_STRUCK: usize = 300;

/// Returns the length of the text that is struck through at the front of `text`: `~~8 Kn~~`, and
/// `~8 Kn~` or `--8 Kn--` as chats and letters write it. `is_apart` says that a blank or nothing is in front of it.
pub(super) fn struck_length(text: &str, is_apart: bool) -> Option<usize> {
    let is_opened = text.starts_with(['~', '<', '[']) || is_apart && text.starts_with("--");
    if !is_opened {
        return None;
    }
    let near = &text[..text.floor_char_boundary(MAX_STRUCK)];
    let line = near.split('\n').next().unwrap_or_default();
    let whole = STRUCK.iter().find_map(|(open, close)| {
        let inner = line.strip_prefix(open)?;
        let end = inner.find(close)?;
        Some(open.len() + end + close.len())
    });
    whole.or_else(|| {
        ["~", "--"]
            .into_iter()
            .filter(|_| is_apart)
            .find_map(|sign| {
                let inner = line.strip_prefix(sign)?;
                let end = inner.find(sign).filter(|end| *end > 0)?;
                let (own, behind) = (&inner[..end], &inner[end + sign.len()..]);
                let is_edge = |c: char| c.is_whitespace() || sign.contains(c) || c == '>';
                let is_tight = !own.starts_with(is_edge) && !own.ends_with(is_edge);
                let next = behind.chars().next();
                let is_last = next.is_none_or(|c| !c.is_alphanumeric() && !sign.contains(c));
                (is_tight && is_last).then_some(end + 2 * sign.len())
            })
    })
}

/// Returns a name without what only decorates it: tags, stars, boxes, pictures.
pub(super) fn plain_name(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let is_apart = plain.chars().next_back().is_none_or(char::is_whitespace);
        let length = struck_length(rest, is_apart).or_else(|| tag_length(rest));
        let length = length.unwrap_or(0);
        if length == 0 {
            plain.push(c);
        }
        plain.extend(entity_char(&rest[..length]));
        rest = &rest[length.max(c.len_utf8())..];
    }
    let is_edge =
        |c: char| !c.is_alphanumeric() && !matches!(c, '(' | ')' | '[' | ']' | '"' | '\'');
    let name = plain.trim_matches(is_edge);
    // a bracket that opens nothing
    let name = name.strip_suffix(['(', '[']).unwrap_or(name);
    // the bold marks of MediaWiki
    name.replace("'''", "").trim().to_owned()
}

/// Returns the length of the signs at the front of `text` that stand apart and repeat the word above
/// them: `"`, `''`, `-"-`.
fn ditto_length(text: &str) -> Option<usize> {
    // signs, however long the word of a line without blanks is
    if text.starts_with(|c: char| c.is_alphanumeric() || c == '+') {
        return None;
    }
    let word = text.split(char::is_whitespace).next()?;
    let sign = word.trim_matches(['-', '=', '|']);
    let is_sign = !sign.is_empty() && !sign.contains(char::is_alphanumeric);
    (is_sign && shared_words().dittos.contains(sign)).then(|| {
        let end = word.trim_end_matches('|');
        end.len()
    })
}

/// A cursor over the text of a scenario line, with the tokens so far.
struct ScenarioTokenizer<'t> {
    text: &'t str,
    at: usize,
    end: usize,
    out: Vec<ScenarioToken>,
}

/// Returns the length of the date that `text` begins with: `3/2/2019`, `12.10.2024`, `2024-10-12`,
/// `10. 11. 2026`.
pub(super) fn date_length(text: &str) -> Option<usize> {
    /// More characters than a date has.
    const NEAR: usize = 16;
    let end = text
        .char_indices()
        .nth(NEAR)
        .map_or(text.len(), |(at, _)| at);
    let near = &text[..end];
    spaced_date_length(near).or_else(|| tight_date_length(near))
}

/// Returns the length of a date with blanks between its parts: `10. 11. 2026`.
fn spaced_date_length(text: &str) -> Option<usize> {
    let is_number = |part: &str| part.chars().all(|c| c.is_ascii_digit());
    let mut parts = text.splitn(3, ". ");
    let (day, month, rest) = (parts.next()?, parts.next()?, parts.next()?);
    let year = rest.get(..4)?;
    let is_whole = !rest[4..].starts_with(|c: char| c.is_alphanumeric());
    let is_short = |part: &str| (1..=2).contains(&part.len()) && is_number(part);
    let is_year = year.starts_with("19") || year.starts_with("20");
    let is_date = is_short(day) && is_short(month) && is_year && is_number(year) && is_whole;
    is_date.then_some(day.len() + month.len() + 2 * ". ".len() + year.len())
}

/// Returns the length of a date without blanks.
fn tight_date_length(text: &str) -> Option<usize> {
    let is_part = |c: char| c.is_ascii_digit() || "/.-".contains(c);
    let length = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let date = text[..length].trim_end_matches(['/', '.', '-']);
    let sign = date.chars().find(|c| !c.is_ascii_digit())?;
    let mut parts = date.split(sign).map(str::len);
    let is_date = matches!(
        (parts.next(), parts.next(), parts.next(), parts.next()),
        (Some(1 | 2), Some(1 | 2), Some(4), None) | (Some(4), Some(1 | 2), Some(1 | 2), None)
    );
    let digits = date.chars().filter(char::is_ascii_digit).count();
    (is_date && digits + 2 == date.len()).then_some(date.len())
}

/// Returns the length of the number of a row that belongs to no part, at the front of a text: `---/01`.
fn row_number_length(text: &str) -> Option<usize> {
    let dashes = text.find(|c: char| c != '-').filter(|length| *length > 1)?;
    let rest = text[dashes..].strip_prefix('/')?;
    let digits = rest.find(|c: char| !c.is_ascii_digit());
    let digits = digits.unwrap_or(rest.len());
    (digits > 0).then_some(dashes + 1 + digits)
}

/// Returns the value of a fraction character.
fn fraction_value(c: char) -> Option<f64> {
    match c {
        '½' => Some(0.5),
        '¼' => Some(0.25),
        '¾' => Some(0.75),
        '⅓' => Some(1.0 / 3.0),
        '⅔' => Some(2.0 / 3.0),
        _ => None,
    }
}

/// Returns the ASCII digit for a full-width digit.
fn ascii_digit(c: char) -> Option<char> {
    ('０'..='９')
        .contains(&c)
        .then(|| char::from_u32(c as u32 - '０' as u32 + '0' as u32))
        .flatten()
}

/// Returns the word that `text` begins with, without soft hyphens, and its length in bytes.
fn word_at(text: &str) -> (String, usize) {
    let mut word = String::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let garbled = garbled_char(&text[at..]);
        let (letter, length) = garbled.unwrap_or((c, c.len_utf8()));
        if !letter.is_alphabetic() && !matches!(letter, '\'' | '’' | SOFT_HYPHEN) {
            break;
        }
        word.extend(Some(letter).filter(|letter| *letter != SOFT_HYPHEN));
        at += length;
    }
    (word, at)
}

/// The characters of the bytes 0x80 to 0x9F in the encoding Windows-1252; blanks where it has none.
const WINDOWS_1252: &str = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/// Returns the character whose bytes in UTF-8 a program took for characters of Windows-1252, at the front of
/// `text`, and their length: `Ã©` is `é`.
fn garbled_char(text: &str) -> Option<(char, usize)> {
    if !text.starts_with(['Â', 'Ã', 'Ä', 'Å', 'â']) {
        return None;
    }
    let byte = |c: char| {
        let at = WINDOWS_1252.chars().position(|own| own == c && c != ' ');
        at.map_or_else(
            || u8::try_from(u32::from(c)).ok(),
            |at| u8::try_from(0x80 + at).ok(),
        )
    };
    let bytes: Vec<u8> = text.chars().take(3).map_while(byte).collect();
    (2..=bytes.len()).find_map(|length| {
        let c = std::str::from_utf8(&bytes[..length]).ok()?.chars().next()?;
        let all = text.chars().take(length).map(char::len_utf8).sum();
        Some((c, all))
    })
}

impl ScenarioTokenizer<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..self.end).unwrap_or_default()
    }

    /// Returns the length in bytes of the characters at the front for which `is` holds.
    fn run_length(&self, is: impl Fn(char) -> bool) -> usize {
        self.rest().find(|c| !is(c)).unwrap_or(self.end - self.at)
    }

    fn take(&mut self, length: usize) -> (Span, &str) {
        let span = Span::new(self.at, self.at + length);
        self.at = span.end();
        (span, span.of(self.text))
    }

    fn push(&mut self, kind: ScenarioTokenKind, span: Span) {
        self.out.push(ScenarioToken { kind, span });
    }

    fn next_token(&mut self) {
        let Some(c) = self.rest().chars().next() else {
            self.at = self.end;
            return;
        };
        let is_glued = self.text[..self.at].ends_with(char::is_alphanumeric);
        let is_apart = self.at == 0 || self.text[..self.at].ends_with(char::is_whitespace);
        // `k\u{336}n\u{336}` is struck through by a sign behind each letter
        let is_crossed_out = self.rest()[c.len_utf8()..].starts_with(['\u{335}', '\u{336}']);
        if let Some(length) = struck_length(self.rest(), is_apart) {
            self.at += length;
        } else if is_crossed_out {
            self.at += c.len_utf8() + '\u{336}'.len_utf8();
        } else if let Some(length) = tag_length(self.rest())
            .filter(|_| !is_glued || !self.rest()[1..].starts_with(char::is_alphabetic))
        {
            self.at += length;
        } else if self.rest().starts_with("<!--") {
            let length = self
                .rest()
                .find("-->")
                .map_or(self.end - self.at, |end| end + 3);
            self.at += length;
        } else if c.is_ascii_digit() || fraction_value(c).is_some() {
            self.scan_number();
        } else if ascii_digit(c).is_some() {
            let length = self.run_length(|c| ascii_digit(c).is_some());
            let (span, digits) = self.take(length);
            let plain: String = digits.chars().filter_map(ascii_digit).collect();
            let number = plain.parse().unwrap_or(f64::MAX);
            self.push(ScenarioTokenKind::NonAsciiDigits(plain), span);
            self.push(ScenarioTokenKind::Number(number), span);
        } else if let Some((sign, length)) =
            garbled_char(self.rest()).filter(|(sign, _)| !sign.is_alphabetic())
        {
            let (span, _) = self.take(length);
            if !IGNORED.contains(&sign) && !sign.is_whitespace() {
                self.push(ScenarioTokenKind::Sign(sign), span);
            }
        } else if c.is_alphabetic() {
            let (word, length) = word_at(self.rest());
            let (span, _) = self.take(length);
            self.push(ScenarioTokenKind::Word(word.to_lowercase()), span);
        } else if c == '(' {
            self.scan_bracket();
        } else if c == '"'
            && self
                .out
                .last()
                .is_some_and(|last| last.is_number() && last.span.end() == self.at)
        {
            let (span, _) = self.take(c.len_utf8());
            self.push(ScenarioTokenKind::Word("inch".into()), span);
        } else if let Some(length) = ditto_length(self.rest()).filter(|_| is_apart) {
            let (span, sign) = self.take(length);
            let sign = sign.trim_matches(['-', '=', '|']).to_owned();
            self.push(ScenarioTokenKind::Word(sign), span);
        } else if let Some(length) = row_number_length(self.rest()) {
            let (span, number) = self.take(length);
            let number = number.to_owned();
            self.push(ScenarioTokenKind::Word(number), span);
        } else if self.rest().starts_with("///") {
            // `6 knx 66, 10 lhf 40 /// 127`
            let (span, _) = self.take(self.run_length(|c| c == '/'));
            self.push(ScenarioTokenKind::Sign('='), span);
        } else if self.rest().starts_with("-> ") {
            // `4 Irr Ps(S) 12 -> 156 AP`
            let (span, _) = self.take(2);
            self.push(ScenarioTokenKind::Sign('='), span);
        } else if matches!(c, '"' | '“' | '”') {
            self.scan_quoted(c);
        } else if c.is_control() && !c.is_whitespace() {
            let (span, _) = self.take(c.len_utf8());
            self.push(ScenarioTokenKind::Control(c), span);
        } else {
            let (span, _) = self.take(c.len_utf8());
            match c {
                ',' => self.push(ScenarioTokenKind::Comma, span),
                ':' => self.push(ScenarioTokenKind::Colon, span),
                '×' => self.push(ScenarioTokenKind::Word("x".into()), span),
                '→' => self.push(ScenarioTokenKind::Sign('='), span),
                c if c.is_whitespace() || IGNORED.contains(&c) || c == ')' => {}
                c => self.push(ScenarioTokenKind::Sign(c), span),
            }
        }
    }

    /// Scans a number: `27`, `6.5`, `1½`, `1/2`. `2/83` is a word, and so is a date.
    fn scan_number(&mut self) {
        let start = self.at;
        if let Some(length) = date_length(self.rest()) {
            let (span, date) = self.take(length);
            let date = date.to_owned();
            return self.push(ScenarioTokenKind::Word(date), span);
        }
        let mut length = self.run_length(|c| c.is_ascii_digit());
        let decimals = self.rest()[length..].strip_prefix('.').map(|rest| {
            rest.find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len())
        });
        if let Some(decimals) = decimals.filter(|&decimals| decimals > 0 && length > 0) {
            length += 1 + decimals;
        }
        let (span, digits) = self.take(length);
        let digits = digits.to_owned();
        let mut number: f64 = if digits.is_empty() {
            0.0
        } else {
            digits.parse().unwrap_or(f64::MAX)
        };
        if let Some(part) = self.rest().chars().next().and_then(fraction_value) {
            number += part;
            self.at += self.rest().chars().next().map_or(0, char::len_utf8);
        } else if let Some((part, length)) = self.fraction_apart(number.fract() == 0.0) {
            number += part;
            self.at += length;
        } else if let Some(below) = self
            .rest()
            .strip_prefix('/')
            .filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        {
            let digits = below
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(below.len());
            let divisor: f64 = below[..digits].parse().unwrap_or(f64::MAX);
            let whole = Span::new(span.start(), self.at + 1 + digits);
            // `001/02` is the number of a row
            let is_padded = |digits: &str| digits.len() > 1 && digits.starts_with('0');
            let is_row = is_padded(span.of(self.text)) || is_padded(&below[..digits]);
            if number < divisor && divisor <= 4.0 && !is_row {
                self.at = whole.end();
                number /= divisor;
            } else {
                self.at = whole.end();
                let word = whole.of(self.text).to_owned();
                return self.push(ScenarioTokenKind::Word(word), whole);
            }
        }
        // `5+3`: the front and the rear of a double base
        if let Some(rest) = self.rest().strip_prefix('+') {
            let length = rest.len()
                - rest
                    .trim_start_matches(|c: char| c.is_ascii_digit() || c == '+')
                    .len();
            let terms: Option<Vec<f64>> = rest[..length]
                .split('+')
                .map(|term| term.parse().ok())
                .collect();
            let more: f64 = terms.iter().flatten().sum();
            // `122+108+120=350` adds up parts
            let is_sum = number + more >= LEAST_SUM && rest[length..].starts_with('=');
            if terms.is_some() && !is_sum {
                number += more;
                self.at += 1 + length;
            }
        }
        self.push(ScenarioTokenKind::Number(number), Span::new(start, self.at));
    }

    /// Returns the fraction behind a whole number and one blank, and its length with the blank: `3 ½`,
    /// `3 1/2`.
    fn fraction_apart(&self, is_whole: bool) -> Option<(f64, usize)> {
        const FRACTIONS: [(&str, f64); 3] = [("1/2", 0.5), ("1/4", 0.25), ("3/4", 0.75)];
        let rest = self.rest();
        let blank = rest.chars().next().filter(|c| matches!(c, ' ' | '\u{a0}'));
        let behind = &rest[blank.filter(|_| is_whole)?.len_utf8()..];
        let sign = behind.chars().next()?;
        let (part, length) = match fraction_value(sign) {
            Some(part) => (part, sign.len_utf8()),
            None => {
                let own = FRACTIONS.iter().find(|(own, _)| behind.starts_with(own))?;
                (own.1, own.0.len())
            }
        };
        let is_end = !behind[length..].starts_with(|c: char| c.is_alphanumeric() || c == '/');
        is_end.then_some((part, rest.len() - behind.len() + length))
    }

    /// Scans `(S)` as one word; skips any other opening bracket.
    fn scan_bracket(&mut self) {
        let rest = &self.rest()[1..];
        let inner = rest.trim_start();
        let length = inner
            .find(|c: char| !c.is_alphanumeric() && !matches!(c, '/' | '-'))
            .unwrap_or(inner.len());
        let closed = inner[length..].trim_start().strip_prefix(')');
        // `(4AP)` and `(x4)` are numbers in brackets; `Kn(0)` is a scanned `Kn(O)`
        let is_scanned_o =
            &inner[..length] == "0" && self.text[..self.at].ends_with(char::is_alphabetic);
        let has_digit = inner[..length].contains(|c: char| c.is_ascii_digit()) && !is_scanned_o;
        match closed.filter(|_| length > 0 && !has_digit) {
            Some(behind) => {
                let word = match is_scanned_o {
                    true => "(o)".to_owned(),
                    false => format!("({})", inner[..length].to_lowercase()),
                };
                let (span, _) = self.take(1 + rest.len() - behind.len());
                self.push(ScenarioTokenKind::Word(word), span);
            }
            None => self.at += 1,
        }
    }

    fn scan_quoted(&mut self, open: char) {
        let inside = self.at + open.len_utf8();
        let rest = self.text.get(inside..self.end).unwrap_or_default();
        // a sign that nothing closes quotes nothing
        let Some(length) = rest.find(['"', '“', '”']) else {
            self.at = inside;
            return;
        };
        let content = rest[..length].trim().to_owned();
        let close = rest[length..].chars().next().map_or(0, char::len_utf8);
        let span = Span::new(self.at, inside + length + close);
        self.at = span.end();
        self.push(ScenarioTokenKind::Quoted(content), span);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_into_words_and_numbers() {
        let render = |text: &str| {
            let tokens = tokenize(text, Span::new(0, text.len()));
            tokens
                .iter()
                .map(|token| format!("{:?}", token.kind))
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(
            render("8x Irr Wb(S), 27AP"),
            r#"Number(8.0) Word("x") Word("irr") Word("wb") Word("(s)") Comma Number(27.0) Word("ap")"#
        );
        assert_eq!(
            render("1½ 1/2 2/83 6.5."),
            r#"Number(1.5) Number(0.5) Word("2/83") Number(6.5)"#
        );
        assert_eq!(
            render("C-in-C: \"Brennus\""),
            r#"Word("c") Sign('-') Word("in") Sign('-') Word("c") Colon Quoted("Brennus")"#
        );
        assert_eq!(
            render("6\", clear"),
            r#"Number(6.0) Word("inch") Comma Word("clear")"#
        );
        assert_eq!(
            render("８ Cv (two words)"),
            r#"NonAsciiDigits("8") Number(8.0) Word("cv") Word("two") Word("words")"#
        );
    }
}
