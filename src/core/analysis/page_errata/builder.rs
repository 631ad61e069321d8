//! Builds the errata pieces of a section: what became of each printed piece, and inserted text.

use super::{
    merge::{ErrataDoubt, UnmergedPiece, merge_pieces},
    piece::{EarlierWording, ErrataMark, ErrataPiece},
    print_place::{PrintPlace, insertion_place, print_place, replaced_in_print},
};
use crate::analysis::{
    ClauseBlock,
    clause::{WordingChoice, WordingKind},
    label::{is_relabelled, label_of},
    section_reader::SectionReader,
};
use crate::{
    model::{BASE, PatchIx, SectionTree, UnitId, UnitKind},
    resolve::Section,
    syntax::WordingLayer,
};
use std::collections::{HashMap, HashSet};

/// Returns the errata pieces of a section in printed order. With `since`, each piece is compared with
/// that earlier view, and text deleted since then has a piece too.
pub(in crate::analysis) fn errata_pieces<'a>(
    reader: &'a SectionReader<'a>,
    since: Option<&'a SectionReader<'a>>,
    choice: WordingChoice,
) -> Vec<ErrataPiece> {
    let root = reader.tree.root;
    let open = !reader.open_instructions(root).is_empty();
    let mut builder = ErrataBuilder {
        base: reader.section.base(),
        reader,
        since,
        choice,
        open,
        pieces: Vec::new(),
        fragments: HashMap::new(),
    };
    builder.add_unit(root);
    merge_pieces(builder.pieces)
}

/// Builds the errata pieces of one section: compares its text at a view with the base text, and
/// with an earlier view if there is one.
struct ErrataBuilder<'a> {
    reader: &'a SectionReader<'a>,
    since: Option<&'a SectionReader<'a>>,
    base: &'a SectionTree,
    choice: WordingChoice,
    /// Whether the section has open instructions.
    open: bool,
    pieces: Vec<UnmergedPiece>,
    /// The paragraphs that were searched for fragments of sentences, and whether they have any.
    fragments: HashMap<UnitId, bool>,
}

