//! Finds the ruleset or edition that the text of a list without front matter names, as mails do:
//! `DBM 3.2`, `v3.3`.

use super::{markup::tag_length, shared_words::shared_words};
use crate::{
    resolve::RulesetDb,
    text::{Span, Spanned, leading_digits},
};

/// How a text names an edition, the clearest way first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum EditionMention {
    /// Behind a verb, or ticked: `we play 3.2`, `[x] 3.2`.
    Played,
    /// Next to the ruleset or a word such as `version`.
    Named,
    /// By itself at the end of a title, in brackets, in front of the points, or behind an article: `Spring Open
    /// (3.4)`, `the 3.2 game`.
    Alone,
}

/// The number of lines with words at the top of a text in which an edition may be named by itself.
const MAX_TOP_LINES: usize = 6;

/// The least length of a word that also ends compounds: `Regelfassung`.
const MIN_COMPOUND: usize = 6;

/// Returns the edition that a text names most clearly, and of equals first, with its bytes.
pub(super) fn edition_in_words(text: &str, db: &RulesetDb) -> Option<Spanned<String>> {
    let ids = db.ruleset.editions.iter().map(|edition| &*edition.id);
    find_edition(text, ids, [&db.ruleset.key, &db.ruleset.title])
}

fn find_edition<'i>(
    text: &str,
    ids: impl Iterator<Item = &'i str>,
    names: [&str; 2],
) -> Option<Spanned<String>> {
    let mut best: Option<(EditionMention, Spanned<String>)> = None;
    for id in ids {
        // `3,4` in a table of another country
        for written in [id.to_owned(), id.replace('.', ",")] {
            for (at, _) in text.match_indices(&written) {
                let end = at + written.len();
                let how = mention(&text[..at], &text[end..], names);
                let Some(how) = how else { continue };
                let rank = |(how, found): &(_, Spanned<String>)| (*how, found.span.start());
                if best.as_ref().is_none_or(|best| (how, at) < rank(best)) {
                    best = Some((how, Spanned::new(id.to_owned(), Span::new(at, end))));
                }
            }
        }
    }
    best.map(|(_, found)| found)
}

/// Returns how the number between two texts names an edition of the ruleset with a key and a title, if it does.
fn mention(before: &str, after: &str, names: [&str; 2]) -> Option<EditionMention> {
    let is_digit = |c: char| c.is_numeric();
    let of_number = before.trim_end_matches('.').ends_with(is_digit) && !before.ends_with(' ');
    if of_number || after.trim_start_matches('.').starts_with(is_digit) {
        return None;
    }
    let words = &shared_words().edition;
    let line = without_tags(before.rsplit('\n').next().unwrap_or_default());
    let behind = without_tags(after.lines().next().unwrap_or_default());
    let (front, mut word) = last_word(&line);
    if words.verbs.contains_in_any_case(word) {
        word = last_word(front.strip_suffix(word).unwrap_or(front)).1;
    }
    let tick = line.trim_end().strip_suffix([']', ')']);
    if let Some((_, tick)) = tick.and_then(|line| line.rsplit_once(['[', '('])) {
        match tick.trim() {
            "" => return None,
            tick if shared_words().yes.contains_in_any_case(tick) => {
                return Some(EditionMention::Played);
            }
            _ => {}
        }
    }
    if words.played.contains_in_any_case(word) {
        return Some(EditionMention::Played);
    }
    let lower = word.to_lowercase();
    let is_compound = |own: &String| own.len() >= MIN_COMPOUND && lower.ends_with(&**own);
    let next: Vec<&str> = behind
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let first = next.first().copied().unwrap_or_default();
    let is_named = words.before.contains_in_any_case(word)
        || words.before.iter().any(is_compound)
        || ends_with_name(front, names)
        || words.after.contains_in_any_case(first)
        || words
            .after
            .contains_in_any_case(&next[..next.len().min(2)].join(" "));
    if is_named {
        return Some(EditionMention::Named);
    }
    // `for the 3.2 game`
    if shared_words().articles.contains_in_any_case(word)
        && first.len() > 2
        && first.starts_with(char::is_alphabetic)
    {
        return Some(EditionMention::Alone);
    }
    // above the list, and never a cost or a number of equivalents
    let begins_with_digit =
        |line: &str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let mut above = before.lines().filter(|line| !line.trim().is_empty());
    let is_near_top = above.clone().count() <= MAX_TOP_LINES && !above.any(begins_with_digit);
    let is_title = word.len() > 3 && word.starts_with(char::is_uppercase) && line.ends_with(' ');
    let is_opened = line.trim_end().ends_with(['(', ',', '[', '/', '|', '"'])
        && line.contains(char::is_alphabetic);
    let points = words.points.contains_in_any_case(word);
    let rest = behind.trim_start();
    let is_end =
        rest.is_empty() || rest.starts_with([')', ']', '|', '"', ':']) || behind.starts_with("  ");
    // `(3.3, 400 AP)`, `for 3.4 and 400 points`
    let is_joiner = |word: &&&str| shared_words().conjunctions.contains_in_any_case(word);
    let mut next = next.iter().skip_while(is_joiner);
    let is_points =
        |own: &str| (2..=4).contains(&own.len()) && own.bytes().all(|c| c.is_ascii_digit());
    let number = next.next().filter(|own| is_points(own));
    // `it's 3.3, 350 points`
    let is_army = number.is_some_and(|own| own.len() > 2);
    let has_points = number.is_some()
        && next
            .next()
            .is_some_and(|own| own.starts_with(char::is_alphabetic));
    let is_alone =
        (is_title || is_opened) && is_end || (is_opened || points || is_army) && has_points;
    (is_alone && is_near_top).then_some(EditionMention::Alone)
}

