//! Parses clauses that do not begin with an imperative: `Paragraph 3 is deleted`, `For "a" read
//! "b"`.

use super::*;

impl TokenCursor<'_> {
    /// Parses `The following should be added after the "Regular Cavalry" line:`, `Paragraph 3 is
    /// deleted.` or `For "a" read "b"`.
    pub(super) fn parse_passive(&mut self) -> ClauseParse {
        if self.is_word(0, &["for"]) && !self.is_mark(1, &[':']) {
            let back = self.checkpoint();
            self.at += 1;
            if let Some(words) = self
                .parse_quoted_words()
                .or_else(|| self.parse_named_figure())
            {
                let place = self.parse_containing_place();
                self.eat_mark(&[',']);
                let passive = self.eat_word(&["there"]) && {
                    self.eat_modals();
                    matches!(
                        self.participle_at(0),
                        Some(VerbKind::Substitute | VerbKind::Replace | VerbKind::Insert)
                    )
                };
                self.at += usize::from(passive);
                if passive || self.eat_word(&["read", "substitute"]) {
                    let new = self
                        .parse_replacement()
                        .or_else(|| self.parse_named_figure().map(|figure| figure.text))?;
                    let (mut words, mut place) = (words, place);
                    place.narrow(self.parse_containing_place());
                    self.parse_times(&mut words);
                    return without_payload(ClauseAction::ReplaceWords(words, new), place);
                }
            }
            self.rewind(back);
            return self.parse_substitute_section();
        }
        let from = self.at;
        let pair = self
            .parse_old_and_new()
            .or_else(|| self.parse_joined_pair());
        if let Some(read) = pair {
            return Some(read);
        }
        let added = self.parse_added_unit().or_else(|| self.parse_lost());
        if let Some(read) = added.or_else(|| self.parse_exchange()) {
            return Some(read);
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
        let is = called
            && (matches!(self.peek(0), Some(SheetTokenKind::Quote(..))) || self.is_mark(0, &[':']));
        if is || self.eat_word(&["read", "reads", "becomes", "become", "say"]) {
            self.record(from, "reads from now on");
            return self.parse_new_words(words, place);
        }
        self.parse_participle(from, place, words, insertion)
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
        let back = self.checkpoint();
        // `is deleted. Put instead: …`
        self.eat_mark(&['.', ';', ',']);
        self.eat_word(&["put", "insert", "write", "use", "read"]);
        let instead = self.eat_word(&["instead"])
            || self.eat_word(&["in"])
                && self.eat_word(&["its", "their"])
                && self.eat_word(&["place", "stead"]);
        self.eat_word(&["put", "insert", "write", "use", "read"]);
        if instead && (self.is_mark(0, &[':', ',']) || self.at_end()) {
            return true;
        }
        self.rewind(back);
        self.eat_mark(&[',']);
        self.eat_word(&["and"]);
        self.eat_modals();
        let replaces = matches!(
            self.participle_at(0),
            Some(VerbKind::Replace | VerbKind::Substitute)
        );
        self.at += 1;
        if replaces && (self.eat_word(&["with", "by"]) | self.eat_as_follows()) {
            return true;
        }
        self.rewind(back);
        false
    }

    /// Consumes `in its entirety`.
    fn eat_entirety(&mut self) -> bool {
        let found = self.is_word(0, &["in"])
            && self.is_word(1, &["its", "their"])
            && self.is_word(2, &["entirety"]);
        self.at += if found { 3 } else { 0 };
        found
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
        let payload = self.parse_payload_place()?;
        Some((ClauseAction::Replace, place, payload))
    }

    /// Parses a figure that is quoted by its noun: `the figure 25`.
    fn parse_named_figure(&mut self) -> Option<QuotedWords> {
        let (from, back) = (self.at, self.checkpoint());
        self.eat_word(&["the"]);
        if !self.eat_word(&["figure", "figures", "number"]) {
            self.rewind(back);
            return None;
        }
        let quoted = match self.peek(0) {
            Some(SheetTokenKind::Quote(words, true)) => Some(words.clone()),
            _ => None,
        };
        self.at += usize::from(quoted.is_some());
        let Some(text) = quoted.or_else(|| self.parse_figure()) else {
            self.rewind(back);
            return None;
        };
        self.record(from, "a figure");
        Some(QuotedWords {
            text,
            ..QuotedWords::default()
        })
    }

    /// Parses `A new last paragraph is added to the section:`.
    fn parse_added_unit(&mut self) -> ClauseParse {
        let (from, back) = (self.at, self.checkpoint());
        if self.is_word(0, NEW_UNITS) {
            let insertion = self.parse_insertion();
            let is_unit = insertion.unit.is_some_and(|unit| unit != UnitNoun::Page);
            if is_unit && self.eat_added() {
                self.record(from, "in the passive voice");
                return self.parse_insertion_place(insertion);
            }
        }
        self.rewind(back);
        None
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
        let back = self.checkpoint();
        let insertion = Insertion {
            unit: Some(self.eat_lost_unit()?),
            count: Some(1),
            ..Insertion::default()
        };
        let read = self.parse_insertion_place(insertion);
        let announced = self.tokens[self.at - 1].kind == SheetTokenKind::Mark(':');
        if announced && read.is_some() {
            return read;
        }
        self.rewind(back);
        None
    }

    /// Parses `Para 4 becomes para 5 and para 5 becomes para 4`.
    fn parse_exchange(&mut self) -> ClauseParse {
        let (from, back) = (self.at, self.checkpoint());
        let first = self.parse_becoming();
        self.eat_mark(&[',', ';']);
        self.eat_word(&["and"]);
        let second = first.as_ref().and_then(|_| self.parse_becoming());
        match (first, second) {
            (Some((one, other)), Some((third, fourth))) if third == other && fourth == one => {
                self.record(from, "they change places");
                without_payload(ClauseAction::Swap(vec![other]), PrintedAddress::of(one))
            }
            _ => {
                self.rewind(back);
                None
            }
        }
    }

    /// Parses `para 2 becomes para 3`.
    fn parse_becoming(&mut self) -> Option<(PrintedStep, PrintedStep)> {
        let first = self.parse_step()?;
        let becomes = self.eat_word(&["becomes", "become"]);
        Some((first, becomes.then(|| self.parse_step()).flatten()?))
    }

    /// Consumes `A paragraph was left out`; returns the unit.
    pub(in crate::import) fn eat_lost_unit(&mut self) -> Option<UnitNoun> {
        let (from, back) = (self.at, self.checkpoint());
        let unit = self.eat_word(&["a", "an", "one"]).then(|| self.unit_at(0));
        if let Some(Some((unit, _))) = unit {
            self.at += 1;
            self.eat_modals();
            if self.eat_word(&["lost", "missing", "omitted", "forgotten"])
                || self.eat_word(&["left"]) && self.eat_word(&["out"])
            {
                self.record(from, format!("a {} was left out", unit.name().one));
                return Some(unit);
            }
        }
        self.rewind(back);
        None
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
            return self.parse_gerund().map(|(what, inner, payload)| {
                place.narrow(inner);
                (what, place, payload)
            });
        }
        match act {
            VerbKind::Insert => {
                insertion.words = words.map(|words| words.text).or_else(|| {
                    // `The sentence "A fort is free." is added to …`
                    let quoted = place.steps.last()?.quoted_sentence()?;
                    place.steps.pop();
                    Some(quoted)
                });
                self.parse_insertion_place(insertion)
                    .map(|(what, mut inner, payload)| {
                        place.narrow(std::mem::take(&mut inner));
                        (what, place, payload)
                    })
            }
            VerbKind::Delete
                if insertion.unit.is_some()
                    && self.tokens[self.at - 1].kind == SheetTokenKind::Word("omitted".into())
                    && self.is_word(0, &["after", "before", "from", "at", "in"]) =>
            {
                // `The following paragraph was omitted after paragraph 2: …`
                self.parse_insertion_place(insertion)
                    .map(|(what, inner, payload)| {
                        place.narrow(inner);
                        (what, place, payload)
                    })
            }
            // `The second paragraph is cut to its first sentence.`
            VerbKind::Delete if self.is_word(0, &["to"]) => None,
            VerbKind::Delete if self.eat_replaced() => {
                let payload = self.parse_payload_place()?;
                Some((
                    words.map_or(ClauseAction::Replace, ClauseAction::ReplaceByText),
                    place,
                    payload,
                ))
            }
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
                if self.eat_entirety() | self.eat_word(&["here"]) =>
            {
                without_payload(ClauseAction::Delete, place)
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
                let payload = self.parse_payload_place()?;
                Some((
                    words.map_or(ClauseAction::Replace, ClauseAction::ReplaceByText),
                    place,
                    payload,
                ))
            }
        }
    }

    /// Parses `replaced text. Now: "…"` after the name of the place.
    pub(super) fn parse_new_text(&mut self) -> ClauseParse {
        let from = self.at;
        let said = self.at > 0
            && self.eat_word(&["replaced", "new", "revised", "changed"])
            && self.eat_word(&["text", "wording"]);
        if !said {
            return None;
        }
        while self.is_mark(0, &['.', ':', ',']) || self.is_word(0, &["now", "reads", "it"]) {
            self.at += 1;
        }
        let (Some(SheetTokenKind::Quote(_, closed)), token) =
            (self.peek(0), self.tokens.get(self.at)?)
        else {
            return None;
        };
        self.at += 1;
        self.record(from, "new text");
        let payload = PayloadPlace::Inline(token.start, token.end, *closed);
        Some((ClauseAction::Replace, PrintedAddress::default(), payload))
    }

    /// Consumes auxiliary words such as `should now be`; returns whether they demand something.
    pub(in crate::import) fn eat_modals(&mut self) -> bool {
        let from = self.at;
        while self.is_word(0, MODALS) {
            self.at += 1;
        }
        self.tokens[from..self.at].iter().any(
            |token| matches!(&token.kind, SheetTokenKind::Word(word) if DEMANDS.contains(&word.as_str())),
        )
    }
}
