//! The lint `printed-line`: an address that counts lines of a printed page, such as `line 2`; the
//! resolver finds it, this module reports it.

use super::{
    definition::{Lint, LintPass},
    patch_error_site::PatchErrorSite,
};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) const LINT: Lint = Lint {
    code: "printed-line",
    severity: Severity::Error,
    title: "an address that counts printed lines",
    page: include_str!("printed_line.md"),
    passes: &[LintPass::Resolver],
};

pub(super) fn report(site: &PatchErrorSite<'_>, out: &mut Vec<Diagnostic>) {
    let diagnostic = LINT.diagnostic(
        site.here(),
        format!(
            "`{}` counts lines of a printed page, which depend on the layout",
            site.slice()
        ),
    );
    out.push(
        diagnostic.help("quote words of the place, and keep the line as a hint: `… \"first … last\" in paragraph 2 (printed line 7)`"),
    );
}
