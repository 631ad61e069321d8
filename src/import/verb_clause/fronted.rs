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
            let known = insertion.words.is_some();
            let action = ClauseAction::Insert(insertion, After, InsertionPoint::Place);
            return self.with_inserted_text(known, action, place);
        }
        if let Some(side) = self.eat_side() {
            let point = self.parse_insertion_point(&mut place, None)?;
            place.narrow(self.parse_containing_place());
            if let Some(read) = self.parse_fronted_deletion(side, &point, &place) {
                return Some(read);
            }
            let insertion = self.parse_fronted_verb(from)?;
            let known = insertion.words.is_some();
            let action = ClauseAction::Insert(insertion, side, point);
            return self.with_inserted_text(known, action, place);
        }
        let end = self.parse_end(&mut place)?;
        self.attempt_to_eat(|cursor| {
            cursor.eat_mark(&[',']);
            cursor.eat_before_stop(&mut place)
        });
        let back = self.checkpoint();
        self.eat_mark(&[',', ':']);
        let at_end = self.tokens[from].is_word(&["at"]);
        if at_end && self.verb_at(0) == Some(VerbKind::Delete) {
            // `at the end of the 1st sentence, remove "or punt"`
            self.at += 1;
            let words = self.parse_quoted_words()?;
            self.record(from, "words at the end");
            return without_payload(ClauseAction::DeleteWords(words), place);
        }
        self.rewind(back);
        let insertion = self.parse_fronted_verb(from)?;
        let known = insertion.words.is_some();
        self.with_inserted_text(known, ClauseAction::Add(insertion, end), place)
    }

    /// Consumes `before the full stop`.
    pub(super) fn eat_before_stop(&mut self, place: &mut PrintedAddress) -> bool {
        let stop = self.attempt_to_eat(|cursor| {
            cursor.eat_word(&["before"]) && {
                cursor.eat_word(&["the"]);
                cursor.eat_word(&["full", "final", "closing"])
                    && cursor.eat_word(&["stop", "period"])
            }
        });
        if !stop {
            return false;
        }
        let why = "the words come before the full stop";
        place.unsupported.push(why.to_owned());
        true
    }

    /// Parses `between "a" and "b" insert "c"`.
    fn parse_fronted_between(&mut self, from: usize) -> ClauseParse {
        self.attempt(|cursor| {
            let (first, second) = cursor.parse_quotes_around()?;
            let insertion = cursor.parse_fronted_verb(from)?;
            if let (None, Some(unit)) = (&insertion.words, insertion.unit) {
                // `Between "Raft" and "Tide" add the entry …`
                let place = PrintedAddress::of(PrintedStep::quoted(unit, &first.text));
                return cursor.parse_text_beside(insertion, After, place);
            }
            let action = first.with_words_before(&insertion.words?, &second);
            without_payload(action, cursor.parse_containing_place())
        })
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
        let words = self.attempt(|cursor| {
            cursor.eat_mark(&[',']);
            (cursor.verb_at(0) == Some(VerbKind::Delete)).then_some(())?;
            cursor.at += 1;
            cursor.parse_quoted_words()
        })?;
        let action = kept.clone().without_neighbour(side, &words.text);
        without_payload(action, place.clone())
    }

    /// Consumes `it` of `it continues`, or `the sentence goes` of `the sentence goes on`.
    fn eat_subject_that_continues(&mut self) -> bool {
        self.attempt_to_eat(|cursor| {
            cursor.eat_word(&["the"]);
            let subject = cursor.eat_word(PRONOUNS)
                || cursor.unit_at(0).is_some()
                || cursor.is_word(0, &["text"]);
            if !cursor.is_word(0, &["continues", "goes", "runs"]) {
                cursor.at += 1;
            }
            subject
                && (cursor.is_word(0, &["continues", "continue"])
                    || cursor.eat_word(&["goes", "runs"]) && cursor.is_word(0, &["on"]))
        })
    }

    /// Parses the verb after the place, and what it inserts.
    fn parse_fronted_verb(&mut self, from: usize) -> Option<Insertion> {
        self.eat_mark(&[',', ':', '–']);
        let verb = self.at;
        // `After Article 6 there shall be inserted …`, `After "raft" read "or punt"`
        let there = self.eat_word(&["there"]);
        // `To Rule 8.6 is added …`
        let passive = self.attempt_to_eat(|cursor| {
            let modals = cursor.is_word(0, MODALS);
            cursor.eat_modals();
            (there || modals) && cursor.participle_at(0) == Some(VerbKind::Insert)
        });
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