impl ErrataBuilder<'_> {
    fn add_unit(&mut self, unit: UnitId) {
        let tree = self.reader.tree;
        let Some(node) = tree.get(unit) else { return };
        let printed = self.base.exists && self.base.is_live(unit);
        if let Some(gone) = &node.gone {
            // text that was replaced is struck out by the piece of its replacement
            if self.has_lost_words(unit) || printed && !gone.replaced {
                self.add_line(
                    unit,
                    ErrataMark::StruckOut,
                    vec![gone.by],
                    gone.moved_to.clone(),
                );
            } else if printed {
                self.add_replaced(unit, gone.by);
            }
            return;
        }
        // a label is shown with the first words of its unit
        let holder = node
            .parent
            .filter(|&holder| printed && tree.children(holder).next() == Some(unit));
        let relabelled = holder
            .filter(|&holder| is_relabelled(self.base, tree, holder))
            .and_then(|holder| self.reader.relabelling_patch(holder));
        if unit != tree.root && relabelled.is_none() && self.is_untouched(unit) {
            if matches!(node.kind, UnitKind::Cell | UnitKind::Row | UnitKind::Table) {
                return self.add_unchanged_rest();
            }
            return self.add_line(unit, ErrataMark::Unchanged, Vec::new(), None);
        }
        let introduced = (node.by != BASE || !printed) && unit != tree.root;
        if introduced {
            let mark = if replaced_in_print(self.reader, self.base, unit).is_empty() {
                ErrataMark::Inserted
            } else {
                ErrataMark::Replaced
            };
            // new text may have taken over printed units, which have pieces of their own
            let inner: Vec<UnitId> = tree.iter_live_units(unit).skip(1).collect();
            let older =
                |u: &UnitId| self.base.is_live(*u) && tree.get(*u).is_some_and(|n| n.by != node.by);
            let struck = tree.all_children(unit).iter().any(|u| {
                self.base.is_live(*u)
                    && tree
                        .get(*u)
                        .is_some_and(|n| n.gone.as_ref().is_some_and(|g| !g.replaced))
            });
            if !struck && !inner.iter().any(older) {
                return self.add_line(unit, mark, self.authors(unit), None);
            }
        }
        // of a table only the changed cells are shown
        let in_table = matches!(node.kind, UnitKind::Cell | UnitKind::Row | UnitKind::Table);
        if node.kind.is_atom() {
            let mut authors: Vec<PatchIx> = node
                .text(WordingLayer::Restated)
                .map(|w| w.origins.iter().map(|&(_, by)| by).collect())
                .unwrap_or_default();
            authors.retain(|&by| {
                self.reader
                    .section
                    .patch(by)
                    .is_some_and(|p| p.is_instruction())
            });
            authors.extend(self.patches_on(unit));
            authors.extend(&node.pending);
            authors.extend(relabelled);
            authors.sort();
            authors.dedup();
            let mark = if authors.is_empty() {
                ErrataMark::Unchanged
            } else {
                ErrataMark::Amended
            };
            return if in_table && authors.is_empty() {
                self.add_unchanged_rest()
            } else {
                self.add_line(unit, mark, authors, None)
            };
        }
        if node.kind.is_gap() {
            let mark = if relabelled.is_none() {
                ErrataMark::Unchanged
            } else {
                ErrataMark::Amended
            };
            return self.add_line(unit, mark, relabelled.into_iter().collect(), None);
        }
        if !node.pending.is_empty() {
            let authors = node.pending.clone();
            return self.add_line(unit, ErrataMark::Amended, authors, None);
        }
        for &child in tree.all_children(unit) {
            self.add_unit(child);
        }
    }

    /// Adds an unchanged piece for the other rows and cells of a table, without naming them.
    fn add_unchanged_rest(&mut self) {
        let (by, blocks, before) = Default::default();
        let (print, place) = (String::new(), String::new());
        let content = ErrataPiece {
            mark: ErrataMark::Unchanged,
            action: String::new(),
            by,
            print,
            place,
            moved_to: None,
            blocks,
            before,
        };
        self.pieces.push(UnmergedPiece {
            content,
            places: vec![PrintPlace::Other { sure: false }],
            doubt: self.open.then_some(ErrataDoubt::Open),
        });
    }

    /// Returns why a unit without known words may differ from the print.
    fn doubt(&mut self, unit: UnitId) -> Option<ErrataDoubt> {
        let tree = self.reader.tree;
        if tree.kind(unit) == UnitKind::Heading {
            return None;
        }
        let fragment = |atom: UnitId| {
            let node = tree
                .get(atom)
                .filter(|node| !self.base.is_live(atom) && node.kind == UnitKind::Sentence);
            let text = node
                .and_then(|node| node.text(WordingLayer::Restated))
                .map(|wording| wording.text.trim());
            let added = node.is_some_and(|node| {
                !self
                    .reader
                    .analysis
                    .origin(self.reader.section, node.by)
                    .is_replacement()
            });
            added && text.is_some_and(|text| text.starts_with('…') || text.ends_with('…'))
        };
        let paragraph = tree
            .ancestors(unit)
            .find(|&u| tree.kind(u) == UnitKind::Paragraph);
        if let Some(paragraph) = paragraph {
            let known = self.fragments.get(&paragraph).copied();
            let has = known.unwrap_or_else(|| tree.atoms(paragraph).into_iter().any(fragment));
            self.fragments.insert(paragraph, has);
            if has {
                return Some(ErrataDoubt::Fragment);
            }
        }
        self.open.then_some(ErrataDoubt::Open)
    }

    /// Returns whether a unit is as printed and none of its words are known.
    fn is_untouched(&self, unit: UnitId) -> bool {
        let tree = self.reader.tree;
        let is_as_printed = |u: UnitId| {
            tree.get(u).is_some_and(|n| {
                n.by == BASE
                    && n.pending.is_empty()
                    && n.texts
                        .as_ref()
                        .is_none_or(|t| t.restated.is_hole() && t.printed.is_none())
            })
        };
        let all = tree.iter_live_units(unit).all(|u| {
            is_as_printed(u)
                && tree
                    .all_children(u)
                    .iter()
                    .all(|&c| tree.get(c).is_some_and(|n| n.gone.is_none()))
        });
        all && self.base.is_live(unit) && self.patches_on(unit).is_empty()
    }

    /// Returns the patch that introduced a unit, those that introduced or changed something in it,
    /// and those that only deleted words.
    fn authors(&self, unit: UnitId) -> Vec<PatchIx> {
        let tree = self.reader.tree;
        let mut out = Vec::new();
        for node in tree.iter_live_units(unit).filter_map(|u| tree.get(u)) {
            let wrote = node
                .text(WordingLayer::Restated)
                .into_iter()
                .flat_map(|wording| wording.origins.iter().map(|&(_, by)| by));
            out.extend(
                std::iter::once(node.by)
                    .chain(wrote)
                    .chain(node.pending.iter().copied()),
            );
        }
        out.extend(
            tree.atoms(unit)
                .into_iter()
                .flat_map(|atom| self.reader.word_cutting_patches(atom)),
        );
        let mut seen = HashSet::new();
        out.retain(|&by| by != BASE && seen.insert(by));
        out
    }

    /// Returns the instructions that changed a unit.
    fn patches_on(&self, unit: UnitId) -> Vec<PatchIx> {
        let section: &Section = self.reader.section;
        let patches = self.reader.patch_history(unit).into_iter();
        patches
            .filter(|&ix| section.patch(ix).is_some_and(|p| p.is_instruction()))
            .collect()
    }

    fn add_line(
        &mut self,
        unit: UnitId,
        mark: ErrataMark,
        by: Vec<PatchIx>,
        moved_to: Option<String>,
    ) {
        let by = by
            .into_iter()
            .map(|patch| self.reader.analysis.origin(self.reader.section, patch))
            .collect();
        let struck = mark == ErrataMark::StruckOut;
        let (blocks, before) = match &self.since {
            None if struck => (Vec::new(), Vec::new()),
            None => (self.reader.blocks(unit, self.choice), Vec::new()),
            Some(since) if struck => {
                let blocks = if since.tree.is_live(unit) {
                    since.blocks(unit, self.choice)
                } else {
                    Vec::new()
                };
                let before = vec![EarlierWording::Gone; blocks.len()];
                (blocks, before)
            }
            Some(since) => {
                let blocks = self.reader.units_with_blocks(unit, self.choice);
                let before = blocks
                    .iter()
                    .map(|(unit, block)| self.earlier_wording(since.tree, *unit, block))
                    .collect();
                (blocks.into_iter().map(|(_, block)| block).collect(), before)
            }
        };
        let units = match mark {
            ErrataMark::Replaced => replaced_in_print(self.reader, self.base, unit),
            ErrataMark::Unchanged | ErrataMark::Amended | ErrataMark::StruckOut => vec![unit],
            ErrataMark::Inserted => Vec::new(),
        };
        let mut places: Vec<PrintPlace> = units
            .into_iter()
            .filter(|&unit| self.base.is_live(unit))
            .map(|unit| print_place(self.base, unit))
            .collect();
        // only the end of a sentence is replaced
        if let (ErrataMark::Replaced, [PrintPlace::Known(name)], Some(block)) =
            (mark, places.as_mut_slice(), blocks.first())
            && block.text.starts_with('…')
        {
            name.insert_str(0, "end of ");
        }
        let place = if places.is_empty() {
            insertion_place(self.reader.tree, self.base, unit)
        } else {
            String::new()
        };
        let doubt = if mark == ErrataMark::Unchanged {
            self.doubt(unit)
        } else {
            None
        };
        let content = ErrataPiece {
            mark,
            action: String::new(),
            by,
            print: String::new(),
            place,
            moved_to,
            blocks,
            before,
        };
        self.pieces.push(UnmergedPiece {
            content,
            places,
            doubt,
        });
    }

    /// Adds a printed unit to the piece of the text that replaced it together with others.
    fn add_replaced(&mut self, unit: UnitId, by: PatchIx) {
        let place = print_place(self.base, unit);
        let origin = self.reader.analysis.origin(self.reader.section, by);
        let same = |piece: &&mut UnmergedPiece| piece.content.by.contains(&origin);
        let near = self
            .pieces
            .iter_mut()
            .rev()
            .take_while(|piece| piece.content.mark != ErrataMark::Unchanged)
            .filter(same);
        // the piece of a replacement, otherwise the first of those that the same patch introduced
        let (replaced, introduced): (Vec<&mut UnmergedPiece>, Vec<&mut UnmergedPiece>) =
            near.partition(|piece| piece.content.mark == ErrataMark::Replaced);
        match replaced.into_iter().next().or(introduced
            .into_iter()
            .rfind(|piece| piece.content.mark == ErrataMark::Inserted))
        {
            Some(piece) if piece.places.iter().any(|known| known.holds(&place)) => {}
            Some(piece) => {
                piece.content.mark = ErrataMark::Replaced;
                piece.content.place.clear();
                piece.places.push(place);
            }
            None => {
                let none = String::new;
                let (blocks, before) = Default::default();
                let (mark, by) = (ErrataMark::Replaced, vec![origin]);
                let content = ErrataPiece {
                    mark,
                    action: none(),
                    by,
                    print: none(),
                    place: none(),
                    moved_to: None,
                    blocks,
                    before,
                };
                self.pieces.push(UnmergedPiece {
                    content,
                    places: vec![place],
                    doubt: None,
                });
            }
        }
    }

    /// Returns whether a deleted unit had words at the earlier view and none of its atoms continue
    /// in another unit.
    fn has_lost_words(&self, unit: UnitId) -> bool {
        let Some(since) = self.since.as_ref().filter(|since| since.tree.is_live(unit)) else {
            return false;
        };
        let mut atoms = since.tree.atoms(unit).into_iter();
        since
            .tree
            .unlabelled_text(unit)
            .chars()
            .any(char::is_alphanumeric)
            && !atoms.any(|atom| self.reader.tree.is_live(atom))
    }

    /// Returns how an atom or gap read at the earlier view, in the same layer if that is known
    /// there.
    fn earlier_wording(
        &self,
        since: &SectionTree,
        unit: UnitId,
        block: &ClauseBlock,
    ) -> EarlierWording {
        if !since.is_live(unit) {
            return EarlierWording::New;
        }
        let text = |tree: &SectionTree, layer| {
            tree.get(unit)
                .and_then(|node| node.text(layer))
                .filter(|w| !w.is_hole())
                .map(|w| w.text.to_string())
        };
        let printed =
            block.wording == WordingKind::Printed && text(since, WordingLayer::Printed).is_some();
        let layer = if printed {
            WordingLayer::Printed
        } else {
            WordingLayer::Restated
        };
        // printed words are not compared with restated ones
        let alike = printed || block.wording != WordingKind::Printed;
        let holder = self.reader.tree.parent(unit).filter(|_| block.first);
        match (text(since, layer), text(self.reader.tree, layer)) {
            (before, now) if before == now => {
                match holder.filter(|&holder| is_relabelled(since, self.reader.tree, holder)) {
                    Some(holder) if since.is_live(holder) => {
                        EarlierWording::Label(label_of(since, holder))
                    }
                    Some(_) | None => EarlierWording::Same,
                }
            }
            (Some(before), _) if alike => EarlierWording::Read(before),
            (Some(_) | None, _) => EarlierWording::New,
        }
    }
}
