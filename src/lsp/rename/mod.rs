//! Answers `textDocument/prepareRename` and `textDocument/rename`: the edits that rename a clause,
//! fact, term or document in the rules, check and TOML files of its ruleset, or why it cannot be
//! renamed.

use super::names::{names, unquoted};
use crate::{
    analysis::{Analysis, SourceKind, SourceOrigin},
    diagnostic::{Location, SourceEdit},
    lsp::{ClientCapabilities, HandlerResult, ResponseError, Snapshot, edit},
    resolve::{OccurrenceRole, RulesetDb, Symbol, SymbolOccurrence, file_section_id},
    syntax::{RulesFile, is_name},
    text::{SourceId, Span},
};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tower_lsp::gen_lsp_types::{
    Range, RenameOptions, RenameParams, RenameProvider, ServerCapabilities,
    TextDocumentPositionParams,
};

pub(crate) fn set_capabilities(client: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
    let prepare = client.has("/textDocument/rename/prepareSupport");
    capabilities.rename_provider = Some(if prepare {
        RenameProvider::RenameOptions(RenameOptions {
            prepare_provider: Some(true),
            ..RenameOptions::default()
        })
    } else {
        RenameProvider::Bool(true)
    });
}

/// Returns the name at the cursor if it can be changed.
pub(crate) fn prepare(
    snapshot: &Snapshot<'_>,
    at: TextDocumentPositionParams,
) -> HandlerResult<Value> {
    let Some((db, symbol, range)) = at_cursor(snapshot, &at) else {
        return Ok(None);
    };
    check_renamable(snapshot.analysis(), db, &symbol).map_err(ResponseError::Failed)?;
    Ok(Some(json!({"range": range, "placeholder": symbol.name()})))
}

/// Renames the symbol at the cursor everywhere.
pub(crate) fn rename(snapshot: &Snapshot<'_>, params: RenameParams) -> HandlerResult<Value> {
    let Some((db, symbol, _)) = at_cursor(snapshot, &params.text_document_position_params) else {
        return Err(ResponseError::Failed(
            "there is no name here to change".into(),
        ));
    };
    let changes =
        edits(snapshot.analysis(), db, &symbol, &params.new_name).map_err(ResponseError::Failed)?;
    snapshot.check_cancelled()?;
    Ok(Some(edit::workspace(snapshot, &changes)))
}

/// Finds the symbol at the cursor, and the range of its name.
fn at_cursor<'a>(
    snapshot: &Snapshot<'a>,
    at: &TextDocumentPositionParams,
) -> Option<(&'a RulesetDb, Symbol, Range)> {
    let (source, lines, byte) = snapshot.source_cursor(at)?;
    // the words of a scenario are not the names of what they mean
    if snapshot.scenario_of(source).is_some() {
        return None;
    }
    let (db, found) = snapshot.name_at(source, byte)?;
    let (symbol, span) = plain_symbol(lines.text(), &found);
    Some((db, symbol, lines.range(span)))
}

/// Returns the symbol of an occurrence, and the span of its name. Subject indexes write terms as
/// `#term:kn`, and may name units below a name.
fn plain_symbol(text: &str, found: &SymbolOccurrence) -> (Symbol, Span) {
    let span = unquoted(text, found.name, found.symbol.name()).unwrap_or(found.name);
    let Symbol::Clause(id) = &found.symbol else {
        return (found.symbol.clone(), span);
    };
    let name = id.split('/').next().unwrap_or_default();
    match name.strip_prefix("term:") {
        Some(term) => (
            Symbol::Term(term.into()),
            Span::new(span.start() + "term:".len(), span.start() + name.len()),
        ),
        None if span.is_empty() => (found.symbol.clone(), span),
        None => (
            Symbol::Clause(name.into()),
            Span::new(span.start(), span.start() + name.len()),
        ),
    }
}

