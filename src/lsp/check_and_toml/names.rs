//! Finds the clauses, facts, documents and editions that check and TOML files name, with the bytes
//! of each name.

use crate::{
    analysis::{Analysis, Source, SourceKind},
    diagnostic::Location,
    model::{RULESET_KEYS, toml_file},
    resolve::{RulesetDb, Symbol},
    scenario::{self, ReferenceKind},
    search::THESAURUS_KEYS,
    syntax::{NameKind, ValueKind},
    text::{SourceId, Span},
};

/// A symbol that a check file or TOML file names, and the bytes of its name.
pub(crate) struct NamedSymbol {
    /// The symbol that is named.
    pub(crate) symbol: Symbol,
    /// The bytes of the name.
    pub(crate) span: Span,
}

/// Returns the table of keys of a TOML file of a ruleset; `None` for other files.
pub(super) fn shape_of(source: &Source) -> Option<&'static ValueKind> {
    match source.kind {
        SourceKind::Ruleset => Some(RULESET_KEYS),
        SourceKind::Vocabulary => Some(scenario::SCENARIO_KEYS),
        SourceKind::Thesaurus => Some(THESAURUS_KEYS),
        SourceKind::Import if source.ruleset.is_empty() => Some(toml_file::SHEET_KEYS),
        SourceKind::Import => Some(toml_file::IMPORT_KEYS),
        SourceKind::Rules | SourceKind::Check | SourceKind::Scenario => None,
    }
}

/// Returns the symbols that a check file or TOML file names, in the order of the file.
pub(super) fn symbols(db: &RulesetDb, source: &Source) -> Vec<NamedSymbol> {
    if source.kind == SourceKind::Check {
        let references = scenario::find_references(&source.text).into_iter();
        return references
            .map(|(kind, name)| {
                let is_fact = !db.sections_with_fact(&name.value).is_empty();
                let (symbol, length) = match kind {
                    ReferenceKind::Fact if is_fact => {
                        (Symbol::Fact(name.value.as_str().into()), name.value.len())
                    }
                    ReferenceKind::Fact | ReferenceKind::Clause => {
                        (Symbol::Clause(name.value.as_str().into()), name.value.len())
                    }
                    ReferenceKind::Instruction => {
                        let document = name.value.split(':').next().unwrap_or_default();
                        (Symbol::Document(document.into()), document.len())
                    }
                };
                let start = name.span.start();
                NamedSymbol {
                    symbol,
                    span: Span::new(start, start + length),
                }
            })
            .collect();
    }
    let Some(shape) = shape_of(source) else {
        return Vec::new();
    };
    let names = toml_file::toml_names(&source.text, shape).into_iter();
    names
        .filter_map(|name| {
            let text = name.name.as_str().into();
            let symbol = match name.kind {
                NameKind::Edition => Symbol::Edition(text),
                NameKind::Document => Symbol::Document(text),
                NameKind::Clause => Symbol::Clause(text),
                _ => return None,
            };
            Some(NamedSymbol {
                symbol,
                span: name.span,
            })
        })
        .collect()
}

/// Returns where the check files and TOML files of a ruleset name one of some symbols.
pub(crate) fn occurrences(
    analysis: &Analysis,
    db: &RulesetDb,
    targets: &[Symbol],
) -> Vec<Location> {
    let mut out = Vec::new();
    for (at, source) in analysis.sources().iter().enumerate() {
        let is_other = matches!(source.kind, SourceKind::Rules | SourceKind::Scenario);
        let names_any = || {
            targets
                .iter()
                .any(|symbol| source.text.contains(symbol.name()))
        };
        if is_other || source.ruleset != db.ruleset.key || !names_any() {
            continue;
        }
        let found = symbols(db, source).into_iter();
        let own = found.filter(|found| targets.contains(&found.symbol));
        out.extend(own.map(|found| Location::new(SourceId(at as u32), found.span)));
    }
    out
}
