//! New units out of blocks: the base text, and the payloads of patches.

use super::{Fault, FaultKind, Nursery, Opening, Seed};
use crate::{
    diagnostic::Location,
    model::{Arena, BASE, Kind, Node, PatchIx, Texts, Tree, UnitId, Wording},
    syntax::{Attributes, Block, BlockKind, Inline},
    text::{SourceId, Span},
};
use std::sync::Arc;

/// Grows units for one patch.
pub struct Grower<'a> {
    /// Gives identities.
    pub arena: &'a mut Arena,
    /// Who brings the units.
    pub patch: PatchIx,
    /// Where its file is.
    pub source: SourceId,
    /// What its keys start with: `dbm-3.1:48`.
    pub key: String,
    /// What is wrong.
    pub faults: &'a mut Vec<Fault>,
    /// The names that blocks ask for.
    pub wanted: Vec<(UnitId, String, Span)>,
}

impl Grower<'_> {
    /// Units for `blocks`, with the printed words of `printed` where those have the same shape.
    pub fn grow(&mut self, blocks: &[&Block], printed: Option<&[&Block]>) -> Nursery {
        let mut nursery = Nursery::default();
        let printed = printed.filter(|printed| self.same_shape(blocks, printed));
        let prefix = self.key.clone();
        for (at, block) in blocks.iter().enumerate() {
            let twin = printed.and_then(|p| p.get(at)).copied();
            let unit = self.unit(block, twin, &prefix, at, None, &mut nursery);
            nursery.roots.push(unit);
        }
        nursery
    }

    fn same_shape(&mut self, blocks: &[&Block], printed: &[&Block]) -> bool {
        let kinds = |blocks: &[&Block]| blocks.iter().map(|b| b.kind).collect::<Vec<_>>();
        if kinds(blocks) == kinds(printed) {
            return true;
        }
        let count = |blocks: &[&Block]| {
            blocks
                .iter()
                .map(|b| Kind::of(b.kind).name())
                .collect::<Vec<_>>()
                .join(", ")
        };
        let why = format!(
            "restated as [{}], printed as [{}]",
            count(blocks),
            count(printed)
        );
        let span = blocks.first().map_or(Span::default(), |b| b.span);
        self.faults.push(Fault {
            patch: self.patch,
            span,
            kind: FaultKind::TwinShape { why },
        });
        false
    }

    fn unit(
        &mut self,
        block: &Block,
        twin: Option<&Block>,
        prefix: &str,
        at: usize,
        parent: Option<UnitId>,
        nursery: &mut Nursery,
    ) -> UnitId {
        let kind = Kind::of(block.kind);
        let key = format!("{prefix}/{}{}", kind.letter(), at + 1);
        let unit = self
            .arena
            .bear(key.clone(), Location::new(self.source, block.span));
        // a heading's id is that of its section
        if kind != Kind::Heading {
            self.wanted
                .extend(block.attrs.names().map(|(name, span)| (unit, name, span)));
        }
        let mut node = Node::new(kind, self.patch);
        node.parent = parent;
        node.label = block.label.as_ref().map(|label| Arc::clone(&label.value));
        node.floating = block.attrs.has_class("floating");
        if kind.is_atom() {
            let read = |text: &Inline| Wording::new(text, self.patch);
            let restated = block.text().map(read).unwrap_or_default();
            let printed = twin.and_then(|twin| twin.text()).map(read).map(Box::new);
            node.texts = Some(Arc::new(Texts { restated, printed }));
        }
        let position = nursery.seeds.len();
        nursery.seeds.push(Seed {
            unit,
            node,
            keep: false,
        });
        let blocks: Vec<&Block> = block.children().iter().collect();
        let twins: Option<Vec<&Block>> = twin.map(|twin| twin.children().iter().collect());
        let twins = twins.filter(|twins| self.same_shape(&blocks, twins));
        let children: Vec<UnitId> = blocks
            .iter()
            .enumerate()
            .map(|(at, child)| {
                self.unit(
                    child,
                    twins.as_ref().and_then(|t| t.get(at)).copied(),
                    &key,
                    at,
                    Some(unit),
                    nursery,
                )
            })
            .collect();
        nursery.seeds[position].node.children = children;
        unit
    }
}

