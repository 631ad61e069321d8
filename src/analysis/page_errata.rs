//! A printed page as an errata slip: what stands, what was replaced, struck out, inserted.

use super::{
    Analysis, ClauseRemark, Origin, Query,
    clause_view::{ClauseBlock, Withdrawn, WordingChoice, WordingKind},
    history::{label_of, relabelled},
    reader::Reader,
};
use crate::{
    model::{BASE, DocumentKind, Kind, PatchIx, Tree, UnitId},
    op::{self, Edit},
    resolve::{RulesetDb, Section, View},
    syntax::{CommentaryKind, Layer},
};
use serde::Serialize;
use std::{collections::HashSet, sync::Arc};

/// What to do with a piece of the printed page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrataMark {
    /// It stands as printed.
    Stands,
    /// Words in it changed.
    Amended,
    /// Other text takes its place.
    Replaced,
    /// It is struck out.
    StruckOut,
    /// It is not in print.
    Inserted,
}

/// A piece of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ErrataLine {
    /// What to do.
    pub mark: ErrataMark,
    /// The same in words, with the documents that did it: `replaced by 3.1 sheet, amended by 3.2 sheet`.
    pub action: String,
    /// Whose work it is; nobody's where it stands.
    pub by: Vec<Origin>,
    /// What it is in the print's numbering, as far as that can be proved: `bullet 3`, `paragraph 1, last sentence`; empty where it is not
    /// in print.
    pub print: String,
    /// Where in print it is put in, if it is not in print: `after paragraph 1, bullet 2`, `at the end of paragraph 3`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// Where it lives on.
    pub moved_to: Option<String>,
    /// Its text at the edition asked for; where it is struck out and is compared with an earlier view, its text there.
    pub blocks: Vec<ClauseBlock>,
    /// How each of `blocks` read at the earlier view that it is compared with; empty where none is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<EarlierWording>,
}

/// What becomes of a piece, in words: `replaced by 3.1 sheet, amended by 3.2 sheet`.
fn action(mark: ErrataMark, by: &[Origin], doubt: Option<ErrataDoubt>) -> String {
    let names = |origins: &[&Origin]| {
        let mut names: Vec<&str> = origins.iter().map(|origin| origin.short.as_str()).collect();
        names.dedup();
        names.join(", ")
    };
    let all = names(&by.iter().collect::<Vec<_>>());
    let (replacing, others): (Vec<&Origin>, Vec<&Origin>) = by.iter().partition(|by| by.replaces());
    let last = replacing.iter().filter_map(|by| by.date.as_deref()).max();
    let (kept, later): (Vec<&Origin>, Vec<&Origin>) =
        others.into_iter().partition(|by| by.date.as_deref() < last);
    let (added, amended): (Vec<&Origin>, Vec<&Origin>) =
        later.into_iter().partition(|by| by.adds());
    let with = [
        ("keeping text of", kept),
        ("with text added by", added),
        ("amended by", amended),
    ];
    let with = with
        .iter()
        .filter(|(_, origins)| !origins.is_empty())
        .map(|(what, origins)| format!(", {what} {}", names(origins)));
    let replaced = || names(&replacing) + &with.collect::<String>();
    match mark {
        ErrataMark::Stands => match doubt {
            None => "stands as printed".to_owned(),
            Some(ErrataDoubt::Open) => {
                "stands as printed, unless the open instruction changes it".to_owned()
            }
            Some(ErrataDoubt::Fragment) => {
                "stands as printed, unless the words put in take its place".to_owned()
            }
        },
        ErrataMark::Amended => format!("amended by {all}"),
        ErrataMark::Replaced if !replacing.is_empty() => format!("replaced by {}", replaced()),
        ErrataMark::Replaced => format!("replaced by {all}"),
        ErrataMark::StruckOut => format!("struck out by {all}"),
        // an instruction puts more units in the place of fewer
        ErrataMark::Inserted if by.first().is_some_and(|by| by.replaces()) => {
            format!("further text of the replacement by {}", replaced())
        }
        ErrataMark::Inserted => format!("inserted by {all}"),
    }
}

