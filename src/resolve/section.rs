//! One section: its instructions lowered, its versions.

use super::{
    Difference, Order, Part, SectionInput, Step, View,
    chain::{self, Memo, Taken},
    held::Fills,
    moved,
};
use crate::{
    diagnostic::Location,
    model::{Arena, BASE, EditionIx, Patch, PatchIx, Profile, Ruleset, Tree, UnitId},
    op::{self, Fault, FaultKind, Lowered, Lowering, Meaning, Opening, Slice},
    syntax::{Command, Deleted, Layer, Target},
    text::Span,
};
use jiff::civil::Date;
use std::sync::{Arc, Mutex};

/// How often an open run may be opened for one instruction; every address opens one at most.
const OPENINGS: usize = 64;

/// A section with everything that happened to it.
#[derive(Debug)]
pub struct Section {
    /// Its id.
    pub id: String,
    /// The base text first, then the instructions in the order of their documents, then books.
    pub patches: Vec<Arc<Patch>>,
    /// What each patch means here.
    pub meanings: Vec<Meaning>,
    /// The units that ever lived in it.
    pub arena: Arc<Arena>,
    /// Each patch, lowered; none for base and books.
    pub lowered: Arc<Vec<Option<Lowered>>>,
    /// What is wrong with its patches.
    pub faults: Vec<Fault>,
    /// Where held texts say another thing than the sheets.
    pub differences: Vec<Difference>,
    /// Withdrawals, with the patches that each takes back in whole or in part.
    pub withdrawals: Vec<(PatchIx, Vec<PatchIx>)>,
    /// Withdrawals, with the single edits that each takes back.
    taken: Vec<(PatchIx, (PatchIx, usize))>,
    ruleset: Arc<Ruleset>,
    order: Arc<Order>,
    base: Arc<Tree>,
    pub(super) fills: Fills,
    memo: Arc<Mutex<Memo>>,
    /// Where each patch stood when the section was resolved.
    pub(super) extents: Arc<[Span]>,
}

impl Section {
    /// Resolves a section from nothing.
    pub fn new(
        id: &str,
        input: &SectionInput,
        base: Option<Arc<Patch>>,
        books: Vec<Arc<Patch>>,
        ruleset: Arc<Ruleset>,
        order: Arc<Order>,
    ) -> Self {
        let mut building = Building::new(id, input, base, ruleset, order);
        building.lower();
        building.fill(&books);
        let Building { mut section, .. } = building;
        Arc::make_mut(&mut section.arena).shrink();
        section.extents = section
            .patches
            .iter()
            .map(|patch| moved::extent(patch))
            .collect();
        section.check();
        section
    }

    /// The versions up to `view.edition`, the base first: one for each stratum that acted here.
    pub fn steps(&self, view: &View) -> Vec<Arc<Step>> {
        let visible = self.visible(view);
        self.steps_of(&visible, view.edition)
    }

    fn steps_of(&self, visible: &[bool], edition: EditionIx) -> Vec<Arc<Step>> {
        self.steps_without(visible, &self.taken(visible), edition)
    }

    fn steps_without(&self, visible: &[bool], taken: &Taken, edition: EditionIx) -> Vec<Arc<Step>> {
        let strata = chain::strata(&self.ruleset, &self.patches, visible, edition);
        let mut memo = self
            .memo
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        memo.steps(
            &self.base,
            &self.lowered,
            &self.patches,
            &strata,
            (taken, &self.fills),
        )
    }

    /// The edits that the visible withdrawals take back.
    fn taken(&self, visible: &[bool]) -> Taken {
        let counts = |by: PatchIx| visible.get(by.0 as usize).copied().unwrap_or(false);
        self.taken
            .iter()
            .filter(|(by, _)| counts(*by))
            .map(|(_, edit)| *edit)
            .collect()
    }

