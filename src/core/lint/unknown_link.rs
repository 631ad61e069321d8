//! The lint `unknown-link`: links, terms, cited facts and index headings without a target.
//! It also reports links to removed clauses, misspelt schemes, and links to a clause without `#`.

use super::context::{
    LintContext, all_scopes, commentary, describe_patch, file_inlines, rules_texts,
};
use crate::{
    diagnostic::{Diagnostic, Location, PossibleCause},
    model::{DocumentKind, EditionIx, Patch},
    resolve::{Section, View},
    syntax::{FileRole, FileSection, Inline, Mark, MarkKind, RulesFile},
    text::{Span, near::nearest, slug::slug},
};
use jiff::civil::Date;
use std::{collections::BTreeSet, sync::Arc};

pub(super) fn check(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    if file.role == FileRole::Index {
        file.places
            .iter()
            .for_each(|place| check_subject(context, file, place, out));
    }
    for inline in file_inlines(file) {
        for mark in &inline.marks {
            let (address, message, cause) = match &mark.kind {
                MarkKind::Link(id) if !context.has_name(id) => (
                    format!("#{id}"),
                    format!("nothing has the id `#{id}`"),
                    Some(PossibleCause::UnreadName(id.to_string())),
                ),
                MarkKind::Term(term) if !is_term(context, term) => (
                    format!("term:{term}"),
                    format!("the term `{term}` is not defined"),
                    None,
                ),
                MarkKind::Url(url) if !is_elsewhere(url) => {
                    (url.to_string(), format!("`{url}` leads nowhere"), None)
                }
                _ => continue,
            };
            let near = context.near_address(&address);
            if near.is_none() && matches!(mark.kind, MarkKind::Url(_)) {
                continue;
            }
            let words = file.locate(inline.source_span(mark.span));
            let at = context.address_location(words, &address);
            let mut found = Diagnostic::warning("unknown-link", at.unwrap_or(words), message);
            found.causes.extend(cause);
            out.push(found.write_some(near).safe());
        }
    }
    check_cited_facts(context, file, out);
}

/// Returns whether the address of a link is that of a web page, a file or a person.
fn is_elsewhere(address: &str) -> bool {
    address.contains('/') || address.starts_with("mailto:")
}

/// Reports links and terms of text in force at the newest edition whose clauses are no longer part
/// of the rules there. Notes describe earlier editions, too.
pub(super) fn check_removed(
    context: LintContext<'_>,
    section: &Section,
    out: &mut Vec<Diagnostic>,
) {
    let ruleset = &context.db.ruleset;
    let edition = ruleset.newest_edition_on(Date::MAX);
    let tree = section.version(&View::all_published(edition, Arc::new(all_scopes(section))));
    for unit in tree.iter_live_units(tree.root) {
        let Some(wording) = tree.restated(unit) else {
            continue;
        };
        for mark in &wording.marks {
            let target = match &mark.kind {
                MarkKind::Link(id) => format!("#{id}"),
                MarkKind::Term(term) => format!("term:{term}"),
                _ => continue,
            };
            let Some(removal) = removal(context, target.trim_start_matches('#'), edition) else {
                continue;
            };
            let writer = section.patch(wording.author(mark.span));
            let document = writer.and_then(|own| ruleset.documents.get(&*own.document));
            if document.is_some_and(|own| own.kind == DocumentKind::Notes) {
                continue;
            }
            let at = link_location(context, section.arena.location(unit), writer, &target);
            let edition = ruleset.edition_id(edition);
            let found = Diagnostic::warning(
                "unknown-link",
                at,
                format!("`{target}` is no longer part of the rules at {edition}"),
            );
            let found = match &removal.by {
                Some(by) => found.related(
                    by.heading_location(),
                    format!("{} removed it", describe_patch(by)),
                ),
                None => found,
            };
            out.push(match removal.moved_to {
                Some(meant) => found.write(format!("#{meant}")),
                None => found.help(
                    "link the clause that has replaced it, or leave the words without a link",
                ),
            });
        }
    }
}

/// The removal of a clause: the patch that removed it, and where its text was moved to.
struct Removal {
    by: Option<Arc<Patch>>,
    moved_to: Option<String>,
}