/// How a block read at an earlier view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EarlierWording {
    /// As it does now.
    Same,
    /// It was not there, or none of its words were held in the wording that is shown.
    New,
    /// Otherwise: so.
    Read(String),
    /// As it does now, but with this label or none.
    Label(Option<String>),
    /// It was there, and is no more.
    Gone,
}

/// A section on a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SectionErrata {
    /// Its id with the ruleset.
    pub id: String,
    /// Its heading.
    pub heading: String,
    /// Whether its page is inferred.
    pub page_inferred: bool,
    /// Its pieces, in printed order.
    pub lines: Vec<ErrataLine>,
    /// Whether nothing touches it, or may touch it.
    pub stands: bool,
    /// The same in words where nothing does; empty otherwise.
    pub action: String,
    /// What must be said along with it.
    pub notices: Vec<String>,
    /// Instructions that give neither words nor place.
    pub open: Vec<ClauseRemark>,
    /// Changes that were withdrawn.
    pub withdrawn: Vec<Withdrawn>,
    /// The rulings on it, with their states: `iwf-1.2 C6.1 (current)`.
    pub rulings: Vec<String>,
    /// Recorded contradictions of the sources.
    pub contradictions: Vec<ClauseRemark>,
    /// What a reader of it should know besides.
    pub remarks: Vec<ClauseRemark>,
    /// Declared deviations of the encoding from the print.
    pub deviations: Vec<ClauseRemark>,
}

/// A printed page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PageErrata {
    /// The version of this shape: 1.
    pub version: u32,
    /// The question.
    pub query: Query,
    /// The page.
    pub page: String,
    /// What must be said along with the answer.
    pub notices: Vec<String>,
    /// The known sections on it, in printed order.
    pub sections: Vec<SectionErrata>,
    /// The headings of sections that amendments change and whose page is not known: they may be on this one.
    pub unplaced: Vec<String>,
}

impl Analysis {
    /// The printed page `page` as an errata slip.
    pub fn page_errata(
        &self,
        db: &RulesetDb,
        page: &str,
        view: &View,
        choice: WordingChoice,
    ) -> PageErrata {
        let found = db.on_page(page).iter().filter_map(|id| db.section(id));
        let sections = found
            .filter_map(|section| self.section_errata(db, &section, view, choice))
            .collect();
        PageErrata {
            version: 1,
            query: Query::of(&db.ruleset, view),
            page: page.to_owned(),
            notices: self.notices(&db.ruleset, view),
            sections,
            unplaced: self.unplaced(db, view, choice),
        }
    }

    /// The headings of sections that amendments change and whose page is not known.
    fn unplaced(&self, db: &RulesetDb, view: &View, choice: WordingChoice) -> Vec<String> {
        let unplaced = db.outline().iter().filter(|id| {
            db.info(id)
                .is_some_and(|info| info.page.is_none() && !info.figure)
        });
        // a list book has pages of its own, and tables of figures have none
        let booklet = db
            .ruleset
            .documents
            .values()
            .find(|document| document.kind == DocumentKind::Base);
        let printed = |section: &Arc<Section>| {
            let document = section
                .patch(BASE)
                .and_then(|base| db.ruleset.documents.get(&*base.document));
            document.is_some_and(|own| {
                own.kind == DocumentKind::Amendment
                    || booklet.is_some_and(|booklet| booklet.key == own.key)
            })
        };
        let sections = unplaced.filter_map(|id| db.section(id)).filter(printed);
        let sections =
            sections.filter_map(|section| self.section_errata(db, &section, view, choice));
        sections
            .filter(|section| !section.stands)
            .map(|section| section.heading)
            .collect()
    }

