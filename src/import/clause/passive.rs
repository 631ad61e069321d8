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
        if self.is_word(0, &["the", "a"]) && self.is_word(1, &["following", "new"]) || self.is_word(0, &["following"]) {
            self.skip_noise();
            if let Some((unit, _)) = self.unit_at(0) {
                self.unit();
                brought.unit = Some(unit);
            }
            self.eat_word(&["words", "text"]);
        } else if let Some(quoted) = self.quoted() {
            place.enter(self.inside());
            words = Some(quoted);
        } else {
            place = self.address()?;
            place.enter(self.inside());
        }
        let subject = self.at;
        while self
            .is_word(0, &["should", "must", "shall", "is", "are", "was", "were", "has", "have", "now", "be", "been", "being", "to", "will"])
        {
            self.at += 1;
        }
        if self.at == subject && !self.is_word(0, &["becomes", "become", "reads", "read"]) {
            return None;
        }
        if self.eat_word(&["read", "reads", "becomes", "become"]) {
            self.note(from, "reads from now on");
            self.as_follows();
            if let Some(words) = words {
                if let Some(new) = self.short() {
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
            Act::Delete => Some(match words {
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
                Some((words.map_or(What::Replace, What::ReplaceByText), place, payload))
            }
        }
    }

    /// `(addition): …`, behind a number of the rules.
    pub(super) fn remark(&mut self) -> Read {
        let Some(Tok::Paren(words)) = self.peek(0) else { return None };
        let lower = words.to_lowercase();
        let (_, remark) = REMARKS.iter().find(|(name, _)| lower.split_whitespace().next() == Some(name))?;
        let from = self.at;
        self.at += 1;
        self.note(from, format!("{remark:?}").to_lowercase());
        let read = match remark {
            Remark::Deletes => {
                self.eat_mark(&[':', '.']);
                (What::Delete, Addr::default(), Payload::None)
            }
            Remark::Adds => (What::Add(Brought::default(), End::End), Addr::default(), self.payload()?),
            Remark::Replaces => {
                let back = self.here();
                self.eat_mark(&[':']);
                if let Some(clause) = self.active() {
                    return Some(clause);
                }
                self.back(back);
                (What::Replace, Addr::default(), self.payload()?)
            }
            Remark::Clarifies => (What::Clarify, Addr::default(), self.payload()?),
        };
        Some(read)
    }
}
