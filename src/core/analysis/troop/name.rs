//! Finds the troop type and grade that a person types: `Kn(F)`, `kn f`, `fast knights`.

use super::super::lookup::{query_words, to_singular};
use crate::model::Ruleset;

/// A troop type and a grade, or none for all its grades, by their letters: `Kn` and `F`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TroopName {
    /// The letters of the type: `Kn`.
    pub letters: String,
    /// The letters of the grade: `F`.
    pub grade: Option<String>,
}

impl TroopName {
    /// Finds the troop type and grade of a ruleset that a person types: `Kn(F)`, `kn f`, `fast
    /// knights`, `Ritter`.
    pub fn parse(ruleset: &Ruleset, typed: &str) -> Option<Self> {
        let words = to_singular(query_words(typed));
        if words.is_empty() {
            return None;
        }
        let grade = |word: &[String]| {
            let mut grades = ruleset.troops.grades.iter();
            let (letters, _) = grades.find(|(letters, names)| {
                let is = |name: &str| query_words(name) == word;
                is(letters) || names.iter().any(|name| is(name))
            })?;
            Some(letters.clone())
        };
        for (letters, kind) in &ruleset.troops.types {
            let long = ruleset.abbreviations.get(letters);
            let names = long.into_iter().chain([letters]);
            let names = names.chain(&kind.words).chain(&kind.also);
            let is = |own: &[String]| {
                let mut names = names.clone();
                names.any(|name| to_singular(query_words(name)) == own)
            };
            let named = |grade| Self {
                letters: letters.clone(),
                grade,
            };
            if is(&words) {
                return Some(named(None));
            }
            // the grade is the last word, or the first
            let (before, last) = words.split_at(words.len() - 1);
            let (first, after) = words.split_at(1);
            for (word, rest) in [(last, before), (first, after)] {
                if let Some(found) = grade(word).filter(|_| is(rest)) {
                    return Some(named(Some(found)));
                }
            }
        }
        None
    }

    /// Returns the short name: `Kn(F)`.
    pub fn short(&self) -> String {
        match &self.grade {
            Some(grade) => format!("{}({grade})", self.letters),
            None => self.letters.clone(),
        }
    }

    /// Returns the name in words, with a capital: `Knights`.
    pub fn title(&self, ruleset: &Ruleset) -> String {
        let name = ruleset.abbreviations.get(&self.letters);
        let name = name.unwrap_or(&self.letters);
        let mut rest = name.chars();
        let first = rest.next().map(char::to_uppercase).into_iter().flatten();
        first.chain(rest).collect()
    }
}
