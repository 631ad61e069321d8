//! Finds where a quote occurs in a text, ignoring typography, or which words are most like it.
//!
//! Text and quote are compared in *unified* characters: any run of blanks is one blank, all double
//! quotation marks are equal, all apostrophes are equal, all dashes and the minus sign are equal,
//! soft hyphens and zero-width characters are ignored. Case matters. A match begins and ends at
//! word boundaries: `or` is not found in `for`, nor `5` in `2.5`.

use super::Span;

/// Text in unified characters, with the bytes that each of them was read from.
struct UnifiedText {
    text: String,
    /// For each byte of `text`: the bytes of the original that its character represents.
    origin: Vec<Span>,
}

impl UnifiedText {
    fn new(original: &str) -> Self {
        let mut unified = Self {
            text: String::with_capacity(original.len()),
            origin: Vec::with_capacity(original.len()),
        };
        for (start, c) in original.char_indices() {
            let Some(c) = unify(c) else { continue };
            let span = Span::new(
                start,
                start + original[start..].chars().next().map_or(0, char::len_utf8),
            );
            if c == ' ' && unified.text.ends_with(' ') {
                if let Some(last) = unified.origin.last_mut() {
                    *last = last.with_end(span.end());
                }
                continue;
            }
            unified.text.push(c);
            unified
                .origin
                .extend(std::iter::repeat_n(span, c.len_utf8()));
        }
        unified
    }

    /// Returns the original bytes of the unified bytes `span`.
    fn original(&self, span: Span) -> Span {
        match self.origin.get(span.start()..span.end()) {
            Some([first, .., last]) => first.join(*last),
            Some([only]) => *only,
            Some([]) | None => Span::default(),
        }
    }
}

/// Returns the character that represents all of its kind; `None` for invisible ones.
fn unify(c: char) -> Option<char> {
    match c {
        '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' => None,
        '“' | '”' | '„' | '‟' | '«' | '»' | '″' => Some('"'),
        '‘' | '’' | '‚' | '‛' | '´' | '`' | '′' => Some('\''),
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => Some('-'),
        c if c.is_whitespace() => Some(' '),
        c => Some(c),
    }
}

/// Returns a text in unified characters.
pub(super) fn unified(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter_map(unify) {
        if c != ' ' || !out.ends_with(' ') {
            out.push(c);
        }
    }
    out
}

/// A quote that commentary cites, prepared to test whether it occurs in each of many texts, by the
/// rules of the function [`find`], which returns the places instead.
#[derive(Debug)]
pub struct QuoteMatcher(String);

impl QuoteMatcher {
    /// Returns the quote with these words.
    pub fn new(words: &str) -> Self {
        Self(unified(words))
    }

    /// Returns whether the quote occurs in `text`, as [`find`] finds it; faster, as no places are
    /// kept.
    pub fn occurs_in(&self, text: &str) -> bool {
        let parts: Vec<&str> = self.0.split('…').collect();
        !self.0.trim().is_empty() && find_parts(&unified(text), &parts, 0).is_some()
    }
}

/// Counts the places where `words` occur in `text`, without overlap. Both are in unified characters,
/// and the words have no gap.
pub(super) fn count_unified(text: &str, words: &str) -> usize {
    let mut at = 0;
    std::iter::from_fn(|| {
        let found = find_words(text, words, at)?;
        at = found.end();
        Some(())
    })
    .count()
}

/// Returns the places where `quote` occurs in `text`, in order and without overlap, in time linear
/// in both.
///
/// `…` inside the quote is a gap of any length within `text` (pass one sentence): the nearest
/// continuation is taken. At the start of the quote it reaches back to the start of the text, at
/// the end to its end. Three dots are no gap.
pub fn find(text: &str, quote: &str) -> Vec<Span> {
    let (text, quote) = (UnifiedText::new(text), UnifiedText::new(quote));
    let parts: Vec<&str> = quote.text.split('…').collect();
    let mut found = Vec::new();
    if quote.text.trim().is_empty() {
        return found;
    }
    let mut at = 0;
    while let Some(span) = find_parts(&text.text, &parts, at) {
        found.push(text.original(span));
        if span.end() >= text.text.len() || span.is_empty() {
            break;
        }
        at = span.end();
    }
    found
}

/// Finds the first place at or after `from` where the parts of a quote follow each other.
fn find_parts(text: &str, parts: &[&str], from: usize) -> Option<Span> {
    let (last, mut at, mut start) = (parts.len() - 1, from, None);
    for (index, part) in parts.iter().enumerate() {
        let part = if index > 0 { part.trim_start() } else { part };
        let part = if index < last { part.trim_end() } else { part };
        let found = match part {
            "" if index == 0 => Span::new(at, at),
            "" if index == last => Span::new(text.len(), text.len()),
            "" => continue,
            part => find_words(text, part, at)?,
        };
        start.get_or_insert(found.start());
        at = found.end();
    }
    let start = start?;
    (start < at).then_some(Span::new(start, at))
}

