//! Parses clauses that do not begin with an imperative: `Paragraph 3 is deleted`, `For "a" read
//! "b"`.

use super::*;

impl TokenCursor<'_> {
    /// Parses `The following should be added after the "Regular Cavalry" line:`, `Paragraph 3 is
    /// deleted.` or `For "a" read "b"`.
    pub(super) fn parse_passive(&mut self) -> ClauseParse {
        if self.is_word(0, &["for"]) && !self.is_mark(1, &[':']) {
            return self.first_of(&[Self::parse_for_read, Self::parse_substitute_section]);
        }
        let from = self.at;
        let read = self.first_of(&[
            Self::parse_old_and_new,
            Self::parse_joined_pair,
            Self::parse_added_unit,
            Self::parse_lost,
            Self::parse_exchange,
        ]);
        if read.is_some() {
            return read;
        }
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
        let absent = self.is_word(0, &["not"])
            && (self.is_word(1, &["be"]) && self.is_word(2, &["there", "here"])
                || self.is_word(1, &["exist", "appear"]));
        if called && absent && words.is_none() {
            // `The row Mules should not be there at all.`
            self.eat_rest_of_sentence();
            self.record(from, "should not be there");
            return without_payload(ClauseAction::Delete, place);
        }
        if self.at == subject && !self.is_word(0, &["becomes", "become", "reads", "read"]) {
            return None;
        }
        let is = called && (self.is_quote(0) || self.is_mark(0, &[':']));
        if is || self.eat_word(&["read", "reads", "becomes", "become", "say"]) {
            self.record(from, "reads from now on");
            return self.parse_new_words(words, place);
        }
        self.parse_participle(from, place, words, insertion)
    }

    /// Parses `For "a" read "b"`.
    fn parse_for_read(&mut self) -> ClauseParse {
        self.at += 1;
        let mut words = self
            .parse_quoted_words()
            .or_else(|| self.parse_named_figure())?;
        let mut place = self.parse_containing_place();
        self.eat_mark(&[',']);
        let passive = self.eat_word(&["there"]) && {
            self.eat_modals();
            let verb = self.participle_at(0);
            replaces(verb) || verb == Some(VerbKind::Insert)
        };
        self.at += usize::from(passive);
        (passive || self.eat_word(&["read", "substitute"])).then_some(())?;
        let new = self
            .parse_replacement()
            .or_else(|| self.parse_named_figure().map(|figure| figure.text))?;
        place.narrow(self.parse_containing_place());
        self.parse_times(&mut words);
        without_payload(ClauseAction::ReplaceWords(words, new), place)
    }

    /// Parses `by inserting "a" after "b"`.
    pub(super) fn parse_gerund(&mut self) -> ClauseParse {
        self.eat_word(&["by"]).then_some(())?;
        let (from, kind) = (self.at, self.gerund_at(0)?);
        self.at += 1;
        self.record(from, "verb");
        self.parse_verb_object(kind)
    }

    /// Consumes `and replaced with` behind a deletion.
    fn eat_replaced(&mut self) -> bool {
        const WRITE: &[&str] = &["put", "insert", "write", "use", "read"];
        // `is deleted. Put instead: …`
        let instead = self.attempt_to_eat(|cursor| {
            cursor.eat_mark(&['.', ';', ',']);
            cursor.eat_word(WRITE);
            let instead = cursor.eat_word(&["instead"])
                || cursor.eat_word(&["in"])
                    && cursor.eat_word(&["its", "their"])
                    && cursor.eat_word(&["place", "stead"]);
            cursor.eat_word(WRITE);
            instead && cursor.ends_at(0, &[':', ','])
        });
        instead
            || self.attempt_to_eat(|cursor| {
                cursor.eat_mark(&[',']);
                cursor.eat_word(&["and"]);
                cursor.eat_modals();
                let replaces = replaces(cursor.participle_at(0));
                cursor.at += 1;
                replaces && (cursor.eat_word(&["with", "by"]) | cursor.eat_as_follows())
            })
    }

    /// Parses `For regulation 13 substitute the following regulation: …`.
    fn parse_substitute_section(&mut self) -> ClauseParse {
        let from = self.at;
        self.eat_word(&["for"]).then_some(())?;
        let place = self.parse_numbered_section()?;
        self.eat_mark(&[',']);
        if self.eat_word(&["there"]) {
            self.eat_modals();
            (self.participle_at(0) == Some(VerbKind::Substitute)).then_some(())?;
        } else {
            (self.verb_at(0) == Some(VerbKind::Substitute)).then_some(())?;
        }
        self.at += 1;
        self.record(from, "a new section for it");
        self.with_payload(ClauseAction::Replace, place)
    }

    /// Parses a figure that is quoted by its noun: `the figure 25`.
    fn parse_named_figure(&mut self) -> Option<QuotedWords> {
        let from = self.at;
        let text = self.attempt(|cursor| {
            cursor.eat_word(&["the"]);
            cursor
                .eat_word(&["figure", "figures", "number"])
                .then_some(())?;
            cursor.parse_quote_or_figure()
        })?;
        self.record(from, "a figure");
        Some(QuotedWords::of(text))
    }

    /// Parses `A new last paragraph is added to the section:`.
    fn parse_added_unit(&mut self) -> ClauseParse {
        let from = self.at;
        self.is_word(0, NEW_UNITS).then_some(())?;
        let insertion = self.parse_insertion();
        let is_unit = insertion.unit.is_some_and(|unit| unit != UnitNoun::Page);
        (is_unit && self.eat_added()).then_some(())?;
        self.record(from, "in the passive voice");
        self.parse_insertion_place(insertion)
    }

    /// Consumes `is added` or `should be inserted`.
    fn eat_added(&mut self) -> bool {
        let from = self.at;
        self.eat_modals();
        let added = self.at > from && self.participle_at(0) == Some(VerbKind::Insert);
        self.at += usize::from(added);
        added
    }

    /// Parses `A paragraph was left out after paragraph 2:`.
    fn parse_lost(&mut self) -> ClauseParse {
        let mut insertion = Insertion::default();
        insertion.set_unit(self.eat_lost_unit()?);
        let read = self.parse_insertion_place(insertion);
        read.filter(|_| self.tokens[self.at - 1].kind == Mark(':'))
    }

    /// Parses `Para 4 becomes para 5 and para 5 becomes para 4`.
    fn parse_exchange(&mut self) -> ClauseParse {
        let from = self.at;
        let (one, other) = self.parse_becoming()?;
        self.eat_mark(&[',', ';']);
        self.eat_word(&["and"]);
        let (third, fourth) = self.parse_becoming()?;
        (third == other && fourth == one).then_some(())?;
        self.record(from, "they change places");
        without_payload(ClauseAction::Swap(vec![other]), PrintedAddress::of(one))
    }

    /// Parses `para 2 becomes para 3`.
    fn parse_becoming(&mut self) -> Option<(PrintedStep, PrintedStep)> {
        let first = self.parse_step()?;
        self.eat_word(&["becomes", "become"]).then_some(())?;
        Some((first, self.parse_step()?))
    }

    /// Consumes `A paragraph was left out`; returns the unit.
    pub(crate) fn eat_lost_unit(&mut self) -> Option<UnitNoun> {
        let from = self.at;
        let unit = self.attempt(|cursor| {
            cursor.eat_word(&["a", "an", "one"]).then_some(())?;
            let (unit, _) = cursor.unit_at(0)?;
            cursor.at += 1;
            cursor.eat_modals();
            let lost = cursor.eat_word(&["lost", "missing", "omitted", "forgotten"]);
            (lost || cursor.eat_phrase("left out")).then_some(unit)
        })?;
        self.record(from, format!("a {} was left out", unit.name().one));
        Some(unit)
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
            return self.with_payload(ClauseAction::ReplaceByText(words), place);
        }
        let payload = self.parse_payload_place()?;
        let of_noun = matches!(payload, PayloadPlace::Inline(_, _, true))
            && self.word(0).is_some()
            && self.previous_end() < self.text.len()
            && !self.is_word(
                0,
                &["not", "instead", "rather", "and", "in", "on", "but", "as"],
            );
        if of_noun {
            // `Card 17 should have the "Event" symbol`
            return None;
        }
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
        if act == VerbKind::Change && words.is_none() && self.is_word(0, &["by"]) {
            // `Rule 3 is amended by inserting "a" after "b"`
            return inside(place, self.parse_gerund());
        }
        match act {
            VerbKind::Insert => {
                insertion.words = words.map(|words| words.text).or_else(|| {
                    // `The sentence "A fort is free." is added to …`
                    let quoted = place.steps.last()?.quoted_sentence()?;
                    place.steps.pop();
                    Some(quoted)
                });
                inside(place, self.parse_insertion_place(insertion))
            }
            VerbKind::Delete
                if insertion.unit.is_some()
                    && self.follows_word(1, &["omitted"])
                    && self.is_word(0, &["after", "before", "from", "at", "in"]) =>
            {
                // `The following paragraph was omitted after paragraph 2: …`
                inside(place, self.parse_insertion_place(insertion))
            }
            // `The second paragraph is cut to its first sentence.`
            VerbKind::Delete if self.is_word(0, &["to"]) => None,
            VerbKind::Delete if self.eat_replaced() => self.with_payload(
                words.map_or(ClauseAction::Replace, ClauseAction::ReplaceByText),
                place,
            ),
            VerbKind::Delete if words.is_none() && place.is_empty() && self.is_mark(0, &[':']) => {
                // `The following are deleted: bullet 2 and the last sentence.`
                self.at += 1;
                let place = self.parse_address().filter(|_| self.is_at_separator())?;
                without_payload(ClauseAction::Delete, place)
            }
            VerbKind::Delete if words.is_none() && self.parse_range(&mut place) => {
                // `The second bullet is deleted from "a" to the end.`
                without_payload(ClauseAction::Delete, place)
            }
            VerbKind::Delete | VerbKind::Ignore
                if self.eat_phrase("in its entirety")
                    || self.eat_phrase("in their entirety")
                    || self.eat_word(&["here"]) =>
            {
                without_payload(ClauseAction::Delete, place)
            }
            VerbKind::Delete | VerbKind::Ignore => match words {
                Some(words) => {
                    place.narrow(self.parse_containing_place());
                    without_payload(ClauseAction::DeleteWords(words), place)
                }
                None => without_payload(ClauseAction::Delete, place),
            },
            VerbKind::Move | VerbKind::Swap | VerbKind::Rename | VerbKind::Rearrange => None,
            VerbKind::Replace | VerbKind::Substitute | VerbKind::Change | VerbKind::Value => {
                if let Some(value) = self.parse_changed_value(&place) {
                    return without_payload(ClauseAction::Values(vec![value]), place);
                }
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
                self.with_payload(
                    words.map_or(ClauseAction::Replace, ClauseAction::ReplaceByText),
                    place,
                )
            }
        }
    }

    /// Parses `replaced text. Now: "…"` after the name of the place.
    pub(super) fn parse_new_text(&mut self) -> ClauseParse {
        let from = self.at;
        (self.at > 0
            && self.eat_word(&["replaced", "new", "revised", "changed"])
            && self.eat_word(&["text", "wording"]))
        .then_some(())?;
        while self.eat_mark(&['.', ':', ',']) || self.eat_word(&["now", "reads", "it"]) {}
        let payload = self.eat_quote_as_payload()?;
        self.record(from, "new text");
        Some((ClauseAction::Replace, PrintedAddress::default(), payload))
    }

    /// Consumes auxiliary words such as `should now be`; returns whether they demand something.
    pub(crate) fn eat_modals(&mut self) -> bool {
        let from = self.at;
        self.skip_words(MODALS);
        self.tokens[from..self.at]
            .iter()
            .any(|token| token.is_word(DEMANDS))
    }
}
