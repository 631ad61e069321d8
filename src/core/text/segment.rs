//! Splits a typed, printed or imported paragraph, not one of a rules file, into sentences, as
//! spans, by its punctuation and bullets.
//!
//! Rules files say where a sentence ends by their lines. Text that people type or import has only
//! its punctuation, and the rules below read it as a person counts sentences:
//!
//! 1. A sentence ends at `.`, `!` or `?`, with the closing quotes and brackets after it, where the
//!    paragraph ends or where blanks and then a capital, a digit, an opening quote or bracket, a
//!    dash or an `…` follow.
//! 2. Not after an abbreviation: `e.g.`, `i.e.`, `cf.`, `vs.`, … never; `P.`, `Fig.`, `Para.`,
//!    `No.`, … before a number or a single letter; `etc.` only before a capital. Not after initials
//!    (`R. B. Rower`), in which a single capital is followed or preceded by another one with a
//!    stop; a single capital alone is a grade (`counts as S. If`) and ends its sentence.
//! 3. Not inside a number (`2.5`) or a reference (`P.18`): no blank follows. A stop between small
//!    letters and a capitalised word ends a sentence even without a blank, which importing loses.
//! 4. Not after the label of a paragraph or item: `2.`, `b.`, `iv.` at its start.
//! 5. Not inside brackets that open in the middle of a sentence. Brackets that open at the start of
//!    a sentence contain sentences of their own if they contain a stop; else they belong to the
//!    sentence before: `He pays. [See P. 18]`.
//! 6. An ellipsis, `…` or `...`, ends a sentence like a full stop if words come before it.
//! 7. A bullet's sign at the start of a line, `•` anywhere, and a blank line end a sentence without
//!    any stop: a lead-in with its `:`, a bullet without a stop. The sign belongs to no sentence.
//!    Any other line end is a blank.

use super::{Span, is_number};

/// Returns the sentences of one printed paragraph, with its bullets if any, in order, each without
/// surrounding blanks.
pub fn sentences(paragraph: &str) -> Vec<Span> {
    let mut sentences = Vec::new();
    for part in split_bullets(paragraph) {
        split_sentences(paragraph, part, &mut sentences);
    }
    sentences
}

/// Returns the lead-in and the bullets, without their signs.
fn split_bullets(text: &str) -> Vec<Span> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let body = line.trim_start();
        let indent = line.len() - body.len();
        let sign = body
            .chars()
            .next()
            .filter(|&c| is_bullet(c) && body[c.len_utf8()..].starts_with(char::is_whitespace));
        if sign.is_some() || body.is_empty() {
            parts.push(Span::new(start, at));
            start = at + indent + sign.map_or(0, char::len_utf8);
        }
        for (inner, dot) in line.match_indices('•').filter(|&(inner, _)| inner > indent) {
            parts.push(Span::new(start, at + inner));
            start = at + inner + dot.len();
        }
        at += line.len();
    }
    parts.push(Span::new(start, text.len()));
    parts
}

fn is_bullet(c: char) -> bool {
    matches!(
        c,
        '•' | '‣' | '▪' | '●' | '◦' | '○' | '·' | '*' | '-' | '–' | '—' | '\u{f0b7}'
    )
}

/// Splits one part into sentences.
fn split_sentences(text: &str, part: Span, sentences: &mut Vec<Span>) {
    let text = &text[..part.end()];
    let mut start = skip_blanks(text, part.start());
    let first = start;
    let mut at = label_end(text, start);
    while let Some(c) = text[at..].chars().next() {
        let next = at + c.len_utf8();
        if let Some(close) = closing_bracket(c).and_then(|close| bracket_end(text, at, c, close)) {
            // A whole sentence in brackets is read like any other; anything else in brackets is
            // skipped.
            let inside = &text[next..close];
            if at == start && start > first && !holds_sentence(inside) {
                let end = skip_marks(text, close);
                if let Some(last) = sentences.last_mut() {
                    *last = last.with_end(end);
                }
                start = skip_blanks(text, end);
                at = start;
                continue;
            }
            at = if at == start && holds_sentence(inside) {
                next
            } else {
                close
            };
            continue;
        }
        if !matches!(c, '.' | '!' | '?' | '…') {
            at = next;
            continue;
        }
        let stops = text[at..]
            .find(|c| !matches!(c, '.' | '!' | '?' | '…'))
            .map_or(text.len(), |len| at + len);
        let end = skip_marks(text, stops);
        if ends_sentence(text, start, at, stops, end) {
            sentences.push(Span::new(start, end));
            start = skip_blanks(text, end);
            at = start;
        } else {
            at = stops;
        }
    }
    let end = text.trim_end().len();
    if start < end {
        sentences.push(Span::new(start, end));
    }
}

