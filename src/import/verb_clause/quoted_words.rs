//! Parses parts that clauses share: quoted words, the place they are in, where the payload is.

use super::clause::{PayloadPlace, QuotedWords};
use crate::import::{
    address::{PrintedAddress, PrintedStep},
    cursor::TokenCursor,
    grammar::{LEXICON, TIMES},
    token::SheetTokenKind::{Item, Nth, Number, Paren, Quote, Word},
};

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
            Some(Word(word)) if self.is_quote(1) && LEXICON.everywhere.contains(&word.as_str()) => {
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
            ((every || counted.is_some()) && cursor.eat_word(&LEXICON.occasions)).then_some(counted)
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
        if self.is_word(0, &LEXICON.article_words)
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

    /// Consumes quoted words as the payload.
    pub(super) fn eat_quote_as_payload(&mut self) -> Option<PayloadPlace> {
        let token = self.token(0)?;
        let Quote(_, closed) = token.kind else {
            return None;
        };
        self.at += 1;
        Some(PayloadPlace::Inline(token.start, token.end, closed))
    }

    /// Takes the rest of the line as the payload, or the lines below if nothing is left.
    pub(super) fn eat_rest_as_payload(&mut self) -> PayloadPlace {
        let start = self.offset();
        if self.at_end() {
            return PayloadPlace::Follows;
        }
        self.at = self.tokens.len();
        PayloadPlace::Inline(start, self.text.len(), true)
    }

    /// Advances to the end of the sentence.
    pub(super) fn eat_rest_of_sentence(&mut self) {
        while !(self.at_end()
            || self.is_mark(0, &['.', '!', '?']) && self.is_sentence_start(self.at + 1))
        {
            self.at += 1;
        }
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