    /// Hides the patches of which withdrawals leave nothing.
    fn hide_withdrawn(&self, visible: &mut [bool]) {
        let taken = self.taken(visible);
        for (at, lowered) in self.lowered.iter().enumerate() {
            let edits = lowered.as_ref().map_or(0, |lowered| lowered.edits.len());
            if edits > 0 && (0..edits).all(|edit| taken.contains(&(PatchIx(at as u32), edit))) {
                visible[at] = false;
            }
        }
    }

    /// The version at `view`.
    pub fn version(&self, view: &View) -> Arc<Tree> {
        let steps = self.steps(view);
        steps
            .last()
            .map_or_else(|| Arc::clone(&self.base), |step| Arc::clone(&step.tree))
    }

    /// Returns the version at `view` as it would be without the withdrawal `by`.
    pub fn without(&self, by: PatchIx, view: &View) -> Arc<Tree> {
        let mut visible: Vec<bool> = self.patches.iter().map(|patch| view.sees(patch)).collect();
        if let Some(own) = visible.get_mut(by.0 as usize) {
            *own = false;
        }
        self.hide_withdrawn(&mut visible);
        let steps = self.steps_of(&visible, view.edition);
        steps
            .last()
            .map_or_else(|| Arc::clone(&self.base), |step| Arc::clone(&step.tree))
    }

    /// The version in which the addresses of a patch count: its frame, as known the day before its document.
    pub fn frame(&self, ix: PatchIx) -> Arc<Tree> {
        match self.patch(ix) {
            Some(patch) => self.numbering(
                ix,
                if is_note(patch) {
                    patch.own_edition
                } else {
                    patch.frame
                },
            ),
            None => Arc::clone(&self.base),
        }
    }

    /// The version of `edition` as known the day before the document of a patch: the tree in which the patch's addresses would
    /// count if they were in that edition's numbering.
    pub fn numbering(&self, ix: PatchIx, edition: EditionIx) -> Arc<Tree> {
        let steps = self.steps_of(&self.known_before(ix), edition);
        steps
            .last()
            .map_or_else(|| Arc::clone(&self.base), |step| Arc::clone(&step.tree))
    }

    /// The version of `edition` as known the day before the document of a patch that need not be one of this section's: the tree in
    /// which its addresses would count if they were for this section.
    pub fn numbering_for(&self, patch: &Patch, edition: EditionIx) -> Arc<Tree> {
        let own = |other: &Patch| {
            other.file.source == patch.file.source
                && other.place == patch.place
                && other.entry == patch.entry
        };
        if let Some(at) = self.patches.iter().position(|other| own(other)) {
            return self.numbering(PatchIx(at as u32), edition);
        }
        let day = patch.known.counts_from();
        let earlier = |other: &Patch| {
            let known = other.document != patch.document && other.known.counts_from() < day;
            (known || self.order.stands_on(&patch.document, &other.document))
                && (other.scope.is_none() || other.scope == patch.scope)
        };
        let mut visible: Vec<bool> = self.patches.iter().map(|other| earlier(other)).collect();
        self.hide_withdrawn(&mut visible);
        let steps = self.steps_of(&visible, edition);
        steps
            .last()
            .map_or_else(|| Arc::clone(&self.base), |step| Arc::clone(&step.tree))
    }

    /// The versions up to the frame of a patch as known the day before its document, the base first, that of the frame last.
    pub fn numberings(&self, ix: PatchIx) -> Vec<Arc<Step>> {
        self.patch(ix).map_or_else(Vec::new, |patch| {
            self.steps_of(&self.known_before(ix), patch.frame)
        })
    }

    /// The patches that the addresses of a patch can know of.
    fn known_before(&self, ix: PatchIx) -> Vec<bool> {
        let Some(patch) = self.patch(ix) else {
            return vec![false; self.patches.len()];
        };
        let day = patch.known.counts_from();
        // a note speaks of what its own document makes
        let note = is_note(patch);
        let earlier = |other: &Patch, at: usize| {
            let on = self.order.stands_on(&patch.document, &other.document);
            let same_document = other.document == patch.document;
            let later_in_sheet = same_document
                && patch
                    .entry()
                    .is_some_and(|e| e.attrs.get("known").is_some())
                && other.known.counts_from() < day;
            at < ix.0 as usize
                && (on
                    || note && same_document
                    || later_in_sheet
                    || !same_document && other.known.counts_from() < day)
                && (other.scope.is_none() || other.scope == patch.scope)
        };
        let mut visible: Vec<bool> = self
            .patches
            .iter()
            .enumerate()
            .map(|(at, other)| earlier(other, at))
            .collect();
        self.hide_withdrawn(&mut visible);
        visible
    }

