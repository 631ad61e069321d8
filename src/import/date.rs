//! Finds the last date in a text, as sheets print it: `27/2/05`, `09 March 2006`, `March 2023`.
//!
//! The day comes before the month.

use crate::model::{MONTHS, PartialDate};

/// Returns the last date in `text` with its byte range.
pub(super) fn find_last_date(text: &str) -> Option<(PartialDate, usize, usize)> {
    let words: Vec<(usize, &str)> = split_words(text);
    (0..words.len())
        .rev()
        .find_map(|at| {
            let start = words[at].0;
            let slashed = parse_numeric_date(words[at].1)
                .map(|date| (date, start, start + words[at].1.len()));
            slashed.or_else(|| {
                parse_named_month_date(&words[at..]).map(|(date, end)| (date, start, end))
            })
        })
        .map(|found| {
            // a day before the month belongs to the date
            let day = words
                .iter()
                .position(|word| word.0 == found.1)
                .and_then(|at| at.checked_sub(1))
                .and_then(|before| {
                    parse_named_month_date(&words[before..])
                        .map(|(date, end)| (date, words[before].0, end))
                });
            day.filter(|day| !day.0.is_approximate()).unwrap_or(found)
        })
}

/// Whether a text has no words besides a date.
pub(super) fn is_only_date(text: &str) -> bool {
    find_last_date(text).is_some_and(|(_, start, end)| {
        let mut around = text[..start].chars().chain(text[end..].chars());
        around.all(|c| !c.is_alphanumeric())
    })
}

fn split_words(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let inside = c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '-');
        match (start, inside) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                let word = text[from..at].trim_matches(['.', '-', '/']);
                let from = from + text[from..at].find(word).unwrap_or(0);
                if !word.is_empty() {
                    words.push((from, word));
                }
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// Parses `27/2/05`, `1.11.2020` or `2020-11-01`.
fn parse_numeric_date(word: &str) -> Option<PartialDate> {
    let parts: Vec<&str> = word.split(['/', '.', '-']).collect();
    let [one, two, three] = parts.as_slice() else {
        return None;
    };
    if parts
        .iter()
        .any(|part| part.is_empty() || part.len() > 4 || !part.bytes().all(|b| b.is_ascii_digit()))
    {
        return None;
    }
    if one.len() == 4 {
        make_date(three, two.parse().ok()?, one)
    } else {
        make_date(one, two.parse().ok()?, three)
    }
}

fn make_date(day: &str, month: u32, year: &str) -> Option<PartialDate> {
    let year: i32 = year.parse::<i32>().ok().map(|number| match year.len() {
        2 if number < 70 => 2000 + number,
        2 => 1900 + number,
        _ => number,
    })?;
    if year < 1900 {
        // `3.2.1` is the number of a rule
        return None;
    }
    let day: u32 = day.parse().ok()?;
    format!("{year:04}-{month:02}-{day:02}").parse().ok()
}

/// Parses `9 March 2006`, `9th March 2006` or `March 2006`; also returns the end of the date in
/// bytes.
fn parse_named_month_date(words: &[(usize, &str)]) -> Option<(PartialDate, usize)> {
    let month = |word: &str| {
        let word = word.to_ascii_lowercase();
        MONTHS
            .iter()
            .position(|name| {
                *name == word
                    || word.len() >= 3 && word.len() <= 4 && name.starts_with(word.as_str())
            })
            .map(|at| at as u32 + 1)
    };
    let is_year = |word: &str| word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit());
    let end = |at: usize| words[at].0 + words[at].1.len();
    let first = words.first()?.1;
    if let (Some(of), Some(year)) = (month(first), words.get(1).filter(|word| is_year(word.1))) {
        return format!("{}-{of:02}", year.1)
            .parse()
            .ok()
            .map(|date| (date, end(1)));
    }
    let digits = first.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let of = words.get(1).and_then(|word| month(word.1))?;
    let year = words.get(2).filter(|word| is_year(word.1))?;
    (digits.len() <= 2)
        .then(|| make_date(digits, of, year.1))
        .flatten()
        .map(|date| (date, end(2)))
}

#[cfg(test)]
mod tests {
    use super::find_last_date;

    #[test]
    fn dates_are_read_day_first() {
        let read = |text: &str| {
            find_last_date(text)
                .map(|(date, start, end)| format!("{} {}", date.iso(), &text[start..end]))
        };
        assert_eq!(read("27/2/05").as_deref(), Some("2005-02-27 27/2/05"));
        assert_eq!(
            read("ABC 31.7.2017").as_deref(),
            Some("2017-07-31 31.7.2017")
        );
        assert_eq!(
            read("Issue 1.2(09 March 2006)").as_deref(),
            Some("2006-03-09 09 March 2006")
        );
        assert_eq!(
            read("errata of 3rd May 1999 and March 2001").as_deref(),
            Some("2001-03 March 2001")
        );
        assert_eq!(
            read("Update 25.10.19: text").as_deref(),
            Some("2019-10-25 25.10.19")
        );
        assert_eq!(read("45/2/05, 1.2, version 3.4"), None);
    }
}
