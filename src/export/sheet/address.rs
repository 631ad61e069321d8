//! Replaces ids of units in an instruction by addresses that count the units, such as `bullet 3`.

use crate::{
    model::SectionTree,
    op,
    resolve::Section,
    syntax::{AddressStep, Command, Target, instruction},
    text::{SourceId, Span, Spanned},
};
use std::sync::Arc;

/// Replaces ids of units by counted addresses for an instruction, in the numbering that it uses.
pub(super) struct CountedAddresses<'a> {
    /// The id of the place that contains the instruction.
    pub(super) place: &'a str,
    pub(super) sections: Vec<(Arc<Section>, Arc<SectionTree>)>,
}

impl CountedAddresses<'_> {
    /// Replaces the ids of units in a command by counted addresses where possible.
    pub(super) fn command(&self, command: &Command) -> Command {
        let mut command = command.clone();
        for target in command.addresses_mut() {
            self.count_out(target);
        }
        command
    }

    fn count_out(&self, target: &mut Target) {
        // another numbering may count the unit differently
        if target.frame.is_some() {
            return;
        }
        let Some((section, steps)) = target
            .id
            .as_ref()
            .and_then(|id| self.counted_steps(&id.value))
        else {
            return;
        };
        target.id = (section != self.place).then(|| Spanned::new(section, Span::default()));
        target.steps.splice(0..0, steps);
    }

    /// Returns the section of a unit and the steps to it; `None` if they cannot be counted.
    fn counted_steps(&self, id: &str) -> Option<(String, Vec<AddressStep>)> {
        self.sections.iter().find_map(|(section, tree)| {
            let unit = section
                .arena
                .unit_by_name(id)
                .filter(|&unit| unit != tree.root)?;
            let text = format!("Replace {}", op::unit_address(tree, unit)?);
            let (command, _) =
                instruction::parse(SourceId::default(), &text, Span::new(0, text.len()));
            Some((section.id.clone(), command?.targets.pop()?.steps))
        })
    }
}