/// The base version of a section, grown from its heading, blocks and declared counts.
pub fn grow_base(
    grower: &mut Grower<'_>,
    root: UnitId,
    heading: &Inline,
    heading_span: Span,
    attrs: &Attributes,
    blocks: &[Block],
) -> Tree {
    let mut tree = Tree::new(root);
    tree.exists = true;
    let prefix = grower.key.clone();
    let top = grower.arena.bear(
        format!("{prefix}/h"),
        Location::new(grower.source, heading_span),
    );
    let mut node = Node::new(Kind::Heading, BASE);
    node.texts = Some(Arc::new(Texts {
        restated: Wording::new(heading, BASE),
        printed: None,
    }));
    attach(&mut tree, root, top, node);
    let mut base = Base {
        grower,
        tree: &mut tree,
    };
    let mut paragraph = None;
    let mut counts = Counters::default();
    for block in blocks {
        let bare = block.kind == BlockKind::Bullet;
        if bare && paragraph.is_none() {
            // around a bullet whose place is unknown nobody knows the paragraph's place either
            let floating = block.attrs.has_class("floating");
            let ordinal = counts.next_of(Kind::Paragraph, floating);
            let unit = base.blank(
                root,
                Kind::Paragraph,
                &format!("{prefix}/p{ordinal}"),
                block.span,
            );
            if let Some(node) = base.tree.get_mut(unit) {
                node.floating = floating;
            }
            paragraph = Some((unit, Counters::default()));
        }
        if let (true, Some((parent, inner))) = (bare, paragraph.as_mut()) {
            let key = base.grower.arena.key(*parent).to_owned();
            let ordinal = inner.next(block);
            base.block(*parent, block, &key, &ordinal);
            continue;
        }
        paragraph = None;
        let ordinal = counts.next(block);
        base.block(root, block, &prefix, &ordinal);
    }
    // bullets of a section without a paragraph of its own belong to its first paragraph
    base.counted(
        root,
        Kind::Paragraph,
        attrs.get("paragraphs").map(|v| v.value.as_str()),
        &prefix,
        heading_span,
    );
    if let Some(bullets) = attrs.get("bullets") {
        let first = base
            .tree
            .children(root)
            .find(|&u| base.tree.kind(u) == Kind::Paragraph);
        let parent = first.unwrap_or_else(|| {
            base.blank(root, Kind::Paragraph, &format!("{prefix}/p1"), heading_span)
        });
        let key = base.grower.arena.key(parent).to_owned();
        base.counted(
            parent,
            Kind::Bullet,
            Some(&bullets.value),
            &key,
            heading_span,
        );
    }
    if blocks.is_empty() && attrs.get("paragraphs").is_none() && attrs.get("bullets").is_none() {
        base.gap(root, Kind::MoreParagraphs, 0, &prefix, heading_span);
    }
    tree
}

#[derive(Default)]
struct Counters(Vec<(Kind, usize)>, usize);

impl Counters {
    /// The ordinal of a block among its kind; units whose place is unknown are counted by themselves.
    fn next(&mut self, block: &Block) -> String {
        self.next_of(Kind::of(block.kind), block.attrs.has_class("floating"))
    }

    fn next_of(&mut self, kind: Kind, floating: bool) -> String {
        if floating {
            self.1 += 1;
            return format!("~{}", self.1);
        }
        self.number(kind).to_string()
    }

    fn number(&mut self, kind: Kind) -> usize {
        match self.0.iter_mut().find(|(k, _)| *k == kind) {
            Some((_, n)) => {
                *n += 1;
                *n
            }
            None => {
                self.0.push((kind, 1));
                1
            }
        }
    }
}

struct Base<'g, 'a, 't> {
    grower: &'g mut Grower<'a>,
    tree: &'t mut Tree,
}

