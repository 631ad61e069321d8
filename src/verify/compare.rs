//! Compares the stored rules at an edition with those that a document's instructions make, section
//! by section: pairs equal sentences, and reports the others as differences.
//!
//! Print shows the same words as bullets, as loose lines or as one paragraph, and damage adds to
//! that. So sentences are compared wherever they are in their section; what is left over is grouped
//! by the instructions that wrote it, and each group is one difference. Only where a sentence takes
//! the place of another unit of the older text is its position compared.

use super::{
    difference::{DifferenceKind, DifferenceSide, DocumentDifference, Verification},
    join::{join_sections, names_all},
    leftover::{
        Leftover::{self, Deletion, Pending, Piece},
        deletions, drop_same_restatements, reads_the_same,
    },
    piece::{ComparedText, SectionSide, WordChange, changes_text, printed_words},
};
use crate::{
    analysis::public_id,
    model::{PatchIx, UnitId, UnitKind},
    printed::{CompiledDocument, DOCUMENT},
    resolve::{Section, View},
    syntax::CommentaryKind,
    text::similarity::similarity,
};
use petgraph::unionfind::UnionFind;
use std::collections::{BTreeMap, BTreeSet};

/// Compares the stored rules at the view `ours` with those that the document's instructions make.
///
/// With `exact`, stored words are compared even if they are not the printed ones; otherwise only
/// printed words are compared.
pub fn verify_document(compiled: &CompiledDocument, ours: &View, exact: bool) -> Verification {
    let db = &compiled.db;
    let theirs = ours.with_edition(compiled.edition);
    let mut verification = Verification {
        instructions: compiled
            .file
            .places
            .iter()
            .map(|place| place.entries.len())
            .sum(),
        ..Verification::default()
    };
    let mut held = BTreeSet::new();
    for id in db.outline() {
        let Some(section) = db.section(id) else {
            continue;
        };
        // it is not known whether the compared edition has it
        if section.later_base(ours.edition).is_some() {
            continue;
        }
        let line = db.ruleset.amendment_chain(ours.edition);
        let base = db.ruleset.amendment_chain(theirs.edition);
        for (patch, visible) in section.patches.iter().zip(section.visible_patches(ours)) {
            let counts = visible
                && changes_text(patch)
                && line.contains(&patch.edition)
                && !base.contains(&patch.edition);
            if counts {
                held.insert((patch.file.source, patch.place, patch.entry));
            }
        }
        let (left, right) = (section.version(ours), section.version(&theirs));
        let within = db.section_info(id).and_then(|info| info.within);
        let headings = [Some(id.as_str()), within.as_deref()];
        let headings = headings
            .into_iter()
            .flatten()
            .filter_map(|id| db.heading(id));
        let comparison = SectionVerification {
            headings: headings.map(printed_words).collect(),
            heading: db.heading(id).unwrap_or(id),
            page: db.page(id),
            section: &section,
            ours: SectionSide::new(&section, &left, ours),
            theirs: SectionSide::new(&section, &right, &theirs),
            exact,
        };
        comparison.compare(&mut verification);
    }
    verification.held = held.len();
    join_sections(&mut verification);
    verification
}

/// The similarity from which two sentences are versions of one.
const MIN_LIKENESS: f64 = 0.5;

/// The similarity from which a restated sentence may be the restatement of a printed one.
const MIN_RESTATED_LIKENESS: f64 = 0.25;

/// One section to compare: as the stored instructions and as the document's instructions make it.
struct SectionVerification<'a> {
    /// The words of its heading and of the heading of the section that contains it.
    headings: Vec<Vec<String>>,
    heading: &'a str,
    page: Option<&'a str>,
    section: &'a Section,
    ours: SectionSide<'a>,
    theirs: SectionSide<'a>,
    exact: bool,
}

