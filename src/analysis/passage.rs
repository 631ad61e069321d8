//! The text of a clause, and nothing that stands beside it.

use super::{Analysis, ClauseBlock, ClauseState, WordingChoice, reader::Reader};
use crate::{
    model::UnitId,
    resolve::{RulesetDb, Section, View},
    syntax::Layer,
};

/// The text of a section, or of a unit of it, at a view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Its heading at the view.
    pub heading: String,
    /// How it stands.
    pub state: ClauseState,
    /// Where it lives on.
    pub moved_to: Option<String>,
    /// Its blocks.
    pub blocks: Vec<ClauseBlock>,
}

impl Analysis {
    /// The text of a section, or of a unit of it. Costs less than a card: no rulings, no history.
    pub fn passage(
        &self,
        db: &RulesetDb,
        section: &Section,
        unit: Option<UnitId>,
        view: &View,
        choice: WordingChoice,
    ) -> Passage {
        let tree = section.version(view);
        let reader = Reader {
            analysis: self,
            db,
            section,
            view,
            tree: &tree,
        };
        let unit = unit.unwrap_or(tree.root);
        let (state, _, moved_to) = reader.state(unit);
        let heading = tree
            .heading()
            .map(|heading| tree.plain(heading, Layer::Restated))
            .filter(|heading| !heading.is_empty());
        let heading = heading.unwrap_or_else(|| db.info(&section.id).unwrap_or_default().heading);
        let blocks = if tree.lives(unit) {
            reader.blocks(unit, choice)
        } else {
            Vec::new()
        };
        Passage {
            heading,
            state,
            moved_to,
            blocks,
        }
    }
}
