//! Searches the smallest edit of a faulty text after which it has no fault: a similar word, a mark or
//! word added, words quoted, or another word. Parsers report faults; their fixes are found here.

use super::{Diagnostic, Fix, Location};
use crate::text::{Span, near::nearest};

/// A notation, as far as the repair of a text in it depends on it: its marks, the words expected at
/// the fault, and its parser.
pub struct Notation<'n> {
    /// The marks that may be missing.
    pub marks: &'n [&'n str],
    /// The words that may be at the fault.
    pub words: &'n [&'n str],
    /// Whether words may be quoted.
    pub quotes: bool,
    /// The most edits of one kind that are tried, each by parsing the text with it.
    pub tries: usize,
    /// Returns whether a text has no fault.
    pub is_right: &'n dyn Fn(&str) -> bool,
}

/// The longest text that is repaired, in bytes.
const LONGEST: usize = 4000;

/// The most fixes that are offered.
const MOST_FIXES: usize = 3;

/// The most words that are tried at the fault.
const FEW_WORDS: usize = 4;

/// A replacement of a part of a text.
type Edit = (Span, String);

impl Diagnostic {
    /// Adds the smallest edits of `block`, a part of `text`, after which it has no fault. A word that
    /// resembles an expected one is corrected even if there are further faults.
    ///
    /// Where one of the two marks around words is missing, the diagnostic moves to these words. The only edit is safe,
    /// unless it makes a quotation or an id.
    #[must_use]
    pub fn repaired(mut self, text: &str, block: Span, notation: &Notation<'_>) -> Self {
        let fault = self.at.span;
        if let Some(near) = nearest(fault.of(text), notation.words.iter().copied()) {
            return self.did_you_mean(near).safe();
        }
        if block.len() > LONGEST || (notation.is_right)(block.of(text)) {
            return self;
        }
        let search = Search {
            text,
            block,
            fault,
            has_fix: !self.fixes.is_empty(),
            notation,
        };
        let kinds: [&dyn Fn() -> Vec<Edit>; 3] =
            [&|| search.additions(), &|| search.quotations(), &|| {
                search.other_words()
            }];
        let mut edits = kinds.iter().map(|kind| search.right_ones(kind()));
        let edits = edits.find(|edits| !edits.is_empty()).unwrap_or_default();
        let is_sure = matches!(&edits[..], [(_, new)] if !new.contains(['"', '#']));
        if let Some((at, new)) = edits.first() {
            match new.as_str() {
                "\"" => {
                    self.message = "a quotation mark is missing".into();
                    self.at.span = search.quotation(at.start());
                }
                new if encloses(new) => self.at.span = fault.join(*at),
                new if new.starts_with('"') => self.at.span = *at,
                _ => {}
            }
        }
        for (at, new) in edits {
            let title = match (at.is_empty(), new.as_str()) {
                (true, new) => format!("add `{}` after `{}`", new.trim(), search.word_before(at)),
                (false, new) => format!("write `{new}`"),
            };
            let at = Location::new(self.at.source, at);
            self.fixes.push(Fix::new(title, at, new));
        }
        if is_sure { self.safe() } else { self }
    }

    /// Returns whether a fix adds a quotation mark: the quotation has only one.
    pub fn lacks_quotation_mark(&self) -> bool {
        let mut edits = self.fixes.iter().flat_map(|fix| &fix.edits);
        edits.any(|edit| edit.text == "\"" && edit.at.span.is_empty())
    }
}

/// Returns whether the same mark is before and behind the words that it marks.
fn encloses(mark: &str) -> bool {
    mark.starts_with(['*', '~'])
}

/// A fault in a part of a text, and the notation of the text.
struct Search<'s> {
    text: &'s str,
    block: Span,
    fault: Span,
    /// Whether the parser itself offers a fix.
    has_fix: bool,
    notation: &'s Notation<'s>,
}

