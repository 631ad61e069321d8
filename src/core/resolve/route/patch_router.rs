//! Finds the sections that one instruction concerns, and if it changes, creates or drops each.

use super::contribution::OutlinePosition;
use crate::resolve::section_id::targets;
use crate::{
    model::{SectionAction, WHOLE_PAYLOAD},
    syntax::{
        AddressStepKind, BeforeOrAfter, Block, BlockKind, CommandEffect, InstructionEntry,
        NewUnitCount, Target, UnitNoun, Verb,
    },
    text::{Span, slug::slug},
};
use std::{ops::Range, sync::Arc};

/// Collects the sections of one instruction, with what it does to each and its payload's parts.
pub(super) struct PatchRouter<'a> {
    pub(super) own_section: &'a Arc<str>,
    pub(super) routed: Vec<(Arc<str>, SectionAction, Range<usize>)>,
    pub(super) positions: Vec<(Arc<str>, OutlinePosition)>,
    /// The targets, by their bytes in the file, with the sections that contain them.
    pub(super) target_sections: Vec<(Span, Arc<str>)>,
}

impl PatchRouter<'_> {
    pub(super) fn route(
        &mut self,
        entry: &InstructionEntry,
        find: &dyn Fn(&str) -> Option<Arc<str>>,
    ) {
        let command = entry.command.as_ref();
        let is_outermost = |count: &NewUnitCount| {
            let unit = count.unit;
            matches!(unit, UnitNoun::Section | UnitNoun::Figure | UnitNoun::Page)
        };
        let adds = command.filter(|own| own.effect() == CommandEffect::Insert);
        if adds
            .and_then(|own| own.count.as_ref())
            .is_some_and(is_outermost)
        {
            return self.route_creation(entry, find);
        }
        let whole = |target: &&Target| {
            target.range.is_none()
                && (target.steps.is_empty() && target.id.is_some()
                    || matches!(
                        target.steps.last().map(|s| &s.kind),
                        Some(AddressStepKind::Section(_))
                    ))
        };
        let mut sections: Vec<(Arc<str>, bool)> = Vec::new();
        let mut target_sections: Vec<(Span, Arc<str>)> = Vec::new();
        let mut note = |target: Span, section: Option<Arc<str>>, whole: bool| {
            let section = section.unwrap_or_else(|| Arc::clone(self.own_section));
            target_sections.push((target, section.clone()));
            match sections.iter_mut().find(|(s, _)| *s == section) {
                Some((_, all)) => *all &= whole,
                None => sections.push((section, whole)),
            }
        };
        for target in targets(command) {
            let named = target.steps.iter().find_map(|step| match &step.kind {
                AddressStepKind::Section(names) if !names.is_empty() => Some(names.clone()),
                _ => None,
            });
            for name in named.into_iter().flatten() {
                let section = find(&name.value);
                note(target.span, section, true);
            }
            match &target.id {
                Some(id) => {
                    let section = find(&id.value);
                    let all = whole(&target) && section.as_deref() == Some(id.value.as_str());
                    note(target.span, section, all);
                }
                None => note(target.span, None, whole(&target)),
            }
        }
        let withdrawal = command.filter(|own| own.verb == Verb::Withdraw);
        if let Some(clause) = withdrawal.and_then(|own| own.clause.as_ref()) {
            let section = find(&clause.value);
            note(clause.span, section, false);
        }
        if sections.is_empty() {
            sections.push((Arc::clone(self.own_section), false));
        }
        self.target_sections = target_sections;
        let slices = section_slices(&entry.payload);
        let acts_on_units = |verb| {
            command.is_some_and(|own| {
                own.verb == verb && own.phrase.is_none() && own.description.is_none()
            })
        };
        let rewriting = acts_on_units(Verb::Replace) && sections.iter().all(|(_, whole)| *whole);
        let dropping = acts_on_units(Verb::Delete);
        if rewriting && (slices.len() > 1 || sections.len() > 1) {
            return self.route_rewrite(&sections, &slices, find);
        }
        for (section, whole) in sections {
            let meaning = match (whole, rewriting, dropping) {
                (true, true, _) => SectionAction::Rewrites,
                (true, false, true) => SectionAction::Drops,
                (true | false, _, _) => SectionAction::Inside,
            };
            self.routed.push((section, meaning, WHOLE_PAYLOAD));
        }
    }

    /// Routes the replacement of several sections by several: those of the payload that exist are
    /// rewritten, others are created after the preceding one, and sections that are named but not
    /// in the payload are dropped.
    fn route_rewrite(
        &mut self,
        sections: &[(Arc<str>, bool)],
        slices: &[(Arc<str>, usize, usize)],
        find: &dyn Fn(&str) -> Option<Arc<str>>,
    ) {
        let mut last = sections
            .first()
            .map(|(section, _)| section.clone())
            .unwrap_or_default();
        let only_one = sections.len() == 1;
        for (k, (id, from, to)) in slices.iter().enumerate() {
            let is_target = sections.iter().any(|(section, _)| section == id);
            if is_target || only_one && k == 0 && find(id).is_none() {
                let section = if is_target { id.clone() } else { last.clone() };
                self.routed
                    .push((section.clone(), SectionAction::Rewrites, *from..*to));
                last = section;
            } else {
                self.routed
                    .push((id.clone(), SectionAction::Creates, *from..*to));
                self.positions
                    .push((id.clone(), OutlinePosition::After(last.clone())));
                last.clone_from(id);
            }
        }
        for (section, _) in sections {
            if !self.routed.iter().any(|(s, _, _)| s == section) {
                self.routed
                    .push((section.clone(), SectionAction::Drops, WHOLE_PAYLOAD));
            }
        }
    }

    fn route_creation(
        &mut self,
        entry: &InstructionEntry,
        find: &dyn Fn(&str) -> Option<Arc<str>>,
    ) {
        let command = entry.command.as_ref().filter(|own| own.phrase.is_none());
        let place = command.and_then(|own| Some((own.targets.first()?, own.side?)));
        let mut position = match place {
            Some((target, side)) => {
                let page = target.steps.iter().find_map(|step| match &step.kind {
                    AddressStepKind::Ordinals {
                        unit: UnitNoun::Page,
                        ordinals,
                    } => ordinals.first().map(|o| o.0.to_string()),
                    _ => None,
                });
                let section = target
                    .id
                    .as_ref()
                    .and_then(|id| find(&id.value))
                    .unwrap_or_else(|| Arc::clone(self.own_section));
                match (page, side) {
                    (Some(page), _) => OutlinePosition::AfterPage(page),
                    (None, BeforeOrAfter::Before) => OutlinePosition::Before(section),
                    (None, BeforeOrAfter::After) => OutlinePosition::After(section),
                }
            }
            None => OutlinePosition::End,
        };
        for (id, from, to) in section_slices(&entry.payload) {
            self.routed
                .push((id.clone(), SectionAction::Creates, from..to));
            self.positions.push((
                id.clone(),
                std::mem::replace(&mut position, OutlinePosition::After(id)),
            ));
        }
        if self.routed.is_empty() {
            // a payload without a heading creates no section; the instruction stays in its own
            // section, which reports it
            self.routed.push((
                Arc::clone(self.own_section),
                SectionAction::Inside,
                WHOLE_PAYLOAD,
            ));
        }
    }
}

/// Returns the id of a heading, or one made from its words.
fn section_id(heading: &Block) -> Arc<str> {
    match &heading.attrs.id {
        Some(id) => id.value.as_str().into(),
        None => slug(heading.text().map_or("", |text| &text.text)).into(),
    }
}

/// Returns the sections of a payload: id, start and end index. Blocks before the first heading
/// belong to none.
fn section_slices(blocks: &[Block]) -> Vec<(Arc<str>, usize, usize)> {
    let headings: Vec<usize> = blocks
        .iter()
        .enumerate()
        .filter(|(_, block)| block.kind == BlockKind::Heading)
        .map(|(at, _)| at)
        .collect();
    let end = |k: usize| headings.get(k + 1).copied().unwrap_or(blocks.len());
    headings
        .iter()
        .enumerate()
        .map(|(k, &at)| (section_id(&blocks[at]), at, end(k)))
        .collect()
}
