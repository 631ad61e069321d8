//! Lines of print: those that the booklet in the library has, and those that a sheet counts.

use super::commands::Desktop;
use std::fs;

/// A booklet whose lines are short, and a sheet that counts lines.
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
fn a_line_of_the_booklet_is_shown() {
    let desktop = desktop();
    desktop.succeed("rulebook import short.md --book --ruleset dbm --edition 3.2");
    let shown = desktop.succeed("rulebook show \"p.1 line 3\"");
    assert!(
        shown.contains("are calculated, each troop element counts as 1"),
        "{shown}"
    );
}

#[test]
fn a_line_that_a_sheet_counts_is_a_doubt() {
    let desktop = desktop();
    let read = desktop.run(IMPORT).stdout;
    let why = "unsure: it counts printed lines, which depend on the layout";
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