fn skip_blanks(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start().len()
}

/// Returns the offset after the closing quotes and brackets at `at`.
fn skip_marks(text: &str, at: usize) -> usize {
    text[at..]
        .find(|c| !matches!(c, '"' | '”' | '’' | '\'' | '»' | ')' | ']'))
        .map_or(text.len(), |len| at + len)
}

/// Returns the offset after a label with a stop at the start of a paragraph: `2.`, `b.`, `iv.`
fn label_end(text: &str, start: usize) -> usize {
    let Some((label, rest)) = text[start..].split_once('.') else {
        return start;
    };
    let roman = !label.is_empty()
        && label.len() <= 4
        && label.chars().all(|c| matches!(c, 'i' | 'v' | 'x'));
    let digits = label.len() <= 3 && is_number(label);
    let letter = label.len() == 1 && label.bytes().all(|b| b.is_ascii_lowercase());
    if (roman || digits || letter) && rest.starts_with(char::is_whitespace) {
        start + label.len() + 1
    } else {
        start
    }
}

fn closing_bracket(open: char) -> Option<char> {
    match open {
        '(' => Some(')'),
        '[' => Some(']'),
        _ => None,
    }
}

/// The greatest length of a bracket, in bytes.
const REACH: usize = 2_000;

/// Returns the end of the bracket that opens at `at`; `None` if it is not closed.
fn bracket_end(text: &str, at: usize, open: char, close: char) -> Option<usize> {
    let mut depth = 0usize;
    for (offset, c) in text[at..].char_indices().take(REACH) {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return Some(at + offset + c.len_utf8());
            }
        }
    }
    None
}

/// Whether the words inside brackets end in a stop of their own, and are more than a reference.
fn holds_sentence(inside: &str) -> bool {
    let inside = inside.trim_end_matches([')', ']', '"', '”', '’', '\'', ' ']);
    inside.ends_with(['.', '!', '?']) && !is_reference(inside)
}

fn is_reference(inside: &str) -> bool {
    let see = inside
        .get(..4)
        .is_some_and(|start| start.eq_ignore_ascii_case("see "));
    see && inside.split_whitespace().count() <= 4
}

/// Words that never end a sentence.
const INNER: [&str; 14] = [
    "e.g", "eg", "i.e", "ie", "cf", "vs", "viz", "approx", "ca", "mr", "mrs", "dr", "st", "incl",
];
/// Words that end no sentence before a number or a single letter.
const REFERENCES: [&str; 20] = [
    "p", "pp", "pg", "page", "fig", "figs", "para", "paras", "no", "nos", "sec", "sect", "ch",
    "vol", "bk", "art", "app", "ed", "v", "ver",
];

/// Whether a sentence ends at the stops `at..stops`; the closing marks after them reach to `end`.
fn ends_sentence(text: &str, start: usize, at: usize, stops: usize, end: usize) -> bool {
    let before = &text[start..at];
    let after = &text[end..];
    if !before.contains(char::is_alphanumeric) {
        return after.trim().is_empty();
    }
    let next = after.trim_start();
    let Some(first) = next.chars().next() else {
        return true;
    };
    if next.len() == after.len() {
        return lost_blank(before, after);
    }
    let capital = first.is_uppercase();
    if !(capital
        || first.is_numeric()
        || matches!(
            first,
            '"' | '“' | '‘' | '\'' | '(' | '[' | '…' | '+' | '-' | '–' | '−' | '«'
        ))
    {
        return false;
    }
    if stops > at + 1 || end > stops || !text[at..].starts_with('.') {
        return true;
    }
    let word = before
        .rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '[' | '"' | '“' | '/'))
        .next()
        .unwrap_or_default();
    let lower = word.to_lowercase();
    if INNER.contains(&lower.as_str()) || (lower == "etc" && !capital) {
        return false;
    }
    if REFERENCES.contains(&lower.as_str()) {
        let referred = next
            .split(|c: char| !c.is_alphanumeric())
            .next()
            .unwrap_or_default();
        if first.is_numeric()
            || (referred.chars().count() == 1
                && first.is_uppercase()
                && referred != "A"
                && referred != "I")
        {
            return false;
        }
    }
    !(is_initial(word) && (initial_before(before, word) || initial_follows(next)))
}

/// Whether a stop lacks the blank after it: `ashore.The`.
fn lost_blank(before: &str, after: &str) -> bool {
    let small = before
        .chars()
        .rev()
        .take(2)
        .filter(|c| c.is_lowercase())
        .count()
        == 2;
    let mut letters = after.chars();
    let latin = before.ends_with("e.g") || before.ends_with("i.e");
    small
        && !latin
        && letters.next().is_some_and(char::is_uppercase)
        && letters.next().is_some_and(char::is_lowercase)
}

