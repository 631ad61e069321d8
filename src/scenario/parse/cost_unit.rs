//! Learns the unit of the costs of a list, where it is a word that is not in the vocabulary: `28 tal`.

use super::parser::ScenarioParser;
use crate::{scenario::token::ScenarioToken, syntax::MarkdownLine};
use std::collections::{HashMap, HashSet};

/// The least number of lines that have a unit.
const MIN_LINES: usize = 4;

impl ScenarioParser<'_> {
    /// Learns the words that follow a number in most lines with troops, and have no other meaning.
    pub(super) fn learn_units(&mut self, lines: &[MarkdownLine]) {
        if self.is_strict() {
            return;
        }
        let mut found: HashMap<String, usize> = HashMap::new();
        let mut marked = 0;
        for line in lines {
            let tokens = self.tokens(line.span);
            if !self.names_troops(&tokens) {
                continue;
            }
            marked += 1;
            let words = (2..tokens.len()).filter_map(|at| self.unit_at(&tokens, at));
            for word in words.collect::<HashSet<String>>() {
                *found.entry(word).or_default() += 1;
            }
        }
        found.retain(|_, count| *count >= MIN_LINES && *count * 2 >= marked);
        self.units = found.into_keys().collect();
    }

    /// Returns the word at a token if it may be a unit: it follows a number that does not begin the
    /// line, and is not in the vocabulary.
    fn unit_at(&self, tokens: &[ScenarioToken], at: usize) -> Option<String> {
        let word = tokens[at].word()?;
        let is_number = tokens[at - 1].is_number();
        let is_known = tokens[at].is_filler()
            || self.vocabulary.numbers.contains_key(word)
            || self.vocabulary.kinds.iter().any(|kind| {
                kind.phrases.longest_match(&tokens[at..]).is_some() || kind.phrases.is_word(word)
            });
        let is_plain = word.len() > 1 && word.starts_with(char::is_alphabetic);
        (is_number && is_plain && !is_known).then(|| word.to_owned())
    }

    /// Removes the units that were learnt.
    pub(super) fn remove_units(&self, tokens: &mut Vec<ScenarioToken>) {
        if self.units.is_empty() {
            return;
        }
        let is_unit = |at: usize| {
            let is_behind = at > 1 && tokens[at - 1].is_number();
            is_behind
                && tokens[at]
                    .word()
                    .is_some_and(|word| self.units.contains(word))
        };
        let kept = (0..tokens.len()).filter(|&at| !is_unit(at));
        *tokens = kept.map(|at| tokens[at].clone()).collect();
    }
}
