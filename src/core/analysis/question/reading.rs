//! `Reading`: how a question was read, and which of its words were not used.

use super::parsed::{Question, ReadPart};
use crate::model::Ruleset;
use jiff::civil::Date;
use serde::Serialize;
use serde_json::Value;

/// How a question was read where that is not obvious, and which of its words were not used, for
/// people and as members of JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// How it was read: `DBM 3.3 (from "at 3.3")`.
    pub read_as: Vec<String>,
    /// Words that were not used.
    pub not_used: Vec<String>,
}

impl Question {
    /// Returns how the question was read for an answer about a ruleset.
    pub fn reading(&self, ruleset: Option<&Ruleset>, today: Date) -> Reading {
        let key = ruleset.map_or_else(|| "edition".to_owned(), |own| own.key.to_uppercase());
        let part = |part: &ReadPart| {
            let meaning = part.meaning.replace("{}", &key);
            let is_future = part.day.is_some_and(|day| day.counts_from() > today);
            let future = if is_future {
                ", which is in the future"
            } else {
                ""
            };
            format!("{meaning} (from \"{}\"{future})", part.words)
        };
        Reading {
            read_as: self.read.iter().map(part).collect(),
            not_used: self.not_used.clone(),
        }
    }
}

impl Reading {
    /// Adds words that were not used.
    #[must_use]
    pub fn and_not_used(mut self, words: &[String]) -> Self {
        for word in words {
            if !self.not_used.contains(word) {
                self.not_used.push(word.clone());
            }
        }
        self
    }

    /// Returns one line for people: `read as: DBM 3.3 (from "at 3.3"); not used: "can"`.
    pub fn line(&self) -> Option<String> {
        let read =
            (!self.read_as.is_empty()).then(|| format!("read as: {}", self.read_as.join(", ")));
        let quoted: Vec<String> = self
            .not_used
            .iter()
            .map(|word| format!("\"{word}\""))
            .collect();
        let unused = (!quoted.is_empty()).then(|| format!("not used: {}", quoted.join(", ")));
        let parts: Vec<String> = read.into_iter().chain(unused).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    /// Adds it to an answer in JSON, as the members `read_as` and `not_used`.
    #[must_use]
    pub fn with_members(&self, mut answer: Value) -> Value {
        if let Some(object) = answer.as_object_mut() {
            if !self.read_as.is_empty() {
                object.insert("read_as".to_owned(), self.read_as.join(", ").into());
            }
            if !self.not_used.is_empty() {
                object.insert("not_used".to_owned(), self.not_used.clone().into());
            }
        }
        answer
    }

    /// Returns an answer with the same members, in the order of its own.
    pub fn members_after<'a, T: Serialize>(&'a self, answer: &'a T) -> impl Serialize + 'a {
        #[derive(Serialize)]
        struct ReadAnswer<'a, T> {
            #[serde(flatten)]
            answer: &'a T,
            #[serde(skip_serializing_if = "Option::is_none")]
            read_as: Option<String>,
            #[serde(skip_serializing_if = "<[String]>::is_empty")]
            not_used: &'a [String],
        }
        let read_as = (!self.read_as.is_empty()).then(|| self.read_as.join(", "));
        ReadAnswer {
            answer,
            read_as,
            not_used: &self.not_used,
        }
    }

    /// Returns whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.read_as.is_empty() && self.not_used.is_empty()
    }
}
