//! Addresses without the ids of units: counted out.

use crate::{
    model::Tree,
    op,
    resolve::Section,
    syntax::{Command, Deleted, Point, Step, Target, instruction},
    text::{SourceId, Span, Spanned},
};
use std::sync::Arc;

/// The sections that an instruction concerns, in the numbering in which it counts.
pub(super) struct Counting<'a> {
    /// The id of the place under which it stands.
    pub(super) place: &'a str,
    pub(super) sections: Vec<(Arc<Section>, Arc<Tree>)>,
}

impl Counting<'_> {
    /// The command with every id of a unit counted out that can be.
    pub(super) fn command(&self, command: &Command) -> Command {
        let mut command = command.clone();
        match &mut command {
            Command::Replace { targets, .. }
            | Command::ReplacePhrase { targets, .. }
            | Command::Delete {
                what: Deleted::Units(targets) | Deleted::Phrase(_, targets),
                ..
            }
            | Command::Insert {
                point: Point::Phrase(_, targets),
                ..
            }
            | Command::Substitute { targets }
            | Command::Note { targets }
            | Command::Clarify { targets } => {
                targets.iter_mut().for_each(|target| self.target(target))
            }
            Command::Insert {
                point: Point::Unit(target),
                ..
            } => self.target(target),
            Command::Add { of, .. } => of.iter_mut().for_each(|target| self.target(target)),
            Command::Delete {
                what: Deleted::Described(_),
                ..
            }
            | Command::SetValues
            | Command::SetEntries
            | Command::Withdraw { .. } => {}
        }
        command
    }

    fn target(&self, target: &mut Target) {
        // in another numbering the unit may be counted otherwise
        if target.frame.is_some() {
            return;
        }
        let Some((section, steps)) = target.id.as_ref().and_then(|id| self.counted(&id.value))
        else {
            return;
        };
        target.id = (section != self.place).then(|| Spanned::new(section, Span::default()));
        target.steps.splice(0..0, steps);
    }

    /// The section of a unit, and the steps that lead to it; none where they cannot be counted.
    fn counted(&self, id: &str) -> Option<(String, Vec<Step>)> {
        self.sections.iter().find_map(|(section, tree)| {
            let unit = section.arena.named(id).filter(|&unit| unit != tree.root)?;
            let text = format!("Replace {}", op::written(tree, unit)?);
            let (command, _) =
                instruction::parse(SourceId::default(), &text, Span::new(0, text.len()));
            let Some(Command::Replace { mut targets, .. }) = command else {
                return None;
            };
            Some((section.id.clone(), targets.pop()?.steps))
        })
    }
}
