//! Replaces the letter of a rank behind the name of a general by the rank:
//! `Hannibal (C): Reg Cv(O)`, and initials in front of his troops: `[CC] Irr Cv(O)`.

use super::{
    line::{expand_joined_words, find_marks, is_front_word},
    parser::ScenarioParser,
};
use crate::scenario::{
    token::{ScenarioToken, ScenarioTokenKind},
    vocabulary::{KindIx, Vocabulary},
};

/// Returns the rank that begins with the letter in brackets that a token is: `c-in-c` for `(c)`.
fn rank_of_letter(vocabulary: &Vocabulary, token: &ScenarioToken) -> Option<String> {
    let word = token.word()?;
    let letter = word.strip_prefix('(')?.strip_suffix(')')?;
    rank_names(vocabulary).find(|name| letter.len() == 1 && name.starts_with(letter))
}

/// Returns the rank with the initials that a token is: `c-in-c` for `CC`.
fn rank_of_initials(vocabulary: &Vocabulary, token: &ScenarioToken) -> Option<String> {
    let word = token.word()?;
    let initials = |rank: &str| -> String {
        let parts = rank.split('-').filter(|part| *part != "in");
        parts.filter_map(|part| part.chars().next()).collect()
    };
    rank_names(vocabulary).find(|name| word.len() > 1 && initials(name) == word)
}

/// Returns the names of the ranks that begin a record: `c-in-c`, `sub-general`.
fn rank_names(vocabulary: &Vocabulary) -> impl Iterator<Item = String> + '_ {
    let mut kinds = vocabulary.kinds.iter();
    let begins = kinds.find_map(|kind| kind.begins_with.as_ref());
    let ranks = begins.into_iter().flat_map(|begins| &begins.words);
    ranks.map(|(rank, _)| vocabulary.word_text(*rank).to_string())
}

impl ScenarioParser<'_> {
    /// Replaces a letter in brackets behind a name by the rank that begins with it, in front of the troops
    /// of one element or at the end of the heading of a part: `Command 1: Hannibal (C)`.
    pub(super) fn read_rank_letters(&self, tokens: &mut [ScenarioToken]) {
        let Some(&line) = self.marked_kinds.first() else {
            return;
        };
        let found = (1..tokens.len()).find_map(|at| {
            let rank = rank_of_letter(self.vocabulary, &tokens[at])?;
            let is_rank = self.is_personal_name(line, &tokens[..at])
                && (self.is_one_element(line, &tokens[at + 1..])
                    || at + 1 == tokens.len() && self.numbered_part(tokens).is_some());
            is_rank.then_some((at, rank))
        });
        if let Some((at, rank)) = found {
            tokens[at].kind = ScenarioTokenKind::Word(format!("({rank})"));
        }
        self.read_rank_initials(line, tokens);
    }

    /// Replaces initials in square brackets in front of the troops of one element by their rank: `[CC] Irr
    /// Cv(O)`.
    fn read_rank_initials(&self, line: KindIx, tokens: &mut [ScenarioToken]) {
        let Some((first, rest)) = tokens.split_first_mut() else {
            return;
        };
        let (before, after) = (
            &self.text[..first.span.start()],
            &self.text[first.span.end()..],
        );
        if before.ends_with('[')
            && after.starts_with(']')
            && self.is_one_element(line, rest)
            && let Some(rank) = rank_of_initials(self.vocabulary, first)
        {
            first.kind = ScenarioTokenKind::Word(format!("({rank})"));
        }
    }

    /// Returns whether tokens end with a word that could be a name: it has a capital, and is in no
    /// vocabulary of lines.
    fn is_personal_name(&self, line: KindIx, tokens: &[ScenarioToken]) -> bool {
        let phrases = &self.vocabulary.kind(line).phrases;
        let is_unknown = |word: &str| word.chars().count() > 1 && !phrases.is_word(word);
        let is_name = |last: &ScenarioToken| {
            last.span.of(self.text).starts_with(char::is_uppercase)
                && last.word().is_some_and(is_unknown)
        };
        tokens.last().is_some_and(is_name) && !self.names_troops(tokens)
    }

    /// Returns whether tokens begin with troops, of which no number or `1` is in front.
    fn is_one_element(&self, line: KindIx, tokens: &[ScenarioToken]) -> bool {
        let kind = self.vocabulary.kind(line);
        let expanded = expand_joined_words(kind, self.text, tokens);
        let tokens = expanded.as_deref().unwrap_or(tokens);
        let marks = find_marks(kind, tokens);
        let Some(first) = marks.first() else {
            return false;
        };
        tokens[..first.start].iter().all(|token| {
            is_front_word(kind, token)
                || matches!(
                    token.kind,
                    ScenarioTokenKind::Colon
                        | ScenarioTokenKind::Comma
                        | ScenarioTokenKind::Sign(_)
                        | ScenarioTokenKind::Number(1.0)
                )
        })
    }
}
