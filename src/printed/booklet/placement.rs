//! Places the printed sentences of a section in the units of the rules, by order, label, words and
//! how they are printed: one alignment of all sentences with all slots of the section.

use super::{
    outline::{KnownText, Outline, OutlineBuilder, OutlineItem, Slot, SlotKind},
    piece::{Part, Piece, PlacedUnit, Start, new_bullets, new_units},
};
use crate::{
    model::{Ruleset, SectionTree, UnitId, UnitKind},
    op::label_key,
    printed::alignment::{Candidates, Takings, Words, align},
    resolve::Section,
};
use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

/// A section of the rules, or the part of it on its further pages, which print does not divide.
pub(super) struct KnownSection<'a> {
    pub(super) section: &'a Section,
    pub(super) tree: &'a SectionTree,
    /// The pages that it is on, if it is only a part.
    pub(super) pages: Range<u32>,
}

/// A doubt for a person to decide: uncertain order, a text not found, or a unit not printed.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PlacementDoubt {
    /// The place of a block's text among open runs is not certain.
    Order(usize),
    /// The text of a unit of unknown place was not found.
    NotFound(UnitId),
    /// A unit is not printed.
    Missing(UnitId),
}

/// The printed text of one section: its root with the units that have text, and doubts.
#[derive(Debug)]
pub(super) struct PlacedSection {
    pub(super) root: PlacedUnit,
    pub(super) doubts: Vec<PlacementDoubt>,
    /// Units of unknown place, each in the units that contain it.
    floating: Vec<PlacedUnit>,
}

/// The cost of a printed paragraph or bullet without a place.
const EXTRA: f64 = 2.5;
/// The cost of a printed sentence without a place after others.
const EXTRA_WITHIN: f64 = 0.5;
/// The cost of a printed sentence in a part of a section that is on other pages.
const OFF_PAGE: f64 = 5.0;
/// The least evidence that a text is that of a unit of unknown place.
const EVIDENCE: f64 = 2.0;
/// The most printed sentences that are one sentence in the rules.
const MOST_JOINED: usize = 3;

