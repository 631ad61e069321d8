//! One version of a section as a tree of units, with their wordings, removals and conflicts.

use super::{BASE, OrdinalUnit, OrdinalUnits, PatchIx, UnitId, UnitKind, Wording};
use crate::{syntax::WordingLayer, text::CloneMutex};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The wordings of one sentence, heading or cell: in this project's own words (restated), and as
/// printed where the user's library has it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Wordings {
    /// The wording in this project's words.
    pub restated: Wording,
    /// The wording in print, where the user's library has it.
    pub printed: Option<Box<Wording>>,
}

impl From<Wording> for Wordings {
    /// Returns wordings without a printed one.
    fn from(restated: Wording) -> Self {
        Self {
            restated,
            printed: None,
        }
    }
}

impl Wordings {
    /// Returns the wording of a layer.
    pub fn layer(&self, layer: WordingLayer) -> Option<&Wording> {
        match layer {
            WordingLayer::Restated => Some(&self.restated),
            WordingLayer::Printed => self.printed.as_deref(),
        }
    }

    /// Returns the wording of a layer for modification.
    pub fn layer_mut(&mut self, layer: WordingLayer) -> Option<&mut Wording> {
        match layer {
            WordingLayer::Restated => Some(&mut self.restated),
            WordingLayer::Printed => self.printed.as_deref_mut(),
        }
    }
}

/// How a unit was removed: by which patch, the id of the clause that its text moved to, if any, and
/// whether other units replaced it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal {
    /// The patch that removed it.
    pub by: PatchIx,
    /// The id of the clause that contains its text from then on.
    pub moved_to: Option<String>,
    /// Whether other units replaced it.
    pub replaced: bool,
}

/// Patches of one edition that disagree about a unit, each with the section that it would make.
///
/// The unit keeps its previous text; each side contains the whole section as it would be with that
/// patch alone.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// The sides, in order of their documents.
    pub sides: Vec<ConflictVersion>,
}

/// One side of a [`Conflict`]: a patch, and the section as it would be with that patch alone.
#[derive(Clone, Debug)]
pub struct ConflictVersion {
    /// The patch of this side.
    pub patch: PatchIx,
    /// The section with that patch alone.
    pub tree: Arc<SectionTree>,
}

/// A unit in one version of a section, even if removed: its kind, label, parent, children,
/// wordings, conflict, and the patches that last added, moved or removed it.
#[derive(Clone, Debug)]
pub struct UnitState {
    /// The kind of the unit.
    pub kind: UnitKind,
    /// The unit that contains it; `None` for the root.
    pub parent: Option<UnitId>,
    /// Its label, as written.
    pub label: Option<Arc<str>>,
    /// Its children in order, removed ones included: [`SectionTree::children`] leaves these out.
    pub children: Vec<UnitId>,
    /// Its wordings, if it is an atom.
    pub texts: Option<Arc<Wordings>>,
    /// The patch that added it, or last replaced it as a whole.
    pub by: PatchIx,
    /// The patch that last moved it, if any did.
    pub moved: Option<PatchIx>,
    /// The patch that gave it its label, if that is not the one that added it.
    pub relabelled: Option<PatchIx>,
    /// How it was removed, if it is no longer part of the text.
    pub gone: Option<Arc<Removal>>,
    /// Phrase edits that wait for missing text.
    pub pending: Vec<PatchIx>,
    /// The patches that disagree about it.
    pub conflict: Option<Arc<Conflict>>,
    /// Whether its position among its siblings is unknown.
    pub floating: bool,
    /// The least number of units in an open run. None of them has an identity until an address
    /// expands the run.
    pub at_least: u32,
}

impl UnitState {
    /// Creates a unit without label, children and text.
    pub fn new(kind: UnitKind, by: PatchIx) -> Self {
        Self {
            kind,
            parent: None,
            label: None,
            children: Vec::new(),
            texts: None,
            by,
            moved: None,
            relabelled: None,
            gone: None,
            pending: Vec::new(),
            conflict: None,
            floating: false,
            at_least: 0,
        }
    }

