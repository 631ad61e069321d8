//! Lexer: the cells of a row as numbers, phrases, words and signs, through the one table of phrases.

use super::{
    lexicon::{Class, Lexicon, Meaning, Role},
    rows::Row,
};
use crate::{
    scenario::{
        shared_words::shared_words,
        value::ScenarioValue,
        vocabulary::{KindIx, PropertyIx, ROOT},
    },
    text::{Span, leading_digits},
};

/// What a token is.
#[derive(Clone, Debug)]
pub(super) enum TokenKind {
    Number(f64),
    /// A phrase of the table with its meanings.
    Phrase(Vec<Meaning>),
    /// An unknown word, in lower case.
    Word,
    Sign(char),
}

/// A token of a row.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
    /// The place of its cell in the row.
    pub(super) cell: usize,
    /// How many brackets are open around it.
    pub(super) depth: u8,
    /// The role that its label or its column gives it.
    pub(super) label: Option<Role>,
    /// Whether the label is a unit or key next to it, and not only the column.
    pub(super) is_labelled_itself: bool,
    /// Whether no blank is in front of it.
    pub(super) is_glued: bool,
}

impl Token {
    pub(super) fn number(&self) -> Option<f64> {
        match &self.kind {
            TokenKind::Number(number) => Some(*number),
            TokenKind::Phrase(meanings) => meanings.iter().find_map(|own| match own {
                Meaning::Number(number) => Some(*number),
                _ => None,
            }),
            _ => None,
        }
    }

    pub(super) fn is_digits(&self) -> bool {
        matches!(self.kind, TokenKind::Number(_))
    }

    pub(super) fn is_sign(&self, signs: &str) -> bool {
        matches!(self.kind, TokenKind::Sign(sign) if signs.contains(sign))
    }

    pub(super) fn meanings(&self) -> &[Meaning] {
        match &self.kind {
            TokenKind::Phrase(meanings) => meanings,
            _ => &[],
        }
    }

    pub(super) fn is_class(&self, class: Class) -> bool {
        self.meanings()
            .iter()
            .any(|own| matches!(own, Meaning::Class(own) if *own == class))
    }

    /// Returns the value of a property of a kind of line.
    pub(super) fn value(&self, kind: KindIx, property: PropertyIx) -> Option<&ScenarioValue> {
        self.meanings().iter().find_map(|own| match own {
            Meaning::Value(of, own, value) if *of == kind && *own == property => Some(value),
            _ => None,
        })
    }

    /// Returns the unit that the phrase is for one of some kinds.
    pub(super) fn unit(&self, kinds: &[KindIx]) -> Option<Role> {
        self.meanings().iter().find_map(|own| match own {
            Meaning::Unit(of, role) if kinds.contains(of) => Some(*role),
            _ => None,
        })
    }

    pub(super) fn key(&self, kinds: &[KindIx]) -> Option<Role> {
        kinds.iter().find_map(|kind| {
            self.meanings().iter().find_map(|own| match own {
                Meaning::Key(of, role) if of == kind => Some(*role),
                _ => None,
            })
        })
    }

    /// Returns whether the phrase is a rank of some troops.
    pub(super) fn is_rank(&self, lexicon: &Lexicon<'_>) -> bool {
        lexicon.lines.iter().any(|kind| {
            let mut ranks = lexicon.vocabulary.kind(*kind).ranks.iter();
            ranks.any(|rank| self.value(*kind, *rank).is_some())
        })
    }

    /// Returns whether the row itself says that it is a cost or equivalents.
    pub(super) fn is_amount(&self) -> bool {
        let is_cost = |own: Role| matches!(own, Role::Amount | Role::Total | Role::Each | Role::Ee);
        self.is_labelled_itself && self.label.is_some_and(is_cost)
    }

    /// Returns whether it is a word of no phrase.
    pub(super) fn is_unknown(&self) -> bool {
        matches!(self.kind, TokenKind::Word)
    }

