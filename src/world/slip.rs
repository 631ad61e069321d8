//! A printed page as an errata slip: what stands, what was replaced, struck out, inserted.

use super::{
    Origin, Query, World,
    card::{Block, WordingChoice, WordingKind},
    history::{label_of, relabelled},
    reader::Reader,
};
use crate::{
    model::{BASE, Kind, PatchIx, Tree, UnitId},
    op,
    resolve::{Corpus, Section, View},
    syntax::{Layer, Unit},
};
use serde::Serialize;

/// What to do with a piece of the printed page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
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
pub struct SlipLine {
    /// What to do.
    pub mark: Mark,
    /// Whose work it is; nobody's where it stands.
    pub by: Vec<Origin>,
    /// What it is in the print's numbering: `bullet 3`, `paragraph 1, sentence 2`, `2 further bullets`; empty where it is not in print.
    pub print: String,
    /// Where it lives on.
    pub moved_to: Option<String>,
    /// Its text at the edition asked for; where it is struck out and is compared with an earlier view, its text there.
    pub blocks: Vec<Block>,
    /// How each of `blocks` read at the earlier view that it is compared with; empty where none is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<Before>,
}

/// How a block read at an earlier view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Before {
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
pub struct SlipSection {
    /// Its id with the ruleset.
    pub id: String,
    /// Its heading.
    pub heading: String,
    /// Whether its page is inferred.
    pub page_inferred: bool,
    /// Its pieces, in printed order.
    pub lines: Vec<SlipLine>,
    /// Whether nothing touches it.
    pub stands: bool,
}

/// A printed page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Slip {
    /// The version of this shape: 1.
    pub version: u32,
    /// The question.
    pub query: Query,
    /// The page.
    pub page: String,
    /// What must be said along with the answer.
    pub notices: Vec<String>,
    /// The known sections on it, in printed order.
    pub sections: Vec<SlipSection>,
}

impl World {
    /// The printed page `page` as an errata slip.
    pub fn slip(&self, corpus: &Corpus, page: &str, view: &View, choice: WordingChoice) -> Slip {
        let found = corpus.on_page(page).iter().filter_map(|id| corpus.section(id));
        let sections = found.filter_map(|section| self.slip_of(corpus, &section, view, choice)).collect();
        Slip {
            version: 1,
            query: Query::of(&corpus.ruleset, view),
            page: page.to_owned(),
            notices: self.notices(&corpus.ruleset, view),
            sections,
        }
    }

    /// What of a section stands in print and what became of the rest; none where it does not exist at the view.
    pub fn slip_of(&self, corpus: &Corpus, section: &Section, view: &View, choice: WordingChoice) -> Option<SlipSection> {
        let info = corpus.info(&section.id)?;
        let tree = section.version(view);
        if !tree.exists {
            return None;
        }
        let lines = pieces(Reader { world: self, corpus, section, view, tree: &tree }, None, choice);
        let stands = lines.iter().all(|line| line.mark == Mark::Stands);
        let id = format!("{}/{}", corpus.ruleset.key, section.id);
        Some(SlipSection { id, heading: info.heading, page_inferred: info.page_inferred, lines, stands })
    }
}

/// The pieces of a section in printed order. With an earlier view each is compared with it, and what lived there and is gone is a piece too.
pub(super) fn pieces<'a>(reader: Reader<'a>, since: Option<Reader<'a>>, choice: WordingChoice) -> Vec<SlipLine> {
    let root = reader.tree.root;
    let mut slip = Slipper { base: reader.section.base(), reader, since, choice, lines: Vec::new() };
    slip.unit(root);
    merged(slip.lines)
}

struct Slipper<'a> {
    reader: Reader<'a>,
    since: Option<Reader<'a>>,
    base: &'a Tree,
    choice: WordingChoice,
    lines: Vec<SlipLine>,
}

