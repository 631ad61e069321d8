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
    text::Span,
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
    pub(super) fn unit(&self, kinds: &[KindIx]) -> Option<(PropertyIx, Role)> {
        self.meanings().iter().find_map(|own| match own {
            Meaning::Unit(of, property, role) if kinds.contains(of) => Some((*property, *role)),
            _ => None,
        })
    }

    pub(super) fn key(&self, kinds: &[KindIx]) -> Option<(PropertyIx, Role)> {
        kinds.iter().find_map(|kind| {
            self.meanings().iter().find_map(|own| match own {
                Meaning::Key(of, property, role) if of == kind => Some((*property, *role)),
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
            while let Some(&(next, c)) = chars.peek() {
                let joins = c.is_alphabetic()
                    || matches!(c, '\'' | '’')
                        && text[next + c.len_utf8()..].starts_with(char::is_alphabetic);
                if !joins {
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

/// Returns the number that a text begins with, and its length: `12`, `3.5`, `3,5`, `½`, `1½`.
fn number_at(text: &str) -> Option<(f64, usize)> {
    let fraction = |c: char| match c {
        '½' => Some(0.5),
        '¼' => Some(0.25),
        '¾' => Some(0.75),
        _ => None,
    };
    let digits = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    if digits == 0 {
        let c = text.chars().next()?;
        let wide = u32::from(c).wrapping_sub(u32::from('０'));
        if wide < 10 {
            let own: String = text
                .chars()
                .map_while(|c| {
                    char::from_digit(u32::from(c).wrapping_sub(u32::from('０')).min(99), 10)
                })
                .collect();
            return Some((own.parse().ok()?, own.len() * c.len_utf8()));
        }
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

/// Returns the number of a scan that took a 1 for an l, or a 0 for an O: `l6`, `1O`.
fn scanned_number(text: &str) -> Option<(f64, usize)> {
    let end = text
        .find(|c: char| !c.is_alphanumeric())
        .unwrap_or(text.len());
    let own = text.get(..end).filter(|own| (2..=3).contains(&own.len()))?;
    let digits: String = own
        .chars()
        .map(|c| match c {
            'l' => '1',
            'O' => '0',
            c => c,
        })
        .collect();
    let is_scan =
        own.chars().any(|c| c.is_ascii_digit()) && own.chars().any(|c| !c.is_ascii_digit());
    let rest = &text[end..];
    (is_scan && digits.chars().all(|c| c.is_ascii_digit()) && !rest.starts_with('('))
        .then(|| (digits.parse().unwrap_or_default(), end))
}

/// Returns whether the number that troops begin with counts them: some are of no known kind with their number,
/// `5Sp`, and none has another number next to it, `3 x 4Sp`.
pub(super) fn counts_glued(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|own| !own.is_empty())
        .collect();
    let is_type = |own: &Meaning| lexicon.is_type(own);
    let is_number = |at: Option<usize>| {
        let own = at.and_then(|at| words.get(at)).copied().unwrap_or("-");
        let own = own.trim_end_matches('x');
        own.chars().all(|c| c.is_ascii_digit())
    };
    let mut is_count = false;
    for (at, word) in words.iter().enumerate() {
        let lower = word.to_lowercase();
        let (number, letters) = lower.split_at(
            lower
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(lower.len()),
        );
        if number.is_empty() || !lexicon.word(letters).iter().any(is_type) {
            continue;
        }
        if is_number(at.checked_sub(1)) || is_number(Some(at + 1)) {
            return false;
        }
        let joined = lexicon.longest(&[number, letters]);
        is_count |= lexicon.word(&lower).is_empty() && joined.is_none_or(|(own, _)| own < 2);
    }
    is_count
}

/// Returns the tokens of a row; `above` are those of the row above it, which ditto signs repeat.
/// With `counts_glued`, `4Bd` are four, else it is a kind of them.
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
            let repeated = above
                .iter()
                .filter(|token| token.cell == place && !token.is_rank(lexicon));
            out.extend(repeated.map(|token| Token {
                span: cell.span,
                ..token.clone()
            }));
            continue;
        }
        let from = out.len();
        lex_cell(text, cell.span, place, lexicon, counts_glued, &mut out);
        for token in &mut out[from..] {
            token.label = cell.role;
        }
    }
    join_number_words(&mut out);
    label_numbers(text, &mut out, lexicon);
    out
}

/// Joins tens and units of a number in words: `twenty-four`, `treinta y dos`.
fn join_number_words(tokens: &mut Vec<Token>) {
    let in_words = |token: &Token| token.number().filter(|_| !token.is_digits());
    let mut at = 0;
    while at + 1 < tokens.len() {
        let tens = in_words(&tokens[at]).filter(|own| *own >= 20.0 && own % 10.0 == 0.0);
        let gap =
            usize::from(tokens[at + 1].is_sign("-") || shared_words().number_joiners.contains(""));
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

fn lex_cell(
    text: &str,
    span: Span,
    cell: usize,
    lexicon: &Lexicon<'_>,
    counts_glued: bool,
    out: &mut Vec<Token>,
) {
    let own = span.of(text);
    let words = raw_words(own);
    let lower: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
    let mut depth = 0u8;
    let mut at = 0;
    let mut end = usize::MAX;
    let mut word = 0;
    while at < own.len() {
        while word < words.len() && words[word].1.0 < at {
            word += 1;
        }
        let rest = &own[at..];
        let Some(c) = rest.chars().next() else { break };
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let is_glued = end == at;
        let mut push = |kind: TokenKind, length: usize, depth: u8| {
            out.push(Token {
                kind,
                span: Span::new(span.start() + at, span.start() + at + length),
                cell,
                depth,
                label: None,
                is_labelled_itself: false,
                is_glued,
            });
        };
        let is_here = word < words.len()
            && words[word].1.0 == at
            && !(c == 'l' && scanned_number(rest).is_some());
        if c == 'l'
            && let Some((number, length)) = scanned_number(rest)
        {
            push(TokenKind::Number(number), length, depth);
            at += length;
            end = at;
            continue;
        }
        // troops whose name begins with a number: `4Bw`
        let glued = rest
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(rest.len());
        if c.is_ascii_digit()
            && !counts_glued
            && let Some(letters) = rest[..glued].find(|c: char| !c.is_ascii_digit())
        {
            let lower = rest[..glued].to_lowercase();
            let found = lexicon.longest(&[&lower[..letters], &lower[letters..]]);
            let split = found.filter(|(length, _)| *length == 2).map(|(_, own)| own);
            let meanings = split.unwrap_or_else(|| lexicon.word(&lower));
            if meanings.iter().any(|own| matches!(own, Meaning::Value(..))) {
                push(TokenKind::Phrase(meanings), glued, depth);
                at += glued;
                end = at;
                continue;
            }
            // a kind of troops that there is not, and no number of others: `3Sp`
            let is_type = |own: &Meaning| lexicon.is_type(own);
            if lexicon.has_figures && lexicon.word(&lower[letters..]).iter().any(is_type) {
                push(TokenKind::Word, glued, depth);
                at += glued;
                end = at;
                continue;
            }
        }
        // a phrase of several words may begin with a number: `2nd in command`
        if is_here {
            let found = lexicon
                .longest(&lower[word..])
                .filter(|(length, _)| {
                    let last = words[word + length - 1].1;
                    let between = &own[at..last.1];
                    let is_number = words[word].0.starts_with(|c: char| c.is_ascii_digit());
                    // `4 Bw` are four, `4Bw` is a kind of them
                    let is_count = *length == 2 && own[words[word].1.1..].starts_with(' ');
                    !(between.contains([',', ';', '(', ')', '|', ':'])
                        || is_number && (*length == 1 || is_count || counts_glued))
                })
                .or_else(|| {
                    // without the signs between its words a shorter phrase may fit
                    let meanings = lexicon.word(&words[word].0);
                    (!meanings.is_empty()).then_some((1, meanings))
                });
            let is_exact = !lexicon.word(&words[word].0).is_empty();
            let is_plural = own[words[word].1.1..].starts_with(['(', ' '])
                && own[words[word].1.1..].trim_start().starts_with('(');
            let found = found.filter(|(length, _)| {
                *length > 1 || is_exact || is_plural || lexicon.glued(&words[word].0).is_none()
            });
            let is_sign = |own: &str| !own.contains(char::is_alphanumeric);
            let found = found.filter(|(length, _)| *length > 1 || !is_sign(&words[word].0));
            if let Some((length, meanings)) = found {
                let last = words[word + length - 1].1.1;
                push(TokenKind::Phrase(meanings), last - at, depth);
                at = last;
                end = at;
                continue;
            }
            if c.is_alphabetic() {
                let (from, to) = words[word].1;
                // `ircv` and a letter in brackets, `kn` and a letter
                let times = words[word].0.strip_prefix('x').filter(|rest| {
                    at > 0 && own[..at].ends_with(|c: char| c.is_ascii_digit()) && !rest.is_empty()
                });
                let behind = times.and_then(|rest| {
                    lexicon
                        .glued(rest)
                        .or_else(|| Some(lexicon.word(rest)).filter(|own| !own.is_empty()))
                });
                if let (Some(rest), Some(_)) = (times, &behind) {
                    push(TokenKind::Phrase(lexicon.word("x")), 1, depth);
                    at += 1;
                    let glued = lexicon.glued(rest);
                    let mut push = |kind: TokenKind| {
                        out.push(Token {
                            kind,
                            span: Span::new(span.start() + at, span.start() + to),
                            cell,
                            depth,
                            label: None,
                            is_labelled_itself: false,
                            is_glued: true,
                        })
                    };
                    match glued {
                        Some(values) => values
                            .into_iter()
                            .for_each(|value| push(TokenKind::Phrase(vec![value]))),
                        None => push(TokenKind::Phrase(lexicon.word(rest))),
                    }
                } else if let Some(values) = lexicon.glued(&words[word].0) {
                    let length = to - from;
                    for value in values {
                        push(TokenKind::Phrase(vec![value]), length, depth);
                    }
                } else {
                    push(TokenKind::Word, to - from, depth);
                }
                at = to;
                end = at;
                continue;
            }
        }
        if let Some((number, length)) = scanned_number(rest)
            .filter(|_| c.is_ascii_digit())
            .or_else(|| number_at(rest))
        {
            // `1st command`: a number that orders is a word
            let behind = &rest[length..];
            let letters = behind
                .find(|c: char| !c.is_alphanumeric())
                .unwrap_or(behind.len());
            let ending = &behind[..letters];
            if number.fract() == 0.0 && shared_words().ordinal_endings.contains_in_any_case(ending)
            {
                push(TokenKind::Word, length + letters, depth);
                at += length + letters;
            } else {
                push(TokenKind::Number(number), length, depth);
                at += length;
            }
            end = at;
            continue;
        }
        match c {
            '(' | '[' | '{' | '【' | '（' => {
                push(TokenKind::Sign('('), c.len_utf8(), depth);
                depth += 1;
            }
            ')' | ']' | '}' | '】' | '）' => {
                depth = depth.saturating_sub(1);
                push(TokenKind::Sign(')'), c.len_utf8(), depth);
            }
            '.' => {
                // the end of a sentence, and not that of an abbreviation
                let before = own[..at].trim_end_matches(char::is_alphabetic).len();
                let is_end = at - before > 3
                    || own[..at].ends_with([')', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
                let behind = rest[1..].trim_start();
                if is_end && (rest[1..].starts_with(' ') || behind.is_empty()) {
                    push(TokenKind::Sign('.'), 1, depth);
                }
            }
            _ => push(TokenKind::Sign(c), c.len_utf8(), depth),
        }
        at += c.len_utf8();
        if !matches!(c, '.') {
            end = at;
        }
    }
}

/// Gives numbers the labels of the units behind them and of the keys in front of them.
fn label_numbers(text: &str, tokens: &mut [Token], lexicon: &Lexicon<'_>) {
    let mut kinds = lexicon.lines.clone();
    kinds.extend(lexicon.part);
    kinds.push(lexicon.side);
    kinds.push(ROOT);
    let lines = lexicon.lines.clone();
    let is_rank = |token: &Token| token.is_rank(lexicon);
    for at in 0..tokens.len() {
        if tokens[at].number().is_none() {
            continue;
        }
        // the number of a part: `C2:`, `Command 3 -`
        let part = |token: &Token| {
            token.meanings().iter().any(
                |own| matches!(own, Meaning::Heading(Some(kind), _) if Some(*kind) == lexicon.part),
            )
        };
        // `Command No. 1`
        let is_counter = |token: &Token| {
            let mut meanings = token.meanings().iter();
            token.is_sign(".#°º")
                || meanings.any(|own| matches!(own, Meaning::Column(_, Role::Count)))
        };
        let counters = tokens[..at]
            .iter()
            .rev()
            .take_while(|own| is_counter(own))
            .count();
        let is_part = tokens[at].is_digits()
            && (at <= 4 || counters > 0)
            && tokens[..at - counters]
                .last()
                .is_some_and(|own| part(own) || counters > 0 && is_rank(own))
            && tokens[at]
                .number()
                .is_some_and(|own| own < 10.0 && own.fract() == 0.0);
        let ends = counters > 0
            || tokens[at].is_glued
            || tokens
                .get(at + 1)
                .is_none_or(|next| next.is_sign(":=)-,.|(\"'") || next.cell != tokens[at].cell);
        if is_part && ends {
            tokens[at].label = Some(Role::Name);
            tokens[at].is_labelled_itself = true;
            continue;
        }
        // what the army list allows: `(8-16)`, `0-8`
        let is_range = |from: usize| {
            let other = tokens
                .get(from + 2)
                .filter(|own| own.is_digits() && own.is_glued);
            let is_joined = tokens[from + 1..]
                .first()
                .is_some_and(|own| own.is_sign("-") && own.is_glued);
            is_joined && other.and_then(Token::number) > tokens[from].number()
        };
        if tokens[at].is_digits()
            && (is_range(at) || at > 1 && tokens[at - 2].is_digits() && is_range(at - 2))
        {
            tokens[at].label = Some(Role::Name);
            tokens[at].is_labelled_itself = true;
            continue;
        }
        let skip = |mut next: usize| {
            while tokens.get(next).is_some_and(|token| token.is_sign("-.")) {
                next += 1;
            }
            next
        };
        // `demoralised at 4 equivalents`: the key says more than the unit
        let around: Vec<KindIx> = kinds
            .iter()
            .copied()
            .filter(|own| !lines.contains(own))
            .collect();
        let key = at
            .checked_sub(1)
            .and_then(|before| tokens[before].key(&around));
        if let Some((_, role @ Role::Other(_))) = key {
            tokens[at].label = Some(role);
            tokens[at].is_labelled_itself = true;
            continue;
        }
        let next = skip(at + 1);
        let is_unit = |at: usize| {
            let token = tokens.get(at)?;
            if token.value(lines[0], lexicon.marks(lines[0])[0]).is_some() {
                // `4 el` may be four elements or four elephants: with a grade behind it they are troops
                let graded = tokens.get(at + 1).is_some_and(|next| next.is_sign("("))
                    || tokens.get(at + 1).is_some_and(|next| {
                        lexicon
                            .marks(lines[0])
                            .get(1)
                            .is_some_and(|grade| next.value(lines[0], *grade).is_some())
                    });
                if graded {
                    return None;
                }
            }
            token.unit(&kinds)
        };
        let is_key = tokens.get(next + 1).is_some_and(|sign| sign.is_sign("=:"))
            && tokens
                .get(next + 2)
                .is_some_and(|own| own.number().is_some())
            && tokens[next + 1].is_glued
            && tokens[..at].last().is_some_and(|own| own.is_sign("=:"));
        // `qty 4 cost 44 ee 4`: what is behind a number with a key is the key of the next one
        let has_key = |token: &Token| {
            let mut meanings = token.meanings().iter();
            meanings
                .any(|own| matches!(own, Meaning::Column(_, role) if !matches!(role, Role::Name)))
        };
        let is_key = is_key
            || at > 0
                && has_key(&tokens[at - 1])
                && !tokens[at - 1].is_times(text)
                && tokens.get(next + 1).is_some_and(Token::is_digits);
        let unit = is_unit(next)
            .filter(|_| !is_key)
            .filter(|_| tokens[next].cell == tokens[at].cell || tokens[at].label.is_none());
        if let Some((_, role)) = unit {
            tokens[at].label = Some(role);
            tokens[at].is_labelled_itself = true;
            continue;
        }
        // keys in front: `ap: 26`, `@5`, `qty 4`
        let mut before = at;
        let is_glued_key = |at: usize| {
            at > 1
                && tokens[at - 1].is_sign("=")
                && tokens[at - 1].is_glued
                && tokens[at - 2].is_word()
                && tokens[at].is_glued
        };
        while before > 0
            && tokens[before - 1].is_sign("=:.-\"~≈#")
            && (!tokens[before - 1].is_sign("=") || is_glued_key(before))
        {
            before -= 1;
        }
        let direct = before == at;
        if before == 0 {
            continue;
        }
        let key = &tokens[before - 1];
        if key.is_digits() || key.is_times(text) {
            continue;
        }
        let column = key.meanings().iter().find_map(|own| match own {
            Meaning::Column(_, role) if !matches!(role, Role::Name) => Some(*role),
            _ => None,
        });
        let limit = || key.key(&[ROOT]).filter(|(_, role)| *role == Role::Limit);
        let own_key = key.key(&lines).or_else(limit).or_else(|| key.key(&kinds));
        let role = match (column, own_key) {
            (Some(role), _) if !direct || key.unit(&kinds).is_none() => Some(role),
            (_, Some((_, role))) => Some(role),
            (column, None) if !direct => column,
            _ => None,
        };
        // `4 each, 13`, not `4 each: 13`
        let is_key = tokens[before..at].iter().any(|own| own.is_sign(":="));
        let is_after_number =
            !is_key && before >= 2 && tokens[before - 2].is_digits() && key.unit(&kinds).is_some();
        if let Some(role) = role.filter(|_| !is_after_number)
            && (tokens[at].label.is_none() || !direct)
        {
            tokens[at].label = Some(role);
            tokens[at].is_labelled_itself = true;
        } else if tokens[before - 1].is_sign("@") {
            tokens[at].label = Some(Role::Each);
            tokens[at].is_labelled_itself = true;
        }
    }
    for at in 1..tokens.len() {
        if tokens[at].number().is_some()
            && tokens[at].label.is_none()
            && tokens[at - 1].is_sign("@")
        {
            tokens[at].label = Some(Role::Each);
            tokens[at].is_labelled_itself = true;
        }
        if tokens[at].number().is_some()
            && tokens[at].label.is_none()
            && tokens[at - 1].is_sign("=")
        {
            tokens[at].label = Some(Role::Total);
        }
    }
}

/// Returns whether a cell repeats the one above it.
fn is_ditto(cell: &str) -> bool {
    let own = cell.trim().trim_matches(['-', '=']);
    !own.is_empty() && shared_words().dittos.contains_in_any_case(own)
}
