//! Parses clauses that name the point before the verb: `After "raft" insert "or punt"`.

use super::*;

impl TokenCursor<'_> {
    pub(super) fn parse_fronted(&mut self) -> ClauseParse {
        let from = self.at;
        self.eat_word(&["and", "then"]);
        let mut place = PrintedAddress::default();
        if let Some(read) = self.parse_fronted_between(from) {
            return Some(read);
        }
        if self.parse_between(&mut place) {
            let insertion = self.parse_fronted_verb(from)?;
            let whole = insertion.words.is_some();
            let action =
                ClauseAction::Insert(insertion, BeforeOrAfter::After, InsertionPoint::Place);
            if whole {
                return without_payload(action, place);
            }
            let payload = self.parse_payload_place()?;
            return Some((action, place, payload));
        }
        if let Some(side) = self.eat_side() {
            let point = self.parse_insertion_point(&mut place, None)?;
            place.narrow(self.parse_containing_place());
            if let Some(read) = self.parse_fronted_deletion(side, &point, &place) {
                return Some(read);
            }
            let insertion = self.parse_fronted_verb(from)?;
            if insertion.words.is_some() {
                return without_payload(ClauseAction::Insert(insertion, side, point), place);
            }
            let payload = self.parse_payload_place()?;
            return Some((ClauseAction::Insert(insertion, side, point), place, payload));
        }
        let end = self.parse_end(&mut place)?;
        let back = self.checkpoint();
        self.eat_mark(&[',']);
        if !self.eat_before_stop(&mut place) {
            self.rewind(back);
        }
        let back = self.checkpoint();
        self.eat_mark(&[',', ':']);
        let at_end = self.tokens[from].kind == SheetTokenKind::Word("at".into());
        if at_end && self.verb_at(0) == Some(VerbKind::Delete) {
            // `at the end of the 1st sentence, remove "or punt"`
            self.at += 1;
            let words = self.parse_quoted_words()?;
            self.record(from, "words at the end");
            return without_payload(ClauseAction::DeleteWords(words), place);
        }
        self.rewind(back);
        let insertion = self.parse_fronted_verb(from)?;
        if insertion.words.is_some() {
            return without_payload(ClauseAction::Add(insertion, end), place);
        }
        let payload = self.parse_payload_place()?;
        Some((ClauseAction::Add(insertion, end), place, payload))
    }

    /// Consumes `before the full stop`.
    pub(super) fn eat_before_stop(&mut self, place: &mut PrintedAddress) -> bool {
        let back = self.checkpoint();
        let stop = self.eat_word(&["before"]) && {
            self.eat_word(&["the"]);
            self.eat_word(&["full", "final", "closing"]) && self.eat_word(&["stop", "period"])
        };
        if !stop {
            self.rewind(back);
            return false;
        }
        let why = "the words come before the full stop";
        place.unsupported.push(why.to_owned());
        true
    }

    /// Parses `between "a" and "b" insert "c"`.
    fn parse_fronted_between(&mut self, from: usize) -> ClauseParse {
        let back = self.checkpoint();
        let read = self.eat_word(&["between"]).then(|| {
            let first = self.parse_quoted_words()?;
            self.eat_and().then_some(())?;
            let second = self.parse_quoted_words()?;
            let insertion = self.parse_fronted_verb(from)?;
            if let (None, Some(unit)) = (&insertion.words, insertion.unit) {
                // `Between "Raft" and "Tide" add the entry …`
                let place = PrintedAddress::of(PrintedStep::quoted(unit, &first.text));
                let payload = self.parse_payload_place()?;
                let side = BeforeOrAfter::After;
                let action = ClauseAction::Insert(insertion, side, InsertionPoint::Place);
                return Some((action, place, payload));
            }
            let words = insertion.words?;
            let text = format!("{} {}", first.text, second.text);
            let new = format!("{} {words} {}", first.text, second.text);
            let old = QuotedWords { text, ..first };
            let place = self.parse_containing_place();
            without_payload(ClauseAction::ReplaceWords(old, new), place)
        });
        if let Some(Some(read)) = read {
            return Some(read);
        }
        self.rewind(back);
        None
    }

    /// Parses `Before "a" strike "b"`: the words next to `a` are deleted.
    fn parse_fronted_deletion(
        &mut self,
        side: BeforeOrAfter,
        point: &InsertionPoint,
        place: &PrintedAddress,
    ) -> ClauseParse {
        let InsertionPoint::Words(kept) = point else {
            return None;
        };
        let back = self.checkpoint();
        self.eat_mark(&[',']);
        let deletes = self.verb_at(0) == Some(VerbKind::Delete);
        self.at += 1;
        let Some(words) = deletes.then(|| self.parse_quoted_words()).flatten() else {
            self.rewind(back);
            return None;
        };
        let action = kept.clone().without_neighbour(side, &words.text);
        without_payload(action, place.clone())
    }

    /// Consumes `it` of `it continues`, or `the sentence goes` of `the sentence goes on`.
    fn eat_subject_that_continues(&mut self) -> bool {
        let back = self.checkpoint();
        self.eat_word(&["the"]);
        let subject =
            self.eat_word(PRONOUNS) || self.unit_at(0).is_some() || self.is_word(0, &["text"]);
        if !self.is_word(0, &["continues", "goes", "runs"]) {
            self.at += 1;
        }
        if subject && self.is_word(0, &["continues", "continue"]) {
            return true;
        }
        if subject && self.eat_word(&["goes", "runs"]) && self.is_word(0, &["on"]) {
            return true;
        }
        self.rewind(back);
        false
    }

    /// Parses the verb after the place, and what it inserts.
    fn parse_fronted_verb(&mut self, from: usize) -> Option<Insertion> {
        self.eat_mark(&[',', ':', '–']);
        let verb = self.at;
        // `After Article 6 there shall be inserted …`, `After "raft" read "or punt"`
        let there = self.eat_word(&["there"]);
        let back = self.checkpoint();
        let modals = self.is_word(0, MODALS);
        self.eat_modals();
        // `To Rule 8.6 is added …`
        let passive = (there || modals) && self.participle_at(0) == Some(VerbKind::Insert);
        if !passive {
            self.rewind(back);
        }
        // `After "raft" it continues: "or punt"`
        let continues = !passive && self.eat_subject_that_continues();
        let reads = continues || self.is_word(0, &["read"]) && self.verb_at(0).is_none();
        if !passive && !reads && self.verb_at(0) != Some(VerbKind::Insert) {
            return None;
        }
        self.at += 1;
        self.record(from, "the place before the verb");
        self.record(verb, "verb");
        Some(self.parse_insertion())
    }
}
