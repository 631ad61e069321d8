//! Converts the words of a query to concepts, with synonyms, and similar words for unknown ones.
//!
//! A concept is one thing searched for, with all the words that match it.

use super::{
    concept::{
        ConceptAlternative, JOINT_FREQUENCY, MAX_GUESSES, QueryConcept, UnmatchedWords,
        WordCorrection,
    },
    english::is_english,
    error::IndexError,
    index::Index,
    tokenizer::{Token, TokenKind},
};
use std::collections::BTreeSet;

impl Index {
    /// Returns the concepts of free text.
    pub(super) fn concepts(
        &self,
        text: &str,
        unmatched: &mut UnmatchedWords,
    ) -> Result<Vec<QueryConcept>, IndexError> {
        let mut words = self.tokenizer.tokens(text);
        // stop words count if there are no other words
        let only_stops = words.iter().all(|word| word.kind == TokenKind::Stop);
        if only_stops {
            words.dedup_by(|a, b| a.text == b.text);
        }
        let stems: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        let mut out: Vec<QueryConcept> = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let synonyms = self.dictionary.synonyms(&stems[at..]);
            let (length, synonyms) = synonyms.unwrap_or((1, &[]));
            let counts = |word: &&Token| only_stops || word.kind != TokenKind::Stop;
            let own = words[at..at + length].iter().filter(counts);
            let own = alternative(own.map(|word| word.text.clone()), 1.0);
            let mut alternatives = Vec::from_iter(Some(own).filter(|own| !own.words.is_empty()));
            let synonyms = synonyms.iter();
            alternatives.extend(synonyms.map(|own| alternative(own.stems.clone(), own.weight)));
            if !alternatives.is_empty() {
                let word = &words[at];
                let typed = word.span.of(text);
                self.add_similar(&mut alternatives, &word.text, typed, unmatched)?;
                let concept = self.concept_of(alternatives)?;
                if !out
                    .iter()
                    .any(|known| known.alternatives == concept.alternatives)
                {
                    out.push(concept);
                }
            }
            at += length;
        }
        Ok(out)
    }

    /// Returns the stems of the two words that an unknown word joins: `flankmarch`. Of several
    /// pairs it is the one whose rarer word is most frequent.
    fn split_word(&self, typed: &str) -> Result<Option<[String; 2]>, IndexError> {
        let mut best = None;
        let mut most = 0;
        for at in 3..typed.len().saturating_sub(2) {
            let Some((first, second)) = typed.split_at_checked(at) else {
                continue;
            };
            if !self.is_form(first)? || !self.is_form(second)? {
                continue;
            }
            let stems = [self.stem_of(first), self.stem_of(second)];
            let rarer = self.frequency(&stems[0])?.min(self.frequency(&stems[1])?);
            if rarer > most {
                (best, most) = (Some(stems), rarer);
            }
        }
        Ok(best)
    }

    /// Returns whether a word in lower case is a word of the documents.
    fn is_form(&self, word: &str) -> Result<bool, IndexError> {
        let first = self.forms(word, 1)?.pop_first();
        Ok(first.is_some_and(|form| form == word))
    }

    /// Returns the concept of all words that begin with `start`.
    pub(super) fn prefixed(&self, start: &str) -> Result<Option<QueryConcept>, IndexError> {
        let small = start.to_lowercase();
        let mut words: BTreeSet<String> = self.terms(self.fields.body, &small, MAX_GUESSES * 4)?;
        words.extend(
            self.forms(&small, MAX_GUESSES * 4)?
                .iter()
                .map(|form| self.stem_of(form)),
        );
        words.retain(|word| !word.contains('('));
        let alternatives: Vec<ConceptAlternative> = words
            .into_iter()
            .map(|word| alternative([word], 1.0))
            .collect();
        if alternatives.is_empty() {
            Ok(None)
        } else {
            self.concept_of(alternatives).map(Some)
        }
    }

    fn stem_of(&self, word: &str) -> String {
        self.tokenizer.stems(word).pop().unwrap_or_default()
    }

    /// Adds alternatives to a word that no document contains: words that begin with it, else
    /// similar words.
    fn add_similar(
        &self,
        alternatives: &mut Vec<ConceptAlternative>,
        stem: &str,
        typed: &str,
        unmatched: &mut UnmatchedWords,
    ) -> Result<(), IndexError> {
        for word in alternatives.iter().flat_map(|own| &own.words) {
            if self.frequency(word)? > 0 {
                return Ok(());
            }
        }
        let letters = typed.chars().filter(|c| c.is_alphabetic()).count();
        let is_word = letters >= 3 && typed.chars().count() == letters;
        if !is_word {
            unmatched.add_unknown(typed);
            return Ok(());
        }
        let small = typed.to_lowercase();
        if let Some(parts) = self.split_word(&small)? {
            alternatives.push(alternative(parts, 1.0));
            return Ok(());
        }
        let mut meant: Vec<String> = self.forms(&small, MAX_GUESSES * 4)?.into_iter().collect();
        let is_mistyped = meant.is_empty();
        if is_mistyped {
            meant = self.similar_forms(&small)?;
        }
        let mut stems: Vec<String> = Vec::new();
        for form in &meant {
            let stem = self.stem_of(form);
            if !stems.contains(&stem) && stems.len() < MAX_GUESSES {
                stems.push(stem);
            }
        }
        stems.retain(|found| found != stem);
        if stems.is_empty() {
            unmatched.add_unknown(typed);
            return Ok(());
        }
        alternatives.extend(stems.iter().map(|stem| alternative([stem.clone()], 1.0)));
        if is_mistyped {
            unmatched.corrections.push(WordCorrection {
                typed: typed.to_owned(),
                meant: meant.into_iter().take(3).collect(),
            });
        }
        Ok(())
    }

    /// Returns the words of the documents that are most similar to a typed one, at most three; none if
    /// it is plain English.
    fn similar_forms(&self, typed: &str) -> Result<Vec<String>, IndexError> {
        let length = typed.chars().count();
        let allowed = match length {
            0..5 => 0,
            5..9 => 1,
            _ => 2,
        };
        if allowed == 0 || is_english(typed) {
            return Ok(Vec::new());
        }
        let forms = self.forms("", usize::MAX)?.into_iter();
        let plain = forms.filter(|form| {
            form.chars().all(char::is_alphabetic)
                && form.chars().count().abs_diff(length) <= allowed
        });
        // of equally distant words, prefer those that begin alike
        let mut found: Vec<(usize, bool, String)> = plain
            .map(|form| {
                let far = strsim::damerau_levenshtein(typed, &form);
                (far, form.chars().next() != typed.chars().next(), form)
            })
            .filter(|(far, ..)| *far <= allowed)
            .collect();
        found.sort();
        let best = found.first().map(|(far, begins, _)| (*far, *begins));
        found.retain(|(far, begins, _)| Some((*far, *begins)) == best);
        found.truncate(3);
        Ok(found.into_iter().map(|(.., form)| form).collect())
    }

    fn concept_of(
        &self,
        alternatives: Vec<ConceptAlternative>,
    ) -> Result<QueryConcept, IndexError> {
        let all = self.len() as f32;
        let mut frequency = 0.0_f32;
        for alternative in &alternatives {
            let joint = match alternative.words.len() {
                1 => 1.0,
                _ => JOINT_FREQUENCY,
            };
            for word in &alternative.words {
                frequency = frequency.max(self.frequency(word)? as f32 * joint);
            }
        }
        Ok(QueryConcept {
            alternatives,
            worth: (1.0 + (all - frequency + 0.5).max(0.5) / (frequency + 0.5)).ln(),
        })
    }
}

fn alternative(words: impl IntoIterator<Item = String>, weight: f32) -> ConceptAlternative {
    ConceptAlternative {
        words: words.into_iter().collect(),
        weight,
    }
}
