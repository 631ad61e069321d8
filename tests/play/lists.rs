//! The diagnostics of the example lists, with their places and clauses: `lists.txt`. `UPDATE=1 cargo test
//! play::` rewrites it; each line has to be right by the rules.

use super::{SHIPPED, TODAY};
use rulebook::{
    analysis::Request,
    scenario::CheckOptions,
    text::{LineIndex, SourceId},
};
use std::{fmt::Write as _, fs, path::PathBuf};

/// The lists, each with the editions at which it is checked; an empty one is that of the list itself.
const LISTS: &[(&str, &[&str])] = &[
    ("dbm/examples/pyrrhos", &["3.4", "3.3", "3.2"]),
    ("dbm/examples/longbows", &["3.3", "3.4"]),
    ("dbm/examples/beginner", &["3.4"]),
    ("dbm/examples/email", &["3.4"]),
    ("dba/examples/numidians-at-home", &[""]),
    ("warmaster-ancients/examples/zama", &[""]),
    ("dbx-skirmish/examples/bridge-at-dawn", &[""]),
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_example_lists_have_these_diagnostics_and_no_others() {
    let (analysis, checker) = &*SHIPPED;
    let mut out = String::new();
    for (name, editions) in LISTS {
        let text = fs::read_to_string(root().join("rules").join(format!("{name}.scenario.md")))
            .expect("an example");
        let lines = LineIndex::new(&text);
        for edition in *editions {
            writeln!(out, "{name} {edition}").expect("a string takes all");
            let edition = (!edition.is_empty()).then(|| (*edition).to_owned());
            let options = CheckOptions {
                request: Request {
                    edition,
                    ..Request::default()
                },
                today: TODAY,
            };
            for found in checker.check(analysis, SourceId(u32::MAX), &text, &options) {
                let at = lines.position(&text, found.at.span.start());
                writeln!(
                    out,
                    "  {}:{} {}: {}",
                    at.line + 1,
                    at.column + 1,
                    found.code,
                    found.message
                )
                .expect("a string takes all");
                let cited = found
                    .related
                    .iter()
                    .find(|cited| cited.at.source != SourceId(u32::MAX));
                let cited = cited.map(|cited| {
                    cited
                        .message
                        .split("): ")
                        .next()
                        .unwrap_or_default()
                        .to_owned()
                        + ")"
                });
                // what no held sentence says cites none
                writeln!(
                    out,
                    "    {}",
                    cited.unwrap_or_else(|| "no clause".to_owned())
                )
                .expect("a string takes all");
            }
        }
    }
    let path = root().join("tests/play/lists.txt");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &out).expect("the answers are written");
    }
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), out);
}
