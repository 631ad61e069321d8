//! Reads dates as people write them: `2012-05-01`, `1 May 2010`, `May 1st, 2010`, `May 2010`,
//! `1.5.2012`, `1/5/2012`, `2012`, `early 2012`, `the end of May 2010`.

use super::{grammar::PERIOD_PARTS, word::Word};
use crate::{
    model::{MONTHS, PartialDate},
    text::is_number,
};

/// A date in a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TypedDate {
    /// The date; an error message if there is no such day.
    pub(super) date: Result<PartialDate, String>,
    /// The number of its words.
    pub(super) length: usize,
    /// Whether it is only a number that may be a year.
    pub(super) is_year: bool,
    /// Whether day and month could be the other way round.
    pub(super) is_ambiguous: bool,
}

/// Reads the date at the start of `words`.
pub(super) fn date_at(words: &[Word]) -> Option<TypedDate> {
    let word = |at: usize| words.get(at).map_or("", |word| word.bare.as_str());
    let written = |numbers: &str, length| TypedDate {
        date: numbers.parse(),
        length,
        is_year: false,
        is_ambiguous: false,
    };
    let first = word(0);
    if let Some(&(_, numerator, denominator)) = PERIOD_PARTS.iter().find(|own| own.0 == first) {
        let of = usize::from(word(1) == "of");
        let period = date_at(words.get(1 + of..)?)?;
        let day = |date: PartialDate| PartialDate::day(date.day_at(numerator, denominator));
        return Some(TypedDate {
            date: period.date.map(day),
            length: 1 + of + period.length,
            is_year: false,
            ..period
        });
    }
    if let Some(year) = year_of(first) {
        return Some(TypedDate {
            is_year: true,
            ..written(year, 1)
        });
    }
    if let Some(date) = numeric(first) {
        return Some(date);
    }
    if let Some(month) = month_of(first) {
        if let (Some(day), Some(year)) = (day_of(word(1)), year_of(word(2))) {
            return Some(written(&format!("{year}-{month:02}-{day:02}"), 3));
        }
        let year = year_of(word(1))?;
        return Some(written(&format!("{year}-{month:02}"), 2));
    }
    let day = day_of(first)?;
    let of = usize::from(word(1) == "of");
    let month = month_of(word(1 + of))?;
    let year = year_of(word(2 + of))?;
    Some(written(&format!("{year}-{month:02}-{day:02}"), 3 + of))
}

/// Reads `2012-05-01`, `2012/5`, `1.5.2012` or `5/2012`: the day comes before the month unless the
/// year is first or the second number is greater than 12.
fn numeric(word: &str) -> Option<TypedDate> {
    let parts: Vec<&str> = word.split(['-', '/', '.']).collect();
    if !(2..=3).contains(&parts.len()) || !parts.iter().all(|part| is_number(part)) {
        return None;
    }
    let short = |parts: &[&str]| parts.iter().all(|part| part.len() <= 2);
    let mut is_ambiguous = false;
    let ordered = match parts.as_slice() {
        [year, rest @ ..] if year_of(year).is_some() && short(rest) => parts.clone(),
        [month, year] if year_of(year).is_some() && short(&[month]) => vec![*year, *month],
        [day, month, year] if year_of(year).is_some() && short(&[day, month]) => {
            let number = |text: &str| text.parse().unwrap_or(0_u8);
            let (first, second) = (number(day), number(month));
            is_ambiguous = first <= 12 && second <= 12 && first != second;
            if second > 12 {
                vec![*year, *day, *month]
            } else {
                vec![*year, *month, *day]
            }
        }
        _ => return None,
    };
    let padded: Vec<String> = ordered.iter().map(|part| format!("{part:0>2}")).collect();
    let parsed = padded.join("-").parse();
    Some(TypedDate {
        date: parsed.map_err(|_: String| format!("`{word}` is not a date: there is no such day")),
        length: 1,
        is_year: false,
        is_ambiguous,
    })
}

fn year_of(word: &str) -> Option<&str> {
    let is_year = word.len() == 4 && is_number(word) && word.starts_with(['1', '2']);
    is_year.then_some(word)
}

fn month_of(word: &str) -> Option<usize> {
    let named = |name: &&str| word.len() >= 3 && name.starts_with(word);
    MONTHS.iter().position(named).map(|at| at + 1)
}

fn day_of(word: &str) -> Option<u8> {
    let suffixes = ["st", "nd", "rd", "th"];
    let bare = suffixes.iter().find_map(|end| word.strip_suffix(end));
    let bare = bare.unwrap_or(word).trim_end_matches('.');
    bare.parse().ok().filter(|_| bare.len() <= 2)
}