/// Places printed sentences and tables in sections that are printed as one. Also returns new units
/// of those that have no place there.
///
/// `page` returns the printed number of a page.
pub(super) fn place(
    ruleset: &Ruleset,
    sections: &[KnownSection<'_>],
    (mut pieces, tables): (Vec<Piece>, Vec<PlacedUnit>),
    page: &dyn Fn(usize) -> Option<u32>,
) -> (Vec<PlacedSection>, Vec<PlacedUnit>) {
    let mut builders: Vec<OutlineBuilder<'_>> = Vec::new();
    let (mut outlines, mut slots) = (Vec::new(), Vec::new());
    for (index, own) in sections.iter().enumerate() {
        let mut builder = OutlineBuilder {
            section: own.section,
            tree: own.tree,
            index,
            slots: std::mem::take(&mut slots),
            floating: Vec::new(),
        };
        outlines.push(builder.outline(own.tree.root, 0));
        slots = std::mem::take(&mut builder.slots);
        builders.push(builder);
    }
    show_paragraphs(&slots, &mut pieces);
    let new = |own: &KnownSection<'_>| PlacedSection {
        root: PlacedUnit::new(Some(own.tree.root), UnitKind::Section),
        doubts: Vec::new(),
        floating: Vec::new(),
    };
    let mut out: Vec<PlacedSection> = sections.iter().map(new).collect();
    let mut lost: Vec<(usize, UnitId)> = Vec::new();
    for (index, builder) in builders.iter_mut().enumerate() {
        for unit in std::mem::take(&mut builder.floating) {
            match group_of(builder.tree, unit, &pieces) {
                Some(range) => {
                    let group = pieces.drain(range).collect();
                    out[index].place_floating(builder, unit, group);
                }
                None => lost.push((index, unit)),
            }
        }
    }
    let off_page = |section: usize, piece: &Piece| {
        let pages = &sections[section].pages;
        page(piece.page).is_some_and(|page| !pages.contains(&page))
    };
    let begins =
        |slot: &&Slot| slot.begins == Start::Paragraph || slot.kind == SlotKind::Paragraphs;
    let is_paragraph = lost.is_empty() && slots.iter().filter(begins).count() == 1;
    let (taken, mut left, tied) = align_pieces(&slots, pieces, &off_page, is_paragraph);
    let is_one = left
        .iter()
        .skip(1)
        .all(|piece| piece.start == Start::Within);
    if let ([(index, unit)], true, false) = (&lost[..], is_one, left.is_empty()) {
        out[*index].place_floating(&mut builders[*index], *unit, std::mem::take(&mut left));
        lost.clear();
    }
    for (index, unit) in lost {
        out[index].doubts.push(PlacementDoubt::NotFound(unit));
    }
    for ((own, outline), builder) in out.iter_mut().zip(&outlines).zip(&mut builders) {
        let (placed, doubts) = Collector::collect(&slots, &taken, outline);
        for doubt in doubts {
            // a unit may be printed elsewhere than in the known order
            let unit = match doubt {
                PlacementDoubt::Missing(unit) if !builder.tree.kind(unit).is_atom() => Some(unit),
                _ => None,
            };
            let found = unit.and_then(|unit| Some((unit, group_of(builder.tree, unit, &left)?)));
            match found {
                Some((unit, range)) => {
                    let group = left.drain(range).collect();
                    own.place_floating(builder, unit, group);
                }
                None => own.doubts.push(doubt),
            }
        }
        for unit in placed.into_iter().chain(std::mem::take(&mut own.floating)) {
            own.root.merge(unit);
        }
    }
    if let (Some(block), Some(first)) = (tied, out.first_mut()) {
        first.doubts.push(PlacementDoubt::Order(block));
    }
    let mut left = new_units(left);
    for table in tables {
        let mut own = sections.iter().zip(&mut out);
        match own.find_map(|(section, own)| {
            Some((table_of(ruleset, section.tree, &table, &own.root)?, own))
        }) {
            Some((unit, own)) => own.add_table(unit, table),
            None => left.push(table),
        }
    }
    for own in &mut out {
        own.root.parts.sort_by_key(|part| match part {
            Part::Unit(unit) => unit.block(),
            Part::Sentence(..) => 0,
        });
    }
    left.sort_by_key(PlacedUnit::block);
    (out, left)
}

/// Makes the beginning of a paragraph of a sentence that is the first one of a paragraph in the
/// rules: in print without indents the end of a paragraph may not be seen.
fn show_paragraphs(slots: &[Slot], pieces: &mut [Piece]) {
    let first: Vec<&KnownText> = slots
        .iter()
        .filter(|slot| slot.begins == Start::Paragraph)
        .map(|slot| &slot.known)
        .collect();
    for piece in pieces
        .iter_mut()
        .filter(|piece| piece.start == Start::Within)
    {
        if first.iter().any(|known| known.begins(&piece.words)) {
            piece.start = Start::Paragraph;
        }
    }
}

/// Returns the printed paragraph or bullet that has most of the label and the words of a unit of
/// unknown place.
fn group_of(tree: &SectionTree, unit: UnitId, pieces: &[Piece]) -> Option<Range<usize>> {
    let known = KnownText::of(tree, unit);
    let label = tree.label(unit).map(label_key);
    let below: Vec<String> = tree
        .children(unit)
        .filter_map(|child| tree.label(child).map(label_key))
        .collect();
    let mut best: Option<(f64, Range<usize>)> = None;
    for from in 0..pieces.len() {
        let start = pieces[from].start;
        let is_inner = |piece: &&Piece| match (start, piece.start) {
            (_, Start::Within) | (Start::Paragraph, Start::Bullet(_)) => true,
            (Start::Bullet(own), Start::Bullet(other)) => other > own,
            (_, Start::Paragraph) | (Start::Within, Start::Bullet(_)) => false,
        };
        if start == Start::Within {
            continue;
        }
        let group = from..from + 1 + pieces[from + 1..].iter().take_while(is_inner).count();
        let own = &pieces[group.clone()];
        let words = own
            .iter()
            .flat_map(|piece| piece.words.in_order.iter().cloned());
        let inner = own[1..].iter().filter_map(Piece::label_key);
        let found = inner.filter(|label| below.contains(label)).count() as f64;
        let evidence = label_evidence(label.as_deref(), &own[0])
            + 2.0 * found
            + known.evidence(&Words::from_words(words.collect()));
        if evidence >= EVIDENCE && best.as_ref().is_none_or(|(least, _)| evidence > *least) {
            best = Some((evidence, group));
        }
    }
    best.map(|(_, group)| group)
}

