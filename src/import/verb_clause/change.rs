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
            if self.eat_word(&["with", "by", "to"]) {
                if let Some(new) = self.parse_replacement() {
                    self.parse_times(&mut words);
                    place.narrow(self.parse_containing_place());
                    return without_payload(ClauseAction::ReplaceWords(words, new), place);
                }
                let payload = self.parse_payload_place()?;
                return Some((ClauseAction::ReplaceByText(words), place, payload));
            }
            return None;
        }
        let mut place = self.parse_address().unwrap_or_default();
        place.narrow(self.parse_containing_place());
        let announced = self.eat_word(&["with", "by", "to"])
            | self.eat_as_follows()
            | (self.is_mark(1, &[':']) && self.eat_word(&["as"]));
        if !announced && !self.is_mark(0, &[':']) {
            return None;
        }
        let payload = self.parse_payload_place()?;
        Some((ClauseAction::Replace, place, payload))
    }

    /// Parses `Substitute for the first +1 line: …` or `Substitute "b" for "a"` after the verb.
    pub(super) fn parse_substitute(&mut self) -> ClauseParse {
        if self.eat_word(&["for"]) {
            if let Some(words) = self.parse_quoted_words() {
                let place = self.parse_containing_place();
                let payload = self.parse_payload_place()?;
                return Some((ClauseAction::ReplaceByText(words), place, payload));
            }
            let mut place = self.parse_address()?;
            place.narrow(self.parse_containing_place());
            let payload = self.parse_payload_place()?;
            return Some((ClauseAction::Replace, place, payload));
        }
        let new = self.parse_quoted_words()?;
        if !self.eat_word(&["for"]) {
            return None;
        }
        match self.parse_quoted_words() {
            Some(words) => {
                let place = self.parse_containing_place();
                without_payload(ClauseAction::ReplaceWords(words, new.text), place)
            }
            None => {
                let place = self.parse_address()?;
                without_payload(
                    ClauseAction::ReplaceWords(QuotedWords::default(), new.text),
                    place,
                )
            }
        }
    }

    /// Parses what follows the verb `Change`.
    pub(super) fn parse_change(&mut self) -> ClauseParse {
        let back = self.checkpoint();
        if let Some(values) = self.parse_values() {
            return without_payload(ClauseAction::Values(values), PrintedAddress::default());
        }
        self.rewind(back);
        if let Some(mut words) = self.parse_quoted_words() {
            let mut place = self.parse_containing_place();
            // `in Orders, last paragraph, into “…”`
            self.eat_mark(&[',']);
            if !self.eat_word(&["to", "into", "with", "by", "so"]) {
                return None;
            }
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
            if let Some((what, inner, payload)) = self.parse_gerund() {
                // `Amend the definition of "Raft" by adding at the end "…"`
                place.narrow(inner);
                return Some((what, place, payload));
            }
            let announced = self.eat_word(&["to", "into"]) | self.eat_as_follows();
            if announced || self.is_mark(0, &[':']) {
                let payload = self.parse_payload_place()?;
                return Some((ClauseAction::Replace, place, payload));
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
        while self.word(0).is_some() && self.at < from + 5 {
            self.at += 1;
        }
        let values = self.tokens[from..self.at]
            .iter()
            .any(|token| matches!(&token.kind, SheetTokenKind::Word(word) if is_value_noun(word)));
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