/// Finds the first place at or after `from` where `words` occur as whole words.
fn find_words(text: &str, words: &str, from: usize) -> Option<Span> {
    let mut at = from;
    loop {
        let start = at + text.get(at..)?.find(words)?;
        let end = start + words.len();
        if !inside_word(text, start) && !inside_word(text, end) {
            return Some(Span::new(start, end));
        }
        at = start + text[start..].chars().next().map_or(1, char::len_utf8);
    }
}

/// Whether the byte `at` is between two letters or digits, or next to the point or comma of a
/// decimal number.
fn inside_word(text: &str, at: usize) -> bool {
    let (before, after) = text.split_at(at);
    let (mut before, mut after) = (before.chars().rev(), after.chars());
    let (Some(b), Some(a)) = (before.next(), after.next()) else {
        return false;
    };
    let point = |c: char| c == '.' || c == ',';
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    (b.is_alphanumeric() && a.is_alphanumeric())
        || (b.is_ascii_digit() && point(a) && digit(after.next()))
        || (a.is_ascii_digit() && point(b) && digit(before.next()))
}

/// A run of words of a text that is similar to a quote: bytes, and how many characters differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NearMatch {
    /// The bytes of the text.
    pub span: Span,
    /// How many characters differ.
    pub distance: usize,
}

/// At most this many runs of words are compared character by character.
const COMPARED: usize = 24;
/// Of a longer quote, only this many characters are compared.
pub const LONGEST: usize = 240;

/// Returns the runs of words of `text` that are most like `quote`, best first, at most three and
/// without overlap.
///
/// For a quote with gaps, these are similar to its first part that `text` does not contain. Meant
/// for messages: cheap on long texts, where runs that share no word with the quote are skipped.
pub fn near_matches(text: &str, quote: &str) -> Vec<NearMatch> {
    let (text, quote) = (UnifiedText::new(text), UnifiedText::new(quote));
    let missing = quote
        .text
        .split('…')
        .map(str::trim)
        .find(|part| !part.is_empty() && find_words(&text.text, part, 0).is_none());
    let Some(quote) = missing else {
        return Vec::new();
    };
    let quote: String = quote.chars().take(LONGEST).collect();
    let words = word_spans(&text.text);
    let mut runs = candidate_runs(&text.text, &words, &quote);
    runs.sort_by(|a, b| b.1.total_cmp(&a.1));
    runs.truncate(COMPARED);
    let greatest = (quote.chars().count() * 2 / 5).max(1);
    let mut compared: Vec<NearMatch> = runs
        .into_iter()
        .map(|(span, like)| (without_stops(&text.text, span, &quote), like))
        .map(|(span, _)| NearMatch {
            span,
            distance: strsim::osa_distance(span.of(&text.text), &quote),
        })
        .filter(|near| near.distance <= greatest && near.distance < quote.chars().count())
        .collect();
    compared.sort_by_key(|near| (near.distance, near.span.start()));
    let mut best: Vec<NearMatch> = Vec::new();
    for near in compared {
        let apart = |other: &NearMatch| {
            other.span.end() <= near.span.start() || near.span.end() <= other.span.start()
        };
        if best.len() < 3 && best.iter().all(apart) {
            best.push(near);
        }
    }
    best.iter()
        .map(|near| NearMatch {
            span: text.original(near.span),
            ..*near
        })
        .collect()
}

/// Removes the stops and brackets at the ends of a run that the quote does not have there.
fn without_stops(text: &str, span: Span, quote: &str) -> Span {
    let (first, last) = (quote.chars().next(), quote.chars().next_back());
    let stop = |c: char, own: Option<char>| ".,;:!?()[]\"'".contains(c) && Some(c) != own;
    let run = span.of(text).trim_end_matches(|c| stop(c, last));
    let end = span.start() + run.len();
    Span::new(end - run.trim_start_matches(|c| stop(c, first)).len(), end)
}

