//! `Outline`: the units of a section in order, as slots that printed sentences may be placed in:
//! known sentences, and open runs of unknown units.

use super::piece::Start;
use crate::{
    model::{BASE, SectionTree, UnitId, UnitKind},
    op::label_key,
    printed::alignment::Words,
    resolve::Section,
    syntax::WordingLayer,
};
use std::ops::Range;

/// The cost of a unit that is not printed.
const MISSING: f64 = 2.0;
/// The cost of a further sentence of a unit, or of a unit that an open run should have, that is not printed.
const SHORT: f64 = 1.0;

/// What a slot takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SlotKind {
    /// The label of a unit without sentences.
    Label,
    /// A sentence.
    Sentence,
    /// Any number of sentences.
    Sentences,
    /// Any number of bullets of a level.
    Bullets(u8),
    /// Any number of paragraphs.
    Paragraphs,
    /// What follows the first sentence of an unknown unit: a bullet of a level, or a paragraph (0).
    Rest(u8),
}

/// A place for printed sentences: what it takes and what is known about its text.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) kind: SlotKind,
    /// The unit that begins with it.
    pub(super) begins: Start,
    /// Whether it follows a list of its paragraph.
    pub(super) after_list: bool,
    /// The key of the label of the unit that it begins.
    pub(super) label: Option<String>,
    pub(super) known: KnownText,
    /// The cost if it takes nothing.
    pub(super) missing: f64,
    /// The index of its section among those that are printed as one.
    pub(super) section: usize,
}

/// A unit with its slots, in order.
#[derive(Debug)]
pub(super) struct Outline {
    pub(super) unit: UnitId,
    pub(super) kind: UnitKind,
    pub(super) items: Vec<OutlineItem>,
}

/// A part of a unit: its label, a sentence, an open run, or a unit inside it; slots by index.
#[derive(Debug)]
pub(super) enum OutlineItem {
    Label(usize),
    Sentence(UnitId, usize),
    /// The gap, if the rules have one, and the kind of its units.
    Run(Option<UnitId>, UnitKind, Range<usize>),
    Unit(Outline),
}

/// Builder of the outlines of a section; collects its units of unknown place.
pub(super) struct OutlineBuilder<'a> {
    pub(super) section: &'a Section,
    pub(super) tree: &'a SectionTree,
    pub(super) index: usize,
    pub(super) slots: Vec<Slot>,
    pub(super) floating: Vec<UnitId>,
}

impl OutlineBuilder<'_> {
    /// Returns the outline of a unit; `depth` is the level of the bullet that it is or is in.
    pub(super) fn outline(&mut self, unit: UnitId, depth: u8) -> Outline {
        use UnitKind::{Bullet, MoreBullets, MoreParagraphs, MoreSentences, Paragraph, Sentence};
        let kind = self.tree.kind(unit);
        let children: Vec<UnitId> = self.tree.children(unit).collect();
        let begins = match kind {
            Paragraph => Start::Paragraph,
            Bullet => Start::Bullet(depth),
            _ => Start::Within,
        };
        let mut own = Begin {
            start: begins,
            label: self
                .tree
                .label(unit)
                .map(label_key)
                .filter(|key| !key.is_empty()),
            after_list: false,
            depth,
        };
        let placed = |child: &UnitId| !self.floats(*child);
        let has = |one: UnitKind| {
            let gap = one.gap();
            children
                .iter()
                .filter(|child| placed(child))
                .any(|&child| self.tree.kind(child) == one || Some(self.tree.kind(child)) == gap)
        };
        // a book can add units to the base text, but not to what a sheet replaced
        let is_base = self.tree.get(unit).is_some_and(|node| node.by == BASE);
        let base = self.section.base();
        let takes_more = is_base && base.exists && base.get(unit).is_some();
        let (has_text, has_list) = (has(Sentence), has(Bullet));
        let mut items = Vec::new();
        if kind == UnitKind::Section {
            if !has(Paragraph) && takes_more {
                items.push(self.run(None, Paragraph, 0, &mut own));
            }
        } else if !has_text && takes_more {
            items.push(self.run(None, Sentence, 0, &mut own));
        } else if !has_text && own.label.is_some() {
            items.push(OutlineItem::Label(self.add(
                SlotKind::Label,
                &mut own,
                SHORT,
            )));
        }
        for &child in &children {
            let node = self.tree.get(child);
            let at_least = node.map_or(0, |node| node.at_least as usize);
            match self.tree.kind(child) {
                Sentence => {
                    let missing = if own.start == Start::Within {
                        SHORT
                    } else {
                        MISSING
                    };
                    let slot = self.add(SlotKind::Sentence, &mut own, missing);
                    self.slots[slot].known = KnownText::of(self.tree, child);
                    items.push(OutlineItem::Sentence(child, slot));
                }
                one @ (Paragraph | Bullet) => {
                    if self.floats(child) {
                        self.floating.push(child);
                        continue;
                    }
                    let is_run =
                        matches!(items.last(), Some(OutlineItem::Run(_, kind, _)) if *kind == one);
                    if !is_run && self.takes_others_before(child, one, &children) {
                        items.push(self.run(None, one, 0, &mut own));
                    }
                    let depth = depth + u8::from(one == Bullet);
                    items.push(OutlineItem::Unit(self.outline(child, depth)));
                }
                MoreSentences => items.push(self.run(Some(child), Sentence, at_least, &mut own)),
                MoreBullets => items.push(self.run(Some(child), Bullet, at_least, &mut own)),
                MoreParagraphs => items.push(self.run(Some(child), Paragraph, at_least, &mut own)),
                UnitKind::Section
                | UnitKind::Heading
                | UnitKind::Table
                | UnitKind::Row
                | UnitKind::Cell => {}
            }
            own.after_list |= matches!(self.tree.kind(child), Bullet | MoreBullets);
        }
        if kind != UnitKind::Section && !has_list && takes_more {
            items.push(self.run(None, Bullet, 0, &mut own));
        }
        Outline { unit, kind, items }
    }

    fn floats(&self, unit: UnitId) -> bool {
        let kind = self.tree.kind(unit);
        self.tree.is_floating(unit) && matches!(kind, UnitKind::Paragraph | UnitKind::Bullet)
    }

    /// Whether further units may be before a unit: an open list whose known units are counted by
    /// their labels may contain others anywhere.
    fn takes_others_before(&self, unit: UnitId, kind: UnitKind, siblings: &[UnitId]) -> bool {
        let own: Vec<UnitId> = siblings
            .iter()
            .copied()
            .filter(|&other| {
                self.tree.kind(other) == kind && !self.floats(other)
                    || Some(self.tree.kind(other)) == kind.gap()
            })
            .collect();
        self.section.base().position(unit).is_some() && self.tree.is_open_by_label(&own)
    }

    fn add(&mut self, kind: SlotKind, own: &mut Begin, missing: f64) -> usize {
        self.slots.push(Slot {
            kind,
            begins: std::mem::replace(&mut own.start, Start::Within),
            after_list: own.after_list,
            label: own.label.take(),
            known: KnownText::default(),
            missing,
            section: self.index,
        });
        self.slots.len() - 1
    }

    /// Adds the slots of an open run: one for the first sentence of each unit that it has at least,
    /// and one for all others.
    fn run(
        &mut self,
        gap: Option<UnitId>,
        kind: UnitKind,
        at_least: usize,
        own: &mut Begin,
    ) -> OutlineItem {
        let first = self.slots.len();
        let level = own.depth + 1;
        let mut unknown = Begin {
            label: None,
            after_list: false,
            ..*own
        };
        let (run, begins, rest) = match kind {
            UnitKind::Bullet => (
                SlotKind::Bullets(level),
                Start::Bullet(level),
                SlotKind::Rest(level),
            ),
            UnitKind::Paragraph => (SlotKind::Paragraphs, Start::Paragraph, SlotKind::Rest(0)),
            _ => {
                let count = at_least.max(usize::from(own.start != Start::Within));
                for nth in 0..count {
                    let missing = if nth < at_least { SHORT } else { 0.0 };
                    self.add(SlotKind::Sentence, own, missing);
                }
                self.add(SlotKind::Sentences, own, 0.0);
                return OutlineItem::Run(gap, kind, first..self.slots.len());
            }
        };
        for _ in 0..at_least {
            unknown.start = begins;
            self.add(SlotKind::Sentence, &mut unknown, SHORT);
            self.add(rest, &mut unknown, 0.0);
        }
        unknown.start = Start::Within;
        self.add(run, &mut unknown, 0.0);
        OutlineItem::Run(gap, kind, first..self.slots.len())
    }
}

