//! The lint `duplicate-id`: an id of two sections, units or clarifications; a fact of two values.

use super::{
    consequences::unread_section,
    context::{LintContext, rules_texts},
    patch_error_site::PatchErrorSite,
};
use crate::{
    diagnostic::{Diagnostic, Location},
    resolve::file_section_id,
    syntax::{Attributes, BlockKind, FileRole, MarkKind, RulesFile, flatten_blocks},
};
use std::collections::HashMap;

/// Reports two units of a section that have the same name.
pub(super) fn report(site: &PatchErrorSite<'_>, name: &str, out: &mut Vec<Diagnostic>) {
    let mut diagnostic = Diagnostic::error(
        "duplicate-id",
        site.here(),
        format!("`{}` is already the id of another unit", format_name(name)),
    );
    if site.slice() == format!("#{name}") {
        let free = free_name(site.context, name);
        diagnostic = diagnostic.write(format!("#{free}"));
    }
    out.push(
        match site
            .section
            .arena
            .unit_by_name(name)
            .map(|unit| site.section.arena.location(unit))
        {
            Some(first) if first != site.here() => {
                diagnostic.related(site.context.first_line(first), "the first")
            }
            Some(_) | None => diagnostic,
        },
    );
}

/// Reports sections declared twice, ids in two sections, ids of two clarifications, and facts.
pub(super) fn check(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    let mut definitions = Definitions::default();
    let mut shared = SharedNames::default();
    check_facts(context, file, out);
    check_clarifications(context, file, out);
    for place in &file.places {
        let declares = matches!(file.role, FileRole::Base | FileRole::Book);
        if declares {
            definitions.check(
                context,
                &file_section_id(place),
                file.locate(place.heading_span),
                &place.attrs,
                out,
            );
        }
        for block in flatten_blocks(&place.blocks).into_iter().chain(
            place
                .entries
                .iter()
                .flat_map(|entry| flatten_blocks(&entry.payload)),
        ) {
            for (name, span) in block.attrs.names() {
                if block.kind == BlockKind::Heading {
                    definitions.check(context, &name, file.locate(block.span), &block.attrs, out);
                } else {
                    let here = file.locate(span);
                    shared.check(context, &name, here, &file_section_id(place), out);
                }
            }
        }
    }
}

/// Returns an id that nothing has yet: `quays-2`.
fn free_name(context: LintContext<'_>, name: &str) -> String {
    (2..)
        .map(|number| format!("{name}-{number}"))
        .find(|free| context.db.section_of(free).is_none())
        .unwrap_or_default()
}

/// Reports a clarification whose id another one in the file has.
fn check_clarifications(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    if file.role != FileRole::Clarify {
        return;
    }
    let mut seen = HashMap::new();
    for entry in file.entries() {
        let Some(id) = &entry.attrs.id else {
            continue;
        };
        let here = file.locate(id.span);
        let Some(first) = seen.insert(id.value.as_str(), here) else {
            continue;
        };
        let message = format!("`#{}` is already the id of another clarification", id.value);
        let free = free_name(context, &id.value);
        out.push(
            Diagnostic::error("duplicate-id", here, message)
                .related(first, "the first")
                .write(format!("#{free}")),
        );
    }
}

/// Reports a fact that a file marks with two different numbers: a check would read only one.
fn check_facts(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    if file.role == FileRole::Book || file.role == FileRole::Index {
        return;
    }
    let mut seen: HashMap<&str, (&str, Location)> = HashMap::new();
    for text in rules_texts(file) {
        for mark in &text.marks {
            let MarkKind::Fact(name) = &mark.kind else {
                continue;
            };
            let here = file.locate(text.source_span(mark.span));
            let value = mark.span.of(&text.text);
            match seen.get(&**name) {
                Some((other, first)) if *other != value => {
                    let message = format!(
                        "the fact `{name}` is {other} elsewhere in this file, and {value} here"
                    );
                    let target = context.address_location(here, &format!("fact:{name}"));
                    out.push(
                        Diagnostic::error("duplicate-id", target.unwrap_or(here), message)
                            .related(*first, "the first")
                            .help("name each number of the rules by a fact of its own"),
                    );
                }
                Some(_) => {}
                None => {
                    seen.insert(name, (value, here));
                }
            }
        }
    }
}

