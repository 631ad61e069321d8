//! Parses clauses with the place before the verb: `After "raft" insert "or punt"`, `At the end
//! of the rule add: …`.

use super::*;

impl TokenCursor<'_> {
    pub(super) fn parse_fronted(&mut self) -> ClauseParse {
        let from = self.at;
        let mut place = PrintedAddress::default();
        if let Some(side) = self.eat_side() {
            let point = self.parse_insertion_point(&mut place)?;
            place.narrow(self.parse_containing_place());
            let insertion = self.parse_fronted_verb(from)?;
            if insertion.words.is_some() {
                return without_payload(ClauseAction::Insert(insertion, side, point), place);
            }
            let payload = self.parse_payload_place()?;
            return Some((ClauseAction::Insert(insertion, side, point), place, payload));
        }
        let end = self.parse_end(&mut place)?;
        let insertion = self.parse_fronted_verb(from)?;
        if insertion.words.is_some() {
            return without_payload(ClauseAction::Add(insertion, end), place);
        }
        let payload = self.parse_payload_place()?;
        Some((ClauseAction::Add(insertion, end), place, payload))
    }

    /// Parses the verb after the place, and what it inserts.
    fn parse_fronted_verb(&mut self, from: usize) -> Option<Insertion> {
        self.eat_mark(&[',', ':', '–']);
        let verb = self.at;
        if self.verb_at(0) != Some(VerbKind::Insert) {
            return None;
        }
        self.at += 1;
        self.record(from, "the place before the verb");
        self.record(verb, "verb");
        Some(self.parse_insertion())
    }
}
