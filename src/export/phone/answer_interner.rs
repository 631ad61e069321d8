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

use super::interner::{FxIndexSet, TextInterner, json_list, to_json};
use crate::{
    analysis::Origin,
    model::PartialDate,
    text::{
        Span,
        word_diff::{DiffRun, diff},
    },
};
use jiff::civil::Date;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write as _;

/// The placeholder in texts for the date of the view.
const DAY_PLACEHOLDER: &str = "{day}";

/// The ends of the names of members whose texts are compared.
const DIFFERENT: &[(&str, &str)] = &[("before", "after"), ("then", "now")];

/// Stores each text, object shape and value of the page's answers once, under a number; also the
/// pairs of texts to compare.
#[derive(Debug)]
pub(super) struct AnswerInterner {
    pub(super) texts: TextInterner,
    /// The names of members.
    names: TextInterner,
    /// The names of the members of objects, by their numbers.
    shapes: FxIndexSet<Vec<(usize, MemberPresence)>>,
    /// For each shape the places of members whose texts are compared.
    compared: Vec<Vec<(usize, usize)>>,
    values: FxIndexSet<String>,
    differences: FxIndexSet<(usize, usize)>,
    /// The names of the members of an origin. Many objects contain them among others; they are
    /// stored as one value.
    origin: Vec<usize>,
    /// The date of the answer that is being added.
    day: String,
}

/// An interned value as its container stores it: null, an empty list, or the number of the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InternedValue {
    /// Null.
    Null,
    /// A list without items.
    EmptyList,
    /// The number of any other value.
    Number(i64),
}

/// How the shape of an object records a member: as null, an empty list, or a value in the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum MemberPresence {
    Null,
    EmptyList,
    Value,
}

