//! Texts of book files: a printed book of some edition, or a table of figures.
//!
//! A book supplies the wording of atoms, not of editions: an atom that nothing changed between two
//! editions reads the same in both.

use super::{
    BookDifference, Revision, Section, View,
    known_text::{KnownText, changes_words, word_edits},
    revision::WithdrawnEdits,
    section::SectionBuilder,
    undo::PhraseUndo,
};
use crate::{
    model::{BASE, EditionIx, Patch, PatchIx, Tree, UnitId, UnitKind, Wording},
    op::{GapExpansion, PatchError, PatchErrorKind, label_key},
    syntax::{Block, BlockKind, Inline, Layer},
    text::Span,
};
use std::{collections::HashSet, sync::Arc};

/// Matches the blocks of a book with the units of a version.
struct BookMatcher<'a> {
    tree: &'a Tree,
    names: &'a dyn Fn(&str) -> Option<UnitId>,
    pairs: Vec<(UnitId, &'a Inline, Span)>,
    errors: Vec<(Span, String)>,
    closed: Vec<UnitId>,
    openings: Vec<GapExpansion>,
}

impl<'a> BookMatcher<'a> {
    fn new(tree: &'a Tree, names: &'a dyn Fn(&str) -> Option<UnitId>) -> Self {
        Self {
            tree,
            names,
            pairs: Vec::new(),
            errors: Vec::new(),
            closed: Vec::new(),
            openings: Vec::new(),
        }
    }

    fn match_blocks(&mut self, parent: UnitId, blocks: &[&'a Block]) {
        let units: Vec<UnitId> = self
            .tree
            .children(parent)
            .filter(|&u| self.tree.kind(u) != UnitKind::Heading)
            .collect();
        let mut taken: HashSet<UnitId> = HashSet::new();
        let mut left: Vec<&'a Block> = Vec::new();
        for block in blocks
            .iter()
            .copied()
            .filter(|block| block.kind != BlockKind::Heading)
        {
            let kind = UnitKind::of(block.kind);
            let named = block
                .attrs
                .id
                .as_ref()
                .and_then(|id| (self.names)(&id.value))
                .filter(|unit| units.contains(unit));
            let labelled = || {
                let label = label_key(&block.label.as_ref()?.value);
                let has_label = |u: &&UnitId| {
                    self.tree.kind(**u) == kind
                        && self
                            .tree
                            .get(**u)
                            .and_then(|n| n.label.as_deref())
                            .is_some_and(|l| label_key(l) == label)
                };
                let mut with_label = units
                    .iter()
                    .filter(has_label)
                    .filter(|u| !taken.contains(u));
                let first = with_label.next().copied();
                first.filter(|_| with_label.next().is_none())
            };
            match named.or_else(labelled) {
                Some(unit) => {
                    taken.insert(unit);
                    self.pair(unit, block);
                }
                None => left.push(block),
            }
        }
        // a list that is alone in a section belongs to the paragraph of that section
        let paragraph = units
            .iter()
            .copied()
            .find(|&u| self.tree.kind(u) == UnitKind::Paragraph);
        if let Some(paragraph) = paragraph.filter(|_| self.tree.kind(parent) == UnitKind::Section) {
            let (bullets, rest): (Vec<_>, Vec<_>) = left
                .iter()
                .copied()
                .partition(|block| block.kind == BlockKind::Bullet);
            if !bullets.is_empty() && rest.iter().all(|block| block.kind != BlockKind::Paragraph) {
                return self.match_blocks(paragraph, &bullets);
            }
        }
        for kind in [
            UnitKind::Paragraph,
            UnitKind::Sentence,
            UnitKind::Bullet,
            UnitKind::Table,
        ] {
            let blocks: Vec<&'a Block> = left
                .iter()
                .copied()
                .filter(|block| UnitKind::of(block.kind) == kind)
                .collect();
            let units: Vec<UnitId> = units
                .iter()
                .copied()
                .filter(|u| {
                    !taken.contains(u)
                        && (self.tree.kind(*u) == kind || Some(self.tree.kind(*u)) == kind.gap())
                })
                .collect();
            self.match_in_order(&units, &blocks);
        }
        let rest = left
            .iter()
            .filter(|block| matches!(block.kind, BlockKind::Row | BlockKind::Cell));
        for block in rest.filter(|block| {
            block
                .text()
                .is_none_or(|text| !text.is_hole() && !text.is_empty())
        }) {
            let label = block.label.as_ref().map_or("", |label| &label.value);
            self.errors.push((
                block.span,
                format!(
                    "no {} \"{label}\" at this edition",
                    UnitKind::of(block.kind).name()
                ),
            ));
        }
    }

    /// Matches units and blocks of one kind by position. An open run takes the blocks in between.
    fn match_in_order(&mut self, units: &[UnitId], blocks: &[&'a Block]) {
        let gap = units.iter().copied().find(|&u| self.tree.kind(u).is_gap());
        let known: Vec<UnitId> = units
            .iter()
            .copied()
            .filter(|&u| !self.tree.kind(u).is_gap())
            .collect();
        let unopened = gap
            .and_then(|gap| self.tree.get(gap))
            .map_or(0, |node| node.at_least as usize);
        match (gap, blocks.first()) {
            (None, None) => {}
            // units that the book does not mention
            (Some(_), None) if !known.is_empty() => {}
            (Some(gap), _)
                if blocks.len() > known.len() && blocks.len() >= known.len() + unopened =>
            {
                let count = u32::try_from(blocks.len() - known.len()).unwrap_or(u32::MAX);
                self.openings.push(GapExpansion {
                    gap,
                    count,
                    back: false,
                });
            }
            (gap, Some(first)) if blocks.len() != known.len() || unopened > 0 => {
                let kind = UnitKind::of(first.kind).name();
                let least = if gap.is_some() { "at least " } else { "" };
                let count = known.len() + unopened;
                let units = if count == 1 {
                    format!("1 {kind}")
                } else {
                    format!("{count} {kind}s")
                };
                self.errors.push((
                    first.span,
                    format!(
                        "expected {least}{units} at this edition, found {}",
                        blocks.len()
                    ),
                ));
            }
            (gap, _) => {
                self.closed.extend(gap);
                for (unit, block) in known.into_iter().zip(blocks) {
                    self.pair(unit, block);
                }
            }
        }
    }

    fn pair(&mut self, unit: UnitId, block: &'a Block) {
        if let Some(text) = block.text() {
            if !text.is_hole() && !text.is_empty() {
                self.pairs.push((unit, text, block.span));
            }
            return;
        }
        let hole = matches!(block.children(), [only] if only.text().is_some_and(Inline::is_hole));
        if !hole {
            self.match_blocks(unit, &block.children().iter().collect::<Vec<_>>());
        }
    }
}

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
                let names = |name: &str| arena.unit_by_name(name);
                let mut matcher = BookMatcher::new(&tree, &names);
                matcher.match_blocks(tree.root, &place.blocks.iter().collect::<Vec<_>>());
                let BookMatcher {
                    pairs,
                    errors,
                    closed,
                    openings,
                    ..
                } = matcher;
                let mut opened = false;
                for opening in openings {
                    opened |= self.open_run(opening);
                }
                if opened {
                    continue;
                }
                let error = |(span, why)| PatchError {
                    patch: ix,
                    span,
                    kind: PatchErrorKind::TwinShape { why },
                };
                self.section.errors.extend(errors.into_iter().map(error));
                if book.file.front.layer == Layer::Printed {
                    self.close_runs(closed);
                }
                self.store_texts(&tree, &pairs, ix, book);
                break;
            }
            self.section.clear_revisions();
        }
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
    fn revisions_with_all_published(&self, edition: EditionIx) -> Vec<Arc<Revision>> {
        self.section.revisions(&View {
            edition,
            as_of: jiff::civil::Date::MAX,
            profile: Arc::default(),
        })
    }

    /// Stores each text for the earliest form of its atom that can be derived, or compares it with
    /// the known text.
    fn store_texts(
        &mut self,
        tree: &Tree,
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
        let mut known_texts = Vec::new();
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
            known_texts.extend(book_text.known_texts(&self.section, text_in_book));
        }
        known_texts
            .into_iter()
            .for_each(|known_text| self.section.known_texts.push(known_text));
    }
}

