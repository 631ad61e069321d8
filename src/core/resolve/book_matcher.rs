//! Matches the blocks of a printed book (a library file) with units of the version it prints.

use crate::{
    model::{Ruleset, SectionTree, UnitId, UnitKind, UnitRegistry},
    op::{GapExpansion, label_key},
    syntax::{Block, BlockKind, Inline},
    text::Span,
};
use std::collections::HashSet;

/// A unit whose position among its siblings is unknown, and the siblings that a book prints before
/// it, in order: by them the unit gets its position.
pub(super) struct FloatingUnitPosition {
    pub(super) unit: UnitId,
    pub(super) before: Vec<UnitId>,
}

/// Matches a book's blocks with a version's units; collects the units and labels that the base text
/// lacks, and the mismatches.
///
/// A block that names its unit (`{#id}` or `{at=path}`), or has a label that only one unit has, is
/// an anchor. The other blocks are matched by their order between the anchors. Units of unknown
/// place are matched with anchors only.
pub(super) struct BookMatcher<'a> {
    ruleset: &'a Ruleset,
    tree: &'a SectionTree,
    arena: &'a UnitRegistry,
    pub(super) pairs: Vec<(UnitId, &'a Inline, Span)>,
    /// The printed lines of units, as their blocks have them.
    pub(super) lines: Vec<(UnitId, &'a str)>,
    pub(super) errors: Vec<(Span, String)>,
    /// Open runs without further units.
    pub(super) closed: Vec<UnitId>,
    pub(super) openings: Vec<GapExpansion>,
    pub(super) placements: Vec<FloatingUnitPosition>,
    /// Units of the base text that the book prints further units before, and their number.
    pub(super) insertions: Vec<(UnitId, usize)>,
    /// The printed labels of units of the base text that have none.
    pub(super) labels: Vec<(UnitId, &'a str)>,
    /// Kinds of units that the book has and the base text lacks: the unit that contains them, and
    /// their number.
    pub(super) additions: Vec<(UnitId, UnitKind, usize)>,
    /// The base text, if the book can add units to it.
    base: Option<&'a SectionTree>,
    /// The starts of bullets that print puts into a paragraph, and that are entries of the section.
    entries: HashSet<usize>,
}

/// The children of a unit that a book's blocks are matched with, and pairs of block and unit that
/// are certain (anchors).
struct Siblings<'a> {
    units: Vec<UnitId>,
    anchors: Vec<(&'a Block, UnitId)>,
}

impl<'a> Siblings<'a> {
    fn anchor(&self, block: &Block) -> Option<UnitId> {
        let own = |other: &&(&Block, UnitId)| std::ptr::eq(other.0, block);
        self.anchors.iter().find(own).map(|(_, unit)| *unit)
    }
}

impl<'a> BookMatcher<'a> {
    pub(super) fn new(
        ruleset: &'a Ruleset,
        tree: &'a SectionTree,
        arena: &'a UnitRegistry,
        base: Option<&'a SectionTree>,
    ) -> Self {
        Self {
            ruleset,
            additions: Vec::new(),
            insertions: Vec::new(),
            labels: Vec::new(),
            base,
            tree,
            arena,
            pairs: Vec::new(),
            lines: Vec::new(),
            errors: Vec::new(),
            closed: Vec::new(),
            openings: Vec::new(),
            placements: Vec::new(),
            entries: HashSet::new(),
        }
    }

    /// Matches `blocks` with the units inside `parent`. `opens` gives the number of further
    /// sentences in each of its open runs.
    pub(super) fn match_blocks(
        &mut self,
        parent: UnitId,
        blocks: &[&'a Block],
        opens: Option<&str>,
    ) {
        let units: Vec<UnitId> = self
            .tree
            .children(parent)
            .filter(|&u| self.tree.kind(u) != UnitKind::Heading)
            .collect();
        let is_own = |block: &&'a Block| {
            block.kind != BlockKind::Heading && !self.entries.contains(&block.span.start())
        };
        let mut blocks: Vec<&'a Block> = blocks.iter().copied().filter(is_own).collect();
        let entries = self.entries_in_paragraphs(&units, &blocks);
        self.entries
            .extend(entries.iter().map(|entry| entry.span.start()));
        blocks.extend(entries);
        let siblings = self.anchors(units, &blocks);
        let left: Vec<&'a Block> = blocks
            .iter()
            .copied()
            .filter(|block| siblings.anchor(block).is_none())
            .collect();
        // a list that is alone in a section belongs to the paragraph of that section
        let paragraph = siblings
            .units
            .iter()
            .copied()
            .find(|&u| self.tree.kind(u) == UnitKind::Paragraph);
        if let Some(paragraph) = paragraph.filter(|_| self.tree.kind(parent) == UnitKind::Section) {
            let (bullets, rest): (Vec<_>, Vec<_>) = left
                .iter()
                .copied()
                .partition(|block| block.kind == BlockKind::Bullet);
            if !bullets.is_empty() && rest.iter().all(|block| block.kind != BlockKind::Paragraph) {
                return self.match_blocks(paragraph, &bullets, None);
            }
        }
        for &(block, unit) in &siblings.anchors {
            self.pair(unit, block);
        }
        for kind in [
            UnitKind::Paragraph,
            UnitKind::Sentence,
            UnitKind::Bullet,
            UnitKind::Table,
        ] {
            self.match_kind((parent, kind), &siblings, &blocks, opens);
        }
        self.report_unknown_rows(&left);
    }

    /// Returns the bullets inside paragraphs that have the label of a bullet among the units: print
    /// does not show that a list does not belong to the paragraph before it.
    fn entries_in_paragraphs(&self, units: &[UnitId], blocks: &[&'a Block]) -> Vec<&'a Block> {
        let labels: HashSet<String> = units
            .iter()
            .filter(|&&unit| self.tree.kind(unit) == UnitKind::Bullet)
            .filter_map(|&unit| self.tree.get(unit)?.label.as_deref().map(label_key))
            .collect();
        let is_entry = |block: &&Block| {
            let label = block.label.as_ref().map(|label| label_key(&label.value));
            block.kind == BlockKind::Bullet && label.is_some_and(|label| labels.contains(&label))
        };
        blocks
            .iter()
            .filter(|block| block.kind == BlockKind::Paragraph)
            .flat_map(|block| block.children())
            .filter(is_entry)
            .collect()
    }

    /// Finds the blocks that name their unit or have a label that only one unit has.
    fn anchors(&self, units: Vec<UnitId>, blocks: &[&'a Block]) -> Siblings<'a> {
        let mut taken: HashSet<UnitId> = HashSet::new();
        let mut anchors = Vec::new();
        for &block in blocks {
            let kind = UnitKind::of(block.kind);
            let by_id = || self.arena.unit_by_name(&block.attrs.id.as_ref()?.value);
            let by_path = || self.arena.unit_by_key(&block.attrs.get("at")?.value);
            let named = by_id()
                .or_else(by_path)
                .filter(|unit| units.contains(unit) && self.tree.kind(*unit) == kind);
            let labelled = || {
                let label = label_key(&block.label.as_ref()?.value);
                let has_label = |u: &&UnitId| {
                    let node = self.tree.get(**u);
                    node.is_some_and(|node| node.kind == kind)
                        && node
                            .and_then(|node| node.label.as_deref())
                            .is_some_and(|own| label_key(own) == label)
                };
                let mut with_label = units
                    .iter()
                    .filter(has_label)
                    .filter(|u| !taken.contains(u));
                let first = with_label.next().copied();
                let once = |block: &&&Block| {
                    UnitKind::of(block.kind) == kind
                        && block
                            .label
                            .as_ref()
                            .is_some_and(|own| label_key(&own.value) == label)
                };
                first.filter(|_| {
                    with_label.next().is_none()
                        && (kind == UnitKind::Row
                            || kind == UnitKind::Cell
                            || blocks.iter().filter(once).count() == 1)
                })
            };
            let spelled_out = || self.unit_spelled_out(&units, &taken, block);
            let first = || first_of_table(self.tree, &units, blocks, block);
            let unit = named.or_else(labelled).or_else(spelled_out).or_else(first);
            if let Some(unit) = unit.filter(|unit| !taken.contains(unit)) {
                taken.insert(unit);
                anchors.push((block, unit));
            }
        }
        Siblings { units, anchors }
    }

    /// Returns the only row or cell whose label means the same as that of a block: print may write
    /// abbreviations in full.
    fn unit_spelled_out(
        &self,
        units: &[UnitId],
        taken: &HashSet<UnitId>,
        block: &Block,
    ) -> Option<UnitId> {
        if !matches!(block.kind, BlockKind::Row | BlockKind::Cell) {
            return None;
        }
        let label = self.ruleset.spell_out(&block.label.as_ref()?.value);
        let is_same = |unit: &&UnitId| {
            let own = self.tree.label(**unit);
            own.is_some_and(|own| self.ruleset.spell_out(own) == label)
        };
        let mut found = units
            .iter()
            .filter(|&&unit| self.tree.kind(unit) == UnitKind::of(block.kind))
            .filter(is_same);
        let first = *found.next()?;
        (found.next().is_none() && !taken.contains(&first)).then_some(first)
    }

    /// Matches the blocks and units of one kind between their anchors.
    fn match_kind(
        &mut self,
        (parent, kind): (UnitId, UnitKind),
        siblings: &Siblings<'a>,
        blocks: &[&'a Block],
        opens: Option<&str>,
    ) {
        let is_floating = |unit: UnitId| self.tree.is_floating(unit);
        let anchored: Vec<UnitId> = siblings.anchors.iter().map(|(_, unit)| *unit).collect();
        let units: Vec<UnitId> = siblings
            .units
            .iter()
            .copied()
            .filter(|&u| {
                (self.tree.kind(u) == kind && !is_floating(u))
                    || Some(self.tree.kind(u)) == kind.gap()
            })
            .collect();
        let own: Vec<&'a Block> = blocks
            .iter()
            .copied()
            .filter(|block| UnitKind::of(block.kind) == kind)
            .collect();
        let is_new = |block: &&&'a Block| siblings.anchor(block).is_none();
        let new = own.iter().filter(is_new).count();
        if units.is_empty()
            && new > 0
            && kind != UnitKind::Table
            && self.base.is_some_and(|base| base.get(parent).is_some())
        {
            self.additions.push((parent, kind, new));
            return;
        }
        let mut from = 0;
        let mut between: Vec<&'a Block> = Vec::new();
        let (errors, closed) = (self.errors.len(), self.closed.len());
        let mut complete = true;
        for &block in &own {
            let Some(unit) = siblings.anchor(block) else {
                between.push(block);
                continue;
            };
            // an anchor that is out of order divides nothing
            if let Some(at) = units[from..].iter().position(|&u| u == unit) {
                let free = without(&units[from..from + at], &anchored);
                let printed = std::mem::take(&mut between);
                if free.is_empty() && self.takes_units_before(unit, &units) {
                    self.insertions
                        .extend((!printed.is_empty()).then_some((unit, printed.len())));
                } else {
                    complete &= self.match_in_order(&free, &printed, opens);
                }
                from += at + 1;
            }
        }
        let free = without(&units[from..], &anchored);
        complete &= self.match_in_order(&free, &between, opens);
        if !complete {
            // a book that leaves a unit out may leave out others, too
            let mut at = 0;
            self.closed.retain(|&gap| {
                at += 1;
                at <= closed || Some(self.tree.kind(gap)) != kind.gap() || !units.contains(&gap)
            });
        }
        if self.errors.len() == errors && self.openings.is_empty() {
            self.find_placements(siblings, &own);
        }
    }

    /// Whether a book can print further units before a unit: an open list whose known units are
    /// counted by their labels may contain others anywhere.
    fn takes_units_before(&self, unit: UnitId, siblings: &[UnitId]) -> bool {
        let in_base = self.base.is_some_and(|base| {
            base.position(unit).is_some() && base.kind(unit) == self.tree.kind(unit)
        });
        in_base && self.tree.is_open_by_label(siblings)
    }

    /// Notes where the book prints the anchored units of unknown place.
    fn find_placements(&mut self, siblings: &Siblings<'a>, own: &[&'a Block]) {
        for (at, block) in own.iter().enumerate() {
            let Some(unit) = siblings.anchor(block) else {
                continue;
            };
            if !self.tree.is_floating(unit) {
                continue;
            }
            let unit_of = |block: &&Block| {
                let matched = self.pairs.iter().find(|(_, _, span)| {
                    block.span.start() <= span.start() && span.end() <= block.span.end()
                });
                siblings.anchor(block).or_else(|| {
                    let inner = matched.map(|(unit, _, _)| *unit)?;
                    self.tree
                        .ancestors(inner)
                        .find(|own| siblings.units.contains(own))
                })
            };
            let before = own[..at].iter().filter_map(unit_of).collect();
            self.placements.push(FloatingUnitPosition { unit, before });
        }
    }

    /// Matches units and blocks of one kind by position. An open run takes the blocks in between.
    /// Returns whether all of the units are matched.
    fn match_in_order(
        &mut self,
        units: &[UnitId],
        blocks: &[&'a Block],
        opens: Option<&str>,
    ) -> bool {
        let gaps: Vec<UnitId> = units
            .iter()
            .copied()
            .filter(|&u| self.tree.kind(u).is_gap())
            .collect();
        let known: Vec<UnitId> = units
            .iter()
            .copied()
            .filter(|&u| !self.tree.kind(u).is_gap())
            .collect();
        let unopened: usize = gaps
            .iter()
            .filter_map(|&gap| self.tree.get(gap))
            .map(|node| node.at_least as usize)
            .sum();
        match (gaps.first(), blocks.first()) {
            // units that the book does not mention
            (_, None) if !known.is_empty() || unopened > 0 => return false,
            (Some(&gap), _)
                if blocks.len() > known.len() && blocks.len() >= known.len() + unopened =>
            {
                let count = blocks.len() - known.len();
                self.openings.extend(openings(&gaps, gap, count, opens));
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
                return false;
            }
            _ => {
                self.closed.extend(gaps);
                for (unit, block) in known.into_iter().zip(blocks) {
                    self.pair(unit, block);
                }
            }
        }
        true
    }

    fn pair(&mut self, unit: UnitId, block: &'a Block) {
        if self.is_other_name(unit, block) {
            return;
        }
        let lines = block.attrs.get("lines").map(|lines| (unit, &*lines.value));
        self.lines.extend(lines);
        let bare = self.base.and_then(|base| base.get(unit));
        if let (Some(label), Some(_)) = (&block.label, bare.filter(|node| node.label.is_none()))
            && matches!(block.kind, BlockKind::Paragraph | BlockKind::Bullet)
        {
            self.labels.push((unit, &label.value));
        }
        if let Some(text) = block.text() {
            if !text.is_hole() && !text.is_empty() {
                self.pairs.push((unit, text, block.span));
            }
            return;
        }
        let hole = matches!(block.children(), [only] if only.text().is_some_and(Inline::is_hole));
        if !hole {
            let opens = block.attrs.get("opens").map(|value| value.value.as_str());
            self.match_blocks(unit, &block.children().iter().collect::<Vec<_>>(), opens);
        }
    }

    /// Whether a unit is a cell with the name of a row or column, for which the book has another
    /// name: that of the rules is kept.
    fn is_other_name(&self, unit: UnitId, block: &Block) -> bool {
        let is_name = self.tree.kind(unit) == UnitKind::Cell
            && self
                .tree
                .position(unit)
                .is_some_and(|(row, at)| at == 0 || self.tree.is_header(row));
        let known = self.tree.restated(unit);
        is_name
            && known.zip(block.text()).is_some_and(|(known, text)| {
                !known.is_hole() && label_key(&known.text) != label_key(&text.text)
            })
    }

    fn report_unknown_rows(&mut self, left: &[&'a Block]) {
        let rows = left
            .iter()
            .filter(|block| matches!(block.kind, BlockKind::Row | BlockKind::Cell));
        let rows = rows.filter(|block| {
            block
                .text()
                .is_none_or(|text| !text.is_hole() && !text.is_empty())
        });
        for block in rows {
            let label = block.label.as_ref().map_or("", |label| &label.value);
            let kind = UnitKind::of(block.kind).name();
            self.errors
                .push((block.span, format!("no {kind} \"{label}\" at this edition")));
        }
    }
}

/// Returns the row of headings, or the cell of the first column, if the block is one: its label
/// may be any.
fn first_of_table(
    tree: &SectionTree,
    units: &[UnitId],
    blocks: &[&Block],
    block: &Block,
) -> Option<UnitId> {
    let is_first = blocks
        .first()
        .is_some_and(|first| std::ptr::eq(*first, block));
    let unit = *units.first().filter(|_| is_first)?;
    match block.kind {
        BlockKind::Row => tree.is_header(unit).then_some(unit),
        BlockKind::Cell => (tree.kind(unit) == UnitKind::Cell).then_some(unit),
        _ => None,
    }
}

fn without(units: &[UnitId], anchored: &[UnitId]) -> Vec<UnitId> {
    units
        .iter()
        .copied()
        .filter(|unit| !anchored.contains(unit))
        .collect()
}

/// Returns by how many units each open run is expanded: the first one by all of them, unless
/// `opens` gives other numbers.
fn openings(
    gaps: &[UnitId],
    first: UnitId,
    count: usize,
    opens: Option<&str>,
) -> Vec<GapExpansion> {
    let opening = |gap, count: usize| GapExpansion {
        gap,
        count: u32::try_from(count).unwrap_or(u32::MAX),
        back: false,
    };
    let stated: Option<Vec<usize>> = opens.map(|opens| {
        opens
            .split(',')
            .filter_map(|count| count.parse().ok())
            .collect()
    });
    match stated
        .filter(|stated| stated.len() == gaps.len() && stated.iter().sum::<usize>() == count)
    {
        Some(stated) => gaps
            .iter()
            .zip(stated)
            .filter(|(_, count)| *count > 0)
            .map(|(&gap, count)| opening(gap, count))
            .collect(),
        None => vec![opening(first, count)],
    }
}
