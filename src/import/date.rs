//! Finds the last date in a text, as sheets print it: `27/2/05`, `09 March 2006`, `March 2023`.
//!
//! The day comes before the month.

use crate::model::PartialDate;
use jiff::civil::Date;

/// Returns the last date in `text` with its byte range.
pub(super) fn find_last_date(text: &str) -> Option<(PartialDate, usize, usize)> {
    const MOST_WORDS: usize = 3;
    let words = split_words(text);
    (1..=words.len()).rev().find_map(|end| {
        let starts = end.saturating_sub(MOST_WORDS)..end;
        starts.into_iter().find_map(|start| {
            let own: Vec<&str> = words[start..end].iter().map(|word| word.1).collect();
            let (last, word) = words[end - 1];
            Some((parse_date(&own)?, words[start].0, last + word.len()))
        })
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

/// Parses `27/2/05`, `1.11.2020`, `2020-11-01`, `9th March 2006` or `March 2006`.
fn parse_date(words: &[&str]) -> Option<PartialDate> {
    // `3.2.1` is the number of a rule
    const FIRST_YEAR: i16 = 1900;
    const DAYS: &[&str] = &[
        "%d/%m/%y", "%d/%m/%Y", "%d.%m.%y", "%d.%m.%Y", "%d-%m-%y", "%d-%m-%Y", "%Y-%m-%d",
        "%d %B %Y", "%d %b %Y",
    ];
    let parse = |text: &str| {
        let mut dates = DAYS.iter().filter_map(|own| Date::strptime(own, text).ok());
        dates.find(|date| date.year() >= FIRST_YEAR)
    };
    let is_short = |word: &str| {
        word.rsplit(['/', '.', '-'])
            .next()
            .is_some_and(|part| part.len() < 2)
    };
    match words {
        [date] if !is_short(date) => Some(PartialDate::day(parse(date)?)),
        [month, year] => {
            let date = parse(&format!("1 {month} {year}"))?;
            format!("{}-{:02}", date.year(), date.month()).parse().ok()
        }
        [day, month, year] => {
            let day = day.trim_end_matches(|c: char| c.is_ascii_alphabetic());
            Some(PartialDate::day(parse(&format!("{day} {month} {year}"))?))
        }
        _ => None,
    }
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
