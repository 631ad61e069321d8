//! Builds nodes and unit ids from the blocks of a base text or payload; adds units of unknown text
//! to a base where an address or a book counts more units than it has.

use super::{GapExpansion, NewUnit, NewUnits, PatchError, PatchErrorKind};
use crate::{
    diagnostic::Location,
    model::{
        BASE, PatchIx, SectionTree, UnitId, UnitKind, UnitRegistry, UnitState, Wording, Wordings,
    },
    syntax::{Attributes, Block, BlockKind, Inline},
    text::{SourceId, Span, join},
};
use std::{collections::HashMap, sync::Arc};

/// Builds the units of a base text or payload from its blocks, with new unit ids; collects
/// requested names (`#id`) and errors.
pub struct UnitBuilder<'a> {
    /// Assigns the identities.
    pub arena: &'a mut UnitRegistry,
    /// The patch that adds the units.
    pub patch: PatchIx,
    /// The source of its file.
    pub source: SourceId,
    /// The prefix of the units' keys: `dbm-3.1:48`.
    pub key: String,
    /// The errors found.
    pub errors: &'a mut Vec<PatchError>,
    /// The names that the blocks request for their units.
    pub requested_names: Vec<(UnitId, String, Span)>,
}

impl UnitBuilder<'_> {
    /// Builds units for `blocks`, with the printed words of `printed` where both have the same
    /// shape.
    pub fn build(&mut self, blocks: &[&Block], printed: Option<&[&Block]>) -> NewUnits {
        let mut new_units = NewUnits::default();
        let printed = printed.filter(|printed| self.same_shape(blocks, printed));
        let prefix = self.key.clone();
        for (at, block) in blocks.iter().enumerate() {
            let twin = printed.and_then(|p| p.get(at)).copied();
            let unit = self.build_unit(block, twin, &prefix, at, None, &mut new_units);
            new_units.roots.push(unit);
        }
        new_units
    }

    fn same_shape(&mut self, blocks: &[&Block], printed: &[&Block]) -> bool {
        let kinds = |blocks: &[&Block]| blocks.iter().map(|b| b.kind).collect::<Vec<_>>();
        if kinds(blocks) == kinds(printed) {
            return true;
        }
        let count =
            |blocks: &[&Block]| join(blocks.iter().map(|b| UnitKind::of(b.kind).name()), ", ");
        let why = format!(
            "restated as [{}], printed as [{}]",
            count(blocks),
            count(printed)
        );
        let span = blocks.first().map_or(Span::default(), |b| b.span);
        self.errors.push(PatchError::new(
            self.patch,
            span,
            PatchErrorKind::TwinShape { why },
        ));
        false
    }

    fn build_unit(
        &mut self,
        block: &Block,
        twin: Option<&Block>,
        prefix: &str,
        at: usize,
        parent: Option<UnitId>,
        new_units: &mut NewUnits,
    ) -> UnitId {
        let kind = UnitKind::of(block.kind);
        let key = format!("{prefix}/{}{}", kind.letter(), at + 1);
        let unit = self
            .arena
            .intern(key.clone(), Location::new(self.source, block.span));
        // the id at a heading is the id of its section
        if kind != UnitKind::Heading {
            self.requested_names
                .extend(block.attrs.names().map(|(name, span)| (unit, name, span)));
        }
        let mut node = unit_state(block, twin, self.patch);
        node.parent = parent;
        let position = new_units.units.len();
        new_units.units.push(NewUnit::new(unit, node));
        let blocks: Vec<&Block> = block.children().iter().collect();
        let twins: Option<Vec<&Block>> = twin.map(|twin| twin.children().iter().collect());
        let twins = twins.filter(|twins| self.same_shape(&blocks, twins));
        let children: Vec<UnitId> = blocks
            .iter()
            .enumerate()
            .map(|(at, child)| {
                self.build_unit(
                    child,
                    twins.as_ref().and_then(|t| t.get(at)).copied(),
                    &key,
                    at,
                    Some(unit),
                    new_units,
                )
            })
            .collect();
        new_units.units[position].node.children = children;
        unit
    }
}

/// Returns the node of a block without parent and children, with the printed words of `twin`.
fn unit_state(block: &Block, twin: Option<&Block>, patch: PatchIx) -> UnitState {
    let kind = UnitKind::of(block.kind);
    let mut node = UnitState::new(kind, patch);
    node.label = block.label.as_ref().map(|label| Arc::clone(&label.value));
    node.floating = block.attrs.has_class("floating");
    if kind.is_atom() {
        let read = |text: &Inline| Wording::new(text, patch);
        let restated = block.text().map(read).unwrap_or_default();
        let printed = twin.and_then(Block::text).map(read).map(Box::new);
        node.texts = Some(Arc::new(Wordings { restated, printed }));
    }
    node
}

