//! Texts that somebody holds: a printed book of some edition, a table of figures. They fill atoms, not editions: what nothing
//! touched between two editions reads the same in both.

use super::{
    Section, Step,
    chain::Taken,
    held::{Fill, is_of_words, word_edits},
    section::Building,
    undo::Undo,
};
use crate::{
    model::{BASE, EditionIx, Kind, Patch, PatchIx, Tree, UnitId, Wording},
    op::{Fault, FaultKind, Opening, label_key},
    syntax::{Block, BlockKind, Inline, Layer},
    text::Span,
};
use std::{collections::HashSet, sync::Arc};

/// A held text that says another thing than the sheets do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The book.
    pub book: PatchIx,
    /// The atom.
    pub unit: UnitId,
    /// The edition that the book prints.
    pub edition: EditionIx,
    /// What it says.
    pub held: String,
    /// What the sheets make of it.
    pub ours: String,
    /// Where the book says it.
    pub span: Span,
}

/// Blocks of a book laid against the units of a version.
struct Laying<'a> {
    tree: &'a Tree,
    names: &'a dyn Fn(&str) -> Option<UnitId>,
    pairs: Vec<(UnitId, &'a Inline, Span)>,
    faults: Vec<(Span, String)>,
    closed: Vec<UnitId>,
    openings: Vec<Opening>,
}

impl<'a> Laying<'a> {
    fn new(tree: &'a Tree, names: &'a dyn Fn(&str) -> Option<UnitId>) -> Self {
        Self {
            tree,
            names,
            pairs: Vec::new(),
            faults: Vec::new(),
            closed: Vec::new(),
            openings: Vec::new(),
        }
    }