/// Whether a word is an initial: `R`, or `R.B`.
fn is_initial(word: &str) -> bool {
    !word.is_empty()
        && word
            .split('.')
            .all(|part| part.chars().count() == 1 && part.chars().all(char::is_uppercase))
}

fn initial_before(before: &str, word: &str) -> bool {
    let earlier = before[..before.len() - word.len()].trim_end();
    let name = earlier.strip_suffix('.').is_some_and(|rest| {
        rest.rsplit(char::is_whitespace)
            .next()
            .is_some_and(is_initial)
    });
    word.contains('.') || name
}

fn initial_follows(next: &str) -> bool {
    next.split_once('.')
        .is_some_and(|(word, _)| is_initial(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Texts with `|` between the sentences, in place of a blank.
    const RUNNING: &[&str] = &[
        "Rafts drift.|Barges do not!|Why?|Nobody knows.",
        "A raft moves 2.5 lengths [See P. 18] a turn.|It stops at P.19 as in Fig. 6 and Figs. 7 and 8.|See Para 3.|Then stop.",
        "The C-in-C's raft leads.|The C-in-C.|His crew follows.",
        "It counts as 1½.|Others count ½.|All bend 90°.|3 of them sink at 0 °C.",
        "Use poles, e.g. Long ones, i.e. Those of 3 p. or more.|Never oars, ropes etc.|They float.",
        "Oars, ropes etc. are cargo.",
        "(A raft may wait.)|It pays.|(It may wait again.)|It leaves (if paid. Otherwise not) at dawn.",
        "He pays. [See P. 18]|He leaves. (Fig. 6)|The ferry returns.",
        "He pays [See P.19], if asked. [See P. 18.]|He leaves.",
        "(One pays.|Two wait.)|Three leave.",
        "He calls \"Ahoy.\"|She answers “No!”|“Why?” he asks.",
        "Written by R. B. Rower and J.B. Punter.|It counts as S.|If it sinks, it counts as (I).|Then it is gone.",
        "2. The ferryman collects.|He counts.",
        "iv. The ferryman collects.",
        "It drifts...|Then it sinks…|All drown … but one … in ten.",
        "… known words.|… More words.",
        "The first (unclosed bracket.|The second one.",
        "Rows b) and c) apply.|Row a) is void.",
        "It costs No. 3 coins at St. Olaf vs. None elsewhere.|The answer is no.|Ask again.",
        "Deduct 1.|+1 if paid.|-1 if not.",
        "No stop at all",
    ];

    /// Texts with their sentences.
    const LAID_OUT: &[(&str, &[&str])] = &[
        ("", &[]),
        ("  \n ", &[]),
        (
            "Cargo is:\n- casks\n- sheep\n  and goats\n- one of: hay, straw. Or reeds.",
            &[
                "Cargo is:",
                "casks",
                "sheep\n  and goats",
                "one of: hay, straw.",
                "Or reeds.",
            ],
        ),
        (
            "Cargo is: • casks • sheep.\n• hay",
            &["Cargo is:", "casks", "sheep.", "hay"],
        ),
        (
            "One line\nwraps here. Another\ndoes not.",
            &["One line\nwraps here.", "Another\ndoes not."],
        ),
        ("One paragraph\n\nanother", &["One paragraph", "another"]),
        (
            "The raft is ashore.The crew rests. See P.Map for all.",
            &[
                "The raft is ashore.",
                "The crew rests.",
                "See P.Map for all.",
            ],
        ),
    ];

    #[test]
    fn specs() {
        let running = RUNNING
            .iter()
            .map(|spec| (spec.replace('|', " "), spec.split('|').collect::<Vec<_>>()));
        let laid_out = LAID_OUT
            .iter()
            .map(|(text, expected)| ((*text).to_owned(), expected.to_vec()));
        for (text, expected) in running.chain(laid_out) {
            let found: Vec<&str> = sentences(&text)
                .into_iter()
                .map(|span| span.of(&text))
                .collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn sentences_are_in_order_and_leave_no_words_out(text in "([a-zA-Z]{1,4}|[0-9]|[ .!?…()\\[\\]•\n\"-]|P\\.|e\\.g\\.| ){0,40}") {
            let spans = sentences(&text);
            prop_assert!(spans.windows(2).all(|pair| pair[0].end() <= pair[1].start()));
            let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
            let covered: String = spans.iter().map(|span| letters(&text[span.start()..span.end()])).collect();
            prop_assert_eq!(covered, letters(&text));
        }
    }
}
