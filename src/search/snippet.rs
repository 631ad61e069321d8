//! Cuts out the part of a text that matches a query best, with the byte ranges of the matches.

use super::{concept::QueryConcept, tokenizer::Tokenizer};
use crate::text::Span;
use serde::Serialize;

/// The part of a text that matches a query best, with the byte ranges of the matches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Snippet {
    /// The text; `…` where words are left out.
    pub text: String,
    /// The byte ranges of `text` that match.
    pub marks: Vec<Span>,
}

/// The approximate largest length of a snippet, in bytes.
const MAX_BYTES: usize = 320;

impl Snippet {
    /// Returns the part of `text` with the most matches.
    pub(super) fn new(tokenizer: &Tokenizer, concepts: &[QueryConcept], text: &str) -> Self {
        let words = || {
            concepts
                .iter()
                .flat_map(|concept| &concept.alternatives)
                .flat_map(|alternative| &alternative.words)
        };
        let mut marks: Vec<Span> = tokenizer
            .text(text)
            .into_iter()
            .filter(|token| words().any(|word| *word == token.text))
            .map(|token| token.span)
            .collect();
        marks.sort_by_key(|mark| (mark.start(), std::cmp::Reverse(mark.end())));
        let mut joined: Vec<Span> = Vec::new();
        for mark in marks {
            match joined.last_mut() {
                Some(last) if mark.start() < last.end() => {
                    *last = last.with_end(last.end().max(mark.end()))
                }
                Some(_) | None => joined.push(mark),
            }
        }
        Self::cut(text, joined)
    }

    fn cut(text: &str, marks: Vec<Span>) -> Self {
        if text.len() <= MAX_BYTES {
            return Self {
                text: text.to_owned(),
                marks,
            };
        }
        let inside = |start: usize| {
            marks
                .iter()
                .filter(|mark| mark.start() >= start && mark.end() <= start + MAX_BYTES)
                .count()
        };
        let best = marks
            .iter()
            .map(|mark| mark.start())
            .max_by_key(|&start| (inside(start), std::cmp::Reverse(start)))
            .unwrap_or(0);
        // begin at the sentence if that is not far before the match
        let before = &text[..best];
        let sentence = before
            .rfind(['.', ':', ';', '?', '!'])
            .map_or(0, |at| at + 1);
        let from = if best - sentence <= MAX_BYTES / 3 {
            sentence
        } else {
            before[..before.floor_char_boundary(best.saturating_sub(40))]
                .rfind(' ')
                .unwrap_or(0)
        };
        let from = from + text[from..].len() - text[from..].trim_start().len();
        let until = if text.len() - from <= MAX_BYTES {
            text.len()
        } else {
            text[..text.floor_char_boundary(from + MAX_BYTES)]
                .rfind(' ')
                .filter(|&at| at > from)
                .unwrap_or(text.floor_char_boundary(from + MAX_BYTES))
        };
        let (head, tail) = (
            if from > 0 { "… " } else { "" },
            if until < text.len() { " …" } else { "" },
        );
        let marks = marks
            .into_iter()
            .filter(|mark| mark.start() >= from && mark.end() <= until);
        let marks = marks
            .map(|mark| {
                Span::new(
                    mark.start() - from + head.len(),
                    mark.end() - from + head.len(),
                )
            })
            .collect();
        Self {
            text: format!("{head}{}{tail}", &text[from..until]),
            marks,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{concept::ConceptAlternative, lexicon::Lexicon, search_steps::SearchSteps};

    #[test]
    fn marks_stay_on_their_words() {
        let tokenizer = Tokenizer::new(&Lexicon::default(), SearchSteps::ALL);
        let concept = QueryConcept {
            alternatives: vec![ConceptAlternative {
                words: vec!["raft".into()],
                weight: 1.0,
            }],
            worth: 1.0,
        };
        for before in [0, 3, 40, 90] {
            let text = format!(
                "{}A raft, ½ laden, may moor. {}",
                "Ferries wait – here. ".repeat(before),
                "Barges do not. ".repeat(before)
            );
            let snippet = Snippet::new(&tokenizer, std::slice::from_ref(&concept), &text);
            assert_eq!(
                snippet
                    .marks
                    .iter()
                    .map(|mark| mark.of(&snippet.text))
                    .collect::<Vec<_>>(),
                ["raft"]
            );
            assert!(snippet.text.len() < MAX_BYTES + 16);
        }
    }
}
