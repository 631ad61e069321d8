//! Returns the edits that rename a clause, fact, term or document in the rules, check and TOML
//! files of its ruleset, or why it cannot be renamed.

mod files;
mod handler;

use super::{Snapshot, occurrence};
use crate::{
    analysis::{Analysis, SourceKind, SourceOrigin},
    diagnostic::{Location, SourceEdit},
    model::{RULESET_KEYS, document_names, toml_file},
    resolve::{OccurrenceRole, RulesetDb, Symbol, SymbolOccurrence, file_section_id},
    scenario::{self, ReferenceKind},
    search::THESAURUS_KEYS,
    syntax::{NameKind, RulesFile, is_name},
    text::{SourceId, Span},
};
use std::collections::BTreeSet;

pub(super) use handler::{
    prepare, rename, set_capabilities, set_file_capabilities, will_rename_files,
};

/// Finds the symbol at a byte, and the span of its name.
fn symbol_at<'a>(
    snapshot: &Snapshot<'a>,
    source: SourceId,
    byte: usize,
) -> Option<(&'a RulesetDb, Symbol, Span)> {
    if let Some(open) = snapshot.rules_document_of(source) {
        let found = open.occurrence_at(byte)?;
        let (symbol, name) = plain_symbol(open.lines.text(), &found);
        return Some((open.db, symbol, name));
    }
    let own = snapshot
        .state
        .analysis
        .source(source)
        .filter(|own| own.kind == SourceKind::Ruleset)?;
    let db = snapshot.state.analysis.ruleset_db(&own.ruleset)?;
    let found = document_names(&own.text)
        .into_iter()
        .find(|name| name.span.touches(byte))?;
    let span = unquoted(&own.text, found.span, &found.value)?;
    Some((db, Symbol::Document(found.value.into()), span))
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

/// Returns the span of a name that may be in quotation marks.
fn unquoted(text: &str, span: Span, name: &str) -> Option<Span> {
    let at = span.of(text).find(name)?;
    Some(Span::new(span.start() + at, span.start() + at + name.len()))
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
            Some(unit) => Some(section.unit_location(unit)),
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
    for file in db.files() {
        let text = analysis
            .source(file.source)
            .map_or("", |source| &source.text);
        // most files contain few names
        if !text.contains(old) && !matches!(symbol, Symbol::Clause(_)) {
            continue;
        }
        for found in occurrence::occurrences(file, text) {
            let (own, span) = plain_symbol(text, &found);
            let put = |span: Span, text: String| SourceEdit::new(file.source, span, text);
            match (&own, symbol) {
                (Symbol::Clause(name), Symbol::Clause(_)) if **name == *old && span.is_empty() => {
                    out.extend(
                        new_heading_id(file, &found, new).map(|(span, text)| put(span, text)),
                    );
                }
                (Symbol::Clause(name), Symbol::Clause(_)) if is_section && is_below(name, old) => {
                    out.push(put(
                        Span::new(span.start(), span.start() + old.len()),
                        new.to_owned(),
                    ));
                }
                _ if own == *symbol && span.of(text) == old => out.push(put(span, new.to_owned())),
                _ => {}
            }
        }
    }
    for (at, check) in analysis.sources().iter().enumerate() {
        if check.kind != SourceKind::Check
            || check.ruleset != db.ruleset.key
            || !check.text.contains(old)
        {
            continue;
        }
        for (named, name) in scenario::find_references(&check.text) {
            let clause = name.value.split('/').next().unwrap_or_default();
            let document = name.value.split(':').next().unwrap_or_default();
            let is_it = match (symbol, named) {
                (Symbol::Fact(_), ReferenceKind::Fact) => name.value == old,
                // names of facts only look as if they were below a section
                (Symbol::Clause(_), ReferenceKind::Fact)
                    if !db.sections_with_fact(&name.value).is_empty() =>
                {
                    false
                }
                (Symbol::Clause(_), ReferenceKind::Clause | ReferenceKind::Fact) => {
                    clause == old || is_section && is_below(clause, old)
                }
                (Symbol::Document(_), ReferenceKind::Instruction) => document == old,
                _ => false,
            };
            if is_it {
                let span = Span::new(name.span.start(), name.span.start() + old.len());
                out.push(SourceEdit::new(SourceId(at as u32), span, new));
            }
        }
    }
    if let (Symbol::Document(key), Some(source)) = (symbol, analysis.source(db.ruleset.source)) {
        for name in document_names(&source.text)
            .into_iter()
            .filter(|name| *name.value == **key)
        {
            let text = if name.span.len() == key.len() && new.contains('.') {
                format!("\"{new}\"")
            } else {
                new.to_owned()
            };
            let span = unquoted(&source.text, name.span, key);
            out.extend(span.map(|span| SourceEdit::new(db.ruleset.source, span, text)));
        }
    }
    out.extend(toml_edits(analysis, db, symbol, new));
    out.sort_by_key(|edit| edit.at);
    out.dedup();
    out
}

/// Returns the edits of clauses and documents in the TOML files of a ruleset. The documents in
/// `ruleset.toml` itself are not among them.
fn toml_edits(analysis: &Analysis, db: &RulesetDb, symbol: &Symbol, new: &str) -> Vec<SourceEdit> {
    let wanted = match symbol {
        Symbol::Clause(_) => NameKind::Clause,
        Symbol::Document(_) => NameKind::Document,
        Symbol::Fact(_)
        | Symbol::Term(_)
        | Symbol::Edition(_)
        | Symbol::Page(_)
        | Symbol::Ruleset(_) => return Vec::new(),
    };
    let is_section = is_section(db, symbol);
    let old = symbol.name();
    let mut out = Vec::new();
    for (at, source) in analysis.sources().iter().enumerate() {
        let shape = match source.kind {
            SourceKind::Import => toml_file::IMPORT_KEYS,
            SourceKind::Thesaurus => THESAURUS_KEYS,
            SourceKind::Ruleset if wanted == NameKind::Clause => RULESET_KEYS,
            _ => continue,
        };
        if source.ruleset != db.ruleset.key || !source.text.contains(old) {
            continue;
        }
        for name in toml_file::toml_names(&source.text, shape) {
            let own = name.name.split('/').next().unwrap_or_default();
            let is_it = own == old || is_section && is_below(own, old);
            if name.kind != wanted || !is_it {
                continue;
            }
            let span = Span::new(name.span.start(), name.span.start() + old.len());
            let is_quoted = source.text[..span.start()].ends_with(['"', '\'']);
            let text = if is_quoted || !new.contains('.') {
                new.to_owned()
            } else {
                format!("\"{new}\"")
            };
            out.push(SourceEdit::new(SourceId(at as u32), span, text));
        }
    }
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
