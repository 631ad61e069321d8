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
    for place in &file.places {
        let declares = matches!(file.role, FileRole::Base | FileRole::Book);
        if declares {
            check_section(
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
                    check_section(
                        context,
                        &name,
                        Location::new(file.source, block.span),
                        &block.attrs,
                        out,
                    );
                } else if let [first, others @ ..] = context.db.declaring_sections(&name).as_slice()
                    && others.iter().any(|other| other != first)
                {
                    report_shared_name(context, &name, Location::new(file.source, span), out);
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

/// Reports a section at `here` if an earlier one has its id.
fn check_section(
    context: LintContext<'_>,
    id: &str,
    here: Location,
    attrs: &Attributes,
    out: &mut Vec<Diagnostic>,
) {
    if context.db.declaring_sections(id).len() < 2 {
        return;
    }
    let makers = context.db.definitions(id);
    if let Some(&first) = makers
        .first()
        .filter(|&&first| first != here && makers.contains(&here))
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

/// Reports a name at `here` that another section has, too.
fn report_shared_name(
    context: LintContext<'_>,
    name: &str,
    here: Location,
    out: &mut Vec<Diagnostic>,
) {
    let mut others: Vec<&str> = context.db.declaring_sections(name);
    others.sort_unstable();
    others.dedup();
    let places = others.iter().filter_map(|id| {
        let section = context.db.section(id)?;
        let unit = section.arena.unit_by_name(name)?;
        Some((id, section.unit_location(unit)))
    });
    let mut diagnostic = LINT.diagnostic(
        here,
        format!(
            "`{}` is in several sections: {}",
            format_name(name),
            others.join(", ")
        ),
    );
    for (id, place) in places.filter(|(_, place)| {
        place.source != here.source
            || !(place.span.start() <= here.span.start() && here.span.end() <= place.span.end())
    }) {
        diagnostic = diagnostic.related(context.first_line(place), format!("in #{id}"));
    }
    out.push(diagnostic);
}