fn attach(tree: &mut Tree, parent: UnitId, unit: UnitId, mut node: Node) {
    node.parent = Some(parent);
    tree.put(unit, node);
    if let Some(parent) = tree.get_mut(parent) {
        parent.children.push(unit);
    }
}

impl Base<'_, '_, '_> {
    /// A container of which nothing is known.
    fn blank(&mut self, parent: UnitId, kind: Kind, key: &str, span: Span) -> UnitId {
        let unit = self
            .grower
            .arena
            .bear(key.to_owned(), Location::new(self.grower.source, span));
        attach(self.tree, parent, unit, Node::new(kind, BASE));
        unit
    }

    /// An open run of at least so many units.
    fn gap(&mut self, parent: UnitId, kind: Kind, at_least: usize, key: &str, span: Span) {
        let gap = self.blank(parent, kind, &format!("{key}/{}+", kind.letter()), span);
        if let Some(node) = self.tree.get_mut(gap) {
            node.at_least = at_least.try_into().unwrap_or(u32::MAX);
        }
    }

    fn unknown(&mut self, parent: UnitId, kind: Kind, key: &str, n: usize, span: Span) {
        let key = format!("{key}/{}{n}", kind.letter());
        unknown(
            self.grower.arena,
            self.tree,
            parent,
            kind,
            &key,
            Location::new(self.grower.source, span),
            None,
        );
    }

    /// Fills up to a declared count with unknown units. `4` is exact; `4+` adds an open run of what is missing from four and perhaps
    /// more, as nobody knows which of four counted from the start are also the last; `+4` puts that run before the units declared.
    fn counted(
        &mut self,
        parent: UnitId,
        kind: Kind,
        declared: Option<&str>,
        key: &str,
        span: Span,
    ) {
        let Some(declared) = declared else { return };
        let wanted: usize = declared.trim_matches('+').parse().unwrap_or(0).min(1000);
        let known = self
            .tree
            .children(parent)
            .filter(|&u| self.tree.kind(u) == kind && self.tree.get(u).is_some_and(|n| !n.floating))
            .count();
        let gap = kind.gap().filter(|_| declared.contains('+'));
        let Some(gap) = gap else {
            for n in known + 1..=wanted {
                self.unknown(parent, kind, key, n, span);
            }
            return;
        };
        self.gap(parent, gap, wanted.saturating_sub(known), key, span);
        if declared.starts_with('+') {
            let first = self
                .tree
                .children(parent)
                .find(|&u| self.tree.kind(u) == kind);
            let place = first
                .and_then(|first| self.tree.place(first))
                .map(|(_, at)| at);
            if let (Some(at), Some(node)) = (place, self.tree.get_mut(parent)) {
                node.children[at..].rotate_right(1);
            }
        }
    }

    fn block(&mut self, parent: UnitId, block: &Block, prefix: &str, ordinal: &str) {
        let kind = Kind::of(block.kind);
        let key = format!("{prefix}/{}{ordinal}", kind.letter());
        let unit = self
            .grower
            .arena
            .bear(key.clone(), Location::new(self.grower.source, block.span));
        self.grower
            .wanted
            .extend(block.attrs.names().map(|(name, span)| (unit, name, span)));
        let mut node = Node::new(kind, BASE);
        node.label = block.label.as_ref().map(|label| Arc::clone(&label.value));
        node.floating = block.attrs.has_class("floating");
        if kind.is_atom() {
            node.texts = Some(Arc::new(Texts {
                restated: block
                    .text()
                    .map(|t| Wording::new(t, BASE))
                    .unwrap_or_default(),
                printed: None,
            }));
        }
        attach(self.tree, parent, unit, node);
        let sentences = block.attrs.get("sentences").map(|v| v.value.as_str());
        let bullets = block.attrs.get("bullets").map(|v| v.value.as_str());
        // a paragraph of which only `…` is held is an open run of sentences, unless their number is declared
        let hole = matches!(kind, Kind::Paragraph | Kind::Bullet)
            && matches!(block.children(), [only, ..] if only.text().is_some_and(Inline::is_hole));
        let mut counts = Counters::default();
        for (at, child) in block.children().iter().enumerate() {
            if at == 0 && hole && sentences.is_none() {
                self.gap(unit, Kind::MoreSentences, 0, &key, child.span);
                continue;
            }
            // declared sentences stand before the list
            if child.kind != BlockKind::Sentence
                && counts.0.iter().all(|(k, _)| *k == Kind::Sentence)
                && sentences.is_some()
                && at > 0
            {
                self.counted(unit, Kind::Sentence, sentences, &key, child.span);
            }
            let ordinal = counts.next(child);
            self.block(unit, child, &key, &ordinal);
        }
        if matches!(kind, Kind::Paragraph | Kind::Bullet)
            && counts.0.iter().all(|(k, _)| *k == Kind::Sentence)
        {
            self.counted(unit, Kind::Sentence, sentences, &key, block.span);
        }
        if matches!(kind, Kind::Paragraph | Kind::Bullet) {
            self.counted(unit, Kind::Bullet, bullets, &key, block.span);
        }
    }
}

