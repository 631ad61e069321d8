//! Completion in check files and TOML files.

mod completion;

use crate::{
    analysis::{Source, SourceKind},
    model::toml_file::{self, TomlShape},
};

pub(super) use completion::complete;

/// Returns the table of keys of a TOML file of a ruleset; `None` for other files.
pub(super) fn shape_of(source: &Source) -> Option<&'static TomlShape> {
    match source.kind {
        SourceKind::Ruleset => Some(toml_file::RULESET),
        SourceKind::Vocabulary => Some(toml_file::SCENARIO),
        SourceKind::Thesaurus => Some(toml_file::THESAURUS),
        SourceKind::Import if source.ruleset.is_empty() => Some(toml_file::SHEET_WORDS),
        SourceKind::Import => Some(toml_file::IMPORT),
        SourceKind::Rules | SourceKind::Check | SourceKind::Scenario => None,
    }
}
