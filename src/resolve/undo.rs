//! Reading a text backwards: what it said before words of it were changed.

use crate::{
    model::{Patch, PatchIx, Tree, UnitId, Wording},
    op::{self, Change, Edit, Find, Lowered},
    syntax::{Layer, Which},
    text::quote,
};
use std::sync::Arc;

/// A change of words that is to be undone in the text of one atom.
pub(super) struct Undo<'a> {
    /// The version before the change.
    pub(super) before: &'a Tree,
    /// Whose change.
    pub(super) patch: PatchIx,
    /// The patches of the section.
    pub(super) patches: &'a [Arc<Patch>],
    /// The atom.
    pub(super) atom: UnitId,
    /// In which wording.
    pub(super) layer: Layer,
    /// Who writes the words that come back.
    pub(super) book: PatchIx,
    /// The texts of the atoms beside it, as far as they are known.
    pub(super) beside: &'a dyn Fn(UnitId) -> Option<String>,
}

impl Undo<'_> {
    /// The text as it was before `edit`; none where that cannot be told for certain.
    ///
    /// Words that were put in or put for others are taken out again if they stand where they must and no more often. Words that
    /// were deleted have left no place to put them back.
    pub(super) fn text(&self, edit: &Edit, after: &Wording) -> Option<Wording> {
        let Edit::Phrase {
            scope,
            find,
            change,
        } = edit
        else {
            return Some(after.clone());
        };
        let (Change::Replace(texts) | Change::Before(texts) | Change::After(texts)) = change;
        let new = texts
            .layer(self.layer)
            .unwrap_or(&texts.restated)
            .text
            .trim();
        let atoms: Vec<UnitId> = scope
            .iter()
            .flat_map(|&unit| self.before.atoms(unit))
            .collect();
        let here = quote::find(&after.text, new);
        let times = match find {
            None => {
                let edge = if matches!(change, Change::Before(_)) {
                    atoms.first()
                } else {
                    atoms.last()
                };
                if edge != Some(&self.atom) {
                    return Some(after.clone());
                }
                1
            }
            Some(find) => match self.times(scope, find, &atoms, new, here.len())? {
                0 => return Some(after.clone()),
                times => times,
            },
        };
        if new.is_empty() || here.len() != times {
            return None;
        }
        let old = match (change, find) {
            (Change::Replace(_), Some(find)) => {
                let quote = find
                    .printed
                    .as_ref()
                    .filter(|_| self.layer == Layer::Printed)
                    .unwrap_or(&find.quote);
                if quote.contains('…') {
                    return None;
                }
                Wording::plain(quote, self.book)
            }
            (Change::Replace(_), None) => return None,
            (Change::Before(_) | Change::After(_), _) => Wording::default(),
        };
        let mut text = after.clone();
        for span in here.into_iter().rev() {
            text.splice(span, &old);
        }
        self.leads_back(edit, &text, after).then_some(text)
    }

    /// How often the change was made in the atom; none where that is not known.
    fn times(
        &self,
        scope: &[UnitId],
        find: &Find,
        atoms: &[UnitId],
        new: &str,
        here: usize,
    ) -> Option<usize> {
        match op::meant(self.before, scope, Layer::Restated, find) {
            Ok(Some(hits)) => return Some(hits.iter().filter(|hit| hit.atom == self.atom).count()),
            // it could not be made anywhere
            Err(_) => return Some(0),
            Ok(None) => {}
        }
        let expected = match find.which {
            Which::Exactly(n) => n as usize,
            Which::Nth(_) | Which::Last => 1,
            Which::Every => return None,
        };
        if let [only] = atoms
            && *only == self.atom
        {
            return Some(expected);
        }
        if new.is_empty() {
            return None;
        }
        let others = atoms
            .iter()
            .filter(|&&atom| atom != self.atom)
            .filter_map(|&atom| (self.beside)(atom));
        let elsewhere: usize = others.map(|text| quote::find(&text, new).len()).sum();
        (elsewhere + here == expected).then_some(here)
    }

    /// Whether the change makes `after` of `text`.
    fn leads_back(&self, edit: &Edit, text: &Wording, after: &Wording) -> bool {
        let Edit::Phrase { find, change, .. } = edit else {
            return false;
        };
        let Some(node) = self.before.get(self.atom) else {
            return false;
        };
        let (mut tree, mut node) = (self.before.clone(), node.clone());
        let texts = Arc::make_mut(node.texts.get_or_insert_with(Default::default));
        texts.restated = text.clone();
        texts.printed = (self.layer == Layer::Printed).then(|| Box::new(text.clone()));
        tree.put(self.atom, node);
        let edit = Edit::Phrase {
            scope: vec![self.atom],
            find: find.clone(),
            change: change.clone(),
        };
        let lowered = Lowered {
            patch: self.patch,
            edits: vec![edit],
            reached: Vec::new(),
            results: Vec::new(),
        };
        let made = op::apply(&tree, &[&lowered], self.patches).tree;
        made.get(self.atom)
            .and_then(|node| node.text(self.layer))
            .is_some_and(|made| made.text.trim() == after.text.trim())
    }
}