/// Returns why a symbol cannot be renamed, regardless of the new name.
fn check_renamable(analysis: &Analysis, db: &RulesetDb, symbol: &Symbol) -> Result<(), String> {
    match symbol {
        Symbol::Clause(id) if db.section_of(id).is_none() => {
            return Err(format!("nothing has the id #{id}"));
        }
        Symbol::Document(key) if !db.ruleset.documents.contains_key(&**key) => {
            return Err(format!("ruleset.toml has no document {key}"));
        }
        Symbol::Term(term) if db.section_of(&format!("term:{term}")).is_none() => {
            return Err(format!(
                "no file contains `term={term}`: the term is one of the abbreviations in ruleset.toml"
            ));
        }
        Symbol::Clause(_) | Symbol::Fact(_) | Symbol::Term(_) | Symbol::Document(_) => {}
        Symbol::Edition(id) => {
            return Err(format!(
                "cannot rename edition {id}: sheets and players call it by this name"
            ));
        }
        Symbol::Page(_) => {
            return Err("cannot rename a page: it has the number that is printed on it".into());
        }
        Symbol::Ruleset(key) => {
            return Err(format!(
                "a ruleset has the name of its folder: rename the folder {key}, and change `ruleset:` in its files"
            ));
        }
    }
    let shipped = rename_edits(analysis, db, symbol, symbol.name())
        .into_iter()
        .find(|edit| is_shipped(analysis, edit.at.source));
    match shipped.and_then(|edit| analysis.source(edit.at.source)) {
        Some(source) => Err(format!(
            "`{}` is in {}, which is part of the program and cannot be changed: copy the ruleset into the folder rules/{} of \
             the workspace, and rename it there",
            symbol.name(),
            source.path,
            db.ruleset.key
        )),
        None => Ok(()),
    }
}

fn is_shipped(analysis: &Analysis, source: SourceId) -> bool {
    analysis
        .source(source)
        .is_some_and(|source| source.origin == SourceOrigin::Shipped)
}

/// Returns the edits that rename a symbol to `new`, or why it cannot be renamed.
pub(super) fn edits(
    analysis: &Analysis,
    db: &RulesetDb,
    symbol: &Symbol,
    new: &str,
) -> Result<Vec<SourceEdit>, String> {
    check_renamable(analysis, db, symbol)?;
    let new = new.trim();
    let lead = match symbol {
        Symbol::Clause(_) => "#",
        Symbol::Fact(_) => "fact:",
        Symbol::Term(_) => "term:",
        Symbol::Document(_) | Symbol::Edition(_) | Symbol::Page(_) | Symbol::Ruleset(_) => "",
    };
    let new = new.strip_prefix(lead).unwrap_or(new);
    if new == symbol.name() {
        return Ok(Vec::new());
    }
    check_well_formed(symbol, new)?;
    check_free(analysis, db, symbol, new)?;
    Ok(rename_edits(analysis, db, symbol, new))
}

fn check_well_formed(symbol: &Symbol, new: &str) -> Result<(), String> {
    if matches!(symbol, Symbol::Document(_)) {
        let good = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
        let found = !new.is_empty() && new.chars().all(good);
        return found.then_some(()).ok_or_else(|| {
            format!(
                "`{new}` is not a name of a document: use ASCII letters, digits, `.`, `-` and `_`"
            )
        });
    }
    if !is_name(new) {
        return Err(format!(
            "`{new}` is not a valid name: names consist of lower-case ASCII letters, digits and `-`, in parts joined by `.`"
        ));
    }
    if matches!(symbol, Symbol::Clause(_)) && new.split('.').count() > 3 {
        return Err(format!(
            "`{new}` has more than three parts: an id has at most three, so that it is short enough to type"
        ));
    }
    Ok(())
}

