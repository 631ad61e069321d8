//! Chooses the sentences of a text that match a query best, with the byte ranges of the matches.

use super::{concept::QueryConcept, tokenizer::Tokenizer};
use crate::text::{Span, segment};
use serde::Serialize;

/// The sentences of a text that match a query best, with the byte ranges of the matches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Snippet {
    /// The text; `…` where words are left out.
    pub text: String,
    /// The byte ranges of `text` that match.
    pub marks: Vec<Span>,
}

/// The largest length of a snippet in bytes, unless the sentence that matches best is longer.
const MAX_BYTES: usize = 640;

impl Snippet {
    /// Returns the sentences of `text` that match best, each whole, after the end of the lead-in
    /// that an item of a list continues.
    pub(super) fn new(
        tokenizer: &Tokenizer,
        concepts: &[QueryConcept],
        lead: &str,
        text: &str,
    ) -> Self {
        let lead = segment::sentences(lead)
            .last()
            .map(|sentence| sentence.of(lead))
            .filter(|sentence| sentence.ends_with(':') && !text.is_empty());
        let tokens = tokenizer.tokens(text);
        let found: Vec<(Span, usize)> = tokens
            .iter()
            .filter_map(|token| Some((token.span, matched(concepts, &token.text)?)))
            .collect();
        let sentences = segment::sentences(text);
        let kept = kept_sentences(&sentences, |sentence| {
            let inside = found.iter().filter(|(span, _)| contains(sentence, *span));
            let mut numbers: Vec<usize> = inside.map(|(_, number)| *number).collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers.iter().map(|&number| concepts[number].worth).sum()
        });
        let kept = kept.unwrap_or_else(|| Span::new(0, text.len()));
        let mut out = Self::default();
        if let Some(lead) = lead {
            let marks = tokenizer.tokens(lead).into_iter();
            let marks = marks.filter(|token| matched(concepts, &token.text).is_some());
            out.push(lead, marks.map(|token| token.span));
            out.text.push(' ');
        }
        if kept.start() > 0 && !kept.of(text).starts_with('…') {
            out.text += "… ";
        }
        let inside = found.iter().map(|(span, _)| *span);
        let inside = inside.filter(|span| contains(kept, *span));
        let moved = |span: Span| Span::new(span.start() - kept.start(), span.end() - kept.start());
        out.push(kept.of(text), inside.map(moved));
        if kept.end() < text.trim_end().len() {
            out.text += " …";
        }
        out
    }

    /// Adds a text with its matches. Matches that overlap or touch are joined.
    fn push(&mut self, text: &str, marks: impl Iterator<Item = Span>) {
        let mut marks: Vec<Span> = marks.collect();
        marks.sort_by_key(|mark| (mark.start(), std::cmp::Reverse(mark.end())));
        let at = self.text.len();
        for mark in marks {
            let mark = Span::new(mark.start() + at, mark.end() + at);
            match self.marks.last_mut() {
                Some(last) if mark.start() <= last.end() => {
                    *last = last.with_end(last.end().max(mark.end()));
                }
                Some(_) | None => self.marks.push(mark),
            }
        }
        self.text += text;
    }
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.start() <= inner.start() && inner.end() <= outer.end()
}

/// Returns the number of the first concept that a word matches.
fn matched(concepts: &[QueryConcept], word: &str) -> Option<usize> {
    let has = |concept: &QueryConcept| {
        let mut words = concept.alternatives.iter().flat_map(|own| &own.words);
        words.any(|own| own == word)
    };
    concepts.iter().position(has)
}

/// Returns the range of the sentences to show: the one that matches best, with as many after it,
/// then before it, as there is room for. Exceptions and outcomes follow the words that they are
/// about.
fn kept_sentences(sentences: &[Span], worth: impl Fn(Span) -> f32) -> Option<Span> {
    let worths: Vec<f32> = sentences.iter().map(|sentence| worth(*sentence)).collect();
    let best =
        (0..sentences.len()).max_by(|&a, &b| worths[a].total_cmp(&worths[b]).then(b.cmp(&a)))?;
    let (mut first, mut last) = (best, best);
    let length = |first: usize, last: usize| sentences[last].end() - sentences[first].start();
    while last + 1 < sentences.len() && length(first, last + 1) <= MAX_BYTES {
        last += 1;
    }
    while first > 0 && length(first - 1, last) <= MAX_BYTES {
        first -= 1;
    }
    Some(Span::new(sentences[first].start(), sentences[last].end()))
}