/// The bytes in front of a number in which the name of a ruleset may be.
const NAME_ROOM: usize = 300;

/// Returns the end of a text, so that each number of a long line takes the same time.
fn end_of(text: &str) -> &str {
    &text[text.floor_char_boundary(text.len().saturating_sub(NAME_ROOM))..]
}

/// Returns whether a line ends with one of the names of a ruleset.
fn ends_with_name(line: &str, names: [&str; 2]) -> bool {
    // `D.B.M. 3.2`
    let plain = end_of(line).replace('.', "").to_lowercase();
    names.into_iter().any(|name| {
        let name = name.to_lowercase();
        // `D B M 3.3`
        let spaced: Vec<String> = name.chars().map(String::from).collect();
        let rest = plain.strip_suffix(&name);
        let rest = rest.or_else(|| plain.strip_suffix(&spaced.join(" ")));
        rest.is_some_and(|rest| !name.is_empty() && !rest.ends_with(char::is_alphabetic))
    })
}

/// Returns the number behind the name of a ruleset that is none of its editions: `DBA 3.0`.
pub(super) fn unknown_edition(text: &str, db: &RulesetDb) -> Option<Span> {
    find_unknown(text, [&db.ruleset.key, &db.ruleset.title])
}

fn find_unknown(text: &str, names: [&str; 2]) -> Option<Span> {
    let number = |(at, _): (usize, &str)| {
        let (before, behind) = (&text[..at], &text[at + 1..]);
        let front = before.strip_suffix(|c: char| c.is_ascii_digit())?;
        let line = end_of(front).rsplit('\n').next().unwrap_or_default();
        let (mut line, word) = last_word(line);
        // `DBM v2.9`
        if shared_words().edition.before.contains_in_any_case(word) {
            line = last_word(line.strip_suffix(word).unwrap_or(line)).0;
        }
        let is_named = ends_with_name(line, names);
        let digits = leading_digits(behind);
        let is_number = !front.ends_with(|c: char| c.is_ascii_digit()) && digits > 0;
        (is_named && is_number).then(|| Span::new(front.len(), at + 1 + digits))
    };
    text.match_indices('.').find_map(number)
}

/// Returns a line with a blank for each tag of HTML.
fn without_tags(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let tag = Some(rest).filter(|rest| rest.starts_with(['<', '&']));
        let length = tag.and_then(tag_length);
        out.push(length.map_or(c, |_| ' '));
        rest = &rest[length.unwrap_or(c.len_utf8())..];
    }
    out
}

