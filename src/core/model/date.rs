//! Dates of documents, which may lack the day or month: parsing, formats, comparison with a day.

use crate::text::is_number;
use jiff::{ToSpan, civil::Date};
use serde::Deserialize;
use std::{fmt, str::FromStr};

/// The names of the months, in lower case.
pub const MONTHS: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The number of parts of the date of a proposal, which is shown as a word.
const PROPOSED: u8 = 4;

/// The date of a document, known to the day, the month (`2023-03`) or the year, or unknown;
/// compared with a day, a month or year counts as its last day. A proposal, which has no date yet,
/// counts from a day that a request chooses, or never.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "WrittenDate")]
pub struct PartialDate {
    day: Date,
    parts: u8,
}

impl PartialDate {
    /// Creates a date known to the day.
    pub fn day(day: Date) -> Self {
        Self { day, parts: 3 }
    }

    /// Creates an unknown date, which counts as the beginning of time.
    pub fn undated() -> Self {
        Self {
            day: Date::MIN,
            parts: 0,
        }
    }

    /// Creates the date of a proposal that counts from `day`; from the end of time if it does not
    /// count.
    pub fn proposed(day: Option<Date>) -> Self {
        Self {
            day: day.unwrap_or(Date::MAX),
            parts: PROPOSED,
        }
    }

    /// Whether it is that of a proposal.
    pub fn is_proposed(self) -> bool {
        self.parts == PROPOSED
    }

    /// Parses `15 Mar 2023`, `15 March 2023`, `Mar 2023` and `March 2023`.
    fn from_words(text: &str) -> Option<Self> {
        // a hyphen before the year is no sign
        let parse = |form: &str, text: &str| {
            Date::strptime(form, text)
                .ok()
                .filter(|day| day.year() >= 0)
        };
        let day = ["%d %b %Y", "%d %B %Y"]
            .iter()
            .find_map(|form| parse(form, text));
        if let Some(day) = day {
            return Some(Self::day(day));
        }
        let first = format!("1 {text}");
        let month = ["%d %b %Y", "%d %B %Y"]
            .iter()
            .find_map(|form| parse(form, &first))?;
        Some(Self {
            day: month.last_of_month(),
            parts: 2,
        })
    }

    /// Returns a date whose numbers are not written as usual in its usual form: `2014-09-01` for
    /// `2014-9-1`, `2014/09/01` and `2014-09--01`. The year comes first.
    pub fn normalized(text: &str) -> Option<String> {
        let numbers = text.split(|c: char| !c.is_ascii_digit());
        let numbers = numbers.filter(|number| !number.is_empty());
        let parts: Vec<String> = numbers.map(|number| format!("{number:0>2}")).collect();
        let date = parts.join("-");
        date.parse::<Self>().is_ok().then_some(date)
    }

    /// Whether the date is unknown.
    pub fn is_undated(self) -> bool {
        self.parts == 0
    }

    /// Whether the day, month or year is known.
    pub fn is_known(self) -> bool {
        !self.is_undated() && !self.is_proposed()
    }

    /// Returns the day from which the date counts: the day itself, or the last of the month or
    /// year.
    pub fn counts_from(self) -> Date {
        self.day
    }

    /// Returns the first day that it may be.
    fn first_day(self) -> Date {
        match self.parts {
            1 => self.day.first_of_year(),
            2 => self.day.first_of_month(),
            _ => self.day,
        }
    }

    /// Returns the day before the first day that it may be.
    pub fn day_before(self) -> Date {
        let first = self.first_day();
        first.yesterday().unwrap_or(first)
    }

    /// Returns the day at which a share of its days ends; its first day for the share 0.
    pub fn day_at(self, numerator: i32, denominator: i32) -> Date {
        let first = self.first_day();
        let days = (self.day - first).get_days() + 1;
        let day = (days * numerator / denominator).max(1);
        first.checked_add((day - 1).days()).unwrap_or(self.day)
    }

    /// Whether only month or year are known.
    pub fn is_approximate(self) -> bool {
        (1..3).contains(&self.parts)
    }

