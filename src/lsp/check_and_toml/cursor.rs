//! Returns the hover, definition or symbol of the name or key at a byte of a check file or TOML
//! file.

use super::names::{NamedSymbol, shape_of, symbols};
use crate::{
    analysis::{Source, SourceKind},
    diagnostic::Location,
    export::markdown,
    lsp::{Snapshot, hover::describe_symbol, navigation::locations},
    model::toml_file,
    resolve::RulesetDb,
    text::{SourceId, Span},
};

/// Returns the symbol that is named at a byte, and its ruleset.
pub(crate) fn symbol_at<'a>(
    snapshot: &Snapshot<'a>,
    source: SourceId,
    byte: usize,
) -> Option<(&'a RulesetDb, NamedSymbol)> {
    let own = own_source(snapshot, source)?;
    let db = snapshot.analysis().ruleset_db(&own.ruleset)?;
    let found = symbols(db, own)
        .into_iter()
        .find(|found| found.span.touches(byte))?;
    Some((db, found))
}

/// Returns a source if it is a check file or TOML file.
fn own_source<'a>(snapshot: &Snapshot<'a>, source: SourceId) -> Option<&'a Source> {
    let own = snapshot.analysis().source(source)?;
    let is_other = matches!(own.kind, SourceKind::Rules | SourceKind::Scenario);
    (!is_other).then_some(own)
}

/// Explains the name or key at a byte, and returns its span.
pub(crate) fn explain(
    snapshot: &Snapshot<'_>,
    source: SourceId,
    byte: usize,
) -> Option<(String, Span)> {
    if let Some((db, found)) = symbol_at(snapshot, source, byte)
        && let Some(text) = describe_symbol(snapshot, db, &found.symbol)
    {
        return Some((text, found.span));
    }
    let own = own_source(snapshot, source)?;
    let keys = toml_file::toml_keys(&own.text, shape_of(own)?);
    let key = keys.into_iter().find(|key| key.span.touches(byte))?;
    let row = key.row?;
    let name = markdown::code(row.name);
    Some((
        format!("{name}: {}\n", markdown::escape(row.about)),
        key.span,
    ))
}

/// Returns where the name at a byte is defined, and its span.
pub(crate) fn definition(
    snapshot: &Snapshot<'_>,
    source: SourceId,
    byte: usize,
) -> Option<(Vec<Location>, Span)> {
    if let Some((db, found)) = symbol_at(snapshot, source, byte) {
        let view = snapshot.view(db)?;
        let at = locations(snapshot, db, &found.symbol, &view);
        return Some((at, found.span));
    }
    let own = own_source(snapshot, source)?;
    let shape = shape_of(own).filter(|_| own.kind == SourceKind::Vocabulary)?;
    let name = toml_file::toml_names(&own.text, shape)
        .into_iter()
        .find(|name| name.span.touches(byte))?;
    let keys = toml_file::toml_keys(&own.text, shape);
    let found: Vec<_> = keys
        .iter()
        .filter(|key| key.defines(name.kind) && key.name() == name.name)
        .collect();
    // a property of the kind that names it
    let around = keys
        .iter()
        .filter(|key| key.span.start() <= byte)
        .max_by_key(|key| key.span.start())
        .and_then(|key| key.path.get(1));
    let same = found.iter().filter(|key| key.path.get(1) == around);
    let at = same
        .chain(&found)
        .next()
        .map(|key| Location::new(source, key.span));
    Some((at.into_iter().collect(), name.span))
}
