//! Tests how a text names a troop type: by its name, its grade, or a class that includes it.

use super::{
    super::lookup::{query_words, to_singular},
    TroopName,
};
use crate::{model::Ruleset, resolve::RulesetDb};
use rustc_hash::FxHashMap;
use serde::Serialize;

/// The beginnings of words that mean troops of any type.
const ALL_TROOPS: [&str; 4] = ["opponent", "enem", "element", "troop"];

/// How words name troops: by their type, by their grade alone, or by a class such as `mounted`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TroopMention {
    /// By their type.
    Type,
    /// By their grade, without a type.
    Grade,
    /// By the word for a class of troops.
    Class(String),
}

/// What a name in a text means for the requested troops: their type, a class that includes them, or
/// other troops.
#[derive(Clone, Debug, PartialEq, Eq)]
enum NameMeaning {
    Type,
    Class(String),
    Other,
}

/// A name to find: its words in the singular and lower case, or its letters as written.
#[derive(Debug)]
struct NamePattern {
    words: Vec<String>,
    is_letters: bool,
    /// The letters of the type that has the name; `None` for classes and other terms.
    letters: Option<String>,
    /// Whether it is a longer term that only contains the name of a class.
    is_term: bool,
}

/// The names of all troop types and classes of a ruleset, and its grades, as patterns; finds them
/// in texts.
#[derive(Debug)]
pub(in crate::analysis) struct TroopNames {
    grades: Vec<String>,
    /// The longest first.
    patterns: Vec<NamePattern>,
    /// The indices of the patterns by their first word.
    by_first_word: FxHashMap<String, Vec<usize>>,
}

/// A matcher of one troop type: tests how texts, labels and headings name it, but not where.
pub(super) struct TroopMatcher {
    grade: Option<String>,
    /// What each of the ruleset's names means.
    meanings: Vec<NameMeaning>,
}

/// A text, label or heading with the names of troops in it and its grades in brackets, `(S)`.
#[derive(Debug)]
pub(super) struct TroopText {
    pub(super) text: String,
    names: Vec<FoundName>,
    marks: Vec<GradeMark>,
}

/// A word of a text, as written and in the singular, and its bytes, in which names of troops are
/// looked for.
#[derive(Debug)]
struct TextWord {
    start: usize,
    end: usize,
    written: String,
    singular: String,
}

/// A grade in brackets, `(S)`, in a text, and whether it belongs to a name there.
#[derive(Debug)]
struct GradeMark {
    start: usize,
    end: usize,
    grade: String,
    /// Whether it belongs to the name of a type or class.
    used: bool,
    /// Whether it belongs to a word for all troops: `(S) or (F) opponents`.
    is_of_all: bool,
}

/// A name in a text, with the grades that it is restricted to.
#[derive(Debug)]
struct FoundName {
    pattern: usize,
    /// Where it ends.
    end: usize,
    /// Whether it only is part of a longer term.
    is_term: bool,
    /// Whether the text begins with it.
    is_first: bool,
    grades: Vec<String>,
    /// Whether the grades are those that are left out.
    except: bool,
}

impl TroopNames {
    pub(in crate::analysis) fn new(db: &RulesetDb) -> Self {
        let ruleset = &db.ruleset;
        let mut patterns: Vec<NamePattern> = Vec::new();
        let mut add = |text: &str, is_letters: bool, letters: Option<&String>, is_term: bool| {
            let words = if is_letters {
                vec![text.to_owned()]
            } else {
                name_words(text)
            };
            if !words.is_empty() && !patterns.iter().any(|known| known.words == words) {
                patterns.push(NamePattern {
                    words,
                    is_letters,
                    letters: letters.cloned(),
                    is_term,
                });
            }
        };
        for (letters, kind) in &ruleset.troops.types {
            match ruleset.abbreviations.get(letters) {
                Some(long) => {
                    add(long, false, Some(letters), false);
                    add(letters, true, Some(letters), false);
                }
                None => add(letters, false, Some(letters), false),
            }
            for word in &kind.words {
                add(word, false, Some(letters), false);
            }
            for class in &kind.classes {
                add(class, false, None, false);
            }
        }
        // a longer term, such as `mounted infantry`, is not the class of its first word
        let terms = db
            .names()
            .filter_map(|(name, _)| name.strip_prefix("term:"));
        for term in terms.filter(|term| term.contains('-')) {
            add(term, false, None, true);
        }
        patterns.sort_by_key(|pattern| std::cmp::Reverse(pattern.words.len()));
        let mut by_first_word: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        for (at, pattern) in patterns.iter().enumerate() {
            let first = pattern.words[0].clone();
            by_first_word.entry(first).or_default().push(at);
        }
        Self {
            grades: ruleset.troops.grades.keys().cloned().collect(),
            patterns,
            by_first_word,
        }
    }