    /// The units that an address names in a version of this section; none where it names nothing there.
    pub fn reach(&self, tree: &Tree, target: &Target) -> Option<Vec<UnitId>> {
        let scope = match &target.id {
            Some(id) if id.value != self.id => self
                .arena
                .named(&id.value)
                .filter(|&unit| tree.lives(unit))?,
            Some(_) | None => tree.root,
        };
        match &target.range {
            None => op::steps(tree, scope, &target.steps).ok(),
            Some(_) => None,
        }
    }

    /// The same section once more, with other findings: what costs memory is shared.
    pub(super) fn shared(
        &self,
        patches: Vec<Arc<Patch>>,
        faults: Vec<Fault>,
        differences: Vec<Difference>,
    ) -> Self {
        Self {
            id: self.id.clone(),
            patches,
            meanings: self.meanings.clone(),
            arena: Arc::clone(&self.arena),
            lowered: Arc::clone(&self.lowered),
            faults,
            differences,
            withdrawals: self.withdrawals.clone(),
            taken: self.taken.clone(),
            ruleset: Arc::clone(&self.ruleset),
            order: Arc::clone(&self.order),
            base: Arc::clone(&self.base),
            fills: self.fills.clone(),
            memo: Arc::clone(&self.memo),
            extents: Arc::clone(&self.extents),
        }
    }

    /// Forgets the versions made so far: what they rest on has changed.
    pub(super) fn forget(&mut self) {
        self.memo
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .clear();
    }

    /// The version before any amendment.
    pub fn base(&self) -> &Arc<Tree> {
        &self.base
    }

    /// Which patches count at `view`: published, in scope, not withdrawn.
    pub fn visible(&self, view: &View) -> Vec<bool> {
        let mut visible: Vec<bool> = self.patches.iter().map(|patch| view.sees(patch)).collect();
        self.hide_withdrawn(&mut visible);
        visible
    }

    /// Returns the patches that `by` takes back; none where it is no withdrawal.
    pub fn withdraws(&self, by: PatchIx) -> Option<&[PatchIx]> {
        self.withdrawals
            .iter()
            .find(|(own, _)| *own == by)
            .map(|(_, hit)| hit.as_slice())
    }

    /// The withdrawal that takes back `patch` at `view`, if there is one.
    pub fn withdrawn(&self, patch: PatchIx, view: &View) -> Option<PatchIx> {
        let counts = |by: PatchIx| {
            self.patches
                .get(by.0 as usize)
                .is_some_and(|p| view.sees(p))
        };
        self.withdrawals
            .iter()
            .find(|(by, hit)| counts(*by) && hit.contains(&patch))
            .map(|(by, _)| *by)
    }

    /// The patch of that index.
    pub fn patch(&self, patch: PatchIx) -> Option<&Arc<Patch>> {
        self.patches.get(patch.0 as usize)
    }

    /// Its ruleset.
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// For each set of scopes that some profile has: the patches that count when all is known.
    fn scoped(&self) -> Vec<Vec<bool>> {
        let mut sets: Vec<Vec<bool>> = Vec::new();
        let none = Profile::default();
        for profile in std::iter::once(&none).chain(&self.ruleset.profiles) {
            let view = View {
                edition: EditionIx(0),
                as_of: Date::MAX,
                profile: Arc::new(profile.clone()),
            };
            let visible = self.visible(&view);
            if !sets.contains(&visible) {
                sets.push(visible);
            }
        }
        sets
    }

