//! The place in front of the verb: `After "raft" insert "or punt"`, `At the end of the rule add: …`.

use super::*;

impl Reader<'_> {
    pub(super) fn fronted(&mut self) -> Read {
        let from = self.at;
        let mut place = Addr::default();
        if let Some(side) = self.side() {
            let point = self.point(&mut place)?;
            place.enter(self.inside());
            let brought = self.fronted_verb(from)?;
            if brought.words.is_some() {
                return Some((What::Insert(brought, side, point), place, Payload::None));
            }
            let payload = self.payload()?;
            return Some((What::Insert(brought, side, point), place, payload));
        }
        let end = self.end(&mut place)?;
        let brought = self.fronted_verb(from)?;
        if brought.words.is_some() {
            return Some((What::Add(brought, end), place, Payload::None));
        }
        let payload = self.payload()?;
        Some((What::Add(brought, end), place, payload))
    }

    /// The verb behind the place, and what it brings.
    fn fronted_verb(&mut self, from: usize) -> Option<Brought> {
        self.eat_mark(&[',', ':', '–']);
        let verb = self.at;
        if self.verb_at(0) != Some(Act::Bring) {
            return None;
        }
        self.at += 1;
        self.note(from, "the place in front of the verb");
        self.note(verb, "verb");
        Some(self.brought())
    }
}