/// Returns the runs of about as many words as `quote` has, each with a cheap measure of similarity.
fn candidate_runs(text: &str, words: &[Span], quote: &str) -> Vec<(Span, f64)> {
    let quoted: Vec<String> = self::word_spans(quote)
        .iter()
        .map(|word| letters_only(word.of(quote)))
        .collect();
    let likeness: Vec<f64> = words
        .iter()
        .map(|word| {
            let word = letters_only(word.of(text));
            if quoted.contains(&word) {
                1.0
            } else if quoted.len() > 4 {
                0.0
            } else {
                quoted
                    .iter()
                    .map(|other| strsim::normalized_damerau_levenshtein(&word, other))
                    .fold(0.0, f64::max)
            }
        })
        .collect();
    let mut sums = vec![0.0];
    for value in likeness {
        sums.push(sums[sums.len() - 1] + value);
    }
    let mut runs = Vec::new();
    for len in quoted.len().saturating_sub(1).max(1)..=quoted.len() + 1 {
        for start in 0..(words.len() + 1).saturating_sub(len) {
            let like =
                sums[start + len] - sums[start] - (len as f64 - quoted.len() as f64).abs() / 2.0;
            if like > 0.0 {
                runs.push((words[start].join(words[start + len - 1]), like));
            }
        }
    }
    runs
}

/// Returns the runs of characters between blanks.
fn word_spans(text: &str) -> Vec<Span> {
    let mut words = Vec::new();
    let mut start = 0;
    for part in text.split(' ') {
        if !part.is_empty() {
            words.push(Span::new(start, start + part.len()));
        }
        start += part.len() + 1;
    }
    words
}

fn letters_only(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn found<'a>(text: &'a str, quote: &str) -> Vec<&'a str> {
        find(text, quote)
            .into_iter()
            .map(|span| span.of(text))
            .collect()
    }

    #[test]
    fn kinds_of_characters_are_alike() {
        assert_eq!(
            found("a  “red”\n– or\u{a0}blue", "\"red\" - or blue"),
            ["“red”\n– or\u{a0}blue"]
        );
        assert_eq!(found("the ferryman’s fare", "ferryman's"), ["ferryman’s"]);
        assert_eq!(found("deduct −1", "-1"), ["−1"]);
        assert_eq!(found("ferry\u{ad}man", "ferryman"), ["ferry\u{ad}man"]);
    }

    #[test]
    fn case_and_word_bounds_count() {
        assert_eq!(find("Ferry or ferry", "ferry"), [Span::new(9, 14)]);
        assert_eq!(find("for or nor", "or"), [Span::new(4, 6)]);
        assert_eq!(find("2.5 or 5", "5"), [Span::new(7, 8)]);
        assert_eq!(found("rafts (I) (II)", "(I)"), ["(I)"]);
        assert!(find("rafts", "raft").is_empty());
    }

    #[test]
    fn gaps_take_the_nearest_continuation() {
        let text = "If he rows upstream, he pays; if he rows downstream, he does not.";
        assert_eq!(
            found(text, "he rows … he"),
            ["he rows upstream, he", "he rows downstream, he"]
        );
        assert_eq!(found(text, "If he … does not."), [text]);
        assert_eq!(found(text, "… upstream"), ["If he rows upstream"]);
        assert_eq!(found(text, "downstream …"), ["downstream, he does not."]);
        assert_eq!(found(text, "…"), [text]);
        assert!(found(text, "pays … upstream").is_empty());
        assert!(found(text, "rows...he").is_empty());
    }

    #[test]
    fn hits_do_not_overlap() {
        assert_eq!(find("a a a a", "a a"), [Span::new(0, 3), Span::new(4, 7)]);
        assert!(find("", "a").is_empty());
        assert!(find("a", " ").is_empty());
    }

    #[test]
    fn near_misses_come_best_first() {
        let text = "A ferry carries two rafts or one barge. Ferries carry no barges at night.";
        let near_of = |quote: &str| {
            near_matches(text, quote)
                .iter()
                .map(|near| near.span.of(text))
                .collect::<Vec<_>>()
        };
        assert_eq!(near_of("two raft or"), ["two rafts or"]);
        assert_eq!(near_of("feries"), ["Ferries"]);
        assert_eq!(near_of("A ferry … barjes at night."), ["barges at night."]);
        assert!(near_of("something else entirely").is_empty());
        assert!(near_matches("", "x").is_empty());
    }

    proptest! {
        #[test]
        fn what_is_found_reads_like_the_quote(text in "[ab –“’…é\n]{0,40}", quote in "[ab -\"'é]{1,4}") {
            for span in find(&text, &quote) {
                prop_assert_eq!(unified(span.of(&text)), unified(&quote));
            }
            prop_assert_eq!(unified(&text), UnifiedText::new(&text).text);
            near_matches(&text, &quote);
        }

        #[test]
        fn spans_are_in_order(text in "[abc .…]{0,60}", quote in "[abc …]{1,8}") {
            let spans = find(&text, &quote);
            prop_assert!(spans.windows(2).all(|pair| pair[0].end() <= pair[1].start()));
            prop_assert!(spans.iter().all(|span| text.get(span.start()..span.end()).is_some()));
            prop_assert_eq!(QuoteMatcher::new(&quote).occurs_in(&text), !spans.is_empty());
        }
    }
}
