//! Finds the ruleset or edition that the text of a list without front matter names, as mails do:
//! `DBM 3.2`, `v3.3`.

use super::{shared_words::shared_words, token::tag_length};
use crate::{
    resolve::RulesetDb,
    text::{Span, Spanned},
};

/// Returns the edition that a text names behind `play`, or else first, with its bytes.
pub(super) fn edition_in_words(text: &str, db: &RulesetDb) -> Option<Spanned<String>> {
    let editions = db.ruleset.editions.iter();
    editions
        .filter_map(|edition| find_edition(text, &edition.id, [&db.ruleset.key, &db.ruleset.title]))
        .min_by_key(|(how, found)| (*how, found.span.start()))
        .map(|(_, found)| found)
}

/// How a text names an edition, the clearest way first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum EditionMention {
    /// Behind a verb: `we play 3.2`.
    Played,
    /// Next to the ruleset or a word such as `version`.
    Named,
    /// At the end of a title: `Thematic Byzantines 3.2`.
    InTitle,
    /// By itself behind a comma or in brackets at the end of something, or behind an article:
    /// `Spring Open (3.4)`, `the 3.2 game`.
    Alone,
}

/// Returns the clearest mention of an edition in a text. `ruleset` is the key and the title of the rules.
fn find_edition(
    text: &str,
    id: &str,
    ruleset: [&str; 2],
) -> Option<(EditionMention, Spanned<String>)> {
    // `3,4` in a table of another country
    let with_comma = id.replace('.', ",");
    let places = text
        .match_indices(id)
        .chain(text.match_indices(&*with_comma));
    let mentions = places.filter_map(|(at, _)| {
        let how = mention_at(&text[..at], &text[at + id.len()..], ruleset)?;
        let span = Span::new(at, at + id.len());
        Some((how, Spanned::new(id.to_owned(), span)))
    });
    mentions.min_by_key(|(how, found)| (*how, found.span.start()))
}

/// Returns whether a text ends with the title of a ruleset: `De Bellis Multitudinis`.
fn ends_with_title(text: &str, title: &str) -> bool {
    let words = text.trim_end();
    let start = words.len().checked_sub(title.len());
    let end = start.and_then(|start| words.get(start..));
    end.is_some_and(|end| !title.is_empty() && end.eq_ignore_ascii_case(title))
}

/// The number of lines with words at the top of a text in which an edition may be named by itself.
const MAX_TOP_LINES: usize = 6;

/// The least length of a word that also ends compounds.
const MIN_COMPOUND: usize = 6;

/// Returns how the number between two texts names an edition, if it does.
fn mention_at(before: &str, after: &str, ruleset: [&str; 2]) -> Option<EditionMention> {
    let words = &shared_words().edition;
    let [key, title] = ruleset;
    let mut word_before = last_word(before);
    // `Edition is 3.2`
    if words.verbs.contains_in_any_case(word_before) {
        let end = word_before.as_ptr() as usize - before.as_ptr() as usize;
        word_before = last_word(&before[..end]);
    }
    let plain = word_before.trim_end_matches('.');
    // `[ ] 3.2   [X] 3.3`
    let ticked = before.trim_end().strip_suffix([']', ')']);
    let tick = ticked.and_then(|before| before.rsplit_once(['[', '(']));
    match tick.map(|(_, tick)| tick.trim()) {
        Some("") => return None,
        Some(tick) if shared_words().yes.contains_in_any_case(tick) => {
            return Some(EditionMention::Played);
        }
        _ => {}
    }
    // `v3.2`, `DBM3.2`
    let is_part_of_number = before.ends_with(|c: char| {
        c.is_numeric() || c == '.' && !words.before.contains_in_any_case(plain)
    }) || after.starts_with(|c: char| c.is_numeric())
        || after.starts_with('.') && after[1..].starts_with(|c: char| c.is_numeric());
    if is_part_of_number {
        return None;
    }
    if words.played.contains_in_any_case(plain) {
        return Some(EditionMention::Played);
    }
    let word_after = without_tag(after.trim_start())
        .split(|c: char| !c.is_alphabetic())
        .next()
        .unwrap_or_default();
    // `D.B.M. 3.2`
    let initials = before.split_whitespace().next_back().unwrap_or_default();
    let initials = initials.trim_start_matches(|c: char| !c.is_alphabetic());
    // `Regelfassung` ends with a word that names the rules
    let lower = plain.to_lowercase();
    let is_compound = |own: &String| own.len() >= MIN_COMPOUND && lower.ends_with(&**own);
    let is_named = words.before.contains_in_any_case(plain)
        || words.before.iter().any(is_compound)
        || initials.replace('.', "").eq_ignore_ascii_case(key)
        || plain.eq_ignore_ascii_case(key)
        || ends_with_title(before, title)
        || words.after.contains_in_any_case(word_after)
        || words.after.contains_in_any_case(&next_words(after, 2));
    if is_named {
        return Some(EditionMention::Named);
    }
    let is_last =
        after.lines().next().unwrap_or_default().trim().is_empty() || after.starts_with(": ");
    let is_title = is_last
        && before.ends_with(' ')
        && word_before.len() > 3
        && word_before.starts_with(char::is_uppercase);
    if is_title {
        return Some(EditionMention::InTitle);
    }
    // `Llandudno 400pt, 3.4`: above the list, and never a cost or a number of equivalents
    let opens = before.trim_end().ends_with(['(', ',', '[', '/', '|']);
    let behind = after.trim_start_matches([' ', '\t', '\r']);
    let ends =
        behind.is_empty() || behind.starts_with([')', ']', '\n', '|']) || after.starts_with("  ");
    // `for the 3.2 game`
    let is_of_event = shared_words().articles.contains_in_any_case(plain) && word_after.len() > 2;
    // `(3.3, 400 AP)`, `for 3.4 and 400 points`
    let mut next = behind.trim_start_matches([',', ' ']).split_whitespace();
    let is_joiner = |word: &&str| shared_words().conjunctions.contains_in_any_case(word);
    let points = next
        .by_ref()
        .find(|word| !is_joiner(word))
        .unwrap_or_default();
    let is_points = (2..=4).contains(&points.len()) && points.bytes().all(|c| c.is_ascii_digit());
    let goes_with_points = (opens || words.points.contains_in_any_case(plain))
        && is_points
        && next
            .next()
            .is_some_and(|unit| unit.starts_with(char::is_alphabetic));
    let above = before
        .rsplit_once('\n')
        .map_or("", |(above, _)| above)
        .lines();
    let mut above = above.filter(|line| !line.trim().is_empty());
    let begins_with_number = |line: &str| line.trim().starts_with(|c: char| c.is_ascii_digit());
    let is_near_top = before.matches('\n').count() < MAX_TOP_LINES
        || above.clone().count() < MAX_TOP_LINES
            && !above.any(begins_with_number)
            && !before.lines().next_back().is_some_and(begins_with_number);
    let has_words = before
        .lines()
        .next_back()
        .is_some_and(|line| line.contains(char::is_alphabetic) && !line.contains('@'));
    // `"Ann","3.3","400"`
    let is_cell = before.ends_with(",\"") && after.starts_with("\",");
    let is_apart = opens && ends || goes_with_points;
    let is_alone = (is_apart && has_words || is_cell) && is_near_top;
    (is_alone || is_of_event).then_some(EditionMention::Alone)
}

