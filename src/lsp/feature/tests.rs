//! Tests that `editors.md` lists exactly the methods of `FEATURES`, with test files that exist.

use super::*;
use std::path::Path;

/// The rows of the chapter's table of features: the methods in a row, and its tests.
fn rows(chapter: &'static str) -> Vec<(Vec<&'static str>, Vec<&'static str>)> {
    let table = chapter
        .split("| feature | methods | tests |")
        .nth(1)
        .unwrap_or_default();
    let rows = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let quoted = |cell: &'static str| cell.split('`').skip(1).step_by(2).collect();
    let row = |row: &'static str| {
        let mut cells = row.trim_matches('|').split('|').skip(1);
        Some((quoted(cells.next()?), quoted(cells.next()?)))
    };
    rows.filter_map(row).collect()
}

#[test]
fn the_book_lists_every_feature_with_existing_tests() {
    let rows = rows(include_str!("../../../docs/src/editors.md"));
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let listed = |method: &str| rows.iter().any(|(methods, _)| methods.contains(&method));
    let missing: Vec<&str> = FEATURES
        .iter()
        .map(|feature| feature.method)
        .filter(|method| !listed(method))
        .collect();
    assert!(
        missing.is_empty(),
        "not in the table of features in docs/src/editors.md: {}",
        missing.join(", ")
    );
    for (methods, tests) in &rows {
        let known = |method: &&&str| FEATURES.iter().any(|feature| feature.method == **method);
        assert_eq!(
            methods.iter().filter(known).count(),
            methods.len(),
            "{methods:?}"
        );
        assert!(!tests.is_empty(), "{methods:?} without a test");
        for test in tests {
            assert!(home.join(test).is_file(), "{test} is not there");
        }
    }
}
