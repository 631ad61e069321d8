use super::{At, Check, Lint, at::deep, fault::Site};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    resolve::place_id,
    syntax::{Attributes, BlockKind, File, Role},
};

pub(super) const LINT: Lint = Lint {
    code: "duplicate-id",
    severity: Severity::Error,
    title: "one id for two things",
    page: include_str!("duplicate_id.md"),
    checks: &[Check::Resolving, Check::File(twice)],
};

/// Two units of one section that want one name.
pub(super) fn fault(site: &Site<'_>, name: &str, out: &mut Vec<Diagnostic>) {
    let finding = LINT.find(
        site.here(),
        format!("`{}` is the name of another unit", written(name)),
    );
    out.push(
        match site
            .section
            .arena
            .named(name)
            .map(|unit| site.section.at(unit))
        {
            Some(first) if first != site.here() => {
                finding.related(site.at.first_line(first), "the first")
            }
            Some(_) | None => finding,
        },
    );
}

/// Sections made twice, and names that live in two sections.
fn twice(at: At<'_>, file: &File, out: &mut Vec<Diagnostic>) {
    for place in &file.places {
        let makes = matches!(file.role, Role::Base | Role::Book);
        if makes {
            section(
                at,
                &place_id(place),
                Location::new(file.source, place.heading_span),
                &place.attrs,
                out,
            );
        }
        for block in deep(&place.blocks)
            .into_iter()
            .chain(place.entries.iter().flat_map(|entry| deep(&entry.payload)))
        {
            for (name, span) in block.attrs.names() {
                if block.kind == BlockKind::Heading {
                    section(
                        at,
                        &name,
                        Location::new(file.source, block.span),
                        &block.attrs,
                        out,
                    );
                } else if let [first, others @ ..] = at.db.homes(&name).as_slice()
                    && others.iter().any(|other| other != first)
                {
                    elsewhere(at, &name, Location::new(file.source, span), out);
                }
            }
        }
    }
}

/// A name as files write it: `#id`, `term:kn`.
fn written(name: &str) -> String {
    if name.starts_with("term:") {
        name.to_owned()
    } else {
        format!("#{name}")
    }
}

/// A section at `here` whose id an earlier one has.
fn section(at: At<'_>, id: &str, here: Location, attrs: &Attributes, out: &mut Vec<Diagnostic>) {
    if at.db.homes(id).len() < 2 {
        return;
    }
    let makers = at.db.makers(id);
    if let Some(&first) = makers
        .first()
        .filter(|&&first| first != here && makers.contains(&here))
    {
        let span = attrs.id.as_ref().map_or(here.span, |id| id.span);
        let finding = LINT.find(
            Location::new(here.source, span),
            format!("there is a section `#{id}` already"),
        );
        out.push(
            finding
                .related(at.first_line(first), "the first")
                .help("only the first one counts"),
        );
    }
}

/// A name at `here` that another section has too.
fn elsewhere(at: At<'_>, name: &str, here: Location, out: &mut Vec<Diagnostic>) {
    let mut others: Vec<&str> = at.db.homes(name);
    others.sort_unstable();
    others.dedup();
    let places = others.iter().filter_map(|id| {
        let section = at.db.section(id)?;
        let unit = section.arena.named(name)?;
        Some((id, section.at(unit)))
    });
    let mut finding = LINT.find(
        here,
        format!(
            "`{}` lives in several sections: {}",
            written(name),
            others.join(", ")
        ),
    );
    for (id, place) in places.filter(|(_, place)| {
        place.source != here.source
            || !(place.span.start() <= here.span.start() && here.span.end() <= place.span.end())
    }) {
        finding = finding.related(at.first_line(place), format!("in #{id}"));
    }
    out.push(finding);
}
