//! The lint `import-file`: keys or values of an `import.toml` that are not valid, or documents and
//! clauses in it that the ruleset does not have.

use super::{
    definition::{Lint, LintPass},
    toml_files::check_keys,
};
use crate::{
    analysis::{Analysis, SourceKind},
    diagnostic::{Diagnostic, Severity},
    model::toml_file,
    text::SourceId,
};

pub(super) const LINT: Lint = Lint {
    code: "import-file",
    severity: Severity::Error,
    title: "an `import.toml` that cannot be used",
    page: include_str!("import_file.md"),
    passes: &[LintPass::Toml(check)],
};

fn check(analysis: &Analysis, source: SourceId, out: &mut Vec<Diagnostic>) {
    let own = analysis
        .source(source)
        .filter(|own| own.kind == SourceKind::Import);
    if let Some(own) = own {
        // the file for all rulesets has the words of printed sheets in any of them
        let shape = if own.ruleset.is_empty() {
            toml_file::SHEET_KEYS
        } else {
            toml_file::IMPORT_KEYS
        };
        check_keys(analysis, source, LINT.code, shape, out);
    }
}
