//! The lint `wrong-name`: an address that leads to another unit than the instruction's `{#id}`; the
//! resolver finds it, this module reports it. It also reports an id that is nearly the one that the
//! unit already has.

use super::{
    context::quote_words,
    dangling_address::{named_target, only_step},
    patch_error_site::PatchErrorSite,
};
use crate::{
    diagnostic::{Diagnostic, Location},
    op,
    text::Span,
};

pub(super) fn report(
    site: &PatchErrorSite<'_>,
    name: &str,
    reached: &str,
    out: &mut Vec<Diagnostic>,
) {
    let command = site.patch.command();
    let steps = command.and_then(only_step);
    let frame = site.section.frame(site.fault.patch);
    let unit = site.section.arena.unit_by_name(name);
    let named = site.here();
    let address = unit.and_then(|unit| {
        let sibling = sibling_address(site, unit, steps?.0);
        sibling.or_else(|| op::unit_address(&frame, unit))
    });
    let mut diagnostic = match steps {
        Some((steps, _)) => {
            let message = format!(
                "`{}` is {}, not `#{name}`",
                site.context.slice(site.locate(steps)),
                quote_words(reached)
            );
            let (at, _) = differing_step(site, steps, address.as_deref());
            Diagnostic::error("wrong-name", at, message).related(named, "asserted here")
        }
        None => Diagnostic::error(
            "wrong-name",
            named,
            format!(
                "the address leads to {}, not `#{name}`",
                quote_words(reached)
            ),
        ),
    };
    let addressed = command.and_then(named_target);
    let addressed = addressed.filter(|target| target.id.is_some() && target.steps.is_empty());
    if let Some(target) = addressed {
        let id = site.context.slice(site.locate(target.span));
        diagnostic.add_fix(format!("write `{id}`"), named, id);
    }
    if let (Some((steps, target)), Some(unit)) = (steps, unit) {
        if let Some(address) = address.as_deref() {
            diagnostic = diagnostic.label(format!("`#{name}` is {address}"));
            let (at, step) = differing_step(site, steps, Some(address));
            diagnostic.add_fix(format!("write `{step}`"), at, step);
        } else if !frame.is_live(unit) {
            diagnostic = diagnostic.help(format!(
                "`#{name}` does not exist in the edition whose numbering is used here"
            ));
        }
        for (edition, at) in matching_editions(site, unit, target) {
            diagnostic.add_fix(
                format!("use the numbering of {edition}"),
                at,
                format!(" ({edition} numbering)"),
            );
        }
    }
    out.push(diagnostic);
}

/// Returns the address as written, but with the number of `unit`, which is in the same list.
fn sibling_address(
    site: &PatchErrorSite<'_>,
    unit: crate::model::UnitId,
    steps: Span,
) -> Option<String> {
    let frame = site.section.frame(site.fault.patch);
    let target = named_target(site.patch.command()?)?;
    let reached = *site.section.resolve_address(&frame, target)?.first()?;
    let (parent, _) = frame.position(unit)?;
    let kind = frame.kind(unit);
    let is_sibling = frame.position(reached)?.0 == parent && frame.kind(reached) == kind;
    let (before, number) = site.context.slice(site.locate(steps)).rsplit_once(' ')?;
    let is_number = number.bytes().all(|b| b.is_ascii_digit());
    // `line "-1" 2` counts only the lines with that label
    let label = |unit| frame.get(unit).and_then(|node| node.label.clone());
    let is_labelled = before.contains(['"', '`', '“']);
    let own = label(unit);
    let mut same = frame
        .children(parent)
        .filter(|&other| frame.kind(other) == kind && (!is_labelled || label(other) == own));
    let at = same.position(|other| other == unit)?;
    (is_sibling && is_number).then(|| format!("{before} {}", at + 1))
}

/// Returns the only step of an address that differs from the right one, and what to write there; all
/// steps if several differ.
fn differing_step<'a>(
    site: &PatchErrorSite<'_>,
    steps: Span,
    address: Option<&'a str>,
) -> (Location, &'a str) {
    let whole = site.locate(steps);
    let written = site.context.slice(whole);
    let right = address.unwrap_or_default();
    let pairs: Vec<(&str, &str)> = written.split(", ").zip(right.split(", ")).collect();
    let mut differing = pairs.iter().filter(|(own, right)| own != right);
    let is_same_depth = written.split(", ").count() == right.split(", ").count();
    match (differing.next(), differing.next()) {
        (Some((own, right)), None) if is_same_depth => {
            let start = steps.start() + (own.as_ptr() as usize - written.as_ptr() as usize);
            let at = Span::new(start, start + own.len());
            (site.locate(at), right)
        }
        _ => (whole, right),
    }
}

/// Reports an id that is nearly the one that the unit has already.
pub(super) fn report_second(
    site: &PatchErrorSite<'_>,
    name: &str,
    own: &str,
    out: &mut Vec<Diagnostic>,
) {
    let message = format!("the unit here is `#{own}`, and `#{name}` is a second id for it");
    let diagnostic = Diagnostic::error("wrong-name", site.here(), message);
    out.push(diagnostic.did_you_mean(format!("#{own}")));
}

/// Returns the editions in whose numbering the address reaches `unit`, with the place to write
/// that.
fn matching_editions(
    site: &PatchErrorSite<'_>,
    unit: crate::model::UnitId,
    target: Span,
) -> Vec<(String, Location)> {
    let command = site.patch.command();
    let Some(only) = command.and_then(named_target) else {
        return Vec::new();
    };
    if only.frame.is_some() {
        return Vec::new();
    }
    let ruleset = site.section.ruleset();
    let reaches = |edition: &crate::model::EditionIx| {
        let tree = site.section.numbering_tree(site.fault.patch, *edition);
        site.section
            .resolve_address(&tree, only)
            .is_some_and(|units| units.contains(&unit))
    };
    let others = ruleset
        .amendment_chain(site.patch.own_edition)
        .into_iter()
        .filter(|&edition| edition != site.patch.frame);
    let at = site.locate(target.at_end());
    others
        .filter(reaches)
        .map(|edition| (ruleset.edition_id(edition).to_owned(), at))
        .collect()
}
