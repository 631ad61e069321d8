//! The lint `unknown-link`: links, terms, cited facts and index headings without a target.
//! It also reports links to removed clauses, misspelt schemes, and links to a clause without `#`.

use super::{
    context::{LintContext, all_scopes, commentary, describe_patch, file_inlines, rules_blocks},
    definition::{Lint, LintPass},
};
use crate::{
    diagnostic::{Diagnostic, Location, PossibleCause, Severity},
    model::{DocumentKind, EditionIx, Patch},
    resolve::{Section, View},
    syntax::{FileRole, FileSection, Inline, Mark, MarkKind, RulesFile, is_name},
    text::{Span, near::nearest, slug::slug},
};
use jiff::civil::Date;
use std::{collections::BTreeSet, sync::Arc};

pub(super) const LINT: Lint = Lint {
    code: "unknown-link",
    severity: Severity::Warning,
    title: "a link, term or fact without a target",
    page: include_str!("unknown_link.md"),
    passes: &[LintPass::File(check), LintPass::Section(check_removed)],
};

fn check(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    if file.role == FileRole::Index {
        file.places
            .iter()
            .for_each(|place| check_subject(context, file, place, out));
    }
    for inline in file_inlines(file) {
        for mark in &inline.marks {
            match &mark.kind {
                MarkKind::Link(id) if !context.has_name(id) => {
                    let here = target_location(context, file, inline, mark, "#", id);
                    let diagnostic = LINT
                        .diagnostic(here, format!("nothing has the id `#{id}`"))
                        .unless(PossibleCause::UnreadName(id.to_string()));
                    out.push(with_fix(diagnostic, "#", context.near_name(id)));
                }
                MarkKind::Term(term) if !is_term(context, term) => {
                    let here = target_location(context, file, inline, mark, "term:", term);
                    let terms = terms(context);
                    let near = nearest(term, terms.iter().map(String::as_str));
                    let diagnostic =
                        LINT.diagnostic(here, format!("the term `{term}` is not defined"));
                    out.push(with_fix(diagnostic, "term:", near));
                }
                MarkKind::Url(url) if context.has_name(url) => {
                    let at = target_location(context, file, inline, mark, "", url);
                    let diagnostic = LINT.diagnostic(at, "a link to a clause begins with `#`");
                    let text = format!("#{url}");
                    out.push(diagnostic.write(text).safe());
                }
                MarkKind::Url(url) if is_bare_name(url) => {
                    if let Some(meant) = meant_address(context, url) {
                        let at = target_location(context, file, inline, mark, "", url);
                        let found = LINT.diagnostic(at, format!("`{url}` leads nowhere"));
                        out.push(found.write(meant).safe());
                    }
                }
                MarkKind::Url(url) => {
                    let Some((scheme, near)) = misspelt_scheme(url) else {
                        continue;
                    };
                    let here = target_location(context, file, inline, mark, "", url);
                    let start = here.span.start();
                    let scheme_span = Span::new(start, start + scheme.len());
                    let message = format!("unknown kind of link `{scheme}:`");
                    let at = Location::new(here.source, scheme_span);
                    let diagnostic = LINT
                        .diagnostic(at, message)
                        .help(format!("did you mean `{near}:`?"));
                    out.push(
                        diagnostic
                            .replace_with(format!("write `{near}:`"), near)
                            .safe(),
                    );
                }
                _ => {}
            }
        }
    }
    check_cited_facts(context, file, out);
}

/// Returns whether the address of a link is only a name: neither a web address nor a file.
fn is_bare_name(address: &str) -> bool {
    is_name(address)
        && !address
            .rsplit('.')
            .next()
            .is_some_and(|end| matches!(end, "md" | "html" | "pdf" | "txt"))
}

/// Returns the term or clause that a bare name means.
fn meant_address(context: LintContext<'_>, name: &str) -> Option<String> {
    if is_term(context, name) {
        return Some(format!("term:{name}"));
    }
    let clause = context.near_name(name).map(|near| format!("#{near}"));
    let terms = terms(context);
    let term = || nearest(name, terms.iter().map(String::as_str));
    clause.or_else(|| term().map(|near| format!("term:{near}")))
}

