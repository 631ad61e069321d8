//! Parses sentences with the right and the wrong value: `The result at 3-1 is "DR", not "D1"`.

use super::*;

/// The verbs between the subject and the right value.
const STATES: &[&str] = &[
    "is", "are", "should", "shall", "must", "reads", "costs", "has", "have", "shows",
];

/// How many words the subject may have.
const LONGEST: usize = 16;

impl TokenCursor<'_> {
    /// Parses the sentence at the cursor. Its subject may be any words, so the result is a guess.
    pub(super) fn parse_contrast(&mut self) -> ClauseParse {
        let back = self.checkpoint();
        let (from, start) = (self.at, self.offset());
        if !self.text[start..].starts_with(|c: char| !c.is_lowercase()) || self.unit_at(0).is_some()
        {
            return None;
        }
        while !self.at_end() && self.at < from + LONGEST && !self.is_mark(0, &['.', ';', ':']) {
            let figure = matches!(self.peek(1), Some(Lexeme::Number(..) | Lexeme::Signed(_)));
            // `A raft weighs 2, not 1.`
            let states = self
                .word(0)
                .is_some_and(|word| figure && word.ends_with('s'));
            if self.at > from && (states || self.is_word(0, STATES)) {
                let subject = self.text[start..self.previous_end()].trim_end_matches(',');
                if let Some(read) = self.parse_contrast_of(subject, start) {
                    self.record(from, "what is right, and what was printed");
                    return Some(read);
                }
                break;
            }
            self.at += 1;
        }
        self.rewind(back);
        None
    }

    fn parse_contrast_of(&mut self, subject: &str, start: usize) -> ClauseParse {
        self.at += 1;
        while self.is_word(0, MODALS)
            || self.is_word(0, STATES)
            || self.is_word(0, &["read", "show", "say", "cost", "worth"])
        {
            self.at += 1;
        }
        self.eat_word(&["a", "an", "the"]);
        let mut column = None;
        if let (Some(word), true) = (self.word(0), self.is_word(1, &["of"])) {
            column = Some(word);
            self.at += 2;
        }
        let quoted = matches!(self.peek(0), Some(Lexeme::Quote(_, true)));
        let new = self.parse_words_or_figure()?;
        let noun = self.at;
        while !quoted
            && self.at < noun + 3
            && self.word(0).is_some()
            && !self.is_word(0, &["not", "rather", "instead"])
        {
            // its noun: `3 hull points`
            self.at += 1;
        }
        let old = match self.peek(0) {
            Some(Lexeme::Paren(_)) => self.parse_retraction_in_brackets(),
            _ => self.parse_retraction(),
        }?;
        if !(self.at_end() || self.is_mark(0, &['.', ';'])) {
            return None;
        }
        let place = PrintedAddress::default();
        if quoted {
            let mut place = place;
            place
                .unsupported
                .push(format!("the place “{subject}” was not looked up"));
            let old = QuotedWords {
                text: old,
                ..QuotedWords::default()
            };
            return without_payload(ClauseAction::ReplaceWords(old, new), place);
        }
        let articles = ["The ", "the ", "A ", "An "];
        let bare = articles
            .iter()
            .find_map(|article| subject.strip_prefix(article));
        let row = bare.unwrap_or(subject);
        // `In the wound table, the penalty of …`
        let behind = row
            .split_once(" table, ")
            .filter(|(place, _)| place.starts_with("In "));
        let row = behind.map_or(row, |(_, row)| row.trim_start_matches("the "));
        let row = column.map_or(row.to_owned(), |column| format!("{row}({column})"));
        let value = ValueChange {
            row,
            old: Some(old),
            new,
            start,
            end: self.previous_end(),
        };
        without_payload(ClauseAction::Values(vec![value]), place)
    }

    fn parse_words_or_figure(&mut self) -> Option<String> {
        match self.peek(0) {
            Some(Lexeme::Quote(words, true)) => {
                self.at += 1;
                Some(words.clone())
            }
            _ => self.parse_figure(),
        }
    }
}
