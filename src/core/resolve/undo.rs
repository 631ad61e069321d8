//! Derives, from a book's text of a later version, what a sentence, heading or cell said before a
//! patch changed its words, where that is certain.

use crate::{
    model::{Patch, PatchIx, SectionTree, UnitId, Wording},
    op::{self, LoweredPatch, PhraseChange, QuotedPhrase, TreeEdit},
    syntax::{OccurrenceSelector, WordingLayer},
    text::quote,
};
use std::sync::Arc;

/// What is needed to undo a patch's change of words in one sentence, heading or cell: the tree
/// before it, the patches, and the texts of neighbours.
pub(super) struct PhraseUndo<'a> {
    /// The version before the change.
    pub(super) before: &'a SectionTree,
    /// The patch that made the change.
    pub(super) patch: PatchIx,
    /// The patches of the section.
    pub(super) patches: &'a [Arc<Patch>],
    /// The atom.
    pub(super) atom: UnitId,
    /// The wording layer of the text.
    pub(super) layer: WordingLayer,
    /// The patch that is recorded as the author of restored words.
    pub(super) book: PatchIx,
    /// Returns the text of a neighbouring atom, if it is known.
    pub(super) text_of: &'a dyn Fn(UnitId) -> Option<String>,
}

impl PhraseUndo<'_> {
    /// Returns the text as it was before `edit`; `None` if that is uncertain.
    ///
    /// Inserted and replacing words are removed if they occur exactly where and as often as the
    /// edit put them. Deleted words cannot be restored, because nothing marks their place.
    pub(super) fn text_before(&self, edit: &TreeEdit, after: &Wording) -> Option<Wording> {
        let TreeEdit::Phrase {
            scope,
            find,
            change,
        } = edit
        else {
            return Some(after.clone());
        };
        let (PhraseChange::Replace(texts)
        | PhraseChange::Before(texts)
        | PhraseChange::After(texts)) = change;
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
                let edge = if matches!(change, PhraseChange::Before(_)) {
                    atoms.first()
                } else {
                    atoms.last()
                };
                if edge != Some(&self.atom) {
                    return Some(after.clone());
                }
                1
            }
            Some(find) => match self.occurrences_in_atom(scope, find, &atoms, new, here.len())? {
                0 => return Some(after.clone()),
                times => times,
            },
        };
        if new.is_empty() || here.len() != times {
            return None;
        }
        let old = match (change, find) {
            (PhraseChange::Replace(_), Some(find)) => {
                let quote = find
                    .printed
                    .as_ref()
                    .filter(|_| self.layer == WordingLayer::Printed)
                    .unwrap_or(&find.quote);
                if quote.contains('…') {
                    return None;
                }
                Wording::plain(quote, self.book)
            }
            (PhraseChange::Replace(_), None) => return None,
            (PhraseChange::Before(_) | PhraseChange::After(_), _) => Wording::default(),
        };
        let mut text = after.clone();
        for span in here.into_iter().rev() {
            text.splice(span, &old);
        }
        self.leads_back(edit, &text, after).then_some(text)
    }

    /// Returns how often the change was made in the atom; `None` if that is unknown.
    fn occurrences_in_atom(
        &self,
        scope: &[UnitId],
        find: &QuotedPhrase,
        atoms: &[UnitId],
        new: &str,
        here: usize,
    ) -> Option<usize> {
        match op::select_occurrences(self.before, scope, WordingLayer::Restated, find) {
            Ok(Some(hits)) => return Some(hits.iter().filter(|hit| hit.atom == self.atom).count()),
            // it could not have been made anywhere
            Err(_) => return Some(0),
            Ok(None) => {}
        }
        let expected = match find.which {
            OccurrenceSelector::Exactly(n) => n as usize,
            OccurrenceSelector::Nth(_) | OccurrenceSelector::Last => 1,
            OccurrenceSelector::Every => return None,
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
            .filter_map(|&atom| (self.text_of)(atom));
        let elsewhere: usize = others.map(|text| quote::find(&text, new).len()).sum();
        (elsewhere + here == expected).then_some(here)
    }

    /// Returns whether applying the change to `text` gives `after`.
    fn leads_back(&self, edit: &TreeEdit, text: &Wording, after: &Wording) -> bool {
        let TreeEdit::Phrase { find, change, .. } = edit else {
            return false;
        };
        let Some(node) = self.before.get(self.atom) else {
            return false;
        };
        let (mut tree, mut node) = (self.before.clone(), node.clone());
        let texts = Arc::make_mut(node.texts.get_or_insert_with(Default::default));
        texts.restated = text.clone();
        texts.printed = (self.layer == WordingLayer::Printed).then(|| Box::new(text.clone()));
        tree.set_node(self.atom, node);
        let edit = TreeEdit::Phrase {
            scope: vec![self.atom],
            find: find.clone(),
            change: change.clone(),
        };
        let lowered = LoweredPatch {
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
