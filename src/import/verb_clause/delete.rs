//! Parses what follows the verb in `Delete …`: a place, quoted words, a sign or a description, and
//! what is substituted for it (`delete … and substitute …`).

use super::*;

impl TokenCursor<'_> {
    /// Parses what follows the verb `Delete`.
    pub(super) fn parse_delete(&mut self) -> ClauseParse {
        if let Some(words) = self.parse_quoted_words() {
            return self.parse_delete_words(words);
        }
        let replaced = self.attempt(|cursor| {
            // `Bullets 2 to 4: delete and substitute: …`
            (cursor.eat_word(&["and", "then"]) && replaces(cursor.verb_at(0))).then_some(())?;
            cursor.at += 1;
            cursor.eat_word(&["with", "by"]);
            cursor.with_payload(ClauseAction::Replace, PrintedAddress::default())
        });
        if let Some(read) = replaced {
            return Some(read);
        }
        let back = self.checkpoint();
        if let Some(mut place) = self.parse_address() {
            place.narrow(self.parse_containing_place());
            self.eat_purpose();
            let here = self.checkpoint();
            self.eat_mark(&[',', ';', '.']);
            self.eat_word(&["and", "then"]);
            if replaces(self.verb_at(0)) {
                self.at += 1;
                self.eat_word(&["it", "them", "this", "these"]);
                let announced = self.eat_word(&["with", "by"]) | self.eat_as_follows();
                if announced || self.is_mark(0, &[':']) {
                    return self.with_payload(ClauseAction::Replace, place);
                }
            }
            self.rewind(here);
            if self.is_phrase(0, "and renumber") {
                // renumbering needs no instruction
                self.eat_rest_of_sentence();
            }
            if self.ends_at(0, &['.', ';', ':', ',', '–']) || self.is_paren(0) || self.eat_topic()
            {
                return without_payload(ClauseAction::Delete, place);
            }
        }
        self.rewind(back);
        // `13th and 14th bullets: delete both (now on p. 23).`
        let all = self.attempt_to_eat(|cursor| {
            cursor.eat_word(&["both", "all", "them", "it", "these"])
                && (cursor.ends_at(0, &['.', ';', ':']) || cursor.is_paren(0))
        });
        if all || self.ends_at(0, &['.', ';', ':']) {
            // `Last -2 factor. Delete.`
            return without_payload(ClauseAction::Delete, PrintedAddress::default());
        }
        self.parse_described_deletion()
    }

    /// Parses a deletion of words that are described, or not quoted.
    fn parse_described_deletion(&mut self) -> ClauseParse {
        let (from, start) = (self.at, self.offset());
        self.eat_rest_of_sentence();
        let words = self.text_from(start);
        if words.starts_with(char::is_uppercase) {
            // `Para 3: delete Baggage arrives last.`
            self.record(from, "words without quotation marks");
            let words = QuotedWords::of(words);
            return without_payload(ClauseAction::DeleteWords(words), PrintedAddress::default());
        }
        let description = words.trim_end_matches(['.', ' ']).to_owned();
        self.record(from, "described, not quoted");
        (!description.is_empty()).then_some(())?;
        let action = ClauseAction::DeleteDescribed(description);
        without_payload(action, PrintedAddress::default())
    }

    /// Parses what follows `Delete` and quoted words, which may be substituted.
    fn parse_delete_words(&mut self, words: QuotedWords) -> ClauseParse {
        let neighbour =
            self.attempt(|cursor| Some((cursor.eat_side()?, cursor.parse_quoted_words()?)));
        if let Some((side, kept)) = neighbour {
            // `omit "or" before "boats"`
            let place = self.parse_containing_place();
            return without_payload(kept.without_neighbour(side, &words.text), place);
        }
        let mut place = self.parse_containing_place();
        self.eat_purpose();
        let back = self.checkpoint();
        self.eat_mark(&[',', ';', '.']);
        self.eat_word(&["and", "then"]);
        // `Delete "a" and add "b"`, without another place
        let adds = (self.verb_at(0) == Some(VerbKind::Insert) || self.is_word(0, &["put"]))
            && matches!(self.peek(1), Some(Quote(_, true)))
            && (self.ends_at(2, &['.', ';'])
                || self.is_word(2, &["instead"])
                || self.is_word(3, &["its"]) && self.is_word(4, &["place", "stead"]));
        if adds || replaces(self.verb_at(0).or_else(|| self.gerund_at(0))) {
            self.at += 1;
            self.eat_word(&["it", "this"]);
            self.eat_word(&["with", "by"]);
            if let Some(new) = self.parse_replacement() {
                self.attempt_to_eat(|cursor| {
                    cursor.eat_word(&["in"]);
                    cursor.eat_word(&["its"]);
                    cursor.eat_word(&["place", "stead", "instead"])
                });
                place.narrow(self.parse_containing_place());
                return without_payload(ClauseAction::ReplaceWords(words, new), place);
            }
            return self.with_payload(ClauseAction::ReplaceByText(words), place);
        }
        self.rewind(back);
        without_payload(ClauseAction::DeleteWords(words), place)
    }

    /// Consumes a description of the content: `concerning warbands`.
    pub(super) fn eat_topic(&mut self) -> bool {
        if !self.is_word(
            0,
            &[
                "concerning",
                "about",
                "regarding",
                "which",
                "that",
                "beginning",
                "starting",
                "dealing",
                "on",
            ],
        ) {
            return false;
        }
        let from = self.at;
        self.eat_rest_of_sentence();
        self.record(from, "what it is about");
        true
    }

    /// Consumes the reason for a deletion: `, to make it clear that …`, `so that …`.
    pub(super) fn eat_purpose(&mut self) {
        let comma = usize::from(self.is_mark(0, &[',']));
        let to = self.is_word(comma, &["to"])
            && self.is_word(
                comma + 1,
                &[
                    "make", "clarify", "show", "avoid", "allow", "reflect", "ensure",
                ],
            );
        let so = self.is_word(comma, &["so", "as", "since", "because"]) && comma > 0;
        if to || so {
            let from = self.at;
            self.eat_rest_of_sentence();
            self.record(from, "why");
        }
    }

    /// Advances to the end of the sentence; returns its last byte.
    pub(super) fn eat_rest_of_sentence(&mut self) -> usize {
        while !(self.at_end()
            || self.is_mark(0, &['.', '!', '?']) && self.is_sentence_start(self.at + 1))
        {
            self.at += 1;
        }
        self.previous_end()
    }
}