    pub(super) fn is_word(&self) -> bool {
        matches!(self.kind, TokenKind::Word | TokenKind::Phrase(_))
    }

    /// Returns whether the phrase is a number in words or a sign for times.
    pub(super) fn is_times(&self, text: &str) -> bool {
        matches!(self.span.of(text).trim_end(), "x" | "X")
    }
}

/// Returns the words of a text in lower case, with their bytes; digits are words of their own.
pub(super) fn raw_words(text: &str) -> Vec<(String, (usize, usize))> {
    let mut out = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if c.is_alphabetic() {
            let mut end = at + c.len_utf8();
            let mut word: String = c.to_lowercase().collect();
            // `4xKn`
            let is_times = word == "x" && text[..at].ends_with(|c: char| c.is_ascii_digit());
            while let Some(&(next, c)) = chars.peek() {
                let joins = c.is_alphabetic()
                    || matches!(c, '\'' | '’')
                        && text[next + c.len_utf8()..].starts_with(char::is_alphabetic);
                if !joins || is_times {
                    break;
                }
                word.extend(if c == '’' { '\'' } else { c }.to_lowercase());
                end = next + c.len_utf8();
                chars.next();
            }
            out.push((word, (at, end)));
        } else if c.is_ascii_digit() {
            let mut end = at + 1;
            while let Some(&(next, c)) = chars.peek() {
                if !c.is_ascii_digit() {
                    break;
                }
                end = next + 1;
                chars.next();
            }
            out.push((text[at..end].to_owned(), (at, end)));
        } else if "@=#%°§&+/:".contains(c) {
            out.push((c.to_string(), (at, at + c.len_utf8())));
        }
    }
    out
}

/// Returns the length of the number of an army list that a text begins with: `II/12a`.
fn list_number(text: &str) -> Option<usize> {
    let slash = text.bytes().take(4).position(|own| own == b'/')?;
    let (book, rest) = (&text[..slash], &text[slash + 1..]);
    let is_book = !book.is_empty() && book.chars().all(|c| "IVX".contains(c));
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let letter = rest[digits..].find(|c: char| !c.is_ascii_alphabetic());
    let letter = letter.unwrap_or(rest.len() - digits);
    (is_book && digits > 0 && letter < 2).then(|| book.len() + 1 + digits + letter)
}

/// Returns the length of the measure, price or time that a text begins with, which counts nothing of an army:
/// `57mm`, `4 cm`, `£12.50`, `19:30`.
fn measure(text: &str) -> Option<usize> {
    let measures = &shared_words().measures;
    let first = text.chars().next()?;
    let sign = match measures.contains(first.encode_utf8(&mut [0; 4])) {
        true => first.len_utf8(),
        false => 0,
    };
    let number = text[sign..].trim_start_matches(' ');
    let rest = number.trim_start_matches(|c: char| c.is_ascii_digit() || ".,".contains(c));
    if rest.len() == number.len() || sign > 0 {
        return (rest.len() < number.len()).then(|| text.len() - rest.len());
    }
    if let Some(minutes) = rest.strip_prefix(':')
        && leading_digits(number) <= 2
        && leading_digits(minutes) == 2
    {
        return Some(text.len() - minutes.len() + 2);
    }
    let unit = rest.strip_prefix(' ').unwrap_or(rest);
    let length = unit
        .find(|c: char| !c.is_alphabetic())
        .unwrap_or(unit.len());
    let length = length.max(unit.chars().next()?.len_utf8());
    // `4 Cm` are camels
    let is_measure = measures.contains(&unit[..length]);
    is_measure.then(|| text.len() - unit.len() + length)
}