impl Slipper<'_> {
    fn unit(&mut self, unit: UnitId) {
        let tree = self.reader.tree;
        let Some(node) = tree.get(unit) else { return };
        let printed = self.base.exists && self.base.lives(unit);
        if let Some(gone) = &node.gone {
            // what another text took the place of is told there, but for words that are to be compared
            if self.lost_words(unit) || printed && !gone.replaced {
                self.line(unit, Mark::StruckOut, vec![gone.by], gone.moved_to.clone());
            }
            return;
        }
        // a label stands with the first words of its unit
        let holder = node.parent.filter(|&holder| printed && tree.children(holder).next() == Some(unit));
        let relabelled = holder.filter(|&holder| relabelled(self.base, tree, holder)).and_then(|holder| self.reader.relabeller(holder));
        if unit != tree.root && relabelled.is_none() && self.untouched(unit) {
            return self.line(unit, Mark::Stands, Vec::new(), None);
        }
        let brought = (node.by != BASE || !printed) && unit != tree.root;
        if brought {
            let mark = if printed { Mark::Replaced } else { Mark::Inserted };
            // new text may have taken in what stands in print: that is told by itself
            let inner: Vec<UnitId> = tree.walk(unit).into_iter().skip(1).collect();
            let older = |u: &UnitId| self.base.lives(*u) && tree.get(*u).is_some_and(|n| n.by != node.by);
            let struck = tree
                .all_children(unit)
                .iter()
                .any(|u| self.base.lives(*u) && tree.get(*u).is_some_and(|n| n.gone.as_ref().is_some_and(|g| !g.replaced)));
            if !struck && !inner.iter().any(older) {
                return self.line(unit, mark, vec![node.by], None);
            }
        }
        if node.kind.is_atom() {
            let mut authors: Vec<PatchIx> =
                node.text(Layer::Restated).map(|w| w.origins.iter().map(|&(_, by)| by).collect()).unwrap_or_default();
            authors.retain(|&by| self.reader.section.patch(by).is_some_and(|p| p.is_instruction()));
            authors.extend(self.cutters(unit));
            authors.extend(&node.pending);
            authors.extend(relabelled);
            authors.sort();
            authors.dedup();
            let mark = if authors.is_empty() { Mark::Stands } else { Mark::Amended };
            return self.line(unit, mark, authors, None);
        }
        if node.kind.is_gap() {
            let mark = if relabelled.is_none() { Mark::Stands } else { Mark::Amended };
            return self.line(unit, mark, relabelled.into_iter().collect(), None);
        }
        if !node.pending.is_empty() {
            let authors = node.pending.clone();
            return self.line(unit, Mark::Amended, authors, None);
        }
        for &child in tree.all_children(unit) {
            self.unit(child);
        }
    }

    /// Whether a unit stands in print as it is, and no word of it is held.
    fn untouched(&self, unit: UnitId) -> bool {
        let tree = self.reader.tree;
        let stands = |u: UnitId| {
            tree.get(u).is_some_and(|n| {
                n.by == BASE && n.pending.is_empty() && n.texts.as_ref().is_none_or(|t| t.restated.is_hole() && t.printed.is_none())
            })
        };
        let all = tree
            .walk(unit)
            .into_iter()
            .all(|u| stands(u) && tree.all_children(u).iter().all(|&c| tree.get(c).is_some_and(|n| n.gone.is_none())));
        all && self.base.lives(unit) && self.cutters(unit).is_empty()
    }

    /// Patches that took words out of an atom and left none of theirs.
    fn cutters(&self, unit: UnitId) -> Vec<PatchIx> {
        let section: &Section = self.reader.section;
        section.history(unit, self.reader.view).into_iter().filter(|&ix| section.patch(ix).is_some_and(|p| p.is_instruction())).collect()
    }

    fn line(&mut self, unit: UnitId, mark: Mark, by: Vec<PatchIx>, moved_to: Option<String>) {
        let by = by.into_iter().map(|patch| self.reader.world.origin(self.reader.section, patch)).collect();
        let struck = mark == Mark::StruckOut;
        let (blocks, before) = match &self.since {
            None if struck => (Vec::new(), Vec::new()),
            None => (self.reader.blocks(unit, self.choice), Vec::new()),
            Some(since) if struck => {
                let blocks = if since.tree.lives(unit) { since.blocks(unit, self.choice) } else { Vec::new() };
                let before = vec![Before::Gone; blocks.len()];
                (blocks, before)
            }
            Some(since) => {
                let blocks = self.reader.units_with_blocks(unit, self.choice);
                let before = blocks.iter().map(|(unit, block)| self.before(since.tree, *unit, block)).collect();
                (blocks.into_iter().map(|(_, block)| block).collect(), before)
            }
        };
        let print = if self.base.lives(unit) { self.in_print(unit) } else { String::new() };
        self.lines.push(SlipLine { mark, by, print, moved_to, blocks, before });
    }

    /// Whether a unit that is gone had words at the earlier view, none of which live on in another unit.
    fn lost_words(&self, unit: UnitId) -> bool {
        let Some(since) = self.since.as_ref().filter(|since| since.tree.lives(unit)) else { return false };
        let mut atoms = since.tree.atoms(unit).into_iter();
        since.tree.plain_unlabelled(unit, Layer::Restated).chars().any(char::is_alphanumeric)
            && !atoms.any(|atom| self.reader.tree.lives(atom))
    }

    /// How an atom or gap read at the earlier view, in the same wording where that is held there.
    fn before(&self, since: &Tree, unit: UnitId, block: &Block) -> Before {
        if !since.lives(unit) {
            return Before::New;
        }
        let text =
            |tree: &Tree, layer| tree.get(unit).and_then(|node| node.text(layer)).filter(|w| !w.is_hole()).map(|w| w.text.to_string());
        let printed = block.wording == WordingKind::Printed && text(since, Layer::Printed).is_some();
        let layer = if printed { Layer::Printed } else { Layer::Restated };
        // printed words are not compared with restated ones
        let alike = printed || block.wording != WordingKind::Printed;
        let holder = self.reader.tree.get(unit).and_then(|node| node.parent).filter(|_| block.first);
        match (text(since, layer), text(self.reader.tree, layer)) {
            (before, now) if before == now => match holder.filter(|&holder| relabelled(since, self.reader.tree, holder)) {
                Some(holder) if since.lives(holder) => Before::Label(label_of(since, holder)),
                Some(_) | None => Before::Same,
            },
            (Some(before), _) if alike => Before::Read(before),
            (Some(_) | None, _) => Before::New,
        }
    }

    /// The unit in the print's numbering.
    fn in_print(&self, unit: UnitId) -> String {
        let mut parts: Vec<String> = Vec::new();
        let mut path: Vec<UnitId> = self.base.path(unit).filter(|&u| u != self.base.root).collect();
        path.reverse();
        let only_paragraph =
            self.base.children(self.base.root).filter(|&u| matches!(self.base.kind(u), Kind::Paragraph | Kind::MoreParagraphs)).count()
                == 1;
        for u in path {
            let Some(node) = self.base.get(u) else { continue };
            if only_paragraph && node.kind == Kind::Paragraph && u != unit {
                continue;
            }
            let name = node.kind.name();
            let counted = match node.kind {
                Kind::Paragraph => Some(Unit::Paragraph),
                Kind::Sentence => Some(Unit::Sentence),
                Kind::Bullet => Some(Unit::Bullet),
                Kind::Section
                | Kind::Heading
                | Kind::Table
                | Kind::Row
                | Kind::Cell
                | Kind::MoreParagraphs
                | Kind::MoreSentences
                | Kind::MoreBullets => None,
            };
            let label =
                node.label.as_deref().filter(|_| node.kind != Kind::Cell).map(|l| format!("\"{}\"", l.trim_end_matches(['.', ':'])));
            let number = counted.and_then(|unit| {
                let scope = node.parent?;
                op::slots(self.base, scope, unit).iter().position(|&s| s == u).map(|at| (at + 1).to_string())
            });
            parts.push(match label.or(number) {
                Some(which) => format!("{name} {which}"),
                None => name.to_owned(),
            });
        }
        parts.join(", ")
    }
}

/// Runs of pieces that stand and of which nothing is held become one.
fn merged(lines: Vec<SlipLine>) -> Vec<SlipLine> {
    let mut out: Vec<(SlipLine, String)> = Vec::new();
    for line in lines {
        let silent = |line: &SlipLine| line.mark == Mark::Stands && line.blocks.iter().all(|block| block.text == "…");
        match out.last_mut() {
            Some((last, to)) if silent(last) && silent(&line) => *to = line.print,
            Some(_) | None => out.push((line, String::new())),
        }
    }
    let join = |(mut line, to): (SlipLine, String)| {
        if !to.is_empty() {
            line.print = format!("{} to {to}", line.print);
            line.blocks.truncate(1);
            line.before.truncate(1);
        }
        line
    };
    out.into_iter().map(join).collect()
}
