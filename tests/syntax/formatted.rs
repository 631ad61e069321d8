//! Formatting changes no tree, and nothing when done twice.

use super::{shipped, syntax_outline::outline, total};
use proptest::{prelude::*, test_runner::TestCaseResult};
use rulebook::{syntax, text::SourceId};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_notation(name in total::name(), text in total::notation()) {
        check(name, &text)?;
    }

    #[test]
    fn any_change_of_a_shipped_file(name in total::name(), text in total::mutated()) {
        check(name, &text)?;
    }
}

#[test]
fn shipped_files() {
    for (path, text) in shipped::files() {
        check(path.as_str(), &text).expect("a file that formats well");
    }
}

#[test]
fn a_text_that_has_no_one_form() {
    check("base.rules.md", "\n\n> \n    > \n> ").expect("a text that formats well");
}

fn check(name: &str, text: &str) -> TestCaseResult {
    let once = syntax::format(text, name);
    same("the tree", &tree(name, text), &tree(name, &once))?;
    same("formatted again", &once, &syntax::format(&once, name))
}

fn same(what: &str, a: &str, b: &str) -> TestCaseResult {
    let differs = a.split('\n').zip(b.split('\n')).find(|(a, b)| a != b);
    prop_assert!(a == b, "{what}: {differs:?}");
    Ok(())
}

fn tree(name: &str, text: &str) -> String {
    outline(&syntax::parse(SourceId(0), name, text))
}
