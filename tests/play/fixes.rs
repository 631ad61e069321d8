//! The severity of diagnostics and the text that fixes and comments give.

use super::{SHIPPED, TODAY};
use rulebook::{
    analysis::Request,
    diagnostic::{Diagnostic, Severity},
    scenario::CheckOptions,
    text::SourceId,
};

/// Returns the diagnostics of a DBM list with `body` at an edition.
fn check(edition: &str, body: &str) -> (String, Vec<Diagnostic>) {
    let (analysis, checker) = &*SHIPPED;
    let text = format!("---\nruleset: dbm\nedition: \"{edition}\"\npoints: 400\n---\n\n{body}");
    let options = CheckOptions {
        request: Request::default(),
        today: TODAY,
    };
    let found = checker.check(analysis, SourceId(u32::MAX), &text, &options);
    (text, found)
}

/// Returns the list with the first fix of the first diagnostic of a code.
fn fixed(edition: &str, body: &str, code: &str) -> String {
    let (mut text, found) = check(edition, body);
    let fixes = found.iter().filter(|found| found.code == code);
    let fix = fixes.flat_map(|found| &found.fixes).next();
    let edit = &fix.unwrap_or_else(|| panic!("{found:#?}")).edits[0];
    let span = edit.at.span;
    text.replace_range(span.start()..span.end(), &edit.text);
    text
}

const COSTS: &str = "# Invader: Gauls\n\n## Command 1: Brennus\n\n- 1 Irr Cv(O) C-in-C\n";

#[test]
fn what_only_the_unofficial_table_says_is_a_warning_at_most() {
    let severity = |line: &str| {
        let (_, found) = check("3.4", &format!("{COSTS}{line}\n"));
        let own = found.iter().find(|found| found.code == "dbm/declared-cost");
        let own = own.unwrap_or_else(|| panic!("{line}: {found:#?}"));
        (own.severity, own.help.clone().unwrap_or_default())
    };
    let (unofficial, help) = severity("- 8 Irr Wb(S) @8");
    assert_eq!(unofficial, Severity::Warning);
    assert!(help.contains("community table, not official"), "{help}");
    // the 3.4 sheet prints this cost
    assert_eq!(severity("- 8 Irr Bw(S) @8").0, Severity::Error);
    // the sheet's cost of archers and the table's of horses
    assert_eq!(severity("- 8 Irr Bw(S) mounted @8").0, Severity::Error);
}

#[test]
fn a_line_is_added_to_the_army_and_never_to_a_section() {
    let sections = "\n## Terrain\n\n- H(G), 1 FE\n\n## Fortifications\n\n- 4 TF\n";
    let after_lines = fixed(
        "3.4",
        &format!("{COSTS}{sections}"),
        "dbm/baggage-unwritten",
    );
    assert!(
        after_lines.contains("- 1 Irr Cv(O) C-in-C\n- 6 baggage\n\n## Terrain"),
        "{after_lines}"
    );
    let own = format!(
        "# Invader: Gauls\n\n- 2 TF\n{sections}\n## Command 1: Brennus\n\n- 1 Irr Cv(O) C-in-C\n"
    );
    let own = fixed("3.4", &own, "dbm/baggage-unwritten");
    assert!(own.contains("- 2 TF\n- 6 baggage\n\n## Terrain"), "{own}");
    let ally = format!(
        "# Invader: Gauls\n{sections}\n## Ally: Ligurians\n\n- 1 Irr Cv(O) general\n\n{}",
        &COSTS[18..]
    );
    let ally = fixed("3.4", &ally, "dbm/baggage-unwritten");
    assert!(ally.ends_with("C-in-C\n- 6 baggage\n"), "{ally}");
    let mail = fixed(
        "3.4",
        "# INVADER: Gauls\nTOTAL: 17\n\n## COMMAND 1: Brennus\n1 Irr Cv(O) C-in-C\n\n## Fortifications\n4 TF\n",
        "dbm/baggage-unwritten",
    );
    assert!(
        mail.contains("C-in-C\n- 6 baggage\n\n## Fortifications"),
        "{mail}"
    );
}

#[test]
fn a_fix_writes_a_word_as_players_do() {
    for (written, expected) in [
        ("H(G)", "H(S)"),
        ("hg", "hs"),
        ("gentle hill", "steep hill"),
    ] {
        let body = format!("# Invader: Gauls\n\n## Terrain\n\n- {written}, 1 FE, steep\n");
        let text = fixed("3.4", &body, "dbm/hill-kind");
        assert!(
            text.contains(&format!("- {expected}, 1 FE, steep")),
            "{text}"
        );
    }
    let text = fixed(
        "3.4",
        &format!("{COSTS}- 4 Reg Wb(O)\n"),
        "dbm/no-such-drill",
    );
    assert!(text.contains("- 4 Irr Wb(O)"), "{text}");
    for (written, expected) in [
        ("réguliers", "irréguliers"),
        ("Régulières", "Irrégulières"),
        ("Reguläre", "Irreguläre"),
    ] {
        let body = format!("{COSTS}- 4 {written} Wb(O)\n");
        let text = fixed("3.4", &body, "dbm/no-such-drill");
        assert!(text.contains(&format!("- 4 {expected} Wb(O)")), "{text}");
        let (_, found) = check("3.4", &body);
        let mut fixes = found.iter().flat_map(|found| &found.fixes);
        let title = format!("write {expected}");
        assert!(fixes.any(|fix| fix.title == title), "{found:#?}");
    }
}

#[test]
fn comments_that_allow_nothing_are_reported() {
    let warnings = |lines: &str| {
        let (text, found) = check("3.4", &format!("{COSTS}- 6 baggage\n{lines}"));
        let own = found
            .into_iter()
            .filter(|found| found.code != "dbm/no-such-drill");
        let describe = |found: Diagnostic| {
            assert_eq!(found.severity, Severity::Warning, "{found:#?}");
            let mut text = text.clone();
            let edit = &found.fixes[0].edits[0];
            text.replace_range(edit.at.span.start()..edit.at.span.end(), &edit.text);
            let left = text
                .split_once("6 baggage\n")
                .expect("the line")
                .1
                .to_owned();
            (found.code.to_string(), found.message, left)
        };
        own.map(describe).collect::<Vec<_>>()
    };
    assert_eq!(
        warnings("<!-- allow declared-cost: we agreed -->\n- 8 Irr Bw(S) @8\n"),
        []
    );
    assert_eq!(
        warnings("<!-- allow declared-cost: we agreed -->\n- 8 Irr Bw(S) @5.5\n"),
        [(
            "scenario-allow".to_owned(),
            "there is no problem `declared-cost` here at 3.4".to_owned(),
            "- 8 Irr Bw(S) @5.5\n".to_owned()
        )]
    );
    assert_eq!(
        warnings("<!-- allow declared-csot: we agreed -->\n- 8 Irr Bw(S) @5.5\n"),
        [(
            "scenario-allow".to_owned(),
            "unknown problem `declared-csot`".to_owned(),
            "<!-- allow declared-cost: we agreed -->\n- 8 Irr Bw(S) @5.5\n".to_owned()
        )]
    );
    assert_eq!(
        warnings("- 8 Irr Bw(S) @5.5 <!-- allow declared-cost -->\n"),
        [(
            "scenario-allow".to_owned(),
            "this comment allows nothing without a reason".to_owned(),
            "- 8 Irr Bw(S) @5.5 \n".to_owned()
        )]
    );
    assert_eq!(warnings("<!-- allow me to say that they are few -->\n"), []);
}