/// Builds the base version of a section from its heading, blocks and declared counts.
pub fn build_base(
    builder: &mut UnitBuilder<'_>,
    root: UnitId,
    heading: &Inline,
    heading_span: Span,
    attrs: &Attributes,
    blocks: &[Block],
) -> SectionTree {
    let mut tree = SectionTree::new(root);
    tree.exists = true;
    let prefix = builder.key.clone();
    let top = builder.arena.intern(
        format!("{prefix}/h"),
        Location::new(builder.source, heading_span),
    );
    let mut node = UnitState::new(UnitKind::Heading, BASE);
    node.texts = Some(Arc::new(Wording::new(heading, BASE).into()));
    attach(&mut tree, root, top, node);
    let mut base = BaseBuilder {
        builder,
        tree: &mut tree,
    };
    let mut paragraph = None;
    let mut counts = OrdinalCounters::default();
    for block in blocks {
        let bare = block.kind == BlockKind::Bullet;
        if bare && paragraph.is_none() {
            // the paragraph around a bullet of unknown position has an unknown position too
            let floating = block.attrs.has_class("floating");
            let ordinal = counts.next_of(UnitKind::Paragraph, floating);
            let unit = base.add_container(
                root,
                UnitKind::Paragraph,
                &format!("{prefix}/p{ordinal}"),
                block.span,
            );
            if let Some(node) = base.tree.get_mut(unit) {
                node.floating = floating;
            }
            paragraph = Some((unit, OrdinalCounters::default()));
        }
        if let (true, Some((parent, inner))) = (bare, paragraph.as_mut()) {
            let key = base.builder.arena.key(*parent).to_owned();
            let ordinal = inner.next(block);
            base.add_block(*parent, block, &key, &ordinal);
            continue;
        }
        paragraph = None;
        let ordinal = counts.next(block);
        base.add_block(root, block, &prefix, &ordinal);
    }
    // bullets of a section without a paragraph of its own belong to its first paragraph
    base.add_declared(
        root,
        UnitKind::Paragraph,
        attrs.get("paragraphs").map(|v| v.value.as_str()),
        &prefix,
        heading_span,
    );
    if let Some(bullets) = attrs.get("bullets") {
        let first = base
            .tree
            .children(root)
            .find(|&u| base.tree.kind(u) == UnitKind::Paragraph);
        let parent = first.unwrap_or_else(|| {
            base.add_container(
                root,
                UnitKind::Paragraph,
                &format!("{prefix}/p1"),
                heading_span,
            )
        });
        let key = base.builder.arena.key(parent).to_owned();
        base.add_declared(
            parent,
            UnitKind::Bullet,
            Some(&bullets.value),
            &key,
            heading_span,
        );
    }
    if blocks.is_empty() && attrs.get("paragraphs").is_none() && attrs.get("bullets").is_none() {
        base.add_gap(root, UnitKind::MoreParagraphs, 0, &prefix, heading_span);
    }
    tree
}

/// Counts the children of a unit by kind, for the ordinals in their keys; those of unknown place
/// are counted separately.
#[derive(Default)]
struct OrdinalCounters(HashMap<UnitKind, usize>, usize);

impl OrdinalCounters {
    /// Returns the ordinal of a block among its kind; floating units are counted separately.
    fn next(&mut self, block: &Block) -> String {
        self.next_of(UnitKind::of(block.kind), block.attrs.has_class("floating"))
    }

    fn next_of(&mut self, kind: UnitKind, floating: bool) -> String {
        if floating {
            self.1 += 1;
            return format!("~{}", self.1);
        }
        self.number(kind).to_string()
    }

    fn number(&mut self, kind: UnitKind) -> usize {
        let n = self.0.entry(kind).or_default();
        *n += 1;
        *n
    }
}

/// Adds the units of a base text to the first tree of a section; fills up with units of unknown
/// text.
struct BaseBuilder<'g, 'a, 't> {
    builder: &'g mut UnitBuilder<'a>,
    tree: &'t mut SectionTree,
}

fn attach(tree: &mut SectionTree, parent: UnitId, unit: UnitId, mut node: UnitState) {
    node.parent = Some(parent);
    tree.set_node(unit, node);
    if let Some(parent) = tree.get_mut(parent) {
        parent.children.push(unit);
    }
}

