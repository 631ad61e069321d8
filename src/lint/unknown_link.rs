use super::{
    At, Check, Lint,
    at::{blocks, commentary, inlines},
};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    syntax::{File, Inline, Mark, MarkKind, Place, Role},
    text::{Span, letters::slug, near::nearest},
};
use std::collections::BTreeSet;

pub(super) const LINT: Lint = Lint {
    code: "unknown-link",
    severity: Severity::Warning,
    title: "a link, term or fact that leads nowhere",
    page: include_str!("unknown_link.md"),
    checks: &[Check::File(check)],
};

fn check(at: At<'_>, file: &File, out: &mut Vec<Diagnostic>) {
    if file.role == Role::Index {
        file.places
            .iter()
            .for_each(|place| subject(at, file, place, out));
    }
    for inline in inlines(file) {
        for mark in &inline.marks {
            match &mark.kind {
                MarkKind::Link(id) if at.db.section_of(id).is_none() => {
                    let here = behind(at, file, inline, mark, "#", id);
                    let finding = LINT.find(here, format!("nothing has the id `#{id}`"));
                    out.push(mended(finding, "#", at.near_name(id)));
                }
                MarkKind::Term(term) if !is_term(at, term) => {
                    let here = behind(at, file, inline, mark, "term:", term);
                    let terms = terms(at);
                    let near = nearest(term, terms.iter().map(String::as_str));
                    let finding = LINT.find(here, format!("nothing explains the term `{term}`"));
                    out.push(mended(finding, "term:", near));
                }
                MarkKind::Link(_)
                | MarkKind::Term(_)
                | MarkKind::Fact(_)
                | MarkKind::Url(_)
                | MarkKind::Strike
                | MarkKind::Strong
                | MarkKind::Emphasis
                | MarkKind::Hole => {}
            }
        }
    }
    cited_facts(at, file, out);
}

/// A heading of a subject index names a clause that is there.
fn subject(at: At<'_>, file: &File, place: &Place, out: &mut Vec<Diagnostic>) {
    let Some(id) = &place.attrs.id else {
        let finding = LINT.find(
            Location::new(file.source, place.heading_span),
            "this heading does not say which clause it is about",
        );
        out.push(finding.help("write the clause's id behind it: `{#id}`"));
        return;
    };
    let name = id.value.split('/').next().unwrap_or_default();
    if at.db.section_of(name).is_none() {
        let finding = LINT.find(
            Location::new(file.source, id.span),
            format!("nothing has the id `#{name}`"),
        );
        let terms: BTreeSet<&str> = at
            .db
            .names()
            .map(|(name, _)| name)
            .filter(|name| name.starts_with("term:"))
            .collect();
        let near = if name.starts_with("term:") {
            nearest(name, terms)
        } else {
            at.near_name(name)
        };
        out.push(match near {
            Some(near) => finding.replace_with(
                format!("write `#{near}`"),
                format!("#{near}{}", &id.value[name.len()..]),
            ),
            None => finding.help("`rulebook show` of its section lists the ids of its clauses"),
        });
    }
}

/// Commentary cites facts; rules text makes them.
fn cited_facts(at: At<'_>, file: &File, out: &mut Vec<Diagnostic>) {
    let cited: Vec<(&Inline, &Mark, &str)> = commentary(file)
        .flat_map(|one| {
            one.text
                .marks
                .iter()
                .filter_map(|mark| Some((&one.text, mark, fact(mark)?)))
        })
        .collect();
    if cited.is_empty() {
        return;
    }
    let texts = at
        .db
        .files()
        .flat_map(|file| blocks(file))
        .filter_map(|block| block.text());
    let known: BTreeSet<&str> = texts
        .flat_map(|text| text.marks.iter().filter_map(fact))
        .collect();
    for (inline, mark, name) in cited
        .into_iter()
        .filter(|(_, _, name)| !known.contains(name))
    {
        let here = behind(at, file, inline, mark, "fact:", name);
        let finding = LINT.find(here, format!("no rules text marks the fact `{name}`"));
        out.push(mended(
            finding,
            "fact:",
            nearest(name, known.iter().copied()),
        ));
    }
}

fn fact(mark: &Mark) -> Option<&str> {
    match &mark.kind {
        MarkKind::Fact(name) => Some(name),
        MarkKind::Term(_)
        | MarkKind::Link(_)
        | MarkKind::Url(_)
        | MarkKind::Strike
        | MarkKind::Strong
        | MarkKind::Emphasis
        | MarkKind::Hole => None,
    }
}

fn mended(finding: Diagnostic, prefix: &str, near: Option<&str>) -> Diagnostic {
    match near {
        Some(near) => {
            finding.replace_with(format!("write `{prefix}{near}`"), format!("{prefix}{near}"))
        }
        None => finding,
    }
}

/// Whether a term is explained: by a labelled unit with `term=`, or by an abbreviation of the ruleset.
fn is_term(at: At<'_>, term: &str) -> bool {
    at.db.section_of(&format!("term:{term}")).is_some()
        || at
            .db
            .ruleset
            .abbreviations
            .keys()
            .any(|short| slug(short) == *term)
}

/// All terms that are explained.
fn terms(at: At<'_>) -> Vec<String> {
    let mut terms: Vec<String> = at
        .db
        .names()
        .filter_map(|(name, _)| name.strip_prefix("term:").map(str::to_owned))
        .collect();
    terms.extend(at.db.ruleset.abbreviations.keys().map(|short| slug(short)));
    terms.sort();
    terms
}

/// Where the name of a link stands: in the brackets behind its words.
fn behind(
    at: At<'_>,
    file: &File,
    inline: &Inline,
    mark: &Mark,
    prefix: &str,
    name: &str,
) -> Location {
    let words = inline.source_span(mark.span);
    let wanted = format!("({prefix}{name})");
    let text = at.text(file.source);
    let found = text
        .get(words.start()..)
        .and_then(|rest| rest.find(&wanted))
        .map(|found| words.start() + found + 1);
    let span = found.map_or(words, |start| {
        Span::new(start, start + prefix.len() + name.len())
    });
    Location::new(file.source, span)
}
