//! New names for clauses, facts, terms and documents, wherever they are mentioned.

use super::{
    client_capabilities::ClientCapabilities,
    edit,
    mention::{self, Mention, Thing, Use},
    request_error::{Answer, RequestError},
    snapshot::Snapshot,
};
use crate::{
    analysis::{Analysis, SourceKind, SourceOrigin},
    diagnostic::{Location, SourceEdit},
    model::document_names,
    resolve::{RulesetDb, place_id},
    scenario::{self, ReferenceKind},
    syntax::{RulesFile, is_name},
    text::{SourceId, Span},
};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tower_lsp::gen_lsp_types::{
    Position, PrepareRenameParams, RenameOptions, RenameParams, RenameProvider, ServerCapabilities,
    Uri,
};

pub(super) fn announce(client: &ClientCapabilities, capabilities: &mut ServerCapabilities) {
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

/// The name at the cursor, if it can be changed.
pub(super) fn prepare(snapshot: &Snapshot<'_>, params: PrepareRenameParams) -> Answer<Value> {
    let at = params.text_document_position_params;
    let Some((db, source, thing, span)) = named(snapshot, &at.text_document.uri, at.position)
    else {
        return Ok(None);
    };
    may_be_renamed(snapshot.analysis(), db, &thing).map_err(RequestError::Failed)?;
    let range = snapshot.lines(source).range(span);
    Ok(Some(
        json!({"range": range, "placeholder": name_of(&thing)}),
    ))
}

/// The changes that give the name at the cursor another form everywhere.
pub(super) fn rename(snapshot: &Snapshot<'_>, params: RenameParams) -> Answer<Value> {
    let at = params.text_document_position_params;
    let Some((db, _, thing, _)) = named(snapshot, &at.text_document.uri, at.position) else {
        return Err(RequestError::Failed(
            "nothing that has a name stands here".into(),
        ));
    };
    let changes =
        edits(snapshot.analysis(), db, &thing, &params.new_name).map_err(RequestError::Failed)?;
    snapshot.check_cancelled()?;
    Ok(Some(edit::workspace(snapshot, &changes)))
}

/// What is named at a position, and where.
fn named<'a>(
    snapshot: &Snapshot<'a>,
    uri: &Uri,
    at: Position,
) -> Option<(&'a RulesetDb, SourceId, Thing, Span)> {
    if let Some(open) = snapshot.open(uri) {
        let byte = open.byte(at);
        let mentions = mention::mentions(open.file, open.lines.text());
        let found = mention::at(&mentions, byte)?;
        let (thing, name) = plain(open.lines.text(), found);
        return Some((open.db, open.source, thing, name));
    }
    let source = snapshot.state.source(uri)?;
    let lines = snapshot.lines(source);
    let own = snapshot
        .state
        .analysis
        .source(source)
        .filter(|own| own.kind == SourceKind::Ruleset)?;
    let db = snapshot.state.analysis.ruleset_db(&own.ruleset)?;
    let found = document_names(lines.text())
        .into_iter()
        .find(|name| name.span.touches(lines.byte(at)))?;
    let span = inner(lines.text(), found.span, &found.value)?;
    Some((db, source, Thing::Document(found.value), span))
}

/// What a mention names, and where the name stands. Subject indexes name terms as `#term:kn`, and places below a name.
fn plain(text: &str, found: &Mention) -> (Thing, Span) {
    let span = inner(text, found.name, name_of(&found.thing)).unwrap_or(found.name);
    let Thing::Clause(id) = &found.thing else {
        return (found.thing.clone(), span);
    };
    let name = id.split('/').next().unwrap_or_default();
    match name.strip_prefix("term:") {
        Some(term) => (
            Thing::Term(term.to_owned()),
            Span::new(span.start() + "term:".len(), span.start() + name.len()),
        ),
        None if span.is_empty() => (found.thing.clone(), span),
        None => (
            Thing::Clause(name.to_owned()),
            Span::new(span.start(), span.start() + name.len()),
        ),
    }
}

