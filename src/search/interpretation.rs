//! What a question asks for, concept by concept: each is one thing said, with all the words that may stand for it.

use super::{
    concept::{
        AKIN, ALIKE, APART, BEGINNING, Concept, Correction, GRADE_ALONE, GUESSES, RARE,
        SAID_OTHERWISE, TOGETHER, Way,
    },
    error::IndexError,
    index::Index,
    spelling::{SpellingCandidate, letters, sounded},
    tokenizer::{Token, TokenKind},
};
use std::collections::BTreeSet;

impl Index {
    /// The concepts of free text.
    pub(super) fn concepts(
        &self,
        text: &str,
        corrections: &mut Vec<Correction>,
    ) -> Result<Vec<Concept>, IndexError> {
        let tokens = self.tokenizer.question(text);
        let mut words: Vec<&Token> = tokens
            .iter()
            .filter(|token| token.kind.is_plain())
            .collect();
        let joined: Vec<&Token> = tokens
            .iter()
            .filter(|token| !token.kind.is_plain())
            .collect();
        // where nothing has weight, everything has
        let only_stops = words.iter().all(|word| word.kind == TokenKind::Stop);
        if only_stops {
            words.dedup_by(|a, b| a.text == b.text);
        }
        let stems: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        let mut out: Vec<Concept> = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let word = words[at];
            let here: Vec<&&Token> = joined
                .iter()
                .filter(|token| token.place == word.place)
                .collect();
            let mut ways = Vec::new();
            let mut length = 1;
            let term = here.iter().find_map(|token| match token.kind {
                TokenKind::Compound(length) => Some((token.text.clone(), length)),
                TokenKind::Measure => Some((token.text.clone(), 2)),
                TokenKind::Word
                | TokenKind::Stop
                | TokenKind::Number
                | TokenKind::Grade
                | TokenKind::Graded => None,
            });
            let said = self.tokenizer.meaning(&stems[at..]);
            if let Some((joined, parts)) =
                term.filter(|(_, parts)| said.is_none_or(|(said, _)| said <= *parts))
            {
                length = parts;
                ways.push(way([joined], 1.0));
                ways.push(way(
                    stems[at..(at + parts).min(stems.len())]
                        .iter()
                        .map(|stem| (*stem).to_owned()),
                    APART,
                ));
            } else if let Some((said, _)) = said {
                length = said;
                let own =
                    (at..at + said).filter(|&at| only_stops || words[at].kind != TokenKind::Stop);
                ways.push(way(own.map(|at| stems[at].to_owned()), 1.0));
            } else if word.kind == TokenKind::Grade {
                // told by the troops that it belongs to
                let troops = joined.iter().filter(|token| {
                    token.kind == TokenKind::Graded && token.text.ends_with(&word.text)
                });
                ways.extend(troops.map(|token| way([token.text.clone()], 1.0)));
                ways.push(way([word.text.clone()], GRADE_ALONE));
            } else if word.kind != TokenKind::Stop || only_stops {
                ways.push(way([word.text.clone()], 1.0));
            }
            if let Some((_, meanings)) = said.filter(|(said, _)| *said <= length) {
                for meaning in meanings {
                    match meaning.stems.as_slice() {
                        [grade] if grade.starts_with('(') => {
                            let near = [at.checked_sub(1), Some(at + length)]
                                .into_iter()
                                .flatten()
                                .filter_map(|at| words.get(at));
                            let near = near.filter(|word| word.kind == TokenKind::Word);
                            ways.extend(
                                near.map(|word| way([format!("{}{grade}", word.text)], 1.0)),
                            );
                            ways.push(way([grade.clone()], GRADE_ALONE));
                        }
                        words => ways.push(way(
                            self.joined(words),
                            if meaning.akin { AKIN } else { SAID_OTHERWISE },
                        )),
                    }
                }
            }
            ways.retain(|way| !way.words.is_empty());
            if !ways.is_empty() {
                let typed = word.span.of(text);
                self.complete(&mut ways, &word.text, typed, corrections)?;
                let concept = self.weighed(ways)?;
                if !out.iter().any(|known| known.ways == concept.ways) {
                    out.push(concept);
                }
            }
            at += length;
        }
        Ok(out)
    }

    /// The words of a meaning, as one where the index joins them.
    fn joined(&self, words: &[String]) -> Vec<String> {
        let text = words.join("_");
        if words.len() > 1 && self.frequency(&text).unwrap_or(0) > 0 {
            vec![text]
        } else {
            words.to_vec()
        }
    }

    /// The concept of words that begin so.
    pub(super) fn prefixed(&self, start: &str) -> Result<Option<Concept>, IndexError> {
        let small = start.to_lowercase();
        let mut words: BTreeSet<String> = self.terms(self.fields.body, &small, GUESSES * 4)?;
        words.extend(
            self.forms(&small, GUESSES * 4)?
                .iter()
                .map(|form| self.stem_of(form)),
        );
        words.retain(|word| !word.contains(['_', '(']));
        let ways: Vec<Way> = words.into_iter().map(|word| way([word], 1.0)).collect();
        if ways.is_empty() {
            Ok(None)
        } else {
            self.weighed(ways).map(Some)
        }
    }

    fn stem_of(&self, word: &str) -> String {
        self.tokenizer.stems(word).pop().unwrap_or_default()
    }

    /// A word that stands nowhere may be the beginning of one, or mistyped.
    fn complete(
        &self,
        ways: &mut Vec<Way>,
        stem: &str,
        typed: &str,
        corrections: &mut Vec<Correction>,
    ) -> Result<(), IndexError> {
        let letters = typed.chars().filter(|c| c.is_alphabetic()).count();
        if !self.tokenizer.parts().mistakes || letters < 3 || typed.chars().count() != letters {
            return Ok(());
        }
        for way in ways.iter() {
            for word in &way.words {
                if self.frequency(word)? > 0 {
                    return Ok(());
                }
            }
        }
        let small = typed.to_lowercase();
        let mut meant: Vec<String> = self.forms(&small, GUESSES * 4)?.into_iter().collect();
        let weight = if meant.is_empty() { ALIKE } else { BEGINNING };
        if meant.is_empty() {
            meant = self.alike(&small)?;
        }
        let mut stems: Vec<String> = Vec::new();
        for form in &meant {
            let stem = self.stem_of(form);
            if !stems.contains(&stem) && stems.len() < GUESSES {
                stems.push(stem);
            }
        }
        stems.retain(|found| found != stem);
        if stems.is_empty() {
            return Ok(());
        }
        ways.extend(stems.iter().map(|stem| way([stem.clone()], weight)));
        if weight == ALIKE {
            corrections.push(Correction {
                typed: typed.to_owned(),
                meant: meant.into_iter().take(3).collect(),
            });
        }
        Ok(())
    }

    /// The words of the documents that are most like one that was typed.
    fn alike(&self, typed: &str) -> Result<Vec<String>, IndexError> {
        let length = typed.chars().count();
        let allowed = match length {
            0..5 => 0,
            5..9 => 1,
            _ => 2,
        };
        let (letters, sound) = (letters(typed), sounded(typed));
        // a change of one letter is at most one that goes and one that comes: so most words need no closer look
        let near = |form: &&SpellingCandidate| {
            form.length.abs_diff(length) <= allowed
                && (form.letters ^ letters).count_ones() as usize <= 2 * allowed
                && strsim::damerau_levenshtein(typed, &form.word) <= allowed
        };
        let mut found: Vec<(usize, &String)> = self
            .plain_forms()?
            .iter()
            .filter(|form| form.length.abs_diff(length) <= 2)
            .filter(|form| length > 3 && form.sound == sound || near(form))
            // of those that are as near, those that sound and begin alike
            .map(|form| {
                let beginning = usize::from(form.word.chars().next() != typed.chars().next());
                let far = strsim::damerau_levenshtein(typed, &form.word)
                    + strsim::damerau_levenshtein(&sound, &form.sound);
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

    /// The words that a typed word may be like; made ready when the first stands nowhere.
    fn plain_forms(&self) -> Result<&[SpellingCandidate], IndexError> {
        if let Some(known) = self.plain_forms.get() {
            return Ok(known);
        }
        let forms = self.forms("", usize::MAX)?;
        let plain = |form: &&String| form.len() > 2 && form.chars().all(char::is_alphabetic);
        Ok(self.plain_forms.get_or_init(|| {
            forms
                .iter()
                .filter(plain)
                .map(|form| SpellingCandidate::new(form))
                .collect()
        }))
    }

    fn weighed(&self, ways: Vec<Way>) -> Result<Concept, IndexError> {
        let all = self.len() as f32;
        let mut frequency = 0.0_f32;
        for way in &ways {
            for word in &way.words {
                frequency = frequency.max(
                    self.frequency(word)? as f32
                        * if way.words.len() == 1 { 1.0 } else { TOGETHER },
                );
            }
        }
        let frequency = frequency.max(RARE);
        Ok(Concept {
            ways,
            worth: (1.0 + (all - frequency + 0.5).max(0.5) / (frequency + 0.5)).ln(),
        })
    }
}

fn way(words: impl IntoIterator<Item = String>, weight: f32) -> Way {
    Way {
        words: words.into_iter().collect(),
        weight,
    }
}
