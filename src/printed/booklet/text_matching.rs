//! Assigns each printed text of a section to a unit of the rules, by order, label and words.

use super::{
    sequence::{SequenceSlot, align_in_order},
    text_unit::{TextKind, TextUnit},
    word_share::share_of_fragments,
};
use crate::{
    model::{Ruleset, SectionTree, UnitId, UnitKind},
    op::label_key,
    resolve::Section,
    syntax::WordingLayer,
    text::similarity::{normalized_words, similarity},
};
use std::collections::HashSet;

/// A text of a booklet with its unit in the rules, if any, its sentences, and texts inside it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MatchedText {
    pub(super) text: TextUnit,
    /// The unit; `None` for a further unit of an open run.
    pub(super) unit: Option<UnitId>,
    /// The printed sentences in order, and the sentences of the unit that the booklet lacks.
    pub(super) sentences: Vec<Sentence>,
    /// How many further sentences each open run has, if there are several.
    pub(super) opens: Option<Vec<usize>>,
    pub(super) children: Vec<MatchedText>,
}

/// A printed sentence with its unit, if any; or a unit whose sentence the booklet lacks.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sentence {
    pub(super) text: Option<String>,
    pub(super) unit: Option<UnitId>,
}

/// A doubt for a person to decide: uncertain order, a text not found, or a unit not printed.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum MatchingDoubt {
    /// The place of a block's text among open runs is not certain.
    Order(usize),
    /// The text of a unit of unknown place was not found.
    NotFound(UnitId),
    /// A unit is not printed.
    Missing(UnitId),
}

/// The result of `TextMatcher::match_texts`: texts with their units, texts left over, and doubts.
#[derive(Debug, Default)]
pub(super) struct TextMatches {
    pub(super) matched: Vec<MatchedText>,
    /// Texts without a place in the section.
    pub(super) left: Vec<TextUnit>,
    pub(super) doubts: Vec<MatchingDoubt>,
}

/// The least evidence that a text is that of a unit of unknown place.
const EVIDENCE: f64 = 2.0;

/// Matcher of the printed texts of one section with its units; what a person assigned prevails.
pub(super) struct TextMatcher<'a> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) section: &'a Section,
    pub(super) tree: &'a SectionTree,
    /// What a person should decide, so far.
    doubts: Vec<MatchingDoubt>,
    /// Texts without a place in the section, so far.
    pub(super) left: Vec<TextUnit>,
}

impl<'a> TextMatcher<'a> {
    pub(super) fn new(ruleset: &'a Ruleset, section: &'a Section, tree: &'a SectionTree) -> Self {
        Self {
            ruleset,
            section,
            tree,
            doubts: Vec::new(),
            left: Vec::new(),
        }
    }

    /// Places all texts of the section.
    pub(super) fn match_texts(mut self, texts: Vec<TextUnit>) -> TextMatches {
        let texts = self.split_paragraphs(texts);
        let texts = self.join_paragraphs(texts);
        let texts = self.nest_paragraphs(texts);
        let (tables, texts): (Vec<_>, Vec<_>) = texts
            .into_iter()
            .partition(|text| text.kind == TextKind::Table);
        let mut matched = self.match_among(self.tree.root, UnitKind::Paragraph, texts);
        matched.extend(self.match_tables(tables));
        matched.sort_by_key(|own| own.text.block);
        TextMatches {
            matched,
            left: self.left,
            doubts: self.doubts,
        }
    }

    pub(super) fn is_floating(&self, unit: UnitId) -> bool {
        self.tree.get(unit).is_some_and(|node| node.floating)
    }

