//! Errors of a scenario are reported where they are.

use super::{SHIPPED, TODAY};
use rulebook::{
    analysis::Request,
    scenario::{CheckOptions, MAX_FILE_BYTES},
    text::SourceId,
};

/// The messages about a scenario, whose places lie in it.
pub(crate) fn messages(text: &str) -> Vec<String> {
    let (analysis, checker) = &*SHIPPED;
    let options = CheckOptions {
        request: Request::default(),
        today: TODAY,
    };
    let found = checker.check(analysis, SourceId(u32::MAX), text, &options);
    for finding in found
        .iter()
        .filter(|finding| finding.at.source == SourceId(u32::MAX))
    {
        assert!(
            text.get(finding.at.span.start()..finding.at.span.end())
                .is_some(),
            "{finding:?}"
        );
    }
    found.into_iter().map(|finding| finding.message).collect()
}

/// A scenario with a line.
pub(crate) fn list(line: &str) -> String {
    format!(
        "---\nruleset: dbm\nedition: \"3.4\"\n---\n\n# Invader: Gauls\n\n## Command 1: Brennus\n\n{line}\n"
    )
}

#[test]
fn errors_are_reported_where_they_are() {
    let one = |line: &str| messages(&list(line)).join("; ");
    assert!(
        one("- 999999999999 Wb(S)").contains("999999999999 is too large"),
        "{}",
        one("- 999999999999 Wb(S)")
    );
    assert!(
        one("- -3 Kn(O)").contains("-3 is too small"),
        "{}",
        one("- -3 Kn(O)")
    );
    assert!(
        one("-3 Kn(O)").contains("-3 is too small"),
        "{}",
        one("-3 Kn(O)")
    );
    assert!(
        one("- ８ Irr Wb(S)").contains("digits"),
        "{}",
        one("- ８ Irr Wb(S)")
    );
    assert!(
        one("- 8 Irr\0 Wb(S)").contains("NUL"),
        "{}",
        one("- 8 Irr\0 Wb(S)")
    );
    assert!(
        one("- 8 Irr Wbb(S)").contains("unknown word `Wbb`"),
        "{}",
        one("- 8 Irr Wbb(S)")
    );
    assert!(
        messages(&"x".repeat(MAX_FILE_BYTES + 1))
            .join("; ")
            .contains("MB")
    );
    let twice = list("- 8 Irr Wb(S)\n\n## Command 1: Brennus\n\n- 2 Irr Cv(O)");
    assert!(
        messages(&twice)
            .iter()
            .any(|message| message.contains("is used twice")),
        "{:?}",
        messages(&twice)
    );
    let none = "---\nruleset: dbm\n---\n\n# Invader: Gauls\n";
    assert!(
        messages(none)
            .iter()
            .any(|message| message.contains("no edition named")),
        "{:?}",
        messages(none)
    );
    let wrong = "---\nruleset: dbn\n---\n";
    assert!(
        messages(wrong)
            .iter()
            .any(|message| message.contains("unknown ruleset `dbn`")),
        "{:?}",
        messages(wrong)
    );
}