impl BaseBuilder<'_, '_, '_> {
    /// Adds a container whose contents are unknown.
    fn add_container(&mut self, parent: UnitId, kind: UnitKind, key: &str, span: Span) -> UnitId {
        let unit = self
            .builder
            .arena
            .intern(key.to_owned(), Location::new(self.builder.source, span));
        attach(self.tree, parent, unit, UnitState::new(kind, BASE));
        unit
    }

    /// Adds an open run of at least `at_least` units.
    fn add_gap(&mut self, parent: UnitId, kind: UnitKind, at_least: usize, key: &str, span: Span) {
        let gap = self.add_container(parent, kind, &format!("{key}/{}+", kind.letter()), span);
        if let Some(node) = self.tree.get_mut(gap) {
            node.at_least = at_least.try_into().unwrap_or(u32::MAX);
        }
    }

    fn add_unknown(&mut self, parent: UnitId, kind: UnitKind, key: &str, n: usize, span: Span) {
        let key = format!("{key}/{}{n}", kind.letter());
        add_unknown_unit(
            self.builder.arena,
            self.tree,
            parent,
            kind,
            &key,
            Location::new(self.builder.source, span),
            None,
        );
    }

    /// Adds unknown units up to a declared count.
    ///
    /// `4` is exact. `4+` adds an open run for the units missing from four, and perhaps more: which
    /// of four units counted from the start are also the last is not known. `+4` puts that run
    /// before the known units.
    fn add_declared(
        &mut self,
        parent: UnitId,
        kind: UnitKind,
        declared: Option<&str>,
        key: &str,
        span: Span,
    ) {
        let Some(declared) = declared else { return };
        let requested: usize = declared.trim_matches('+').parse().unwrap_or(0).min(1000);
        let known = self
            .tree
            .children(parent)
            .filter(|&u| self.tree.kind(u) == kind && !self.tree.is_floating(u))
            .count();
        let gap = kind.gap().filter(|_| declared.contains('+'));
        let Some(gap) = gap else {
            for n in known + 1..=requested {
                self.add_unknown(parent, kind, key, n, span);
            }
            return;
        };
        self.add_gap(parent, gap, requested.saturating_sub(known), key, span);
        if declared.starts_with('+') {
            let first = self
                .tree
                .children(parent)
                .find(|&u| self.tree.kind(u) == kind);
            let place = first
                .and_then(|first| self.tree.position(first))
                .map(|(_, at)| at);
            if let (Some(at), Some(node)) = (place, self.tree.get_mut(parent)) {
                node.children[at..].rotate_right(1);
            }
        }
    }

    fn add_block(&mut self, parent: UnitId, block: &Block, prefix: &str, ordinal: &str) {
        let kind = UnitKind::of(block.kind);
        let key = format!("{prefix}/{}{ordinal}", kind.letter());
        let unit = self
            .builder
            .arena
            .intern(key.clone(), Location::new(self.builder.source, block.span));
        self.builder
            .requested_names
            .extend(block.attrs.names().map(|(name, span)| (unit, name, span)));
        attach(self.tree, parent, unit, unit_state(block, None, BASE));
        let sentences = block.attrs.get("sentences").map(|v| v.value.as_str());
        let bullets = block.attrs.get("bullets").map(|v| v.value.as_str());
        // a paragraph with nothing but `…` is an open run of sentences, unless their number is
        // declared
        let hole = matches!(kind, UnitKind::Paragraph | UnitKind::Bullet)
            && matches!(block.children(), [only, ..] if only.text().is_some_and(Inline::is_hole));
        let mut counts = OrdinalCounters::default();
        for (at, child) in block.children().iter().enumerate() {
            if at == 0 && hole && sentences.is_none() {
                self.add_gap(unit, UnitKind::MoreSentences, 0, &key, child.span);
                continue;
            }
            // declared sentences come before the list
            if child.kind != BlockKind::Sentence
                && counts.0.keys().all(|&kind| kind == UnitKind::Sentence)
                && sentences.is_some()
                && at > 0
            {
                self.add_declared(unit, UnitKind::Sentence, sentences, &key, child.span);
            }
            let ordinal = counts.next(child);
            self.add_block(unit, child, &key, &ordinal);
        }
        if matches!(kind, UnitKind::Paragraph | UnitKind::Bullet)
            && counts.0.keys().all(|&kind| kind == UnitKind::Sentence)
        {
            self.add_declared(unit, UnitKind::Sentence, sentences, &key, block.span);
        }
        if matches!(kind, UnitKind::Paragraph | UnitKind::Bullet) {
            self.add_declared(unit, UnitKind::Bullet, bullets, &key, block.span);
        }
    }
}