/// Formats a name as files write it: `#id`, `term:kn`.
fn format_name(name: &str) -> String {
    if name.starts_with("term:") {
        name.to_owned()
    } else {
        format!("#{name}")
    }
}

/// The locations that declare a section, by id; none if only one section has the id.
#[derive(Default)]
struct Definitions(HashMap<String, Vec<Location>>);

impl Definitions {
    /// Reports a section at `here` if an earlier one has its id.
    fn check(
        &mut self,
        context: LintContext<'_>,
        id: &str,
        here: Location,
        attrs: &Attributes,
        out: &mut Vec<Diagnostic>,
    ) {
        // the first, and then all in the order of their locations
        let makers = self.0.entry(id.to_owned()).or_insert_with(|| {
            if context.db.declaring_sections(id).len() < 2 {
                return Vec::new();
            }
            let mut makers = context.db.definitions(id);
            if let Some((_, others)) = makers.split_first_mut() {
                others.sort_unstable();
            }
            makers
        });
        if let Some((&first, others)) = makers.split_first()
            && first != here
            && others.binary_search(&here).is_ok()
        {
            let span = attrs.id.as_ref().map_or(here.span, |id| id.span);
            let diagnostic = Diagnostic::error(
                "duplicate-id",
                Location::new(here.source, span),
                format!("there already is a section `#{id}`"),
            );
            let mut diagnostic = diagnostic
                .related(context.first_line(first), "the first")
                .help("only the first one is used");
            if attrs.id.is_some() {
                let free = free_name(context, id);
                diagnostic = diagnostic.write(format!("#{free}"));
            }
            out.push(diagnostic);
        }
    }
}

/// How many sections with the same name a problem lists.
const LISTED: usize = 8;

/// The names of units, each with the sections in which it occurs: their number, and the first ones.
#[derive(Default)]
struct SharedNames(HashMap<String, (usize, Vec<String>)>);

impl SharedNames {
    /// Reports a name at `here` if another section has it, too.
    fn check(
        &mut self,
        context: LintContext<'_>,
        name: &str,
        here: Location,
        section: &str,
        out: &mut Vec<Diagnostic>,
    ) {
        let (count, first) = self.0.entry(name.to_owned()).or_insert_with(|| {
            let mut sections: Vec<&str> = context.db.declaring_sections(name);
            // a place whose id is misspelt is reported as such
            sections.retain(|id| !context.db.is_only_targeted(id));
            sections.sort_unstable();
            sections.dedup();
            let first = sections.iter().take(LISTED);
            (sections.len(), first.map(|&id| id.to_owned()).collect())
        });
        let owner = name.rsplit_once('.').map_or("", |(owner, _)| owner);
        let has_owner = first.iter().any(|id| id == owner);
        // where one of the sections is the one that the name begins with, the others are wrong
        if *count < 2 || has_owner && section == owner {
            return;
        }
        let more = match *count - first.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let message = format!(
            "`{}` is in several sections: {}{more}",
            format_name(name),
            first.join(", ")
        );
        let mut diagnostic = Diagnostic::error("duplicate-id", here, message);
        if has_owner && let Some((_, last)) = name.rsplit_once('.') {
            let own = format!("{section}.{last}");
            let free = match context.db.section_of(&own) {
                None => own,
                Some(_) => free_name(context, &own),
            };
            diagnostic = diagnostic.write(format!("#{free}"));
        }
        // a line that cannot be read may end a place too late
        diagnostic
            .causes
            .extend(first.iter().map(|id| unread_section(id)));
        out.push(diagnostic);
    }
}
