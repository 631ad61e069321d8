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
