//! How a unit would be addressed in a version of its section.

use super::select;
use crate::{
    model::{Kind, Tree, UnitId},
    syntax::Unit,
};

/// The address of a unit in `tree`, as an instruction would write it: `bullet 7`, `paragraph 2, sentence 1`. None where an open run
/// stands before it, where its place is not known, or where it does not live.
pub fn written(tree: &Tree, unit: UnitId) -> Option<String> {
    if !tree.lives(unit) {
        return None;
    }
    let kind = match tree.kind(unit) {
        Kind::Paragraph => Unit::Paragraph,
        Kind::Sentence => Unit::Sentence,
        Kind::Bullet => Unit::Bullet,
        Kind::Table => Unit::Table,
        Kind::Row => Unit::Row,
        Kind::Heading => return Some("heading".to_owned()),
        Kind::Section | Kind::Cell | Kind::MoreParagraphs | Kind::MoreSentences | Kind::MoreBullets => return None,
    };
    let ordinal = |scope| {
        let slots = select::slots(tree, scope, kind);
        let at = slots.iter().position(|&slot| slot == unit)?;
        let counted = slots[..at].iter().all(|&slot| !tree.kind(slot).is_gap());
        counted.then(|| format!("{} {}", kind.name().one, at + 1))
    };
    if let Some(step) = ordinal(tree.root) {
        return Some(step);
    }
    let parent = tree.get(unit)?.parent?;
    Some(format!("{}, {}", written(tree, parent)?, ordinal(parent)?))
}