    /// Finds the names of troops in a text, and the grades in brackets.
    pub(super) fn find_in(&self, text: String) -> TroopText {
        let mut marks = self.marks(&text);
        let words = words_of(&text);
        let mut names = Vec::new();
        let mut at = 0;
        while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
            let Some(pattern) = self.longest_at(rest) else {
                at += 1;
                continue;
            };
            let length = self.patterns[pattern].words.len();
            let (start, end) = (rest[0].start, rest[length - 1].end);
            let (grades, except) = restriction(&text, start, end, &mut marks);
            names.push(FoundName {
                pattern,
                end,
                is_term: self.patterns[pattern].is_term,
                is_first: at == 0,
                grades,
                except,
            });
            at += length;
        }
        TroopText { text, names, marks }
    }

    /// Returns the letters of the troop types that texts name, in the order of their first mention.
    pub(in crate::analysis) fn types_in<'t>(
        &self,
        texts: impl Iterator<Item = &'t String>,
    ) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for name in texts.flat_map(|text| self.find_in(text.clone()).names) {
            if let Some(letters) = &self.patterns[name.pattern].letters
                && !out.contains(letters)
            {
                out.push(letters.clone());
            }
        }
        out
    }

    /// Returns the longest name at the start of a text.
    fn longest_at(&self, words: &[TextWord]) -> Option<usize> {
        let first = words.first()?;
        let places = [&first.written, &first.singular].map(|word| self.by_first_word.get(word));
        let places = places.into_iter().flatten().flatten().copied();
        places.filter(|&at| self.patterns[at].starts(words)).min()
    }

    /// Returns the grades in brackets, in their order.
    fn marks(&self, text: &str) -> Vec<GradeMark> {
        let mut marks: Vec<GradeMark> = Vec::new();
        for grade in &self.grades {
            let written = format!("({grade})");
            marks.extend(text.match_indices(&written).map(|(start, _)| GradeMark {
                start,
                end: start + written.len(),
                grade: grade.clone(),
                used: false,
                is_of_all: false,
            }));
        }
        marks.sort_by_key(|mark| mark.start);
        let mut next: Option<(usize, bool)> = None;
        for mark in marks.iter_mut().rev() {
            let is_joined = |&(start, _): &(usize, bool)| {
                matches!(
                    text[mark.end..start].trim_matches([' ', ',']),
                    "" | "or" | "and"
                )
            };
            mark.is_of_all = match next.filter(is_joined) {
                Some((_, is_of_all)) => is_of_all,
                None => {
                    let after = text[mark.end..].trim_start();
                    ALL_TROOPS.iter().any(|word| after.starts_with(word))
                }
            };
            next = Some((mark.start, mark.is_of_all));
        }
        marks
    }
}

/// Returns the words of a name in the singular and lower case.
fn name_words(text: &str) -> Vec<String> {
    to_singular(query_words(text))
}

impl TroopMatcher {
    /// Returns the matcher of a type in texts of the ruleset with these names.
    pub(super) fn new(ruleset: &Ruleset, names: &TroopNames, name: &TroopName) -> Self {
        let meaning = |pattern: &NamePattern| match &pattern.letters {
            Some(letters) if *letters == name.letters => NameMeaning::Type,
            Some(_) | None => NameMeaning::Other,
        };
        let mut meanings: Vec<NameMeaning> = names.patterns.iter().map(meaning).collect();
        let own = ruleset.troops.types.get(&name.letters);
        for class in own.into_iter().flat_map(|kind| &kind.classes) {
            let words = name_words(class);
            let mut patterns = names.patterns.iter();
            if let Some(at) = patterns.position(|pattern| pattern.words == words) {
                meanings[at] = NameMeaning::Class(class.clone());
            }
        }
        Self {
            grade: name.grade.clone(),
            meanings,
        }
    }