    /// Applies everything once, in every edition that nothing amends, and keeps what goes wrong.
    fn check(&mut self) {
        let amended: Vec<_> = self
            .ruleset
            .editions
            .iter()
            .filter_map(|edition| edition.amends)
            .collect();
        let last = (0..self.ruleset.editions.len() as u16)
            .map(EditionIx)
            .filter(|e| !amended.contains(e));
        let mut faults = Vec::new();
        for edition in last {
            for visible in self.scoped() {
                let steps = self.steps_of(&visible, edition);
                faults.extend(steps.iter().flat_map(|step| step.faults.iter().cloned()));
            }
            // what is withdrawn was right or wrong when it was made
            if !self.withdrawals.is_empty() {
                let hit =
                    |patch: &PatchIx| self.withdrawals.iter().any(|(_, hit)| hit.contains(patch));
                let steps =
                    self.steps_without(&vec![true; self.patches.len()], &Taken::new(), edition);
                faults.extend(
                    steps
                        .iter()
                        .flat_map(|step| step.faults.iter())
                        .filter(|fault| hit(&fault.patch))
                        .cloned(),
                );
            }
        }
        for fault in faults {
            if !self.faults.contains(&fault) {
                self.faults.push(fault);
            }
        }
    }
}

pub(super) struct Building {
    pub section: Section,
    slices: Vec<Slice>,
    elsewhere: Vec<Vec<Span>>,
}

impl Building {
    fn new(
        id: &str,
        input: &SectionInput,
        base: Option<Arc<Patch>>,
        ruleset: Arc<Ruleset>,
        order: Arc<Order>,
    ) -> Self {
        let parts = input.parts_in_order();
        let mut arena = Arena::default();
        let (source, span) = base
            .as_ref()
            .map_or((Default::default(), Span::default()), |patch| {
                (patch.file.source, patch.at().span)
            });
        let root = arena.bear(id.to_owned(), Location::new(source, span));
        let mut faults = Vec::new();
        let tree = match base
            .as_ref()
            .and_then(|patch| Some((patch, patch.place()?)))
        {
            Some((patch, place)) => {
                let mut grower = op::Grower {
                    arena: &mut arena,
                    patch: BASE,
                    source: patch.file.source,
                    key: id.to_owned(),
                    faults: &mut faults,
                    wanted: Vec::new(),
                };
                let tree = op::grow_base(
                    &mut grower,
                    root,
                    &place.heading,
                    place.heading_span,
                    &place.attrs,
                    &place.blocks,
                );
                for (unit, name, span) in grower.wanted {
                    if arena.name(unit, &name).is_err() {
                        faults.push(Fault {
                            patch: BASE,
                            span,
                            kind: FaultKind::DuplicateName { name },
                        });
                    }
                }
                tree
            }
            None => Tree::new(root),
        };
        let _ = arena.name(root, id);
        let patches = patches(&parts, base.as_ref(), &[]);
        let meanings = std::iter::once(Meaning::Inside)
            .chain(parts.iter().map(|part| part.meaning))
            .collect();
        let slices = std::iter::once(Slice::ALL)
            .chain(parts.iter().map(|part| Slice {
                from: part.slice.0,
                to: part.slice.1,
            }))
            .collect();
        let elsewhere = std::iter::once(Vec::new())
            .chain(parts.iter().map(|part| part.elsewhere.clone()))
            .collect();
        let lowered = vec![None; patches.len()];
        let section = Section {
            id: id.to_owned(),
            patches,
            meanings,
            arena: Arc::new(arena),
            lowered: Arc::new(lowered),
            faults,
            differences: Vec::new(),
            withdrawals: Vec::new(),
            taken: Vec::new(),
            ruleset,
            order,
            base: Arc::new(tree),
            fills: Fills::default(),
            memo: Arc::default(),
            extents: Arc::from([]),
        };
        Self {
            section,
            slices,
            elsewhere,
        }
    }