/// Returns the number that a text begins with, and its length: `12`, `3.5`, `3,5`, `½`, `1½`.
fn number_at(text: &str) -> Option<(f64, usize)> {
    let fraction = |c: char| match c {
        '½' => Some(0.5),
        '¼' => Some(0.25),
        '¾' => Some(0.75),
        '⅓' => Some(1.0 / 3.0),
        '⅔' => Some(2.0 / 3.0),
        _ => None,
    };
    let digits = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    if digits == 0 {
        let c = text.chars().next()?;
        return fraction(c).map(|own| (own, c.len_utf8()));
    }
    let whole: f64 = text[..digits].parse().ok()?;
    let rest = &text[digits..];
    if let Some(c) = rest.chars().next()
        && let Some(own) = fraction(c)
    {
        return Some((whole + own, digits + c.len_utf8()));
    }
    if let Some(rest) = rest
        .strip_prefix(" 1/2")
        .or_else(|| rest.strip_prefix("-1/2"))
        && !rest.starts_with(|c: char| c.is_alphanumeric())
    {
        return Some((whole + 0.5, digits + 4));
    }
    let decimals = rest.strip_prefix(['.', ',']).map_or(0, |rest| {
        rest.find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len())
    });
    let is_comma = rest.starts_with(',');
    if (1..=if is_comma { 1 } else { 2 }).contains(&decimals) {
        let text = format!("{whole}.{}", &rest[1..=decimals]);
        // `3.1.2` is no number
        if !rest[1 + decimals..].starts_with('.')
            || !rest[2 + decimals..].starts_with(|c: char| c.is_ascii_digit())
        {
            return Some((text.parse().ok()?, digits + 1 + decimals));
        }
    }
    Some((whole, digits))
}

/// Returns whether the number that troops begin with counts them: some are of no known kind with their number,
/// `5Sp`, and none has another number in front of it, `3 x 4Sp`.
pub(super) fn counts_glued(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let words = raw_words(text);
    let is_number = |word: &str| word.chars().all(|c| c.is_ascii_digit()) || word == "x";
    let is_glued = |at: &usize| {
        let [(number, first), (letters, second)] = &words[*at..*at + 2] else {
            return false;
        };
        let mut meanings = lexicon.word(letters).into_iter();
        first.1 == second.0 && is_number(number) && meanings.any(|own| lexicon.is_type(&own))
    };
    let glued: Vec<usize> = (0..words.len().saturating_sub(1))
        .filter(is_glued)
        .collect();
    let is_known = |at: &usize| {
        let [number, letters] = [&words[*at].0, &words[*at + 1].0];
        let found = lexicon.longest(&[number, letters]);
        found.is_some_and(|(length, _)| length == 2)
            || !lexicon.word(&format!("{number}{letters}")).is_empty()
    };
    let is_multiplied = |at: &usize| {
        let before = at.checked_sub(1).map(|before| &words[before]);
        before.is_some_and(|(word, span)| {
            is_number(word) && !text[span.1..words[*at].1.0].contains('\n')
        })
    };
    !glued.iter().all(is_known) && !glued.iter().any(is_multiplied)
}

/// Returns the tokens of a row; with `counts_glued`, `4Bd` are four. `above` are those of the row above it, which ditto signs repeat.
pub(super) fn lex(
    text: &str,
    row: &Row,
    lexicon: &Lexicon<'_>,
    above: &[Token],
    counts_glued: bool,
) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::new();
    for (place, cell) in row.cells.iter().enumerate() {
        let own = cell.span.of(text);
        if is_ditto(own) {
            // who leads and how many are not repeated
            let is_repeated = |token: &&Token| token.cell == place && !token.is_rank(lexicon);
            out.extend(above.iter().filter(is_repeated).map(|token| Token {
                span: cell.span,
                ..token.clone()
            }));
            continue;
        }
        let from = out.len();
        if !cell.flag.is_empty() && is_yes(own) {
            out.push(Token {
                kind: TokenKind::Phrase(cell.flag.clone()),
                span: cell.span,
                cell: place,
                depth: 0,
                label: None,
                is_labelled_itself: false,
                is_glued: false,
            });
        } else {
            let words = raw_words(own);
            let mut lexer = CellLexer {
                own,
                first: cell.span.start(),
                cell: place,
                lexicon,
                counts_glued,
                words: words.iter().map(|(word, _)| word.as_str()).collect(),
                places: words.iter().map(|(_, place)| *place).collect(),
                at: 0,
                end: usize::MAX,
                depth: 0,
                out: &mut out,
            };
            while lexer.at < own.len() {
                lexer.next();
            }
        }
        for token in &mut out[from..] {
            token.label = cell.role;
        }
    }
    // `8 Wb a 5`, and not one of them
    for at in 1..out.len().saturating_sub(1) {
        let [before, own, next] = [&out[at - 1], &out[at], &out[at + 1]];
        let is_here = before.cell == own.cell && own.cell == next.cell;
        if own.is_class(Class::Each) && next.is_digits() && !before.is_digits() && is_here {
            out[at].kind = TokenKind::Phrase(vec![Meaning::Class(Class::Each)]);
        }
    }
    join_number_words(text, &mut out);
    answer_keys(text, &mut out, lexicon);
    Labels {
        text,
        lexicon,
        kinds: lexicon.kinds(),
    }
    .set(&mut out);
    out
}

