//! Splits headings off the end of lines; marks numbers that count the sheet's own items
//! (`E3.`), so that they are not read as places of the rules.

use super::{
    known_rulesets::KnownRulesets,
    line_shape::{answer_mark, is_caps, is_page_word, split_page},
    lines::JoinedLine,
};
use std::collections::BTreeMap;

/// Splits every line at the heading or page label that was glued to its end, `… depth." ARMY SIZE
/// Page 11`.
pub(super) fn split_glued_headings(
    lines: Vec<JoinedLine>,
    known: &KnownRulesets,
) -> Vec<JoinedLine> {
    let mut out = Vec::with_capacity(lines.len());
    for mut line in lines {
        let at = glued_heading(line.text(), known).filter(|_| !line.table && !line.headed);
        let rest = at.map(|at| line.split_off(at));
        out.push(line);
        out.extend(rest);
    }
    out
}

/// Returns where a heading begins that follows the end of a quote, or, with its page, the end of a
/// sentence.
fn glued_heading(text: &str, known: &KnownRulesets) -> Option<usize> {
    const LONGEST: usize = 90;
    let (last, mark) = text.char_indices().rev().take(LONGEST).find(|(at, c)| {
        matches!(c, '"' | '”' | '.') && text[at + c.len_utf8()..].starts_with(' ')
    })?;
    let after = last + mark.len_utf8();
    let rest = text[after..].trim_start();
    let start = text.len() - rest.len();
    let (name, page) = split_page(rest);
    let is_large = |name: &str| name.starts_with(char::is_uppercase);
    let short = name.split_whitespace().count() <= 8;
    let heads = match (mark, page) {
        ('.', page) => is_caps(name) && (page || known.find_place(None, name).is_some()),
        (_, true) => name.is_empty() || is_large(name) && short,
        (_, false) => {
            let ends = text[..last].ends_with(['.', '!', '?']);
            ends && is_caps(name) && name.contains(' ') || known.find_place(None, name).is_some()
        }
    };
    // `2. MARKING ELEMENTS` is one heading
    let before = text[..last].contains(char::is_alphabetic) || mark != '.';
    (heads && before && !text[..last].trim().is_empty()).then_some(start)
}

/// The items that are numbered with the same signs: each line, with the length of its number.
#[derive(Default)]
struct ItemSeries {
    items: Vec<(usize, usize)>,
    last: u32,
    longest: u32,
    /// Whether the line above announces them.
    announced: bool,
    /// The number of them that begin with the name of a place of the rules.
    named: usize,
}

/// Finds the numbers in front of lines that count the items of the sheet itself: `1.`, `2.`, `3.`;
/// `E1.`, `E2*.`; `a)`, `b)`; `(a)`, `(b)` below a line that announces them, or each in front of the name of
/// a place. They are no places.
pub(super) fn mark_item_numbers(lines: &mut [JoinedLine], known: &KnownRulesets) {
    let mut series: BTreeMap<String, ItemSeries> = BTreeMap::new();
    for at in 0..lines.len() {
        let text = lines[at].text();
        if let Some(len) = answer_mark(text) {
            lines[at].mark = len;
            continue;
        }
        let Some((key, number, len)) = item_number(text) else {
            continue;
        };
        let announced = at > 0 && lines[at - 1].text().ends_with(['-', '–', '—', ':']);
        let own = series.entry(key.clone()).or_default();
        // a second list of letters begins with `a` again
        let first = number == 1 && (own.last == 0 || key.ends_with('a'));
        if first || own.last > 0 && number == own.last + 1 {
            let name = text[len..].split(['.', ':', ',']).next();
            let named = name.is_some_and(|name| known.find_place(None, name).is_some());
            own.named += usize::from(named);
            own.announced |= first && announced;
            own.items.push((at, len));
            own.last = number;
            own.longest = number.max(own.longest);
        }
    }
    for (key, own) in series {
        let least = if key.is_empty() { 3 } else { 2 };
        let items = key == "(a" && !own.announced && own.named * 2 < own.items.len();
        let counts = own.longest >= least && !items;
        for (at, len) in own.items.into_iter().filter(|_| counts) {
            lines[at].mark = len;
        }
    }
}

/// Returns the signs around the number of `E3*.`, `(3)` or `b)`, the number, and its length with the
/// blanks after it.
fn item_number(text: &str) -> Option<(String, u32, usize)> {
    let inner = text.strip_prefix('(');
    let rest = inner.unwrap_or(text);
    let open = if inner.is_some() { "(" } else { "" };
    let small = rest.chars().next().filter(char::is_ascii_lowercase);
    let (key, number, rest) = match small {
        Some(letter) => ("a", u32::from(letter) - u32::from('a') + 1, &rest[1..]),
        None => {
            let large = usize::from(rest.starts_with(|c: char| c.is_ascii_uppercase()));
            let digits = rest[large..].bytes().take_while(u8::is_ascii_digit).count();
            let (number, after) = rest[large..].split_at(digits);
            (&rest[..large], number.parse().ok()?, after)
        }
    };
    let rest = rest.strip_prefix('*').unwrap_or(rest);
    let rest = match (open, small) {
        ("", None) => rest.strip_prefix(['.', ')', ':'])?,
        _ => rest.strip_prefix(')')?,
    };
    let words = rest.trim_start();
    // `1. p. 5, Knights`
    let (word, number_of_page) = words.split_at(
        words
            .find(|c: char| !c.is_alphabetic())
            .unwrap_or(words.len()),
    );
    let is_page = is_page_word(word)
        && number_of_page
            .trim_start_matches(['.', ' '])
            .starts_with(|c: char| c.is_ascii_digit());
    let begins =
        open == "(" && small.is_some() || is_page || !words.starts_with(char::is_lowercase);
    let is_item = number > 0 && words.len() < rest.len() && begins;
    is_item.then(|| (format!("{open}{key}"), number, text.len() - words.len()))
}