    /// Places texts of one kind among the children of a unit.
    fn match_among(
        &mut self,
        parent: UnitId,
        kind: UnitKind,
        texts: Vec<TextUnit>,
    ) -> Vec<MatchedText> {
        let children: Vec<UnitId> = self.tree.children(parent).collect();
        let floating: Vec<UnitId> = children
            .iter()
            .copied()
            .filter(|&unit| self.tree.kind(unit) == kind && self.is_floating(unit))
            .collect();
        let slots: Vec<UnitId> = children
            .iter()
            .copied()
            .filter(|&unit| {
                self.tree.kind(unit) == kind && !self.is_floating(unit)
                    || Some(self.tree.kind(unit)) == kind.gap()
            })
            .collect();
        let mut units: Vec<Option<UnitId>> = vec![None; texts.len()];
        let mut settled: HashSet<usize> = HashSet::new();
        self.find_floating(&floating, &texts, &mut units, &mut settled);
        let free: Vec<usize> = (0..texts.len())
            .filter(|at| !settled.contains(at))
            .collect();
        let shapes = self.shapes(parent, &slots);
        let score = |slot: usize, text: usize| {
            let unit = shapes[slot].1;
            unit.map_or(0.0, |unit| self.score(unit, &texts[free[text]]))
        };
        let kinds: Vec<SequenceSlot> = shapes.iter().map(|shape| shape.0).collect();
        let aligned = align_in_order(&kinds, free.len(), &score);
        let mut extra: HashSet<usize> = HashSet::new();
        for (&at, slot) in free.iter().zip(&aligned.units) {
            match *slot {
                Some(slot) => units[at] = shapes[slot].1,
                None => {
                    extra.insert(at);
                }
            }
        }
        if aligned.tied && free.len() > 1 {
            self.doubts.extend(
                free.first()
                    .map(|&at| MatchingDoubt::Order(texts[at].block)),
            );
        }
        let used: HashSet<UnitId> = units.iter().flatten().copied().collect();
        self.doubts.extend(
            slots
                .iter()
                .filter(|&&unit| self.tree.kind(unit) == kind && !used.contains(&unit))
                .map(|&unit| MatchingDoubt::Missing(unit)),
        );
        let own = self.join_ends(kind, texts.into_iter().zip(units).enumerate(), &extra);
        own.into_iter()
            .map(|(unit, text)| self.match_inside(unit, text))
            .collect()
    }

    /// Returns texts with their units. A paragraph without a place is the end of the one before it,
    /// if that one has a list and may have further sentences: print does not show it.
    fn join_ends(
        &mut self,
        kind: UnitKind,
        texts: impl Iterator<Item = (usize, (TextUnit, Option<UnitId>))>,
        extra: &HashSet<usize>,
    ) -> Vec<(Option<UnitId>, TextUnit)> {
        let mut own: Vec<(Option<UnitId>, TextUnit)> = Vec::new();
        for (at, (text, unit)) in texts {
            if !extra.contains(&at) {
                own.push((unit, text));
                continue;
            }
            let before = own.last_mut().filter(|(unit, before)| {
                kind == UnitKind::Paragraph
                    && !before.children.is_empty()
                    && unit.is_some_and(|unit| self.is_open_after_list(unit))
            });
            match before.filter(|_| text.label.is_none() && text.children.is_empty()) {
                Some((_, before)) => before.children.push(text),
                None => self.left.push(text),
            }
        }
        own
    }

    /// Whether further sentences of a unit may follow its list.
    fn is_open_after_list(&self, unit: UnitId) -> bool {
        let kinds = self.tree.children(unit).map(|child| self.tree.kind(child));
        let after: Vec<UnitKind> = kinds.skip_while(|kind| *kind != UnitKind::Bullet).collect();
        after.contains(&UnitKind::MoreSentences)
    }