    /// Returns how a text names the troops; `None` if it does not. A grade without a type is that of
    /// the troops named before it, in the text or in the texts `above` it, the nearest first; if no
    /// troops are named, it is that of all types.
    pub(super) fn mention<'t>(
        &self,
        text: &TroopText,
        above: impl Iterator<Item = &'t TroopText> + Clone,
    ) -> Option<TroopMention> {
        let meant = text.names.iter().filter(|found| self.is_meant(found));
        let named = meant.filter_map(|found| match &self.meanings[found.pattern] {
            NameMeaning::Type => Some(TroopMention::Type),
            NameMeaning::Class(class) => Some(TroopMention::Class(class.clone())),
            NameMeaning::Other => None,
        });
        let mut marks = text.marks.iter();
        let is_others = |mark: &GradeMark| {
            let here = std::iter::once((text, mark.start));
            let mut texts = here.chain(above.clone().map(|text| (text, usize::MAX)));
            let subject = texts.find_map(|(text, end)| text.last_name(end));
            subject.is_some_and(|found| self.meanings[found.pattern] == NameMeaning::Other)
        };
        let bare = marks.any(|mark| {
            let is_own = Some(&mark.grade) == self.grade.as_ref();
            !mark.used && is_own && (mark.is_of_all || !is_others(mark))
        });
        named.chain(bare.then_some(TroopMention::Grade)).min()
    }

    /// Returns whether a label is the name of the troops.
    pub(super) fn is_label(&self, label: &TroopText) -> bool {
        self.mention(label, std::iter::empty()) == Some(TroopMention::Type)
    }

    /// Returns whether a heading begins with the name of the type and, if it has a grade, names
    /// that grade.
    pub(super) fn is_heading(&self, heading: &TroopText) -> bool {
        let marks = &heading.marks;
        let fits = self
            .grade
            .as_ref()
            .is_none_or(|grade| marks.is_empty() || marks.iter().any(|mark| mark.grade == *grade));
        self.begins_with(heading, &NameMeaning::Type) && fits
    }

    /// Returns whether a heading begins with the name of another type.
    pub(super) fn is_heading_of_others(&self, heading: &TroopText) -> bool {
        self.begins_with(heading, &NameMeaning::Other)
    }

    /// Returns whether a heading begins with the name of the type and names other grades.
    pub(super) fn is_heading_of_other_grade(&self, heading: &TroopText) -> bool {
        self.begins_with(heading, &NameMeaning::Type) && !self.is_heading(heading)
    }

    /// Returns whether a heading begins with the name of the type and names its grade.
    pub(super) fn is_heading_of_grade(&self, heading: &TroopText) -> bool {
        let mut marks = heading.marks.iter();
        let has_grade = marks.any(|mark| Some(&mark.grade) == self.grade.as_ref());
        has_grade && self.is_heading(heading)
    }

    /// Returns whether a text names the type, of any grade, or a class that includes it.
    pub(super) fn names_type(&self, text: &TroopText) -> bool {
        let mut names = text.names.iter();
        names.any(|found| self.meanings[found.pattern] != NameMeaning::Other)
    }

    /// Returns whether a text names the grade, but only of other troops.
    pub(super) fn has_grade_of_others(&self, text: &TroopText) -> bool {
        let mut marks = text.marks.iter();
        let has_grade = marks.any(|mark| Some(&mark.grade) == self.grade.as_ref());
        has_grade && self.mention(text, std::iter::empty()).is_none()
    }

    fn begins_with(&self, heading: &TroopText, meaning: &NameMeaning) -> bool {
        let first = heading.names.first().filter(|found| found.is_first);
        first.is_some_and(|found| self.meanings[found.pattern] == *meaning)
    }

    /// Returns whether the label of a row or column names the type.
    pub(super) fn is_row(&self, label: &TroopText) -> bool {
        label
            .names
            .iter()
            .any(|found| self.meanings[found.pattern] == NameMeaning::Type && self.is_meant(found))
    }

    fn is_meant(&self, found: &FoundName) -> bool {
        match &self.grade {
            Some(grade) if !found.grades.is_empty() => found.grades.contains(grade) != found.except,
            Some(_) | None => true,
        }
    }
}

impl TroopText {
    /// Returns the last name of troops that ends before a byte.
    fn last_name(&self, end: usize) -> Option<&FoundName> {
        let mut names = self.names.iter().rev();
        names.find(|found| found.end <= end && !found.is_term)
    }
}

/// Splits a text into its words.
fn words_of(text: &str) -> Vec<TextWord> {
    let mut out = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (c.is_alphanumeric(), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                let written = text[from..at].to_owned();
                let singular = to_singular(vec![written.to_lowercase()]).remove(0);
                out.push(TextWord {
                    start: from,
                    end: at,
                    written,
                    singular,
                });
                start = None;
            }
            (true, Some(_)) | (false, None) => {}
        }
    }
    out
}

impl NamePattern {
    fn starts(&self, words: &[TextWord]) -> bool {
        let is = |(own, word): (&String, &TextWord)| match self.is_letters {
            true => *own == word.written,
            false => *own == word.singular,
        };
        words.len() >= self.words.len() && self.words.iter().zip(words).all(is)
    }
}

/// Returns the grades next to a name, `(X) blades`, `pikes (S) or (O)`, and whether they are those
/// that are left out: `pikes except (X)`.
fn restriction(
    text: &str,
    start: usize,
    end: usize,
    marks: &mut [GradeMark],
) -> (Vec<String>, bool) {
    let glue = |from: usize, to: usize| text.get(from..to).unwrap_or("?").trim_matches([' ', ',']);
    let mut out = Vec::new();
    let mut except = false;
    let mut at = end;
    for mark in marks.iter_mut().filter(|mark| mark.start >= end) {
        // `knights, (S) camelry` and `knights or (S) camelry` restrict the camelry
        let is_next = at != end || !text[at..mark.start].contains(',');
        match glue(at, mark.start) {
            "" if is_next => {}
            "or" | "and" if at != end => {}
            "except" | "other than" | "not" => except = true,
            _ => break,
        }
        at = mark.end;
        mark.used = true;
        out.push(mark.grade.clone());
    }
    let mut at = start;
    for mark in marks.iter_mut().rev().filter(|mark| mark.end <= start) {
        let is_list = matches!(glue(mark.end, at), "or" | "and" | "") && at != start;
        if mark.used || !(is_list || glue(mark.end, at).is_empty()) {
            break;
        }
        at = mark.start;
        mark.used = true;
        out.push(mark.grade.clone());
    }
    (out, except)
}
