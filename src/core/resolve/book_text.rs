//! Supplies missing wording, units and labels of a section from printed books, and records where a
//! book's text differs from the amended text.
//!
//! A book is a printed text of some edition, or a table of figures.
//!
//! A book supplies the wording of atoms, not of editions: an atom that nothing changed between two
//! editions reads the same in both.

use super::{
    BookDifference, Revision, Section, View,
    book_matcher::{BookMatcher, FloatingUnitPosition},
    book_wording::{BookWording, changes_words, word_edits},
    revision::WithdrawnEdits,
    section::SectionBuilder,
    undo::PhraseUndo,
};
use crate::{
    model::{BASE, EditionIx, Patch, PatchIx, SectionTree, UnitId, UnitKind, Wording},
    op::{self, PatchError, PatchErrorKind},
    syntax::{Inline, PrintedLines, WordingLayer},
    text::Span,
};
use std::{collections::HashSet, sync::Arc};

/// The greatest depth of nested units in which open runs are opened.
const DEPTH: usize = 16;

impl SectionBuilder {
    /// Matches each book with the version of its edition and supplies the wording that is missing
    /// there.
    pub(super) fn apply_books(&mut self, books: &[Arc<Patch>]) {
        for book in books {
            let ix = PatchIx(self.section.patches.len() as u32);
            self.section.patches.push(Arc::clone(book));
            let Some(place) = book.place() else { continue };
            // each round opens the runs of one depth
            for _ in 0..DEPTH {
                let revisions = self.revisions_with_all_published(book.edition);
                let Some(tree) = revisions.last().map(|revision| Arc::clone(&revision.tree)) else {
                    break;
                };
                let arena = self.section.arena.clone();
                let base = Arc::clone(self.section.base());
                let adds = book.file.front.layer == WordingLayer::Printed;
                let ruleset = self.section.ruleset().clone();
                let base = Some(&*base).filter(|_| adds);
                let mut matcher = BookMatcher::new(&ruleset, &tree, &arena, base);
                matcher.match_blocks(tree.root, &place.blocks.iter().collect::<Vec<_>>(), None);
                let BookMatcher {
                    pairs,
                    lines,
                    errors,
                    closed,
                    openings,
                    placements,
                    additions,
                    insertions,
                    labels,
                    ..
                } = matcher;
                let mut opened =
                    self.add_units(&additions, &insertions) | self.label_units(&labels);
                for opening in openings {
                    opened |= self.open_run(opening);
                }
                if opened || self.place_units(&placements) {
                    continue;
                }
                let whole = errors.is_empty() && place.attrs.has_class("whole");
                let error =
                    |(span, why)| PatchError::new(ix, span, PatchErrorKind::TwinShape { why });
                self.section.errors.extend(errors.into_iter().map(error));
                if book.file.front.layer == WordingLayer::Printed {
                    self.close_runs(closed);
                    if whole {
                        self.close_runs(self.unprinted(&tree, &pairs));
                    }
                }
                let print = Arc::make_mut(&mut self.section.print);
                let texts = pairs
                    .iter()
                    .map(|(unit, text, _)| (ix, *unit, (*text.text).into()));
                print.texts.extend(texts);
                let lines = lines.into_iter();
                print
                    .lines
                    .extend(lines.map(|(unit, lines)| (ix, unit, PrintedLines::parse(lines))));
                self.store_texts(&tree, &pairs, ix, book);
                break;
            }
            self.section.clear_revisions();
        }
    }

