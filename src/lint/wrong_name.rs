use super::{
    Check, Lint,
    at::quoted,
    dangling_address::only_step,
    fault::{Site, fix},
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
    title: "an address that does not reach the clause that its instruction names",
    page: include_str!("wrong_name.md"),
    checks: &[Check::Resolving],
};

pub(super) fn fault(site: &Site<'_>, name: &str, reached: &str, out: &mut Vec<Diagnostic>) {
    let command = site.entry().and_then(|entry| entry.command.as_ref());
    let steps = command.and_then(only_step);
    let frame = site.section.frame(site.fault.patch);
    let unit = site.section.arena.named(name);
    let named = site.here();
    let mut finding = match steps {
        Some((steps, _)) => {
            let message = format!(
                "`{}` is {}, not `#{name}`",
                site.at.slice(site.locate(steps)),
                quoted(reached)
            );
            LINT.find(site.locate(steps), message)
                .related(named, "asserted here")
        }
        None => LINT.find(
            named,
            format!("the address reaches {}, not `#{name}`", quoted(reached)),
        ),
    };
    if let (Some((steps, target)), Some(unit)) = (steps, unit) {
        if let Some(address) = op::written(&frame, unit) {
            finding = finding.label(format!("`#{name}` is {address}"));
            finding.fixes.push(fix(
                format!("write `{address}`"),
                site.locate(steps),
                address,
            ));
        } else if !frame.lives(unit) {
            finding = finding.help(format!(
                "`#{name}` does not exist in the edition whose numbering counts here"
            ));
        }
        for (edition, at) in numberings(site, unit, target) {
            finding.fixes.push(fix(
                format!("count as in {edition}"),
                at,
                format!(" ({edition} numbering)"),
            ));
        }
    }
    out.push(finding);
}

/// The editions in whose numbering the address would reach the unit of that name, with the place to say so.
fn numberings(
    site: &Site<'_>,
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
        let tree = site.section.numbering(site.fault.patch, *edition);
        site.section
            .reach(&tree, only)
            .is_some_and(|units| units.contains(&unit))
    };
    let others = ruleset
        .line(site.patch.own_edition)
        .into_iter()
        .filter(|&edition| edition != site.patch.frame);
    let at = site.locate(Span::new(target.end(), target.end()));
    others
        .filter(reaches)
        .map(|edition| (ruleset.edition_id(edition).to_owned(), at))
        .collect()
}
