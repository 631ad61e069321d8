//! Addresses that count lines of print, with and without a booklet in the library.

use super::commands::Desktop;
use std::fs;

/// A booklet whose lines are short, and a sheet that counts them.
const BOOKLET: &str = "
# Losses

The miller rests. When demoralisation, defeat and tie breaks
are calculated, each troop element counts as 1 element
equivalent, except in these cases:

- Each war wagon (I) element counts as 3 element equivalents.
- A psiloi element, a horde except (I), a boat (F) or an irregular auxilia (I)
  counts as ½ an element equivalent.
- Hordes (I) or expendables count as 0 element equivalents.
- One. A lamp.
- Two. A mill.

The widow counts both weather vanes after vespers.
";

const SHEET: &str = "
# Lamplighters' amendments to the rules

These amendments were agreed by the players in March and apply to all games that begin after 1 May 2026.

### LOSSES Page 25

First paragraph. Line 4. Replace with:

- A lamp counts as nothing.

First paragraph. Line 2. Delete.

First paragraph. Line 1. Replace \"rests\" with \"sleeps\".

First paragraph. Line 3. Replace \"miller\" with \"baker\".
";

const IMPORT: &str = "rulebook import sheet.md --dry-run --explain --ruleset dbm";

fn desktop() -> Desktop {
    let desktop = Desktop::new();
    fs::write(desktop.path().join("short.md"), BOOKLET).expect("a file");
    fs::write(desktop.path().join("sheet.md"), SHEET).expect("a file");
    desktop
}

#[test]
fn a_line_is_read_from_the_booklet() {
    let desktop = desktop();
    desktop.succeed("rulebook import short.md --book --ruleset dbm --edition 3.2");
    let read = desktop.run(IMPORT).stdout;
    for words in [
        // a bullet
        "read: Replace paragraph 1, bullet 1",
        // words within a sentence
        "read: Delete \"are calculated, each troop element counts as 1 element\" in paragraph 1 (printed line 2)",
        "unsure: line 2 reads \"are calculated, each troop element counts as 1 element\" in the booklet of 3.2",
        // a hint that does not agree
        "unsure: line 3 reads \"equivalent, except in these cases:\" in the booklet of 3.2",
    ] {
        assert!(read.contains(words), "{words}\n{read}");
    }
    // a hint that agrees is no doubt
    assert!(!read.contains("line 1 reads"), "{read}");
    let shown = desktop.succeed("rulebook show \"p.1 line 3\"");
    assert!(
        shown.contains("are calculated, each troop element counts as 1"),
        "{shown}"
    );
}

#[test]
fn a_line_is_not_known_without_a_booklet() {
    let desktop = desktop();
    let read = desktop.run(IMPORT).stdout;
    let why = "unsure: it counts printed lines, and line 4 is not known: the library has no booklet for 3.4 with this section";
    assert!(read.contains(why), "{read}");
    let shown = desktop.run("rulebook show \"p.22 line 7\"");
    assert_ne!(shown.code, 0);
    assert!(
        shown
            .stderr
            .contains("page 22, line 7, of the booklet is not known"),
        "{}",
        shown.stderr
    );
}