    /// Whether `day` is in the month or year that is known, but not its last day, so that an answer
    /// depends on the missing day.
    pub fn is_uncertain_on(self, day: Date) -> bool {
        self.is_approximate()
            && day < self.day
            && day.year() == self.day.year()
            && (self.parts == 1 || day.month() == self.day.month())
    }

    /// Returns an ISO date, as JSON has it, in the form for people: `20 Nov 2026` for `2026-11-20`.
    pub fn words_of_iso(text: &str) -> String {
        let date: Result<Self, _> = text.parse();
        date.map_or_else(|_| text.to_owned(), |date| date.to_string())
    }

    /// Formats the date as `2023-03`, the form used in files; empty if it is unknown, and
    /// `proposed` for a proposal.
    pub fn iso(self) -> String {
        if self.is_undated() {
            return String::new();
        }
        if self.is_proposed() {
            return self.to_string();
        }
        let full = self.day.to_string();
        full[..[0, 4, 7, 10][usize::from(self.parts)]].to_owned()
    }
}

/// Formats the date for people: `2 Jun 2005`, `March 2023`, `2026`, `proposed`.
impl fmt::Display for PartialDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_undated() {
            return write!(f, "undated");
        }
        let form = ["", "%Y", "%B %Y", "%-d %b %Y", "proposed"][usize::from(self.parts)];
        write!(f, "{}", self.day.strftime(form))
    }
}

/// Parses `2023`, `2023-03` or `2023-03-15`, and the form for people: `15 Mar 2023`, `March 2023`.
impl FromStr for PartialDate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a date: write it as 2020-11-01, 2020-11 or 2020");
        if text.contains(char::is_alphabetic) {
            return Self::from_words(text.trim()).ok_or_else(wrong);
        }
        let digits: Vec<&str> = text.trim().split('-').collect();
        let sized = digits
            .iter()
            .zip([4, 2, 2])
            .all(|(d, size)| d.len() == size && is_number(d));
        if !sized || digits.len() > 3 {
            return Err(wrong());
        }
        let number = |at: usize| digits.get(at).and_then(|d| d.parse::<i16>().ok());
        let year = number(0).ok_or_else(wrong)?;
        let month = number(1).unwrap_or(12) as i8;
        let first = Date::new(year, month, 1).map_err(|_| wrong())?;
        let day = match number(2) {
            Some(day) => Date::new(year, month, day as i8).map_err(|_| wrong())?,
            None => first.last_of_month(),
        };
        Ok(Self {
            day,
            parts: digits.len() as u8,
        })
    }
}

/// A date in a TOML file as written: a TOML date, a text such as `2023-03`, or a year.
#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenDate {
    Toml(toml::value::Datetime),
    Text(String),
    Year(i64),
}

impl TryFrom<WrittenDate> for PartialDate {
    type Error = String;

    fn try_from(written: WrittenDate) -> Result<Self, String> {
        match written {
            WrittenDate::Toml(date) => date.to_string().parse(),
            WrittenDate::Text(text) => text.parse(),
            WrittenDate::Year(year) => year.to_string().parse(),
        }
    }
}

impl serde::Serialize for PartialDate {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.iso())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_counts_from_its_last_day() {
        let march: PartialDate = "2023-03".parse().expect("a month");
        assert_eq!(march.counts_from().to_string(), "2023-03-31");
        assert_eq!(march.to_string(), "March 2023");
        assert!(march.is_uncertain_on("2023-03-15".parse().expect("a day")));
        assert!(!march.is_uncertain_on("2023-03-31".parse().expect("a day")));
        assert!(!march.is_uncertain_on("2023-04-01".parse().expect("a day")));
        assert!("Mar-2".parse::<PartialDate>().is_err());
    }

    #[test]
    fn invalid_dates_are_reported() {
        for text in [
            "",
            "20",
            "2023-13",
            "2023-02-30",
            "2023-3-1",
            "x",
            "2023-01-01-01",
            "２０２３",
        ] {
            assert!(text.parse::<PartialDate>().is_err(), "{text}");
        }
    }
}
