//! Finds the table of keys of a TOML file of a ruleset, by its kind.

use crate::{
    analysis::{Source, SourceKind},
    model::{RULESET_KEYS, toml_file},
    scenario::SCENARIO_KEYS,
    search::THESAURUS_KEYS,
    syntax::ValueKind,
};

/// Returns the table of keys of a TOML file of a ruleset; `None` for other files.
pub(super) fn shape_of(source: &Source) -> Option<&'static ValueKind> {
    match source.kind {
        SourceKind::Ruleset => Some(RULESET_KEYS),
        SourceKind::Vocabulary => Some(SCENARIO_KEYS),
        SourceKind::Thesaurus => Some(THESAURUS_KEYS),
        SourceKind::Import if source.ruleset.is_empty() => Some(toml_file::SHEET_KEYS),
        SourceKind::Import => Some(toml_file::IMPORT_KEYS),
        SourceKind::Rules | SourceKind::Check | SourceKind::Scenario => None,
    }
}