/// The text of one atom in a book, from which earlier forms of the atom are derived.
struct BookText<'a> {
    revisions: &'a [&'a Revision],
    unit: UnitId,
    by: PatchIx,
    layer: Layer,
    book: PatchIx,
    text_of: &'a dyn Fn(UnitId) -> Option<String>,
}

impl BookText<'_> {
    /// Returns the text itself and every earlier form that can be derived from it.
    fn known_texts(&self, section: &Section, text_in_book: Wording) -> Vec<KnownText> {
        let withdrawn = WithdrawnEdits::new();
        let mut edits = word_edits(
            self.revisions,
            &section.lowered,
            &withdrawn,
            self.unit,
            self.by,
        );
        let known_text = |edits: &[(usize, Vec<PatchIx>)], text: &Wording| KnownText {
            unit: self.unit,
            by: self.by,
            after: edits
                .iter()
                .flat_map(|(_, patches)| patches.clone())
                .collect(),
            layer: self.layer,
            text: text.clone(),
        };
        let mut known_texts = vec![known_text(&edits, &text_in_book)];
        let mut text = text_in_book;
        while let Some((at, patches)) = edits.last() {
            let before = &self.revisions[at - 1].tree;
            let Some(earlier) = self.undo(section, before, patches, &text) else {
                break;
            };
            text = earlier;
            edits.pop();
            known_texts.push(known_text(&edits, &text));
        }
        known_texts
    }

    /// Returns the text as it was before `patches`, which were all applied at once.
    fn undo(
        &self,
        section: &Section,
        before: &Tree,
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