/// The bytes of a name that may stand in quotation marks.
fn inner(text: &str, span: Span, name: &str) -> Option<Span> {
    let at = span.of(text).find(name)?;
    Some(Span::new(span.start() + at, span.start() + at + name.len()))
}

fn name_of(thing: &Thing) -> &str {
    match thing {
        Thing::Clause(name)
        | Thing::Fact(name)
        | Thing::Term(name)
        | Thing::Document(name)
        | Thing::Edition(name)
        | Thing::Page(name)
        | Thing::Ruleset(name) => name,
    }
}

/// Why something cannot have another name, whatever that is.
fn may_be_renamed(analysis: &Analysis, db: &RulesetDb, thing: &Thing) -> Result<(), String> {
    match thing {
        Thing::Clause(id) if db.section_of(id).is_none() => {
            return Err(format!("nothing has the id #{id}"));
        }
        Thing::Document(key) if !db.ruleset.documents.contains_key(key) => {
            return Err(format!("ruleset.toml has no document {key}"));
        }
        Thing::Term(term) if db.section_of(&format!("term:{term}")).is_none() => {
            return Err(format!(
                "no file says `term={term}`: the term is one of the abbreviations in ruleset.toml"
            ));
        }
        Thing::Clause(_) | Thing::Fact(_) | Thing::Term(_) | Thing::Document(_) => {}
        Thing::Edition(id) => {
            return Err(format!(
                "edition {id} is what the sheets and players call it: its name is not for an editor to change"
            ));
        }
        Thing::Page(_) => return Err("a page has the number that is printed on it".into()),
        Thing::Ruleset(key) => {
            return Err(format!(
                "the ruleset {key} is called as its folder is: rename that, and `ruleset:` in its files"
            ));
        }
    }
    let shipped = changes(analysis, db, thing, name_of(thing))
        .into_iter()
        .find(|edit| is_shipped(analysis, edit.at.source));
    match shipped.and_then(|edit| analysis.source(edit.at.source)) {
        Some(source) => Err(format!(
            "`{}` stands in {}, which is shipped inside the program and cannot be changed: copy the ruleset into the folder rules/{} of \
             the workspace, and rename it there",
            name_of(thing),
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

/// The changes that give a thing the name `new`; else why that cannot be.
pub(super) fn edits(
    analysis: &Analysis,
    db: &RulesetDb,
    thing: &Thing,
    new: &str,
) -> Result<Vec<SourceEdit>, String> {
    may_be_renamed(analysis, db, thing)?;
    let new = new.trim();
    let lead = match thing {
        Thing::Clause(_) => "#",
        Thing::Fact(_) => "fact:",
        Thing::Term(_) => "term:",
        Thing::Document(_) | Thing::Edition(_) | Thing::Page(_) | Thing::Ruleset(_) => "",
    };
    let new = new.strip_prefix(lead).unwrap_or(new);
    if new == name_of(thing) {
        return Ok(Vec::new());
    }
    is_well_formed(thing, new)?;
    is_free(analysis, db, thing, new)?;
    Ok(changes(analysis, db, thing, new))
}

fn is_well_formed(thing: &Thing, new: &str) -> Result<(), String> {
    if matches!(thing, Thing::Document(_)) {
        let good = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
        let found = !new.is_empty() && new.chars().all(good);
        return found.then_some(()).ok_or_else(|| {
            format!("`{new}` names no document: write ASCII letters, digits, `.`, `-` and `_`")
        });
    }
    if !is_name(new) {
        return Err(format!(
            "`{new}` is not a name: names are lower-case ASCII letters, digits and `-`, in parts joined by `.`"
        ));
    }
    if matches!(thing, Thing::Clause(_)) && new.split('.').count() > 3 {
        return Err(format!(
            "`{new}` has more than three parts: an id is short enough to type"
        ));
    }
    Ok(())
}

/// Whether nothing else has the name, or that of something below it.
fn is_free(analysis: &Analysis, db: &RulesetDb, thing: &Thing, new: &str) -> Result<(), String> {
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
    let taken = |what: &str, at: String| Err(format!("{what} is taken: it stands in {at}"));
    match thing {
        Thing::Clause(old) => {
            // names come in no order
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
        Thing::Term(_) => {
            lives(&format!("term:{new}")).map_or(Ok(()), |at| taken(&format!("term:{new}"), at))
        }
        Thing::Fact(_) => match changes(analysis, db, &Thing::Fact(new.to_owned()), new).first() {
            Some(edit) => taken(&format!("fact:{new}"), place(edit.at).unwrap_or_default()),
            None => Ok(()),
        },
        Thing::Document(_) if db.ruleset.documents.contains_key(new) => {
            taken(new, "ruleset.toml".into())
        }
        Thing::Document(_) | Thing::Edition(_) | Thing::Page(_) | Thing::Ruleset(_) => Ok(()),
    }
}

/// Whether a name is one below another: `mooring.quay` below `mooring`.
fn is_below(name: &str, above: &str) -> bool {
    name.strip_prefix(above)
        .is_some_and(|rest| rest.starts_with('.'))
}

/// The changes at every mention, in the order of sources and places.
fn changes(analysis: &Analysis, db: &RulesetDb, thing: &Thing, new: &str) -> Vec<SourceEdit> {
    let old = name_of(thing);
    // what stands below a section goes with it
    let is_section =
        matches!(thing, Thing::Clause(id) if db.section_ids().any(|section| section == id));
    let mut out = Vec::new();
    for file in db.files() {
        let text = analysis
            .source(file.source)
            .map_or("", |source| &source.text);
        // most files mention few names
        if !text.contains(old) && !matches!(thing, Thing::Clause(_)) {
            continue;
        }
        for found in mention::mentions(file, text) {
            let (own, span) = plain(text, &found);
            let put = |span: Span, text: String| SourceEdit {
                at: Location::new(file.source, span),
                text,
            };
            match (&own, thing) {
                (Thing::Clause(name), Thing::Clause(_)) if name == old && span.is_empty() => {
                    out.extend(given(file, &found, new).map(|(span, text)| put(span, text)));
                }
                (Thing::Clause(name), Thing::Clause(_)) if is_section && is_below(name, old) => {
                    out.push(put(
                        Span::new(span.start(), span.start() + old.len()),
                        new.to_owned(),
                    ));
                }
                _ if own == *thing && span.of(text) == old => out.push(put(span, new.to_owned())),
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
            let is_it = match (thing, named) {
                (Thing::Fact(_), ReferenceKind::Fact) => name.value == old,
                // facts have names of their own, which only look as if they stood below a section
                (Thing::Clause(_), ReferenceKind::Fact)
                    if !db.sections_with_fact(&name.value).is_empty() =>
                {
                    false
                }
                (Thing::Clause(_), ReferenceKind::Clause | ReferenceKind::Fact) => {
                    clause == old || is_section && is_below(clause, old)
                }
                (Thing::Document(_), ReferenceKind::Instruction) => document == old,
                _ => false,
            };
            if is_it {
                let span = Span::new(name.span.start(), name.span.start() + old.len());
                out.push(SourceEdit {
                    at: Location::new(SourceId(at as u32), span),
                    text: new.to_owned(),
                });
            }
        }
    }
    if let (Thing::Document(key), Some(source)) = (thing, analysis.source(db.ruleset.source)) {
        for name in document_names(&source.text)
            .into_iter()
            .filter(|name| name.value == *key)
        {
            let text = if name.span.len() == key.len() && new.contains('.') {
                format!("\"{new}\"")
            } else {
                new.to_owned()
            };
            let span = inner(&source.text, name.span, key);
            out.extend(span.map(|span| SourceEdit {
                at: Location::new(db.ruleset.source, span),
                text,
            }));
        }
    }
    out.sort_by_key(|edit| edit.at);
    out.dedup();
    out
}

/// An id for a heading whose words were its id so far.
fn given(file: &RulesFile, found: &Mention, new: &str) -> Option<(Span, String)> {
    let place = file
        .places
        .iter()
        .find(|place| place.heading_span == found.span && place.attrs.id.is_none())?;
    if new == place_id(place) || found.usage == Use::Refers {
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