/// Adds a unit whose words are not in the library: a sentence is a hole, a container contains an
/// open run of sentences.
fn add_unknown_unit(
    arena: &mut UnitRegistry,
    tree: &mut SectionTree,
    parent: UnitId,
    kind: UnitKind,
    key: &str,
    at: Location,
    before: Option<usize>,
) {
    let unit = arena.intern(key.to_owned(), at);
    let mut node = UnitState::new(kind, BASE);
    node.parent = Some(parent);
    if kind.is_atom() {
        node.texts = Some(Arc::new(Wording::hole(BASE).into()));
    } else {
        let inner = arena.intern(format!("{key}/s+"), at);
        let mut gap = UnitState::new(UnitKind::MoreSentences, BASE);
        gap.parent = Some(unit);
        tree.set_node(inner, gap);
        node.children.push(inner);
    }
    tree.set_node(unit, node);
    if let Some(parent) = tree.get_mut(parent) {
        let before = before.unwrap_or(parent.children.len());
        parent
            .children
            .insert(before.min(parent.children.len()), unit);
    }
}

/// Expands an open run of the base: creates, as unknown units, those that an ordinal counts to.
/// Returns false where the run is not part of the base.
pub fn expand_gap(
    arena: &mut UnitRegistry,
    base: &mut SectionTree,
    expansion: GapExpansion,
) -> bool {
    let Some((parent, _)) = base.position(expansion.gap) else {
        return false;
    };
    let gap = base.kind(expansion.gap);
    let kinds = [UnitKind::Paragraph, UnitKind::Sentence, UnitKind::Bullet];
    let Some(kind) = kinds.into_iter().find(|kind| kind.gap() == Some(gap)) else {
        return false;
    };
    if let Some(gap) = base.get_mut(expansion.gap) {
        gap.at_least = gap.at_least.saturating_sub(expansion.count);
    }
    let at = arena.location(expansion.gap);
    let prefix = arena.key(parent).to_owned();
    for _ in 0..expansion.count.min(1000) {
        let Some((_, place)) = base.position(expansion.gap) else {
            return false;
        };
        let siblings = base.all_children(parent).to_vec();
        let counts = |u: UnitId| base.kind(u) == kind && !base.is_floating(u);
        let same = |units: &[UnitId]| units.iter().filter(|&&u| counts(u)).count() + 1;
        let (sign, first, before) = if expansion.back {
            ("-", same(&siblings[place..]), place + 1)
        } else {
            ("", same(&siblings[..place]), place)
        };
        // a unit behind the run may have been numbered from 1, too
        let key = (first..)
            .map(|n| format!("{prefix}/{}{sign}{n}", kind.letter()))
            .find(|key| arena.unit_by_key(key).is_none())
            .unwrap_or_default();
        add_unknown_unit(arena, base, parent, kind, &key, at, Some(before));
    }
    true
}

/// Adds `count` unknown units of its kind before a unit of the base.
pub fn add_unknown_units_before(
    arena: &mut UnitRegistry,
    base: &mut SectionTree,
    unit: UnitId,
    count: usize,
) {
    let kind = base.kind(unit);
    for _ in 0..count.min(1000) {
        let Some((parent, place)) = base.position(unit) else {
            return;
        };
        let (at, prefix) = (arena.location(parent), arena.key(parent).to_owned());
        let key = (base.all_children(parent).len()..)
            .map(|n| format!("{prefix}/{}{n}", kind.letter()))
            .find(|key| arena.unit_by_key(key).is_none())
            .unwrap_or_default();
        add_unknown_unit(arena, base, parent, kind, &key, at, Some(place));
    }
}

/// Adds `count` unknown units of a kind to a unit of the base that has none of that kind:
/// sentences before everything else, other units behind it.
pub fn add_unknown_units(
    arena: &mut UnitRegistry,
    base: &mut SectionTree,
    parent: UnitId,
    kind: UnitKind,
    count: usize,
) {
    let (at, prefix) = (arena.location(parent), arena.key(parent).to_owned());
    for n in 0..count.min(1000) {
        let key = format!("{prefix}/{}{}", kind.letter(), n + 1);
        let place = (kind == UnitKind::Sentence).then_some(n);
        add_unknown_unit(arena, base, parent, kind, &key, at, place);
    }
}
