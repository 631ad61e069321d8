//! Converts a heading, sentence, cell or gap (a run of unknown text) of a section to a
//! `ClauseBlock` with its authors. Also finds the patches that deleted words of a unit or changed
//! its label.

use super::{
    Origin,
    clause::{ClauseBlock, MarkedSpan, Provenance, WordingChoice, WordingKind},
    full_id,
    label::is_relabelled,
    section_reader::SectionReader,
};
use crate::{
    model::{PatchIx, UnitId, UnitKind, UnitState, Wording},
    syntax::{MarkKind, WordingLayer},
};

impl SectionReader<'_> {
    /// Returns an atom or gap as a block, without its ordinal; `None` for any other unit.
    pub(super) fn block(&self, unit: UnitId, choice: WordingChoice) -> Option<ClauseBlock> {
        let node = self.tree.get(unit)?;
        if !node.kind.is_atom() && !node.kind.is_gap() {
            return None;
        }
        let holder = node.parent?;
        let holder_node = self.tree.get(holder)?;
        let depth = self
            .tree
            .ancestors(unit)
            .filter(|&u| self.tree.kind(u) == UnitKind::Bullet)
            .count();
        let first = self.tree.children(holder).next() == Some(unit);
        let cell = node.kind == UnitKind::Cell;
        let label = if cell {
            node.label.clone()
        } else {
            holder_node.label.clone().filter(|_| first)
        };
        let (leading, restated) = self.leading_wording(node, choice);
        // its wording is not known at the date of the view
        let is_hidden = self.unknown_before_revision().contains(&unit);
        let leading = leading.filter(|_| !is_hidden);
        let words = leading.filter(|(_, wording)| !wording.is_hole());
        let written = |by: PatchIx| {
            words.is_some_and(|(_, wording)| wording.origins.iter().any(|&(_, own)| own == by))
        };
        let label_by = label
            .as_ref()
            .filter(|_| !cell)
            .and_then(|_| self.relabelling_patch(holder))
            .filter(|&by| !written(by));
        let pending: Vec<PatchIx> = if first || node.kind.is_atom() {
            self.pending(unit, holder, first)
        } else {
            Vec::new()
        };
        Some(ClauseBlock {
            id: full_id(self.section, self.tree, unit),
            kind: if node.kind.is_gap() {
                "more"
            } else {
                node.kind.name()
            },
            inside: holder_node.kind.name(),
            depth,
            first,
            ordinal: None,
            floating: self.tree.ancestors(unit).any(|u| self.tree.is_floating(u)),
            at_least: self.at_least(node),
            label: label.map(|l| l.to_string()),
            row: if cell {
                holder_node.label.as_ref().map(|l| l.to_string())
            } else {
                None
            },
            text: words.map_or_else(|| "…".to_owned(), |(_, wording)| wording.text.to_string()),
            wording: words.map_or(WordingKind::None, |(kind, _)| kind),
            restated: restated
                .filter(|w| !w.is_hole())
                .map(|wording| wording.text.to_string()),
            held: words.is_some_and(|(_, wording)| !wording.has_hole()),
            book: match words {
                Some(_) => None,
                None => self.other_book(),
            },
            provenance: words
                .map(|(_, wording)| self.provenance(unit, wording))
                .unwrap_or_else(|| self.provenance_of_missing_text(node.by)),
            marks: words
                .map(|(_, wording)| marked_spans(wording))
                .unwrap_or_default(),
            cut: self
                .word_cutting_patches(unit)
                .into_iter()
                .filter(|patch| !pending.contains(patch))
                .map(|patch| self.origin(patch))
                .collect(),
            pending: pending
                .into_iter()
                .map(|patch| self.origin(patch))
                .collect(),
            label_by: label_by.map(|patch| self.origin(patch)),
        })
    }

    /// Returns the patches that deleted words of an atom without adding any, since it was last
    /// replaced as a whole.
    pub(super) fn word_cutting_patches(&self, unit: UnitId) -> Vec<PatchIx> {
        if !self.tree.kind(unit).is_atom() {
            return Vec::new();
        }
        let mut out: Vec<PatchIx> = Vec::new();
        for pair in self.revisions().windows(2) {
            let (Some(before), Some(after)) = (pair[0].tree.get(unit), pair[1].tree.get(unit))
            else {
                continue;
            };
            if before.by != after.by {
                out.clear();
            } else if before.text(WordingLayer::Restated).map(|w| &w.text)
                != after.text(WordingLayer::Restated).map(|w| &w.text)
            {
                out.extend(pair[1].patches.iter().filter(|&&patch| {
                    self.section
                        .touches(patch, unit, &pair[0].tree, &pair[1].tree)
                }));
            }
        }
        let left = self.tree.restated(unit);
        out.retain(|patch| {
            left.is_none_or(|wording| wording.origins.iter().all(|(_, by)| by != patch))
        });
        out
    }

    /// Returns the patch that gave a paragraph or bullet its label, unless the label came with the
    /// unit or with other words for it.
    pub(super) fn relabelling_patch(&self, unit: UnitId) -> Option<PatchIx> {
        let mut out = None;
        for pair in self.revisions().windows(2) {
            let (Some(before), Some(after)) = (pair[0].tree.get(unit), pair[1].tree.get(unit))
            else {
                continue;
            };
            if before.by != after.by {
                out = is_relabelled(&pair[0].tree, &pair[1].tree, unit).then_some(after.by);
            }
        }
        out
    }

    /// Returns the phrase edits pending on an atom and, for the first atom, those pending on the
    /// unit that contains it.
    fn pending(&self, unit: UnitId, holder: UnitId, first: bool) -> Vec<PatchIx> {
        let own = |u: UnitId| {
            self.tree
                .get(u)
                .map(|n| n.pending.clone())
                .unwrap_or_default()
        };
        let mut out = own(unit);
        if first {
            out.extend(own(holder));
        }
        if first && self.tree.kind(unit) == UnitKind::Heading {
            out.extend(own(self.tree.root));
        }
        out
    }

    fn provenance(&self, unit: UnitId, wording: &Wording) -> Vec<Provenance> {
        wording
            .runs()
            .map(|(span, patch)| Provenance {
                start: span.start(),
                end: span.end(),
                origin: self.origin_at(patch, unit),
            })
            .collect()
    }

    /// Returns the wording of an atom that `choice` shows first, and the restatement to show next to
    /// it.
    fn leading_wording<'n>(
        &self,
        node: &'n UnitState,
        choice: WordingChoice,
    ) -> (Option<(WordingKind, &'n Wording)>, Option<&'n Wording>) {
        let printed = node
            .text(WordingLayer::Printed)
            .map(|w| (WordingKind::Printed, w));
        let restated = node
            .text(WordingLayer::Restated)
            .filter(|wording| !self.section.is_printed(wording));
        match choice {
            WordingChoice::Both if printed.is_some() => (printed, restated),
            WordingChoice::Printed => (printed, None),
            WordingChoice::Both | WordingChoice::Restated => {
                (restated.map(|w| (self.kind_of_unprinted(w), w)), None)
            }
        }
    }

    /// Returns whether words of the rules files restate print: if those of any author do.
    fn kind_of_unprinted(&self, wording: &Wording) -> WordingKind {
        if self.section.restates(&self.db.ruleset, wording) {
            WordingKind::Restated
        } else {
            WordingKind::Original
        }
    }

    fn provenance_of_missing_text(&self, by: PatchIx) -> Vec<Provenance> {
        // missing text is not quoted either
        let origin = Origin {
            quoted_by: Vec::new(),
            ..self.origin(by)
        };
        vec![Provenance {
            start: 0,
            end: '…'.len_utf8(),
            origin,
        }]
    }

    /// Returns the minimum number of units in an open run. A run that is the only content of its
    /// unit has at least one.
    fn at_least(&self, gap: &UnitState) -> Option<u32> {
        let holder = gap.parent.filter(|_| gap.kind.is_gap())?;
        let alone = self
            .tree
            .children(holder)
            .filter(|&u| self.tree.kind(u) != UnitKind::Heading)
            .take(2)
            .count()
            == 1;
        Some(gap.at_least.max(u32::from(alone)))
    }
}

fn marked_spans(wording: &Wording) -> Vec<MarkedSpan> {
    let mark = |mark: &crate::syntax::Mark| {
        let (kind, target) = match &mark.kind {
            MarkKind::Fact(id) => ("fact", Some(id.clone())),
            MarkKind::Term(id) => ("term", Some(id.clone())),
            MarkKind::Link(id) => ("link", Some(id.clone())),
            MarkKind::Url(to) => ("url", Some(to.clone())),
            MarkKind::Strike => ("strike", None),
            MarkKind::Strong => ("strong", None),
            MarkKind::Emphasis => ("emphasis", None),
            MarkKind::Hole => ("hole", None),
        };
        MarkedSpan {
            start: mark.span.start(),
            end: mark.span.end(),
            kind,
            target: target.map(|target| target.to_string()),
        }
    };
    wording.marks.iter().map(mark).collect()
}
