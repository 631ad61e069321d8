//! Parses sentences with the right and the wrong value: `The result at 3-1 is "DR", not "D1"`.

use super::*;
use crate::import::{grammar::is_counted_unit, token::SheetToken};

/// The verbs between the subject and the right value.
const STATES: &[&str] = &[
    "is", "are", "should", "shall", "must", "reads", "read", "costs", "cost", "has", "have",
    "shows", "show", "say", "says", "be", "worth", "now", "a", "an", "the",
];

/// How many words may be in front of the right value.
const LONGEST: usize = 20;

/// How many words a value and its noun may have.
const NOUN: usize = 4;

impl TokenCursor<'_> {
    /// Parses the sentence at the cursor. Its subject may be any words, so the result is a guess.
    pub(super) fn parse_contrast(&mut self) -> ClauseParse {
        let (from, start) = (self.at, self.offset());
        let large = self.text[start..].starts_with(|c: char| !c.is_lowercase());
        let marked = from == 0 || matches!(self.tokens[from - 1].kind, Mark(':' | '–'));
        let numbered = from == 0 && matches!(self.peek(0), Some(Dotted(_)));
        if !(large || marked) || numbered || self.unit_at(0).is_some() {
            return None;
        }
        if let Some(read) = self.parse_instead_of(from, start) {
            return Some(read);
        }
        while !self.ends_at(0, &['.', ';', ':']) && self.at < from + LONGEST {
            // `In sentence two must it read "a" instead of "b"` names a unit
            let counted = self.tokens[from..self.at]
                .iter()
                .any(|token| token.word().is_some_and(is_counted_unit));
            let quoted = !counted && matches!(self.peek(0), Some(Quote(_, true)));
            let value = quoted || self.is_figure();
            if (self.at > from || marked && from > 0 && self.is_figure()) && value {
                let subject = self.text_from(start);
                let read = self.attempt(|cursor| cursor.parse_contrast_of(subject, start));
                if read.is_some() {
                    self.record(from, "what is right, and what was printed");
                    return read;
                }
            }
            self.at += 1;
        }
        None
    }

    /// Parses `Instead of 2 rafts each player takes 3`.
    fn parse_instead_of(&mut self, from: usize, start: usize) -> ClauseParse {
        let value = self.attempt(|cursor| {
            cursor.eat_phrase("instead of").then_some(())?;
            let old = cursor.parse_figure_or_range()?;
            let longest = from + LONGEST - cursor.at;
            let row = cursor.eat_while(longest, |cursor| {
                !cursor.ends_at(0, &['.', ';', ':']) && !cursor.is_quote(0) && !cursor.is_figure()
            })?;
            let new = cursor.parse_figure_or_range()?;
            cursor.eat_while(NOUN, |cursor| cursor.word(0).is_some());
            (cursor.ends_at(0, &['.', ';']) && row.trim().contains(' ')).then_some(())?;
            Some(cursor.value_change(row.trim().replace(',', ""), Some(old), new, start))
        })?;
        self.record(from, "what is right, and what was printed");
        set_values(vec![value])
    }

    /// Parses the right value at the cursor, its noun, and the wrong value; `subject` are the words in
    /// front of it.
    fn parse_contrast_of(&mut self, subject: &str, start: usize) -> ClauseParse {
        let quoted = matches!(self.peek(0), Some(Quote(_, true)));
        let longest = if quoted { 0 } else { NOUN };
        let new = self.parse_words_or_figure()?;
        // its noun: `3 hull points`
        let noun = self.eat_while(longest, |cursor| {
            cursor.word(0).is_some()
                && !cursor.is_word(0, &["not", "rather", "instead", "and", "or", "from"])
                && !(cursor.is_word(0, &["to"]) && cursor.is_number(1))
        });
        let old = match self.peek(0) {
            Some(Paren(_)) => self.parse_retraction_in_brackets(),
            _ => self
                .parse_retraction()
                .or_else(|| self.parse_repeated_retraction(subject).filter(|_| !quoted)),
        }?;
        // `4 (instead of 3) rations`
        let behind = self.eat_while(longest, |cursor| cursor.word(0).is_some());
        self.ends_at(0, &['.', ';']).then_some(())?;
        let why = if quoted {
            let mut words: Vec<&str> = subject.trim_end_matches(',').split(' ').collect();
            while words.len() > 1 && words.last().is_some_and(|word| STATES.contains(word)) {
                words.pop();
            }
            format!("the place “{}” was not looked up", words.join(" "))
        } else if subject.is_empty() {
            // `Scoring, first bullet: 4 coins (not 5)`
            UNQUOTED.to_owned()
        } else {
            let (row, column) = split_subject(subject, noun.or(behind));
            let row = column.map_or(row.clone(), |column| format!("{row}({column})"));
            return set_values(vec![self.value_change(row, Some(old), new, start)]);
        };
        let mut place = PrintedAddress::default();
        place.unsupported.push(why);
        without_payload(ClauseAction::ReplaceWords(QuotedWords::of(old), new), place)
    }

    /// Parses `, not for every 5` behind words that end with `for every`.
    fn parse_repeated_retraction(&mut self, subject: &str) -> Option<String> {
        self.attempt(|cursor| {
            cursor.eat_mark(&[',']);
            cursor.eat_word(&["not"]).then_some(())?;
            let repeated = cursor.eat_while(3, |cursor| cursor.word(0).is_some())?;
            cursor
                .parse_figure_or_range()
                .filter(|_| subject.ends_with(repeated))
        })
    }

    fn is_figure(&self) -> bool {
        matches!(self.peek(0), Some(Number(_, None) | Signed(_) | Dotted(_)))
    }

    /// Parses a quote or a figure; `8-9` is one.
    fn parse_words_or_figure(&mut self) -> Option<String> {
        self.eat_quote()
            .map(str::to_owned)
            .or_else(|| self.parse_figure_or_range())
    }

    /// Parses a figure or a range of figures without blanks: `8-10`.
    pub(super) fn parse_figure_or_range(&mut self) -> Option<String> {
        let start = self.offset();
        let first = self.parse_figure()?;
        let end = self.previous_end();
        let joined = self.is_mark(0, &['–']) && self.offset() == end;
        let adjacent =
            |token: &SheetToken| token.is_number() && token.start == self.offset_after(0);
        if !joined || !self.token(1).is_some_and(adjacent) {
            return Some(first);
        }
        self.at += 2;
        Some(self.text_from(start).to_owned())
    }
}

