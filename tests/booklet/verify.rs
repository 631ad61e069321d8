//! `rulebook verify booklet-3.2`, and the values of printed tables.

use super::commands::Desktop;
use std::fs;

const BOOKLET: &str = "
# Element cost

| Troop type | S | O | I | F | X |
|---|---|---|---|---|---|
| Regular Knights | 15 | 12 | 10 | 11 | 14 |
| Reg Ax | 4½ | 3½ | 2½ | – | 3 |

| Troop type | S | O | I | F | X |
|---|---|---|---|---|---|
| Irregular Knights | 12 | 10 | 8 | 9 | 11 |

# Army size

A lamp is lit. Each army must include 6 elements of baggage if its size is 500 AP or less, otherwise 8. After deployment, all baggage elements must be assigned to a single command that is on table and belongs to a C-in-C or sub-general. Before the set-up procedure of P. 12 starts, all other elements and generals may be assigned to commands.

A lantern burns.

# Knights, Superior (S)

A lamp or Norman lances.
";

/// Returns a text with single blanks.
fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_difference_is_listed_with_both_wordings() {
    let desktop = Desktop::new();
    fs::write(desktop.path().join("plain.md"), BOOKLET).expect("a file");
    let imported = desktop.run("rulebook import plain.md --book --ruleset dbm --edition 3.2");
    assert_eq!(imported.code, 1, "{}", imported.stdout);
    let summary = joined(&imported.stdout);
    for words in [
        "element-cost: Reg Kn, X: the booklet prints \"14\", and what the rules have at this edition is \"13\"",
        "`army-size.baggage.limit` is 400 in the rules, and the booklet prints 500",
    ] {
        assert!(summary.contains(words), "{words}\n{summary}");
    }
    // the values of tables with names written in full are those of the rules
    let shown = joined(&desktop.succeed("rulebook show element-cost --at 3.2"));
    assert!(
        shown.contains("Reg Kn 15 [a] 12 [a] 10 [a] 11 [a] 14 [a]"),
        "{shown}"
    );
    assert!(
        shown.contains("Irr Kn 12 [a] 10 [a] 8 [a] 9 [a] 11 [a]"),
        "{shown}"
    );

    let verified = desktop.run("rulebook verify booklet-3.2");
    assert_eq!(verified.code, 1, "{}", verified.stderr);
    let report = joined(&verified.stdout);
    for words in [
        "Other values element-cost Reg Kn, X booklet [-14-] restated {+13+}",
        "if its size is [-500-] AP",
        "if its size is {+400+} AP",
        "generals [-may-] be assigned",
        "generals {+must+} be assigned",
        "Without the words that a sheet has there knights.s knights.s/p1/s1",
        "Not in the booklet",
        "Sections of the sheets that the booklet does not have",
    ] {
        assert!(report.contains(words), "{words}\n{report}");
    }
    let json = desktop
        .run("rulebook verify booklet-3.2 --format json")
        .stdout;
    let read: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(read["booklet"], "booklet-3.2");
    assert!(
        read["differences"]
            .as_array()
            .is_some_and(|own| own.len() > 4)
    );
}

#[test]
fn booklets_of_two_editions_must_agree() {
    let desktop = Desktop::new();
    let text = |number: &str| format!("# Weather\n\nA miller counts {number} lamps.\n");
    fs::write(desktop.path().join("old.md"), text("three")).expect("a file");
    fs::write(desktop.path().join("new.md"), text("nine")).expect("a file");
    desktop.succeed("rulebook import old.md --book --ruleset dbm --edition 3.2");
    let verified = desktop.run("rulebook verify booklet-3.2");
    assert_eq!(verified.code, 0, "{}", verified.stdout);
    desktop.run("rulebook import new.md --book --ruleset dbm --edition 3.3");
    let report = joined(&desktop.run("rulebook verify booklet-3.3").stdout);
    assert!(
        report.contains("booklet A miller counts [-nine-] lamps. print A miller counts {+three+} lamps. [booklet-3.2]"),
        "{report}"
    );
}