    fn lower(&mut self) {
        let mut keys: Vec<String> = Vec::new();
        for at in 1..self.section.patches.len() {
            let ix = PatchIx(at as u32);
            let patch = Arc::clone(&self.section.patches[at]);
            let mut key = format!(
                "{}:{}",
                patch.document,
                patch.numbers().first().cloned().unwrap_or_else(|| format!(
                    "{}.{}",
                    patch.place + 1,
                    patch.entry.map_or(0, |e| e + 1)
                ))
            );
            while keys.contains(&key) {
                key.push('\'');
            }
            keys.push(key.clone());
            let mut left = OPENINGS;
            loop {
                let tree = self.section.frame(ix);
                let before = self.section.faults.len();
                let part = (self.section.meanings[at], self.slices[at]);
                let Section {
                    arena, faults, id, ..
                } = &mut self.section;
                let lowering = Lowering::new(
                    Arc::make_mut(arena),
                    &tree,
                    &patch,
                    ix,
                    key.clone(),
                    id,
                    part,
                    faults,
                );
                let lowering = Lowering {
                    elsewhere: &self.elsewhere[at],
                    ..lowering
                };
                match op::lower(lowering) {
                    Ok(lowered) => {
                        self.withdrawal(ix, &patch, &tree, &lowered);
                        Arc::make_mut(&mut self.section.lowered)[at] = Some(lowered);
                        break;
                    }
                    Err(opening) => {
                        self.section.faults.truncate(before);
                        left -= 1;
                        if left == 0 || !self.open(opening) {
                            let kind = FaultKind::Dangling {
                                what: "ordinal".into(),
                                why: "the run that it counts in is not of the base text".into(),
                                near: Vec::new(),
                            };
                            self.section.faults.push(Fault {
                                patch: ix,
                                span: patch.at().span,
                                kind,
                            });
                            break;
                        }
                    }
                }
            }
        }
    }

    /// Opens an open run of the base; versions made so far did not know of it.
    pub(super) fn open(&mut self, opening: Opening) -> bool {
        let mut base = (*self.section.base).clone();
        let opened = op::open(Arc::make_mut(&mut self.section.arena), &mut base, opening);
        self.set_base(base);
        opened
    }

    pub(super) fn set_base(&mut self, base: Tree) {
        self.section.base = Arc::new(base);
        self.section.forget();
    }

    /// Which earlier patches a withdrawal takes back: those of the document it names that act on the clause.
    fn withdrawal(&mut self, ix: PatchIx, patch: &Patch, tree: &Tree, lowered: &Lowered) {
        let Some(Command::Withdraw { document, .. }) =
            patch.entry().and_then(|entry| entry.command.as_ref())
        else {
            return;
        };
        let Some(&clause) = lowered.reached.first() else {
            return;
        };
        let others = (0..self.section.patches.len())
            .filter(|&at| *self.section.patches[at].document == *document.value);
        let edits: Vec<(PatchIx, usize)> = others
            .filter_map(|at| self.section.lowered[at].as_ref())
            .flat_map(|other| {
                other
                    .edits
                    .iter()
                    .enumerate()
                    .map(|(at, edit)| (other.patch, at, edit))
            })
            .filter(|(other, at, edit)| self.acts(ix, (*other, *at), edit, clause, tree))
            .map(|(other, at, _)| (other, at))
            .collect();
        let mut hit: Vec<PatchIx> = edits.iter().map(|(patch, _)| *patch).collect();
        hit.dedup();
        if hit.is_empty() {
            let kind = FaultKind::Dangling {
                what: document.value.clone(),
                why: format!(
                    "it does not change #{}",
                    self.section.arena.name_of(clause).unwrap_or_default()
                ),
                near: Vec::new(),
            };
            self.section.faults.push(Fault {
                patch: ix,
                span: document.span,
                kind,
            });
        }
        self.section.withdrawals.push((ix, hit));
        self.section
            .taken
            .extend(edits.into_iter().map(|edit| (ix, edit)));
        self.section.forget();
    }
}