/// Returns the row and the column that the words in front of a value name: `The Scout has a range of` is
/// the range of the scout. Without a column, it is the noun of the value.
fn split_subject(subject: &str, noun: Option<&str>) -> (String, Option<String>) {
    let articles = ["The ", "the ", "A ", "An "];
    let bare = |words: &str| {
        let rest = articles
            .iter()
            .find_map(|article| words.strip_prefix(article));
        rest.unwrap_or(words).to_owned()
    };
    let subject = bare(subject.trim_end_matches(','));
    // `In the wound table, the penalty of …`, `Table: …`
    let behind = subject
        .split_once(" table, ")
        .filter(|(place, _)| place.starts_with("In "));
    let subject = behind.map_or(subject.clone(), |(_, row)| bare(row));
    let mut words: Vec<&str> = subject.split(' ').collect();
    let states = |word: Option<&&str>| word.is_some_and(|word| STATES.contains(word));
    let mut column = None;
    if let [.., verb, article, name, "of"] = words.as_slice()
        && states(Some(verb))
        && states(Some(article))
    {
        column = Some((*name).to_owned());
        words.truncate(words.len() - 2);
    }
    let all = words.clone();
    while states(words.last()) {
        words.pop();
    }
    if words.is_empty() {
        words = all;
    }
    let row = words.join(" ");
    let row = row.trim_end_matches(',').to_owned();
    (row, column.or_else(|| noun.map(str::to_owned)))
}