    /// Returns the places for texts among the children of a unit: its units and open runs.
    fn shapes(&self, parent: UnitId, slots: &[UnitId]) -> Vec<(SequenceSlot, Option<UnitId>)> {
        let mut out: Vec<(SequenceSlot, Option<UnitId>)> = Vec::new();
        let anywhere = self.tree.is_open_by_label(slots);
        for &unit in slots {
            let slot = self.slot(unit);
            let in_base = self.section.base().position(unit).is_some();
            let after_run = matches!(out.last(), Some((SequenceSlot::Run(_), _)));
            if anywhere && in_base && slot == SequenceSlot::Unit && !after_run {
                out.push((SequenceSlot::Run(0), None));
            }
            out.push((slot, Some(unit)));
        }
        if out.is_empty() && self.takes_more(parent) {
            out.push((SequenceSlot::Run(0), None));
        }
        out
    }

    /// Whether a book can add units of a kind that the unit does not have yet: only to base text.
    fn takes_more(&self, unit: UnitId) -> bool {
        self.section
            .base()
            .get(unit)
            .is_some_and(|_| self.section.base().exists)
    }

    fn slot(&self, unit: UnitId) -> SequenceSlot {
        match self.tree.get(unit) {
            Some(node) if node.kind.is_gap() => SequenceSlot::Run(node.at_least as usize),
            Some(_) | None => SequenceSlot::Unit,
        }
    }

