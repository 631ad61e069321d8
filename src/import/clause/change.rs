//! `Replace …`, `Substitute …`, `Change …`.

use super::{value::is_value_noun, *};

impl Reader<'_> {
    /// `Replace …`, behind the verb.
    pub(super) fn replace(&mut self) -> Read {
        if let Some(mut words) = self.quoted() {
            let mut place = self.inside();
            if self.eat_word(&["with", "by", "to"]) {
                if let Some(new) = self.short() {
                    self.times(&mut words);
                    place.enter(self.inside());
                    return Some((What::ReplaceWords(words, new), place, Payload::None));
                }
                let payload = self.payload()?;
                return Some((What::ReplaceByText(words), place, payload));
            }
            return None;
        }
        let mut place = self.address().unwrap_or_default();
        place.enter(self.inside());
        let announced = self.eat_word(&["with", "by", "to"]) | self.as_follows();
        if !announced && !self.is_mark(0, &[':']) {
            return None;
        }
        let payload = self.payload()?;
        Some((What::Replace, place, payload))
    }

    /// `Substitute for the first +1 line: …`, `Substitute "b" for "a"`.
    pub(super) fn substitute(&mut self) -> Read {
        if self.eat_word(&["for"]) {
            if let Some(words) = self.quoted() {
                let place = self.inside();
                let payload = self.payload()?;
                return Some((What::ReplaceByText(words), place, payload));
            }
            let mut place = self.address()?;
            place.enter(self.inside());
            let payload = self.payload()?;
            return Some((What::Replace, place, payload));
        }
        let new = self.quoted()?;
        if !self.eat_word(&["for"]) {
            return None;
        }
        match self.quoted() {
            Some(words) => {
                let place = self.inside();
                Some((What::ReplaceWords(words, new.text), place, Payload::None))
            }
            None => {
                let place = self.address()?;
                Some((
                    What::ReplaceWords(Words::default(), new.text),
                    place,
                    Payload::None,
                ))
            }
        }
    }

    /// `Change …`, behind the verb.
    pub(super) fn change(&mut self) -> Read {
        let back = self.here();
        if let Some(values) = self.values() {
            return Some((What::Values(values), Addr::default(), Payload::None));
        }
        self.back(back);
        if let Some(mut words) = self.quoted() {
            let mut place = self.inside();
            if !self.eat_word(&["to", "into", "with", "by"]) {
                return None;
            }
            if let Some(new) = self.short() {
                self.times(&mut words);
                place.enter(self.inside());
                return Some((What::ReplaceWords(words, new), place, Payload::None));
            }
            let payload = self.payload()?;
            if place.steps.is_empty() && place.heading.is_none() {
                // the words are those of a heading
                place.heading = Some(words.text);
                return Some((What::Replace, place, payload));
            }
            return Some((What::ReplaceByText(words), place, payload));
        }
        if let Some(mut place) = self.address() {
            place.enter(self.inside());
            let announced = self.eat_word(&["to", "into"]) | self.as_follows();
            if announced || self.is_mark(0, &[':']) {
                let payload = self.payload()?;
                return Some((What::Replace, place, payload));
            }
            self.back(back);
        }
        if self.is_mark(0, &[':']) && self.tokens.len() == self.at + 1 {
            self.at += 1;
            return Some((What::Pairs, Addr::default(), Payload::Follows));
        }
        // `Change Points Values:`
        let from = self.at;
        while self.word(0).is_some() && self.at < from + 5 {
            self.at += 1;
        }
        let values = self.tokens[from..self.at]
            .iter()
            .any(|token| matches!(&token.tok, Tok::Word(word) if is_value_noun(word)));
        (values && self.is_mark(0, &[':']) && self.tokens.len() == self.at + 1).then(|| {
            self.at += 1;
            self.note(from, "rows of values below");
            (What::Rows, Addr::default(), Payload::None)
        })
    }
}