    /// Returns the wording of a layer.
    pub fn text(&self, layer: WordingLayer) -> Option<&Wording> {
        self.texts.as_ref().and_then(|texts| texts.layer(layer))
    }
}

/// One version of a section: its units with their order and words, removed units included.
///
/// Cheap to clone, as nodes are shared.
#[derive(Clone, Debug)]
pub struct SectionTree {
    nodes: Vec<Option<Arc<UnitState>>>,
    /// The units of a kind in units with many of them, as ids and as ordinals (`true`) count them.
    ordinals: CloneMutex<FxHashMap<(UnitId, UnitKind, bool), Arc<OrdinalUnits>>>,
    /// The section itself.
    pub root: UnitId,
    /// Whether the section exists in this version.
    pub exists: bool,
}

impl SectionTree {
    /// Creates an empty version, in which the section does not exist yet.
    pub fn new(root: UnitId) -> Self {
        let mut tree = Self {
            nodes: Vec::new(),
            ordinals: CloneMutex::default(),
            root,
            exists: false,
        };
        tree.set_node(root, UnitState::new(UnitKind::Section, BASE));
        tree
    }

    /// Returns the unit in this version; `None` if it was not created yet.
    pub fn get(&self, unit: UnitId) -> Option<&UnitState> {
        self.nodes.get(unit.0 as usize).and_then(Option::as_deref)
    }

    /// Returns the restated wording of a unit; `None` if it has none.
    pub fn restated(&self, unit: UnitId) -> Option<&Wording> {
        self.get(unit)?.text(WordingLayer::Restated)
    }

    /// Returns the label of a unit; `None` if it has none.
    pub fn label(&self, unit: UnitId) -> Option<&str> {
        self.get(unit)?.label.as_deref()
    }

    /// Returns the unit that contains a unit; `None` for the root.
    pub fn parent(&self, unit: UnitId) -> Option<UnitId> {
        self.get(unit)?.parent
    }

    /// Whether the position of a unit among its siblings is unknown.
    pub fn is_floating(&self, unit: UnitId) -> bool {
        self.get(unit).is_some_and(|node| node.floating)
    }

    /// Returns how a unit, or the nearest unit around it that was removed, was removed.
    pub fn removal(&self, unit: UnitId) -> Option<&Removal> {
        self.ancestors(unit)
            .find_map(|unit| self.get(unit)?.gone.as_deref())
    }

    /// Returns the id of the clause in which the text of a removed unit continues, as stated for the
    /// unit or the nearest unit around it.
    pub fn moved_to(&self, unit: UnitId) -> Option<String> {
        self.ancestors(unit)
            .find_map(|unit| self.get(unit)?.gone.as_ref()?.moved_to.clone())
    }

    /// Returns the shared node: if two versions share it, the unit is equal in both.
    pub fn shared_node(&self, unit: UnitId) -> Option<&Arc<UnitState>> {
        self.nodes.get(unit.0 as usize).and_then(Option::as_ref)
    }

    /// Returns the unit for modification; `None` if it was not created yet.
    pub fn get_mut(&mut self, unit: UnitId) -> Option<&mut UnitState> {
        self.ordinals.get_mut().clear();
        self.nodes
            .get_mut(unit.0 as usize)
            .and_then(Option::as_mut)
            .map(Arc::make_mut)
    }

    /// Sets the node of a unit.
    pub fn set_node(&mut self, unit: UnitId, node: UnitState) {
        self.ordinals.get_mut().clear();
        let at = unit.0 as usize;
        if self.nodes.len() <= at {
            self.nodes.resize(at + 1, None);
        }
        self.nodes[at] = Some(Arc::new(node));
    }

    /// Returns the kind of a unit; [`UnitKind::Section`] if it was not created yet.
    pub fn kind(&self, unit: UnitId) -> UnitKind {
        self.get(unit).map_or(UnitKind::Section, |node| node.kind)
    }

