//! Parses clauses in the passive, and remarks in brackets after a rule number.

use super::*;

impl TokenCursor<'_> {
    /// Parses `The following should be added after the "Regular Cavalry" line:`, `Paragraph 3 is
    /// deleted.` or `For "a" read "b"`.
    pub(super) fn parse_passive(&mut self) -> ClauseParse {
        if self.is_word(0, &["for"]) {
            let back = self.checkpoint();
            self.at += 1;
            if let Some(words) = self.parse_quoted_words() {
                let place = self.parse_containing_place();
                self.eat_mark(&[',']);
                if self.eat_word(&["read", "substitute"]) {
                    let new = self.parse_replacement()?;
                    let (mut words, mut place) = (words, place);
                    place.narrow(self.parse_containing_place());
                    self.parse_times(&mut words);
                    return without_payload(ClauseAction::ReplaceWords(words, new), place);
                }
            }
            self.rewind(back);
            return None;
        }
        let from = self.at;
        let mut place = PrintedAddress::default();
        let mut words = None;
        let mut insertion = Insertion::default();
        if self.is_word(0, &["the", "a"]) && self.is_word(1, &["following", "new"])
            || self.is_word(0, &["following"])
        {
            self.skip_noise();
            if let Some((unit, _)) = self.unit_at(0) {
                self.eat_unit();
                insertion.unit = Some(unit);
            }
            self.eat_word(&["words", "text"]);
        } else if let Some(quoted) = self.parse_quoted_words() {
            place.narrow(self.parse_containing_place());
            words = Some(quoted);
        } else if self.at > 0 && self.is_demand() {
            // the subject is in front of it: `12.1.3 should read: …`
        } else if self.is_word(0, PRONOUNS)
            && (self.is_word(1, MODALS) || self.is_word(1, &["reads", "becomes"]))
        {
            self.at += 1;
        } else if let Some(read) = self.parse_value_statement() {
            return Some(read);
        } else {
            place = self.parse_address()?;
            place.narrow(self.parse_containing_place());
        }
        let mut subject = self.at;
        let mut called = self.eat_modals();
        if self.at > subject && self.eat_word(ERROR_WORDS) {
            // `The third sentence is incorrect. It should read …`
            self.eat_mark(&['.', ',', ';', ':', '–']);
            self.eat_word(&["and", "but"]);
            self.eat_word(PRONOUNS);
            subject = self.at;
            called = self.eat_modals();
        }
        if self.at == subject && !self.is_word(0, &["becomes", "become", "reads", "read"]) {
            return None;
        }
        let is =
            called && (matches!(self.peek(0), Some(Lexeme::Quote(..))) || self.is_mark(0, &[':']));
        if is || self.eat_word(&["read", "reads", "becomes", "become", "say"]) {
            self.record(from, "reads from now on");
            return self.parse_new_words(words, place);
        }
        self.parse_participle(from, place, words, insertion)
    }

    /// Parses the words after `should read`, which replace `words` or the whole place.
    fn parse_new_words(
        &mut self,
        words: Option<QuotedWords>,
        place: PrintedAddress,
    ) -> ClauseParse {
        self.eat_as_follows();
        if let Some(mut words) = words {
            if let Some(new) = self.parse_replacement() {
                self.parse_times(&mut words);
                self.parse_retraction();
                return without_payload(ClauseAction::ReplaceWords(words, new), place);
            }
            let payload = self.parse_payload_place()?;
            return Some((ClauseAction::ReplaceByText(words), place, payload));
        }
        let payload = self.parse_payload_place()?;
        Some((ClauseAction::Replace, place, payload))
    }

    /// Parses a participle and what follows it: `deleted`, `replaced by …`, `added after …`.
    fn parse_participle(
        &mut self,
        from: usize,
        mut place: PrintedAddress,
        words: Option<QuotedWords>,
        mut insertion: Insertion,
    ) -> ClauseParse {
        let act = self.participle_at(0)?;
        self.at += 1;
        self.record(from, "in the passive voice");
        match act {
            VerbKind::Insert => {
                insertion.words = words.map(|words| words.text);
                self.parse_insertion_place(insertion)
                    .map(|(what, mut inner, payload)| {
                        place.narrow(std::mem::take(&mut inner));
                        (what, place, payload)
                    })
            }
            VerbKind::Delete | VerbKind::Ignore => Some(match words {
                Some(words) => {
                    place.narrow(self.parse_containing_place());
                    (ClauseAction::DeleteWords(words), place, PayloadPlace::None)
                }
                None => (ClauseAction::Delete, place, PayloadPlace::None),
            }),
            VerbKind::Move | VerbKind::Swap | VerbKind::Rename | VerbKind::Rearrange => None,
            VerbKind::Replace | VerbKind::Substitute | VerbKind::Change | VerbKind::Value => {
                let announced = self.eat_word(&["with", "by", "to"]) | self.eat_as_follows();
                if let (Some(words), true) = (&words, announced)
                    && let Some(new) = self.parse_replacement()
                {
                    place.narrow(self.parse_containing_place());
                    return without_payload(ClauseAction::ReplaceWords(words.clone(), new), place);
                }
                if !announced && !self.is_mark(0, &[':']) {
                    return None;
                }
                let payload = self.parse_payload_place()?;
                Some((
                    words.map_or(ClauseAction::Replace, ClauseAction::ReplaceByText),
                    place,
                    payload,
                ))
            }
        }
    }

    /// Consumes auxiliary words such as `should now be`; returns whether they demand something.
    fn eat_modals(&mut self) -> bool {
        let from = self.at;
        while self.is_word(0, MODALS) {
            self.at += 1;
        }
        self.tokens[from..self.at].iter().any(
            |token| matches!(&token.kind, Lexeme::Word(word) if DEMANDS.contains(&word.as_str())),
        )
    }

    /// Parses the old value in `, not "3"` or `rather than 14`.
    pub(super) fn parse_retraction(&mut self) -> Option<String> {
        let back = self.checkpoint();
        self.eat_mark(&[',']);
        let found = RETRACTIONS.iter().find(|words| {
            words
                .iter()
                .enumerate()
                .all(|(ahead, word)| self.is_word(ahead, &[word]))
        });
        let old = found.and_then(|words| {
            self.at += words.len();
            match self.peek(0) {
                Some(Lexeme::Quote(words, true)) => {
                    self.at += 1;
                    Some(words.clone())
                }
                _ => self.parse_figure(),
            }
        });
        if old.is_none() {
            self.rewind(back);
        }
        old
    }

    /// Parses `Mules should cost 12 points rather than 14` or `The Marsh entry for Wagons should
    /// read "P", not "3"`.
    fn parse_value_statement(&mut self) -> ClauseParse {
        let back = self.checkpoint();
        let read = self.parse_value_statement_words();
        if read.is_none() {
            self.rewind(back);
        }
        read
    }

    fn parse_value_statement_words(&mut self) -> ClauseParse {
        self.eat_word(&["the"]);
        let start = self.offset();
        let from = self.at;
        while self.continues_name(from) && self.at < from + 5 {
            self.at += 1;
        }
        if self.at == from {
            return None;
        }
        let mut row = self.text[start..self.previous_end()].to_owned();
        let entry = self.unit_at(0).is_some_and(|(unit, naming)| {
            naming != crate::import::grammar::Naming::Counted
                && matches!(unit, UnitNoun::Entry | UnitNoun::Row | UnitNoun::Line)
        });
        self.at += usize::from(entry);
        if entry && self.eat_word(&["for", "of", "under"]) {
            self.eat_word(&["the"]);
            let (column, at) = (self.offset(), self.at);
            while self.continues_name(at) && self.at < at + 4 {
                self.at += 1;
            }
            if self.at == at {
                return None;
            }
            row = format!("{row}({})", &self.text[column..self.previous_end()]);
        }
        if !self.eat_modals()
            || !self.eat_word(&["cost", "read", "have", "say"])
                && !matches!(self.peek(0), Some(Lexeme::Number(..)))
        {
            return None;
        }
        if let Some(values) = self.parse_values_by_grade(&row, start) {
            return without_payload(ClauseAction::Values(values), PrintedAddress::default());
        }
        let new = match self.peek(0) {
            Some(Lexeme::Quote(words, true)) if entry => {
                self.at += 1;
                words.clone()
            }
            _ => self.parse_figure()?,
        };
        let counted =
            self.word(0).is_some() && !self.is_word(0, &["rather", "instead", "and", "not"]);
        self.at += usize::from(counted);
        let old = self.parse_retraction();
        let end = self.previous_end();
        if !(self.at_end() || self.is_mark(0, &['.', ';', ',']))
            || old.is_none() && !entry && !counted
        {
            return None;
        }
        self.record(from, format!("value of {row}: {new}"));
        without_payload(
            ClauseAction::Values(vec![ValueChange {
                row,
                old,
                new,
                start,
                end,
            }]),
            PrintedAddress::default(),
        )
    }

    /// Parses `11 AP if (S), 9 if (O) and 7 if (I)`.
    fn parse_values_by_grade(&mut self, row: &str, start: usize) -> Option<Vec<ValueChange>> {
        let back = self.checkpoint();
        let mut values = Vec::new();
        while let Some(new) = self.parse_figure() {
            self.eat_word(&["ap", "points", "pts"]);
            self.eat_word(&["if", "for", "when", "each"]);
            let Some(Lexeme::Item(grade)) = self.peek(0) else {
                break;
            };
            self.at += 1;
            values.push(ValueChange {
                row: format!("{row}({grade})"),
                old: None,
                new,
                start,
                end: self.previous_end(),
            });
            if !(self.eat_mark(&[',', ';']) | self.eat_and()) {
                return Some(values);
            }
            self.eat_and();
        }
        self.rewind(back);
        None
    }

    /// Parses `(addition): …` after a rule number.
    pub(super) fn parse_remark(&mut self) -> ClauseParse {
        let Some(Lexeme::Paren(words)) = self.peek(0) else {
            return None;
        };
        let lower = words.to_lowercase();
        let (_, remark) = REMARKS
            .iter()
            .find(|(name, _)| lower.split_whitespace().next() == Some(name))?;
        let from = self.at;
        self.at += 1;
        self.record(from, format!("{remark:?}").to_lowercase());
        let back = self.checkpoint();
        self.eat_mark(&[':', '.', '–']);
        // the remark names the kind of change, and a sentence after it may give the change itself
        if !matches!(remark, BracketRemark::Clarifies)
            && let Some(read) = self.parse_after_remark()
        {
            return Some(read);
        }
        self.rewind(back);
        let read = match remark {
            BracketRemark::Deletes => {
                self.eat_mark(&[':', '.']);
                (
                    ClauseAction::Delete,
                    PrintedAddress::default(),
                    PayloadPlace::None,
                )
            }
            BracketRemark::Adds => (
                ClauseAction::Add(Insertion::default(), StartOrEnd::End),
                PrintedAddress::default(),
                self.parse_payload_after_remark()?,
            ),
            BracketRemark::Replaces => (
                ClauseAction::Replace,
                PrintedAddress::default(),
                self.parse_payload_place()?,
            ),
            BracketRemark::Clarifies => (
                ClauseAction::Clarify,
                PrintedAddress::default(),
                self.parse_payload_after_remark()?,
            ),
        };
        Some(read)
    }

    /// Parses where the payload is; text right after the remark is the payload.
    fn parse_payload_after_remark(&mut self) -> Option<PayloadPlace> {
        let back = self.checkpoint();
        self.parse_payload_place().or_else(|| {
            self.rewind(back);
            let start = self.offset();
            self.at = self.tokens.len();
            Some(PayloadPlace::Inline(start, self.text.len(), true))
        })
    }

    /// Parses a clause of any form after a remark.
    fn parse_after_remark(&mut self) -> ClauseParse {
        let back = self.checkpoint();
        let forms: [fn(&mut Self) -> ClauseParse; 3] =
            [Self::parse_active, Self::parse_fronted, Self::parse_passive];
        for form in forms {
            if let Some(read) = form(self) {
                return Some(read);
            }
            self.rewind(back);
        }
        None
    }
}