/// Returns how much the label of a piece suggests that it begins the unit with this label.
fn label_evidence(label: Option<&str>, piece: &Piece) -> f64 {
    match (label, piece.label_key()) {
        (Some(own), Some(printed)) if own == printed => 3.0,
        (Some(own), None) if label_key(&piece.text).starts_with(own) => 2.0,
        (Some(_), _) => -3.0,
        (None, Some(_)) => -0.2,
        (None, None) => 0.0,
    }
}

/// The pieces that each slot takes.
type Taken = HashMap<usize, Vec<Piece>>;

/// Aligns pieces with slots. Also returns the pieces without a place, and a block whose place is
/// not certain.
fn align_pieces(
    slots: &[Slot],
    pieces: Vec<Piece>,
    off_page: &dyn Fn(usize, &Piece) -> bool,
    is_paragraph: bool,
) -> (Taken, Vec<Piece>, Option<usize>) {
    let mut candidates = PieceCandidates {
        slots,
        pieces: &pieces,
        off_page,
        is_paragraph,
    };
    let found = align(slots.len(), pieces.len(), &mut candidates);
    let tied = found.as_ref().is_some_and(|found| found.tied) && pieces.len() > 1;
    let tied = pieces.first().filter(|_| tied).map(|piece| piece.block);
    let units = found.map_or_else(|| vec![None; pieces.len()], |found| found.units);
    let (mut taken, mut left) = (Taken::new(), Vec::new());
    let mut last: Option<(usize, usize)> = None;
    for (piece, slot) in pieces.into_iter().zip(units) {
        // print may divide a sentence that is one here
        let is_rest =
            |(_, block): &(usize, usize)| piece.start == Start::Within && *block == piece.block;
        let slot = slot.or_else(|| Some(last.filter(is_rest)?.0));
        last = slot.map(|slot| (slot, piece.block));
        match slot {
            Some(slot) => taken.entry(slot).or_default().push(piece),
            None => left.push(piece),
        }
    }
    (taken, left, tied)
}

/// The pieces that slots may take, and what that is worth.
struct PieceCandidates<'a> {
    slots: &'a [Slot],
    pieces: &'a [Piece],
    off_page: &'a dyn Fn(usize, &Piece) -> bool,
    /// Whether the section is one paragraph, whatever print shows.
    is_paragraph: bool,
}

impl Candidates for PieceCandidates<'_> {
    fn skipped(&self, at: usize) -> Option<f64> {
        Some(match self.pieces[at].start {
            Start::Within => EXTRA_WITHIN,
            Start::Paragraph | Start::Bullet(_) => EXTRA,
        })
    }

    fn takings(&mut self, slot: usize, at: usize, out: &mut Takings) {
        let slot = &self.slots[slot];
        let nothing = (0, -slot.missing);
        let Some(piece) = self.pieces.get(at) else {
            return out.push(nothing);
        };
        let worth = self.page(slot, piece);
        match slot.kind {
            SlotKind::Label => {
                if is_label(slot, piece) {
                    out.push((1, 3.0 + worth));
                }
                out.push(nothing);
            }
            SlotKind::Sentence => {
                for count in 1..=MOST_JOINED.min(self.pieces.len() - at) {
                    out.push((
                        count,
                        worth + self.sentence(slot, &self.pieces[at..at + count]),
                    ));
                }
                out.push(nothing);
            }
            SlotKind::Sentences
            | SlotKind::Bullets(_)
            | SlotKind::Paragraphs
            | SlotKind::Rest(_) => {
                out.push(nothing);
                out.push((1, worth + self.run(slot, piece, true)));
            }
        }
    }

    fn further(&self, slot: usize, at: usize) -> Option<f64> {
        let (slot, piece) = (&self.slots[slot], &self.pieces[at]);
        let is_run = !matches!(slot.kind, SlotKind::Label | SlotKind::Sentence);
        is_run.then(|| self.page(slot, piece) + self.run(slot, piece, false))
    }
}