/// How the next slot of a unit begins.
struct Begin {
    start: Start,
    label: Option<String>,
    after_list: bool,
    depth: u8,
}

/// What is known of a text: its words, and the fragments between words that are not known.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownText {
    words: Words,
    /// The fragments, if the text is not known as a whole.
    fragments: Vec<Words>,
}

/// The similarity below which words are no evidence.
const LEAST_LIKENESS: f64 = 0.25;

impl KnownText {
    /// Returns what is known of a unit: in print, or else as it is restated.
    pub(super) fn of(tree: &SectionTree, unit: UnitId) -> Self {
        let text = |atom: UnitId| {
            let node = tree.get(atom)?;
            let printed = node
                .text(WordingLayer::Printed)
                .filter(|own| !own.is_hole());
            let text = printed.or_else(|| node.text(WordingLayer::Restated))?;
            (!text.is_hole()).then(|| text.text.to_string())
        };
        let known: Vec<String> = tree.atoms(unit).into_iter().filter_map(text).collect();
        let is_gap = |own: UnitId| tree.kind(own).is_gap();
        let is_open = tree.live_units(unit).into_iter().any(is_gap)
            || known.iter().any(|text| text.contains('…'));
        let fragments = known
            .iter()
            .flat_map(|text| text.split('…'))
            .map(Words::new);
        Self {
            fragments: fragments
                .filter(|own| is_open && !own.in_order.is_empty())
                .collect(),
            words: Words::new(&known.join(" ")),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.in_order.is_empty()
    }

    /// Whether a printed sentence is this one, most probably.
    pub(super) fn begins(&self, printed: &Words) -> bool {
        const LEAST_WORDS: usize = 6;
        const SAME: f64 = 1.5;
        self.fragments.is_empty()
            && self.words.in_order.len() >= LEAST_WORDS
            && self.words.share_in(printed) + printed.share_in(&self.words) > SAME
    }

    /// Returns how much the words suggest that a printed text is this one: up to 4; less than
    /// nothing if they do not.
    pub(super) fn evidence(&self, printed: &Words) -> f64 {
        if self.is_empty() {
            return 0.0;
        }
        let all: usize = self.fragments.iter().map(|own| own.in_order.len()).sum();
        // a fragment whose words are not next to each other counts half
        let found = |own: &Words| {
            let count = own.in_order.len();
            let is_whole = printed
                .in_order
                .windows(count)
                .any(|words| words == own.in_order);
            count as f64
                * if is_whole {
                    1.0
                } else {
                    0.5 * own.share_in(printed)
                }
        };
        let share = 0.9 * self.fragments.iter().map(found).sum::<f64>() / all.max(1) as f64;
        let best = share.max(self.words.similarity(printed));
        if best < LEAST_LIKENESS {
            -0.3
        } else {
            4.0 * best
        }
    }
}
