//! Parses parts that clauses share: quoted words, the place they are in, where the payload is.

use super::*;
use crate::import::grammar::ARTICLE_WORDS;

impl TokenCursor<'_> {
    /// Parses quoted words or a grade in brackets, and which occurrence is meant.
    ///
    /// Not before a unit: there the words are its label.
    pub(in crate::import) fn parse_quoted_words(&mut self) -> Option<QuotedWords> {
        let back = self.checkpoint();
        let from = self.at;
        let mut words = QuotedWords::default();
        self.eat_word(&["the"]);
        if self.is_word(1, &["occurrence", "instance", "mention"]) && self.is_word(2, &["of"]) {
            // `the second occurrence of "a"`
            match self.peek(0) {
                Some(SheetTokenKind::Nth(nth)) => words.nth = Some(*nth),
                Some(SheetTokenKind::Word(word)) => {
                    words.last = ["last", "final"].contains(&word.as_str());
                    words.every = ["every", "each"].contains(&word.as_str());
                }
                _ => {}
            }
            let known = words.nth.is_some() || words.last || words.every;
            self.at += if known { 3 } else { 0 };
        }
        if self.is_word(1, &["occurrences", "instances", "mentions"]) && self.is_word(2, &["of"]) {
            // `both occurrences of "a"`
            let counted = match self.peek(0) {
                Some(SheetTokenKind::Number(times, None)) => Some(*times),
                _ => self.is_word(0, &["both"]).then_some(2),
            };
            words.times = counted;
            words.every = self.is_word(0, &["all", "the"]);
            self.at += if counted.is_some() || words.every {
                3
            } else {
                0
            };
        }
        match self.peek(0) {
            Some(SheetTokenKind::Nth(nth))
                if matches!(
                    self.peek(1),
                    Some(SheetTokenKind::Quote(..) | SheetTokenKind::Item(_))
                ) =>
            {
                words.nth = Some(*nth);
                self.at += 1;
            }
            Some(SheetTokenKind::Word(word))
                if matches!(self.peek(1), Some(SheetTokenKind::Quote(..)))
                    && EVERYWHERE.contains(&word.as_str()) =>
            {
                words.every = true;
                self.at += 1;
            }
            Some(SheetTokenKind::Word(word))
                if matches!(
                    self.peek(1),
                    Some(SheetTokenKind::Quote(..) | SheetTokenKind::Item(_))
                ) && word == "last" =>
            {
                words.last = true;
                self.at += 1;
            }
            _ => {
                self.eat_word(&["words", "word", "phrase"]);
            }
        }
        if self.is_word(0, &["full"]) && self.is_word(1, &["stop"]) && self.is_word(2, &["at"]) {
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
            Some(SheetTokenKind::Quote(text, _)) if self.unit_at(1).is_none() => {
                words.text.clone_from(text)
            }
            Some(SheetTokenKind::Item(text)) if words.nth.is_some() || words.last => {
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

    /// Parses `twice`, `3 times`, `wherever it occurs` or `throughout`.
    pub(super) fn parse_times(&mut self, words: &mut QuotedWords) {
        let comma = usize::from(self.is_mark(0, &[',']));
        if let Some(SheetTokenKind::Paren(said)) = self.peek(0)
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
        } else if let (Some(SheetTokenKind::Number(times, None)), true) =
            (self.peek(comma), self.is_word(comma + 1, &["times"]))
        {
            words.times = Some(*times);
            self.at += comma + 2;
        } else if self.is_word(comma, &["throughout", "everywhere", "wherever"]) {
            words.every = true;
            self.at += comma + 1;
            while self.is_word(
                0,
                &[
                    "it", "they", "this", "occurs", "occur", "appears", "appear", "the", "rules",
                    "text",
                ],
            ) {
                self.at += 1;
            }
        }
    }

    /// Parses `in both places`, `both times`, `on all three occasions`, `each time it occurs`.
    fn parse_occasions(&mut self, words: &mut QuotedWords) -> bool {
        let back = self.checkpoint();
        self.eat_mark(&[',']);
        self.eat_word(&["in", "on", "at"]);
        let every = self.eat_word(&["all", "every", "each"]);
        self.eat_word(&["the", "of"]);
        let counted = match self.peek(0) {
            Some(SheetTokenKind::Number(times, None)) => Some(*times),
            _ => self.is_word(0, &["both"]).then_some(2),
        };
        self.at += usize::from(counted.is_some());
        let found = (every || counted.is_some()) && self.eat_word(OCCASIONS);
        if !found {
            self.rewind(back);
            return false;
        }
        while self.is_word(
            0,
            &[
                "it", "they", "this", "occurs", "occur", "appears", "appear", "where",
            ],
        ) {
            self.at += 1;
        }
        words.times = counted;
        words.every = counted.is_none();
        self.record(back.token(), "how often");
        true
    }

    /// Parses quoted replacement words that end on this line.
    pub(super) fn parse_replacement(&mut self) -> Option<String> {
        let back = self.checkpoint();
        self.eat_mark(&[':', ',']);
        self.eat_word(&["the"]);
        self.eat_word(&["words", "word"]);
        match self.peek(0) {
            Some(SheetTokenKind::Quote(words, true)) => {
                self.at += 1;
                Some(words.clone())
            }
            _ => {
                self.rewind(back);
                None
            }
        }
    }

    /// Parses any number of places: `in the second paragraph`, `under Rear Support on page 22`.
    pub(in crate::import) fn parse_containing_place(&mut self) -> PrintedAddress {
        let mut place = PrintedAddress::default();
        loop {
            let back = self.checkpoint();
            let comma = self.eat_mark(&[',']);
            if !self.eat_word(&["in", "under", "on", "within", "from", "of", "at"]) {
                self.rewind(back);
                return place;
            }
            self.eat_word(&["the"]);
            let mut outer = PrintedAddress::default();
            if self.is_word(0, ARTICLE_WORDS)
                && let Some(numbered) = self.parse_numbered_section()
            {
                place.narrow(numbered);
                continue;
            }
            let inner = match self.parse_address() {
                Some(address) => Some(address),
                None if !comma && self.parse_section_name(&mut outer) => {
                    let back = self.checkpoint();
                    // `in Orders, last paragraph`
                    let inner = self
                        .eat_mark(&[','])
                        .then(|| self.parse_address())
                        .flatten();
                    match inner.filter(|inner| !inner.steps.iter().all(PrintedStep::is_bare)) {
                        Some(inner) => outer.narrow(inner),
                        None => self.rewind(back),
                    }
                    Some(outer)
                }
                None => None,
            };
            match inner {
                Some(mut address) => {
                    // `in that line`, `in the section`: the place itself
                    address.steps.retain(|step| !step.is_bare());
                    let steps = std::mem::take(&mut place.steps);
                    place.narrow(address);
                    place.steps.extend(steps);
                }
                None => {
                    self.rewind(back);
                    return place;
                }
            }
        }
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
        let following = self.is_word(0, &["the"]) && self.is_word(1, &["following"]);
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
        let back = self.checkpoint();
        self.skip_noise();
        if let Some(SheetTokenKind::Number(_, None)) = self.peek(0) {
            self.at += 1;
        }
        self.eat_word(&["new", "single"]);
        // `add this one: …`
        let this_one = self.at > back.token().max(1)
            && matches!(&self.tokens[self.at - 1].kind, SheetTokenKind::Number(..))
            && matches!(&self.tokens[self.at - 2].kind, SheetTokenKind::Word(word) if ["this", "these"].contains(&word.as_str()));
        let is_unit = this_one || self.unit_at(0).is_some() && self.eat_unit().is_some();
        let quote = matches!(self.peek(0), Some(SheetTokenKind::Quote(..)));
        if !is_unit || !(self.at_end() || quote || self.is_mark(0, &[':', '.'])) {
            self.rewind(back);
        } else {
            self.record(back.token(), "the kind of the new text");
        }
    }

    /// Parses where the payload is that is announced here; `None` if none is possible.
    pub(in crate::import) fn parse_payload_place(&mut self) -> Option<PayloadPlace> {
        self.eat_as_follows();
        self.eat_new_units();
        while let Some(SheetTokenKind::Paren(_)) = self.peek(0) {
            self.at += 1;
        }
        let quote_behind =
            |cursor: &Self| matches!(cursor.peek(1), None | Some(SheetTokenKind::Quote(..)));
        let colon = self.eat_mark(&[':', '–'])
            || self.is_mark(0, &[',', ';']) && quote_behind(self) && self.eat_mark(&[',', ';']);
        self.eat_as_follows();
        self.eat_mark(&[':']);
        if self.at_end() {
            return Some(PayloadPlace::Follows);
        }
        if let Some(SheetTokenKind::Quote(_, closed)) = self.peek(0) {
            let token = &self.tokens[self.at];
            self.at += 1;
            return Some(PayloadPlace::Inline(token.start, token.end, *closed));
        }
        if colon {
            let start = self.offset();
            self.at = self.tokens.len();
            return Some(PayloadPlace::Inline(start, self.text.len(), true));
        }
        if self.eat_mark(&['.']) {
            if let Some(SheetTokenKind::Quote(_, closed)) = self.peek(0) {
                // `should read as follows. "Rafts sink."`
                let token = &self.tokens[self.at];
                self.at += 1;
                return Some(PayloadPlace::Inline(token.start, token.end, *closed));
            }
            return Some(PayloadPlace::Follows);
        }
        None
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
