//! The lint `duplicate-id`: an id that two sections have, or two units of one or several sections.

use super::{
    context::LintContext,
    definition::{Lint, LintPass},
    fault_site::FaultSite,
};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    resolve::place_id,
    syntax::{Attributes, BlockKind, FileRole, RulesFile, flatten_blocks},
};
use std::collections::HashMap;

pub(super) const LINT: Lint = Lint {
    code: "duplicate-id",
    severity: Severity::Error,
    title: "the same id for two things",
    page: include_str!("duplicate_id.md"),
    passes: &[LintPass::Resolver, LintPass::File(check)],
};

/// Reports two units of a section that have the same name.
pub(super) fn report(site: &FaultSite<'_>, name: &str, out: &mut Vec<Diagnostic>) {
    let diagnostic = LINT.diagnostic(
        site.here(),
        format!("`{}` is already the id of another unit", format_name(name)),
    );
    out.push(
        match site
            .section
            .arena
            .unit_by_name(name)
            .map(|unit| site.section.unit_location(unit))
        {
            Some(first) if first != site.here() => {
                diagnostic.related(site.context.first_line(first), "the first")
            }
            Some(_) | None => diagnostic,
        },
    );
}

/// Reports sections that are declared twice, and names in two sections.
fn check(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    let mut definitions = Definitions::default();
    let mut shared = SharedNames::default();
    for place in &file.places {
        let declares = matches!(file.role, FileRole::Base | FileRole::Book);
        if declares {
            definitions.check(
                context,
                &place_id(place),
                Location::new(file.source, place.heading_span),
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
                    definitions.check(
                        context,
                        &name,
                        Location::new(file.source, block.span),
                        &block.attrs,
                        out,
                    );
                } else {
                    shared.check(context, &name, Location::new(file.source, span), out);
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

/// The places that define the sections whose id several have.
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
            let diagnostic = LINT.diagnostic(
                Location::new(here.source, span),
                format!("there already is a section `#{id}`"),
            );
            out.push(
                diagnostic
                    .related(context.first_line(first), "the first")
                    .help("only the first one is used"),
            );
        }
    }
}

/// How many sections with the same name a problem lists.
const LISTED: usize = 8;

/// The sections that have the same name, and the unit in each.
#[derive(Default)]
struct SharedNames(HashMap<String, Shared>);

/// The sections of one name.
#[derive(Default)]
struct Shared {
    count: usize,
    /// The first sections by their ids, and the units.
    first: Vec<(String, Option<Location>)>,
}

impl Shared {
    fn new(context: LintContext<'_>, name: &str) -> Self {
        let mut sections: Vec<&str> = context.db.declaring_sections(name);
        sections.sort_unstable();
        sections.dedup();
        let unit = |id: &str| {
            let section = context.db.section(id)?;
            let unit = section.arena.unit_by_name(name)?;
            Some(section.unit_location(unit))
        };
        let first = sections.iter().take(LISTED).filter(|_| sections.len() > 1);
        Self {
            count: sections.len(),
            first: first.map(|&id| (id.to_owned(), unit(id))).collect(),
        }
    }
}

impl SharedNames {
    /// Reports a name at `here` if another section has it, too.
    fn check(
        &mut self,
        context: LintContext<'_>,
        name: &str,
        here: Location,
        out: &mut Vec<Diagnostic>,
    ) {
        let shared = self
            .0
            .entry(name.to_owned())
            .or_insert_with(|| Shared::new(context, name));
        if shared.count < 2 {
            return;
        }
        let ids: Vec<&str> = shared.first.iter().map(|(id, _)| &**id).collect();
        let more = match shared.count - ids.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let mut diagnostic = LINT.diagnostic(
            here,
            format!(
                "`{}` is in several sections: {}{more}",
                format_name(name),
                ids.join(", ")
            ),
        );
        for (id, place) in &shared.first {
            let Some(place) = place.filter(|place| {
                place.source != here.source
                    || !(place.span.start() <= here.span.start()
                        && here.span.end() <= place.span.end())
            }) else {
                continue;
            };
            diagnostic = diagnostic.related(context.first_line(place), format!("in #{id}"));
        }
        out.push(diagnostic);
    }
}
