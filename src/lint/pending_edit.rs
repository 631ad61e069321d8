//! The lint `pending-edit`: a note for quoted words not found because the text is only partly
//! included; the resolver finds them, this module reports them.

use super::{
    definition::{Lint, LintPass},
    patch_error_site::PatchErrorSite,
};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) const LINT: Lint = Lint {
    code: "pending-edit",
    severity: Severity::Note,
    title: "a change of words in text that is not fully included",
    page: include_str!("pending_edit.md"),
    passes: &[LintPass::Resolver],
};

pub(super) fn report(site: &PatchErrorSite<'_>, out: &mut Vec<Diagnostic>) {
    let diagnostic = LINT.diagnostic(
        site.here(),
        "cannot find these words: not all of the text here is included",
    );
    out.push(diagnostic.label("applied as soon as the text is added"));
}
