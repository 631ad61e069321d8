//! Every code that can be reported has a row and a page, and every row can be reported.

use rulebook::lint::{self, LINTS};
use std::{collections::BTreeSet, fs, path::Path};

/// Collects the codes in the source behind the calls that create a diagnostic.
fn collect_codes(folder: &Path, codes: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect_codes(&path, codes);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).expect("readable code");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            for start in [
                "Diagnostic::new(",
                "error(",
                "warning(",
                "fault(",
                ".tell(",
                ".report(",
                "code: ",
                "const FRONT_CODE: &str = ",
            ] {
                for (at, _) in code.match_indices(start) {
                    let rest = &code[at + start.len()..];
                    codes.extend(first_string(rest));
                }
            }
        }
    }
}

/// Returns the first string literal of a call, if it is a code.
fn first_string(call: &str) -> Option<String> {
    let call = &call[..call.find([';', '{']).unwrap_or(call.len())];
    let literal = call.split('"').nth(1)?;
    let code = !literal.is_empty() && literal.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    code.then(|| literal.to_owned())
}

#[test]
fn every_code_has_a_row_and_every_row_is_reported() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/core");
    let mut reported = BTreeSet::new();
    for folder in ["diagnostic", "syntax", "model", "resolve", "scenario"] {
        collect_codes(&src.join(folder), &mut reported);
    }
    let rows: BTreeSet<String> = LINTS.iter().map(|lint| lint.code.to_owned()).collect();
    assert_eq!(rows.len(), LINTS.len(), "a code has two rows");
    let missing: Vec<_> = reported.difference(&rows).collect();
    assert!(missing.is_empty(), "reported and not in LINTS: {missing:?}");
    // the examples on its page report it
    let own = |code: &str| src.join("lint/pages").join(format!("{code}.md")).exists();
    let unused: Vec<_> = rows
        .difference(&reported)
        .filter(|code| !own(code))
        .collect();
    assert!(unused.is_empty(), "in LINTS and never reported: {unused:?}");
}

#[test]
fn a_code_is_found_and_a_misspelt_one_is_corrected() {
    assert!(lint::find_lint("stale-value").is_some_and(|lint| lint.page.contains("stale-value")));
    assert!(lint::find_lint("stale-valeu").is_none());
    assert_eq!(lint::nearest_code("stale-valeu"), Some("stale-value"));
    assert_eq!(lint::nearest_code("something else"), None);
}
