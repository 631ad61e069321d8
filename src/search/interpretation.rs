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
    language::{MIN_COGNATE, other_language},
    spelling::SpellingCandidate,
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
        let language = self.language_of(text, &words)?;
        if let Some((name, function_words)) = language {
            unmatched.language = Some(name);
            words.retain(|word| {
                let typed = word.span.of(text).to_lowercase();
                !function_words.contains(&typed.as_str())
            });
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

    /// Returns the language of a text if it is not English, and its function words.
    fn language_of(
        &self,
        text: &str,
        words: &[Token],
    ) -> Result<Option<(&'static str, &'static [&'static str])>, IndexError> {
        let mut unknown: Vec<String> = Vec::new();
        for word in words.iter().filter(|word| word.kind == TokenKind::Word) {
            if self.frequency(&word.text)? == 0 {
                unknown.push(word.span.of(text).to_lowercase());
            }
        }
        Ok(other_language(&unknown).filter(|_| self.tokenizer.parts().mistakes))
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
            if self
                .forms(first, 1)?
                .first()
                .is_none_or(|form| form != first)
                || self
                    .forms(second, 1)?
                    .first()
                    .is_none_or(|form| form != second)
            {
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
        if !self.tokenizer.parts().mistakes || !is_word {
            unmatched.add_unknown(typed);
            return Ok(());
        }
        let small = typed.to_lowercase();
        let is_foreign = unmatched.language.is_some();
        if is_foreign && letters < MIN_COGNATE {
            unmatched.add_unknown(typed);
            return Ok(());
        }
        if let Some(parts) = self.split_word(&small)?.filter(|_| !is_foreign) {
            alternatives.push(alternative(parts, 1.0));
            return Ok(());
        }
        let mut meant: Vec<String> = self.forms(&small, MAX_GUESSES * 4)?.into_iter().collect();
        if is_foreign {
            meant.clear();
        }
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

    /// Returns the words of the documents that are most similar to a typed one; none if it is plain
    /// English.
    fn similar_forms(&self, typed: &str) -> Result<Vec<String>, IndexError> {
        if is_english(typed) {
            return Ok(Vec::new());
        }
        let typed = SpellingCandidate::new(typed);
        let mut found: Vec<(usize, &String)> = self
            .plain_forms()?
            .iter()
            .filter(|form| form.is_near(&typed))
            // of equally distant words, prefer those that sound and begin alike
            .map(|form| {
                let beginning = usize::from(form.word.chars().next() != typed.word.chars().next());
                let far = strsim::damerau_levenshtein(&typed.word, &form.word)
                    + strsim::damerau_levenshtein(&typed.sound, &form.sound);
                (far * 2 + beginning, &form.word)
            })
            .collect();
        found.sort();
        let best = found.first().map_or(0, |(distance, _)| *distance);
        Ok(found
            .into_iter()
            .take_while(|(distance, _)| *distance == best)
            .take(3)
            .map(|(_, form)| form.clone())
            .collect())
    }

    /// Returns the words that a typed word is compared with; collected when the first word is not
    /// found.
    fn plain_forms(&self) -> Result<&[SpellingCandidate], IndexError> {
        if let Some(known) = self.plain_forms.get() {
            return Ok(known);
        }
        let forms = self.forms("", usize::MAX)?;
        let known = self
            .plain_forms
            .get_or_init(|| SpellingCandidate::of_forms(&forms));
        Ok(known)
    }

    fn concept_of(
        &self,
        alternatives: Vec<ConceptAlternative>,
    ) -> Result<QueryConcept, IndexError> {
        let all = self.len() as f32;
        let mut frequency = 0.0_f32;
        for alternative in &alternatives {
            for word in &alternative.words {
                frequency = frequency.max(
                    self.frequency(word)? as f32
                        * if alternative.words.len() == 1 {
                            1.0
                        } else {
                            JOINT_FREQUENCY
                        },
                );
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
