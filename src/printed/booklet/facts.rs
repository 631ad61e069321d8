//! Marks facts (named values) of the rules in a printed sentence; returns those that differ.

use crate::{model::Wording, syntax::payload::escape_markup};

/// A fact (named value) of the rules for which a sentence prints another value, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FactDifference {
    pub(super) fact: String,
    pub(super) stored: String,
    /// The printed value; `None` if the sentence does not contain it.
    pub(super) printed: Option<String>,
}

/// Returns a printed sentence in the notation, and the facts whose value it does not contain.
///
/// The facts of the stored wording are marked where the sentence has their values. If it has one
/// number and there is one fact apart from those, that number is marked even if it differs.
pub(super) fn with_facts(
    sentence: &str,
    stored: Option<&Wording>,
) -> (String, Vec<FactDifference>) {
    let mut marks: Vec<(usize, usize, String)> = Vec::new();
    let mut differences = Vec::new();
    let facts: Vec<(&str, &str)> = stored
        .map(|stored| stored.facts().collect())
        .unwrap_or_default();
    for &(fact, value) in &facts {
        let free = |start: &usize| {
            marks
                .iter()
                .all(|mark| mark.1 <= *start || mark.0 >= *start + value.len())
        };
        let printed = spellings(value).into_iter().find_map(|spelling| {
            let start = places_of(sentence, &spelling).find(free)?;
            Some((start, start + spelling.len()))
        });
        match printed {
            Some((start, end)) => marks.push((start, end, fact.to_owned())),
            None => differences.push((fact, value)),
        }
    }
    // if one fact and one printed number are left, the number is its value
    let mut other: Vec<&str> = stored.map_or_else(Vec::new, |stored| {
        numbers(&stored.text).into_iter().map(|own| own.1).collect()
    });
    let mut left = numbers(sentence);
    left.retain(|&(start, number)| {
        let is_marked = marks.iter().any(|mark| mark.0 <= start && start < mark.1);
        let known = other.iter().position(|own| *own == number);
        known.map(|at| other.swap_remove(at));
        !is_marked && known.is_none()
    });
    let only = match (&left[..], &differences[..]) {
        ([only], [_]) => Some(*only),
        _ => None,
    };
    let differences = differences.into_iter().map(|(fact, value)| {
        if let Some((start, number)) = only {
            marks.push((start, start + number.len(), fact.to_owned()));
        }
        FactDifference {
            fact: fact.to_owned(),
            stored: value.to_owned(),
            printed: only.map(|(_, number)| number.to_owned()),
        }
    });
    let differences: Vec<FactDifference> = differences.collect();
    marks.sort();
    let (mut out, mut at) = (String::new(), 0);
    for (start, end, fact) in marks {
        out += &escape_markup(&sentence[at..start]);
        out += &format!("[{}](fact:{fact})", escape_markup(&sentence[start..end]));
        at = end;
    }
    (out + &escape_markup(&sentence[at..]), differences)
}

/// The values that print may spell out.
const SPELLINGS: [(&str, &[&str]); 13] = [
    ("½", &["half", "1/2"]),
    ("¼", &["one quarter", "a quarter", "quarter", "1/4"]),
    ("¾", &["three quarters", "3/4"]),
    ("1", &["one"]),
    ("2", &["two"]),
    ("3", &["three"]),
    ("4", &["four"]),
    ("5", &["five"]),
    ("6", &["six"]),
    ("1st", &["first"]),
    ("2nd", &["second"]),
    ("3rd", &["third"]),
    ("4th", &["fourth"]),
];

/// Returns a value as it is stored, and then its other spellings.
fn spellings(value: &str) -> Vec<String> {
    let same = SPELLINGS
        .iter()
        .find(|(figure, words)| *figure == value || words.contains(&value));
    let others = same
        .into_iter()
        .flat_map(|(figure, words)| std::iter::once(*figure).chain(words.iter().copied()));
    std::iter::once(value)
        .chain(others.filter(|own| *own != value))
        .map(str::to_owned)
        .collect()
}

/// Returns the bytes at which a value begins in a text, as a word of its own.
///
/// A letter for its unit may follow a number: `50p`.
fn places_of<'t>(text: &'t str, value: &'t str) -> impl Iterator<Item = usize> + 't {
    let whole = move |start: &usize| {
        let before = text[..*start].chars().next_back();
        let rest = &text[*start + value.len()..];
        let after = rest.chars().next();
        let unit = value.ends_with(|c: char| c.is_ascii_digit())
            && after.is_some_and(char::is_alphabetic)
            && rest.chars().nth(1).is_none_or(|c| !c.is_alphanumeric());
        before.is_none_or(|c| !c.is_alphanumeric())
            && (unit || after.is_none_or(|c| !c.is_alphanumeric()))
    };
    text.match_indices(value)
        .map(|(start, _)| start)
        .filter(whole)
        .filter(|_| !value.is_empty())
}

/// Returns the numbers of a text with the bytes at which they start.
fn numbers(text: &str) -> Vec<(usize, &str)> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..]
        .find(|c: char| c.is_ascii_digit() || "½¼¾".contains(c))
        .map(|start| at + start)
    {
        let is_part = |c: char| c.is_ascii_digit() || "½¼¾".contains(c);
        let mut end = start;
        for (offset, c) in text[start..].char_indices() {
            let next = text[start + offset + c.len_utf8()..].chars().next();
            if is_part(c)
                || (c == '.' || c == ',') && next.is_some_and(|next| next.is_ascii_digit())
            {
                end = start + offset + c.len_utf8();
            } else {
                break;
            }
        }
        let rest = &text[end..];
        let ordinal = ["st", "nd", "rd", "th"].iter().any(|suffix| {
            rest.strip_prefix(suffix)
                .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        });
        if ordinal {
            end += 2;
        }
        let before = &text[..start];
        let signed = before
            .strip_suffix(['+', '-'])
            .filter(|before| !before.ends_with(char::is_alphanumeric));
        let from = signed.map_or(start, str::len);
        out.push((from, &text[from..end]));
        at = end;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        model::BASE,
        syntax::{Mark, MarkKind},
        text::Span,
    };

    fn stored() -> Wording {
        let mut wording = Wording::plain("A gap is 2 paces.", BASE);
        wording.marks.push(Mark {
            span: Span::new(9, 10),
            kind: MarkKind::Fact("gap".into()),
        });
        wording
    }

    #[test]
    fn the_same_value_is_the_fact() {
        let (text, differences) = with_facts("Leave 2 paces for 10 men.", Some(&stored()));
        assert_eq!(text, "Leave [2](fact:gap) paces for 10 men.");
        assert!(differences.is_empty());
    }

    #[test]
    fn another_value_is_reported() {
        let (text, differences) = with_facts("Leave 3 paces.", Some(&stored()));
        assert_eq!(text, "Leave [3](fact:gap) paces.");
        assert_eq!(
            (&*differences[0].stored, differences[0].printed.as_deref()),
            ("2", Some("3"))
        );
    }
}