    /// What of a section stands in print and what became of the rest; none where it does not exist at the view.
    pub fn section_errata(
        &self,
        db: &RulesetDb,
        section: &Section,
        view: &View,
        choice: WordingChoice,
    ) -> Option<SectionErrata> {
        let info = db.info(&section.id)?;
        let tree = section.version(view);
        if !tree.exists {
            return None;
        }
        let reader = || Reader {
            analysis: self,
            db,
            section,
            view,
            tree: &tree,
        };
        let mut lines = errata_lines(reader(), None, choice);
        let reader = reader();
        let (mut notices, open) = (reader.scoped_notices(tree.root), reader.open(tree.root));
        let unknown = reader.before_revision_notices(tree.root);
        if !unknown.is_empty() {
            lines.clear();
        }
        notices.extend(unknown);
        let withdrawn = reader.withdrawn(tree.root);
        let rulings = reader
            .clarifications(tree.root, choice)
            .into_iter()
            .map(|ruling| {
                let n = ruling.n.map(|n| format!(" {n}")).unwrap_or_default();
                format!("{}{n} ({})", ruling.document, ruling.state.name())
            });
        let rulings = rulings.collect();
        let of = |kind: CommentaryKind| reader.recorded(tree.root, kind);
        let (contradictions, remarks) = (
            of(CommentaryKind::Contradiction),
            of(CommentaryKind::Remark),
        );
        let bare = notices.is_empty()
            && open.is_empty()
            && contradictions.is_empty()
            && remarks.is_empty();
        let stands = bare && lines.iter().all(|line| line.mark == ErrataMark::Stands);
        // parts are sections of their own
        let parts = if db.parts_of(&section.id).is_empty() {
            ""
        } else {
            ", except for the parts that are listed by themselves"
        };
        let action = if stands {
            action(ErrataMark::Stands, &[], None) + parts
        } else {
            String::new()
        };
        let deviations = of(CommentaryKind::Deviation);
        let id = format!("{}/{}", db.ruleset.key, section.id);
        let (heading, page_inferred) = (info.heading, info.page_inferred);
        Some(SectionErrata {
            id,
            heading,
            page_inferred,
            lines,
            stands,
            action,
            notices,
            open,
            withdrawn,
            rulings,
            contradictions,
            remarks,
            deviations,
        })
    }
}

/// The pieces of a section in printed order. With an earlier view each is compared with it, and what lived there and is gone is a piece too.
pub(super) fn errata_lines<'a>(
    reader: Reader<'a>,
    since: Option<Reader<'a>>,
    choice: WordingChoice,
) -> Vec<ErrataLine> {
    let root = reader.tree.root;
    let open = !reader.open(root).is_empty();
    let mut builder = ErrataBuilder {
        base: reader.section.base(),
        reader,
        since,
        choice,
        open,
        pieces: Vec::new(),
    };
    builder.unit(root);
    merge(builder.pieces)
}

/// A line with the places in print that it stands for.
struct ErrataPiece {
    line: ErrataLine,
    places: Vec<PrintPlace>,
    doubt: Option<ErrataDoubt>,
}

/// Why text that no instruction is known to change may not stand as printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ErrataDoubt {
    /// An instruction on the section gives neither words nor place.
    Open,
    /// A sheet puts part of a sentence into its paragraph, and does not say what that takes the place of.
    Fragment,
}

struct ErrataBuilder<'a> {
    reader: Reader<'a>,
    since: Option<Reader<'a>>,
    base: &'a Tree,
    choice: WordingChoice,
    /// Whether the section has open instructions.
    open: bool,
    pieces: Vec<ErrataPiece>,
}

