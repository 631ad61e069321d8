//! Interns JSON values and texts of the page, numbered from 0, and encodes lists of the numbers.

use crate::text::join;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use serde::Serialize;
use serde_json::Value;

/// A set whose members are numbered in insertion order, with fast hashing that does not withstand
/// attacks.
pub(super) type FxIndexSet<T> = IndexSet<T, FxBuildHasher>;

/// Distinct JSON values: search documents of the page, or the editions at which these hold; the
/// number of each is its index in the order of first use.
#[derive(Debug, Default)]
pub(super) struct JsonInterner(FxIndexSet<String>);

impl JsonInterner {
    /// Returns the number of a value, which is added if it is new.
    pub(super) fn intern(&mut self, value: &impl Serialize) -> usize {
        self.0.insert_full(to_json(value)).0
    }

    /// Returns all values as a JSON list.
    pub(super) fn json(&self) -> String {
        json_list(self.0.iter().map(String::as_str))
    }
}

/// Returns a value as JSON.
pub(super) fn to_json(value: &impl Serialize) -> String {
    // serialization cannot fail: keys are strings and numbers are finite
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

/// Joins JSON values into a JSON list.
pub(super) fn json_list<'v>(values: impl Iterator<Item = &'v str>) -> String {
    format!("[{}]", join(values, ","))
}

/// Returns values as a row without trailing empty values.
pub(super) fn json_row(mut values: Vec<Value>) -> Value {
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

/// Distinct strings: texts of the answers and search documents of the page, or names of members;
/// the number of each is its index in the order of first use.
#[derive(Debug, Default)]
pub(super) struct TextInterner(FxIndexSet<String>);

impl TextInterner {
    /// Returns the number of a text, which is added if it is new.
    pub(super) fn intern(&mut self, text: &str) -> usize {
        match self.0.get_index_of(text) {
            Some(at) => at,
            None => self.0.insert_full(text.to_owned()).0,
        }
    }

    /// Returns the numbers of several texts.
    pub(super) fn intern_all(&mut self, texts: &[String]) -> Vec<usize> {
        texts.iter().map(|text| self.intern(text)).collect()
    }

    /// Returns all texts by number.
    pub(super) fn list(&self) -> &FxIndexSet<String> {
        &self.0
    }
}

/// Encodes numbers as runs of consecutive numbers: first, count, first, count …
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

/// Encodes numbers as runs of equal numbers: number, count, number, count …
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

/// Encodes rows of numbers by what differs from the row before: the length of the row, then place,
/// number, place, number … The first row is as it is.
pub(super) fn changes_of_rows(rows: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let mut out: Vec<Vec<i64>> = rows.first().cloned().into_iter().collect();
    for pair in rows.windows(2) {
        let (before, after) = (&pair[0], &pair[1]);
        let mut changes = vec![after.len() as i64];
        for (at, number) in after.iter().enumerate() {
            if before.get(at).unwrap_or(&0) != number {
                changes.extend([at as i64, *number]);
            }
        }
        out.push(changes);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_interned_once() {
        let mut values = JsonInterner::default();
        assert_eq!(
            [
                values.intern(&"a"),
                values.intern(&[1, 2]),
                values.intern(&"a")
            ],
            [0, 1, 0]
        );
        assert_eq!(values.json(), r#"["a",[1,2]]"#);
    }

    #[test]
    fn rows_have_no_trailing_empty_values() {
        assert_eq!(
            json_row(vec![
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
    fn rows_are_written_as_changes() {
        let rows = [vec![4, 5, 6], vec![4, 7, 6], vec![4, 7], vec![4, 7, 0, 8]];
        let written = [vec![4, 5, 6], vec![3, 1, 7], vec![2], vec![4, 3, 8]];
        assert_eq!(changes_of_rows(&rows), written);
        assert!(changes_of_rows(&[]).is_empty());
    }

    #[test]
    fn numbers_in_runs() {
        assert_eq!(runs(&[4, 5, 6, 1, 9, 10]), [4, 3, 1, 1, 9, 2]);
        assert_eq!(repeats(&[2, 2, 2, 0, 2]), [2, 3, 0, 1, 2, 1]);
        assert!(runs(&[]).is_empty() && repeats::<usize>(&[]).is_empty());
    }
}