/// Returns a line without the signs at its end, and its last word; none if it ends with a number, or with a comma
/// that does not end a cell.
fn last_word(line: &str) -> (&str, &str) {
    // the number is the next cell: `Version,3.4`
    let line = line.strip_suffix([',', ';']).unwrap_or(line);
    let line = line.trim_end_matches(|c: char| !c.is_alphanumeric() && !matches!(c, ',' | ';'));
    let word = line.rsplit(|c: char| !c.is_alphabetic()).next();
    (line, word.unwrap_or_default())
}

/// Returns the ruleset of `keys` that a text names first; rather one with the number of an edition
/// behind it, `DBM 3.3`. The end of the name of a file, `LIST.DBA`, names none.
pub(super) fn ruleset_in_words<'k>(
    text: &str,
    names: impl Iterator<Item = (&'k str, &'k str)>,
) -> Option<&'k str> {
    let lower = text.to_lowercase();
    let mentions = |(name, key): (&'k str, &'k str)| {
        let name = name.to_lowercase().replace('-', " ");
        let is_letter = |c: char| c.is_alphabetic();
        let places = lower.match_indices(&name);
        let found = places.filter_map(|(at, _)| {
            let (before, after) = (&lower[..at], &lower[at + name.len()..]);
            let is_ending = before.ends_with('.')
                && before[..before.len() - 1].ends_with(char::is_alphanumeric);
            let is_word = !before.ends_with(is_letter) && !after.starts_with(is_letter);
            let is_numbered = after
                .trim_start_matches(|c: char| !c.is_alphanumeric() && c != '\n')
                .trim_start_matches('v')
                .starts_with(|c: char| c.is_ascii_digit());
            (is_word && !is_ending).then_some((!is_numbered, at, key))
        });
        found.min()
    };
    names.filter_map(mentions).min().map(|(_, _, key)| key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn editions_are_named_by_a_word_next_to_them() {
        let found = |text: &str| {
            let names = ["dbm", "De Bellis Multitudinis"];
            find_edition(text, ["3.1", "3.2"].into_iter(), names).map(|found| found.value)
        };
        for text in [
            "DBM 3.2",
            "dbm3.2 list",
            "v3.2",
            "V. 3.2",
            "(using 3.2)",
            "the 3.2 rules",
            "DBM version 3.2.",
            "D.B.M. 3.2",
            "ORDER  D B M   3.2   400",
            "It's 3.2, 350 points",
            "DBM~3.2",
            "DBM&nbsp;3.2",
            "costs of the <em>3.2</em> amendments",
            "gramy na zasadach 3.2",
            "rules=\"DBM\" version=\"3.2\"",
            "Points ..... 350     Version ....... 3.2",
            "Re: Thematic Byzantines 3.2\n",
            "The list. It is for 3.2 and 400 AP max.",
        ] {
            assert_eq!(found(text).as_deref(), Some("3.2"), "{text}");
        }
        for text in [
            "3.2 metres",
            "v3.25",
            "DBM 13.2",
            "4 Ax at 3.2",
            "DBM 3.2.1",
            "it is for 3.2 hours",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn a_number_behind_the_name_of_the_ruleset_may_be_an_unknown_edition() {
        let found = |text| find_unknown(text, ["dba", "De Bellis"]).map(|own| own.of(text));
        assert_eq!(found("II/12 for DBA 3.0, 12 elements"), Some("3.0"));
        assert_eq!(found("D.B.A. version 2.9"), Some("2.9"));
        assert_eq!(found("DBA v2.2+"), Some("2.2"));
        for text in ["DBA 12 elements", "Cv 3.5", "DBA, 1.5 hours", "XDBA 3.0"] {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn the_ending_of_a_file_names_no_ruleset() {
        let found =
            |text: &str| ruleset_in_words(text, [("dba", "dba"), ("dbm", "dbm")].into_iter());
        assert_eq!(found("FILE ALEX.DBA\nRULES DBM 3.3"), Some("dbm"));
        assert_eq!(found("ALEX.DBA"), None);
        assert_eq!(found("We play DBA, and this is DBM 3.3"), Some("dbm"));
        assert_eq!(found("A DBA game"), Some("dba"));
    }
}
