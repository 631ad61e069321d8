//! Lowering: an instruction and the version of its section in which its addresses count become edits on identities.

use super::{
    Change, Edit, Fault, FaultKind, Lowered, Near, Nursery, Slot, matching,
    payload::{self, Shape},
    select::{self, Miss, Opening},
};
use crate::{
    model::{Arena, Kind, Patch, PatchIx, Tree, UnitId},
    syntax::{Block, Command, Inserted, Phrase, StepKind, Target, Unit},
    text::Span,
};
use std::sync::Arc;

/// What an instruction means for one section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// It acts inside the section.
    Inside,
    /// It makes the section, from the slice of its payload.
    Creates,
    /// It replaces all of the section by the slice of its payload.
    Rewrites,
    /// It ends the section.
    Drops,
}

/// A part of a payload: the blocks of one section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// Index of the first block.
    pub from: usize,
    /// Index behind the last; `usize::MAX` for all.
    pub to: usize,
}

impl Slice {
    /// All of it.
    pub const ALL: Self = Self {
        from: 0,
        to: usize::MAX,
    };

    /// The blocks of the slice.
    pub fn of(self, blocks: &[Block]) -> &[Block] {
        blocks
            .get(self.from.min(blocks.len())..self.to.min(blocks.len()))
            .unwrap_or(&[])
    }

    /// The same blocks in print, where the library has the instruction.
    pub fn printed(self, patch: &Patch) -> Option<&[Block]> {
        Some(self.of(&patch.twin.as_ref()?.entry()?.payload))
    }
}

/// What is at hand while one instruction is lowered.
pub struct Lowering<'a> {
    /// Gives identities.
    pub arena: &'a mut Arena,
    /// The section in the numbering of the instruction.
    pub tree: &'a Tree,
    /// The instruction.
    pub patch: &'a Patch,
    /// Its index.
    pub ix: PatchIx,
    /// What the keys of its units start with.
    pub key: String,
    /// The id of the section.
    pub section: &'a str,
    /// What it means here.
    pub meaning: Meaning,
    /// The part of its payload that is for this section.
    pub slice: Slice,
    /// The targets that lie in other sections, by their place in the file.
    pub elsewhere: &'a [Span],
    /// What is wrong.
    pub faults: &'a mut Vec<Fault>,
    /// Names that its blocks ask for.
    pub(crate) wanted: Vec<(UnitId, String, Span)>,
}

impl<'a> Lowering<'a> {
    /// Gets ready to lower `patch` in `tree`.
    #[expect(
        clippy::too_many_arguments,
        reason = "each is one thing at hand; a builder would say the same in more words"
    )]
    pub fn new(
        arena: &'a mut Arena,
        tree: &'a Tree,
        patch: &'a Patch,
        ix: PatchIx,
        key: String,
        section: &'a str,
        part: (Meaning, Slice),
        faults: &'a mut Vec<Fault>,
    ) -> Self {
        Self {
            arena,
            tree,
            patch,
            ix,
            key,
            section,
            meaning: part.0,
            slice: part.1,
            elsewhere: &[],
            faults,
            wanted: Vec::new(),
        }
    }
}

/// Lowers one instruction. Where an address points into an open run, the opening is asked for first: nothing is lowered then.
pub fn lower(mut at: Lowering<'_>) -> Result<Lowered, Opening> {
    let patch = at.ix;
    let mut lowered = match at.verb() {
        Ok(lowered) => lowered,
        Err(Miss::Open(opening)) => return Err(opening),
        Err(Miss::Fault(mut kind, span)) => {
            at.guess(&mut kind);
            at.fault(span, kind);
            Lowered {
                patch,
                edits: Vec::new(),
                reached: Vec::new(),
                results: Vec::new(),
            }
        }
    };
    at.names(&mut lowered);
    Ok(lowered)
}

