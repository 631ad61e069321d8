//! Values that are written into the page once and named by their numbers.

use indexmap::IndexSet;
use serde::Serialize;
use serde_json::Value;

/// Values of one kind, as JSON, in the order in which they were first met.
#[derive(Debug, Default)]
pub(super) struct Pool(IndexSet<String>);

impl Pool {
    /// The number of a value, new or known.
    pub(super) fn put(&mut self, value: &impl Serialize) -> usize {
        // what cannot be written as JSON does not occur: keys are strings, numbers are finite
        let written = serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned());
        self.0.insert_full(written).0
    }

    /// All of them, as a JSON list.
    pub(super) fn json(&self) -> String {
        list(self.0.iter().map(String::as_str))
    }
}

/// A JSON list of values that are JSON already.
pub(super) fn list<'v>(values: impl Iterator<Item = &'v str>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(","))
}

/// A row: values by their places; nothing at the end is left out.
pub(super) fn row(mut values: Vec<Value>) -> Value {
    let nothing = |value: &Value| match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(items) => items.is_empty(),
        Value::Bool(true) | Value::Number(_) | Value::String(_) | Value::Object(_) => false,
    };
    while values.last().is_some_and(nothing) {
        values.pop();
    }
    Value::Array(values)
}

/// Texts, each once.
#[derive(Debug, Default)]
pub(super) struct Texts(IndexSet<String>);

impl Texts {
    /// The number of a text.
    pub(super) fn put(&mut self, text: &str) -> usize {
        match self.0.get_index_of(text) {
            Some(at) => at,
            None => self.0.insert_full(text.to_owned()).0,
        }
    }

    /// The numbers of several.
    pub(super) fn all(&mut self, texts: &[String]) -> Vec<usize> {
        texts.iter().map(|text| self.put(text)).collect()
    }

    /// All of them, in the order of their numbers.
    pub(super) fn list(&self) -> &IndexSet<String> {
        &self.0
    }
}

/// Numbers as runs of numbers that follow each other: first, how many, first, how many …
pub(super) fn runs(numbers: &[usize]) -> Vec<usize> {
    let mut out: Vec<usize> = Vec::new();
    for &number in numbers {
        match out.as_mut_slice() {
            [.., first, count] if *first + *count == number => *count += 1,
            _ => out.extend([number, 1]),
        }
    }
    out
}

/// Numbers as runs of the same number: which, how many, which, how many …
pub(super) fn repeats<N: Copy + PartialEq + From<u8> + std::ops::AddAssign>(
    numbers: &[N],
) -> Vec<N> {
    let mut out: Vec<N> = Vec::new();
    for &number in numbers {
        match out.as_mut_slice() {
            [.., which, count] if *which == number => *count += N::from(1),
            _ => out.extend([number, N::from(1)]),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_kept_once() {
        let mut pool = Pool::default();
        assert_eq!(
            [pool.put(&"a"), pool.put(&[1, 2]), pool.put(&"a")],
            [0, 1, 0]
        );
        assert_eq!(pool.json(), r#"["a",[1,2]]"#);
    }

    #[test]
    fn rows_end_with_something() {
        assert_eq!(
            row(vec![
                json!(1),
                json!(null),
                json!("x"),
                json!([]),
                json!(false),
                json!(null)
            ]),
            json!([1, null, "x"])
        );
    }

    #[test]
    fn numbers_in_runs() {
        assert_eq!(runs(&[4, 5, 6, 1, 9, 10]), [4, 3, 1, 1, 9, 2]);
        assert_eq!(repeats(&[2, 2, 2, 0, 2]), [2, 3, 0, 1, 2, 1]);
        assert!(runs(&[]).is_empty() && repeats::<usize>(&[]).is_empty());
    }
}
