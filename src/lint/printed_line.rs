use super::{Check, Lint, fault::Site};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) const LINT: Lint = Lint {
    code: "printed-line",
    severity: Severity::Error,
    title: "an address that counts printed lines",
    page: include_str!("printed_line.md"),
    checks: &[Check::Resolving],
};

pub(super) fn fault(site: &Site<'_>, out: &mut Vec<Diagnostic>) {
    let finding = LINT.find(
        site.here(),
        format!(
            "`{}` counts lines on a printed page, which are layout",
            site.slice()
        ),
    );
    out.push(
        finding.help("quote words that stand there, and keep the line as a hint: `… \"first … last\" in paragraph 2 (printed line 7)`"),
    );
}