impl Lowering<'_> {
    fn verb(&mut self) -> Result<Lowered, Miss> {
        match self.meaning {
            Meaning::Creates => return Ok(self.create()),
            Meaning::Drops => return Ok(self.drop_section()),
            Meaning::Rewrites => return self.rewrite(),
            Meaning::Inside => {}
        }
        let patch = self.patch;
        let Some(command) = patch.entry().and_then(|entry| entry.command.as_ref()) else {
            return Ok(self.nothing(Vec::new()));
        };
        match command {
            Command::Replace {
                targets,
                with,
                except,
            } => self.replace(targets, with.as_ref(), except.as_ref()),
            Command::ReplacePhrase {
                phrase,
                with,
                targets,
            } => self.replace_phrase(phrase, with, targets),
            Command::Delete { what, moved_to } => self.delete(what, moved_to.as_ref()),
            Command::Insert { what, side, point } => self.insert(what, *side, point),
            Command::Add { what, end, of } => self.add(what, *end, of.as_ref()),
            Command::SetValues => self.set_values(),
            Command::SetEntries => self.set_entries(),
            Command::Substitute { targets } => self.substitute(targets),
            Command::Withdraw { document, clause } => self.withdraw(document, clause),
            Command::Note { targets } => self.note(targets),
            Command::Clarify { targets } => self.clarify(targets),
        }
    }

    /// A result that changes nothing.
    pub(crate) fn nothing(&self, reached: Vec<UnitId>) -> Lowered {
        Lowered {
            patch: self.ix,
            edits: Vec::new(),
            reached,
            results: Vec::new(),
        }
    }

    /// A result of edits that reached `reached` and leave it in place.
    pub(crate) fn done(&self, edits: Vec<Edit>, reached: Vec<UnitId>) -> Lowered {
        let brought = edits
            .iter()
            .filter_map(Edit::nursery)
            .flat_map(|nursery| nursery.roots.clone());
        let mut results: Vec<UnitId> = brought.collect();
        if results.is_empty() {
            results.clone_from(&reached);
        }
        Lowered {
            patch: self.ix,
            edits,
            reached,
            results,
        }
    }

    /// The units that a target names.
    pub(crate) fn select(&self, target: &Target) -> Result<Vec<UnitId>, Miss> {
        let scope = self.scope(target)?;
        let inner = match &target.range {
            Some(range) => {
                let outer = select::steps(self.tree, scope, &target.steps)?;
                let mut found = Vec::new();
                for scope in outer {
                    found.extend(select::range(self.tree, scope, target, &range.0, &range.1)?);
                }
                found
            }
            None => select::steps(self.tree, scope, &target.steps)?,
        };
        Ok(inner)
    }

    /// The units that several targets name, each once.
    pub(crate) fn select_all(&self, targets: &[Target]) -> Result<Vec<UnitId>, Miss> {
        let mut found = Vec::new();
        for target in targets.iter().filter(|target| self.is_here(target)) {
            for unit in self.select(target)? {
                if !found.contains(&unit) {
                    found.push(unit);
                }
            }
        }
        Ok(found)
    }

    /// Where a phrase is looked for: in the targets, or in all of the section.
    pub(crate) fn scopes(&self, targets: &[Target]) -> Result<Vec<UnitId>, Miss> {
        if targets.is_empty() {
            Ok(vec![self.tree.root])
        } else {
            self.select_all(targets)
        }
    }

    /// Where a phrase is looked for, target by target: its number is asserted for each.
    pub(crate) fn scopes_each(&self, targets: &[Target]) -> Result<Vec<Vec<UnitId>>, Miss> {
        if targets.is_empty() {
            return Ok(vec![vec![self.tree.root]]);
        }
        let mut scopes: Vec<Vec<UnitId>> = Vec::new();
        for target in targets.iter().filter(|target| self.is_here(target)) {
            let scope = self.select(target)?;
            if !scopes.contains(&scope) {
                scopes.push(scope);
            }
        }
        Ok(scopes)
    }

    /// Whether a target lies in this section: several sections may share an instruction.
    fn is_here(&self, target: &Target) -> bool {
        !self.elsewhere.contains(&target.span)
    }

    fn scope(&self, target: &Target) -> Result<UnitId, Miss> {
        let Some(id) = &target.id else {
            return Ok(self.tree.root);
        };
        if id.value == self.section {
            return Ok(self.tree.root);
        }
        let dangling = |why: String| {
            let near = self.near_names(&id.value);
            Miss::Fault(
                FaultKind::Dangling {
                    what: format!("#{}", id.value),
                    why,
                    near,
                },
                id.span,
            )
        };
        match self.arena.named(&id.value) {
            Some(unit) if self.tree.lives(unit) => Ok(unit),
            // a note may speak of what its document deletes, a withdrawal bring back what another deleted
            Some(unit) if self.tree.get(unit).is_some() && self.speaks_of_the_dead() => Ok(unit),
            Some(unit) if self.tree.get(unit).is_some() => Err(dangling(
                "it is deleted in the edition whose numbering counts here".into(),
            )),
            Some(_) => Err(dangling(
                "it does not exist yet in the edition whose numbering counts here".into(),
            )),
            None => Err(dangling("nothing has that id".into())),
        }
    }

    fn speaks_of_the_dead(&self) -> bool {
        matches!(
            self.patch.entry().and_then(|entry| entry.command.as_ref()),
            Some(Command::Note { .. } | Command::Withdraw { .. })
        )
    }

    /// Puts first among what could be meant by an ordinal that reaches nothing the unit whose name the instruction asserts.
    fn guess(&self, kind: &mut FaultKind) {
        let FaultKind::Dangling { what, near, .. } = kind else {
            return;
        };
        let Some(unit) = what
            .rsplit_once(' ')
            .and_then(|(unit, _)| Unit::named(unit))
        else {
            return;
        };
        let id = self.patch.entry().and_then(|entry| entry.attrs.id.as_ref());
        let Some(named) = id
            .and_then(|id| self.arena.named(&id.value))
            .filter(|&named| self.tree.lives(named))
        else {
            return;
        };
        let offered = |slots: &[UnitId]| {
            let at = |near: &Near| {
                near.written
                    .rsplit_once(' ')?
                    .1
                    .parse::<usize>()
                    .ok()?
                    .checked_sub(1)
            };
            near.iter().all(|near| {
                let slot = at(near).and_then(|at| slots.get(at));
                slot.is_some_and(|&slot| select::first_words(self.tree, slot) == near.words)
            })
        };
        let scopes = self
            .tree
            .path(named)
            .map(|scope| select::slots(self.tree, scope, unit));
        let Some(slots) = scopes
            .filter(|slots| !slots.is_empty())
            .find(|slots| offered(slots))
        else {
            return;
        };
        let Some(at) = slots
            .iter()
            .position(|&slot| slot == named || self.tree.holds(slot, named))
        else {
            return;
        };
        let meant = Near {
            written: format!("{} {}", unit.name().one, at + 1),
            words: select::first_words(self.tree, slots[at]),
        };
        near.retain(|near| near.written != meant.written);
        near.insert(0, meant);
        near.truncate(3);
    }

    fn near_names(&self, wanted: &str) -> Vec<Near> {
        let mut near: Vec<_> = self
            .arena
            .names()
            .map(|(name, unit)| (strsim::jaro_winkler(wanted, name), name, unit))
            .collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
        near.into_iter()
            .take(3)
            .map(|(_, name, unit)| Near {
                written: format!("#{name}"),
                words: select::first_words(self.tree, unit),
            })
            .collect()
    }

    /// Grows what comes for `targets` and lets it carry on their identities.
    pub(crate) fn successors(
        &mut self,
        blocks: &[&Block],
        printed: Option<&[&Block]>,
        targets: &[UnitId],
    ) -> Nursery {
        let mut nursery = self.grow(blocks, printed);
        self.carry_on(&mut nursery, targets);
        nursery
    }

    fn carry_on(&mut self, nursery: &mut Nursery, targets: &[UnitId]) {
        let named: Vec<(UnitId, UnitId)> = self
            .wanted
            .iter()
            .filter_map(|(unit, name, _)| Some((*unit, self.arena.named(name)?)))
            .collect();
        let to = matching::carry_on(self.tree, targets, nursery, &named);
        for (unit, _, _) in &mut self.wanted {
            *unit = to.get(unit).copied().unwrap_or(*unit);
        }
    }

    /// Gives the names that the blocks ask for, and the instruction's own: to its first result, or as an assertion.
    fn names(&mut self, lowered: &mut Lowered) {
        for (unit, name, span) in std::mem::take(&mut self.wanted) {
            if self.arena.name(unit, &name).is_err() {
                match self.arena.named(&name) {
                    // a unit that is gone leaves its name to its successor
                    Some(other)
                        if !self.tree.lives(other)
                            || lowered.reached.iter().any(|&r| self.tree.holds(r, other)) =>
                    {
                        self.arena.rename(unit, &name)
                    }
                    Some(_) | None => self.fault(span, FaultKind::DuplicateName { name }),
                }
            }
        }
        let Some(id) = self
            .patch
            .entry()
            .and_then(|entry| entry.attrs.id.clone())
            .filter(|_| self.meaning == Meaning::Inside)
        else {
            return;
        };
        match self.arena.named(&id.value) {
            Some(unit) => {
                let among = |units: &[UnitId]| {
                    units
                        .iter()
                        .any(|&u| u == unit || self.tree.holds(u, unit) || self.tree.holds(unit, u))
                };
                let brought = lowered
                    .edits
                    .iter()
                    .filter_map(Edit::nursery)
                    .any(|nursery| nursery.seeds.iter().any(|seed| seed.unit == unit));
                if !brought
                    && !among(&lowered.reached)
                    && !among(&lowered.results)
                    && !lowered.reached.is_empty()
                {
                    let reached = select::first_words(self.tree, lowered.reached[0]);
                    let bears = select::first_words(self.tree, unit);
                    self.fault(
                        id.span,
                        FaultKind::WrongName {
                            name: id.value,
                            reached,
                            bears,
                        },
                    );
                }
            }
            None => {
                let first = lowered
                    .results
                    .iter()
                    .copied()
                    .find(|&unit| unit != self.tree.root)
                    .or(lowered.results.first().copied());
                if let Some(unit) = first {
                    let _ = self.arena.name(unit, &id.value);
                }
            }
        }
    }

    /// The phrase of the same instruction in print.
    pub(crate) fn printed_phrase(&self) -> Option<&Phrase> {
        self.printed_command()?.phrase()
    }

    /// The words that the same instruction brings in print.
    pub(crate) fn printed_words(&self) -> Option<&str> {
        match self.printed_command()? {
            Command::ReplacePhrase { with, .. } => Some(&with.value),
            Command::Insert {
                what: Inserted::Words(words),
                ..
            } => Some(&words.value),
            Command::Insert { .. }
            | Command::Replace { .. }
            | Command::Delete { .. }
            | Command::Add { .. }
            | Command::SetValues
            | Command::SetEntries
            | Command::Substitute { .. }
            | Command::Withdraw { .. }
            | Command::Note { .. }
            | Command::Clarify { .. } => None,
        }
    }

    fn printed_command(&self) -> Option<&Command> {
        self.patch.twin.as_ref()?.entry()?.command.as_ref()
    }

    fn create(&mut self) -> Lowered {
        let patch = self.patch;
        let blocks: Vec<&Block> = self.slice.of(patch.blocks()).iter().collect();
        let printed: Option<Vec<&Block>> = self
            .slice
            .printed(patch)
            .map(|blocks| blocks.iter().collect());
        let nursery = self.grow(&blocks, printed.as_deref());
        let with = Arc::new(nursery);
        let results = vec![self.tree.root];
        Lowered {
            patch: self.ix,
            edits: vec![Edit::Create { with }],
            reached: Vec::new(),
            results,
        }
    }

    fn drop_section(&mut self) -> Lowered {
        let moved_to = match self.patch.entry().and_then(|entry| entry.command.as_ref()) {
            Some(Command::Delete { moved_to, .. }) => {
                moved_to.as_ref().map(|name| name.value.clone())
            }
            Some(_) | None => None,
        };
        Lowered {
            patch: self.ix,
            edits: vec![Edit::Drop { moved_to }],
            reached: vec![self.tree.root],
            results: Vec::new(),
        }
    }

    /// The whole section by the payload: its heading too, where the payload has one.
    fn rewrite(&mut self) -> Result<Lowered, Miss> {
        let headed = self
            .payload()
            .iter()
            .any(|block| block.kind == crate::syntax::BlockKind::Heading);
        let targets: Vec<UnitId> = self
            .tree
            .children(self.tree.root)
            .filter(|&unit| headed || self.tree.kind(unit) != Kind::Heading)
            .collect();
        let patch = self.patch;
        let blocks: Vec<&Block> = self.slice.of(patch.blocks()).iter().collect();
        let printed: Option<Vec<&Block>> = self
            .slice
            .printed(patch)
            .map(|blocks| blocks.iter().collect());
        let nursery = self.successors(&blocks, printed.as_deref(), &targets);
        let edit = if targets.is_empty() {
            Edit::Insert {
                slot: Slot::End(self.tree.root),
                with: Arc::new(nursery),
            }
        } else {
            Edit::Replace {
                targets: targets.clone(),
                with: Arc::new(nursery),
            }
        };
        Ok(Lowered {
            patch: self.ix,
            edits: vec![edit],
            reached: vec![self.tree.root],
            results: vec![self.tree.root],
        })
    }

    /// Splits units in such as have words and such as have not, by the kind that their payload must have.
    pub(crate) fn shaped<'b>(&mut self, blocks: &'b [Block], kind: Kind) -> Option<Shape<'b>> {
        match payload::shape(blocks, kind) {
            Ok(shape) => Some(shape),
            Err(why) => {
                self.misshapen(why);
                None
            }
        }
    }

    /// The words of the payload's only sentence, in both wordings.
    pub(crate) fn payload_words(&mut self) -> Option<Change> {
        let patch = self.patch;
        let text = |blocks: &[Block]| {
            blocks
                .first()
                .and_then(|block| block.children().first())
                .and_then(|sentence| sentence.text().cloned())
        };
        let restated = text(self.slice.of(patch.blocks()));
        let printed = self.slice.printed(patch).and_then(text);
        match restated {
            Some(restated) => Some(Change::After(self.words(&restated, printed.as_ref()))),
            None => {
                self.misshapen("words are wanted, and the payload has none".into());
                None
            }
        }
    }

    /// Whether a target is a heading, a section's whole text or the section.
    pub(crate) fn is_whole(target: &Target) -> bool {
        target.range.is_none()
            && matches!(
                target.steps.last().map(|step| &step.kind),
                None | Some(StepKind::Section(_))
            )
    }
}
