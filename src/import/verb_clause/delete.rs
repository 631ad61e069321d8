//! Parses what follows the verb in `Delete …`: a place, quoted words, a sign or a description, and
//! what is substituted for it (`delete … and substitute …`).

use super::*;

impl TokenCursor<'_> {
    /// Parses what follows the verb `Delete`.
    pub(super) fn parse_delete(&mut self) -> ClauseParse {
        if let Some(words) = self.parse_quoted_words() {
            return self.parse_delete_words(words);
        }
        if self.eat_bracketed_words() {
            let words = QuotedWords {
                text: "(…)".to_owned(),
                ..QuotedWords::default()
            };
            let place = self.parse_containing_place();
            return without_payload(ClauseAction::DeleteWords(words), place);
        }
        let back = self.checkpoint();
        if self.eat_word(&["and", "then"])
            && matches!(
                self.verb_at(0),
                Some(VerbKind::Substitute | VerbKind::Replace)
            )
        {
            // `Bullets 2 to 4: delete and substitute: …`
            self.at += 1;
            self.eat_word(&["with", "by"]);
            if let Some(payload) = self.parse_payload_place() {
                return Some((ClauseAction::Replace, PrintedAddress::default(), payload));
            }
        }
        self.rewind(back);
        if let Some(parsed) = self.parse_delete_sign() {
            return Some(parsed);
        }
        self.rewind(back);
        if let Some(mut place) = self.parse_address() {
            place.narrow(self.parse_containing_place());
            self.eat_purpose();
            let here = self.checkpoint();
            self.eat_mark(&[',', ';', '.']);
            self.eat_word(&["and", "then"]);
            if matches!(
                self.verb_at(0),
                Some(VerbKind::Substitute | VerbKind::Replace)
            ) {
                self.at += 1;
                self.eat_word(&["it", "them", "this", "these"]);
                let announced = self.eat_word(&["with", "by"]) | self.eat_as_follows();
                if announced || self.is_mark(0, &[':']) {
                    let payload = self.parse_payload_place()?;
                    return Some((ClauseAction::Replace, place, payload));
                }
            }
            self.rewind(here);
            if self.is_word(0, &["and"]) && self.is_word(1, &["renumber"]) {
                // renumbering needs no instruction
                self.eat_rest_of_sentence();
            }
            if self.at_end()
                || self.is_mark(0, &['.', ';', ':', ',', '–'])
                || matches!(self.peek(0), Some(SheetTokenKind::Paren(_)))
                || self.eat_topic()
            {
                return without_payload(ClauseAction::Delete, place);
            }
        }
        self.rewind(back);
        if self.eat_word(&["both", "all", "them", "it", "these"])
            && !(self.at_end()
                || self.is_mark(0, &['.', ';', ':'])
                || matches!(self.peek(0), Some(SheetTokenKind::Paren(_))))
        {
            self.rewind(back);
        }
        if matches!(self.peek(0), Some(SheetTokenKind::Paren(_)))
            && self.checkpoint().token() > back.token()
        {
            // `13th and 14th bullets: delete both (now on p. 23).`
            return without_payload(ClauseAction::Delete, PrintedAddress::default());
        }
        if self.at_end() || self.is_mark(0, &['.', ';', ':']) {
            // `Last -2 factor. Delete.`
            return without_payload(ClauseAction::Delete, PrintedAddress::default());
        }
        self.parse_described_deletion()
    }

    /// Parses a deletion of words that are described, or not quoted.
    fn parse_described_deletion(&mut self) -> ClauseParse {
        if let Some(words) = self.parse_quote_in_apposition() {
            return self.parse_delete_words(words);
        }
        let from = self.at;
        let is_sentence = self.text[self.offset()..].starts_with(char::is_uppercase);
        let end = self.eat_rest_of_sentence();
        if is_sentence {
            // `Para 3: delete Baggage arrives last.`
            let start = self.tokens.get(from)?.start;
            let words = QuotedWords {
                text: self.text[start..end].to_owned(),
                ..QuotedWords::default()
            };
            self.record(from, "words without quotation marks");
            return without_payload(ClauseAction::DeleteWords(words), PrintedAddress::default());
        }
        let start = self.tokens.get(from)?.start;
        let description = self.text[start..end.max(start)]
            .trim_end_matches(['.', ' '])
            .to_owned();
        self.record(from, "described, not quoted");
        (!description.is_empty()).then_some((
            ClauseAction::DeleteDescribed(description),
            PrintedAddress::default(),
            PayloadPlace::None,
        ))
    }

    /// Parses what follows `Delete` and quoted words, which may be substituted.
    fn parse_delete_words(&mut self, words: QuotedWords) -> ClauseParse {
        let back = self.checkpoint();
        if let Some(side) = self.eat_side()
            && let Some(kept) = self.parse_quoted_words()
        {
            // `omit "or" before "boats"`
            let place = self.parse_containing_place();
            return without_payload(kept.without_neighbour(side, &words.text), place);
        }
        self.rewind(back);
        let mut place = self.parse_containing_place();
        self.eat_purpose();
        let back = self.checkpoint();
        self.eat_mark(&[',', ';', '.']);
        self.eat_word(&["and", "then"]);
        // `Delete "a" and add "b"`, without another place
        let adds = (self.verb_at(0) == Some(VerbKind::Insert) || self.is_word(0, &["put"]))
            && matches!(self.peek(1), Some(SheetTokenKind::Quote(_, true)))
            && (self.peek(2).is_none()
                || self.is_mark(2, &['.', ';'])
                || self.is_word(2, &["instead"])
                || self.is_word(3, &["its"]) && self.is_word(4, &["place", "stead"]));
        let substitutes = matches!(
            self.verb_at(0).or_else(|| self.gerund_at(0)),
            Some(VerbKind::Substitute | VerbKind::Replace)
        );
        if adds || substitutes {
            self.at += 1;
            self.eat_word(&["it", "this"]);
            self.eat_word(&["with", "by"]);
            if let Some(new) = self.parse_replacement() {
                let back = self.checkpoint();
                self.eat_word(&["in"]);
                self.eat_word(&["its"]);
                if !self.eat_word(&["place", "stead", "instead"]) {
                    self.rewind(back);
                }
                place.narrow(self.parse_containing_place());
                return without_payload(ClauseAction::ReplaceWords(words, new), place);
            }
            let payload = self.parse_payload_place()?;
            return Some((ClauseAction::ReplaceByText(words), place, payload));
        }
        self.rewind(back);
        without_payload(ClauseAction::DeleteWords(words), place)
    }

    /// Parses words that are described and then quoted: `the brackets at the end, "(or rafts)"`.
    fn parse_quote_in_apposition(&mut self) -> Option<QuotedWords> {
        const LONGEST: usize = 7;
        const LIMITS: &[&str] = &[
            "after", "before", "from", "between", "and", "or", "except", "apart", "to", "until",
        ];
        let (back, from) = (self.checkpoint(), self.at);
        while self.at < from + LONGEST
            && self.word(0).is_some()
            && !self.is_word(0, LIMITS)
            && self.verb_at(0).is_none()
        {
            self.at += 1;
        }
        self.eat_mark(&[',', ':', '–']);
        let ends = self.peek(1).is_none() || self.is_mark(1, &['.', ';', ',']);
        let words = match self.peek(0) {
            Some(SheetTokenKind::Quote(words, true)) if self.at > from && ends => words.clone(),
            _ => {
                self.rewind(back);
                return None;
            }
        };
        self.at += 1;
        self.record(from, "quoted words");
        Some(QuotedWords {
            text: words,
            ..QuotedWords::default()
        })
    }

    /// Consumes `everything in brackets`, `the bracketed words`: the words between the only brackets.
    fn eat_bracketed_words(&mut self) -> bool {
        const WHAT: &[&str] = &[
            "everything",
            "all",
            "words",
            "word",
            "text",
            "part",
            "phrase",
            "passage",
            "remark",
        ];
        const BRACKETS: &[&str] = &["brackets", "parentheses", "parenthesis"];
        let back = self.checkpoint();
        self.eat_word(&["the"]);
        if self.eat_word(&["bracketed"]) && self.eat_word(WHAT) {
            return true;
        }
        let what = self.eat_word(WHAT) || self.eat_word(&["what"]);
        self.eat_word(&["that"]);
        self.eat_word(&["is", "are"]);
        let found = what && self.eat_word(&["in", "within", "between"]) && {
            self.eat_word(&["the"]);
            self.eat_word(BRACKETS)
        };
        if !found {
            self.rewind(back);
        }
        found
    }

    /// Parses a sign to delete, perhaps next to quoted words: `the asterisk after "Huts"`.
    fn parse_delete_sign(&mut self) -> ClauseParse {
        self.eat_word(&["the"]);
        let (_, sign) = SIGNS.iter().find(|(name, _)| self.word(0) == Some(name))?;
        self.at += 1;
        let side = self.eat_side();
        let adjacent = side.and_then(|side| Some((side, self.parse_quoted_words()?)));
        let place = self.parse_containing_place();
        if self.at_end() || self.is_mark(0, &['.', ';', ',']) {
            return Some(match adjacent {
                Some((side, words)) => {
                    let (old, new) = (words.text.clone(), words.text.clone());
                    let old = if side == BeforeOrAfter::After {
                        format!("{old}{sign}")
                    } else {
                        format!("{sign}{old}")
                    };
                    (
                        ClauseAction::ReplaceWords(QuotedWords { text: old, ..words }, new),
                        place,
                        PayloadPlace::None,
                    )
                }
                None => (
                    ClauseAction::DeleteWords(QuotedWords {
                        text: (*sign).to_owned(),
                        ..QuotedWords::default()
                    }),
                    place,
                    PayloadPlace::None,
                ),
            });
        }
        None
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
