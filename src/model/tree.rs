use super::{Arena, Kind, PatchIx, UnitId, Wording};
use crate::{syntax::Layer, text::SourceId};
use std::sync::Arc;

/// Both wordings of an atom.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Texts {
    /// In this project's words.
    pub restated: Wording,
    /// In print, where the user's library holds it.
    pub printed: Option<Box<Wording>>,
}

impl Texts {
    /// The wording of that layer.
    pub fn layer(&self, layer: Layer) -> Option<&Wording> {
        match layer {
            Layer::Restated => Some(&self.restated),
            Layer::Printed => self.printed.as_deref(),
        }
    }

    /// The wording of that layer, to be changed.
    pub fn layer_mut(&mut self, layer: Layer) -> Option<&mut Wording> {
        match layer {
            Layer::Restated => Some(&mut self.restated),
            Layer::Printed => self.printed.as_deref_mut(),
        }
    }
}

/// How a unit left the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gone {
    /// Who took it out.
    pub by: PatchIx,
    /// The clause where it lives on.
    pub moved_to: Option<String>,
    /// Whether other units stand in its place.
    pub replaced: bool,
}

/// Two or more patches of one edition that say different things of one unit. The unit keeps what stood before; each side
/// holds the whole section as it would be by that patch alone.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// The sides, in order of their documents.
    pub sides: Vec<Side>,
}

/// One side of a [`Conflict`].
#[derive(Clone, Debug)]
pub struct Side {
    /// Whose.
    pub patch: PatchIx,
    /// The section by that patch alone.
    pub tree: Arc<Tree>,
}

/// One unit in one version of a section.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// The unit that holds it; none for the root.
    pub parent: Option<UnitId>,
    /// Its label, as written.
    pub label: Option<Arc<str>>,
    /// What it holds, in order; units that are gone stay in their places.
    pub children: Vec<UnitId>,
    /// Its wordings, if it is an atom.
    pub texts: Option<Arc<Texts>>,
    /// The patch that brought it, or last replaced it as a whole.
    pub by: PatchIx,
    /// Set once it is no longer part of the text.
    pub gone: Option<Arc<Gone>>,
    /// Phrase edits that wait for text that is not held.
    pub pending: Vec<PatchIx>,
    /// Patches that disagree about it.
    pub conflict: Option<Arc<Conflict>>,
    /// Whether it exists while its place among its neighbours is unknown.
    pub floating: bool,
    /// Of an open run: how many units it holds at least. None of them has an identity of its own until an address opens the run.
    pub at_least: u32,
}

impl Node {
    /// A unit without label, children and text.
    pub fn new(kind: Kind, by: PatchIx) -> Self {
        Self {
            kind,
            parent: None,
            label: None,
            children: Vec::new(),
            texts: None,
            by,
            gone: None,
            pending: Vec::new(),
            conflict: None,
            floating: false,
            at_least: 0,
        }
    }

    /// The wording of that layer.
    pub fn text(&self, layer: Layer) -> Option<&Wording> {
        self.texts.as_ref().and_then(|texts| texts.layer(layer))
    }
}

/// One version of a section: which units it has, in which order, with which words. Cheap to copy: nodes are shared.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Option<Arc<Node>>>,
    /// The section itself.
    pub root: UnitId,
    /// Whether the section exists in this version.
    pub exists: bool,
}

impl Tree {
    /// An empty version, in which the section does not exist yet.
    pub fn new(root: UnitId) -> Self {
        let mut tree = Self {
            nodes: Vec::new(),
            root,
            exists: false,
        };
        tree.put(root, Node::new(Kind::Section, super::BASE));
        tree
    }

    /// The unit in this version; none where it was not born yet.
    pub fn get(&self, unit: UnitId) -> Option<&Node> {
        self.nodes.get(unit.0 as usize).and_then(Option::as_deref)
    }

    /// The shared node, by which two versions can be told to be alike without comparing.
    pub fn shared(&self, unit: UnitId) -> Option<&Arc<Node>> {
        self.nodes.get(unit.0 as usize).and_then(Option::as_ref)
    }

    /// The unit, to be changed; none where it was not born yet.
    pub fn get_mut(&mut self, unit: UnitId) -> Option<&mut Node> {
        self.nodes
            .get_mut(unit.0 as usize)
            .and_then(Option::as_mut)
            .map(Arc::make_mut)
    }

    /// Sets the node of a unit.
    pub fn put(&mut self, unit: UnitId, node: Node) {
        let at = unit.0 as usize;
        if self.nodes.len() <= at {
            self.nodes.resize(at + 1, None);
        }
        self.nodes[at] = Some(Arc::new(node));
    }

    /// The kind of a unit; [`Kind::Section`] where it was not born.
    pub fn kind(&self, unit: UnitId) -> Kind {
        self.get(unit).map_or(Kind::Section, |node| node.kind)
    }