    /// Returns the units of the base text of which nothing is known, or only that they exist
    /// somewhere, and that a book of the whole section does not print.
    fn unprinted(&self, tree: &SectionTree, pairs: &[(UnitId, &Inline, Span)]) -> Vec<UnitId> {
        let printed: HashSet<UnitId> = pairs
            .iter()
            .flat_map(|&(unit, _, _)| tree.ancestors(unit))
            .collect();
        let floats = |unit: UnitId| tree.ancestors(unit).any(|own| tree.is_floating(own));
        let is_unknown = |unit: UnitId| {
            tree.get(unit).is_some_and(|node| {
                node.by == BASE
                    && node.text(WordingLayer::Printed).is_none()
                    && node
                        .text(WordingLayer::Restated)
                        .is_none_or(|text| text.is_hole() || floats(unit) && text.has_hole())
            })
        };
        let is_text = |unit: UnitId| {
            use UnitKind::{
                Bullet, MoreBullets, MoreParagraphs, MoreSentences, Paragraph, Sentence,
            };
            matches!(
                tree.kind(unit),
                Paragraph | Bullet | Sentence | MoreParagraphs | MoreBullets | MoreSentences
            )
        };
        tree.iter_live_units(tree.root)
            .filter(|&unit| is_text(unit) && !printed.contains(&unit))
            .filter(|&unit| tree.iter_live_units(unit).all(is_unknown))
            .collect()
    }

    /// Adds units to the base text: inside units, and before units. Returns whether any was added.
    fn add_units(
        &mut self,
        additions: &[(UnitId, UnitKind, usize)],
        insertions: &[(UnitId, usize)],
    ) -> bool {
        let mut base = (*self.section.base().as_ref()).clone();
        for &(parent, kind, count) in additions {
            let arena = Arc::make_mut(&mut self.section.arena);
            op::add_unknown_units(arena, &mut base, parent, kind, count);
        }
        for &(unit, count) in insertions {
            let arena = Arc::make_mut(&mut self.section.arena);
            op::add_unknown_units_before(arena, &mut base, unit, count);
        }
        let added = !additions.is_empty() || !insertions.is_empty();
        if added {
            self.set_base(base);
        }
        added
    }

    /// Gives units of the base text the labels that a book prints. Returns whether there are any.
    fn label_units(&mut self, labels: &[(UnitId, &str)]) -> bool {
        let mut base = (*self.section.base().as_ref()).clone();
        for &(unit, label) in labels {
            if let Some(node) = base.get_mut(unit) {
                node.label = Some(label.into());
            }
        }
        if !labels.is_empty() {
            self.set_base(base);
        }
        !labels.is_empty()
    }

    /// Moves units of unknown place to the place where a book prints them. Returns whether any was
    /// moved.
    fn place_units(&mut self, placements: &[FloatingUnitPosition]) -> bool {
        let mut base = (*self.section.base().as_ref()).clone();
        let mut moved = false;
        for FloatingUnitPosition { unit, before } in placements {
            let Some((parent, _)) = base.position(*unit) else {
                continue;
            };
            if !base.is_floating(*unit) {
                continue;
            }
            let children = base.all_children(parent);
            // after the nearest unit above it that the base has, or below the heading
            let anchor = before
                .iter()
                .rev()
                .find(|own| children.contains(own))
                .copied();
            // below the heading of a section, or the sentences of a paragraph
            let leads = |own: &&UnitId| {
                matches!(
                    base.kind(**own),
                    UnitKind::Heading | UnitKind::Sentence | UnitKind::MoreSentences
                )
            };
            let lead = children.iter().take_while(leads).last().copied();
            if let Some(node) = base.get_mut(parent) {
                node.children.retain(|child| child != unit);
                let at = anchor
                    .or(lead)
                    .and_then(|own| node.children.iter().position(|child| *child == own))
                    .map_or(0, |at| at + 1);
                node.children.insert(at, *unit);
            }
            if let Some(node) = base.get_mut(*unit) {
                node.floating = false;
                moved = true;
            }
        }
        if moved {
            self.set_base(base);
        }
        moved
    }

    /// Closes open runs: a printed text with as many units as are known leaves no room in the run.
    fn close_runs(&mut self, gaps: Vec<UnitId>) {
        if gaps.is_empty() {
            return;
        }
        let mut base = (*self.section.base().as_ref()).clone();
        for gap in gaps {
            if let Some(node) = base.get_mut(gap) {
                node.gone = Some(Arc::new(crate::model::Removal {
                    by: BASE,
                    moved_to: None,
                    replaced: true,
                }));
            }
        }
        self.set_base(base);
    }

