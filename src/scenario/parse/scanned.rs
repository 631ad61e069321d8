//! Corrects words and numbers in which a scanner confused letters and digits: `l2` for 12.

use crate::scenario::token::{ScenarioToken, ScenarioTokenKind};

/// Returns the number of digits that were scanned as letters: `l2` for 12.
pub(super) fn scanned_number(word: &str) -> Option<f64> {
    let digits = word.chars().map(|c| match c {
        'l' | 'I' => '1',
        'O' | 'o' => '0',
        other => other,
    });
    digits.collect::<String>().parse().ok()
}

/// Joins letters and digits that a scanner confused within one word or number: `l2`, `a1ly`.
pub(in crate::scenario::parse) fn join_scanned(
    text: &str,
    tokens: &[ScenarioToken],
) -> Vec<ScenarioToken> {
    let mut out: Vec<ScenarioToken> = Vec::with_capacity(tokens.len());
    let mut rest = tokens;
    while let Some(first) = rest.first() {
        let is_part = |token: &ScenarioToken| {
            let mut letters = token.span.of(text).chars();
            (token.is_word() || token.is_number()) && letters.all(|c| c.is_ascii_alphanumeric())
        };
        let glued = rest
            .windows(2)
            .take_while(|pair| is_part(&pair[0]) && is_part(&pair[1]) && pair[0].touches(&pair[1]))
            .count();
        let span = first.span.join(rest[glued].span);
        let kind = (glued > 0).then(|| scanned_word(span.of(text))).flatten();
        match kind {
            Some(kind) => out.push(ScenarioToken { kind, span }),
            None => out.extend_from_slice(&rest[..=glued]),
        }
        rest = &rest[glued + 1..];
    }
    out
}

/// Returns what letters and digits without a blank between them mean if a scanner confused them.
fn scanned_word(word: &str) -> Option<ScenarioTokenKind> {
    let has = |is: fn(&char) -> bool| word.chars().any(|c| is(&c));
    if has(|c| matches!(c, 'l' | 'O')) && has(char::is_ascii_digit) {
        let number = scanned_number(word).map(ScenarioTokenKind::Number);
        if number.is_some() {
            return number;
        }
    }
    let letters = word.as_bytes();
    let digits: Vec<usize> = (0..letters.len())
        .filter(|&at| letters[at].is_ascii_digit())
        .collect();
    let is_between = |at: usize| {
        at > 0
            && letters[at - 1].is_ascii_lowercase()
            && letters.get(at + 1).is_some_and(u8::is_ascii_lowercase)
    };
    match digits[..] {
        [at] if word.len() > 3
            && matches!(letters[at], b'0' | b'1')
            && (is_between(at) || at == 1 && letters[2..].iter().all(u8::is_ascii_lowercase)) =>
        {
            let letter = if letters[at] == b'1' { "l" } else { "o" };
            let fixed = format!("{}{letter}{}", &word[..at], &word[at + 1..]);
            Some(ScenarioTokenKind::Word(fixed.to_lowercase()))
        }
        _ => None,
    }
}