impl Building {
    /// Whether an edit acts on `clause`: on it, inside it, or on words of it.
    fn acts(
        &self,
        by: PatchIx,
        which: (PatchIx, usize),
        edit: &op::Edit,
        clause: UnitId,
        tree: &Tree,
    ) -> bool {
        let inside = |units: &[UnitId]| units.iter().any(|&unit| tree.holds(clause, unit));
        match edit {
            op::Edit::Replace { targets, with } | op::Edit::Split { targets, with, .. } => {
                inside(targets) || inside(&with.roots)
            }
            op::Edit::Delete { targets, .. } => inside(targets),
            op::Edit::Insert { with, .. } => inside(&with.roots),
            op::Edit::Cell(cell) => inside(&[cell.cell]),
            op::Edit::Create { .. } | op::Edit::Drop { .. } => clause == tree.root,
            // of words looked for in more than the clause: without them it would read differently
            op::Edit::Phrase { scope, .. } => {
                inside(scope)
                    || scope.iter().any(|&s| tree.holds(s, clause))
                        && self.reads_without(by, which, clause, tree)
            }
        }
    }

    /// Whether `clause` reads differently without an edit.
    fn reads_without(
        &self,
        by: PatchIx,
        which: (PatchIx, usize),
        clause: UnitId,
        tree: &Tree,
    ) -> bool {
        let section = &self.section;
        let visible: Vec<bool> = (0..section.patches.len())
            .map(|at| at < by.0 as usize)
            .collect();
        let mut taken = section.taken(&visible);
        taken.insert(which);
        let steps =
            section.steps_without(&visible, &taken, section.patches[by.0 as usize].own_edition);
        steps.last().is_some_and(|step| {
            step.tree.plain(clause, Layer::Restated) != tree.plain(clause, Layer::Restated)
        })
    }
}

/// The patches of a section: the base text (or what stands for it), the instructions, the books.
pub(super) fn patches(
    parts: &[&Part],
    base: Option<&Arc<Patch>>,
    books: &[Arc<Patch>],
) -> Vec<Arc<Patch>> {
    let first = base.or_else(|| parts.first().map(|part| &part.patch));
    let first = first.map(|patch| {
        Arc::new(Patch {
            entry: None,
            ..(**patch).clone()
        })
    });
    first
        .into_iter()
        .chain(parts.iter().map(|part| Arc::clone(&part.patch)))
        .chain(books.iter().cloned())
        .collect()
}

/// The last day before `day`.
pub fn day_before(day: Date) -> Date {
    day.yesterday().unwrap_or(day)
}

/// Whether a patch is a note by its document's authors.
pub fn is_note(patch: &Patch) -> bool {
    matches!(
        patch.entry().and_then(|entry| entry.command.as_ref()),
        Some(Command::Note { .. })
    )
}

/// Whether a patch is an instruction that the sheet describes without words or place.
pub fn is_described(patch: &Patch) -> bool {
    matches!(
        patch.entry().and_then(|entry| entry.command.as_ref()),
        Some(Command::Delete {
            what: Deleted::Described(_),
            ..
        })
    )
}

impl Section {
    /// The patches that changed `unit`, what it holds, or what holds it as a whole, in the order in which they were applied at `view`.
    pub fn history(&self, unit: UnitId, view: &View) -> Vec<PatchIx> {
        let steps = self.steps(view);
        let mut out: Vec<PatchIx> = Vec::new();
        for pair in steps.windows(2) {
            let (before, after) = (&pair[0].tree, &pair[1].tree);
            for &ix in &pair[1].patches {
                if self.touches(ix, unit, before, after) {
                    out.push(ix);
                }
            }
        }
        out
    }

    /// The version that a patch alone would make of `before`.
    pub fn alone(&self, patch: PatchIx, before: &Tree) -> Tree {
        self.alone_without(patch, before, &Taken::new())
    }

    /// The same, without what is taken back at `view`.
    pub fn alone_at(&self, patch: PatchIx, before: &Tree, view: &View) -> Tree {
        let visible: Vec<bool> = self.patches.iter().map(|patch| view.sees(patch)).collect();
        self.alone_without(patch, before, &self.taken(&visible))
    }