/// Returns the first words of a text with a blank between them: `as agreed`.
fn next_words(text: &str, count: usize) -> String {
    let line = text.lines().next().unwrap_or_default();
    let words = line.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty()).take(count);
    words.collect::<Vec<_>>().join(" ")
}

/// Returns a text without the tag of HTML that it begins with.
fn without_tag(text: &str) -> &str {
    let length = Some(text)
        .filter(|text| text.starts_with('<'))
        .and_then(tag_length);
    text[length.unwrap_or(0)..].trim_start()
}

/// Returns the last word of a text, with a dot that follows it, if only blanks, brackets and signs
/// follow on the same line.
fn last_word(text: &str) -> &str {
    let is_between = |c: char| {
        c.is_whitespace() && !matches!(c, '\n' | '\r')
            || matches!(
                c,
                '(' | '#' | ':' | '~' | '=' | '"' | '_' | '-' | '/' | '[' | '*' | '|'
            )
    };
    // the number is the next cell: `Version,3.4`
    let cell = text.strip_suffix([',', ';']);
    let text = cell.filter(|_| !text.ends_with("&nbsp;")).unwrap_or(text);
    let mut text = text.trim_end_matches(is_between);
    // `Version ....... 3.4`
    if text.ends_with(" ..") || text.ends_with("...") {
        text = text.trim_end_matches(|c: char| c == '.' || is_between(c));
    }
    loop {
        let tag = text
            .rfind('<')
            .filter(|&at| tag_length(&text[at..]) == Some(text.len() - at));
        let rest = tag
            .map(|at| &text[..at])
            .or_else(|| text.strip_suffix("&nbsp;"));
        let Some(rest) = rest else { break };
        text = rest.trim_end_matches(is_between);
    }
    let start = text
        .trim_end_matches('.')
        .rfind(|c: char| !c.is_alphabetic())
        .map_or(0, |at| {
            at + text[at..].chars().next().map_or(1, char::len_utf8)
        });
    &text[start..]
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
            ["3.1", "3.2"].iter().find_map(|id| {
                Some(
                    find_edition(text, id, ["dbm", "De Bellis Multitudinis"])?
                        .1
                        .value,
                )
            })
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
    fn the_ending_of_a_file_names_no_ruleset() {
        let found =
            |text: &str| ruleset_in_words(text, [("dba", "dba"), ("dbm", "dbm")].into_iter());
        assert_eq!(found("FILE ALEX.DBA\nRULES DBM 3.3"), Some("dbm"));
        assert_eq!(found("ALEX.DBA"), None);
        assert_eq!(found("We play DBA, and this is DBM 3.3"), Some("dbm"));
        assert_eq!(found("A DBA game"), Some("dba"));
    }
}
