//! Lowers an instruction: resolves its addresses to unit ids, and its command to tree edits.
//!
//! Its addresses are resolved in the version of the section in whose numbering they count.

mod add;
mod context;
mod delete;
mod insert;
mod r#move;
mod rename;
mod replace;
mod set_entries;
mod set_values;
mod substitute;

pub use context::LoweringContext;

use crate::{
    model::{SectionAction, UnitId, UnitKind},
    op::{
        InsertPosition, LoweredPatch, PatchErrorKind, TreeEdit,
        select::{self, AddressError, GapExpansion},
    },
    syntax::{AddressStepKind, BlockKind, Command, Phrase, Target, Verb},
};
use std::sync::Arc;

/// Lowers one instruction.
///
/// If an address counts into an open run, returns the expansion that is needed first and lowers
/// nothing.
pub fn lower(mut context: LoweringContext<'_>) -> Result<LoweredPatch, GapExpansion> {
    let mut lowered = match context.lower_command() {
        Ok(lowered) => lowered,
        Err(AddressError::NeedsExpansion(expansion)) => return Err(expansion),
        Err(AddressError::Invalid(mut kind, span)) => {
            context.suggest_named_unit(&mut kind);
            context.report(span, kind);
            context.without_edits(Vec::new())
        }
    };
    context.assign_names(&mut lowered);
    Ok(lowered)
}