impl Default for AnswerInterner {
    fn default() -> Self {
        let mut names = TextInterner::default();
        let origin = serde_json::to_value(Origin::unknown()).unwrap_or_default();
        let members = origin.as_object().into_iter().flatten();
        let origin = members.map(|(name, _)| names.intern(name)).collect();
        Self {
            texts: TextInterner::default(),
            names,
            shapes: FxIndexSet::default(),
            compared: Vec::new(),
            values: FxIndexSet::from_iter(["null".to_owned()]),
            differences: FxIndexSet::default(),
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
        self.day = PartialDate::day(of).to_string();
        // what was serialized can be parsed
        let json: Value = serde_json::from_str(&to_json(answer)).unwrap_or_default();
        let value = self.value(&json, without);
        self.number(value)
    }

    /// Returns the number of a value that is the same on all days.
    pub(super) fn intern_value(&mut self, value: &impl Serialize) -> i64 {
        self.intern_answer(value, Date::MIN, &[])
    }

    /// Returns the number of a list of values, which have numbers.
    pub(super) fn intern_list(&mut self, numbers: &[i64]) -> i64 {
        self.intern_row(0, numbers.iter().copied())
    }

    fn intern_row(&mut self, shape: usize, numbers: impl Iterator<Item = i64>) -> i64 {
        let mut row = format!("[{shape}");
        for number in numbers {
            // a string takes everything
            let _ = write!(row, ",{number}");
        }
        row.push(']');
        value_number(self.values.insert_full(row).0)
    }

    /// Returns the number of the value of a cell.
    fn number(&mut self, cell: InternedValue) -> i64 {
        match cell {
            InternedValue::Null => 0,
            InternedValue::EmptyList => self.intern_list(&[]),
            InternedValue::Number(number) => number,
        }
    }

    /// Returns the cell of a value; `without` are members of it to leave out.
    fn value(&mut self, json: &Value, without: &[&str]) -> InternedValue {
        match json {
            Value::Null => InternedValue::Null,
            Value::Bool(_) | Value::Number(_) => {
                let (number, _) = self.values.insert_full(json.to_string());
                InternedValue::Number(value_number(number))
            }
            Value::String(text) => self.text_value(text),
            Value::Array(items) if items.is_empty() => InternedValue::EmptyList,
            Value::Array(items) => {
                let items = items.iter().map(|item| self.value(item, &[]));
                let items: Vec<InternedValue> = items.collect();
                let numbers = items.into_iter().map(|item| self.number(item));
                let numbers: Vec<i64> = numbers.collect();
                InternedValue::Number(self.intern_list(&numbers))
            }
            Value::Object(members) => {
                let kept = members.iter();
                let kept = kept.filter(|(name, _)| !without.contains(&name.as_str()));
                let members =
                    kept.map(|(name, value)| (self.names.intern(name), self.value(value, &[])));
                let members = members.collect();
                self.object_value(members)
            }
        }
    }

    fn name(&self, name: usize) -> &str {
        &self.names.list()[name]
    }

    fn text_value(&mut self, text: &str) -> InternedValue {
        let number = if text.contains(&self.day) {
            let text = text.replace(&self.day, DAY_PLACEHOLDER);
            self.texts.intern(&text)
        } else {
            self.texts.intern(text)
        };
        InternedValue::Number(-1 - value_number(number))
    }

    fn object_value(&mut self, mut members: Vec<(usize, InternedValue)>) -> InternedValue {
        let is_origin = |(name, _): &(usize, InternedValue)| self.origin.contains(name);
        let of_origin = members.iter().filter(|member| is_origin(member)).count();
        if of_origin == self.origin.len() && members.len() > of_origin {
            let (origin, others) = members.into_iter().partition(is_origin);
            let origin = self.row_value(origin);
            members = others;
            members.insert(0, (self.names.intern(""), origin));
        }
        self.row_value(members)
    }

    fn row_value(&mut self, members: Vec<(usize, InternedValue)>) -> InternedValue {
        let presence = |(name, cell): &(usize, InternedValue)| match cell {
            InternedValue::Null => (*name, MemberPresence::Null),
            InternedValue::EmptyList => (*name, MemberPresence::EmptyList),
            InternedValue::Number(_) => (*name, MemberPresence::Value),
        };
        let (shape, is_new) = self
            .shapes
            .insert_full(members.iter().map(presence).collect());
        if is_new {
            self.compared.push(self.compared_members(&members));
        }
        for &(before, after) in &self.compared[shape] {
            let text = |at: usize| match members[at].1 {
                InternedValue::Number(number) => usize::try_from(-1 - number).ok(),
                InternedValue::Null | InternedValue::EmptyList => None,
            };
            let texts = text(before).zip(text(after));
            self.differences
                .extend(texts.filter(|(one, other)| one != other));
        }
        let numbers = members.into_iter().filter_map(|(_, cell)| match cell {
            InternedValue::Number(number) => Some(number),
            InternedValue::Null | InternedValue::EmptyList => None,
        });
        InternedValue::Number(self.intern_row(shape + 1, numbers))
    }

    /// Returns the pairs of members of an object whose names end in *before* and *after*, or *then*
    /// and *now*.
    fn compared_members(&self, members: &[(usize, InternedValue)]) -> Vec<(usize, usize)> {
        let names: Vec<&str> = members.iter().map(|(name, _)| self.name(*name)).collect();
        let pair = |(at, name): (usize, &&str)| {
            let after = DIFFERENT.iter().find_map(|(before, after)| {
                let after = format!("{}{after}", name.strip_suffix(before)?);
                names.iter().position(|name| *name == after)
            });
            Some((at, after?))
        };
        names.iter().enumerate().filter_map(pair).collect()
    }

    /// Adds the differences of two texts, which the page shows, to the data.
    pub(super) fn add_difference(&mut self, before: &str, after: &str) {
        if before != after {
            let pair = (self.texts.intern(before), self.texts.intern(after));
            self.differences.insert(pair);
        }
    }

    /// Returns all texts as JSON.
    pub(super) fn texts_json(&self) -> String {
        to_json(&self.texts.list().iter().collect::<Vec<_>>())
    }

    /// Returns the pairs of texts that are compared as JSON, each with its differences.
    pub(super) fn differences_json(&self) -> String {
        let texts = self.texts.list();
        let difference = |&(before, after): &(usize, usize)| {
            (before, after, runs(&texts[before], &texts[after]))
        };
        let pairs: Vec<_> = self.differences.iter().collect();
        to_json(&pairs.into_par_iter().map(difference).collect::<Vec<_>>())
    }

    /// Returns all values as JSON.
    pub(super) fn values_json(&self) -> String {
        json_list(self.values.iter().map(String::as_str))
    }

    /// Returns the names of the members of all shapes as JSON.
    pub(super) fn shapes_json(&self) -> String {
        let name = |&(name, presence): &(usize, MemberPresence)| match presence {
            MemberPresence::Null => format!("{}?", self.name(name)),
            MemberPresence::EmptyList => format!("{}*", self.name(name)),
            MemberPresence::Value => self.name(name).to_owned(),
        };
        let shapes = self.shapes.iter();
        let shapes: Vec<Vec<String>> = shapes
            .map(|names| names.iter().map(name).collect())
            .collect();
        to_json(&shapes)
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
    use serde_json::{Map, json};

    #[test]
    fn every_value_is_written_once() {
        let mut table = AnswerInterner::default();
        let day: Date = "2012-05-06".parse().expect("a day");
        let answer = json!({"notices": ["held on 6 May 2012"], "clauses": [{"id": "a", "page": null}, {"id": "b", "page": null}]});
        let first = table.intern_answer(&answer, day, &[]);
        let other: Date = "2013-01-01".parse().expect("a day");
        let later =
            json!({"notices": ["held on 1 Jan 2013"], "clauses": answer["clauses"], "query": 3});
        assert_eq!(table.intern_answer(&later, other, &["query"]), first);
        assert_eq!(table.texts_json(), r#"["a","b","held on {day}"]"#);
        assert_eq!(
            table.shapes_json(),
            r#"[["id","page?"],["clauses","notices"]]"#
        );
        assert_eq!(
            table.values_json(),
            "[null,[1,-1],[1,-2],[0,1,2],[0,-3],[2,3,4]]"
        );
    }

    #[test]
    fn an_origin_among_other_members_is_one_value() {
        let mut table = AnswerInterner::default();
        let mut members = json!(Origin::unknown());
        members["start"] = json!(3);
        table.intern_answer(&members, Date::MAX, &[]);
        members["start"] = json!(4);
        table.intern_answer(&members, Date::MAX, &[]);
        let values = table.values_json();
        assert!(values.ends_with(",[2,2,1],4,[2,2,4]]"), "{values}");
    }

    #[derive(Serialize)]
    enum Kind {
        Plain,
        Named(String),
        Pair(u8, f32),
        Point { x: i64, y: Option<bool> },
    }

    #[derive(Serialize)]
    struct Answer {
        text: &'static str,
        kinds: Vec<Kind>,
        numbers: std::collections::BTreeMap<usize, f64>,
        none: Option<u8>,
        empty: Vec<u8>,
        pair: (char, ()),
    }

    /// Returns the JSON of the value with a number, by the tables of the page.
    fn decoded(number: i64, texts: &Value, shapes: &Value, values: &Value) -> Value {
        let part =
            |number: &Value| decoded(number.as_i64().expect("a number"), texts, shapes, values);
        let Ok(at) = usize::try_from(number) else {
            return texts[usize::try_from(-1 - number).expect("a text")].clone();
        };
        let Some([shape, row @ ..]) = values[at].as_array().map(Vec::as_slice) else {
            return values[at].clone();
        };
        let shape = shape.as_u64().expect("a shape") as usize;
        let Some(shape) = shape.checked_sub(1) else {
            return row.iter().map(part).collect();
        };
        let mut row = row.iter();
        let names = shapes[shape].as_array().expect("names");
        let member = |name: &Value| {
            let name = name.as_str().expect("a name");
            match (name.strip_suffix('?'), name.strip_suffix('*')) {
                (Some(name), _) => (name.to_owned(), Value::Null),
                (_, Some(name)) => (name.to_owned(), json!([])),
                (None, None) => (name.to_owned(), part(row.next().expect("a value"))),
            }
        };
        Value::Object(names.iter().map(member).collect::<Map<_, _>>())
    }

    #[test]
    fn an_answer_is_what_its_json_is() {
        let answer = Answer {
            text: "front only",
            kinds: vec![
                Kind::Plain,
                Kind::Named("mounted".to_owned()),
                Kind::Pair(3, 0.1),
                Kind::Point { x: -4, y: None },
            ],
            numbers: [(7, 0.5), (12, 20.0)].into(),
            none: None,
            empty: Vec::new(),
            pair: ('½', ()),
        };
        let mut interner = AnswerInterner::default();
        let number = interner.intern_value(&answer);
        let table = |json: String| serde_json::from_str::<Value>(&json).expect("JSON");
        let (texts, shapes) = (table(interner.texts_json()), table(interner.shapes_json()));
        let values = table(interner.values_json());
        let json = table(to_json(&answer));
        assert_eq!(decoded(number, &texts, &shapes, &values), json);
    }
}