    /// Returns the revisions up to `edition` with everything published, for the empty profile.
    fn revisions_with_all_published(&self, edition: EditionIx) -> Arc<[Arc<Revision>]> {
        self.section
            .revisions(&View::all_published(edition, Arc::default()))
    }

    /// Stores each text for the earliest form of its atom that can be derived, or compares it with
    /// the known text.
    fn store_texts(
        &mut self,
        tree: &SectionTree,
        pairs: &[(UnitId, &Inline, Span)],
        ix: PatchIx,
        book: &Patch,
    ) {
        let revisions = self.revisions_with_all_published(book.edition);
        let revisions: Vec<&Revision> = revisions.iter().map(AsRef::as_ref).collect();
        let layer = book.file.front.layer;
        let text_of = |unit: UnitId| {
            pairs
                .iter()
                .find(|(u, _, _)| *u == unit)
                .map(|(_, text, _)| text.text.to_string())
        };
        let mut book_wordings = Vec::new();
        for &(unit, text, span) in pairs {
            let Some(node) = tree.get(unit) else { continue };
            let text_in_book = Wording::new(text, ix);
            if let Some(ours) = node.text(layer).filter(|wording| !wording.has_hole()) {
                if ours.text.trim() != text_in_book.text.trim() {
                    self.section.differences.push(BookDifference {
                        book: ix,
                        unit,
                        edition: book.edition,
                        book_text: text_in_book.text.to_string(),
                        amended_text: ours.text.to_string(),
                        span,
                    });
                }
                continue;
            }
            let book_text = BookText {
                revisions: &revisions,
                unit,
                by: node.by,
                layer,
                book: ix,
                text_of: &text_of,
            };
            book_wordings.extend(book_text.book_wordings(&self.section, text_in_book));
        }
        book_wordings
            .into_iter()
            .for_each(|known_text| self.section.book_wordings.push(known_text));
    }
}

/// Derives the earlier forms of a sentence, heading or cell from its text in a book.
struct BookText<'a> {
    revisions: &'a [&'a Revision],
    unit: UnitId,
    by: PatchIx,
    layer: WordingLayer,
    book: PatchIx,
    text_of: &'a dyn Fn(UnitId) -> Option<String>,
}

impl BookText<'_> {
    /// Returns the text itself and every earlier form that can be derived from it.
    fn book_wordings(&self, section: &Section, text_in_book: Wording) -> Vec<BookWording> {
        let withdrawn = WithdrawnEdits::new();
        let mut edits = word_edits(
            self.revisions,
            &section.lowered,
            &withdrawn,
            self.unit,
            self.by,
        );
        let known_text = |edits: &[(usize, Vec<PatchIx>)], text: &Wording| BookWording {
            unit: self.unit,
            by: self.by,
            after: edits
                .iter()
                .flat_map(|(_, patches)| patches.clone())
                .collect(),
            layer: self.layer,
            text: text.clone(),
        };
        let mut book_wordings = vec![known_text(&edits, &text_in_book)];
        let mut text = text_in_book;
        while let Some((at, patches)) = edits.last() {
            let before = &self.revisions[at - 1].tree;
            let Some(earlier) = self.undo(section, before, patches, &text) else {
                break;
            };
            text = earlier;
            edits.pop();
            book_wordings.push(known_text(&edits, &text));
        }
        book_wordings
    }

    /// Returns the text as it was before `patches`, which were all applied at once.
    fn undo(
        &self,
        section: &Section,
        before: &SectionTree,
        patches: &[PatchIx],
        text: &Wording,
    ) -> Option<Wording> {
        let mut text = text.clone();
        for &patch in patches.iter().rev() {
            let undo = PhraseUndo {
                before,
                patch,
                patches: &section.patches,
                atom: self.unit,
                layer: self.layer,
                book: self.book,
                text_of: self.text_of,
            };
            let lowered = section.lowered_patch(patch)?;
            for edit in lowered
                .edits
                .iter()
                .rev()
                .filter(|edit| changes_words(edit, before, self.unit))
            {
                text = undo.text_before(edit, &text)?;
            }
        }
        Some(text)
    }
}
