//! The lint `wrong-name`: an address that does not reach the unit whose id its instruction gives.

use super::{
    context::quote_words,
    dangling_address::only_step,
    definition::{Lint, LintPass},
    fault_site::{FaultSite, edit_fix},
};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    op,
    resolve::targets,
    text::Span,
};

pub(super) const LINT: Lint = Lint {
    code: "wrong-name",
    severity: Severity::Error,
    title: "an address that does not lead to the clause named by its instruction",
    page: include_str!("wrong_name.md"),
    passes: &[LintPass::Resolver],
};

pub(super) fn report(site: &FaultSite<'_>, name: &str, reached: &str, out: &mut Vec<Diagnostic>) {
    let command = site.entry().and_then(|entry| entry.command.as_ref());
    let steps = command.and_then(only_step);
    let frame = site.section.frame(site.fault.patch);
    let unit = site.section.arena.unit_by_name(name);
    let named = site.here();
    let mut diagnostic = match steps {
        Some((steps, _)) => {
            let message = format!(
                "`{}` is {}, not `#{name}`",
                site.context.slice(site.locate(steps)),
                quote_words(reached)
            );
            LINT.diagnostic(site.locate(steps), message)
                .related(named, "asserted here")
        }
        None => LINT.diagnostic(
            named,
            format!(
                "the address leads to {}, not `#{name}`",
                quote_words(reached)
            ),
        ),
    };
    if let (Some((steps, target)), Some(unit)) = (steps, unit) {
        if let Some(address) = op::unit_address(&frame, unit) {
            diagnostic = diagnostic.label(format!("`#{name}` is {address}"));
            diagnostic.fixes.push(edit_fix(
                format!("write `{address}`"),
                site.locate(steps),
                address,
            ));
        } else if !frame.is_live(unit) {
            diagnostic = diagnostic.help(format!(
                "`#{name}` does not exist in the edition whose numbering is used here"
            ));
        }
        for (edition, at) in matching_editions(site, unit, target) {
            diagnostic.fixes.push(edit_fix(
                format!("use the numbering of {edition}"),
                at,
                format!(" ({edition} numbering)"),
            ));
        }
    }
    out.push(diagnostic);
}

/// Returns the editions in whose numbering the address reaches `unit`, with the place to write
/// that.
fn matching_editions(
    site: &FaultSite<'_>,
    unit: crate::model::UnitId,
    target: Span,
) -> Vec<(String, Location)> {
    let command = site.entry().and_then(|entry| entry.command.as_ref());
    let targets = targets(command);
    let [only] = targets.as_slice() else {
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
    let at = site.locate(Span::new(target.end(), target.end()));
    others
        .filter(reaches)
        .map(|edition| (ruleset.edition_id(edition).to_owned(), at))
        .collect()
}