impl ErrataBuilder<'_> {
    fn unit(&mut self, unit: UnitId) {
        let tree = self.reader.tree;
        let Some(node) = tree.get(unit) else { return };
        let printed = self.base.exists && self.base.lives(unit);
        if let Some(gone) = &node.gone {
            // what another text took the place of is struck out with that line
            if self.lost_words(unit) || printed && !gone.replaced {
                self.line(
                    unit,
                    ErrataMark::StruckOut,
                    vec![gone.by],
                    gone.moved_to.clone(),
                );
            } else if printed {
                self.replaced_too(unit, gone.by);
            }
            return;
        }
        // a label stands with the first words of its unit
        let holder = node
            .parent
            .filter(|&holder| printed && tree.children(holder).next() == Some(unit));
        let relabelled = holder
            .filter(|&holder| relabelled(self.base, tree, holder))
            .and_then(|holder| self.reader.relabeller(holder));
        if unit != tree.root && relabelled.is_none() && self.untouched(unit) {
            if matches!(node.kind, Kind::Cell | Kind::Row | Kind::Table) {
                return self.rest_stands();
            }
            return self.line(unit, ErrataMark::Stands, Vec::new(), None);
        }
        let brought = (node.by != BASE || !printed) && unit != tree.root;
        if brought {
            let mark = if self.replaced_in_print(unit).is_empty() {
                ErrataMark::Inserted
            } else {
                ErrataMark::Replaced
            };
            // new text may have taken in what stands in print: that is told by itself
            let inner: Vec<UnitId> = tree.walk(unit).into_iter().skip(1).collect();
            let older =
                |u: &UnitId| self.base.lives(*u) && tree.get(*u).is_some_and(|n| n.by != node.by);
            let struck = tree.all_children(unit).iter().any(|u| {
                self.base.lives(*u)
                    && tree
                        .get(*u)
                        .is_some_and(|n| n.gone.as_ref().is_some_and(|g| !g.replaced))
            });
            if !struck && !inner.iter().any(older) {
                return self.line(unit, mark, self.authors(unit), None);
            }
        }
        // a table is shown by what changes in it
        let in_table = matches!(node.kind, Kind::Cell | Kind::Row | Kind::Table);
        if node.kind.is_atom() {
            let mut authors: Vec<PatchIx> = node
                .text(Layer::Restated)
                .map(|w| w.origins.iter().map(|&(_, by)| by).collect())
                .unwrap_or_default();
            authors.retain(|&by| {
                self.reader
                    .section
                    .patch(by)
                    .is_some_and(|p| p.is_instruction())
            });
            authors.extend(self.cutters(unit));
            authors.extend(&node.pending);
            authors.extend(relabelled);
            authors.sort();
            authors.dedup();
            let mark = if authors.is_empty() {
                ErrataMark::Stands
            } else {
                ErrataMark::Amended
            };
            return if in_table && authors.is_empty() {
                self.rest_stands()
            } else {
                self.line(unit, mark, authors, None)
            };
        }
        if node.kind.is_gap() {
            let mark = if relabelled.is_none() {
                ErrataMark::Stands
            } else {
                ErrataMark::Amended
            };
            return self.line(unit, mark, relabelled.into_iter().collect(), None);
        }
        if !node.pending.is_empty() {
            let authors = node.pending.clone();
            return self.line(unit, ErrataMark::Amended, authors, None);
        }
        for &child in tree.all_children(unit) {
            self.unit(child);
        }
    }

    /// Text that stands as printed, without naming its units.
    fn rest_stands(&mut self) {
        let (by, blocks, before) = Default::default();
        let (print, place) = (String::new(), String::new());
        let line = ErrataLine {
            mark: ErrataMark::Stands,
            action: String::new(),
            by,
            print,
            place,
            moved_to: None,
            blocks,
            before,
        };
        self.pieces.push(ErrataPiece {
            line,
            places: vec![PrintPlace::Other { sure: false }],
            doubt: self.open.then_some(ErrataDoubt::Open),
        });
    }

    /// Why a unit of which no word is held may not stand as printed.
    fn doubt(&self, unit: UnitId) -> Option<ErrataDoubt> {
        let tree = self.reader.tree;
        if tree.kind(unit) == Kind::Heading {
            return None;
        }
        let fragment = |atom: UnitId| {
            let node = tree
                .get(atom)
                .filter(|node| !self.base.lives(atom) && node.kind == Kind::Sentence);
            let text = node
                .and_then(|node| node.text(Layer::Restated))
                .map(|wording| wording.text.trim());
            let added = node.is_some_and(|node| {
                !self
                    .reader
                    .analysis
                    .origin(self.reader.section, node.by)
                    .replaces()
            });
            added && text.is_some_and(|text| text.starts_with('…') || text.ends_with('…'))
        };
        let paragraph = tree.path(unit).find(|&u| tree.kind(u) == Kind::Paragraph);
        if paragraph.is_some_and(|paragraph| tree.atoms(paragraph).into_iter().any(fragment)) {
            return Some(ErrataDoubt::Fragment);
        }
        self.open.then_some(ErrataDoubt::Open)
    }

    /// Whether a unit stands in print as it is, and no word of it is held.
    fn untouched(&self, unit: UnitId) -> bool {
        let tree = self.reader.tree;
        let stands = |u: UnitId| {
            tree.get(u).is_some_and(|n| {
                n.by == BASE
                    && n.pending.is_empty()
                    && n.texts
                        .as_ref()
                        .is_none_or(|t| t.restated.is_hole() && t.printed.is_none())
            })
        };
        let all = tree.walk(unit).into_iter().all(|u| {
            stands(u)
                && tree
                    .all_children(u)
                    .iter()
                    .all(|&c| tree.get(c).is_some_and(|n| n.gone.is_none()))
        });
        all && self.base.lives(unit) && self.cutters(unit).is_empty()
    }

    /// The patch that brought a unit, those that brought or changed something in it, and those that only took words out.
    fn authors(&self, unit: UnitId) -> Vec<PatchIx> {
        let tree = self.reader.tree;
        let mut out = Vec::new();
        for node in tree.walk(unit).into_iter().filter_map(|u| tree.get(u)) {
            let wrote = node
                .text(Layer::Restated)
                .into_iter()
                .flat_map(|wording| wording.origins.iter().map(|&(_, by)| by));
            out.extend(
                std::iter::once(node.by)
                    .chain(wrote)
                    .chain(node.pending.iter().copied()),
            );
        }
        out.extend(
            tree.atoms(unit)
                .into_iter()
                .flat_map(|atom| self.reader.cutters(atom)),
        );
        let mut seen = HashSet::new();
        out.retain(|&by| by != BASE && seen.insert(by));
        out
    }

    /// Patches that took words out of an atom and left none of theirs.
    fn cutters(&self, unit: UnitId) -> Vec<PatchIx> {
        let section: &Section = self.reader.section;
        section
            .history(unit, self.reader.view)
            .into_iter()
            .filter(|&ix| section.patch(ix).is_some_and(|p| p.is_instruction()))
            .collect()
    }

    fn line(&mut self, unit: UnitId, mark: ErrataMark, by: Vec<PatchIx>, moved_to: Option<String>) {
        let by = by
            .into_iter()
            .map(|patch| self.reader.analysis.origin(self.reader.section, patch))
            .collect();
        let struck = mark == ErrataMark::StruckOut;
        let (blocks, before) = match &self.since {
            None if struck => (Vec::new(), Vec::new()),
            None => (self.reader.blocks(unit, self.choice), Vec::new()),
            Some(since) if struck => {
                let blocks = if since.tree.lives(unit) {
                    since.blocks(unit, self.choice)
                } else {
                    Vec::new()
                };
                let before = vec![EarlierWording::Gone; blocks.len()];
                (blocks, before)
            }
            Some(since) => {
                let blocks = self.reader.units_with_blocks(unit, self.choice);
                let before = blocks
                    .iter()
                    .map(|(unit, block)| self.before(since.tree, *unit, block))
                    .collect();
                (blocks.into_iter().map(|(_, block)| block).collect(), before)
            }
        };
        let units = match mark {
            ErrataMark::Replaced => self.replaced_in_print(unit),
            ErrataMark::Stands | ErrataMark::Amended | ErrataMark::StruckOut => vec![unit],
            ErrataMark::Inserted => Vec::new(),
        };
        let mut places: Vec<PrintPlace> = units
            .into_iter()
            .filter(|&unit| self.base.lives(unit))
            .map(|unit| self.in_print(unit))
            .collect();
        // only the tail of a sentence takes the place of print
        if let (ErrataMark::Replaced, [PrintPlace::Known(name)], Some(block)) =
            (mark, places.as_mut_slice(), blocks.first())
            && block.text.starts_with('…')
        {
            name.insert_str(0, "end of ");
        }
        let place = if places.is_empty() {
            self.insertion_place(unit)
        } else {
            String::new()
        };
        let doubt = if mark == ErrataMark::Stands {
            self.doubt(unit)
        } else {
            None
        };
        let line = ErrataLine {
            mark,
            action: String::new(),
            by,
            print: String::new(),
            place,
            moved_to,
            blocks,
            before,
        };
        self.pieces.push(ErrataPiece {
            line,
            places,
            doubt,
        });
    }

    /// Adds a unit of the print to the line of the text that replaced it together with others.
    fn replaced_too(&mut self, unit: UnitId, by: PatchIx) {
        let place = self.in_print(unit);
        let origin = self.reader.analysis.origin(self.reader.section, by);
        let same = |piece: &&mut ErrataPiece| piece.line.by.contains(&origin);
        let near = self
            .pieces
            .iter_mut()
            .rev()
            .take_while(|piece| piece.line.mark != ErrataMark::Stands)
            .filter(same);
        // the line that says what is replaced, else the first of those that the same patch brought
        let (replaced, brought): (Vec<&mut ErrataPiece>, Vec<&mut ErrataPiece>) =
            near.partition(|piece| piece.line.mark == ErrataMark::Replaced);
        match replaced.into_iter().next().or(brought
            .into_iter()
            .rfind(|piece| piece.line.mark == ErrataMark::Inserted))
        {
            Some(piece) if piece.places.iter().any(|known| known.holds(&place)) => {}
            Some(piece) => {
                piece.line.mark = ErrataMark::Replaced;
                piece.line.place.clear();
                piece.places.push(place);
            }
            None => {
                let none = String::new;
                let (blocks, before) = Default::default();
                let (mark, by) = (ErrataMark::Replaced, vec![origin]);
                let line = ErrataLine {
                    mark,
                    action: none(),
                    by,
                    print: none(),
                    place: none(),
                    moved_to: None,
                    blocks,
                    before,
                };
                self.pieces.push(ErrataPiece {
                    line,
                    places: vec![place],
                    doubt: None,
                });
            }
        }
    }

    /// Whether a unit that is gone had words at the earlier view, none of which live on in another unit.
    fn lost_words(&self, unit: UnitId) -> bool {
        let Some(since) = self.since.as_ref().filter(|since| since.tree.lives(unit)) else {
            return false;
        };
        let mut atoms = since.tree.atoms(unit).into_iter();
        since
            .tree
            .plain_unlabelled(unit, Layer::Restated)
            .chars()
            .any(char::is_alphanumeric)
            && !atoms.any(|atom| self.reader.tree.lives(atom))
    }

    /// How an atom or gap read at the earlier view, in the same wording where that is held there.
    fn before(&self, since: &Tree, unit: UnitId, block: &ClauseBlock) -> EarlierWording {
        if !since.lives(unit) {
            return EarlierWording::New;
        }
        let text = |tree: &Tree, layer| {
            tree.get(unit)
                .and_then(|node| node.text(layer))
                .filter(|w| !w.is_hole())
                .map(|w| w.text.to_string())
        };
        let printed =
            block.wording == WordingKind::Printed && text(since, Layer::Printed).is_some();
        let layer = if printed {
            Layer::Printed
        } else {
            Layer::Restated
        };
        // printed words are not compared with restated ones
        let alike = printed || block.wording != WordingKind::Printed;
        let holder = self
            .reader
            .tree
            .get(unit)
            .and_then(|node| node.parent)
            .filter(|_| block.first);
        match (text(since, layer), text(self.reader.tree, layer)) {
            (before, now) if before == now => {
                match holder.filter(|&holder| relabelled(since, self.reader.tree, holder)) {
                    Some(holder) if since.lives(holder) => {
                        EarlierWording::Label(label_of(since, holder))
                    }
                    Some(_) | None => EarlierWording::Same,
                }
            }
            (Some(before), _) if alike => EarlierWording::Read(before),
            (Some(_) | None, _) => EarlierWording::New,
        }
    }

    /// What a brought unit takes the place of in print: the targets of the edit that brings it. Where as many units come as go, each
    /// takes the place of its own; otherwise the first takes that of all.
    fn replaced_in_print(&self, unit: UnitId) -> Vec<UnitId> {
        let by = self.reader.tree.get(unit).map_or(BASE, |node| node.by);
        let lowered = self
            .reader
            .section
            .lowered
            .get(by.0 as usize)
            .and_then(Option::as_ref);
        let brought = lowered
            .into_iter()
            .flat_map(|lowered| &lowered.edits)
            .find_map(|edit| match edit {
                Edit::Split {
                    paragraph, targets, ..
                } if *paragraph == unit => Some(&targets[..]),
                Edit::Replace { targets, with } | Edit::Split { targets, with, .. } => {
                    let at = with.roots.iter().position(|&root| root == unit)?;
                    let split = matches!(edit, Edit::Split { .. });
                    Some(match at {
                        _ if !split && targets.len() == with.roots.len() => &targets[at..=at],
                        0 if !split => &targets[..],
                        _ => &[],
                    })
                }
                _ => None,
            });
        let printed = brought
            .unwrap_or(std::slice::from_ref(&unit))
            .iter()
            .copied();
        printed
            .filter(|&u| self.base.lives(u) && !self.base.kind(u).is_gap())
            .collect()
    }

    /// Where in print a unit is put in that is not in print: by the nearest printed unit before or after it that can be named.
    fn insertion_place(&self, unit: UnitId) -> String {
        let tree = self.reader.tree;
        let Some((parent, at)) = tree.place(unit) else {
            return String::new();
        };
        if self.base.lives(unit) {
            return format!("after {}", op::named(self.base, unit));
        }
        let (before, after) = tree.all_children(parent).split_at(at);
        let before = before.iter().rev().copied().find(|&u| self.base.lives(u));
        let after = after.iter().copied().find(|&u| self.base.lives(u));
        if before.is_none() && after.is_none() && !self.base.lives(parent) {
            return self.insertion_place(parent);
        }
        let named = |u: UnitId| match self.in_print(u) {
            _ if op::is_excerpt(self.base, u) => {
                let words = self.base.plain(u, Layer::Restated);
                Some(format!(
                    "\"{}\"",
                    words.trim_matches(|c: char| c == '…' || c.is_whitespace())
                ))
            }
            PrintPlace::Known(name) => Some(name),
            PrintPlace::Other { .. } => None,
        };
        let end = || match self.in_print(parent) {
            _ if parent == tree.root => "at the end".to_owned(),
            PrintPlace::Known(name) => format!("at the end of {name}"),
            PrintPlace::Other { .. } => "at the end of its paragraph".to_owned(),
        };
        match (before.map(named), after.map(named)) {
            (Some(_), _) if before == self.base.heading() => "after the heading".to_owned(),
            (Some(Some(before)), _) => format!("after {before}"),
            (_, Some(Some(after))) => format!("before {after}"),
            (None, Some(None)) if parent == tree.root => "at the beginning".to_owned(),
            (None, Some(None)) => format!(
                "at the beginning of {}",
                named(parent).unwrap_or_else(|| "its paragraph".to_owned())
            ),
            (Some(None) | None, None) => end(),
            // between open runs
            (Some(None), Some(None)) => String::new(),
        }
    }

    /// The unit in the print's numbering, as far as that can be proved.
    fn in_print(&self, unit: UnitId) -> PrintPlace {
        if self.base.kind(unit).is_gap() {
            let sure = self.base.get(unit).is_some_and(|node| node.at_least > 0);
            return PrintPlace::Other { sure };
        }
        match self.base.get(unit) {
            _ if op::is_excerpt(self.base, unit) => {
                let holder = self
                    .base
                    .get(unit)
                    .and_then(|node| node.parent)
                    .map_or_else(String::new, |holder| op::named(self.base, holder));
                PrintPlace::Known(format!("words of {holder}"))
            }
            Some(node)
                if node.kind == Kind::Sentence
                    && op::ordinal(self.base, node.parent.unwrap_or(unit), unit).is_none() =>
            {
                PrintPlace::Other { sure: true }
            }
            Some(node)
                if node.floating && node.label.is_none() && !self.base.kind(unit).is_atom() =>
            {
                PrintPlace::Other { sure: true }
            }
            _ => PrintPlace::Known(op::named(self.base, unit)),
        }
    }
}

