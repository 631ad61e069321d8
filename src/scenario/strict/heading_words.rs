//! Decides whether words around those of a heading are part of one: numbers, ordinals and names.

use crate::scenario::{
    shared_words::shared_words,
    token::{ScenarioToken, ScenarioTokenKind},
};

/// A number behind the word for a part is its number only below this one.
pub(super) const PART_NUMBER_LIMIT: f64 = 20.0;

/// The most words of a name in front of the words of a heading: `Later Carthaginian Army`.
pub(super) const MAX_NAME_WORDS: usize = 4;

/// Returns the number of tokens of an ordinal number at the front: `1st`, `first`.
pub(super) fn ordinal_length(tokens: &[ScenarioToken]) -> usize {
    match tokens {
        [number, ending, ..]
            if number.is_number()
                && number.touches(ending)
                && ending.is_one_of(&shared_words().ordinal_endings) =>
        {
            2
        }
        [first, ..] if first.is_one_of(&shared_words().ordinals) => 1,
        _ => 0,
    }
}

/// Returns whether what follows the words of a heading in a plain line is that of one: nothing, a
/// number or letter, and then a name behind a colon, a dash or in brackets.
pub(super) fn is_heading_rest(
    text: &str,
    words: &[String],
    tokens: &[ScenarioToken],
    end: usize,
    is_plain: bool,
) -> bool {
    // `C/1`, `Comd #1`
    let has_slash = tokens.get(end).is_some_and(|token| token.is_sign("/"));
    let end = end + usize::from(has_slash);
    let number = tokens.get(end).filter(|token| match &token.kind {
        // `Army 399.5 AP`, `Command 119 AP` and `Cmd 57` are totals
        ScenarioTokenKind::Number(number) => number.fract() == 0.0 && *number < PART_NUMBER_LIMIT,
        // `Command A`; `Command (C-in-C)` has no letter
        ScenarioTokenKind::Word(word) => {
            let is_joined = tokens
                .get(end + 1)
                .is_some_and(|next| next.is_sign("-") && token.touches(next));
            word.chars().count() == 1 && !is_joined || token.is_one_of(&shared_words().part_numbers)
        }
        _ => false,
    });
    // `C1` is a heading, and `c` is not
    let is_letter = matches!(words, [word] if word.chars().count() == 1);
    if is_letter
        && number.is_none_or(|number| {
            let gap = text.get(tokens[end - 1].span.end()..number.span.start());
            gap.is_none_or(|gap| gap.contains(char::is_whitespace))
        })
    {
        return false;
    }
    if !is_plain {
        return true;
    }
    // `ARMY [377]` is a total
    if matches!(&tokens[end..], [total] if total.is_number()) && number.is_none() {
        return false;
    }
    let rest = end + usize::from(number.is_some());
    // `COMMAND 1    General's name: Ramesses`
    let is_apart = |number: &ScenarioToken| {
        let next = tokens.get(rest).filter(|next| next.is_word());
        let gap = next.and_then(|next| text.get(number.span.end()..next.span.start()));
        let names = tokens[rest.min(tokens.len())..].windows(3);
        gap.is_some_and(|gap| gap.contains("   ") || gap.contains('\t'))
            && names.into_iter().any(|own| {
                own[0].is_one_of(&shared_words().names) && own[1].is_sign(":") && own[2].is_word()
            })
    };
    is_heading_end(text, tokens, rest)
        || number.is_some_and(is_apart)
        || number.is_some()
            && tokens.len() - rest <= MAX_NAME_WORDS
            && is_name(text, &tokens[rest..])
}

/// Returns whether a heading ends at a token, or a name begins there behind a colon, a dash or in
/// brackets.
pub(super) fn is_heading_end(text: &str, tokens: &[ScenarioToken], at: usize) -> bool {
    let Some(next) = tokens.get(at) else {
        return true;
    };
    let gap = at
        .checked_sub(1)
        .and_then(|before| text.get(tokens[before].span.end()..next.span.start()));
    match &next.kind {
        // `Army: 389 AP` is a total
        ScenarioTokenKind::Colon => {
            !matches!(&tokens[at + 1..], [number] | [number, _] if number.is_number())
        }
        ScenarioTokenKind::Sign('-' | '/') => gap.is_some_and(|gap| !gap.is_empty()),
        ScenarioTokenKind::Word(word) if word.starts_with('(') => true,
        _ => gap.is_some_and(|gap| {
            gap.contains(['–', '—', '(', ')', '[', ']', '=', ';', '\t', '|']) || gap.contains("..")
        }),
    }
}

/// Returns whether the tokens are words with a capital, as names and titles are. `Hi-koy's` is one, and
/// `C-in-` is half of a word.
pub(super) fn is_name(text: &str, tokens: &[ScenarioToken]) -> bool {
    let is_glued = |pair: &[ScenarioToken]| pair[0].touches(&pair[1]) && pair[1].is_sign("-");
    let is_half = tokens.windows(2).next_back().is_some_and(is_glued);
    let is_second_half = |at: usize| {
        let before = at.checked_sub(2).map(|from| &tokens[from..at]);
        before.is_some_and(is_glued)
            && tokens[at - 1].touches(&tokens[at])
            && tokens[at].span.of(text).ends_with('s')
            && tokens[at].span.of(text).contains(['\'', '’'])
    };
    let is_part = |(at, token): (usize, &ScenarioToken)| match &token.kind {
        ScenarioTokenKind::Word(word) => {
            shared_words().particles.contains(word)
                || is_second_half(at)
                || token
                    .span
                    .of(text)
                    .starts_with(|c: char| c.is_uppercase() || c == '(')
        }
        ScenarioTokenKind::Sign(sign) => matches!(sign, '-' | '\'' | '’'),
        ScenarioTokenKind::Quoted(_) => true,
        _ => false,
    };
    !is_half && tokens.iter().enumerate().all(is_part)
}
