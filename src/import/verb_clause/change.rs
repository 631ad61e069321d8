//! Parses what follows the verb in `Replace …`, `Substitute …` and `Change …`: old, new, place.

use super::{value::is_value_noun, *};

impl TokenCursor<'_> {
    /// Parses what follows the verb `Replace`.
    pub(super) fn parse_replace(&mut self) -> ClauseParse {
        if self.is_word(0, &["all", "everything", "anything", "words"])
            && self.is_word(1, &["after", "before", "following", "except"])
        {
            // no address means the text next to words
            return None;
        }
        if let Some(mut words) = self.parse_quoted_words() {
            let mut place = self.parse_containing_place();
            self.eat_word(&["with", "by", "to"]).then_some(())?;
            if let Some(new) = self.parse_replacement() {
                self.parse_times(&mut words);
                place.narrow(self.parse_containing_place());
                return without_payload(ClauseAction::ReplaceWords(words, new), place);
            }
            return self.with_payload(ClauseAction::ReplaceByText(words), place);
        }
        let mut place = self.parse_address().unwrap_or_default();
        place.narrow(self.parse_containing_place());
        let announced = self.eat_word(&["with", "by", "to"])
            | self.eat_as_follows()
            | (self.is_mark(1, &[':']) && self.eat_word(&["as"]));
        if !announced && !self.is_mark(0, &[':']) {
            return None;
        }
        self.with_payload(ClauseAction::Replace, place)
    }

    /// Parses `Substitute for the first +1 line: …` or `Substitute "b" for "a"` after the verb.
    pub(super) fn parse_substitute(&mut self) -> ClauseParse {
        if self.eat_word(&["for"]) {
            if let Some(words) = self.parse_quoted_words() {
                let place = self.parse_containing_place();
                return self.with_payload(ClauseAction::ReplaceByText(words), place);
            }
            let mut place = self.parse_address()?;
            place.narrow(self.parse_containing_place());
            return self.with_payload(ClauseAction::Replace, place);
        }
        let new = self.parse_quoted_words()?.text;
        self.eat_word(&["for"]).then_some(())?;
        let (old, place) = match self.parse_quoted_words() {
            Some(words) => (words, self.parse_containing_place()),
            None => (QuotedWords::default(), self.parse_address()?),
        };
        without_payload(ClauseAction::ReplaceWords(old, new), place)
    }

    /// Parses what follows the verb `Change`.
    pub(super) fn parse_change(&mut self) -> ClauseParse {
        if let Some(values) = self.attempt(Self::parse_values) {
            return set_values(values);
        }
        let back = self.checkpoint();
        if let Some(mut words) = self.parse_quoted_words() {
            let mut place = self.parse_containing_place();
            // `in Orders, last paragraph, into “…”`
            self.eat_mark(&[',']);
            self.eat_word(&["to", "into", "with", "by", "so"])
                .then_some(())?;
            // `amend "a" to read "b"`, `so that it reads "b"`
            self.eat_word(&["that"]);
            self.eat_word(PRONOUNS);
            self.eat_word(&["read", "reads", "say", "says", "become"]);
            if let Some(new) = self.parse_replacement() {
                self.parse_times(&mut words);
                place.narrow(self.parse_containing_place());
                return without_payload(ClauseAction::ReplaceWords(words, new), place);
            }
            let payload = self.parse_payload_place()?;
            if place.steps.is_empty() && place.heading.is_none() {
                // the words are those of a heading
                place.heading = Some(words.text);
                return Some((ClauseAction::Replace, place, payload));
            }
            return Some((ClauseAction::ReplaceByText(words), place, payload));
        }
        if let Some(mut place) = self.parse_address() {
            place.narrow(self.parse_containing_place());
            let announced = self.eat_word(&["to", "into"]) | self.eat_as_follows();
            if announced || self.is_mark(0, &[':']) {
                return self.with_payload(ClauseAction::Replace, place);
            }
            self.rewind(back);
        }
        if self.is_mark(0, &[':']) && self.tokens.len() == self.at + 1 {
            self.at += 1;
            return Some((
                ClauseAction::Pairs,
                PrintedAddress::default(),
                PayloadPlace::Follows,
            ));
        }
        // `Change Points Values:`
        let from = self.at;
        self.eat_while(5, |cursor| cursor.word(0).is_some());
        let values = self.tokens[from..self.at]
            .iter()
            .any(|token| token.word().is_some_and(is_value_noun));
        (values && self.is_mark(0, &[':']) && self.tokens.len() == self.at + 1).then(|| {
            self.at += 1;
            self.record(from, "rows of values below");
            (
                ClauseAction::Rows,
                PrintedAddress::default(),
                PayloadPlace::None,
            )
        })
    }
}
