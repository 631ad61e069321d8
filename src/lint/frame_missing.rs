use super::{
    At, Check, Lint,
    at::{deep, quoted},
    fault::fix,
};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    model::{Patch, PatchIx, Tree, UnitId},
    op,
    resolve::{Section, place_id, targets},
    syntax::{Command, Layer, Phrase, Role, StepKind, Target},
    text::Span,
};

pub(super) const LINT: Lint = Lint {
    code: "frame-missing",
    severity: Severity::Warning,
    title: "an address that means another unit in another edition's numbering",
    page: include_str!("frame_missing.md"),
    checks: &[Check::Section(check)],
};

fn check(at: At<'_>, section: &Section, out: &mut Vec<Diagnostic>) {
    for (number, patch) in section.patches.iter().enumerate() {
        let ix = PatchIx(number as u32);
        let Some(command) = patch.entry().and_then(|entry| entry.command.as_ref()) else {
            continue;
        };
        let speaks = matches!(command, Command::Note { .. } | Command::Clarify { .. });
        if !at.wants(patch)
            || patch.file.role != Role::Amend
            || speaks
            || patch.file.front.frame.is_some()
            || asserts(section, patch, number)
        {
            continue;
        }
        let home = patch
            .place()
            .is_some_and(|place| at.db.section_of(&place_id(place)) == Some(section.id.as_str()));
        let tree = section.frame(ix);
        for target in targets(Some(command))
            .into_iter()
            .filter(|target| counts(target) && (home || target.id.is_some()))
        {
            let Some(here) = section.reach(&tree, target) else {
                continue;
            };
            if let Some((edition, there)) =
                another(section, ix, target, &here, &tree, command.phrase())
            {
                out.push(told(
                    section,
                    patch,
                    target,
                    (&tree, here[0]),
                    (&edition, there),
                ));
            }
        }
    }
}

fn told(
    section: &Section,
    patch: &Patch,
    target: &Target,
    here: (&Tree, UnitId),
    there: (&str, UnitId),
) -> Diagnostic {
    let own = section.ruleset().edition_id(patch.frame);
    let steps = target
        .steps
        .iter()
        .map(|step| step.span)
        .reduce(Span::join)
        .unwrap_or(target.span);
    let now = op::written(here.0, there.1)
        .map(|address| format!(", {address} by now"))
        .unwrap_or_default();
    let words = quoted(&op::first_words(here.0, there.1));
    let message = format!("by the numbering of {} this would be {words}{now}", there.0);
    let mut finding = LINT.find(Location::new(patch.file.source, steps), message);
    finding = finding.label(format!(
        "by that of {own}, {}",
        quoted(&op::first_words(here.0, here.1))
    ));
    let behind = Location::new(
        patch.file.source,
        Span::new(target.span.end(), target.span.end()),
    );
    for edition in [own, there.0] {
        finding.fixes.push(fix(
            format!("say that it counts as in {edition}"),
            behind,
            format!(" ({edition} numbering)"),
        ));
    }
    finding.help("or name the clause behind the instruction, `{#id}`: then the address is checked against it")
}

/// What an edition other than the frame would make of the address: other units, which still live and to which the instruction
/// could be meant to apply.
fn another(
    section: &Section,
    ix: PatchIx,
    target: &Target,
    here: &[UnitId],
    tree: &Tree,
    phrase: Option<&Phrase>,
) -> Option<(String, UnitId)> {
    let steps = section.numberings(ix);
    // the last one is the frame's own
    for (k, step) in steps.iter().enumerate().take(steps.len().saturating_sub(1)) {
        let whole = steps
            .get(k + 1)
            .is_some_and(|next| next.edition != step.edition);
        let Some(there) = section.reach(&step.tree, target).filter(|_| whole) else {
            continue;
        };
        let fits = there.iter().all(|&unit| tree.lives(unit))
            && phrase.is_none_or(|phrase| {
                !op::hits(tree, &there, Layer::Restated, &phrase.quote.value).is_empty()
            });
        if let (false, true, [first, ..]) =
            (there == here, fits && !here.is_empty(), there.as_slice())
        {
            return Some((
                section.ruleset().edition_id(step.edition).to_owned(),
                *first,
            ));
        }
    }
    None
}

/// Whether an address counts, without saying in whose numbering.
fn counts(target: &Target) -> bool {
    let counting = |kind: &StepKind| match kind {
        StepKind::Ordinals { .. } | StepKind::Last { .. } => true,
        StepKind::Labelled { last, ordinals, .. } => *last || !ordinals.is_empty(),
        StepKind::Heading | StepKind::Text | StepKind::Section(_) | StepKind::All { .. } => false,
    };
    target.frame.is_none() && target.steps.iter().any(|step| counting(&step.kind))
}

/// Whether the instruction names a clause that something before it named: the address is checked against it.
fn asserts(section: &Section, patch: &Patch, number: usize) -> bool {
    let Some(id) = patch.entry().and_then(|entry| entry.attrs.id.as_ref()) else {
        return false;
    };
    section.patches[..number].iter().any(|earlier| {
        let named = earlier
            .attrs()
            .and_then(|attrs| attrs.id.as_ref())
            .is_some_and(|name| name.value == id.value);
        named
            || deep(earlier.blocks()).iter().any(|block| {
                block
                    .attrs
                    .id
                    .as_ref()
                    .is_some_and(|name| name.value == id.value)
            })
    })
}