/// Returns whether a cell marks its row, in a column for that: `yes`, `x`, `G`.
fn is_yes(cell: &str) -> bool {
    let own = cell.trim().to_lowercase();
    let is_none = shared_words().none.contains(&own) || own == "n" || own == "0";
    let is_sign = own.chars().count() == 1 && own != "-";
    !is_none && (is_sign || shared_words().yes.contains(&own))
}

/// Removes the answers behind keys of what is there or not, and the keys that are denied: `general: true`.
fn answer_keys(text: &str, tokens: &mut Vec<Token>, lexicon: &Lexicon<'_>) {
    let mut at = 0;
    while at + 1 < tokens.len() {
        let is_flag = |own: &Token| own.meanings().iter().any(|own| lexicon.is_flag(own));
        // `no general`
        if tokens[at].is_class(Class::None) && is_flag(&tokens[at + 1]) {
            tokens[at + 1].kind = TokenKind::Word;
        }
        if is_flag(&tokens[at]) && tokens[at + 1].is_sign(":=") && at + 2 < tokens.len() {
            let answer = tokens[at + 2].span.of(text).to_lowercase();
            // the only number of a row is its count: `Gun, large figure: 1`
            let numbers = tokens.iter().filter(|own| own.is_digits()).count();
            let is_count = tokens[at + 2].is_digits() && numbers == 1;
            if is_yes(&answer) && !is_count {
                tokens.drain(at + 1..at + 3);
            } else if shared_words().none.contains(&answer) {
                tokens.drain(at..at + 3);
                continue;
            }
        }
        at += 1;
    }
}

/// Joins tens and units of a number in words: `twenty-four`, `treinta y dos`.
fn join_number_words(text: &str, tokens: &mut Vec<Token>) {
    let in_words = |token: &Token| token.number().filter(|_| !token.is_digits());
    let mut at = 0;
    while at + 1 < tokens.len() {
        let tens = in_words(&tokens[at]).filter(|own| *own >= 20.0 && own % 10.0 == 0.0);
        let between = tokens[at + 1].span.of(text).to_lowercase();
        let gap = usize::from(
            tokens[at + 1].is_sign("-") || shared_words().number_joiners.contains(&between),
        );
        let unit = tokens
            .get(at + 1 + gap)
            .and_then(in_words)
            .filter(|own| *own < 10.0);
        if let (Some(tens), Some(unit)) = (tens, unit) {
            tokens[at].kind = TokenKind::Phrase(vec![Meaning::Number(tens + unit)]);
            tokens[at].span = tokens[at].span.join(tokens[at + 1 + gap].span);
            tokens.drain(at + 1..=at + 1 + gap);
        }
        at += 1;
    }
}

/// Reads the tokens of a cell.
struct CellLexer<'a> {
    own: &'a str,
    /// The first byte of the cell.
    first: usize,
    cell: usize,
    lexicon: &'a Lexicon<'a>,
    counts_glued: bool,
    words: Vec<&'a str>,
    /// The bytes of each word.
    places: Vec<(usize, usize)>,
    at: usize,
    /// The end of the last token.
    end: usize,
    depth: u8,
    out: &'a mut Vec<Token>,
}

