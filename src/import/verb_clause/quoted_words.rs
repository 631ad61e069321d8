//! Parses parts that clauses share: quoted words, the place they are in, where the payload is.

use super::*;
use crate::import::grammar::ARTICLE_WORDS;

impl TokenCursor<'_> {
    /// Parses quoted words or a grade in brackets, and which occurrence is meant.
    ///
    /// Not before a unit: there the words are its label.
    pub(crate) fn parse_quoted_words(&mut self) -> Option<QuotedWords> {
        let back = self.checkpoint();
        let from = self.at;
        let mut words = QuotedWords::default();
        self.eat_word(&["the"]);
        if self.is_word(1, &["occurrence", "instance", "mention"]) && self.is_word(2, &["of"]) {
            // `the second occurrence of "a"`
            match self.peek(0) {
                Some(Nth(nth)) => words.nth = Some(*nth),
                Some(Word(word)) => {
                    words.last = ["last", "final"].contains(&word.as_str());
                    words.every = ["every", "each"].contains(&word.as_str());
                }
                _ => {}
            }
            if words.nth.is_some() || words.last || words.every {
                self.at += 3;
            }
        }
        if self.is_word(1, &["occurrences", "instances", "mentions"]) && self.is_word(2, &["of"]) {
            // `both occurrences of "a"`
            words.times = self.number_of_times();
            words.every = self.is_word(0, &["all", "the"]);
            if words.times.is_some() || words.every {
                self.at += 3;
            }
        }
        match self.peek(0) {
            Some(Nth(nth)) if matches!(self.peek(1), Some(Quote(..) | Item(_))) => {
                words.nth = Some(*nth);
                self.at += 1;
            }
            Some(Word(word)) if self.is_quote(1) && EVERYWHERE.contains(&word.as_str()) => {
                words.every = true;
                self.at += 1;
            }
            Some(Word(word))
                if matches!(self.peek(1), Some(Quote(..) | Item(_))) && word == "last" =>
            {
                words.last = true;
                self.at += 1;
            }
            _ if self.quotes_figure(0) => self.at += 1,
            _ => {
                self.eat_word(&["words", "word", "phrase"]);
            }
        }
        if self.is_phrase(0, "full stop at") {
            // `the full stop at the end`
            self.at += 3;
            self.eat_word(&["the"]);
            if self.eat_word(&["end"]) {
                words.text = ".".to_owned();
                words.last = true;
                self.record(from, "the last full stop");
                return Some(words);
            }
        }
        match self.peek(0) {
            Some(Quote(text, _)) if self.unit_at(1).is_none() => words.text.clone_from(text),
            Some(Item(text)) if words.nth.is_some() || words.last => {
                words.text = format!("({text})")
            }
            _ => {
                self.rewind(back);
                return None;
            }
        }
        self.at += 1;
        self.record(from, "quoted words");
        self.parse_times(&mut words);
        Some(words)
    }

    /// Whether a quoted figure with its noun is at `ahead`, which is no figure of the rules: `for the
    /// figure "250"`.
    pub(super) fn quotes_figure(&self, ahead: usize) -> bool {
        let quoted = match self.peek(ahead + 1) {
            Some(Quote(text, true)) => text.starts_with(|c: char| c.is_ascii_digit()),
            _ => false,
        };
        quoted && self.is_word(ahead, &["figure", "number"])
    }

    /// Returns the number at the cursor, of which `both` is 2.
    fn number_of_times(&self) -> Option<u32> {
        match self.peek(0) {
            Some(Number(times, None)) => Some(*times),
            _ => self.is_word(0, &["both"]).then_some(2),
        }
    }

    /// Parses `twice`, `3 times`, `wherever it occurs` or `throughout`.
    pub(super) fn parse_times(&mut self, words: &mut QuotedWords) {
        let comma = usize::from(self.is_mark(0, &[',']));
        if let Some(Paren(said)) = self.peek(0)
            && let Some(times) = times_in_brackets(said)
        {
            words.times = Some(times);
            self.at += 1;
            return;
        }
        if self.parse_occasions(words) {
            return;
        }
        if let Some((_, times)) = TIMES
            .iter()
            .find(|(name, _)| self.word(comma) == Some(name))
        {
            words.times = Some(*times);
            self.at += comma + 1;
        } else if let (Some(Number(times, None)), true) =
            (self.peek(comma), self.is_word(comma + 1, &["times"]))
        {
            words.times = Some(*times);
            self.at += comma + 2;
        } else if self.is_word(comma, &["throughout", "everywhere", "wherever"]) {
            words.every = true;
            self.at += comma + 1;
            self.skip_words(&[
                "it", "they", "this", "occurs", "occur", "appears", "appear", "the", "rules",
                "text",
            ]);
        }
    }

    /// Parses `in both places`, `both times`, `on all three occasions`, `each time it occurs`.
    fn parse_occasions(&mut self, words: &mut QuotedWords) -> bool {
        let from = self.at;
        let counted = self.attempt(|cursor| {
            cursor.eat_mark(&[',']);
            cursor.eat_word(&["in", "on", "at"]);
            let every = cursor.eat_word(&["all", "every", "each"]);
            cursor.eat_word(&["the", "of"]);
            let counted = cursor.number_of_times();
            cursor.at += usize::from(counted.is_some());
            ((every || counted.is_some()) && cursor.eat_word(OCCASIONS)).then_some(counted)
        });
        let Some(counted) = counted else {
            return false;
        };
        self.skip_words(&[
            "it", "they", "this", "occurs", "occur", "appears", "appear", "where",
        ]);
        words.times = counted;
        words.every = counted.is_none();
        self.record(from, "how often");
        true
    }

    /// Parses quoted replacement words that end on this line.
    pub(super) fn parse_replacement(&mut self) -> Option<String> {
        self.attempt(|cursor| {
            cursor.eat_mark(&[':', ',']);
            cursor.eat_word(&["the"]);
            cursor.eat_word(&["words", "word"]);
            cursor.eat_quote().map(str::to_owned)
        })
    }

    /// Parses any number of places: `in the second paragraph`, `under Rear Support on page 22`.
    pub(crate) fn parse_containing_place(&mut self) -> PrintedAddress {
        let mut place = PrintedAddress::default();
        while let Some((mut outer, numbered)) = self.attempt(Self::parse_outer_place) {
            if numbered {
                place.narrow(outer);
                continue;
            }
            // `in that line`, `in the section`: the place itself
            outer.steps.retain(|step| !step.is_bare());
            let steps = std::mem::take(&mut place.steps);
            place.narrow(outer);
            place.steps.extend(steps);
        }
        place
    }

    /// Parses one place, and returns whether it is an article: `in Schedule 2`.
    fn parse_outer_place(&mut self) -> Option<(PrintedAddress, bool)> {
        let comma = self.eat_mark(&[',']);
        self.eat_word(&["in", "under", "on", "within", "from", "of", "at"])
            .then_some(())?;
        self.eat_word(&["the"]);
        if self.is_word(0, ARTICLE_WORDS)
            && let Some(numbered) = self.parse_numbered_section()
        {
            return Some((numbered, true));
        }
        if let Some(address) = self.parse_address() {
            return Some((address, false));
        }
        let mut outer = PrintedAddress::default();
        (!comma && self.parse_section_name(&mut outer)).then_some(())?;
        // `in Orders, last paragraph`
        let inner = self.attempt(|cursor| {
            cursor.eat_mark(&[',']).then_some(())?;
            let inner = cursor.parse_address()?;
            (!inner.steps.iter().all(PrintedStep::is_bare)).then_some(inner)
        });
        if let Some(inner) = inner {
            outer.narrow(inner);
        }
        Some((outer, false))
    }

    /// Consumes `as follows`, `the following` or `to read`; returns whether it is there.
    pub(super) fn eat_as_follows(&mut self) -> bool {
        let from = self.at;
        if self.is_word(0, &["so"]) && self.is_word(1, &["that", "as"]) {
            self.at += 2;
            self.eat_word(&["it"]);
            self.eat_word(&["to"]);
        }
        self.eat_word(&["it", "to"]);
        self.eat_word(&["now"]);
        let read = self.eat_word(&["read", "reads", "say", "says"]);
        let as_ = self.eat_word(&["as"]) && self.eat_word(&["follows"]);
        let below = self.at;
        self.eat_word(&["the", "that", "those"]);
        self.eat_word(&["one", "ones", "new"]);
        self.eat_unit();
        if self.at > below && self.eat_word(&["below", "overleaf"]) {
            return true;
        }
        self.at = below;
        let following = self.is_phrase(0, "the following");
        if following {
            self.at += 2;
            self.eat_word(&["single", "new"]);
            self.eat_unit();
            self.eat_word(ARTICLE_WORDS);
        }
        if !(read || as_ || following) {
            self.at = from;
            return false;
        }
        true
    }

    /// Consumes the kind of the new text in front of it: `two bullets:`.
    fn eat_new_units(&mut self) {
        let from = self.at;
        let found = self.attempt_to_eat(|cursor| {
            cursor.skip_noise();
            if let Some(Number(_, None)) = cursor.peek(0) {
                cursor.at += 1;
            }
            cursor.eat_word(&["new", "single"]);
            // `add this one: …`
            let this_one = cursor.at > from.max(1)
                && cursor.tokens[cursor.at - 1].is_number()
                && cursor.follows_word(2, &["this", "these"]);
            let is_unit = this_one || cursor.unit_at(0).is_some() && cursor.eat_unit().is_some();
            is_unit && (cursor.is_quote(0) || cursor.ends_at(0, &[':', '.']))
        });
        if found {
            self.record(from, "the kind of the new text");
        }
    }

    /// Consumes quoted words as the payload.
    pub(super) fn eat_quote_as_payload(&mut self) -> Option<PayloadPlace> {
        let token = self.token(0)?;
        let Quote(_, closed) = token.kind else {
            return None;
        };
        self.at += 1;
        Some(PayloadPlace::Inline(token.start, token.end, closed))
    }

    /// Parses where the payload is that is announced here; `None` if none is possible.
    pub(crate) fn parse_payload_place(&mut self) -> Option<PayloadPlace> {
        self.eat_as_follows();
        self.eat_new_units();
        while self.is_paren(0) {
            self.at += 1;
        }
        let quote_behind = self.peek(1).is_none() || self.is_quote(1);
        let colon = self.eat_mark(&[':', '–']) || quote_behind && self.eat_mark(&[',', ';']);
        self.eat_as_follows();
        self.eat_mark(&[':']);
        if self.at_end() {
            return Some(PayloadPlace::Follows);
        }
        if let Some(quote) = self.eat_quote_as_payload() {
            return Some(quote);
        }
        if colon {
            return Some(self.eat_rest_as_payload());
        }
        // `should read as follows. "Rafts sink."`
        self.eat_mark(&['.'])
            .then(|| self.eat_quote_as_payload().unwrap_or(PayloadPlace::Follows))
    }
}

/// Returns the number of times in brackets: `(twice)`, `(3 times)`, `(both times)`.
fn times_in_brackets(words: &str) -> Option<u32> {
    let words = words.to_lowercase();
    let first = words.split_whitespace().next()?;
    if let Some((_, times)) = TIMES.iter().find(|(name, _)| *name == words) {
        return Some(*times);
    }
    let counted = words.ends_with(" times") || words.ends_with(" places");
    match first {
        "both" | "two" if counted => Some(2),
        "three" if counted => Some(3),
        _ if counted => first.parse().ok(),
        _ => None,
    }
}