    /// The version that the part of a patch which the withdrawal `by` takes back would make of `before`.
    pub fn alone_withdrawn(&self, patch: PatchIx, before: &Tree, by: PatchIx) -> Tree {
        let edits = self
            .lowered
            .get(patch.0 as usize)
            .and_then(Option::as_ref)
            .map_or(0, |lowered| lowered.edits.len());
        let left = |edit: &(PatchIx, usize)| !self.taken.contains(&(by, *edit));
        self.alone_without(
            patch,
            before,
            &(0..edits).map(|edit| (patch, edit)).filter(left).collect(),
        )
    }

    fn alone_without(&self, patch: PatchIx, before: &Tree, taken: &Taken) -> Tree {
        match self.lowered.get(patch.0 as usize).and_then(Option::as_ref) {
            Some(lowered) => {
                op::apply(
                    before,
                    &[chain::without(lowered, taken).as_ref()],
                    &self.patches,
                )
                .tree
            }
            None => before.clone(),
        }
    }

    /// Whether a patch acts on `unit`: on it, inside it, or on all of what holds it.
    pub fn touches(&self, patch: PatchIx, unit: UnitId, before: &Tree, after: &Tree) -> bool {
        let Some(lowered) = self
            .lowered
            .get(patch.0 as usize)
            .and_then(Option::as_ref)
            .filter(|l| !l.edits.is_empty())
        else {
            return false;
        };
        let inside = |u: UnitId| before.holds(unit, u) || after.holds(unit, u);
        let brings = |with: &op::Nursery| {
            with.seeds
                .iter()
                .any(|seed| seed.unit == unit && !seed.keep)
                || with.roots.iter().any(|&r| inside(r))
        };
        lowered.edits.iter().any(|edit| match edit {
            op::Edit::Replace { targets, with } => {
                let kept = with.seeds.iter().any(|seed| seed.unit == unit && seed.keep);
                !kept
                    && (brings(with) || targets.iter().any(|&t| inside(t) || before.holds(t, unit)))
            }
            op::Edit::Split { targets, with, .. } => {
                brings(with) || targets.iter().any(|&t| inside(t) || before.holds(t, unit))
            }
            op::Edit::Delete { targets, .. } => {
                targets.iter().any(|&t| inside(t) || before.holds(t, unit))
            }
            op::Edit::Insert { with, .. } => brings(with),
            op::Edit::Phrase { scope, .. } => {
                // where it left no words of its own, another patch of the stratum may have changed the atom
                let alone = std::cell::OnceCell::new();
                let cut = |u: UnitId| {
                    self.cut(u, before, after)
                        && self.cut(u, before, alone.get_or_init(|| self.alone(patch, before)))
                };
                let hit = |u: UnitId| self.wrote(patch, u, after) || cut(u);
                let atoms: Vec<UnitId> = after.atoms(unit);
                atoms.into_iter().any(hit)
                    && scope.iter().any(|&s| inside(s) || after.holds(s, unit))
                    || before.get(unit).is_some()
                        && after.walk(unit).iter().any(|&u| {
                            after.get(u).is_some_and(|n| n.pending.contains(&patch))
                                && !before.get(u).is_some_and(|n| n.pending.contains(&patch))
                        })
            }
            op::Edit::Cell(cell) => inside(cell.cell),
            op::Edit::Create { .. } | op::Edit::Drop { .. } => true,
        })
    }

    fn wrote(&self, patch: PatchIx, atom: UnitId, after: &Tree) -> bool {
        after
            .get(atom)
            .and_then(|node| node.text(Layer::Restated))
            .is_some_and(|w| w.origins.iter().any(|&(_, by)| by == patch))
    }

    /// Whether words went from an atom.
    fn cut(&self, atom: UnitId, before: &Tree, after: &Tree) -> bool {
        let text = |tree: &Tree| {
            tree.get(atom)
                .and_then(|node| node.text(Layer::Restated))
                .map(|w| w.text.clone())
        };
        text(before) != text(after)
    }
}
