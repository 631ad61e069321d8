//! Parses changes of values by a difference: `Knights(S) and Spears(O) each go down by 1 AP`.

use super::*;

/// Verbs that raise or lower a value.
const VERBS: &[(&str, char)] = &[
    ("increase", '+'),
    ("increases", '+'),
    ("increased", '+'),
    ("raised", '+'),
    ("reduced", '-'),
    ("lowered", '-'),
    ("decreased", '-'),
    ("raise", '+'),
    ("rise", '+'),
    ("rises", '+'),
    ("reduce", '-'),
    ("lower", '-'),
    ("decrease", '-'),
    ("decreases", '-'),
    ("fall", '-'),
    ("falls", '-'),
    ("drop", '-'),
    ("drops", '-'),
    ("cut", '-'),
];

impl TokenCursor<'_> {
    /// Parses the rows and the difference, before or after their verb. The new value is `by +1`.
    pub(super) fn parse_relative_values(&mut self) -> ClauseParse {
        let from = self.at;
        let mut sign = self
            .at
            .checked_sub(1)
            .and_then(|before| self.sign_of_verb(before));
        let mut rows = Vec::new();
        loop {
            let start = self.offset();
            let row = self.parse_row_of_difference()?;
            rows.push((row, start, self.previous_end()));
            let comma = self.eat_mark(&[',']);
            if !(self.eat_and() | comma) {
                break;
            }
        }
        if sign.is_none() {
            self.eat_word(&["each", "all", "both", "now"]);
            self.eat_modals();
            // `is reduced by 1`
            sign = self.sign_of_verb(self.at);
            let goes = self.is_word(0, &["go", "goes"]);
            (goes || sign.is_some()).then_some(())?;
            self.at += 1;
            sign = match self.word(0) {
                Some("up") => Some('+'),
                Some("down") => Some('-'),
                _ => sign.filter(|_| !goes),
            };
            self.eat_word(&["up", "down"]);
        }
        self.eat_word(&["by"]).then_some(())?;
        let difference = match self.parse_figure()?.as_str() {
            "½" => "0.5".to_owned(),
            figure => figure.to_owned(),
        };
        self.eat_word(&["ap", "points", "pts", "point", "pt"]);
        self.eat_word(&["each"]);
        let ends = self.at_end() || self.is_mark(0, &['.', ';']);
        let plain = difference.starts_with(|c: char| c.is_ascii_digit());
        (ends && plain).then_some(())?;
        let new = format!("by {}{difference}", sign?);
        self.record(from, format!("values change {new}"));
        let values = rows.into_iter().map(|(row, start, end)| ValueChange {
            row,
            old: None,
            new: new.clone(),
            start,
            end,
        });
        without_payload(
            ClauseAction::Values(values.collect()),
            PrintedAddress::default(),
        )
    }

    /// Parses the name of a row, perhaps with its grade or column: `Knights(S)`, `the weight of the
    /// Wagon`.
    fn parse_row_of_difference(&mut self) -> Option<String> {
        self.eat_word(&["the"]);
        let column = self.word(0).filter(|_| self.is_word(1, &["of", "for"]));
        self.at += if column.is_some() { 2 } else { 0 };
        self.eat_word(&["the", "a", "an"]);
        let (from, start) = (self.at, self.offset());
        while self.continues_name(from) && self.at < from + 5 && !self.is_word(0, &["and"]) {
            self.at += 1;
        }
        (self.at > from).then_some(())?;
        let name = self.text[start..self.previous_end()].to_owned();
        let grade = match self.peek(0) {
            Some(SheetTokenKind::Item(grade)) => Some(grade.clone()),
            _ => None,
        };
        self.at += usize::from(grade.is_some());
        let column = column.filter(|word| !super::value::is_value_noun(word));
        Some(match grade.or_else(|| column.map(str::to_owned)) {
            Some(column) => format!("{name}({column})"),
            None => name,
        })
    }

    /// Returns whether the verb at token `at` raises or lowers.
    fn sign_of_verb(&self, at: usize) -> Option<char> {
        let SheetTokenKind::Word(word) = &self.tokens.get(at)?.kind else {
            return None;
        };
        let row = VERBS.iter().find(|(verb, _)| verb == word);
        row.map(|(_, sign)| *sign)
    }
}