/// Whether a piece is the label of the unit that a slot begins, and nothing else.
fn is_label(slot: &Slot, piece: &Piece) -> bool {
    slot.label.as_ref().is_some_and(|label| {
        piece.text.is_empty() && piece.label_key().as_ref() == Some(label)
            || piece.label.is_none() && label_key(&piece.text) == *label
    })
}

impl PieceCandidates<'_> {
    fn page(&self, slot: &Slot, piece: &Piece) -> f64 {
        if (self.off_page)(slot.section, piece) {
            -OFF_PAGE
        } else {
            0.0
        }
    }

    /// Returns what it is worth that an open run takes a piece, as its first one or after others.
    fn run(&self, slot: &Slot, piece: &Piece, is_first: bool) -> f64 {
        match (slot.kind, piece.start) {
            (SlotKind::Sentences, Start::Within) => 0.0,
            (SlotKind::Sentences, Start::Paragraph) if slot.after_list => 0.0,
            (SlotKind::Sentences, Start::Paragraph) if self.is_paragraph => -1.2,
            (SlotKind::Sentences, Start::Paragraph) => -3.0,
            (SlotKind::Sentences, Start::Bullet(_)) => -2.5,
            (SlotKind::Bullets(own), Start::Bullet(level)) if level == own => 0.1,
            (SlotKind::Bullets(own), Start::Bullet(level)) => {
                if is_first || level < own {
                    -1.0
                } else {
                    0.0
                }
            }
            (SlotKind::Bullets(_), Start::Paragraph) if piece.label.is_some() => -0.3,
            (SlotKind::Bullets(_), Start::Paragraph) => -3.0,
            (SlotKind::Paragraphs, Start::Within) if is_first => -1.5,
            (SlotKind::Paragraphs, Start::Bullet(_)) if is_first => -0.8,
            (SlotKind::Rest(own), Start::Bullet(level)) if level <= own => -2.0,
            (SlotKind::Rest(_), Start::Paragraph) => -2.0,
            (SlotKind::Bullets(_), Start::Within) if is_first => -2.0,
            _ => 0.0,
        }
    }

    /// Returns what it is worth that pieces are one sentence.
    fn sentence(&self, slot: &Slot, pieces: &[Piece]) -> f64 {
        let (first, rest) = (&pieces[0], &pieces[1..]);
        let labels = match slot.begins {
            Start::Within if first.label.is_some() => -0.5,
            Start::Within => 0.0,
            _ if is_label(slot, first) => 3.0,
            Start::Paragraph | Start::Bullet(_) => label_evidence(slot.label.as_deref(), first),
        };
        // the label of a unit may be a line of its own
        let is_line = is_label(slot, first) && slot.begins != Start::Within;
        let divided = rest.iter().skip(usize::from(is_line));
        let joined: f64 = divided
            .map(|piece| {
                if piece.start == Start::Within {
                    0.4
                } else {
                    1.9
                }
            })
            .sum();
        let words = match rest {
            [] => slot.known.evidence(&first.words),
            _ if slot.known.is_empty() => 0.0,
            _ => {
                let words = pieces
                    .iter()
                    .flat_map(|piece| piece.words.in_order.iter().cloned());
                slot.known.evidence(&Words::from_words(words.collect()))
            }
        };
        1.0 + words + labels - joined + beginning_worth(slot, first.start)
    }
}

