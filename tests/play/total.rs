//! Any text can be parsed as a scenario, if only as one full of errors.

use super::{SHIPPED, TODAY};
use proptest::prelude::*;
use rulebook::{
    analysis::Request,
    scenario::{CheckOptions, MAX_FILE_BYTES},
    text::SourceId,
};

fn messages(text: &str) -> Vec<String> {
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

fn list(line: &str) -> String {
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

/// Lines as people write them, and worse.
fn lines() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "- ",
        "8 ",
        "20 ",
        "Irr ",
        "Reg ",
        "Wb",
        "Kn",
        "(S)",
        "(O)",
        " (X",
        ")",
        "/",
        "+",
        " AP",
        "@",
        "½",
        "C-in-C",
        "# ",
        "## ",
        "Invader",
        "Command 1",
        ": ",
        ", ",
        "\n",
        "\n\n",
        "baggage",
        "at 0,0 to 5,5",
        "dice 5",
        "## Terrain\n",
        "- Rv ",
        "<!-- ",
        " -->",
        "```\n",
        "> ",
        "\t",
        "１２",
        "\0",
        "é",
        "\r\n",
        "\"",
        "---\n",
    ]);
    prop::collection::vec(pieces, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_text_is_parsed(text in lines()) {
        messages(&text);
        messages(&list(&text));
    }

    #[test]
    fn any_characters_are_parsed(text in "\\PC{0,200}") {
        messages(&list(&text));
    }
}