/// Returns how a clause was removed at an edition or before; `None` if it is in force.
fn removal(context: LintContext<'_>, id: &str, edition: EditionIx) -> Option<Removal> {
    let section = context.db.section(context.db.section_of(id)?)?;
    if context.db.is_doubtful(&section.id, edition) {
        return None;
    }
    let unit = section.arena.unit_by_name(id)?;
    let view = View::all_published(edition, Arc::new(all_scopes(&section)));
    let tree = section.version(&view);
    let gone = tree.get(unit)?.gone.as_ref()?;
    (!tree.is_live(unit)).then(|| Removal {
        by: section.patch(gone.by).cloned(),
        moved_to: gone.moved_to.clone(),
    })
}

/// Returns the location of the target of a link: in the unit that has it, else in the instruction
/// that wrote it.
fn link_location(
    context: LintContext<'_>,
    unit: Location,
    writer: Option<&Arc<Patch>>,
    target: &str,
) -> Location {
    let written = format!("({target})");
    let extent = |patch: &Arc<Patch>| Some(patch.file.locate(patch.entry()?.span));
    let places = [Some(unit), writer.and_then(extent)];
    let found = places.into_iter().flatten().find_map(|place| {
        let at = context.slice(place).find(&written)?;
        let start = place.span.start() + at + 1;
        let span = Span::new(start, start + target.len());
        Some(Location::new(place.source, span))
    });
    found.unwrap_or_else(|| context.first_line(unit))
}

/// Checks that a heading of a subject index names a clause that exists.
fn check_subject(
    context: LintContext<'_>,
    file: &RulesFile,
    place: &FileSection,
    out: &mut Vec<Diagnostic>,
) {
    let Some(id) = &place.attrs.id else {
        let diagnostic = Diagnostic::warning(
            "unknown-link",
            file.locate(place.heading_span),
            "this heading does not say which clause it is about",
        );
        out.push(diagnostic.help("write the clause's id after it: `{#id}`"));
        return;
    };
    let name = id.value.split('/').next().unwrap_or_default();
    if !context.has_name(name) {
        let diagnostic = Diagnostic::warning(
            "unknown-link",
            file.locate(id.span),
            format!("nothing has the id `#{name}`"),
        )
        .unless(PossibleCause::UnreadName(name.to_owned()));
        let address = match name.contains(':') {
            true => name.to_owned(),
            false => format!("#{name}"),
        };
        let near = context.near_address(&address);
        let near = near.as_deref().map(|near| near.trim_start_matches('#'));
        out.push(match near {
            Some(near) => diagnostic
                .replace_with(
                    format!("write `#{near}`"),
                    format!("#{near}{}", &id.value[name.len()..]),
                )
                .safe(),
            None => diagnostic.help("`rulebook show` of its section lists the ids of its clauses"),
        });
    }
}

/// Checks that the facts cited in commentary are marked in rules text.
fn check_cited_facts(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    let cited: Vec<(&Inline, &Mark, &str)> = commentary(file)
        .flat_map(|one| {
            one.text
                .marks
                .iter()
                .filter_map(|mark| Some((&one.text, mark, mark.fact()?)))
        })
        .collect();
    if cited.is_empty() {
        return;
    }
    let texts = context.db.files().flat_map(|file| rules_texts(file));
    let known: BTreeSet<&str> = texts
        .flat_map(|text| text.marks.iter().filter_map(Mark::fact))
        .collect();
    for (inline, mark, name) in cited
        .into_iter()
        .filter(|(_, _, name)| !known.contains(name))
    {
        let words = file.locate(inline.source_span(mark.span));
        let at = context.address_location(words, &format!("fact:{name}"));
        let message = format!("no rules text marks the fact `{name}`");
        let near = nearest(name, known.iter().copied()).map(|near| format!("fact:{near}"));
        out.push(
            Diagnostic::warning("unknown-link", at.unwrap_or(words), message)
                .write_some(near)
                .safe(),
        );
    }
}

/// Returns whether a term is explained: by a labelled unit with `term=`, or by an abbreviation of
/// the ruleset.
fn is_term(context: LintContext<'_>, term: &str) -> bool {
    context.db.section_of(&format!("term:{term}")).is_some()
        || context
            .db
            .ruleset
            .abbreviations
            .keys()
            .any(|short| slug(short) == *term)
}
