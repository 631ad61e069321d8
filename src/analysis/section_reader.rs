//! Reads a unit of a section at a view: its status, its path and its blocks.

use super::{
    Analysis, Origin,
    clause::{ClauseBlock, ClauseState, MarkedSpan, Provenance, WordingChoice, WordingKind},
    label::is_relabelled,
    unit_id,
};
use crate::{
    model::{BASE, EditionIx, Node, PatchIx, Tree, UnitId, UnitKind, Wording},
    op,
    resolve::{Revision, RulesetDb, Section, View},
    syntax::{Layer, MarkKind},
};
use std::{cell::OnceCell, sync::Arc};

/// A section at a view, with everything needed to describe its units. What is the same for all
/// units is computed once.
pub(super) struct SectionReader<'a> {
    pub analysis: &'a Analysis,
    pub db: &'a RulesetDb,
    pub section: &'a Section,
    pub view: &'a View,
    pub tree: &'a Tree,
    revisions: OnceCell<Vec<Arc<Revision>>>,
    versions: OnceCell<Vec<(EditionIx, Arc<Tree>)>>,
    unknown_before_revision: OnceCell<Vec<UnitId>>,
}

impl<'a> SectionReader<'a> {
    pub(super) fn new(
        analysis: &'a Analysis,
        db: &'a RulesetDb,
        section: &'a Section,
        view: &'a View,
        tree: &'a Tree,
    ) -> Self {
        Self {
            analysis,
            db,
            section,
            view,
            tree,
            revisions: OnceCell::new(),
            versions: OnceCell::new(),
            unknown_before_revision: OnceCell::new(),
        }
    }
}