    fn lay(&mut self, parent: UnitId, blocks: &[&'a Block]) {
        let units: Vec<UnitId> = self
            .tree
            .children(parent)
            .filter(|&u| self.tree.kind(u) != Kind::Heading)
            .collect();
        let mut taken: HashSet<UnitId> = HashSet::new();
        let mut left: Vec<&'a Block> = Vec::new();
        for block in blocks
            .iter()
            .copied()
            .filter(|block| block.kind != BlockKind::Heading)
        {
            let kind = Kind::of(block.kind);
            let named = block
                .attrs
                .id
                .as_ref()
                .and_then(|id| (self.names)(&id.value))
                .filter(|unit| units.contains(unit));
            let labelled = || {
                let label = label_key(&block.label.as_ref()?.value);
                let bears = |u: &&UnitId| {
                    self.tree.kind(**u) == kind
                        && self
                            .tree
                            .get(**u)
                            .and_then(|n| n.label.as_deref())
                            .is_some_and(|l| label_key(l) == label)
                };
                let mut bearers = units.iter().filter(bears).filter(|u| !taken.contains(u));
                let first = bearers.next().copied();
                first.filter(|_| bearers.next().is_none())
            };
            match named.or_else(labelled) {
                Some(unit) => {
                    taken.insert(unit);
                    self.pair(unit, block);
                }
                None => left.push(block),
            }
        }
        // a list that stands alone in a section is that of its paragraph
        let paragraph = units
            .iter()
            .copied()
            .find(|&u| self.tree.kind(u) == Kind::Paragraph);
        if let Some(paragraph) = paragraph.filter(|_| self.tree.kind(parent) == Kind::Section) {
            let (bullets, rest): (Vec<_>, Vec<_>) = left
                .iter()
                .copied()
                .partition(|block| block.kind == BlockKind::Bullet);
            if !bullets.is_empty() && rest.iter().all(|block| block.kind != BlockKind::Paragraph) {
                return self.lay(paragraph, &bullets);
            }
        }
        for kind in [Kind::Paragraph, Kind::Sentence, Kind::Bullet, Kind::Table] {
            let blocks: Vec<&'a Block> = left
                .iter()
                .copied()
                .filter(|block| Kind::of(block.kind) == kind)
                .collect();
            let units: Vec<UnitId> = units
                .iter()
                .copied()
                .filter(|u| {
                    !taken.contains(u)
                        && (self.tree.kind(*u) == kind || Some(self.tree.kind(*u)) == kind.gap())
                })
                .collect();
            self.run(&units, &blocks);
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
            self.faults.push((
                block.span,
                format!(
                    "there is no {} \"{label}\" at this edition",
                    Kind::of(block.kind).name()
                ),
            ));
        }
    }

    /// Units and blocks of one kind, by position; an open run takes what is between.
    fn run(&mut self, units: &[UnitId], blocks: &[&'a Block]) {
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
            // units of which the text says nothing
            (Some(_), None) if !known.is_empty() => {}
            (Some(gap), _)
                if blocks.len() > known.len() && blocks.len() >= known.len() + unopened =>
            {
                let count = u32::try_from(blocks.len() - known.len()).unwrap_or(u32::MAX);
                self.openings.push(Opening {
                    gap,
                    count,
                    back: false,
                });
            }
            (gap, Some(first)) if blocks.len() != known.len() || unopened > 0 => {
                let kind = Kind::of(first.kind).name();
                let least = if gap.is_some() { "at least " } else { "" };
                let count = known.len() + unopened;
                let units = if count == 1 {
                    format!("1 {kind}")
                } else {
                    format!("{count} {kind}s")
                };
                self.faults.push((
                    first.span,
                    format!(
                        "there are {least}{units} here at this edition, and the text has {}",
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
            self.lay(unit, &block.children().iter().collect::<Vec<_>>());
        }
    }
}

/// How deep units can lie in each other where open runs are opened for them.
const DEPTH: usize = 16;

impl Building {
    /// Lays the books against the versions of their editions and fills what is not held.
    pub(super) fn fill(&mut self, books: &[Arc<Patch>]) {
        for book in books {
            let ix = PatchIx(self.section.patches.len() as u32);
            self.section.patches.push(Arc::clone(book));
            let Some(place) = book.place() else { continue };
            // every round opens the runs of one depth
            for _ in 0..DEPTH {
                let steps = self.official(book.edition);
                let Some(tree) = steps.last().map(|step| Arc::clone(&step.tree)) else {
                    break;
                };
                let arena = self.section.arena.clone();
                let names = |name: &str| arena.named(name);
                let mut laying = Laying::new(&tree, &names);
                laying.lay(tree.root, &place.blocks.iter().collect::<Vec<_>>());
                let Laying {
                    pairs,
                    faults,
                    closed,
                    openings,
                    ..
                } = laying;
                let mut opened = false;
                for opening in openings {
                    opened |= self.open(opening);
                }
                if opened {
                    continue;
                }
                let fault = |(span, why)| Fault {
                    patch: ix,
                    span,
                    kind: FaultKind::TwinShape { why },
                };
                self.section.faults.extend(faults.into_iter().map(fault));
                if book.file.front.layer == Layer::Printed {
                    self.close(closed);
                }
                self.take_in(&tree, &pairs, ix, book);
                break;
            }
            self.section.forget();
        }
    }

    /// A printed text that has as many units as are known leaves nothing in the open run.
    fn close(&mut self, gaps: Vec<UnitId>) {
        if gaps.is_empty() {
            return;
        }
        let mut base = (*self.section.base().as_ref()).clone();
        for gap in gaps {
            if let Some(node) = base.get_mut(gap) {
                node.gone = Some(Arc::new(crate::model::Gone {
                    by: BASE,
                    moved_to: None,
                    replaced: true,
                }));
            }
        }
        self.set_base(base);
    }

    /// The versions up to `edition` by everything published, for no profile in particular.
    fn official(&self, edition: EditionIx) -> Vec<Arc<Step>> {
        self.section.steps(&super::View {
            edition,
            as_of: jiff::civil::Date::MAX,
            profile: Arc::default(),
        })
    }

    /// Keeps each text for the earliest form of its atom that can be told, or compares it with what is held.
    fn take_in(
        &mut self,
        tree: &Tree,
        pairs: &[(UnitId, &Inline, Span)],
        ix: PatchIx,
        book: &Patch,
    ) {
        let steps = self.official(book.edition);
        let steps: Vec<&Step> = steps.iter().map(AsRef::as_ref).collect();
        let layer = book.file.front.layer;
        let beside = |unit: UnitId| {
            pairs
                .iter()
                .find(|(u, _, _)| *u == unit)
                .map(|(_, text, _)| text.text.to_string())
        };
        let mut fills = Vec::new();
        for &(unit, text, span) in pairs {
            let Some(node) = tree.get(unit) else { continue };
            let held = Wording::new(text, ix);
            if let Some(ours) = node.text(layer).filter(|wording| !wording.has_hole()) {
                if ours.text.trim() != held.text.trim() {
                    let (held, ours) = (held.text.to_string(), ours.text.to_string());
                    self.section.differences.push(Difference {
                        book: ix,
                        unit,
                        edition: book.edition,
                        held,
                        ours,
                        span,
                    });
                }
                continue;
            }
            let form = Form {
                steps: &steps,
                unit,
                by: node.by,
                layer,
                book: ix,
                beside: &beside,
            };
            fills.extend(form.fills(&self.section, held));
        }
        fills
            .into_iter()
            .for_each(|fill| self.section.fills.push(fill));
    }
}

/// A text of a book, to be read backwards.
struct Form<'a> {
    steps: &'a [&'a Step],
    unit: UnitId,
    by: PatchIx,
    layer: Layer,
    book: PatchIx,
    beside: &'a dyn Fn(UnitId) -> Option<String>,
}

impl Form<'_> {
    /// The text in its own form, and in the earliest that it can be read back to.
    fn fills(&self, section: &Section, held: Wording) -> Vec<Fill> {
        let taken = Taken::new();
        let mut edits = word_edits(self.steps, &section.lowered, &taken, self.unit, self.by);
        let fill = |edits: &[(usize, Vec<PatchIx>)], text: &Wording| Fill {
            unit: self.unit,
            by: self.by,
            after: edits
                .iter()
                .flat_map(|(_, patches)| patches.clone())
                .collect(),
            layer: self.layer,
            text: text.clone(),
        };
        let mut fills = vec![fill(&edits, &held)];
        let mut text = held;
        while let Some((at, patches)) = edits.last() {
            let before = &self.steps[at - 1].tree;
            let Some(earlier) = self.undo(section, before, patches, &text) else {
                break;
            };
            text = earlier;
            edits.pop();
            fills.push(fill(&edits, &text));
        }
        fills
    }

    /// The text before all of `patches`, which acted at once.
    fn undo(
        &self,
        section: &Section,
        before: &Tree,
        patches: &[PatchIx],
        text: &Wording,
    ) -> Option<Wording> {
        let mut text = text.clone();
        for &patch in patches.iter().rev() {
            let undo = Undo {
                before,
                patch,
                patches: &section.patches,
                atom: self.unit,
                layer: self.layer,
                book: self.book,
                beside: self.beside,
            };
            let lowered = section.lowered.get(patch.0 as usize)?.as_ref()?;
            for edit in lowered
                .edits
                .iter()
                .rev()
                .filter(|edit| is_of_words(edit, before, self.unit))
            {
                text = undo.text(edit, &text)?;
            }
        }
        Some(text)
    }
}