impl Search<'_> {
    /// Returns the first of the edits after which the text has no fault.
    fn right_ones(&self, edits: Vec<Edit>) -> Vec<Edit> {
        let is_right = |(at, new): &Edit| {
            let before = self.block.with_end(at.start()).of(self.text);
            let behind = self.block.with_start(at.end()).of(self.text);
            (self.notation.is_right)(&format!("{before}{new}{behind}"))
        };
        let tried = edits.into_iter().take(self.notation.tries);
        tried.filter(is_right).take(MOST_FIXES).collect()
    }

    /// Returns the places between words and signs, the nearest to the fault first.
    fn places(&self) -> Vec<usize> {
        let kind = |c: char| match c {
            c if c.is_alphabetic() => 1,
            c if c.is_ascii_digit() => 2,
            c if c.is_whitespace() => 3,
            _ => 0,
        };
        let text = self.block.of(self.text);
        let mut before = 3;
        let mut out: Vec<usize> = Vec::new();
        for (at, c) in text.char_indices() {
            if kind(c) == 0 || kind(c) != before {
                out.push(self.block.start() + at);
            }
            before = kind(c);
        }
        out.push(self.block.start() + text.len());
        out.sort_by_key(|place| place.abs_diff(self.fault.start()));
        out
    }

    /// Returns whether a mark can be at a place: a closing one behind a word, an opening one before it.
    fn fits(&self, mark: &str, place: usize) -> bool {
        let before = self.block.with_end(place).of(self.text);
        let behind = self.block.with_start(place).of(self.text);
        let is_blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
        let is_start = || {
            let before = before.trim_end_matches(['(', '[', '{', '"', '*', '=', ',']);
            is_blank(before.chars().next_back()) && !is_blank(behind.chars().next())
        };
        let is_end = || {
            let behind = behind.trim_start_matches(['.', ',', ';', ':', ')', ']', '}', '|', '"']);
            is_blank(behind.chars().next()) && !is_blank(before.chars().next_back())
        };
        match mark {
            mark if encloses(mark) => is_start() || is_end(),
            "\"" if before.matches('"').count().is_multiple_of(2) => is_start(),
            "(" => before.ends_with(']'),
            "=" => {
                before.ends_with(char::is_alphanumeric) && behind.starts_with(char::is_alphanumeric)
            }
            "[" | "{" | "#" => is_start(),
            _ => is_end(),
        }
    }

    fn additions(&self) -> Vec<Edit> {
        let at = |place: usize| Span::new(place, place);
        let mut out = Vec::new();
        for place in self.places() {
            let marks = self.notation.marks.iter();
            let fitting = marks.filter(|mark| self.fits(mark, place));
            out.extend(fitting.map(|mark| (at(place), (*mark).to_owned())));
        }
        let words = self.few_words().map(|word| format!("{word} "));
        out.extend(words.map(|word| (self.fault.at_start(), word)));
        out
    }

    /// Returns the edits that quote words of one line: from the fault on, or from the start of the line.
    fn quotations(&self) -> Vec<Edit> {
        let start = self.fault.start();
        let before = self.block.with_end(start).of(self.text);
        let behind = self.block.with_start(start).of(self.text);
        let line = Span::new(
            start - before.rsplit('\n').next().map_or(0, str::len),
            start + behind.find('\n').unwrap_or(behind.len()),
        );
        let mut places = self.places();
        places.retain(|place| self.notation.quotes && (line.start()..=line.end()).contains(place));
        let first = line.end() - line.of(self.text).trim_start().len();
        let starts = [start, first].into_iter();
        let spans = starts.flat_map(|from| {
            let ends = places.iter().filter(move |end| **end > start);
            ends.map(move |&end| Span::new(from, end))
        });
        spans
            .filter(|span| span.of(self.text).trim().len() == span.len())
            .map(|span| (span, format!("\"{}\"", span.of(self.text))))
            .collect()
    }

    fn other_words(&self) -> Vec<Edit> {
        let words = self.few_words().filter(|_| !self.has_fix);
        words.map(|word| (self.fault, word.to_owned())).collect()
    }

    /// Returns the words that may be at the fault, if they are few: one of many is a guess.
    fn few_words(&self) -> impl Iterator<Item = &str> {
        let words = self.notation.words.iter().copied();
        words.filter(|_| self.notation.words.len() <= FEW_WORDS)
    }

    /// Returns the quotation that a mark at `place` ends or begins.
    fn quotation(&self, place: usize) -> Span {
        let before = self.block.with_end(place).of(self.text);
        let behind = self.block.with_start(place).of(self.text);
        match before.rfind('"') {
            Some(open) if before.matches('"').count() % 2 == 1 => {
                Span::new(self.block.start() + open, place)
            }
            _ => Span::new(place, place + behind.find('"').map_or(0, |end| end + 1)),
        }
    }

    fn word_before(&self, at: Span) -> &str {
        let before = self.block.with_end(at.start()).of(self.text);
        before.split_whitespace().next_back().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::SourceId;

    /// Returns the place and the fixes of a fault in a list of words and quotations in brackets.
    fn repaired(text: &str, fault: &str, words: &[&str]) -> (String, Vec<String>) {
        let is_list = |text: &str| {
            let inner = text.strip_prefix('[').and_then(|own| own.strip_suffix(']'));
            let mut parts = inner.into_iter().flat_map(|own| own.split(", "));
            let is_quotation = |part: &str| {
                part.len() > 1
                    && part.matches('"').count() == 2
                    && part.starts_with('"')
                    && part.ends_with('"')
            };
            inner.is_some() && parts.all(|part| words.contains(&part) || is_quotation(part))
        };
        let notation = Notation {
            marks: &["\"", ",", "]"],
            words,
            quotes: true,
            tries: 100,
            is_right: &is_list,
        };
        let start = text.find(fault).expect("the fault");
        let at = Location::new(SourceId(0), Span::new(start, start + fault.len()));
        let whole = Span::new(0, text.len());
        let found = Diagnostic::error("x", at, "m").repaired(text, whole, &notation);
        let place = found.at.span.of(text).to_owned();
        (
            place,
            found.fixes.into_iter().map(|fix| fix.title).collect(),
        )
    }

    #[test]
    fn the_smallest_edit_that_leaves_no_fault_is_offered() {
        let cases = [
            ("[al, \"b\"]", "al", "al", vec!["write `all`"]),
            (
                "[all, \"b\"",
                "\"b\"",
                "\"b\"",
                vec!["add `]` after `\"b\"`"],
            ),
            (
                "[\"a\" \"b\"]",
                "\"b\"",
                "\"b\"",
                vec!["add `,` after `[\"a\"`"],
            ),
            ("[\"a, \"b\"]", "b", "\"a", vec!["add `\"` after `[\"a`"]),
            ("[a b, all]", "a b", "a b", vec!["write `\"a b\"`"]),
            ("[all, (]", "(", "(", vec!["write `\"(\"`"]),
            ("[all; \"b\"; c", "c", "c", vec![]),
        ];
        for (text, fault, place, fixes) in cases {
            let fixes = fixes.into_iter().map(str::to_owned).collect();
            assert_eq!(
                repaired(text, fault, &["all"]),
                (place.to_owned(), fixes),
                "{text}"
            );
        }
    }
}