/// Reports links and terms of text in force at the newest edition whose clauses are no longer part
/// of the rules there. Notes describe earlier editions, too.
fn check_removed(context: LintContext<'_>, section: &Section, out: &mut Vec<Diagnostic>) {
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
            let found = LINT.diagnostic(
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

/// Returns the scheme of an address that is no web address and resembles `fact:` or `term:`.
fn misspelt_scheme(url: &str) -> Option<(&str, &'static str)> {
    let (scheme, _) = url.split_once(':')?;
    let near = nearest(scheme, ["fact", "term", "http", "https", "mailto"])?;
    (near != scheme && matches!(near, "fact" | "term")).then_some((scheme, near))
}

/// Checks that a heading of a subject index names a clause that exists.
fn check_subject(
    context: LintContext<'_>,
    file: &RulesFile,
    place: &FileSection,
    out: &mut Vec<Diagnostic>,
) {
    let Some(id) = &place.attrs.id else {
        let diagnostic = LINT.diagnostic(
            file.locate(place.heading_span),
            "this heading does not say which clause it is about",
        );
        out.push(diagnostic.help("write the clause's id after it: `{#id}`"));
        return;
    };
    let name = id.value.split('/').next().unwrap_or_default();
    if !context.has_name(name) {
        let diagnostic = LINT
            .diagnostic(
                file.locate(id.span),
                format!("nothing has the id `#{name}`"),
            )
            .unless(PossibleCause::UnreadName(name.to_owned()));
        let terms: BTreeSet<&str> = context
            .db
            .names()
            .map(|(name, _)| name)
            .filter(|name| name.starts_with("term:"))
            .collect();
        let near = if name.starts_with("term:") {
            nearest(name, terms)
        } else {
            context.near_name(name)
        };
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
    let texts = context
        .db
        .files()
        .flat_map(|file| rules_blocks(file))
        .filter_map(|block| block.text());
    let known: BTreeSet<&str> = texts
        .flat_map(|text| text.marks.iter().filter_map(Mark::fact))
        .collect();
    for (inline, mark, name) in cited
        .into_iter()
        .filter(|(_, _, name)| !known.contains(name))
    {
        let here = target_location(context, file, inline, mark, "fact:", name);
        let diagnostic = LINT.diagnostic(here, format!("no rules text marks the fact `{name}`"));
        out.push(with_fix(
            diagnostic,
            "fact:",
            nearest(name, known.iter().copied()),
        ));
    }
}

fn with_fix(diagnostic: Diagnostic, prefix: &str, near: Option<&str>) -> Diagnostic {
    match near {
        Some(near) => diagnostic.write(format!("{prefix}{near}")).safe(),
        None => diagnostic,
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

/// Returns all terms that are explained.
fn terms(context: LintContext<'_>) -> Vec<String> {
    let mut terms: Vec<String> = context
        .db
        .names()
        .filter_map(|(name, _)| name.strip_prefix("term:").map(str::to_owned))
        .collect();
    terms.extend(
        context
            .db
            .ruleset
            .abbreviations
            .keys()
            .map(|short| slug(short)),
    );
    terms.sort();
    terms
}

/// Returns the location of the target of a link: in the brackets behind its words.
fn target_location(
    context: LintContext<'_>,
    file: &RulesFile,
    inline: &Inline,
    mark: &Mark,
    prefix: &str,
    name: &str,
) -> Location {
    let words = inline.source_span(mark.span);
    let target = format!("({prefix}{name})");
    let text = context.text(file.source);
    let found = text
        .get(words.start()..)
        .and_then(|rest| rest.find(&target))
        .map(|found| words.start() + found + 1);
    let span = found.map_or(words, |start| {
        Span::new(start, start + prefix.len() + name.len())
    });
    file.locate(span)
}
