//! Rewrites lines in which struck words go out and bold words come in (`at ~~6~~ **8** paces`) as
//! sentences, which are then read as any others.
//!
//! Their plain words are those of the rules: as many of them are quoted as it takes to find the place.

use super::{
    known_rulesets::KnownRulesets,
    lines::JoinedLine,
    plain_text::{PlainText, strip_markup},
};

/// A part of a marked line.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mark {
    Plain,
    Struck,
    Bold,
}

/// A part of a line with its words, without markup.
struct MarkedWords {
    mark: Mark,
    words: String,
}

/// Makes sentences of the lines with struck or bold words, if the sheet has struck words at all.
pub(super) fn read_marked_changes(source: &str, lines: &mut [JoinedLine], known: &KnownRulesets) {
    let is_marked = |line: &JoinedLine| line.span.of(source).matches("~~").count() > 1;
    // a line that explains the marks has their words in front of them
    let marked = lines.iter().filter(|line| is_marked(line)).count();
    if marked < 2 {
        return;
    }
    let mut head: Vec<String> = Vec::new();
    for line in lines {
        let raw = line.span.of(source).trim();
        if line.table {
            let cells = cells_of(raw);
            if head.is_empty() {
                head = cells.iter().map(|cell| strip_markup(cell)).collect();
            } else if is_marked(line) {
                let changes = changes_of_row(&head, &cells);
                rewrite(line, &changes.join(" "));
            }
            continue;
        }
        head.clear();
        let parts = marked_words(raw);
        let new_line =
            matches!(&parts[..], [MarkedWords { mark: Mark::Bold, words }, ..] if words == "NEW");
        if new_line {
            // the mark of a new line is none of its words
            let text = line.text().strip_prefix("NEW").unwrap_or(line.text());
            let text = text.trim_start_matches([' ', '•', ':']);
            line.plain = line.plain.split_off(line.text().len() - text.len());
            continue;
        }
        let in_rules = |part: &MarkedWords| {
            part.mark == Mark::Plain && last_words(&part.words, 3, known).is_some()
        };
        if is_marked(line)
            || parts.iter().any(|part| part.mark == Mark::Bold) && parts.iter().any(in_rules)
        {
            let changes = changes_of(&parts, known);
            if !changes.is_empty() {
                rewrite(line, &changes.join(" "));
            }
        }
    }
}

/// Makes a sentence the words of a line.
fn rewrite(line: &mut JoinedLine, sentence: &str) {
    let start = line.plain.span(0, 0).start();
    let mut plain = PlainText::default();
    plain.push_inserted(sentence, start);
    line.plain = plain;
    line.table = false;
    line.doubt = Some("the change is one that the sheet marks in the text of the rules");
}

/// Splits a line at its marks.
fn marked_words(raw: &str) -> Vec<MarkedWords> {
    let mut out: Vec<MarkedWords> = Vec::new();
    let mut mark = Mark::Plain;
    let mut rest = raw;
    while !rest.is_empty() {
        let struck = rest.find("~~").unwrap_or(rest.len());
        let bold = rest.find("**").unwrap_or(rest.len());
        let end = struck.min(bold);
        let words = strip_markup(&rest[..end]);
        if !words.is_empty() {
            out.push(MarkedWords { mark, words });
        }
        let own = match struck < bold {
            true => Mark::Struck,
            false => Mark::Bold,
        };
        mark = match mark == own {
            true => Mark::Plain,
            false => own,
        };
        rest = rest.get(end + 2..).unwrap_or_default();
    }
    out
}

/// Returns the changes of a marked line as sentences.
fn changes_of(parts: &[MarkedWords], known: &KnownRulesets) -> Vec<String> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < parts.len() {
        let part = &parts[at];
        let before = at.checked_sub(1).and_then(|at| parts.get(at));
        let before = before
            .filter(|part| part.mark == Mark::Plain)
            .map_or("", |part| &part.words);
        let after = |at: usize| {
            parts
                .get(at)
                .filter(|part| part.mark == Mark::Plain)
                .map_or("", |part| &part.words)
        };
        let next = parts.get(at + 1).filter(|next| next.mark == Mark::Bold);
        match part.mark {
            Mark::Plain => {}
            Mark::Struck => {
                let new = next.map_or("", |next| &next.words);
                let after = after(at + 1 + usize::from(next.is_some()));
                let (left, right) = context(before, &part.words, after, known);
                let words = |own: &str| {
                    let all = [left.as_str(), own, right.as_str()];
                    let all: Vec<&str> =
                        all.into_iter().filter(|words| !words.is_empty()).collect();
                    all.join(" ")
                };
                out.push(match new.is_empty() {
                    true if left.is_empty() && right.is_empty() => {
                        format!("Delete “{}”.", part.words)
                    }
                    _ => format!("Replace “{}” with “{}”.", words(&part.words), words(new)),
                });
                at += usize::from(next.is_some());
            }
            Mark::Bold => {
                if let Some(point) = last_words(before, 3, known) {
                    out.push(format!("Insert “{}” after “{point}”.", part.words));
                }
            }
        }
        at += 1;
    }
    out
}

/// Returns as few words in front of struck words and behind them as make them occur once in the rules.
fn context(before: &str, struck: &str, after: &str, known: &KnownRulesets) -> (String, String) {
    const MOST: usize = 6;
    let (left, right): (Vec<&str>, Vec<&str>) =
        (before.split(' ').collect(), after.split(' ').collect());
    let mut best = (String::new(), String::new());
    for count in 0..=MOST {
        for (one, two) in [(count, count / 2), (count / 2, count)] {
            let own = (
                left[left.len().saturating_sub(one)..].join(" "),
                right[..two.min(right.len())].join(" "),
            );
            let words = format!("{} {struck} {}", own.0, own.1);
            match known.count_words(words.trim()) {
                1 => return own,
                0 => {}
                _ => best = own,
            }
        }
    }
    best
}

/// Returns as few of the last words as occur once in the rules, but at least `least`.
fn last_words(words: &str, least: usize, known: &KnownRulesets) -> Option<String> {
    const MOST: usize = 10;
    let words: Vec<&str> = words.split(' ').collect();
    let mut last = (least.min(words.len())..=MOST.min(words.len()))
        .map(|count| words[words.len() - count..].join(" "));
    last.find(|words| known.count_words(words) == 1)
}

/// Returns the cells of a row of a table, with their markup.
fn cells_of(raw: &str) -> Vec<&str> {
    let inner = raw.trim().trim_start_matches('|').trim_end_matches('|');
    inner.split('|').map(str::trim).collect()
}

/// Returns the changes of the values in a row.
fn changes_of_row(head: &[String], cells: &[&str]) -> Vec<String> {
    let row = strip_markup(cells.first().copied().unwrap_or_default());
    let cells = head.iter().zip(cells).skip(1);
    let changes = cells.filter_map(|(column, cell)| {
        let parts = marked_words(cell);
        let [old, new] = &parts[..] else { return None };
        let marks = (old.mark, new.mark) == (Mark::Struck, Mark::Bold);
        marks.then(|| {
            format!(
                "Change {row} ({column}) from {} to {}.",
                old.words, new.words
            )
        })
    });
    changes.collect()
}