/// A place in print.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PrintPlace {
    /// It can be named: `paragraph 1, bullet 3`.
    Known(String),
    /// An open run, or a unit whose place is not known; `sure` where there is such text.
    Other { sure: bool },
}

impl PrintPlace {
    fn name(&self) -> Option<&str> {
        match self {
            Self::Known(name) => Some(name),
            Self::Other { .. } => None,
        }
    }

    /// Whether it is `other` or holds it.
    fn holds(&self, other: &Self) -> bool {
        let rest = self
            .name()
            .and_then(|name| other.name()?.strip_prefix(name));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(", "))
    }
}

/// Runs of pieces that stand and of which nothing is held become one, and every piece says its places.
fn merge(pieces: Vec<ErrataPiece>) -> Vec<ErrataLine> {
    let silent = |line: &ErrataLine| {
        line.mark == ErrataMark::Stands && line.blocks.iter().all(|block| block.text == "…")
    };
    let mut out: Vec<(ErrataPiece, bool)> = Vec::new();
    for piece in pieces {
        match out.last_mut() {
            Some((last, run))
                if silent(&last.line) && silent(&piece.line) && last.doubt == piece.doubt =>
            {
                last.places.extend(piece.places);
                last.line.blocks.truncate(1);
                last.line.before.truncate(1);
                *run = true;
            }
            Some(_) | None => out.push((piece, false)),
        }
    }
    let line = |(
        ErrataPiece {
            line,
            places,
            doubt,
        },
        run,
    ): (ErrataPiece, bool)| {
        let action = action(line.mark, &line.by, doubt);
        ErrataLine {
            print: names(&places, run),
            action,
            ..line
        }
    };
    out.into_iter().map(line).collect()
}

/// Names places together: `sentence 1 to sentence 6 and any other text` for a run, `paragraph 1, sentence 4 and sentence 5` otherwise.
/// Other text is what no line of the section names.
fn names(places: &[PrintPlace], run: bool) -> String {
    let known: Vec<&str> = places.iter().filter_map(PrintPlace::name).collect();
    let mut parts: Vec<String> = match known.as_slice() {
        [first, .., last] if run => vec![format!("{first} to {last}")],
        [first, more @ ..] => {
            let above = first.rfind(", ").map_or("", |at| &first[..at + ", ".len()]);
            let more = more
                .iter()
                .map(|name| name.strip_prefix(above).unwrap_or(name));
            std::iter::once(*first)
                .chain(more)
                .map(str::to_owned)
                .collect()
        }
        [] => Vec::new(),
    };
    if places.contains(&PrintPlace::Other { sure: true }) {
        parts.push("other text".to_owned());
    } else if places.contains(&PrintPlace::Other { sure: false }) {
        parts.push("any other text".to_owned());
    }
    parts.join(" and ")
}