impl LoweringContext<'_> {
    fn lower_command(&mut self) -> Result<LoweredPatch, AddressError> {
        match self.patch.action {
            SectionAction::Creates => return Ok(self.create_section()),
            SectionAction::Drops => return Ok(self.drop_section()),
            SectionAction::Rewrites => return self.rewrite(),
            SectionAction::Inside => {}
        }
        let patch = self.patch;
        let Some(command) = patch.command() else {
            return Ok(self.without_edits(Vec::new()));
        };
        let targets = &command.targets;
        match command.verb {
            Verb::Replace => self.replace(command),
            Verb::Delete => self.delete(command),
            Verb::Insert => self.insert(command),
            Verb::Add => self.add(command),
            Verb::SetValues => self.set_values(),
            Verb::SetEntries => self.set_entries(),
            Verb::Substitute => self.substitute(targets),
            Verb::Move => self.move_units(command),
            Verb::Swap => self.swap_units(targets),
            Verb::Rename => self.rename(command),
            // what the document changes there is left out when the section is resolved
            Verb::Withdraw => {
                let target = command.clause.as_ref().map(|clause| Target {
                    id: Some(clause.clone()),
                    span: clause.span,
                    ..Target::default()
                });
                Ok(self.without_edits(self.select_all(target.as_slice())?))
            }
            Verb::Clarify => Ok(self.without_edits(self.select_all(targets)?)),
            Verb::Note => {
                let reached = self.select_all(targets)?;
                Ok(self.without_edits(match reached.is_empty() {
                    true => vec![self.tree.root],
                    false => reached,
                }))
            }
        }
    }

    /// Returns a result without edits.
    pub(crate) fn without_edits(&self, reached: Vec<UnitId>) -> LoweredPatch {
        LoweredPatch {
            patch: self.ix,
            edits: Vec::new(),
            reached,
            results: Vec::new(),
        }
    }

    /// Returns a result of `edits` that leave the units addressed in place.
    pub(crate) fn with_edits(&self, edits: Vec<TreeEdit>, reached: Vec<UnitId>) -> LoweredPatch {
        let is_new = edits
            .iter()
            .filter_map(TreeEdit::new_units)
            .flat_map(|new_units| new_units.roots.clone());
        let mut results: Vec<UnitId> = is_new.collect();
        if results.is_empty() {
            results.clone_from(&reached);
        }
        LoweredPatch {
            patch: self.ix,
            edits,
            reached,
            results,
        }
    }

    /// Returns the units that a target names.
    pub(crate) fn select(&self, target: &Target) -> Result<Vec<UnitId>, AddressError> {
        let scope = self.scope(target)?;
        let units = select::select_steps(self.tree, scope, &target.steps)?;
        let Some((from, to)) = target.range.as_deref() else {
            return Ok(units);
        };
        let mut found = Vec::new();
        for scope in units {
            found.extend(select::select_range(self.tree, scope, target, from, to)?);
        }
        Ok(found)
    }

    /// Returns the units that several targets name, without duplicates.
    pub(crate) fn select_all(&self, targets: &[Target]) -> Result<Vec<UnitId>, AddressError> {
        let mut found = Vec::new();
        for target in targets.iter().filter(|target| self.is_here(target)) {
            for unit in self.select(target)? {
                if !found.contains(&unit) {
                    found.push(unit);
                }
            }
        }
        Ok(found)
    }

    /// Returns the units in which a phrase is searched: the targets, or the whole section.
    pub(crate) fn scopes(&self, targets: &[Target]) -> Result<Vec<UnitId>, AddressError> {
        if targets.is_empty() {
            Ok(vec![self.tree.root])
        } else {
            self.select_all(targets)
        }
    }

    /// Returns the units in which a phrase is searched, per target: its number of occurrences is
    /// checked for each.
    pub(crate) fn scopes_by_target(
        &self,
        targets: &[Target],
    ) -> Result<Vec<Vec<UnitId>>, AddressError> {
        if targets.is_empty() {
            return Ok(vec![vec![self.tree.root]]);
        }
        let mut scopes: Vec<Vec<UnitId>> = Vec::new();
        for target in targets.iter().filter(|target| self.is_here(target)) {
            let scope = self.select(target)?;
            if !scopes.contains(&scope) {
                scopes.push(scope);
            }
        }
        Ok(scopes)
    }

    /// Whether a target is in this section: several sections may share an instruction.
    pub(crate) fn is_here(&self, target: &Target) -> bool {
        !self.patch.elsewhere.contains(&target.span)
    }

    fn scope(&self, target: &Target) -> Result<UnitId, AddressError> {
        let Some(id) = &target.id else {
            return Ok(self.tree.root);
        };
        if id.value == self.section {
            return Ok(self.tree.root);
        }
        let dangling = |why: String| {
            let near = self.near_names(&id.value);
            AddressError::Invalid(
                PatchErrorKind::Dangling {
                    what: format!("#{}", id.value),
                    why,
                    near,
                },
                id.span,
            )
        };
        match self.arena.unit_by_name(&id.value) {
            Some(unit) if self.tree.is_live(unit) => Ok(unit),
            // a note may mention what its document deletes, and a withdrawal restores what another
            // one deleted
            Some(unit) if self.tree.get(unit).is_some() && self.addresses_removed_units() => {
                Ok(unit)
            }
            Some(unit) if self.tree.get(unit).is_some() => Err(dangling(
                "it is deleted in the edition whose numbering is used here".into(),
            )),
            Some(_) => Err(dangling(
                "it does not exist yet in the edition whose numbering is used here".into(),
            )),
            None => Err(dangling("no unit has this id".into())),
        }
    }

    fn addresses_removed_units(&self) -> bool {
        let command = self.patch.command();
        command.is_some_and(|own| matches!(own.verb, Verb::Note | Verb::Withdraw))
    }

    /// Returns the phrase of the same instruction in print.
    pub(crate) fn printed_phrase(&self) -> Option<&Phrase> {
        self.printed_command()?.phrase.as_ref()
    }

    /// Returns the words that the same instruction inserts in print.
    pub(crate) fn printed_words(&self) -> Option<&str> {
        let words = self.printed_command()?.words.as_ref()?;
        Some(&words.value)
    }

    fn printed_command(&self) -> Option<&Command> {
        self.patch.twin.as_ref()?.entry()?.command.as_ref()
    }

    fn create_section(&mut self) -> LoweredPatch {
        let (blocks, printed) = self.payload_blocks();
        let with = Arc::new(self.build_units(&blocks, printed.as_deref()));
        LoweredPatch {
            edits: vec![TreeEdit::Create { with }],
            results: vec![self.tree.root],
            ..self.without_edits(Vec::new())
        }
    }

    fn drop_section(&mut self) -> LoweredPatch {
        let moved_to = self.patch.command().and_then(|own| own.clause.as_ref());
        let moved_to = moved_to.map(|name| name.value.clone());
        LoweredPatch {
            edits: vec![TreeEdit::Delete {
                targets: vec![self.tree.root],
                moved_to,
            }],
            ..self.without_edits(vec![self.tree.root])
        }
    }

    /// Replaces the whole section by the payload, including the heading if the payload has one.
    fn rewrite(&mut self) -> Result<LoweredPatch, AddressError> {
        let targets = self.replaced_contents();
        let (blocks, printed) = self.payload_blocks();
        let with = Arc::new(self.build_replacements(&blocks, printed.as_deref(), &targets));
        let edit = if targets.is_empty() {
            let slot = InsertPosition::End(self.tree.root);
            TreeEdit::Insert { slot, with }
        } else {
            TreeEdit::Replace { targets, with }
        };
        Ok(LoweredPatch {
            edits: vec![edit],
            results: vec![self.tree.root],
            ..self.without_edits(vec![self.tree.root])
        })
    }

    /// Returns the units of the section that its new text replaces: all, but the heading only if
    /// the payload has one.
    pub(crate) fn replaced_contents(&self) -> Vec<UnitId> {
        let mut payload = self.patch.payload().iter();
        let headed = payload.any(|block| block.kind == BlockKind::Heading);
        let contents = self.tree.children(self.tree.root);
        contents
            .filter(|&unit| headed || self.tree.kind(unit) != UnitKind::Heading)
            .collect()
    }

    /// Whether a target is a heading, the whole text of a section, or a section.
    pub(crate) fn is_whole(target: &Target) -> bool {
        target.range.is_none()
            && matches!(
                target.steps.last().map(|step| &step.kind),
                None | Some(AddressStepKind::Section(_))
            )
    }
}
