//! Queries: every one is answered, the clauses in force first, with snippets whose marks are words.

use super::input::{self, Inputs, Texts};
use crate::search::{ALL, newest, shipped};
use rulebook::{analysis::ParsedQuery, search::query};

/// Pieces of queries.
const PIECES: &[&str] = &[
    "knights",
    "Kn(X)",
    "rear",
    "warband",
    "\"",
    "(",
    ")",
    " AND ",
    " OR ",
    " NOT ",
    "-",
    "at:",
    "3.3",
    "changed:",
    "..",
    "is:deleted",
    "is:",
    "page:",
    "22",
    "*",
    "½",
    "+1",
    "200p",
    " ",
    ":",
    "kind:",
    "section:",
    "in:",
    "as-of:",
    "2020-01-01",
    "document:",
    "dbm",
    "kni*",
    "p. 22",
    "#",
];

pub(super) fn inputs(mut real: Vec<String>) -> Inputs {
    let lines = input::files("tests/relevance", &[".jsonl"]).concat();
    let question = |line: &str| {
        let row: serde_json::Value = serde_json::from_str(line).ok()?;
        row.as_object()?.values().find_map(|value| {
            value
                .as_str()
                .filter(|text| text.contains(' '))
                .map(str::to_owned)
        })
    };
    real.extend(lines.lines().filter_map(question));
    Texts::new(real, PIECES).boxed()
}

/// Checks that the faults of a query are in it.
pub(super) fn check_notation(text: &str) {
    let (_, faults) = query::parse(text);
    for fault in faults {
        assert!(
            text.get(fault.span.start()..fault.span.end()).is_some(),
            "{fault:?}"
        );
    }
}

/// Checks the answer to a query.
pub(super) fn check(text: &str) {
    check_notation(text);
    let (analysis, index) = shipped();
    let query = ParsedQuery::new(text);
    let found = analysis
        .find(index, &query, &[newest(analysis)], ALL)
        .expect("an answer");
    assert!(found.hits.is_sorted_by_key(|hit| !hit.holds));
    for hit in found.hits {
        for mark in hit.snippet.marks {
            let words = hit.snippet.text.get(mark.start()..mark.end());
            assert!(words.is_some_and(|words| !words.is_empty()), "{mark:?}");
        }
    }
}
