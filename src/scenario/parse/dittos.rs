//! Repeats the words above signs such as `"` and `do.`: `7  "  Kn(O)` below `1 Reg Kn(O)`.

use super::parser::ScenarioParser;
use crate::{
    scenario::{
        shared_words::shared_words,
        token::{ScenarioToken, ScenarioTokenKind},
    },
    text::Span,
};

impl ScenarioParser<'_> {
    /// Replaces signs that repeat a word by the word of the last line that is above them, or that has
    /// as many words in front of it.
    pub(super) fn repeat_above(&self, tokens: &mut [ScenarioToken]) {
        if self.is_strict() || self.above.is_empty() {
            return;
        }
        for at in 0..tokens.len() {
            if tokens[at].is_one_of(&shared_words().dittos) {
                let repeated = self
                    .above_place(tokens[at].span)
                    .or(self.above.get(at))
                    .filter(|word| matches!(word.kind, ScenarioTokenKind::Word(_)));
                if let Some(repeated) = repeated {
                    tokens[at].kind = repeated.kind.clone();
                }
            }
        }
    }

    /// Remembers the words of a line with troops.
    pub(super) fn remember_above(&mut self, tokens: &[ScenarioToken]) {
        if !self.is_strict() && self.is_marked(&self.marked_kinds, tokens) {
            self.above = tokens.to_vec();
        }
    }

    /// Returns the word of the last line whose place covers that of a sign.
    fn above_place(&self, sign: Span) -> Option<&ScenarioToken> {
        let place = |at: usize| {
            let start = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
            self.text[start..at].chars().count()
        };
        let own = place(sign.start());
        self.above.iter().find(|token| {
            let is_word = matches!(token.kind, ScenarioTokenKind::Word(_));
            is_word && place(token.span.start()) <= own && own < place(token.span.end())
        })
    }
}
