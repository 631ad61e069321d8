//! Parses statements of old and new words without a verb of change: `Wrong: "a raft", right: "a
//! punt"`, `"a raft" -> "a punt"`, `Where it says "a", it should say "b"`.

use super::{value::ARROWS, *};

impl TokenCursor<'_> {
    /// Parses the two labels, in any order, with their words.
    pub(super) fn parse_old_and_new(&mut self) -> ClauseParse {
        let from = self.at;
        let read = self.attempt(|cursor| cursor.parse_labelled_words(OLD_TEXT, NEW_TEXT));
        let (old, new) = read.or_else(|| {
            let (new, old) = self.parse_labelled_words(NEW_TEXT, OLD_TEXT)?;
            Some((old, new))
        })?;
        self.record(from, "old and new words");
        let mut place = PrintedAddress::default();
        if !(old.1 && new.1) {
            place.unsupported.push(UNQUOTED.to_owned());
        }
        without_payload(
            ClauseAction::ReplaceWords(QuotedWords::of(old.0), new.0),
            place,
        )
    }

    /// Parses `"a raft" -> "a punt"`, or `"a raft" means "a punt"; please correct your copy`.
    pub(super) fn parse_joined_pair(&mut self) -> ClauseParse {
        let from = self.at;
        let words = self.parse_quoted_words()?;
        let mut place = self.parse_containing_place();
        let arrow = self.eat_mark(ARROWS) || self.eat_mistake_for();
        let means = !arrow && self.eat_word(&["means", "mean"]);
        let new = self.parse_replacement().filter(|_| arrow || means)?;
        (self.ends_at(0, &[',', ';', '.']) && (arrow || self.asks_to_correct())).then_some(())?;
        if means {
            self.eat_rest_of_sentence();
            let why = "it says what the words mean, and asks to correct them";
            place.unsupported.push(why.to_owned());
        }
        self.record(from, "old and new words");
        without_payload(ClauseAction::ReplaceWords(words, new), place)
    }

    /// Consumes `is a misprint for`.
    fn eat_mistake_for(&mut self) -> bool {
        self.attempt_to_eat(|cursor| {
            cursor.eat_modals();
            cursor.eat_word(&["a", "an", "the"]);
            if cursor.word(0).is_some() && cursor.is_word(1, REASONS) {
                // `a translation error`
                cursor.at += 1;
            }
            cursor.eat_word(REASONS) && cursor.eat_word(&["for"])
        })
    }

    /// Parses `Where the text says "a raft", it should say "a punt"`.
    pub(super) fn parse_what_it_says(&mut self) -> ClauseParse {
        const SAYS: &[&str] = &["says", "reads", "states", "has", "said", "read"];
        let from = self.at;
        self.eat_word(&["where", "wherever", "when", "if"])
            .then_some(())?;
        self.eat_while(4, |cursor| {
            cursor.word(0).is_some() && !cursor.is_word(0, SAYS)
        });
        self.eat_word(SAYS).then_some(())?;
        self.eat_word(&["that"]);
        let words = self.parse_quoted_words()?;
        let place = self.parse_containing_place();
        self.eat_mark(&[',', ':']);
        self.eat_word(PRONOUNS);
        let demands = self.eat_modals();
        (self.eat_word(&["read", "say", "be", "become", "have"]) || demands).then_some(())?;
        let new = self.parse_replacement()?;
        self.record(from, "old and new words");
        without_payload(ClauseAction::ReplaceWords(words, new), place)
    }

    /// Whether the rest of the line asks to correct the rules: `; please correct your copy`.
    fn asks_to_correct(&self) -> bool {
        const ASKS: &[&str] = &["correct", "amend", "change", "alter", "mark"];
        (1..6).any(|ahead| self.is_word(ahead, ASKS))
    }

    /// Parses the words behind a label of `first`, and those behind one of `second`; each with whether
    /// they are quoted.
    fn parse_labelled_words(
        &mut self,
        first: &[&str],
        second: &[&str],
    ) -> Option<((String, bool), (String, bool))> {
        self.eat_text_label(first).then_some(())?;
        let one = self.parse_words_of_label(second)?;
        self.eat_mark(&[',', ';', '.', '–', '→']);
        self.eat_word(&["and", "but"]);
        self.eat_text_label(second).then_some(())?;
        let other = self.parse_words_of_label(&[])?;
        (!one.0.is_empty() && !other.0.is_empty() && one.0 != other.0).then_some((one, other))
    }

    /// Consumes a label and the colon or `is` behind it.
    fn eat_text_label(&mut self, labels: &[&str]) -> bool {
        self.attempt_to_eat(|cursor| {
            cursor.eat_word(&["the"]);
            let lengths = labels
                .iter()
                .filter_map(|label| cursor.phrase_length(cursor.at, label));
            let Some(length) = lengths.max() else {
                return false;
            };
            cursor.at += length;
            let said = cursor.eat_word(&["is", "was", "would"]) | cursor.eat_word(&["be"]);
            cursor.eat_mark(&[':']) || said && cursor.is_quote(0)
        })
    }

    /// Parses quoted words, or all words up to a label of `until` or the end of the line.
    fn parse_words_of_label(&mut self, until: &[&str]) -> Option<(String, bool)> {
        if let Some(Quote(words, true)) = self.peek(0) {
            let ends =
                self.at + 1 == self.tokens.len() || matches!(self.peek(1), Some(Mark(_) | Word(_)));
            self.at += usize::from(ends);
            return ends.then(|| (words.clone(), true));
        }
        let start = self.offset();
        while !self.at_end() {
            if self.look_ahead(|cursor| cursor.eat_text_label(until)) {
                break;
            }
            self.at += 1;
        }
        let words = self.text_from(start).trim();
        let words = words.trim_end_matches([',', ';', '–', ' ']);
        Some((words.to_owned(), false))
    }
}