/// Returns what it is worth that a unit's sentence is printed with such a beginning.
fn beginning_worth(slot: &Slot, printed: Start) -> f64 {
    match (slot.begins, printed) {
        (Start::Paragraph, Start::Paragraph) => 0.6,
        (Start::Paragraph, Start::Within | Start::Bullet(_)) => -1.2,
        (Start::Bullet(own), Start::Bullet(level)) => 1.0 - 0.3 * f64::from(own.abs_diff(level)),
        (Start::Bullet(_), Start::Paragraph) => -0.5,
        (Start::Bullet(_), Start::Within) => -2.0,
        (Start::Within, Start::Within) => 0.3,
        (Start::Within, Start::Paragraph) if slot.after_list => 0.2,
        (Start::Within, Start::Paragraph) => -1.2,
        (Start::Within, Start::Bullet(_)) => -2.5,
    }
}

/// Collector of the printed text of an outline's units, and of the units that are not printed.
struct Collector<'a> {
    slots: &'a [Slot],
    taken: &'a Taken,
    doubts: Vec<PlacementDoubt>,
}

impl Collector<'_> {
    fn collect(
        slots: &[Slot],
        taken: &Taken,
        outline: &Outline,
    ) -> (Option<PlacedUnit>, Vec<PlacementDoubt>) {
        let mut collector = Collector {
            slots,
            taken,
            doubts: Vec::new(),
        };
        let placed = collector.unit(outline);
        (placed, collector.doubts)
    }

    /// Returns a unit with its text, if any of it is printed.

    fn unit(&mut self, outline: &Outline) -> Option<PlacedUnit> {
        let mut out = PlacedUnit::new(Some(outline.unit), outline.kind);
        let doubts = self.doubts.len();
        let mut opens = Vec::new();
        for item in &outline.items {
            match item {
                OutlineItem::Label(slot) => {
                    let label = self.pieces(*slot..*slot + 1, &mut out).into_iter().next();
                    out.label = label.map(|piece| piece.labelled_text());
                }
                OutlineItem::Sentence(unit, slot) => {
                    let mut pieces = self.pieces(*slot..*slot + 1, &mut out);
                    if pieces.is_empty() {
                        self.doubts.push(PlacementDoubt::Missing(*unit));
                        out.parts.push(Part::Sentence(Some(*unit), None));
                        continue;
                    }
                    take_label(&self.slots[*slot], &mut pieces, &mut out);
                    let texts: Vec<String> = pieces.iter().map(Piece::labelled_text).collect();
                    let text = texts.join(" ").trim().to_owned();
                    let text = Some(text).filter(|text| !text.is_empty());
                    out.parts.push(Part::Sentence(Some(*unit), text));
                }
                OutlineItem::Run(gap, UnitKind::Sentence, slots) => {
                    let mut pieces = self.pieces(slots.clone(), &mut out);
                    take_label(&self.slots[slots.start], &mut pieces, &mut out);
                    let texts = pieces.iter().map(Piece::labelled_text);
                    let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
                    opens.extend(gap.map(|_| texts.len()));
                    let sentence = |text| Part::Sentence(None, Some(text));
                    out.parts.extend(texts.into_iter().map(sentence));
                }
                OutlineItem::Run(_, UnitKind::Bullet, slots) => {
                    let pieces = self.pieces(slots.clone(), &mut out);
                    out.parts.extend(new_bullets(pieces));
                }
                OutlineItem::Run(_, _, slots) => {
                    let pieces = self.pieces(slots.clone(), &mut out);
                    out.parts
                        .extend(new_units(pieces).into_iter().map(Part::Unit));
                }
                OutlineItem::Unit(inner) => {
                    out.parts.extend(self.unit(inner).map(Part::Unit));
                }
            }
        }
        out.opens = Some(opens).filter(|opens| opens.len() > 1);
        if out.block() == usize::MAX && outline.kind != UnitKind::Section {
            self.doubts.truncate(doubts);
            self.doubts.push(PlacementDoubt::Missing(outline.unit));
            return None;
        }
        Some(out)
    }

    /// Returns the pieces of slots, in order. The first sentence of a unit begins it.
    fn pieces(&self, slots: Range<usize>, unit: &mut PlacedUnit) -> Vec<Piece> {
        let mut out: Vec<Piece> = Vec::new();
        for at in slots {
            let mut own = self.taken.get(&at).cloned().unwrap_or_default();
            let begins = self.slots[at].begins;
            if let Some(first) = own.first_mut().filter(|_| begins != Start::Within) {
                first.start = begins;
            }
            out.append(&mut own);
        }
        unit.blocks.extend(out.iter().map(|piece| piece.block));
        unit.blocks.dedup();
        out
    }
}

