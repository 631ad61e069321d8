//! The lint `frame-missing`: an address that names no edition, and reaches another unit if numbered
//! as in another edition. By default the numbering of the edition that the sheet amends counts.

use super::context::{LintContext, quote_words};
use crate::{
    diagnostic::Diagnostic,
    model::{Patch, PatchIx, SectionTree, UnitId},
    op,
    resolve::{Section, file_section_id, targets},
    syntax::{AddressStepKind, FileRole, Phrase, Target, WordingLayer, flatten_blocks},
    text::Span,
};

pub(super) fn check(context: LintContext<'_>, section: &Section, out: &mut Vec<Diagnostic>) {
    for (number, patch) in section.patches.iter().enumerate() {
        let ix = PatchIx(number as u32);
        let Some(command) = patch.command() else {
            continue;
        };
        if !context.includes(patch)
            || patch.file.role != FileRole::Amend
            || command.is_comment()
            || patch.file.front.frame.is_some()
            || has_asserted_id(section, patch, number)
        {
            continue;
        }
        let is_home = patch.place().is_some_and(|place| {
            context.db.section_of(&file_section_id(place)) == Some(section.id.as_str())
        });
        let tree = section.frame(ix);
        for target in targets(Some(command))
            .into_iter()
            .filter(|target| has_unframed_ordinal(target) && (is_home || target.id.is_some()))
        {
            let Some(here) = section.resolve_address(&tree, target) else {
                continue;
            };
            if let Some((edition, there)) = reached_in_another_edition(
                section,
                ix,
                target,
                &here,
                &tree,
                command.phrase.as_ref(),
            ) {
                out.push(build_diagnostic(
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

fn build_diagnostic(
    section: &Section,
    patch: &Patch,
    target: &Target,
    here: (&SectionTree, UnitId),
    there: (&str, UnitId),
) -> Diagnostic {
    let own = section.ruleset().edition_id(patch.frame);
    let steps = target
        .steps
        .iter()
        .map(|step| step.span)
        .reduce(Span::join)
        .unwrap_or(target.span);
    let now = op::unit_address(here.0, there.1)
        .map(|address| format!(", now {address}"))
        .unwrap_or_default();
    let words = quote_words(&op::first_words(here.0, there.1));
    let message = format!("in the numbering of {} this would be {words}{now}", there.0);
    let mut diagnostic = Diagnostic::warning("frame-missing", patch.file.locate(steps), message);
    diagnostic = diagnostic.label(format!(
        "in the numbering of {own}: {}",
        quote_words(&op::first_words(here.0, here.1))
    ));
    let behind = patch.file.locate(target.span.at_end());
    for edition in [own, there.0] {
        diagnostic.add_fix(
            format!("use the numbering of {edition}"),
            behind,
            format!(" ({edition} numbering)"),
        );
    }
    diagnostic.help("or write the clause's id after the instruction, `{#id}`: the address is then checked against it")
}

/// Returns another edition in whose numbering the address reaches other units, with the first of
/// them. The units have to exist still, and the instruction has to be applicable to them.
fn reached_in_another_edition(
    section: &Section,
    ix: PatchIx,
    target: &Target,
    here: &[UnitId],
    tree: &SectionTree,
    phrase: Option<&Phrase>,
) -> Option<(String, UnitId)> {
    let steps = section.frame_revisions(ix);
    // the last numbering is that of the frame itself
    for (k, step) in steps.iter().enumerate().take(steps.len().saturating_sub(1)) {
        let whole = steps
            .get(k + 1)
            .is_some_and(|next| next.edition != step.edition);
        let Some(there) = section
            .resolve_address(&step.tree, target)
            .filter(|_| whole)
        else {
            continue;
        };
        let fits = there.iter().all(|&unit| tree.is_live(unit))
            && phrase.is_none_or(|phrase| {
                !op::find_phrase(tree, &there, WordingLayer::Restated, &phrase.quote.value)
                    .is_empty()
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

/// Returns whether an address contains an ordinal without an edition.
fn has_unframed_ordinal(target: &Target) -> bool {
    let has_ordinal = |kind: &AddressStepKind| match kind {
        AddressStepKind::Ordinals { .. }
        | AddressStepKind::Last { .. }
        | AddressStepKind::FromEnd { .. } => true,
        AddressStepKind::Labelled { last, ordinals, .. } => *last || !ordinals.is_empty(),
        AddressStepKind::Heading
        | AddressStepKind::Text
        | AddressStepKind::Section(_)
        | AddressStepKind::All { .. } => false,
    };
    target.frame.is_none() && target.steps.iter().any(|step| has_ordinal(&step.kind))
}

/// Returns whether the instruction names a clause by its id: then the address is checked against
/// that.
fn has_asserted_id(section: &Section, patch: &Patch, number: usize) -> bool {
    let Some(id) = patch.id() else {
        return false;
    };
    section.patches[..number].iter().any(|earlier| {
        let is_named = earlier
            .attrs()
            .and_then(|attrs| attrs.id.as_ref())
            .is_some_and(|name| name.value == id.value);
        is_named
            || flatten_blocks(earlier.blocks()).iter().any(|block| {
                block
                    .attrs
                    .id
                    .as_ref()
                    .is_some_and(|name| name.value == id.value)
            })
    })
}