impl SectionVerification<'_> {
    fn compare(mut self, verification: &mut Verification) {
        self.drop_same_word_changes();
        let mut ours = std::mem::take(&mut self.ours.pieces);
        let mut theirs = std::mem::take(&mut self.theirs.pieces);
        // print repeats a heading on the next page, and leaves the letters of a diagram as text
        let is_letter = |word: &String| word.chars().count() == 1;
        let repeats = |piece: &ComparedText| {
            self.headings.contains(&piece.words)
                || piece.words.len() > 1 && piece.words.iter().all(is_letter)
        };
        let is_heading = |piece: &ComparedText| {
            let unit = piece.unit.map(|unit| self.theirs.tree.kind(unit));
            unit == Some(UnitKind::Heading)
        };
        theirs.retain(|piece| !repeats(piece) || is_heading(piece));
        drop_same_restatements(&mut ours, &mut theirs);
        let displaced = self.drop_same_pieces(&mut ours, &mut theirs, verification);
        // print shows a new heading as the first line of the new text
        let changed: Vec<_> = ours.iter().map(|piece| piece.unit).collect();
        theirs.retain(|piece| {
            !is_heading(piece) || !piece.by.is_empty() || changed.contains(&piece.unit)
        });
        if !self.exact {
            self.drop_unread_pieces(&mut ours, &mut theirs, verification);
        }
        let deleted = [
            deletions(self.ours.tree, self.theirs.tree, &theirs),
            deletions(self.theirs.tree, self.ours.tree, &ours),
        ];
        let mut left = self.leftovers(ours, &self.ours, verification);
        let mut right = self.leftovers(theirs, &self.theirs, verification);
        let [ours, theirs] = deleted;
        left.extend(ours);
        right.extend(theirs);
        for (left, right) in self.groups(left, right) {
            self.report(&left, &right, verification);
        }
        verification.differences.extend(displaced);
    }

    /// Drops the changes of words that both sides make, applied or not.
    fn drop_same_word_changes(&mut self) {
        let section = self.section;
        let change = |patch: PatchIx| section.patch(patch).and_then(|patch| WordChange::of(patch));
        let mut held: Vec<(PatchIx, WordChange)> = section
            .patches
            .iter()
            .enumerate()
            .filter(|(_, patch)| &*patch.document != DOCUMENT)
            .filter_map(|(at, patch)| Some((PatchIx(at as u32), WordChange::of(patch)?)))
            .collect();
        let (ours, theirs) = (&mut self.ours, &mut self.theirs);
        let mut matched: BTreeSet<PatchIx> = BTreeSet::new();
        theirs.pending.retain(|pending| {
            let Some(own) = change(pending.patch) else {
                return true;
            };
            let Some(at) = held.iter().position(|(_, other)| own.is_same(other)) else {
                return true;
            };
            matched.insert(held.swap_remove(at).0);
            false
        });
        ours.pending
            .retain(|pending| !matched.contains(&pending.patch));
        // where our change is applied, our sentence differs from theirs, whose change is pending
        let reached: Vec<UnitId> = matched
            .iter()
            .filter_map(|patch| section.lowered.get(patch.0 as usize)?.as_ref())
            .flat_map(|lowered| lowered.reached.iter().copied())
            .collect();
        let is_reached = |unit: UnitId| reached.iter().any(|&at| ours.tree.contains(at, unit));
        let changed_by_others: BTreeSet<UnitId> = ours
            .pieces
            .iter()
            .filter(|piece| piece.by.is_empty() || !piece.by.is_subset(&matched))
            .filter_map(|piece| piece.unit)
            .collect();
        let is_same_change = |unit| is_reached(unit) && !changed_by_others.contains(&unit);
        let keeps = |piece: &ComparedText| !piece.unit.is_some_and(is_same_change);
        // another instruction of the document may change the same sentence
        let is_changed = |piece: &ComparedText| {
            let patches = piece.by.iter().filter_map(|&patch| section.patch(patch));
            patches
                .into_iter()
                .any(|patch| &*patch.document == DOCUMENT)
        };
        theirs
            .pieces
            .retain(|piece| is_changed(piece) || keeps(piece));
        let pieces = std::mem::take(&mut ours.pieces);
        ours.pieces = pieces.into_iter().filter(keeps).collect();
    }

    /// Drops the pieces with the same words on both sides. Returns the differences in place: words
    /// that take the place of different units of the older text.
    fn drop_same_pieces(
        &self,
        ours: &mut Vec<ComparedText>,
        theirs: &mut Vec<ComparedText>,
        verification: &mut Verification,
    ) -> Vec<DocumentDifference> {
        let mut by_words: BTreeMap<Vec<String>, Vec<usize>> = BTreeMap::new();
        for (at, piece) in theirs.iter().enumerate().rev() {
            by_words.entry(piece.words.clone()).or_default().push(at);
        }
        let mut taken = vec![false; theirs.len()];
        let mut displaced = Vec::new();
        // the same unit first
        for same_unit in [true, false] {
            ours.retain(|piece| {
                let Some(places) = by_words.get_mut(&piece.words) else {
                    return true;
                };
                let at = if same_unit {
                    places.iter().position(|&at| theirs[at].unit == piece.unit)
                } else {
                    places.len().checked_sub(1)
                };
                let Some(at) = at else { return true };
                let other = places.remove(at);
                taken[other] = true;
                let other = &theirs[other];
                if !piece.by.is_empty() && !other.by.is_empty() {
                    verification.same += 1;
                }
                if let (Some(own), Some(other_unit)) = (piece.unit, other.unit)
                    && !same_unit
                    && self.ours.tree.kind(own) != UnitKind::Heading
                    && self.is_in_both(own)
                    && self.is_in_both(other_unit)
                {
                    displaced.push(self.displaced(piece, other));
                }
                false
            });
        }
        let mut taken = taken.into_iter();
        theirs.retain(|_| !taken.next().unwrap_or_default());
        displaced
    }

    /// Whether a unit is part of the older text, so that both sides know it.
    fn is_in_both(&self, unit: UnitId) -> bool {
        self.ours.tree.get(unit).is_some() && self.theirs.tree.get(unit).is_some()
    }

    /// Drops the restated sentences that are not compared, with the sentences that they may restate.
    fn drop_unread_pieces(
        &self,
        ours: &mut Vec<ComparedText>,
        theirs: &mut Vec<ComparedText>,
        verification: &mut Verification,
    ) {
        ours.retain(|piece| {
            if piece.is_printed || piece.by.is_empty() {
                return true;
            }
            let likeness = |other: &ComparedText| {
                let same = f64::from(u8::from(other.unit == piece.unit));
                similarity(&other.text, &piece.text) + same
            };
            let best = theirs
                .iter()
                .enumerate()
                .filter(|(_, other)| !other.by.is_empty())
                .map(|(at, other)| (likeness(other), at))
                .filter(|(likeness, _)| *likeness >= MIN_RESTATED_LIKENESS)
                .max_by(|one, other| one.0.total_cmp(&other.0));
            if let Some((_, at)) = best {
                let read = theirs.remove(at);
                // the older wording, where the document's instruction is not applied, and labels
                // that print makes sentences of
                let is_part = |other: &ComparedText| {
                    let words = other.words.iter();
                    other.by == read.by && words.clone().all(|word| piece.words.contains(word))
                };
                theirs.retain(|other| {
                    !is_part(other) && (other.unit != piece.unit || !other.by.is_empty())
                });
                let unit = piece.unit.unwrap_or(self.ours.tree.root);
                verification
                    .unread
                    .push(public_id(self.section, self.ours.tree, unit));
            }
            best.is_none()
        });
    }

    /// Returns what only one side has: its pieces, and its changes that are not applied.
    fn leftovers(
        &self,
        pieces: Vec<ComparedText>,
        side: &SectionSide<'_>,
        verification: &mut Verification,
    ) -> Vec<Leftover> {
        let mut out: Vec<Leftover> = Vec::new();
        for pending in &side.pending {
            let by_words = pieces
                .iter()
                .all(|piece| !piece.by.contains(&pending.patch));
            let is_word_change = self
                .section
                .patch(pending.patch)
                .and_then(|patch| WordChange::of(patch))
                .is_some();
            match &pending.obstacle {
                _ if is_word_change || !by_words => out.push(Pending(pending.clone())),
                // its words are in force on the other side
                Some(why) => {
                    let names = side.instruction_names(&BTreeSet::from([pending.patch]));
                    verification
                        .by_words
                        .push(format!("{}: {why}", names.join(", ")));
                }
                None => {}
            }
        }
        out.extend(pieces.into_iter().map(Piece));
        out
    }

    /// Groups leftovers: sentences that are similar, and those written by one instruction.
    fn groups(
        &self,
        ours: Vec<Leftover>,
        theirs: Vec<Leftover>,
    ) -> Vec<(Vec<Leftover>, Vec<Leftover>)> {
        let mut sets: UnionFind<usize> = UnionFind::new(ours.len() + theirs.len());
        for side in [0..ours.len(), ours.len()..ours.len() + theirs.len()] {
            let of = |at: usize| {
                if at < ours.len() {
                    &ours[at]
                } else {
                    &theirs[at - ours.len()]
                }
            };
            let mut last: BTreeMap<PatchIx, usize> = BTreeMap::new();
            for at in side {
                for patch in of(at).by() {
                    if let Some(before) = last.insert(patch, at) {
                        sets.union(before, at);
                    }
                }
            }
        }
        for (left, own) in ours.iter().enumerate() {
            for (right, other) in theirs.iter().enumerate() {
                if self.are_versions(own, other) {
                    sets.union(left, ours.len() + right);
                }
            }
        }
        let mut groups: BTreeMap<usize, (Vec<Leftover>, Vec<Leftover>)> = BTreeMap::new();
        let count = ours.len();
        for (at, one) in ours.into_iter().enumerate() {
            groups.entry(sets.find(at)).or_default().0.push(one);
        }
        for (at, one) in theirs.into_iter().enumerate() {
            groups.entry(sets.find(count + at)).or_default().1.push(one);
        }
        groups.into_values().collect()
    }

    /// Whether two leftovers are versions of the same text or change.
    fn are_versions(&self, ours: &Leftover, theirs: &Leftover) -> bool {
        match (ours, theirs) {
            (Piece(one), Piece(other)) => {
                one.unit.is_some() && one.unit == other.unit || {
                    let (shorter, longer) = if one.words.len() < other.words.len() {
                        (&one.words, &other.words)
                    } else {
                        (&other.words, &one.words)
                    };
                    let within = shorter.len() > 2
                        && longer.windows(shorter.len()).any(|words| words == shorter);
                    within || similarity(&one.text, &other.text) >= MIN_LIKENESS
                }
            }
            (Pending(one), Pending(other)) => similarity(&one.text, &other.text) >= MIN_LIKENESS,
            (Deletion(deleted, _), Piece(piece)) => piece
                .unit
                .is_some_and(|unit| self.theirs.tree.contains(*deleted, unit)),
            (Piece(piece), Deletion(deleted, _)) => piece
                .unit
                .is_some_and(|unit| self.ours.tree.contains(*deleted, unit)),
            _ => false,
        }
    }

    /// Reports a group as a difference, unless both sides say the same with other sentence ends.
    fn report(&self, ours: &[Leftover], theirs: &[Leftover], verification: &mut Verification) {
        let only_pieces = ours.iter().chain(theirs).all(|one| matches!(one, Piece(_)));
        if only_pieces && reads_the_same(ours, theirs) {
            verification.same += ours.len();
            return;
        }
        let declared = self.declared_deviations(ours);
        let words = |side: &[Leftover]| side.iter().flat_map(Leftover::words).cloned().collect();
        let deviation = names_all(&declared, words(ours), words(theirs));
        let (ours, theirs) = (self.side(&self.ours, ours), self.side(&self.theirs, theirs));
        let kind = match (ours.1.by.is_empty(), theirs.1.by.is_empty()) {
            (false, true) => DifferenceKind::OursOnly,
            (true, false) => DifferenceKind::DocumentOnly,
            _ => DifferenceKind::Differs,
        };
        let unit = ours.0.or(theirs.0);
        verification.differences.push(DocumentDifference {
            kind,
            at: unit.map_or_else(
                || self.section.id.clone(),
                |unit| {
                    let is_ours = self.ours.tree.is_live(unit);
                    let side = if is_ours { &self.ours } else { &self.theirs };
                    public_id(self.section, side.tree, unit)
                },
            ),
            heading: self.heading.to_owned(),
            page: self.page.map(str::to_owned),
            deviation,
            declared,
            remark: theirs.2,
            document: theirs.1,
            ours: ours.1,
        });
    }

    /// Returns the first unit of a group on one side, its description, and why an instruction of it
    /// has no effect.
    fn side(
        &self,
        side: &SectionSide<'_>,
        group: &[Leftover],
    ) -> (Option<UnitId>, DifferenceSide, Option<String>) {
        let mut out = DifferenceSide::default();
        let (mut unit, mut remark) = (None, None);
        let mut texts: Vec<&str> = Vec::new();
        for one in group {
            match one {
                Piece(piece) => {
                    unit = unit.or(piece.unit);
                    texts.push(&piece.text);
                }
                Deletion(deleted, _) => unit = unit.or(Some(*deleted)),
                Pending(change) => {
                    unit = unit.or(change.unit);
                    out.unapplied.push(change.text.clone());
                    let why = change
                        .obstacle
                        .as_ref()
                        .map(|why| format!("the document's instruction has no effect here: {why}"));
                    remark = remark.or(why);
                }
            }
        }
        if texts.is_empty() && !out.unapplied.is_empty() {
            texts.push("…");
        }
        out.text = (!texts.is_empty()).then(|| texts.join(" "));
        out.by = side.instruction_names(&group.iter().flat_map(Leftover::by).collect());
        (unit, out, remark)
    }

    /// Returns the deviations declared at our instructions.
    fn declared_deviations(&self, ours: &[Leftover]) -> String {
        let patches: BTreeSet<PatchIx> = ours.iter().flat_map(Leftover::by).collect();
        let remarks = patches
            .iter()
            .filter_map(|&patch| self.section.patch(patch))
            .flat_map(|patch| patch.commentary())
            .filter(|one| one.kind == CommentaryKind::Deviation);
        let texts: Vec<String> = remarks.map(|one| one.text.text.to_string()).collect();
        texts.join(" ")
    }

    /// Returns the difference of a sentence that takes the places of different units.
    fn displaced(&self, piece: &ComparedText, other: &ComparedText) -> DocumentDifference {
        let id = |side: &SectionSide<'_>, piece: &ComparedText| {
            public_id(
                self.section,
                side.tree,
                piece.unit.unwrap_or(side.tree.root),
            )
        };
        let side = |side: &SectionSide<'_>, piece: &ComparedText| DifferenceSide {
            text: Some(piece.text.clone()),
            by: side.instruction_names(&piece.by),
            unapplied: Vec::new(),
        };
        DocumentDifference {
            kind: DifferenceKind::Differs,
            at: id(&self.ours, piece),
            heading: self.heading.to_owned(),
            page: self.page.map(str::to_owned),
            document: side(&self.theirs, other),
            ours: side(&self.ours, piece),
            remark: Some(format!(
                "in the document it takes the place of {}",
                id(&self.theirs, other)
            )),
            deviation: None,
            declared: String::new(),
        }
    }
}
