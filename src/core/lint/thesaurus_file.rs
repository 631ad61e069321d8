//! The lint `thesaurus-file`: keys or values of a `thesaurus.toml` that are not valid.

use super::{
    definition::{Lint, LintPass},
    toml_files::check_keys,
};
use crate::{
    analysis::{Analysis, SourceKind},
    diagnostic::{Diagnostic, Severity},
    search::THESAURUS_KEYS,
    text::SourceId,
};

pub(super) const LINT: Lint = Lint {
    code: "thesaurus-file",
    severity: Severity::Error,
    title: "a `thesaurus.toml` that cannot be used",
    page: include_str!("thesaurus_file.md"),
    passes: &[LintPass::Toml(check)],
};

fn check(analysis: &Analysis, source: SourceId, out: &mut Vec<Diagnostic>) {
    let is_own = |own: &crate::analysis::Source| own.kind == SourceKind::Thesaurus;
    if analysis.source(source).is_some_and(is_own) {
        check_keys(analysis, source, LINT.code, THESAURUS_KEYS, out);
    }
}
