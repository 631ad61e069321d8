//! Parses sentences with the right and the wrong value: `The result at 3-1 is "DR", not "D1"`.

use super::*;
use crate::import::grammar::is_counted_unit;

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
        let back = self.checkpoint();
        let (from, start) = (self.at, self.offset());
        let large = self.text[start..].starts_with(|c: char| !c.is_lowercase());
        let marked =
            from == 0 || matches!(self.tokens[from - 1].kind, SheetTokenKind::Mark(':' | '–'));
        let numbered = from == 0 && matches!(self.peek(0), Some(SheetTokenKind::Dotted(_)));
        if !(large || marked) || numbered || self.unit_at(0).is_some() {
            return None;
        }
        if let Some(read) = self.parse_instead_of(from, start) {
            return Some(read);
        }
        while !self.at_end() && self.at < from + LONGEST && !self.is_mark(0, &['.', ';', ':']) {
            // `In sentence two must it read "a" instead of "b"` names a unit
            let counted = self.tokens[from..self.at].iter().any(
                |token| matches!(&token.kind, SheetTokenKind::Word(word) if is_counted_unit(word)),
            );
            let quoted = !counted && matches!(self.peek(0), Some(SheetTokenKind::Quote(_, true)));
            let value = quoted || self.is_figure();
            if (self.at > from || marked && from > 0 && self.is_figure()) && value {
                let here = self.checkpoint();
                let subject = self.text[start..self.previous_end().max(start)].to_owned();
                if let Some(read) = self.parse_contrast_of(&subject, start) {
                    self.record(from, "what is right, and what was printed");
                    return Some(read);
                }
                self.rewind(here);
            }
            self.at += 1;
        }
        self.rewind(back);
        None
    }

    /// Parses `Instead of 2 rafts each player takes 3`.
    fn parse_instead_of(&mut self, from: usize, start: usize) -> ClauseParse {
        let back = self.checkpoint();
        let read = (self.eat_word(&["instead"]) && self.eat_word(&["of"])).then(|| {
            let old = self.parse_figure_or_range()?;
            let words = self.offset();
            while !self.at_end() && self.at < from + LONGEST && !self.is_figure() {
                let ends = self.is_mark(0, &['.', ';', ':']);
                (!ends && !matches!(self.peek(0), Some(SheetTokenKind::Quote(..)))).then_some(())?;
                self.at += 1;
            }
            let row = self.text[words..self.previous_end().max(words)].trim();
            let new = self.parse_figure_or_range()?;
            let noun = self.at;
            while self.at < noun + NOUN && self.word(0).is_some() {
                self.at += 1;
            }
            let ends = self.at_end() || self.is_mark(0, &['.', ';']);
            (ends && row.contains(' ')).then(|| ValueChange {
                row: row.replace(',', ""),
                old: Some(old),
                new,
                start,
                end: self.previous_end(),
            })
        });
        let Some(value) = read.flatten() else {
            self.rewind(back);
            return None;
        };
        self.record(from, "what is right, and what was printed");
        without_payload(ClauseAction::Values(vec![value]), PrintedAddress::default())
    }

    /// Parses the right value at the cursor, its noun, and the wrong value; `subject` are the words in
    /// front of them.
    fn parse_contrast_of(&mut self, subject: &str, start: usize) -> ClauseParse {
        let quoted = matches!(self.peek(0), Some(SheetTokenKind::Quote(_, true)));
        let new = self.parse_words_or_figure()?;
        let (noun, noun_start) = (self.at, self.offset());
        while !quoted
            && self.at < noun + NOUN
            && self.word(0).is_some()
            && !self.is_word(0, &["not", "rather", "instead", "and", "or", "from"])
            && !(self.is_word(0, &["to"])
                && matches!(self.peek(1), Some(SheetTokenKind::Number(..))))
        {
            // its noun: `3 hull points`
            self.at += 1;
        }
        let noun = (self.at > noun).then(|| self.text[noun_start..self.previous_end()].to_owned());
        let old = match self.peek(0) {
            Some(SheetTokenKind::Paren(_)) => self.parse_retraction_in_brackets(),
            _ => self
                .parse_retraction()
                .or_else(|| self.parse_repeated_retraction(subject).filter(|_| !quoted)),
        }?;
        let behind = self.at;
        while !quoted && self.at < behind + NOUN && self.word(0).is_some() {
            // `4 (instead of 3) rations`
            self.at += 1;
        }
        if !(self.at_end() || self.is_mark(0, &['.', ';'])) {
            return None;
        }
        let (mut place, end) = (PrintedAddress::default(), self.previous_end());
        if quoted {
            let mut words: Vec<&str> = subject.trim_end_matches(',').split(' ').collect();
            while words.len() > 1 && words.last().is_some_and(|word| STATES.contains(word)) {
                words.pop();
            }
            let subject = words.join(" ");
            let why = format!("the place “{subject}” was not looked up");
            place.unsupported.push(why);
            let old = QuotedWords {
                text: old,
                ..QuotedWords::default()
            };
            return without_payload(ClauseAction::ReplaceWords(old, new), place);
        }
        if subject.is_empty() {
            // `Scoring, first bullet: 4 coins (not 5)`
            let why = "the old and the new words are not quoted";
            place.unsupported.push(why.to_owned());
            let old = QuotedWords {
                text: old,
                ..QuotedWords::default()
            };
            return without_payload(ClauseAction::ReplaceWords(old, new), place);
        }
        let behind = self.tokens.get(behind).filter(|token| token.start < end);
        let noun = noun.or_else(|| behind.map(|token| self.text[token.start..end].to_owned()));
        let (row, column) = split_subject(subject, noun.as_deref());
        let row = column.map_or(row.clone(), |column| format!("{row}({column})"));
        let value = ValueChange {
            row,
            old: Some(old),
            new,
            start,
            end,
        };
        without_payload(ClauseAction::Values(vec![value]), place)
    }

    /// Parses `, not for every 5` behind words that end with `for every`.
    fn parse_repeated_retraction(&mut self, subject: &str) -> Option<String> {
        let back = self.checkpoint();
        self.eat_mark(&[',']);
        let not = self.eat_word(&["not"]);
        let (from, start) = (self.at, self.offset());
        while not && self.at < from + 3 && self.word(0).is_some() {
            self.at += 1;
        }
        let repeated =
            self.at > from && subject.ends_with(&self.text[start..self.previous_end().max(start)]);
        let old = self.parse_figure_or_range().filter(|_| repeated);
        if old.is_none() {
            self.rewind(back);
        }
        old
    }

    fn is_figure(&self) -> bool {
        matches!(
            self.peek(0),
            Some(
                SheetTokenKind::Number(_, None)
                    | SheetTokenKind::Signed(_)
                    | SheetTokenKind::Dotted(_)
            )
        )
    }

    /// Parses a quote or a figure; `8-9` is one.
    fn parse_words_or_figure(&mut self) -> Option<String> {
        if let Some(SheetTokenKind::Quote(words, true)) = self.peek(0) {
            self.at += 1;
            return Some(words.clone());
        }
        self.parse_figure_or_range()
    }

    /// Parses a figure or a range of figures without blanks: `8-10`.
    pub(super) fn parse_figure_or_range(&mut self) -> Option<String> {
        let start = self.offset();
        let first = self.parse_figure()?;
        let end = self.previous_end();
        let joined = self.is_mark(0, &['–']) && self.offset() == end;
        let last = self.tokens.get(self.at + 1).filter(|token| {
            joined
                && token.start == self.offset_after(0)
                && matches!(token.kind, SheetTokenKind::Number(..))
        });
        Some(match last {
            Some(token) => {
                self.at += 2;
                self.text[start..token.end].to_owned()
            }
            None => first,
        })
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