impl SectionReader<'_> {
    /// Returns the revisions up to the view, the base first.
    fn revisions(&self) -> &[Arc<Revision>] {
        self.revisions
            .get_or_init(|| self.section.revisions(self.view))
    }

    /// Returns the versions of the editions from the first to that of the view.
    pub(super) fn versions(&self) -> &[(EditionIx, Arc<Tree>)] {
        self.versions.get_or_init(|| {
            let version = |edition| {
                let tree = self.section.version(&self.view.with_edition(edition));
                (edition, tree)
            };
            let line = self.db.ruleset.amendment_chain(self.view.edition);
            line.into_iter().map(version).collect()
        })
    }

    pub(super) fn origin(&self, patch: PatchIx) -> Origin {
        self.analysis.origin(self.section, patch)
    }

    /// Returns the status of a unit, the patch that is the reason for it, and where the text
    /// continues if it was moved.
    pub(super) fn clause_state(
        &self,
        unit: UnitId,
    ) -> (ClauseState, Option<Origin>, Option<String>) {
        if self.tree.is_live(unit) {
            let known = self.tree.live_units(unit).into_iter().any(|u| {
                self.tree.kind(u) != UnitKind::Heading && self.tree.get(u).is_some_and(has_words)
            });
            let empty =
                self.tree.children(unit).next().is_none() && !self.tree.kind(unit).is_atom();
            let state = if known || empty {
                ClauseState::InForce
            } else {
                ClauseState::NotHeld
            };
            return (state, None, None);
        }
        let gone = self
            .tree
            .ancestors(unit)
            .find_map(|u| self.tree.get(u)?.gone.clone());
        if let Some(gone) = gone.filter(|_| self.tree.exists) {
            let state = if gone.moved_to.is_some() {
                ClauseState::Moved
            } else {
                ClauseState::Deleted
            };
            return (state, Some(self.origin(gone.by)), gone.moved_to.clone());
        }
        // the unit is created later: find the patch that creates it
        let all = View {
            as_of: jiff::civil::Date::MAX,
            ..self.view.clone()
        };
        let newest = (0..self.db.ruleset.editions.len() as u16)
            .map(crate::model::EditionIx)
            .rev();
        for edition in newest {
            let revisions = self.section.revisions(&all.with_edition(edition));
            let Some(pair) = revisions
                .windows(2)
                .find(|pair| !pair[0].tree.is_live(unit) && pair[1].tree.is_live(unit))
            else {
                continue;
            };
            let by = pair[1].tree.get(unit).map_or(BASE, |node| node.by);
            let patch = self.section.patch(by);
            let retroactive = patch.is_some_and(|p| {
                p.own_edition > p.edition && self.view.edition < p.edition && self.view.includes(p)
            });
            // a later patch is only named if it is known by then
            let by = patch
                .filter(|p| self.view.includes(p))
                .map(|_| self.origin(by));
            return (
                if retroactive {
                    ClauseState::Unknown
                } else {
                    ClauseState::NotYet
                },
                by,
                None,
            );
        }
        (ClauseState::NotYet, None, None)
    }

    pub(super) fn heading_path(
        &self,
        unit: UnitId,
        heading: &str,
        within: Option<&str>,
    ) -> Vec<String> {
        let mut path: Vec<String> = within
            .and_then(|id| self.db.section_info(id))
            .map(|info| info.heading)
            .into_iter()
            .collect();
        path.push(heading.to_owned());
        let mut inner: Vec<UnitId> = self
            .tree
            .ancestors(unit)
            .filter(|&u| u != self.tree.root)
            .collect();
        inner.reverse();
        let label = |&u: &UnitId| {
            let node = self.tree.get(u)?;
            node.label
                .as_deref()
                .filter(|_| node.kind != UnitKind::Cell)
                .map(|l| l.trim_end_matches(['.', ':']).to_owned())
        };
        path.extend(inner.iter().filter_map(label));
        path
    }

    /// Returns the blocks of a unit, in the order of the text.
    pub(super) fn blocks(&self, unit: UnitId, choice: WordingChoice) -> Vec<ClauseBlock> {
        self.units_with_blocks(unit, choice)
            .into_iter()
            .map(|(_, block)| block)
            .collect()
    }

    /// Returns the blocks of a unit, each with its atom or gap.
    pub(super) fn units_with_blocks(
        &self,
        unit: UnitId,
        choice: WordingChoice,
    ) -> Vec<(UnitId, ClauseBlock)> {
        let hidden = self.unknown_before_revision();
        let mut ordinals = op::UnitOrdinals::new(self.tree);
        let block = |u: UnitId| {
            Some((
                u,
                ClauseBlock {
                    ordinal: self.ordinal(&mut ordinals, u, unit),
                    ..self.block(u, choice, hidden)?
                },
            ))
        };
        self.tree
            .live_units(unit)
            .into_iter()
            .filter_map(block)
            .collect()
    }

    /// Returns the number of a sentence within `shown`, prefixed by that of its paragraph if
    /// `shown` is a section of several paragraphs.
    fn ordinal(
        &self,
        ordinals: &mut op::UnitOrdinals<'_>,
        unit: UnitId,
        shown: UnitId,
    ) -> Option<String> {
        let holder = self
            .tree
            .get(unit)
            .filter(|node| node.kind == UnitKind::Sentence)?
            .parent?;
        let mut number = |scope: UnitId, unit: UnitId| match ordinals.ordinal(scope, unit)? {
            op::Ordinal::FromStart(n) => Some(n.to_string()),
            op::Ordinal::FromEnd(_) => None,
        };
        let sentence = number(holder, unit)?;
        if holder == shown {
            return Some(sentence);
        }
        if shown != self.tree.root || self.tree.kind(holder) != UnitKind::Paragraph {
            return None;
        }
        let paragraph = |u: &UnitId| {
            matches!(
                self.tree.kind(*u),
                UnitKind::Paragraph | UnitKind::MoreParagraphs
            )
        };
        match self.tree.children(shown).filter(paragraph).take(2).count() {
            1 => Some(sentence),
            _ => Some(format!("{}.{sentence}", number(shown, holder)?)),
        }
    }

    /// Returns the minimum number of units in an open run. A run that is the only content of its
    /// unit has at least one.
    fn at_least(&self, gap: &Node) -> Option<u32> {
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

    /// Returns the atoms that a document in force changes and whose wording before its revision is
    /// missing.
    pub(super) fn unknown_before_revision(&self) -> &[UnitId] {
        self.unknown_before_revision
            .get_or_init(|| self.find_unknown_before_revision())
    }

    fn find_unknown_before_revision(&self) -> Vec<UnitId> {
        let line = self.db.ruleset.amendment_chain(self.view.edition);
        let documents = self
            .db
            .ruleset
            .documents
            .values()
            .filter(|d| line.contains(&d.edition));
        let revised = documents.filter_map(|d| {
            d.revised.filter(|r| {
                d.published.counts_from() <= self.view.as_of && self.view.as_of < r.counts_from()
            })
        });
        let mut out = Vec::new();
        for day in revised {
            let later = self.section.version(&View {
                as_of: day.counts_from(),
                ..self.view.clone()
            });
            let text = |tree: &Tree, u| {
                tree.get(u)
                    .and_then(|n| n.text(Layer::Restated))
                    .map(|w| w.text.clone())
            };
            out.extend(
                self.tree
                    .atoms(self.tree.root)
                    .into_iter()
                    .filter(|&u| !later.is_live(u) || text(&later, u) != text(self.tree, u)),
            );
        }
        out
    }

    fn block(&self, unit: UnitId, choice: WordingChoice, hidden: &[UnitId]) -> Option<ClauseBlock> {
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
        let leading = leading.filter(|_| !hidden.contains(&unit));
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
            id: format!(
                "{}/{}",
                self.db.ruleset.key,
                unit_id(self.section, self.tree, unit)
            ),
            kind: if node.kind.is_gap() {
                "more"
            } else {
                node.kind.name()
            },
            inside: holder_node.kind.name(),
            depth,
            first,
            ordinal: None,
            floating: self
                .tree
                .ancestors(unit)
                .any(|u| self.tree.get(u).is_some_and(|node| node.floating)),
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
            } else if before.text(Layer::Restated).map(|w| &w.text)
                != after.text(Layer::Restated).map(|w| &w.text)
            {
                out.extend(pair[1].patches.iter().filter(|&&patch| {
                    self.section
                        .touches(patch, unit, &pair[0].tree, &pair[1].tree)
                }));
            }
        }
        let left = self
            .tree
            .get(unit)
            .and_then(|node| node.text(Layer::Restated));
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
        let origin = |patch| self.analysis.origin_at(self.section, patch, unit);
        wording
            .runs()
            .map(|(span, patch)| Provenance {
                start: span.start(),
                end: span.end(),
                origin: origin(patch),
            })
            .collect()
    }

    /// Returns the wording of an atom that `choice` shows first, and the restatement to show next to
    /// it.
    fn leading_wording<'n>(
        &self,
        node: &'n Node,
        choice: WordingChoice,
    ) -> (Option<(WordingKind, &'n Wording)>, Option<&'n Wording>) {
        let printed = node.text(Layer::Printed).map(|w| (WordingKind::Printed, w));
        let restated = node
            .text(Layer::Restated)
            .filter(|wording| !self.section.is_printed(wording));
        match choice {
            WordingChoice::Both if printed.is_some() => (printed, restated),
            WordingChoice::Printed => (printed, None),
            WordingChoice::Both | WordingChoice::Restated => {
                (restated.map(|w| (WordingKind::Restated, w)), None)
            }
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
}

fn has_words(node: &Node) -> bool {
    node.texts.as_ref().is_some_and(|texts| {
        texts.printed.is_some() || texts.restated.text.chars().any(char::is_alphanumeric)
    }) || node.label.is_some() && node.kind != UnitKind::Cell
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