/// Makes the label of the first piece, or the piece if it is the label, the label of the unit that a
/// slot begins.
fn take_label(slot: &Slot, pieces: &mut Vec<Piece>, unit: &mut PlacedUnit) {
    if slot.begins == Start::Within || pieces.is_empty() {
        return;
    }
    if is_label(slot, &pieces[0]) {
        unit.label = Some(pieces.remove(0).labelled_text());
    } else {
        unit.label = pieces[0].label.take();
    }
}

impl PlacedSection {
    /// Places pieces in a unit of unknown place.
    fn place_floating(
        &mut self,
        builder: &mut OutlineBuilder<'_>,
        unit: UnitId,
        mut pieces: Vec<Piece>,
    ) {
        let tree = builder.tree;
        let outline = builder.outline(unit, u8::from(tree.kind(unit) == UnitKind::Bullet));
        let slots = std::mem::take(&mut builder.slots);
        for inner in std::mem::take(&mut builder.floating) {
            match group_of(tree, inner, &pieces) {
                Some(range) => {
                    let group = pieces.drain(range).collect();
                    self.place_floating(builder, inner, group);
                }
                None => self.doubts.push(PlacementDoubt::NotFound(inner)),
            }
        }
        let (taken, left, _) = align_pieces(&slots, pieces, &|_, _| false, true);
        let (placed, doubts) = Collector::collect(&slots, &taken, &outline);
        self.doubts.extend(doubts);
        let in_holder = |inner: PlacedUnit, holder: UnitId| PlacedUnit {
            parts: vec![Part::Unit(inner)],
            ..PlacedUnit::new(Some(holder), tree.kind(holder))
        };
        let holders = tree.ancestors(unit).filter(|&own| own != unit);
        self.floating
            .extend(placed.map(|placed| holders.fold(placed, in_holder)));
        let left = new_units(left).into_iter();
        self.floating
            .extend(left.map(|unit| in_holder(unit, tree.root)));
    }

    /// Adds a printed table. Tables with rows of one table are joined.
    fn add_table(&mut self, unit: UnitId, table: PlacedUnit) {
        match self.root.inner_mut(unit) {
            Some(own) => {
                let is_repeated = own.rows.first() == table.rows.first();
                own.rows
                    .extend(table.rows.into_iter().skip(usize::from(is_repeated)));
            }
            None => {
                let unit = Some(unit);
                self.root
                    .parts
                    .push(Part::Unit(PlacedUnit { unit, ..table }));
            }
        }
    }
}

/// Returns the table of a section with most rows of a printed one, or the next one without text.
fn table_of(
    ruleset: &Ruleset,
    tree: &SectionTree,
    table: &PlacedUnit,
    placed: &PlacedUnit,
) -> Option<UnitId> {
    let tables = tree
        .children(tree.root)
        .filter(|&unit| tree.kind(unit) == UnitKind::Table);
    let known: Vec<UnitId> = tables.collect();
    let common_rows = |unit: UnitId| {
        let names = tree.children(unit).filter_map(|row| tree.label(row));
        let names: HashSet<Vec<String>> = names.map(|name| ruleset.spell_out(name)).collect();
        let printed = table.rows.iter().skip(1).filter_map(|row| row.first());
        printed
            .filter(|name| names.contains(&ruleset.spell_out(name)))
            .count()
    };
    let with_rows = known
        .iter()
        .map(|&unit| (common_rows(unit), unit))
        .filter(|(rows, _)| *rows > 0);
    let best = with_rows
        .max_by_key(|(rows, _)| *rows)
        .map(|(_, unit)| unit);
    let is_free = |unit: &UnitId| placed.inner().all(|own| own.unit != Some(*unit));
    best.or_else(|| known.iter().copied().find(is_free))
}
