//! Parses changes of values by a difference: `Knights(S) and Spears(O) each go down by 1 AP`.

use super::*;

/// Verbs that raise a value.
const RAISES: &[&str] = &[
    "increase",
    "increases",
    "increased",
    "raised",
    "raise",
    "rise",
    "rises",
];

/// Verbs that lower a value.
const LOWERS: &[&str] = &[
    "reduced",
    "lowered",
    "decreased",
    "reduce",
    "lower",
    "decrease",
    "decreases",
    "fall",
    "falls",
    "drop",
    "drops",
    "cut",
];

impl TokenCursor<'_> {
    /// Parses the rows and the difference, before or after their verb. The new value is `by +1`.
    pub(super) fn parse_relative_values(&mut self) -> ClauseParse {
        let from = self.at;
        let mut sign = self.at.checked_sub(1).and_then(|at| self.sign_of_verb(at));
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
        let ends = self.ends_at(0, &['.', ';']);
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
        set_values(values.collect())
    }

    /// Parses the name of a row, perhaps with its grade or column: `Knights(S)`, `the weight of the
    /// Wagon`.
    fn parse_row_of_difference(&mut self) -> Option<String> {
        self.eat_word(&["the"]);
        let column = self.word(0).filter(|_| self.is_word(1, &["of", "for"]));
        if column.is_some() {
            self.at += 2;
        }
        self.eat_word(&["the", "a", "an"]);
        let from = self.at;
        let name = self.eat_while(5, |cursor| {
            cursor.continues_name(from) && !cursor.is_word(0, &["and"])
        })?;
        let grade = self.eat_item();
        let column = column.filter(|word| !super::value::is_value_noun(word));
        Some(match grade.or(column) {
            Some(column) => format!("{name}({column})"),
            None => name.to_owned(),
        })
    }

    /// Returns whether the verb at token `at` raises or lowers.
    fn sign_of_verb(&self, at: usize) -> Option<char> {
        let verb = self.tokens.get(at)?;
        if verb.is_word(RAISES) {
            return Some('+');
        }
        verb.is_word(LOWERS).then_some('-')
    }
}