    /// What `unit` holds in this version, in order.
    pub fn children(&self, unit: UnitId) -> impl DoubleEndedIterator<Item = UnitId> + '_ {
        self.get(unit)
            .map_or(&[][..], |node| &node.children)
            .iter()
            .copied()
            .filter(|&child| self.lives_here(child))
    }

    /// What `unit` holds or held, in order.
    pub fn all_children(&self, unit: UnitId) -> &[UnitId] {
        self.get(unit).map_or(&[][..], |node| &node.children)
    }

    fn lives_here(&self, unit: UnitId) -> bool {
        self.get(unit).is_some_and(|node| node.gone.is_none())
    }

    /// Whether the unit and all that hold it are part of the text in this version.
    pub fn lives(&self, unit: UnitId) -> bool {
        self.exists
            && self.path(unit).all(|u| self.lives_here(u))
            && self.path(unit).last() == Some(self.root)
    }

    /// The unit and what holds it, outwards.
    pub fn path(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        std::iter::successors(Some(unit), |&u| self.get(u).and_then(|node| node.parent))
    }

    /// Whether `inner` is `outer` or lies in it.
    pub fn holds(&self, outer: UnitId, inner: UnitId) -> bool {
        self.path(inner).any(|unit| unit == outer)
    }

    /// The living units below `unit`, itself first, in the order of the text.
    pub fn walk(&self, unit: UnitId) -> Vec<UnitId> {
        let mut out = Vec::new();
        let mut stack = vec![unit];
        while let Some(unit) = stack.pop() {
            if self.lives_here(unit) {
                out.push(unit);
                stack.extend(self.children(unit).rev());
            }
        }
        out
    }

    /// The living atoms below `unit`, in the order of the text.
    pub fn atoms(&self, unit: UnitId) -> Vec<UnitId> {
        self.walk(unit)
            .into_iter()
            .filter(|&u| self.kind(u).is_atom())
            .collect()
    }

    /// The heading's unit.
    pub fn heading(&self) -> Option<UnitId> {
        self.children(self.root)
            .find(|&unit| self.kind(unit) == Kind::Heading)
    }

    /// Where `unit` stands among what its parent holds or held.
    pub fn place(&self, unit: UnitId) -> Option<(UnitId, usize)> {
        let parent = self.get(unit)?.parent?;
        let at = self
            .get(parent)?
            .children
            .iter()
            .position(|&child| child == unit)?;
        Some((parent, at))
    }

    /// The plain text of a unit and all below it: its atoms joined by blanks, labels included.
    pub fn plain(&self, unit: UnitId, layer: Layer) -> String {
        let mut out = String::new();
        for unit in self.walk(unit) {
            let Some(node) = self.get(unit) else { continue };
            let label = if node.kind == Kind::Cell || node.kind == Kind::Row {
                None
            } else {
                node.label.as_deref()
            };
            let text = node
                .text(layer)
                .or(node.text(Layer::Restated))
                .map(|wording| &*wording.text);
            for part in [label, text].into_iter().flatten() {
                if !out.is_empty() {
                    out.push(' ');
                }
                out.push_str(part);
            }
            if node.kind.is_gap() {
                out.push_str(if out.is_empty() { "…" } else { " …" });
            }
        }
        out
    }

    /// The same without the label of the unit itself.
    pub fn plain_unlabelled(&self, unit: UnitId, layer: Layer) -> String {
        let text = self.plain(unit, layer);
        let label = self
            .get(unit)
            .filter(|node| !matches!(node.kind, Kind::Cell | Kind::Row))
            .and_then(|node| node.label.as_deref());
        match label.and_then(|label| text.strip_prefix(label)) {
            Some(rest) => rest.trim_start().to_owned(),
            None => text,
        }
    }

    /// The row and column labels of a cell.
    pub fn cell_labels(&self, cell: UnitId) -> Option<(&str, &str)> {
        let node = self.get(cell).filter(|node| node.kind == Kind::Cell)?;
        let row = self.get(node.parent?)?;
        Some((row.label.as_deref()?, node.label.as_deref()?))
    }

    /// Whether a unit is the row of a table that names the columns.
    pub fn is_header(&self, unit: UnitId) -> bool {
        let parent = self
            .get(unit)
            .filter(|node| node.kind == Kind::Row)
            .and_then(|node| node.parent);
        parent.is_some_and(|parent| {
            self.kind(parent) == Kind::Table && self.all_children(parent).first() == Some(&unit)
        })
    }

    /// How many units there is room for.
    pub fn capacity(&self) -> usize {
        self.nodes.len()
    }

    /// The key of the source that a unit was first read from.
    pub fn source(&self, arena: &Arena, unit: UnitId) -> SourceId {
        arena.at(unit).source
    }
}
