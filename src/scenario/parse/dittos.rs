//! Replaces signs such as `"` and `do.` in a line by the words above them: `7  "  Kn(O)` below
//! `1 Reg Kn(O)`.

use super::parser::ScenarioParser;
use crate::{
    scenario::{shared_words::shared_words, token::ScenarioToken},
    text::Span,
};

impl ScenarioParser<'_> {
    /// Replaces signs that repeat a word by the word of the last line that is above them, or that has
    /// as many words in front of it. A type without a grade is repeated with its grade.
    pub(super) fn repeat_above(&self, tokens: &mut Vec<ScenarioToken>) {
        if self.is_strict() || self.above.is_empty() {
            return;
        }
        let is_bracket = |token: Option<&ScenarioToken>| {
            let word = token.and_then(ScenarioToken::word);
            word.is_some_and(|word| word.starts_with('('))
        };
        let mut at = 0;
        while at < tokens.len() {
            let sign = tokens[at].span;
            let repeated = self
                .is_ditto(&tokens[at])
                .then(|| self.above_place(sign).unwrap_or(at))
                .filter(|&from| self.above.get(from).is_some_and(ScenarioToken::is_word));
            // below the grade of a type
            let type_of = |at: usize| {
                let is_grade = at > 0 && is_bracket(self.above.get(at));
                at - usize::from(is_grade)
            };
            if let Some(from) = repeated.map(type_of) {
                tokens[at].kind = self.above[from].kind.clone();
                let grade = self.above.get(from + 1);
                if let Some(grade) =
                    grade.filter(|_| is_bracket(grade) && !is_bracket(tokens.get(at + 1)))
                {
                    let kind = grade.kind.clone();
                    tokens.insert(at + 1, ScenarioToken { kind, span: sign });
                }
            }
            at += 1;
        }
    }

    /// Returns whether a token repeats what is above it. A short word does so with a dot: `do.`.
    fn is_ditto(&self, token: &ScenarioToken) -> bool {
        const MAX_ABBREVIATION: usize = 3;
        let word = token.span.of(self.text);
        let is_short = word.len() <= MAX_ABBREVIATION && word.starts_with(char::is_alphabetic);
        token.is_one_of(&shared_words().dittos)
            && (!is_short || self.text[token.span.end()..].starts_with('.'))
    }

    /// Remembers the words of a line with troops.
    pub(super) fn remember_above(&mut self, tokens: &[ScenarioToken]) {
        if !self.is_strict() && self.names_troops(tokens) {
            self.above = tokens.to_vec();
        }
    }

    /// Returns the index of the word of the last line whose place covers that of a sign.
    fn above_place(&self, sign: Span) -> Option<usize> {
        let place = |at: usize| {
            let start = self.line_start(Span::new(at, at));
            self.text[start..at].chars().count()
        };
        let own = place(sign.start());
        self.above.iter().position(|token| {
            token.is_word() && place(token.span.start()) <= own && own < place(token.span.end())
        })
    }
}