impl CellLexer<'_> {
    /// Reads the next token, or skips a blank.
    fn next(&mut self) {
        let rest = &self.own[self.at..];
        let Some(c) = rest.chars().next() else { return };
        if c.is_whitespace() {
            self.at += c.len_utf8();
            return;
        }
        let is_start = !self.own[..self.at].ends_with(char::is_alphanumeric);
        let name = list_number(rest).or_else(|| measure(rest));
        if let Some(length) = name.filter(|_| is_start) {
            return self.push(TokenKind::Word, length);
        }
        let is_read = c.is_ascii_digit() && self.figure() || self.word() || self.number();
        if !is_read {
            self.sign(c);
        }
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        let from = self.first + self.at;
        self.out.push(Token {
            kind,
            span: Span::new(from, from + length),
            cell: self.cell,
            depth: self.depth,
            label: None,
            is_labelled_itself: false,
            is_glued: self.end == self.at,
        });
        self.at += length;
        self.end = self.at;
    }

    /// Reads troops whose name begins with a number: `4Bw`.
    fn figure(&mut self) -> bool {
        if self.counts_glued {
            return false;
        }
        let rest = &self.own[self.at..];
        let length = rest
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(rest.len());
        let lower = rest[..length].to_lowercase();
        let Some(letters) = lower.find(|c: char| !c.is_ascii_digit()) else {
            return false;
        };
        let found = self
            .lexicon
            .longest(&[&lower[..letters], &lower[letters..]]);
        let found = found.filter(|(length, _)| *length == 2).map(|(_, own)| own);
        let meanings = found.unwrap_or_else(|| self.lexicon.word(&lower));
        let is_type = |own: &Meaning| self.lexicon.is_type(own);
        // `3xCv` and `3x4Bd` are three
        let times = lower[letters..].strip_prefix('x');
        let times = times.map(|own| own.trim_start_matches(|c: char| c.is_ascii_digit()));
        if times.is_some_and(|own| self.lexicon.word(own).iter().any(is_type)) {
            return false;
        }
        if meanings.iter().any(|own| matches!(own, Meaning::Value(..))) {
            self.push(TokenKind::Phrase(meanings), length);
        } else if self.lexicon.has_figures
            && (self.lexicon.word(&lower[letters..]).iter().any(is_type)
                || self.lexicon.word(&lower[letters..]).is_empty() && lower[letters..].is_ascii())
        {
            // a kind of troops that there is not, and no number of others: `3Sp`, `5Lg`
            self.push(TokenKind::Word, length);
        } else {
            return false;
        }
        true
    }

    /// Reads a phrase of the table, glued abbreviations, or an unknown word.
    fn word(&mut self) -> bool {
        let here = self.places.binary_search_by_key(&self.at, |own| own.0);
        let Ok(here) = here else { return false };
        let words = &self.words[here..];
        let (first, (_, first_end)) = (words[0], self.places[here]);
        let is_number = first.starts_with(|c: char| c.is_ascii_digit());
        let behind = &self.own[first_end..];
        let glued = self.lexicon.glued(first);
        let found = self.lexicon.longest(words).filter(|(length, _)| {
            let between = &self.own[self.at..self.places[here + length - 1].1];
            // `4 Bw` are four, `4Bw` is a kind of them
            let is_count = *length == 2 && behind.starts_with(' ');
            !(between.contains([',', ';', '(', ')', '|', ':'])
                || is_number && (*length == 1 || is_count || self.counts_glued))
        });
        // without the signs between its words a shorter phrase may fit
        let exact = self.lexicon.word(first);
        let found = found.or_else(|| (!exact.is_empty()).then(|| (1, exact.clone())));
        let found = found.filter(|(length, _)| {
            let is_plural = behind.trim_start().starts_with('(');
            *length > 1
                || first.contains(char::is_alphanumeric)
                    && (!exact.is_empty() || is_plural || glued.is_none())
        });
        let from = self.at;
        if let Some((length, meanings)) = found {
            let last = self.places[here + length - 1].1;
            self.push(TokenKind::Phrase(meanings), last - from);
        } else if let Some(values) = glued {
            for value in values {
                self.at = from;
                self.push(TokenKind::Phrase(vec![value]), first_end - from);
            }
        } else if first.starts_with(char::is_alphabetic) {
            self.push(TokenKind::Word, first_end - from);
        } else {
            return false;
        }
        true
    }

    fn number(&mut self) -> bool {
        let rest = &self.own[self.at..];
        let Some((number, length)) = number_at(rest) else {
            return false;
        };
        // `1st command`: a number that orders is a word
        let behind = &rest[length..];
        let letters = behind
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(behind.len());
        let endings = &shared_words().ordinal_endings;
        if number.fract() == 0.0 && endings.contains_in_any_case(&behind[..letters]) {
            self.push(TokenKind::Word, length + letters);
        } else {
            self.push(TokenKind::Number(number), length);
        }
        true
    }

    fn sign(&mut self, c: char) {
        match c {
            '(' | '[' | '{' | '【' => {
                self.push(TokenKind::Sign('('), c.len_utf8());
                self.depth += 1;
            }
            ')' | ']' | '}' | '】' => {
                self.depth = self.depth.saturating_sub(1);
                self.push(TokenKind::Sign(')'), c.len_utf8());
            }
            '.' => {
                // the end of a sentence, and not that of an abbreviation
                let behind = &self.own[self.at + 1..];
                let is_last = behind.starts_with(' ') || behind.is_empty();
                if is_last && may_end(&self.own[..self.at]) {
                    self.push(TokenKind::Sign('.'), 1);
                } else {
                    self.at += 1;
                }
            }
            _ => self.push(TokenKind::Sign(c), c.len_utf8()),
        }
    }
}

