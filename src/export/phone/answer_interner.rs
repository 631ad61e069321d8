//! Interns answers as JSON: each text, shape of object and value once, referred to by number.
//!
//! ```text
//!   {"id": "dbm/rafts", "page": "3"}  ──intern──▶  texts: "dbm/rafts", "3"
//!                                                  shapes: ["id", "page"]
//!                                                  values: null, [1, -1, -2]
//! ```
//!
//! A text has the number −1, −2 …, every other value 0, 1 …; 0 is null. A list is `[0, …]`, an
//! object `[shape, …]` with shapes from 1. A member that is null or an empty list is part of the
//! shape, as `name?` or `name*`, and has no value in the row. The encoding is generic: a member
//! that is added to an answer is in the page without any change here.

use super::interner::{TextInterner, json_list};
use crate::{
    analysis::Origin,
    text::{
        Span,
        word_diff::{DiffRun, diff},
    },
};
use indexmap::IndexSet;
use jiff::civil::Date;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The placeholder in texts for the date of the view.
const DAY_PLACEHOLDER: &str = "{day}";

/// The ends of the names of members whose texts are compared.
const DIFFERENT: &[(&str, &str)] = &[("before", "after"), ("then", "now")];

/// Interned texts, shapes of objects and values of answers, and the pairs of texts to compare.
#[derive(Debug)]
pub(super) struct AnswerInterner {
    pub(super) texts: TextInterner,
    shapes: IndexSet<Vec<String>>,
    values: IndexSet<String>,
    differences: IndexSet<(usize, usize)>,
    /// The members of an origin. Many objects contain them among others; they are stored as one
    /// value.
    origin: Vec<String>,
    /// The date of the answer that is being added.
    day: String,
}

impl Default for AnswerInterner {
    fn default() -> Self {
        let origin = object_members(&Origin::unknown())
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        let values = IndexSet::from(["null".to_owned()]);
        Self {
            texts: TextInterner::default(),
            shapes: IndexSet::new(),
            values,
            differences: IndexSet::new(),
            origin,
            day: String::new(),
        }
    }
}

impl AnswerInterner {
    /// Returns the number of an answer. `without` are members that the script adds itself. The date
    /// `of` is replaced by a placeholder in texts, so that answers on different days can be the
    /// same.
    pub(super) fn intern_answer(
        &mut self,
        answer: &impl Serialize,
        of: Date,
        without: &[&str],
    ) -> i64 {
        self.day = of.to_string();
        let mut members = object_members(answer);
        members.retain(|name, _| !without.contains(&name.as_str()));
        self.intern(Value::Object(members))
    }

    /// Returns the number of a value that is the same on all days.
    pub(super) fn intern_value(&mut self, value: &impl Serialize) -> i64 {
        self.day = Date::MIN.to_string();
        // serialization cannot fail: keys are strings and numbers are finite
        self.intern(serde_json::to_value(value).unwrap_or_default())
    }

    /// Returns the number of a list of values, which have numbers.
    pub(super) fn intern_list(&mut self, numbers: &[i64]) -> i64 {
        let mut row = "[0".to_owned();
        for number in numbers {
            row += &format!(",{number}");
        }
        value_number(self.values.insert_full(row + "]").0)
    }