/// Checks that nothing else has the name, or that of something below it.
fn check_free(
    analysis: &Analysis,
    db: &RulesetDb,
    symbol: &Symbol,
    new: &str,
) -> Result<(), String> {
    let place = |at: Location| {
        let source = analysis.source(at.source);
        source.map(|source| {
            format!(
                "{}:{}",
                source.path,
                source.text[..at.span.start().min(source.text.len())]
                    .matches('\n')
                    .count()
                    + 1
            )
        })
    };
    let lives = |name: &str| {
        let section = db.section(db.section_of(name)?)?;
        let unit = section
            .arena
            .unit_by_name(name)
            .filter(|_| name != section.id);
        let at = match unit {
            Some(unit) => Some(section.arena.location(unit)),
            None => db.definitions(&section.id).first().copied(),
        };
        Some(
            at.and_then(place)
                .unwrap_or_else(|| format!("#{}", section.id)),
        )
    };
    let taken = |what: &str, at: String| Err(format!("{what} is already used in {at}"));
    match symbol {
        Symbol::Clause(old) => {
            // names are not sorted
            let below: BTreeSet<&str> = db
                .names()
                .map(|(name, _)| name)
                .filter(|name| is_below(name, old))
                .collect();
            for name in below {
                let fresh = format!("{new}{}", &name[old.len()..]);
                if fresh.split('.').count() > 3 {
                    return Err(format!(
                        "#{name} below it would become #{fresh}, which has more than three parts"
                    ));
                }
                if let Some(at) = lives(&fresh) {
                    return taken(&format!("#{fresh}"), at);
                }
            }
            lives(new).map_or(Ok(()), |at| taken(&format!("#{new}"), at))
        }
        Symbol::Term(_) => {
            lives(&format!("term:{new}")).map_or(Ok(()), |at| taken(&format!("term:{new}"), at))
        }
        Symbol::Fact(_) => {
            match rename_edits(analysis, db, &Symbol::Fact(new.into()), new).first() {
                Some(edit) => taken(&format!("fact:{new}"), place(edit.at).unwrap_or_default()),
                None => Ok(()),
            }
        }
        Symbol::Document(_) if db.ruleset.documents.contains_key(new) => {
            taken(new, "ruleset.toml".into())
        }
        Symbol::Document(_) | Symbol::Edition(_) | Symbol::Page(_) | Symbol::Ruleset(_) => Ok(()),
    }
}

/// Whether a symbol is a section: the names below it are renamed with it.
fn is_section(db: &RulesetDb, symbol: &Symbol) -> bool {
    matches!(symbol, Symbol::Clause(id) if db.section_ids().any(|section| *section == **id))
}

/// Whether a name is below another: `mooring.quay` below `mooring`.
fn is_below(name: &str, above: &str) -> bool {
    name.strip_prefix(above)
        .is_some_and(|rest| rest.starts_with('.'))
}

/// Returns the edits at every occurrence, in the order of sources and positions.
fn rename_edits(
    analysis: &Analysis,
    db: &RulesetDb,
    symbol: &Symbol,
    new: &str,
) -> Vec<SourceEdit> {
    let old = symbol.name();
    let is_section = is_section(db, symbol);
    let mut out = Vec::new();
    for (source, at) in analysis.sources().iter().zip(0..) {
        let text = &*source.text;
        let file = analysis.file(SourceId(at));
        // the id of a section may be written as the words of its heading
        let may_name = text.contains(old) || file.is_some() && matches!(symbol, Symbol::Clause(_));
        if source.ruleset != db.ruleset.key || !may_name {
            continue;
        }
        for found in names(analysis, SourceId(at)).map_or_else(Vec::new, |(_, found)| found) {
            let (own, span) = plain_symbol(text, &found);
            let edit = match (&own, symbol, file) {
                (Symbol::Clause(name), Symbol::Clause(_), Some(file))
                    if **name == *old && span.is_empty() =>
                {
                    new_heading_id(file, &found, new)
                }
                (Symbol::Clause(name), Symbol::Clause(_), _)
                    if is_section && is_below(name, old) =>
                {
                    Some((span.with_len(old.len()), new.to_owned()))
                }
                _ if own == *symbol && span.of(text) == old => Some((span, new.to_owned())),
                _ => None,
            };
            let Some((span, mut new)) = edit else {
                continue;
            };
            // a bare key of a TOML file
            let is_toml = !matches!(source.kind, SourceKind::Rules | SourceKind::Check);
            if is_toml && new.contains('.') && !text[..span.start()].ends_with(['"', '\'']) {
                new = format!("\"{new}\"");
            }
            out.push(SourceEdit::new(SourceId(at), span, new));
        }
    }
    out.sort_by_key(|edit| edit.at);
    out.dedup();
    out
}

/// Adds an id to a heading whose words were its id until now.
fn new_heading_id(file: &RulesFile, found: &SymbolOccurrence, new: &str) -> Option<(Span, String)> {
    let place = file
        .places
        .iter()
        .find(|place| place.heading_span == found.span && place.attrs.id.is_none())?;
    if new == file_section_id(place) || found.role == OccurrenceRole::Reference {
        return None;
    }
    let braces = place.attrs.span;
    Some(match braces.is_empty() {
        true => (found.name, format!(" {{#{new}}}")),
        false => (
            Span::new(braces.start() + 1, braces.start() + 1),
            format!("#{new} "),
        ),
    })
}

#[cfg(test)]
mod tests;