/// Returns whether a full stop behind a text ends a sentence, and no abbreviation: `C-in-C.`, and not `Reg.`
pub(super) fn may_end(text: &str) -> bool {
    let word = text.trim_end_matches(|c: char| c.is_alphabetic() || c == '-');
    text.len() - word.len() > 3 || text.ends_with(|c: char| c == ')' || c.is_ascii_digit())
}

/// Gives numbers the roles that units behind them and keys in front of them say.
struct Labels<'a> {
    text: &'a str,
    lexicon: &'a Lexicon<'a>,
    /// The kinds of record whose units and keys count, those of lines first.
    kinds: Vec<KindIx>,
}

impl Labels<'_> {
    fn set(&self, tokens: &mut [Token]) {
        // what is behind the key of a note is no number of the list: `notes: each is 5 cheaper`
        let is_note = |own: &Meaning| matches!(own, Meaning::Column(_, Role::Name));
        let is_note = matches!(tokens, [first, sign, ..]
            if first.meanings().iter().any(is_note)
                && !shared_words().names.contains_in_any_case(first.span.of(self.text))
                && first.key(&self.kinds).is_none()
                && sign.is_sign(":"));
        for at in 0..tokens.len() {
            if tokens[at].number().is_none() {
                continue;
            }
            if is_note {
                tokens[at].label = Some(Role::Name);
                continue;
            }
            let found = self.no_amount(tokens, at).or_else(|| {
                let key = self.key_of_record(tokens, at);
                let unit = || self.unit(tokens, at);
                key.or_else(unit).or_else(|| self.key(tokens, at))
            });
            if found.is_some() {
                tokens[at].label = found;
                tokens[at].is_labelled_itself = true;
            } else if at > 0 && tokens[at - 1].is_sign("=") && tokens[at].label.is_none() {
                tokens[at].label = Some(Role::Total);
            }
        }
        // `Figures in command: 9`
        if let [first, .., last] = tokens
            && first.key(&self.lexicon.lines) == Some(Role::Elements)
            && last.is_digits()
            && tokens.iter().filter(|own| own.is_digits()).count() == 1
            && let Some(last) = tokens.last_mut()
        {
            last.label = Some(Role::Elements);
            last.is_labelled_itself = true;
        }
    }

    /// Numbers that name or allow something: `C2:`, `Command No. 1`, `Com 2: SG Cv(O)`, `(8-16)`.
    fn no_amount(&self, tokens: &[Token], at: usize) -> Option<Role> {
        let own = tokens[at].number().filter(|_| tokens[at].is_digits())?;
        let is_part = |token: &Token| {
            let mut meanings = token.meanings().iter();
            // `Total corps 1 : 122`
            let of_part = self.lexicon.part.and_then(|part| token.key(&[part]));
            meanings.any(|own| matches!(own, Meaning::Heading(Some(kind), _) if Some(*kind) == self.lexicon.part))
                || of_part == Some(Role::Total)
        };
        let is_counter = |token: &Token| {
            let mut meanings = token.meanings().iter();
            token.is_sign(".#°º")
                || meanings.any(|own| matches!(own, Meaning::Column(_, Role::Count)))
        };
        let before = tokens[..at].iter().rev();
        let counters = before.take_while(|own| is_counter(own)).count();
        let named = tokens[..at - counters].last();
        let says_nothing = |own: &Token| {
            let mut meanings = own.meanings().iter();
            own.is_word() && meanings.all(|own| matches!(own, Meaning::Class(_)))
        };
        // a word that says nothing of troops names a part if a leader is behind its number
        let is_led = tokens.get(at + 1).is_some_and(|own| own.is_sign(":"))
            && tokens[at + 1..].iter().any(|own| own.is_rank(self.lexicon));
        let is_named = named.is_some_and(|own| {
            is_led && says_nothing(own)
                || is_part(own) && (at <= 4 || counters > 0)
                || counters > 0 && own.is_rank(self.lexicon)
        });
        let ends = counters > 0
            || tokens[at].is_glued
            || tokens.get(at + 1).is_none_or(|next| {
                next.is_sign(":=)-,.|(\"'") || next.is_unknown() || next.cell != tokens[at].cell
            });
        let is_place = is_named && ends && own < 10.0 && own.fract() == 0.0;
        let is_range = |from: usize| {
            let [first, dash, last] = [from, from + 1, from + 2].map(|at| tokens.get(at));
            let is_glued = |own: Option<&Token>| own.is_some_and(|own| own.is_glued);
            let is_dash = dash.is_some_and(|own| own.is_sign("-"));
            let [first, number] =
                [first, last].map(|own| own.filter(|own| own.is_digits())?.number());
            is_dash && is_glued(dash) && is_glued(last) && first.is_some() && number > first
        };
        let is_range = is_range(at) || at > 1 && is_range(at - 2);
        (is_place || is_range).then_some(Role::Name)
    }

    /// `demoralised at 4 equivalents`: the key of a part or the army says more than the unit.
    fn key_of_record(&self, tokens: &[Token], at: usize) -> Option<Role> {
        let mut around = self.kinds.clone();
        around.retain(|own| !self.lexicon.lines.contains(own));
        let role = tokens[at.checked_sub(1)?].key(&around)?;
        matches!(role, Role::Other(_)).then_some(role)
    }

    /// Returns the role of a word as a key or the head of a column.
    fn column(token: &Token) -> Option<Role> {
        token.meanings().iter().find_map(|own| match own {
            Meaning::Column(_, role) if !matches!(role, Role::Name) => Some(*role),
            _ => None,
        })
    }

    fn unit(&self, tokens: &[Token], at: usize) -> Option<Role> {
        let signs = tokens[at + 1..].iter().take_while(|own| own.is_sign("-."));
        let next = at + 1 + signs.count();
        let token = tokens.get(next)?;
        let main = self.lexicon.lines[0];
        let marks = self.lexicon.marks(main);
        if (marks.first()).is_some_and(|own| token.value(main, *own).is_some()) {
            // `4 el` may be four elements or four elephants: with a grade behind it they are troops
            let is_grade = |next: &Token| {
                let grade = marks
                    .get(1)
                    .is_some_and(|own| next.value(main, *own).is_some());
                next.is_sign("(") || grade
            };
            if tokens.get(next + 1).is_some_and(is_grade) {
                return None;
            }
        }
        // `qty 4 cost 44`, `qty: 4, cost: 44`: what is behind a number with a key is the key of the next one
        let is_sign = |at: usize| tokens.get(at).is_some_and(|own| own.is_sign("=:"));
        let value = next + 1 + usize::from(is_sign(next + 1));
        let has_value = tokens.get(value).is_some_and(Token::is_digits);
        let front = at
            .checked_sub(1)
            .map(|own| own - usize::from(own > 0 && is_sign(own)));
        let has_key = front.is_some_and(|own| {
            let is_key = Self::column(&tokens[own]).is_some() && !tokens[own].is_times(self.text);
            // `= 175   EE 28`, `Units: 14   Core: 11`
            is_key
                || tokens[at - 1].is_sign("=")
                || tokens[at - 1].is_sign(":") && tokens[own].is_word()
        });
        let is_own = token.cell == tokens[at].cell || tokens[at].label.is_none() && !has_value;
        let role = token.unit(&self.kinds)?;
        (is_own && !(has_value && has_key)).then_some(role)
    }

    /// `ap: 26`, `@5`, `qty 4`
    fn key(&self, tokens: &[Token], at: usize) -> Option<Role> {
        let mut before = at;
        // the sign of a sum is none of a key, except in `ap=4`
        let is_joined = |at: usize| {
            !tokens[at].is_sign("=")
                || at > 0 && Self::column(&tokens[at - 1]) == Some(Role::Count)
                || at > 0
                    && tokens[at].is_glued
                    && tokens[at + 1].is_glued
                    && tokens[at - 1].is_word()
        };
        // `my break point is 9`
        let is_small = |own: &Token| own.is_sign("=:.-\"~≈#") || own.is_class(Class::Verb);
        while before > 0 && is_small(&tokens[before - 1]) && is_joined(before - 1) {
            before -= 1;
        }
        let is_direct = before == at;
        let key = &tokens[before.checked_sub(1)?];
        let is_each = matches!(key.meanings(), [Meaning::Class(Class::Each)]);
        if is_each || key.is_sign("@") {
            return Some(Role::Each);
        }
        if key.is_digits() || key.is_times(self.text) || is_direct && tokens[at].label.is_some() {
            return None;
        }
        let unit = key.unit(&self.kinds).is_some();
        // `4 each, 13`, not `4 each: 13`
        let is_key = tokens[before..at].iter().any(|own| own.is_sign(":="));
        if unit && !is_key && before >= 2 && tokens[before - 2].is_digits() {
            return None;
        }
        let limit = key.key(&[ROOT]).filter(|role| *role == Role::Limit);
        let of_line = key.key(&self.lexicon.lines);
        // `skirmishing units 8` is not the sum of the units
        let is_section = |own: &Meaning| matches!(own, Meaning::Heading(None, _));
        let is_word = |own: &Token| own.is_word() && !own.is_class(Class::Total);
        let is_part_of =
            key.meanings().iter().any(is_section) && before >= 2 && is_word(&tokens[before - 2]);
        let of_line = of_line.filter(|_| !is_part_of);
        let own = of_line.or(limit).or_else(|| key.key(&self.kinds));
        let column = Self::column(key);
        let column = column.filter(|_| (!is_direct || !unit) && own != Some(Role::Elements));
        column.or(own)
    }
}

/// Returns whether a cell repeats the one above it.
fn is_ditto(cell: &str) -> bool {
    let own = cell.trim().trim_matches(['-', '=']);
    !own.is_empty() && shared_words().dittos.contains_in_any_case(own)
}
