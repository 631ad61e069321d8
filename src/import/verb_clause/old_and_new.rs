//! Parses statements of old and new words without a verb of change: `Wrong: "a raft", right: "a
//! punt"`, `"a raft" -> "a punt"`, `Where it says "a", it should say "b"`.

use super::{value::ARROWS, *};

impl TokenCursor<'_> {
    /// Parses the two labels, in any order, with their words.
    pub(super) fn parse_old_and_new(&mut self) -> ClauseParse {
        let back = self.checkpoint();
        let read = self.parse_labelled_words(OLD_TEXT, NEW_TEXT).or_else(|| {
            self.rewind(back);
            let (new, old) = self.parse_labelled_words(NEW_TEXT, OLD_TEXT)?;
            Some((old, new))
        });
        let Some((old, new)) = read else {
            self.rewind(back);
            return None;
        };
        self.record(back.token(), "old and new words");
        let mut place = PrintedAddress::default();
        if !(old.1 && new.1) {
            let why = "the old and the new words are not quoted";
            place.unsupported.push(why.to_owned());
        }
        let words = QuotedWords {
            text: old.0,
            ..QuotedWords::default()
        };
        without_payload(ClauseAction::ReplaceWords(words, new.0), place)
    }

    /// Parses `"a raft" -> "a punt"`, or `"a raft" means "a punt"; please correct your copy`.
    pub(super) fn parse_joined_pair(&mut self) -> ClauseParse {
        let back = self.checkpoint();
        let words = self.parse_quoted_words()?;
        let mut place = self.parse_containing_place();
        let arrow = self.eat_mark(ARROWS) || self.eat_mistake_for();
        let means = !arrow && self.eat_word(&["means", "mean"]);
        let new = self.parse_replacement().filter(|_| arrow || means);
        let ends = self.at_end() || self.is_mark(0, &[',', ';', '.']);
        let Some(new) = new.filter(|_| ends && (arrow || self.asks_to_correct())) else {
            self.rewind(back);
            return None;
        };
        if means {
            self.eat_rest_of_sentence();
            let why = "it says what the words mean, and asks to correct them";
            place.unsupported.push(why.to_owned());
        }
        self.record(back.token(), "old and new words");
        without_payload(ClauseAction::ReplaceWords(words, new), place)
    }

    /// Consumes `is a misprint for`.
    fn eat_mistake_for(&mut self) -> bool {
        let back = self.checkpoint();
        self.eat_modals();
        self.eat_word(&["a", "an", "the"]);
        if self.word(0).is_some() && self.is_word(1, REASONS) {
            // `a translation error`
            self.at += 1;
        }
        let found = self.eat_word(REASONS) && self.eat_word(&["for"]);
        if !found {
            self.rewind(back);
        }
        found
    }

    /// Parses `Where the text says "a raft", it should say "a punt"`.
    pub(super) fn parse_what_it_says(&mut self) -> ClauseParse {
        const SAYS: &[&str] = &["says", "reads", "states", "has", "said", "read"];
        let back = self.checkpoint();
        if !self.eat_word(&["where", "wherever", "when", "if"]) {
            return None;
        }
        let from = self.at;
        while self.at < from + 4 && self.word(0).is_some() && !self.is_word(0, SAYS) {
            self.at += 1;
        }
        let says = self.eat_word(SAYS);
        self.eat_word(&["that"]);
        let words = says.then(|| self.parse_quoted_words()).flatten();
        let place = self.parse_containing_place();
        self.eat_mark(&[',', ':']);
        self.eat_word(PRONOUNS);
        let demands = self.eat_modals();
        let reads = self.eat_word(&["read", "say", "be", "become", "have"]) || demands;
        let new = self.parse_replacement().filter(|_| reads);
        let (Some(words), Some(new)) = (words, new) else {
            self.rewind(back);
            return None;
        };
        self.record(back.token(), "old and new words");
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
        let back = self.checkpoint();
        self.eat_word(&["the"]);
        let length = self.text_label(labels);
        self.at += length.unwrap_or_default();
        let said = self.eat_word(&["is", "was", "would"]) | self.eat_word(&["be"]);
        let marked = self.eat_mark(&[':'])
            || said && matches!(self.peek(0), Some(SheetTokenKind::Quote(..)));
        if length.is_none() || !marked {
            self.rewind(back);
            return false;
        }
        true
    }

    /// Returns the number of words of the label at the cursor.
    fn text_label(&self, labels: &[&str]) -> Option<usize> {
        let words = labels.iter().map(|label| label.split(' '));
        let lengths = words.filter_map(|words| {
            let length = words.clone().count();
            let is = words
                .zip(0..)
                .all(|(word, ahead)| self.is_word(ahead, &[word]));
            is.then_some(length)
        });
        lengths.max()
    }

    /// Parses quoted words, or all words up to a label of `until` or the end of the line.
    fn parse_words_of_label(&mut self, until: &[&str]) -> Option<(String, bool)> {
        if let Some(SheetTokenKind::Quote(words, true)) = self.peek(0) {
            let ends = self.at + 1 == self.tokens.len()
                || matches!(
                    self.peek(1),
                    Some(SheetTokenKind::Mark(_) | SheetTokenKind::Word(_))
                );
            self.at += usize::from(ends);
            return ends.then(|| (words.clone(), true));
        }
        let start = self.offset();
        while !self.at_end() {
            let here = self.checkpoint();
            let labelled = self.eat_text_label(until);
            self.rewind(here);
            if labelled {
                break;
            }
            self.at += 1;
        }
        let words = self.text[start..self.previous_end().max(start)].trim();
        let words = words.trim_end_matches([',', ';', '–', ' ']);
        Some((words.to_owned(), false))
    }
}