    /// Iterates over the live children of `unit` in this version, in order.
    pub fn children(&self, unit: UnitId) -> impl DoubleEndedIterator<Item = UnitId> + '_ {
        self.get(unit)
            .map_or(&[][..], |node| &node.children)
            .iter()
            .copied()
            .filter(|&child| self.node_is_live(child))
    }

    /// Returns the children of `unit` in order, removed ones included.
    pub fn all_children(&self, unit: UnitId) -> &[UnitId] {
        self.get(unit).map_or(&[][..], |node| &node.children)
    }

    fn node_is_live(&self, unit: UnitId) -> bool {
        self.get(unit).is_some_and(|node| node.gone.is_none())
    }

    /// Whether the unit and all its ancestors are part of the text in this version.
    pub fn is_live(&self, unit: UnitId) -> bool {
        self.exists
            && self.ancestors(unit).all(|u| self.node_is_live(u))
            && self.ancestors(unit).last() == Some(self.root)
    }

    /// Iterates over the unit and its ancestors, from the inside out.
    pub fn ancestors(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        std::iter::successors(Some(unit), |&u| self.parent(u))
    }

    /// Whether `inner` is `outer` or inside it.
    pub fn contains(&self, outer: UnitId, inner: UnitId) -> bool {
        self.ancestors(inner).any(|unit| unit == outer)
    }

    /// Returns `unit` and the live units below it, in the order of the text.
    pub fn live_units(&self, unit: UnitId) -> Vec<UnitId> {
        self.iter_live_units(unit).collect()
    }

    /// Returns the units of [`SectionTree::live_units`] one by one.
    pub fn iter_live_units(&self, unit: UnitId) -> impl Iterator<Item = UnitId> {
        let mut stack = vec![unit];
        std::iter::from_fn(move || {
            loop {
                let unit = stack.pop()?;
                if self.node_is_live(unit) {
                    stack.extend(self.children(unit).rev());
                    return Some(unit);
                }
            }
        })
    }

    /// Whether units are an open list of which only the labels are counted: it has an open run,
    /// and each known unit has a label.
    pub fn is_open_by_label(&self, units: &[UnitId]) -> bool {
        let (gaps, known): (Vec<UnitId>, Vec<UnitId>) =
            units.iter().partition(|&&unit| self.kind(unit).is_gap());
        let labelled = |&unit: &UnitId| self.get(unit).is_some_and(|node| node.label.is_some());
        !gaps.is_empty() && !known.is_empty() && known.iter().all(labelled)
    }

    /// Returns the live atoms below `unit`, in the order of the text.
    pub fn atoms(&self, unit: UnitId) -> Vec<UnitId> {
        self.live_units(unit)
            .into_iter()
            .filter(|&u| self.kind(u).is_atom())
            .collect()
    }

    /// Returns the heading of the section.
    pub fn heading(&self) -> Option<UnitId> {
        self.children(self.root)
            .find(|&unit| self.kind(unit) == UnitKind::Heading)
    }

    /// Returns the parent of `unit` and its index among the parent's children, removed ones
    /// included.
    pub fn position(&self, unit: UnitId) -> Option<(UnitId, usize)> {
        let parent = self.parent(unit)?;
        let at = self
            .get(parent)?
            .children
            .iter()
            .position(|&child| child == unit)?;
        Some((parent, at))
    }

    /// Returns the units of a kind below `parent`, in the order in which the ids of unnamed units
    /// (`rear-support/b3`) count them.
    pub fn numbered_units(&self, parent: UnitId, kind: UnitKind) -> Arc<OrdinalUnits> {
        let counts = |&unit: &UnitId| {
            self.kind(unit) == kind && !self.is_floating(unit)
                || Some(self.kind(unit)) == kind.gap()
        };
        let described = |unit: UnitId| OrdinalUnit {
            unit,
            is_gap: self.kind(unit) != kind,
            is_excerpt: false,
            is_added: false,
        };
        let units = || {
            self.children(parent)
                .filter(counts)
                .map(described)
                .collect()
        };
        self.ordinal_units((parent, kind, false), units)
    }

    /// Returns the units of a kind in `scope`, in the order in which ordinals count them: those that
    /// `count` returns.
    pub fn counted_units(
        &self,
        scope: UnitId,
        kind: UnitKind,
        count: impl FnOnce() -> Vec<UnitId>,
    ) -> Arc<OrdinalUnits> {
        let described = |unit: UnitId| OrdinalUnit {
            unit,
            is_gap: self.kind(unit).is_gap(),
            is_excerpt: self.is_excerpt(unit),
            is_added: self.get(unit).is_some_and(|node| node.by != BASE),
        };
        let units = || count().into_iter().map(described).collect();
        self.ordinal_units((scope, kind, true), units)
    }

    /// Returns the list of a key, which is stored if the unit contains many others.
    fn ordinal_units(
        &self,
        key: (UnitId, UnitKind, bool),
        units: impl FnOnce() -> Vec<OrdinalUnit>,
    ) -> Arc<OrdinalUnits> {
        if let Some(known) = self.ordinals.lock().get(&key) {
            return Arc::clone(known);
        }
        let units = Arc::new(OrdinalUnits::new(units()));
        let is_large = |count: usize| count > OrdinalUnits::FEW;
        if is_large(self.all_children(key.0).len())
            || is_large(units.units.len())
            || key.0 == self.root && is_large(self.nodes.len())
        {
            self.ordinals.lock().insert(key, Arc::clone(&units));
        }
        units
    }

    /// Whether a unit is an excerpt of the base text between unknown words: neither the number of
    /// its sentences nor their ordinals are known.
    pub fn is_excerpt(&self, unit: UnitId) -> bool {
        let own = self
            .get(unit)
            .filter(|node| node.kind == UnitKind::Sentence && node.by == BASE);
        own.and_then(|node| node.text(WordingLayer::Restated))
            .is_some_and(|wording| wording.has_hole() && !wording.is_hole())
    }

    /// Returns the plain text of a unit: the live atoms below it, joined by blanks, with labels.
    ///
    /// An atom without a wording in `layer` has its restated one.
    pub fn plain_text(&self, unit: UnitId, layer: WordingLayer) -> String {
        let mut out = String::new();
        for unit in self.live_units(unit) {
            let Some(node) = self.get(unit) else { continue };
            let label = if node.kind == UnitKind::Cell || node.kind == UnitKind::Row {
                None
            } else {
                node.label.as_deref()
            };
            let text = node
                .text(layer)
                .or(node.text(WordingLayer::Restated))
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

    /// Returns the restated plain text of a unit.
    pub fn restated_text(&self, unit: UnitId) -> String {
        self.plain_text(unit, WordingLayer::Restated)
    }

    /// Returns the restated plain text of a unit without the unit's own label.
    pub fn unlabelled_text(&self, unit: UnitId) -> String {
        self.plain_text_unlabelled(unit, WordingLayer::Restated)
    }

    /// Returns the plain text of a unit without the unit's own label.
    pub fn plain_text_unlabelled(&self, unit: UnitId, layer: WordingLayer) -> String {
        let text = self.plain_text(unit, layer);
        let label = self
            .get(unit)
            .filter(|node| !matches!(node.kind, UnitKind::Cell | UnitKind::Row))
            .and_then(|node| node.label.as_deref());
        match label.and_then(|label| text.strip_prefix(label)) {
            Some(rest) => rest.trim_start().to_owned(),
            None => text,
        }
    }

    /// Returns the row and column labels of a cell.
    pub fn cell_labels(&self, cell: UnitId) -> Option<(&str, &str)> {
        let node = self.get(cell).filter(|node| node.kind == UnitKind::Cell)?;
        let row = self.get(node.parent?)?;
        Some((row.label.as_deref()?, node.label.as_deref()?))
    }

    /// Whether a unit is the header row of a table.
    pub fn is_header(&self, unit: UnitId) -> bool {
        let parent = self
            .get(unit)
            .filter(|node| node.kind == UnitKind::Row)
            .and_then(|node| node.parent);
        parent.is_some_and(|parent| {
            self.kind(parent) == UnitKind::Table && self.all_children(parent).first() == Some(&unit)
        })
    }

    /// Returns a number above the index of every unit in this version.
    pub fn capacity(&self) -> usize {
        self.nodes.len()
    }
}