    /// Finds the texts of units of unknown place, by their labels and known words.
    fn find_floating(
        &mut self,
        floating: &[UnitId],
        texts: &[TextUnit],
        units: &mut [Option<UnitId>],
        settled: &mut HashSet<usize>,
    ) {
        let mut pairs: Vec<(f64, UnitId, usize)> = Vec::new();
        for &unit in floating
            .iter()
            .filter(|unit| !units.contains(&Some(**unit)))
        {
            for (at, text) in texts
                .iter()
                .enumerate()
                .filter(|(at, _)| !settled.contains(at))
            {
                let evidence = self.evidence(unit, text);
                if evidence >= EVIDENCE {
                    pairs.push((evidence, unit, at));
                }
            }
        }
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.cmp(&b.2)));
        for (_, unit, at) in pairs {
            if units[at].is_none() && !units.contains(&Some(unit)) {
                units[at] = Some(unit);
                settled.insert(at);
            }
        }
        self.doubts.extend(
            floating
                .iter()
                .filter(|unit| !units.contains(&Some(**unit)))
                .map(|&unit| MatchingDoubt::NotFound(unit)),
        );
    }

    /// Returns how well a text fits a unit, from its words and shape.
    fn score(&self, unit: UnitId, text: &TextUnit) -> f64 {
        let evidence = self.evidence(unit, text);
        let has = |kind: UnitKind| {
            self.tree
                .children(unit)
                .any(|child| self.tree.kind(child) == kind)
        };
        let bullets = has(UnitKind::Bullet);
        let printed = text
            .children
            .iter()
            .any(|child| child.kind == TextKind::Bullet);
        let shape = match (bullets, printed) {
            (true, true) => 0.5,
            (true, false) => -1.0,
            (false, true) if !has(UnitKind::MoreBullets) => -0.5,
            (false, _) => 0.0,
        };
        1.0 + evidence + shape
    }

    /// Returns how much the label and the words of a text suggest that it is the text of the
    /// unit; negative if they contradict.
    fn evidence(&self, unit: UnitId, text: &TextUnit) -> f64 {
        let label = self
            .tree
            .get(unit)
            .and_then(|node| node.label.as_deref())
            .map(label_key);
        let labels = match (&label, text.label_key()) {
            (Some(own), Some(printed)) if *own == printed => 3.0,
            (Some(own), None) if label_key(&text.words()).starts_with(own.as_str()) => 2.0,
            (Some(_), Some(_)) => -3.0,
            (Some(_), None) => -3.0,
            (None, Some(_)) => -0.2,
            (None, None) => 0.0,
        };
        let inner: HashSet<String> = text
            .children
            .iter()
            .filter_map(TextUnit::label_key)
            .collect();
        let below = self
            .tree
            .children(unit)
            .filter_map(|child| self.tree.get(child)?.label.as_deref().map(label_key));
        let found = below.filter(|label| inner.contains(label)).count() as f64;
        labels + 2.0 * found + self.common_words(unit, &text.words())
    }

    /// Returns the similarity of a printed text with what is known of a unit: up to 4.
    fn common_words(&self, unit: UnitId, printed: &str) -> f64 {
        let known = self.tree.atoms(unit).into_iter().filter_map(|atom| {
            let node = self.tree.get(atom)?;
            let text = node
                .text(WordingLayer::Printed)
                .filter(|own| !own.is_hole())
                .or_else(|| node.text(WordingLayer::Restated))?;
            (!text.is_hole()).then(|| text.text.to_string())
        });
        let known: Vec<String> = known.collect();
        let partial = known.iter().any(|text| text.contains('…'));
        let open = self
            .tree
            .live_units(unit)
            .iter()
            .any(|&own| self.tree.kind(own).is_gap());
        let fragments: Vec<Vec<String>> = known
            .iter()
            .flat_map(|text| text.split('…'))
            .map(normalized_words)
            .filter(|words| !words.is_empty())
            .collect();
        let known = known.join(" ").replace('…', " ");
        if known.trim().is_empty() {
            return 0.0;
        }
        let whole = similarity(&known, printed);
        let share = if partial || open {
            share_of_fragments(&fragments, printed) * 0.9
        } else {
            0.0
        };
        let best = whole.max(share);
        if best < 0.25 { -0.3 } else { 4.0 * best }
    }

    /// Places the sentences and bullets inside a text.
    fn match_inside(&mut self, unit: Option<UnitId>, text: TextUnit) -> MatchedText {
        let Some(own) = unit else {
            let children = text
                .children
                .iter()
                .cloned()
                .map(|child| self.match_inside(self.entry(&child), child))
                .collect();
            let sentences = text
                .sentences
                .iter()
                .map(|sentence| Sentence {
                    text: Some(sentence.clone()),
                    unit: None,
                })
                .collect();
            return MatchedText {
                text,
                unit,
                sentences,
                opens: None,
                children,
            };
        };
        let (bullets, tails): (Vec<TextUnit>, Vec<TextUnit>) = text
            .children
            .iter()
            .cloned()
            .partition(|child| child.kind == TextKind::Bullet);
        let (entries, bullets): (Vec<_>, Vec<_>) = bullets
            .into_iter()
            .map(|bullet| (self.entry(&bullet), bullet))
            .partition(|(entry, _)| entry.is_some());
        let bullets = bullets.into_iter().map(|(_, bullet)| bullet).collect();
        let order: Vec<usize> = text.children.iter().map(|child| child.block).collect();
        let mut all = text.sentences.clone();
        let own_count = all.len();
        all.extend(tails.iter().flat_map(|tail| tail.sentences.clone()));
        let (mut sentences, opens) = self.place_sentences(own, text.block, all);
        let mut children = self.match_among(own, UnitKind::Bullet, bullets);
        let entries = entries.into_iter();
        children.extend(entries.map(|(entry, bullet)| self.match_inside(entry, bullet)));
        // the paragraphs that continue this one take their share of the sentences
        let mut rest = sentences.split_off(own_count.min(sentences.len()));
        for tail in tails {
            let share = rest.drain(..tail.sentences.len().min(rest.len())).collect();
            let more = match tail.children.is_empty() {
                true => Vec::new(),
                false => self.match_among(own, UnitKind::Bullet, tail.children.clone()),
            };
            children.push(MatchedText {
                text: tail,
                unit: None,
                sentences: share,
                opens: None,
                children: more,
            });
        }
        sentences.extend(rest);
        children.sort_by_key(|child| order.iter().position(|&block| block == child.text.block));
        MatchedText {
            text,
            unit,
            sentences,
            opens,
            children,
        }
    }

    /// Returns the entry of the section with the label of a bullet: an item that is in no paragraph.
    fn entry(&self, bullet: &TextUnit) -> Option<UnitId> {
        let label = bullet.label_key()?;
        self.tree.children(self.tree.root).find(|&unit| {
            let own = self.tree.get(unit).and_then(|node| node.label.as_deref());
            self.tree.kind(unit) == UnitKind::Bullet
                && own.is_some_and(|own| label_key(own) == label)
        })
    }

    /// Notes the sentences among units as missing, and returns them without text.
    fn missing_sentences(&mut self, units: &[UnitId]) -> Vec<Sentence> {
        let is_sentence = |own: &UnitId| self.tree.kind(*own) == UnitKind::Sentence;
        let missing: Vec<UnitId> = units.iter().copied().filter(is_sentence).collect();
        self.doubts
            .extend(missing.iter().map(|&unit| MatchingDoubt::Missing(unit)));
        let without_text = |unit| Sentence {
            text: None,
            unit: Some(unit),
        };
        missing.into_iter().map(without_text).collect()
    }

    /// Aligns printed sentences with the sentences of a unit.
    fn place_sentences(
        &mut self,
        unit: UnitId,
        block: usize,
        printed: Vec<String>,
    ) -> (Vec<Sentence>, Option<Vec<usize>>) {
        let is_sentence = |unit: &UnitId| {
            matches!(
                self.tree.kind(*unit),
                UnitKind::Sentence | UnitKind::MoreSentences
            )
        };
        let slots: Vec<UnitId> = self.tree.children(unit).filter(is_sentence).collect();
        if slots.is_empty() && self.takes_more(unit) {
            let new = |text| Sentence {
                text: Some(text),
                unit: None,
            };
            return (printed.into_iter().map(new).collect(), None);
        }
        let shapes: Vec<SequenceSlot> = slots.iter().map(|&unit| self.slot(unit)).collect();
        let runs: Vec<usize> = (0..slots.len())
            .filter(|&at| matches!(shapes[at], SequenceSlot::Run(_)))
            .collect();
        let score = |slot: usize, text: usize| 1.0 + self.common_words(slots[slot], &printed[text]);
        let aligned = align_in_order(&shapes, printed.len(), &score);
        if aligned.tied && runs.len() > 1 {
            self.doubts.push(MatchingDoubt::Order(block));
        }
        let mut out: Vec<Sentence> = Vec::new();
        let mut next = 0;
        let mut opens = vec![0; runs.len()];
        // sentences before the first one that has a place
        let mut leading = String::new();
        for (text, slot) in printed.into_iter().zip(aligned.units) {
            let Some(slot) = slot else {
                // print divides a sentence that is one here
                let before = out.iter_mut().rev().find_map(|own| own.text.as_mut());
                append_sentence(before.unwrap_or(&mut leading), &text);
                continue;
            };
            let is_unit = shapes[slot] == SequenceSlot::Unit;
            out.extend(self.missing_sentences(&slots[next.min(slot)..slot]));
            next = next.max(if is_unit { slot + 1 } else { slot });
            if let Some(at) = runs.iter().position(|&run| run == slot) {
                opens[at] += 1;
            }
            let mut whole = std::mem::take(&mut leading);
            append_sentence(&mut whole, &text);
            out.push(Sentence {
                text: Some(whole),
                unit: is_unit.then_some(slots[slot]),
            });
        }
        if !leading.is_empty() {
            out.push(Sentence {
                text: Some(leading),
                unit: None,
            });
        }
        out.extend(self.missing_sentences(&slots[next.min(slots.len())..]));
        let opens = Some(opens).filter(|opens| opens.len() > 1);
        (out, opens)
    }

    /// Returns the path or id of a unit, and whether it is an id.
    pub(super) fn address(section: &Section, unit: UnitId) -> (String, bool) {
        match section.arena.name_of(unit) {
            Some(name) => (name.to_owned(), true),
            None => (section.arena.key(unit).to_owned(), false),
        }
    }
}

fn append_sentence(text: &mut String, sentence: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    *text += sentence;
}
