//! What is told in the passive, or in brackets behind a number.

use super::*;

impl Reader<'_> {
    /// `The following should be added after the "Regular Cavalry" line:`, `Paragraph 3 is deleted.`, `For "a" read "b"`.
    pub(super) fn passive(&mut self) -> Read {
        if self.is_word(0, &["for"]) {
            let back = self.here();
            self.at += 1;
            if let Some(words) = self.quoted() {
                let place = self.inside();
                self.eat_mark(&[',']);
                if self.eat_word(&["read", "substitute"]) {
                    let new = self.short()?;
                    return Some((What::ReplaceWords(words, new), place, Payload::None));
                }
            }
            self.back(back);
            return None;
        }
        let from = self.at;
        let mut place = Addr::default();
        let mut words = None;
        let mut brought = Brought::default();
        if self.is_word(0, &["the", "a"]) && self.is_word(1, &["following", "new"])
            || self.is_word(0, &["following"])
        {
            self.skip_noise();
            if let Some((unit, _)) = self.unit_at(0) {
                self.unit();
                brought.unit = Some(unit);
            }
            self.eat_word(&["words", "text"]);
        } else if let Some(quoted) = self.quoted() {
            place.enter(self.inside());
            words = Some(quoted);
        } else if self.at > 0 && self.is_called() {
            // what is meant was said in front: `12.1.3 should read: …`
        } else if self.is_word(0, PRONOUNS)
            && (self.is_word(1, MODALS) || self.is_word(1, &["reads", "becomes"]))
        {
            self.at += 1;
        } else if let Some(read) = self.valued() {
            return Some(read);
        } else {
            place = self.address()?;
            place.enter(self.inside());
        }
        let mut subject = self.at;
        let mut called = self.modals();
        if self.at > subject && self.eat_word(WRONG) {
            // `The third sentence is incorrect. It should read …`
            self.eat_mark(&['.', ',', ';', ':', '–']);
            self.eat_word(&["and", "but"]);
            self.eat_word(PRONOUNS);
            subject = self.at;
            called = self.modals();
        }
        if self.at == subject && !self.is_word(0, &["becomes", "become", "reads", "read"]) {
            return None;
        }
        let is =
            called && (matches!(self.peek(0), Some(Tok::Quote(..))) || self.is_mark(0, &[':']));
        if is || self.eat_word(&["read", "reads", "becomes", "become", "say"]) {
            self.note(from, "reads from now on");
            self.as_follows();
            if let Some(mut words) = words {
                if let Some(new) = self.short() {
                    self.times(&mut words);
                    self.taken_back();
                    return Some((What::ReplaceWords(words, new), place, Payload::None));
                }
                let payload = self.payload()?;
                return Some((What::ReplaceByText(words), place, payload));
            }
            let payload = self.payload()?;
            return Some((What::Replace, place, payload));
        }
        let act = self.done_at(0)?;
        self.at += 1;
        self.note(from, "told in the passive");
        match act {
            Act::Bring => {
                brought.words = words.map(|words| words.text);
                self.bring(brought).map(|(what, mut inner, payload)| {
                    place.enter(std::mem::take(&mut inner));
                    (what, place, payload)
                })
            }
            Act::Delete | Act::Ignore => Some(match words {
                Some(words) => {
                    place.enter(self.inside());
                    (What::DeleteWords(words), place, Payload::None)
                }
                None => (What::Delete, place, Payload::None),
            }),
            Act::Replace | Act::Substitute | Act::Change | Act::Value => {
                let announced = self.eat_word(&["with", "by", "to"]) | self.as_follows();
                if let (Some(words), true) = (&words, announced)
                    && let Some(new) = self.short()
                {
                    place.enter(self.inside());
                    return Some((What::ReplaceWords(words.clone(), new), place, Payload::None));
                }
                if !announced && !self.is_mark(0, &[':']) {
                    return None;
                }
                let payload = self.payload()?;
                Some((
                    words.map_or(What::Replace, What::ReplaceByText),
                    place,
                    payload,
                ))
            }
        }
    }

    /// `should now be`: whether it calls for something.
    fn modals(&mut self) -> bool {
        let from = self.at;
        while self.is_word(0, MODALS) {
            self.at += 1;
        }
        self.tokens[from..self.at]
            .iter()
            .any(|token| matches!(&token.tok, Tok::Word(word) if CALLS.contains(&word.as_str())))
    }

    /// `, not "3"`, `rather than 14`: what stood there before.
    pub(super) fn taken_back(&mut self) -> Option<String> {
        let back = self.here();
        self.eat_mark(&[',']);
        let found = NOT.iter().find(|words| {
            words
                .iter()
                .enumerate()
                .all(|(ahead, word)| self.is_word(ahead, &[word]))
        });
        let old = found.and_then(|words| {
            self.at += words.len();
            match self.peek(0) {
                Some(Tok::Quote(words, true)) => {
                    self.at += 1;
                    Some(words.clone())
                }
                _ => self.figure(),
            }
        });
        if old.is_none() {
            self.back(back);
        }
        old
    }

    /// `Mules should cost 12 points rather than 14`, `The Marsh entry for Wagons should read "P", not "3"`.
    fn valued(&mut self) -> Read {
        let back = self.here();
        let read = self.value_told();
        if read.is_none() {
            self.back(back);
        }
        read
    }

    fn value_told(&mut self) -> Read {
        self.eat_word(&["the"]);
        let start = self.offset();
        let from = self.at;
        while self.large(from) && self.at < from + 5 {
            self.at += 1;
        }
        if self.at == from {
            return None;
        }
        let mut row = self.text[start..self.behind()].to_owned();
        let entry = self.unit_at(0).is_some_and(|(unit, naming)| {
            naming != crate::import::grammar::Naming::Counted
                && matches!(unit, Unit::Entry | Unit::Row | Unit::Line)
        });
        self.at += usize::from(entry);
        if entry && self.eat_word(&["for", "of", "under"]) {
            self.eat_word(&["the"]);
            let (column, at) = (self.offset(), self.at);
            while self.large(at) && self.at < at + 4 {
                self.at += 1;
            }
            if self.at == at {
                return None;
            }
            row = format!("{row}({})", &self.text[column..self.behind()]);
        }
        if !self.modals()
            || !self.eat_word(&["cost", "read", "have", "say"])
                && !matches!(self.peek(0), Some(Tok::Number(..)))
        {
            return None;
        }
        let new = match self.peek(0) {
            Some(Tok::Quote(words, true)) if entry => {
                self.at += 1;
                words.clone()
            }
            _ => self.figure()?,
        };
        let counted =
            self.word(0).is_some() && !self.is_word(0, &["rather", "instead", "and", "not"]);
        self.at += usize::from(counted);
        let old = self.taken_back();
        let end = self.behind();
        if !(self.at_end() || self.is_mark(0, &['.', ';', ',']))
            || old.is_none() && !entry && !counted
        {
            return None;
        }
        self.note(from, format!("value of {row}: {new}"));
        Some((
            What::Values(vec![Value {
                row,
                old,
                new,
                start,
                end,
            }]),
            Addr::default(),
            Payload::None,
        ))
    }

    /// `(addition): …`, behind a number of the rules.
    pub(super) fn remark(&mut self) -> Read {
        let Some(Tok::Paren(words)) = self.peek(0) else {
            return None;
        };
        let lower = words.to_lowercase();
        let (_, remark) = REMARKS
            .iter()
            .find(|(name, _)| lower.split_whitespace().next() == Some(name))?;
        let from = self.at;
        self.at += 1;
        self.note(from, format!("{remark:?}").to_lowercase());
        let back = self.here();
        self.eat_mark(&[':', '.', '–']);
        // the remark says what it is, and a sentence behind it what to do
        if !matches!(remark, Remark::Clarifies)
            && let Some(read) = self.told_behind()
        {
            return Some(read);
        }
        self.back(back);
        let read = match remark {
            Remark::Deletes => {
                self.eat_mark(&[':', '.']);
                (What::Delete, Addr::default(), Payload::None)
            }
            Remark::Adds => (
                What::Add(Brought::default(), End::End),
                Addr::default(),
                self.payload()?,
            ),
            Remark::Replaces => (What::Replace, Addr::default(), self.payload()?),
            Remark::Clarifies => (What::Clarify, Addr::default(), self.payload()?),
        };
        Some(read)
    }

    /// A clause behind a remark, of any form.
    fn told_behind(&mut self) -> Read {
        let back = self.here();
        let forms: [fn(&mut Self) -> Read; 3] = [Self::active, Self::fronted, Self::passive];
        for form in forms {
            if let Some(read) = form(self) {
                return Some(read);
            }
            self.back(back);
        }
        None
    }
}