/// A unit that exists and of which no word is held: a sentence is a hole, a container an open run of sentences.
fn unknown(
    arena: &mut Arena,
    tree: &mut Tree,
    parent: UnitId,
    kind: Kind,
    key: &str,
    at: Location,
    before: Option<usize>,
) {
    let unit = arena.bear(key.to_owned(), at);
    let mut node = Node::new(kind, BASE);
    node.parent = Some(parent);
    if kind.is_atom() {
        node.texts = Some(Arc::new(Texts {
            restated: Wording::hole(BASE),
            printed: None,
        }));
    } else {
        let inner = arena.bear(format!("{key}/s+"), at);
        let mut gap = Node::new(Kind::MoreSentences, BASE);
        gap.parent = Some(unit);
        tree.put(inner, gap);
        node.children.push(inner);
    }
    tree.put(unit, node);
    if let Some(parent) = tree.get_mut(parent) {
        let before = before.unwrap_or(parent.children.len());
        parent
            .children
            .insert(before.min(parent.children.len()), unit);
    }
}

/// Opens an open run of the base: the units that an ordinal pointed at come to be, unknown as they are. False where the run is
/// not of the base.
pub fn open(arena: &mut Arena, base: &mut Tree, opening: Opening) -> bool {
    let Some((parent, _)) = base.place(opening.gap) else {
        return false;
    };
    let kind = match base.kind(opening.gap) {
        Kind::MoreParagraphs => Kind::Paragraph,
        Kind::MoreSentences => Kind::Sentence,
        Kind::MoreBullets => Kind::Bullet,
        Kind::Section
        | Kind::Heading
        | Kind::Paragraph
        | Kind::Sentence
        | Kind::Bullet
        | Kind::Table
        | Kind::Row
        | Kind::Cell => {
            return false;
        }
    };
    if let Some(gap) = base.get_mut(opening.gap) {
        gap.at_least = gap.at_least.saturating_sub(opening.count);
    }
    let at = arena.at(opening.gap);
    let prefix = arena.key(parent).to_owned();
    for _ in 0..opening.count.min(1000) {
        let Some((_, place)) = base.place(opening.gap) else {
            return false;
        };
        let siblings = base.all_children(parent).to_vec();
        let counts =
            |u: UnitId| base.kind(u) == kind && base.get(u).is_some_and(|node| !node.floating);
        let same = |units: &[UnitId]| units.iter().filter(|&&u| counts(u)).count() + 1;
        let (key, before) = if opening.back {
            (
                format!("{prefix}/{}-{}", kind.letter(), same(&siblings[place..])),
                place + 1,
            )
        } else {
            (
                format!("{prefix}/{}{}", kind.letter(), same(&siblings[..place])),
                place,
            )
        };
        unknown(arena, base, parent, kind, &key, at, Some(before));
    }
    true
}
