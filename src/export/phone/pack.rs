//! Answers of the analysis as JSON of which every value is written once, and named by its number.
//!
//! ```text
//!   {"id": "dbm/rafts", "page": "3"}  ──put──▶  texts: "dbm/rafts", "3"      shapes: ["id", "page"]      values: null, [1, -1, -2]
//! ```
//!
//! A text is named by −1, −2 …, every other value by 0, 1 …; 0 is null. A list is `[0, …]`, an object `[shape, …]` with shapes from 1.
//! Nothing here knows what an answer says: a member that is added to one is in the page.

use super::pool::{Texts, list};
use crate::{
    analysis::Origin,
    text::{
        Span,
        words::{Run, diff},
    },
};
use indexmap::IndexSet;
use jiff::civil::Date;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// What stands in a text for the day for which it is shown.
const DAY: &str = "{day}";

/// Values, each once.
#[derive(Debug)]
pub(super) struct Pack {
    pub(super) texts: Texts,
    shapes: IndexSet<Vec<String>>,
    values: IndexSet<String>,
    differences: IndexSet<(usize, usize)>,
    /// The members of an origin, which many objects have among their own: they are one value.
    origin: Vec<String>,
    /// The day of which what is put speaks.
    day: String,
}

impl Default for Pack {
    fn default() -> Self {
        let origin = object(&Origin::nobody())
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        let values = IndexSet::from(["null".to_owned()]);
        Self {
            texts: Texts::default(),
            shapes: IndexSet::new(),
            values,
            differences: IndexSet::new(),
            origin,
            day: String::new(),
        }
    }
}

impl Pack {
    /// The number of an answer. `without` are members that the page adds itself; where its texts name the day `of`, they do so for any
    /// day for which it is shown.
    pub(super) fn answer(&mut self, answer: &impl Serialize, of: Date, without: &[&str]) -> i64 {
        self.day = of.to_string();
        let mut members = object(answer);
        members.retain(|name, _| !without.contains(&name.as_str()));
        self.put(Value::Object(members))
    }

    fn put(&mut self, value: Value) -> i64 {
        let row = match value {
            Value::String(text) => {
                let text = if text.contains(&self.day) {
                    text.replace(&self.day, DAY)
                } else {
                    text
                };
                return -1 - number(self.texts.put(&text));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
            Value::Array(items) => self.row(0, items.into_iter()),
            Value::Object(members) => self.object(members),
        };
        number(self.values.insert_full(row).0)
    }

    fn row(&mut self, shape: usize, cells: impl Iterator<Item = Value>) -> String {
        let mut row = format!("[{shape}");
        for cell in cells {
            row += &format!(",{}", self.put(cell));
        }
        row + "]"
    }

    fn object(&mut self, mut members: Map<String, Value>) -> String {
        for (name, before) in &members {
            let after = name
                .strip_suffix("before")
                .and_then(|start| members.get(&format!("{start}after")));
            if let (Some(before), Some(after)) = (before.as_str(), after.and_then(Value::as_str)) {
                self.differ(before, after);
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
        let (names, cells): (Vec<String>, Vec<Value>) = members.into_iter().unzip();
        let shape = self.shapes.insert_full(names).0;
        self.row(shape + 1, cells.into_iter())
    }

    /// Notes that the page shows the difference between two texts.
    pub(super) fn differ(&mut self, before: &str, after: &str) {
        if before != after {
            let pair = (self.texts.put(before), self.texts.put(after));
            self.differences.insert(pair);
        }
    }

    /// The members of the page's data, each with its JSON.
    pub(super) fn json(&self) -> [(&'static str, String); 4] {
        let texts: Vec<&String> = self.texts.list().iter().collect();
        let difference = |&(before, after): &(usize, usize)| {
            json!([before, after, runs(texts[before], texts[after])])
        };
        let differences: Vec<Value> = self.differences.iter().map(difference).collect();
        [
            ("texts", json!(texts).to_string()),
            ("shapes", json!(self.shapes).to_string()),
            ("values", list(self.values.iter().map(String::as_str))),
            ("differences", json!(differences).to_string()),
        ]
    }
}

/// The members of an answer. All answers are objects.
fn object(answer: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(answer) {
        Ok(Value::Object(members)) => members,
        Ok(_) | Err(_) => Map::new(),
    }
}

/// A place as the number of a value.
pub(super) fn number(place: usize) -> i64 {
    i64::try_from(place).unwrap_or(i64::MAX)
}

/// What leads from one text to the other, as the program finds it: of each piece its length in the old and in the new text, in UTF-16.
fn runs(before: &str, after: &str) -> Vec<[usize; 2]> {
    let length = |text: &str, span: Span| span.of(text).encode_utf16().count();
    let run = |run: Run| match run {
        Run::Same { old, new } => [length(before, old), length(after, new)],
        Run::Removed { old } => [length(before, old), 0],
        Run::Added { new } => [0, length(after, new)],
    };
    diff(before, after).into_iter().map(run).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_written_once() {
        let mut pack = Pack::default();
        let day: Date = "2012-05-06".parse().expect("a day");
        let answer = json!({"notices": ["held on 2012-05-06"], "clauses": [{"id": "a", "page": null}, {"id": "b", "page": null}]});
        let first = pack.answer(&answer, day, &[]);
        let other: Date = "2013-01-01".parse().expect("a day");
        let later =
            json!({"notices": ["held on 2013-01-01"], "clauses": answer["clauses"], "query": 3});
        assert_eq!(pack.answer(&later, other, &["query"]), first);
        let json = pack.json();
        assert_eq!(json[0].1, r#"["a","b","held on {day}"]"#);
        assert_eq!(json[1].1, r#"[["clauses","notices"],["id","page"]]"#);
        assert_eq!(json[2].1, "[null,[2,-1,0],[2,-2,0],[0,1,2],[0,-3],[1,3,4]]");
    }

    #[test]
    fn an_origin_among_other_members_is_one_value() {
        let mut pack = Pack::default();
        let mut members = object(&Origin::nobody());
        members.insert("start".into(), json!(3));
        pack.answer(&members, Date::MAX, &[]);
        members.insert("start".into(), json!(4));
        pack.answer(&members, Date::MAX, &[]);
        assert!(
            pack.json()[2].1.ends_with(",3,[1,1,2],4,[1,1,4]]"),
            "{:?}",
            pack.json()
        );
    }
}
