//! Texts that somebody holds: a printed book of some edition, a table of figures. They fill atoms, not editions: what nothing
//! touched between two editions reads the same in both.

use super::section::Building;
use crate::{
    model::{BASE, EditionIx, Kind, Patch, PatchIx, Ruleset, Texts, Tree, UnitId, Wording},
    op::{Change, Edit, Fault, FaultKind, Opening, label_key},
    syntax::{Block, BlockKind, Inline, Layer},
    text::{Span, quote},
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

/// Texts that hold from some edition on, and of which the earlier form cannot be told.
#[derive(Clone, Debug, Default)]
pub(super) struct Later(Vec<(UnitId, EditionIx, Layer, Wording, Vec<PatchIx>)>);

impl Later {
    /// Puts the texts into a version of `edition`, where nothing touched them since their own.
    pub(super) fn lay_in(&self, tree: Arc<Tree>, ruleset: &Ruleset, edition: EditionIx) -> Arc<Tree> {
        if self.0.is_empty() {
            return tree;
        }
        let line = ruleset.line(edition);
        let mut out = Arc::clone(&tree);
        for (unit, from, layer, wording, pending) in &self.0 {
            let reached = line.contains(from) && tree.lives(*unit) && waiting(&tree, *unit) == *pending;
            let Some(node) = tree.get(*unit).filter(|node| reached && node.text(*layer).is_none_or(Wording::has_hole)) else { continue };
            let mut node = node.clone();
            put(&mut node.texts, *layer, wording.clone());
            Arc::make_mut(&mut out).put(*unit, node);
        }
        out
    }
}

fn put(texts: &mut Option<Arc<Texts>>, layer: Layer, wording: Wording) {
    let texts = Arc::make_mut(texts.get_or_insert_with(Default::default));
    match layer {
        Layer::Restated => texts.restated = wording,
        Layer::Printed => texts.printed = Some(Box::new(wording)),
    }
}

/// The phrase edits that wait on a unit or on what holds it.
fn waiting(tree: &Tree, unit: UnitId) -> Vec<PatchIx> {
    let mut all: Vec<PatchIx> = tree.path(unit).filter_map(|u| tree.get(u)).flat_map(|node| node.pending.clone()).collect();
    all.sort_unstable();
    all
}

/// Blocks of a book laid against the units of a version.
struct Laying<'a> {
    tree: &'a Tree,
    names: &'a dyn Fn(&str) -> Option<UnitId>,
    pairs: Vec<(UnitId, &'a Inline, Span)>,
    faults: Vec<(Span, String)>,
    closed: Vec<UnitId>,
}

impl<'a> Laying<'a> {
    fn lay(&mut self, parent: UnitId, blocks: &'a [Block]) -> Result<(), Opening> {
        let units: Vec<UnitId> = self.tree.children(parent).filter(|&u| self.tree.kind(u) != Kind::Heading).collect();
        let mut taken: HashSet<UnitId> = HashSet::new();
        let mut left: Vec<&'a Block> = Vec::new();
        for block in blocks.iter().filter(|block| block.kind != BlockKind::Heading) {
            let kind = Kind::of(block.kind);
            let named = block.attrs.id.as_ref().and_then(|id| (self.names)(&id.value)).filter(|unit| units.contains(unit));
            let labelled = || {
                let label = label_key(&block.label.as_ref()?.value);
                let bears = |u: &&UnitId| {
                    self.tree.kind(**u) == kind
                        && self.tree.get(**u).and_then(|n| n.label.as_deref()).is_some_and(|l| label_key(l) == label)
                };
                let mut bearers = units.iter().filter(bears).filter(|u| !taken.contains(u));
                let first = bearers.next().copied();
                first.filter(|_| bearers.next().is_none())
            };
            match named.or_else(labelled) {
                Some(unit) => {
                    taken.insert(unit);
                    self.pair(unit, block)?;
                }
                None => left.push(block),
            }
        }
        for kind in [Kind::Paragraph, Kind::Sentence, Kind::Bullet, Kind::Table] {
            let blocks: Vec<&'a Block> = left.iter().copied().filter(|block| Kind::of(block.kind) == kind).collect();
            let units: Vec<UnitId> = units
                .iter()
                .copied()
                .filter(|u| !taken.contains(u) && (self.tree.kind(*u) == kind || Some(self.tree.kind(*u)) == kind.gap()))
                .collect();
            self.run(&units, &blocks)?;
        }
        let rest = left.iter().filter(|block| matches!(block.kind, BlockKind::Row | BlockKind::Cell));
        for block in rest.filter(|block| block.text.as_ref().is_none_or(|text| !text.is_hole() && !text.is_empty())) {
            let label = block.label.as_ref().map_or("", |label| &label.value);
            self.faults.push((block.span, format!("there is no {} \"{label}\" at this edition", Kind::of(block.kind).name())));
        }
        Ok(())
    }

    /// Units and blocks of one kind, by position; an open run takes what is between.
    fn run(&mut self, units: &[UnitId], blocks: &[&'a Block]) -> Result<(), Opening> {
        let Some(first) = blocks.first() else { return Ok(()) };
        let gap = units.iter().position(|&u| self.tree.kind(u).is_gap());
        let known = units.len() - usize::from(gap.is_some());
        match gap {
            Some(at) if blocks.len() > known => {
                let count = u32::try_from(blocks.len() - known).unwrap_or(u32::MAX);
                let back = at == 0 && units.len() > 1 && known > 0 && units[1..].iter().any(|&u| self.tree.kind(u).is_gap());
                return Err(Opening { gap: units[at], count, back });
            }
            Some(at) if blocks.len() == known => self.closed.push(units[at]),
            None if blocks.len() == known => {}
            Some(_) | None => {
                let kind = Kind::of(first.kind).name();
                let units = if known == 1 { format!("1 {kind}") } else { format!("{known} {kind}s") };
                self.faults.push((first.span, format!("there are {units} here at this edition, and the text has {}", blocks.len())));
                return Ok(());
            }
        }
        let known: Vec<UnitId> = units.iter().copied().filter(|&u| !self.tree.kind(u).is_gap()).collect();
        for (unit, block) in known.into_iter().zip(blocks) {
            self.pair(unit, block)?;
        }
        Ok(())
    }

    fn pair(&mut self, unit: UnitId, block: &'a Block) -> Result<(), Opening> {
        if let Some(text) = &block.text {
            if !text.is_hole() && !text.is_empty() {
                self.pairs.push((unit, text, block.span));
            }
            return Ok(());
        }
        let hole = matches!(block.children.as_slice(), [only] if only.text.as_ref().is_some_and(Inline::is_hole));
        if hole { Ok(()) } else { self.lay(unit, &block.children) }
    }
}

impl Building {
    /// Lays the books against the versions of their editions and fills what is not held.
    pub(super) fn fill(&mut self, books: &[Arc<Patch>]) -> (Later, Vec<Difference>) {
        let mut later = Later::default();
        let mut differences = Vec::new();
        let first = self.section.patches.len();
        for (k, book) in books.iter().enumerate() {
            let ix = PatchIx((first + k) as u32);
            let Some(place) = book.place() else { continue };
            let mut left = 64;
            loop {
                let tree = self.official(book.edition);
                let arena = self.section.arena.clone();
                let names = |name: &str| arena.named(name);
                let mut laying = Laying { tree: &tree, names: &names, pairs: Vec::new(), faults: Vec::new(), closed: Vec::new() };
                let laid = laying.lay(tree.root, &place.blocks);
                left -= 1;
                if let (Err(opening), true) = (laid, left > 0)
                    && self.open(opening)
                {
                    continue;
                }
                let Laying { pairs, faults, closed, .. } = laying;
                for (span, why) in faults {
                    self.section.faults.push(Fault { patch: ix, span, kind: FaultKind::TwinShape { why } });
                }
                let printed = book.file.front.layer == Layer::Printed;
                self.close(closed.into_iter().filter(|_| printed).collect());
                for (unit, text, span) in pairs {
                    differences.extend(self.fill_atom(&tree, unit, text, ix, book, span, &mut later));
                }
                break;
            }
        }
        if !books.is_empty() {
            self.memo.clear();
        }
        (later, differences)
    }

    /// A printed text that has as many units as are known leaves nothing in the open run.
    fn close(&mut self, gaps: Vec<UnitId>) {
        if gaps.is_empty() {
            return;
        }
        let mut base = (*self.section.base().as_ref()).clone();
        for gap in gaps {
            if let Some(node) = base.get_mut(gap) {
                node.gone = Some(Arc::new(crate::model::Gone { by: BASE, moved_to: None, replaced: true }));
            }
        }
        self.set_base(base);
    }

    fn official(&mut self, edition: EditionIx) -> Arc<Tree> {
        let view = super::View { edition, as_of: jiff::civil::Date::MAX, profile: Arc::new(crate::model::Profile::default()) };
        self.section.version(&view)
    }

    #[expect(clippy::too_many_arguments, reason = "one atom, one text, and where each came from")]
    fn fill_atom(
        &mut self,
        tree: &Tree,
        unit: UnitId,
        text: &Inline,
        ix: PatchIx,
        book: &Patch,
        span: Span,
        later: &mut Later,
    ) -> Option<Difference> {
        let node = tree.get(unit)?;
        let layer = book.file.front.layer;
        let held = Wording::new(text, ix);
        if let Some(ours) = node.text(layer).filter(|wording| !wording.has_hole()) {
            let differs = ours.text.trim() != held.text.trim();
            return differs.then(|| Difference {
                book: ix,
                unit,
                edition: book.edition,
                held: held.text.to_string(),
                ours: ours.text.to_string(),
                span,
            });
        }
        let pending = waiting(tree, unit);
        let born = if pending.is_empty() { Some(held.clone()) } else { self.before(tree, &held, &pending) };
        match born {
            Some(born) => self.birth_text(unit, node.by, layer, born),
            None => later.0.push((unit, book.edition, layer, held, pending)),
        }
        None
    }

    /// The text as it was before the phrase edits that wait on it, where each can be undone for certain.
    fn before(&self, tree: &Tree, held: &Wording, pending: &[PatchIx]) -> Option<Wording> {
        let mut text = held.clone();
        let edits: Vec<&Edit> =
            pending.iter().filter_map(|ix| self.section.lowered.get(ix.0 as usize)?.as_ref()).flat_map(|lowered| &lowered.edits).collect();
        for edit in edits.iter().rev() {
            let Edit::Phrase { scope, find: Some(find), change } = edit else { return None };
            let (Change::Replace(new) | Change::Before(new) | Change::After(new)) = change;
            if scope.iter().flat_map(|&s| tree.atoms(s)).count() > 1 || new.restated.text.is_empty() || find.quote.contains('…') {
                return None;
            }
            let found = quote::find(&text.text, new.restated.text.trim());
            let [only] = found.as_slice() else { return None };
            let old = match change {
                Change::Replace(_) => Wording::plain(&find.quote, text.origins.first()?.1),
                Change::Before(_) | Change::After(_) => Wording::default(),
            };
            text.splice(*only, &old);
        }
        Some(text)
    }

    /// Gives an atom its text where it was born: in the base, or in the patch that brought it.
    fn birth_text(&mut self, unit: UnitId, by: PatchIx, layer: Layer, wording: Wording) {
        if by == BASE {
            let mut base = (*self.section.base().as_ref()).clone();
            if let Some(node) = base.get_mut(unit) {
                put(&mut node.texts, layer, wording);
            }
            self.set_base(base);
            return;
        }
        let Some(lowered) = self.section.lowered.get_mut(by.0 as usize).and_then(Option::as_mut) else { return };
        for edit in &mut lowered.edits {
            match edit {
                Edit::Replace { with, .. } | Edit::Split { with, .. } | Edit::Insert { with, .. } | Edit::Create { with } => {
                    if let Some(seed) = Arc::make_mut(with).seeds.iter_mut().find(|seed| seed.unit == unit) {
                        put(&mut seed.node.texts, layer, wording.clone());
                    }
                }
                Edit::Cell(cell) if cell.cell == unit => match layer {
                    Layer::Restated => cell.new.restated = wording.clone(),
                    Layer::Printed => cell.new.printed = Some(Box::new(wording.clone())),
                },
                Edit::Cell(_) | Edit::Delete { .. } | Edit::Phrase { .. } | Edit::Drop { .. } => {}
            }
        }
        self.memo.clear();
    }
}