    fn intern(&mut self, value: Value) -> i64 {
        let row = match value {
            Value::String(text) => {
                let text = if text.contains(&self.day) {
                    text.replace(&self.day, DAY_PLACEHOLDER)
                } else {
                    text
                };
                return -1 - value_number(self.texts.intern(&text));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
            Value::Array(items) => self.value_row(0, items.into_iter()),
            Value::Object(members) => self.object_row(members),
        };
        value_number(self.values.insert_full(row).0)
    }

    fn value_row(&mut self, shape: usize, cells: impl Iterator<Item = Value>) -> String {
        let mut row = format!("[{shape}");
        for cell in cells {
            row += &format!(",{}", self.intern(cell));
        }
        row + "]"
    }

    fn object_row(&mut self, mut members: Map<String, Value>) -> String {
        for (name, before) in &members {
            let after = DIFFERENT.iter().find_map(|(before, after)| {
                members.get(&format!("{}{after}", name.strip_suffix(before)?))
            });
            if let (Some(before), Some(after)) = (before.as_str(), after.and_then(Value::as_str)) {
                self.add_difference(before, after);
            }
        }
        if members.len() > self.origin.len()
            && self.origin.iter().all(|name| members.contains_key(name))
        {
            let origin: Map<String, Value> = self
                .origin
                .iter()
                .filter_map(|name| members.remove_entry(name))
                .collect();
            members.insert(String::new(), Value::Object(origin));
        }
        let (mut names, mut cells) = (Vec::new(), Vec::new());
        for (name, value) in members {
            match value {
                Value::Null => names.push(name + "?"),
                Value::Array(items) if items.is_empty() => names.push(name + "*"),
                Value::Bool(_)
                | Value::Number(_)
                | Value::String(_)
                | Value::Array(_)
                | Value::Object(_) => {
                    names.push(name);
                    cells.push(value);
                }
            }
        }
        let shape = self.shapes.insert_full(names).0;
        self.value_row(shape + 1, cells.into_iter())
    }

    /// Adds the differences of two texts, which the page shows, to the data.
    pub(super) fn add_difference(&mut self, before: &str, after: &str) {
        if before != after {
            let pair = (self.texts.intern(before), self.texts.intern(after));
            self.differences.insert(pair);
        }
    }

    /// Returns the members of the page's data with their JSON.
    pub(super) fn json(&self) -> [(&'static str, String); 4] {
        let texts: Vec<&String> = self.texts.list().iter().collect();
        let difference = |&(before, after): &(usize, usize)| {
            json!([before, after, runs(texts[before], texts[after])])
        };
        let differences: Vec<Value> = self.differences.iter().map(difference).collect();
        [
            ("texts", json!(texts).to_string()),
            ("shapes", json!(self.shapes).to_string()),
            ("values", json_list(self.values.iter().map(String::as_str))),
            ("differences", json!(differences).to_string()),
        ]
    }
}

/// Returns the members of an answer; all answers are objects.
fn object_members(answer: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(answer) {
        Ok(Value::Object(members)) => members,
        Ok(_) | Err(_) => Map::new(),
    }
}

/// Converts an index to the number of a value.
pub(super) fn value_number(place: usize) -> i64 {
    i64::try_from(place).unwrap_or(i64::MAX)
}

/// Returns the differences of two texts as pairs of lengths in the old and the new text, in UTF-16
/// units.
fn runs(before: &str, after: &str) -> Vec<[usize; 2]> {
    let length = |text: &str, span: Span| span.of(text).encode_utf16().count();
    let run = |run: DiffRun| match run {
        DiffRun::Same { old, new } => [length(before, old), length(after, new)],
        DiffRun::Removed { old } => [length(before, old), 0],
        DiffRun::Added { new } => [0, length(after, new)],
    };
    diff(before, after).into_iter().map(run).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_written_once() {
        let mut table = AnswerInterner::default();
        let day: Date = "2012-05-06".parse().expect("a day");
        let answer = json!({"notices": ["held on 2012-05-06"], "clauses": [{"id": "a", "page": null}, {"id": "b", "page": null}]});
        let first = table.intern_answer(&answer, day, &[]);
        let other: Date = "2013-01-01".parse().expect("a day");
        let later =
            json!({"notices": ["held on 2013-01-01"], "clauses": answer["clauses"], "query": 3});
        assert_eq!(table.intern_answer(&later, other, &["query"]), first);
        let json = table.json();
        assert_eq!(json[0].1, r#"["a","b","held on {day}"]"#);
        assert_eq!(json[1].1, r#"[["clauses","notices"],["id","page?"]]"#);
        assert_eq!(json[2].1, "[null,[2,-1],[2,-2],[0,1,2],[0,-3],[1,3,4]]");
    }

    #[test]
    fn an_origin_among_other_members_is_one_value() {
        let mut table = AnswerInterner::default();
        let mut members = object_members(&Origin::unknown());
        members.insert("start".into(), json!(3));
        table.intern_answer(&members, Date::MAX, &[]);
        members.insert("start".into(), json!(4));
        table.intern_answer(&members, Date::MAX, &[]);
        assert!(
            table.json()[2].1.ends_with(",3,[1,1,2],4,[1,1,4]]"),
            "{:?}",
            table.json()
        );
    }
}
