//! A clause as it is shown: its blocks with their wording and provenance, and everything that bears on it.

use super::{Ancestor, Number, Query, World, unit_id};
use crate::{
    model::{BASE, Kind, PatchIx, Tree, UnitId, Wording},
    op::Edit,
    resolve::{Corpus, Section, View, is_described, is_note},
    syntax::{Command, CommentaryKind, Inserted, Layer, MarkKind},
};
use serde::Serialize;

/// Which wording is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WordingChoice {
    /// The print where it is held, the restatement beside it.
    #[default]
    Both,
    /// The print alone.
    Printed,
    /// The restatement alone.
    Restated,
}

/// Which wording a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum WordingKind {
    /// The words in print.
    Printed,
    /// This project's words.
    Restated,
    /// No wording is held.
    None,
}

/// How a clause stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClauseState {
    /// It is part of the text.
    InForce,
    /// It was taken out.
    Deleted,
    /// It was taken out and lives on elsewhere.
    Moved,
    /// It is part of the text, and no word of it is held.
    NotHeld,
    /// It comes later.
    NotYet,
    /// A later document restores it to an edition after this one: whether it stood here is not known.
    Unknown,
}

/// Who made what: a patch, or the base text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// Document and number: `dbm-3.1:48`; the document alone for base texts and books.
    pub patch: String,
    /// The document.
    pub document: String,
    /// Its title.
    pub title: String,
    /// A short form of the title: `3.1 sheet`.
    pub short: String,
    /// The number or numbers of the instruction in its document.
    pub n: Option<String>,
    /// The edition in which it takes effect.
    pub edition: String,
    /// When it was published.
    pub date: Option<String>,
    /// The same for people.
    pub date_text: Option<String>,
    /// The printed page that it names.
    pub page: Option<String>,
    /// The instruction, as the rules file gives it.
    pub address: Option<String>,
    /// What it did, in one word: `replaced`.
    pub verb: String,
}

/// Who wrote which bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Provenance {
    /// First byte of the block's text.
    pub start: usize,
    /// Behind the last byte.
    pub end: usize,
    /// Who.
    #[serde(flatten)]
    pub origin: Origin,
}

/// A marked part of a block's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Marked {
    /// First byte.
    pub start: usize,
    /// Behind the last byte.
    pub end: usize,
    /// `fact`, `term`, `link`, `url`, `strong`, `emphasis`, `strike`, `hole`.
    pub kind: &'static str,
    /// The fact, term, clause or address.
    pub target: Option<String>,
}

/// A sentence, heading, cell or run of what is not held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Block {
    /// Its id: stable through renumbering.
    pub id: String,
    /// `heading`, `sentence`, `cell`, `more` (an open run of which nothing is held).
    pub kind: &'static str,
    /// The unit that holds it: `paragraph`, `bullet`, `row`.
    pub inside: &'static str,
    /// How deep in bullets it stands: 0 in a paragraph, 1 in a bullet.
    pub depth: usize,
    /// Whether it is the first of the unit that holds it.
    pub first: bool,
    /// The label of the bullet, paragraph or row, on its first block; the column's for a cell.
    pub label: Option<String>,
    /// The label of the row, for a cell.
    pub row: Option<String>,
    /// The leading wording.
    pub text: String,
    /// Which it is.
    pub wording: WordingKind,
    /// The restatement beside a printed text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restated: Option<String>,
    /// Whether all of its words are held.
    pub held: bool,
    /// Who wrote which bytes of `text`.
    pub provenance: Vec<Provenance>,
    /// Facts, links and terms in `text`.
    pub marks: Vec<Marked>,
    /// Patches whose change of words waits for wording that is not held.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pending: Vec<Origin>,
    /// Patches that took words out and left none of their own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cut: Vec<Origin>,
}

/// A clarification that bears on a clause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Clarification {
    /// Its id, or document and number.
    pub id: String,
    /// Its document.
    pub document: String,
    /// Its number.
    pub n: Option<String>,
    /// Where it stands.
    pub state: crate::resolve::RulingState,
    /// Why.
    pub reason: String,
    /// `interprets`, `restricts`, `extends`, `example`, `procedure`.
    pub relation: String,
    /// What it says.
    pub text: String,
    /// The units that it interprets.
    pub units: Vec<String>,
}

/// Two patches that say different things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConflictCard {
    /// The unit.
    pub id: String,
    /// The sides.
    pub sides: Vec<ConflictSide>,
}

/// One side of a conflict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConflictSide {
    /// Whose.
    #[serde(flatten)]
    pub origin: Origin,
    /// How the unit would read.
    pub text: String,
}

/// Words that stand beside a clause: a recorded contradiction, a declared deviation, a note, an open instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Remark {
    /// With whose patch it stands.
    #[serde(flatten)]
    pub origin: Origin,
    /// What it says.
    pub text: String,
}

/// An earlier or withdrawn reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Earlier {
    /// The editions in which it held: `3.1–3.3`.
    pub editions: String,
    /// Until when, for a withdrawn one: `March 2023`.
    pub until: Option<String>,
    /// How it read.
    pub text: String,
}

/// A clause at a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Clause {
    /// Its id, with its ruleset: `dbm/terrain.defender.ww`.
    pub id: String,
    /// The heading of its section.
    pub heading: String,
    /// Headings and labels from the outermost section to it.
    pub path: Vec<String>,
    /// The printed page.
    pub page: Option<String>,
    /// Whether the page is inferred.
    pub page_inferred: bool,
    /// How it stands.
    pub state: ClauseState,
    /// Who took it out, or brings it later.
    pub state_by: Option<Origin>,
    /// Where it lives on.
    pub moved_to: Option<String>,
    /// Its text.
    pub blocks: Vec<Block>,
    /// Sections that are part of it.
    pub children: Vec<String>,
    /// Rulings on it.
    pub clarifications: Vec<Clarification>,
    /// What its patches disagree on.
    pub conflicts: Vec<ConflictCard>,
    /// Recorded contradictions of the sources.
    pub contradictions: Vec<Remark>,
    /// Declared deviations of the encoding from the print.
    pub deviations: Vec<Remark>,
    /// Notes by the authors of amendments.
    pub notes: Vec<Remark>,
    /// Instructions that give neither words nor place: nothing was changed.
    pub open: Vec<Remark>,
    /// Changes that were withdrawn: whose, and by whom.
    pub withdrawn: Vec<Withdrawn>,
    /// Earlier readings, newest first.
    pub earlier: Vec<Earlier>,
    /// The units that it came out of.
    pub lineage: Vec<Ancestor>,
    /// The numbers that it bears in the editions, where they differ.
    pub numbering: Vec<Number>,
}

/// A change that was taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Withdrawn {
    /// The change.
    pub change: Origin,
    /// What took it back.
    pub by: Origin,
}

/// An answer about clauses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Card {
    /// The version of this shape: 1.
    pub version: u32,
    /// The question.
    pub query: Query,
    /// What must be said along with the answer.
    pub notices: Vec<String>,
    /// The clauses.
    pub clauses: Vec<Clause>,
}

impl World {
    /// The card of a unit of a section. `unit` none: the whole section.
    pub fn card(&self, corpus: &Corpus, section: &Section, unit: Option<UnitId>, view: &View, choice: WordingChoice) -> Card {
        let clause = self.clause(corpus, section, unit, view, choice);
        Card { version: 1, query: Query::of(&corpus.ruleset, view), notices: self.notices(&corpus.ruleset, view), clauses: vec![clause] }
    }

    /// A clause at a view.
    pub fn clause(&self, corpus: &Corpus, section: &Section, unit: Option<UnitId>, view: &View, choice: WordingChoice) -> Clause {
        let tree = section.version(view);
        let root = tree.root;
        let unit = unit.unwrap_or(root);
        let reader = Reader { world: self, corpus, section, view, tree: &tree };
        let (state, state_by, moved_to) = reader.state(unit);
        let blocks = reader.blocks(unit, choice);
        let info = corpus.info(&section.id).unwrap_or_default();
        let heading = tree.heading().map(|unit| tree.plain(unit, Layer::Restated)).unwrap_or_else(|| info.heading.clone());
        let children = corpus.outline().iter().filter(|id| corpus.info(id).and_then(|info| info.within).as_deref() == Some(&section.id));
        let children = children.filter(|_| unit == root).map(|id| format!("{}/{id}", corpus.ruleset.key)).collect();
        let mut acting = reader.acting(unit);
        acting.extend(reader.entries(unit, is_note));
        Clause {
            id: format!("{}/{}", corpus.ruleset.key, unit_id(section, &tree, unit)),
            path: reader.path(unit, &heading, info.within.as_deref()),
            heading,
            page: info.page,
            page_inferred: info.page_inferred,
            state,
            state_by,
            moved_to,
            blocks,
            children,
            clarifications: reader.clarifications(unit),
            conflicts: reader.conflicts(unit),
            contradictions: reader.remarks(&acting, CommentaryKind::Contradiction).into_iter().chain(reader.differences(unit)).collect(),
            deviations: reader.remarks(&acting, CommentaryKind::Deviation),
            notes: reader.notes(unit),
            open: reader.open(unit),
            withdrawn: reader.withdrawn(unit),
            earlier: reader.earlier(unit),
            lineage: reader.ancestors(unit),
            numbering: reader.numbering(unit),
        }
    }

    /// Who a patch of a section is.
    pub fn origin(&self, section: &Section, patch: PatchIx) -> Origin {
        let ruleset = section.ruleset();
        let Some(patch) = section.patch(patch) else { return Origin::nobody() };
        let document = ruleset.documents.get(&*patch.document);
        let dated = document.map(|_| patch.known).filter(|date| !date.is_undated());
        let numbers = patch.numbers();
        let n = (!numbers.is_empty()).then(|| numbers.join(","));
        let own = numbers.first().cloned();
        let name = match &own {
            Some(n) if n.contains(':') => n.clone(),
            Some(n) => format!("{}:{n}", patch.document),
            None => patch.document.to_string(),
        };
        let address = patch.entry().and_then(|entry| Some(entry.heading_span.of(&self.source(patch.file.source)?.text).trim().to_owned()));
        Origin {
            patch: name,
            document: patch.document.to_string(),
            title: document.map_or_else(|| patch.document.to_string(), |d| d.title.clone()),
            short: document.map_or_else(|| patch.document.to_string(), |d| d.short.clone()),
            n,
            edition: ruleset.edition_id(patch.edition).to_owned(),
            date: dated.map(|date| date.iso()),
            date_text: dated.map(|date| date.to_string()),
            page: patch.page().map(str::to_owned),
            address,
            verb: verb(patch.entry().and_then(|entry| entry.command.as_ref())).to_owned(),
        }
    }
}

impl Origin {
    fn nobody() -> Self {
        let none = String::new;
        Self {
            patch: none(),
            document: none(),
            title: none(),
            short: none(),
            n: None,
            edition: none(),
            date: None,
            date_text: None,
            page: None,
            address: None,
            verb: none(),
        }
    }
}

fn verb(command: Option<&Command>) -> &'static str {
    match command {
        None => "printed",
        Some(Command::Replace { .. } | Command::ReplacePhrase { .. }) => "replaced",
        Some(Command::Delete { .. }) => "deleted",
        Some(Command::Insert { what: Inserted::Words(_), .. }) => "words inserted",
        Some(Command::Insert { .. }) => "inserted",
        Some(Command::Add { .. }) => "added",
        Some(Command::SetValues | Command::SetEntries) => "set",
        Some(Command::Substitute { .. }) => "words substituted",
        Some(Command::Withdraw { .. }) => "withdrawn",
        Some(Command::Note { .. }) => "noted",
        Some(Command::Clarify { .. }) => "clarified",
    }
}

/// What a card is read from.
pub(super) struct Reader<'a> {
    pub world: &'a World,
    pub corpus: &'a Corpus,
    pub section: &'a Section,
    pub view: &'a View,
    pub tree: &'a Tree,
}

impl Reader<'_> {
    fn origin(&self, patch: PatchIx) -> Origin {
        self.world.origin(self.section, patch)
    }

    /// How a unit stands, who is to blame for that, and where it lives on.
    pub(super) fn state(&self, unit: UnitId) -> (ClauseState, Option<Origin>, Option<String>) {
        if self.tree.lives(unit) {
            let held =
                self.tree.walk(unit).into_iter().any(|u| self.tree.kind(u) != Kind::Heading && self.tree.get(u).is_some_and(has_words));
            let empty = self.tree.children(unit).next().is_none() && !self.tree.kind(unit).is_atom();
            let state = if held || empty { ClauseState::InForce } else { ClauseState::NotHeld };
            return (state, None, None);
        }
        let gone = self.tree.path(unit).find_map(|u| self.tree.get(u)?.gone.clone());
        if let Some(gone) = gone.filter(|_| self.tree.exists) {
            let state = if gone.moved_to.is_some() { ClauseState::Moved } else { ClauseState::Deleted };
            return (state, Some(self.origin(gone.by)), gone.moved_to.clone());
        }
        // born later: by whom?
        let all = View { as_of: jiff::civil::Date::MAX, ..self.view.clone() };
        let newest = (0..self.corpus.ruleset.editions.len() as u16).map(crate::model::EditionIx).rev();
        for edition in newest {
            let steps = self.section.steps(&all.at(edition));
            let Some(pair) = steps.windows(2).find(|pair| !pair[0].tree.lives(unit) && pair[1].tree.lives(unit)) else { continue };
            let by = pair[1].tree.get(unit).map_or(BASE, |node| node.by);
            let patch = self.section.patch(by);
            let retroactive = patch.is_some_and(|p| p.own_edition > p.edition && self.view.edition < p.edition && self.view.sees(p));
            return (if retroactive { ClauseState::Unknown } else { ClauseState::NotYet }, Some(self.origin(by)), None);
        }
        (ClauseState::NotYet, None, None)
    }

    fn path(&self, unit: UnitId, heading: &str, within: Option<&str>) -> Vec<String> {
        let mut path: Vec<String> = within.and_then(|id| self.corpus.info(id)).map(|info| info.heading).into_iter().collect();
        path.push(heading.to_owned());
        let mut inner: Vec<UnitId> = self.tree.path(unit).filter(|&u| u != self.tree.root).collect();
        inner.reverse();
        let label = |&u: &UnitId| {
            let node = self.tree.get(u)?;
            node.label.as_deref().filter(|_| node.kind != Kind::Cell).map(|l| l.trim_end_matches(['.', ':']).to_owned())
        };
        path.extend(inner.iter().filter_map(label));
        path
    }

    /// The blocks of a unit, in the order of the text.
    pub(super) fn blocks(&self, unit: UnitId, choice: WordingChoice) -> Vec<Block> {
        let hidden = self.before_revision();
        self.tree.walk(unit).into_iter().filter_map(|u| self.block(u, choice, &hidden)).collect()
    }

    /// Atoms that a document in force changes, of whose first wording nothing is held.
    fn before_revision(&self) -> Vec<UnitId> {
        let line = self.corpus.ruleset.line(self.view.edition);
        let documents = self.corpus.ruleset.documents.values().filter(|d| line.contains(&d.edition));
        let revised = documents
            .filter_map(|d| d.revised.filter(|r| d.published.counts_from() <= self.view.as_of && self.view.as_of < r.counts_from()));
        let mut out = Vec::new();
        for day in revised {
            let later = self.section.version(&View { as_of: day.counts_from(), ..self.view.clone() });
            let text = |tree: &Tree, u| tree.get(u).and_then(|n| n.text(Layer::Restated)).map(|w| w.text.clone());
            out.extend(self.tree.atoms(self.tree.root).into_iter().filter(|&u| !later.lives(u) || text(&later, u) != text(self.tree, u)));
        }
        out
    }

    fn block(&self, unit: UnitId, choice: WordingChoice, hidden: &[UnitId]) -> Option<Block> {
        let node = self.tree.get(unit)?;
        if !node.kind.is_atom() && !node.kind.is_gap() {
            return None;
        }
        let holder = node.parent?;
        let holder_node = self.tree.get(holder)?;
        let depth = self.tree.path(unit).filter(|&u| self.tree.kind(u) == Kind::Bullet).count();
        let first = self.tree.children(holder).next() == Some(unit);
        let cell = node.kind == Kind::Cell;
        let label = if cell { node.label.clone() } else { holder_node.label.clone().filter(|_| first) };
        let (leading, beside) = match choice {
            WordingChoice::Both => match node.text(Layer::Printed) {
                Some(printed) => (Some((WordingKind::Printed, printed)), node.text(Layer::Restated)),
                None => (node.text(Layer::Restated).map(|w| (WordingKind::Restated, w)), None),
            },
            WordingChoice::Printed => (node.text(Layer::Printed).map(|w| (WordingKind::Printed, w)), None),
            WordingChoice::Restated => (node.text(Layer::Restated).map(|w| (WordingKind::Restated, w)), None),
        };
        let leading = leading.filter(|_| !hidden.contains(&unit));
        let words = leading.filter(|(_, wording)| !wording.is_hole());
        let pending: Vec<PatchIx> = if first || node.kind.is_atom() { self.pending(unit, holder, first) } else { Vec::new() };
        Some(Block {
            id: format!("{}/{}", self.corpus.ruleset.key, unit_id(self.section, self.tree, unit)),
            kind: if node.kind.is_gap() { "more" } else { node.kind.name() },
            inside: holder_node.kind.name(),
            depth,
            first,
            label: label.map(|l| l.to_string()),
            row: if cell { holder_node.label.as_ref().map(|l| l.to_string()) } else { None },
            text: words.map_or_else(|| "…".to_owned(), |(_, wording)| wording.text.to_string()),
            wording: words.map_or(WordingKind::None, |(kind, _)| kind),
            restated: beside.filter(|w| !w.is_hole()).map(|wording| wording.text.to_string()),
            held: words.is_some_and(|(_, wording)| !wording.has_hole()),
            provenance: words.map(|(_, wording)| self.provenance(wording)).unwrap_or_else(|| self.unheld(node.by)),
            marks: words.map(|(_, wording)| marks(wording)).unwrap_or_default(),
            cut: self.cutters(unit).into_iter().filter(|patch| !pending.contains(patch)).map(|patch| self.origin(patch)).collect(),
            pending: pending.into_iter().map(|patch| self.origin(patch)).collect(),
        })
    }

    /// Patches that took words out of an atom and left none of theirs, since it was last replaced as a whole.
    fn cutters(&self, unit: UnitId) -> Vec<PatchIx> {
        if !self.tree.kind(unit).is_atom() {
            return Vec::new();
        }
        let mut out: Vec<PatchIx> = Vec::new();
        for pair in self.section.steps(self.view).windows(2) {
            let (Some(before), Some(after)) = (pair[0].tree.get(unit), pair[1].tree.get(unit)) else { continue };
            if before.by != after.by {
                out.clear();
            } else if before.text(Layer::Restated).map(|w| &w.text) != after.text(Layer::Restated).map(|w| &w.text) {
                out.extend(pair[1].patches.iter().filter(|&&patch| self.section.touches(patch, unit, &pair[0].tree, &pair[1].tree)));
            }
        }
        let left = self.tree.get(unit).and_then(|node| node.text(Layer::Restated));
        out.retain(|patch| left.is_none_or(|wording| wording.origins.iter().all(|(_, by)| by != patch)));
        out
    }

    /// Phrase edits that wait on an atom, or (told on its first one) on the unit that holds it.
    fn pending(&self, unit: UnitId, holder: UnitId, first: bool) -> Vec<PatchIx> {
        let own = |u: UnitId| self.tree.get(u).map(|n| n.pending.clone()).unwrap_or_default();
        let mut out = own(unit);
        if first {
            out.extend(own(holder));
        }
        if first && self.tree.kind(unit) == Kind::Heading {
            out.extend(own(self.tree.root));
        }
        out
    }

    fn provenance(&self, wording: &Wording) -> Vec<Provenance> {
        wording.runs().map(|(span, patch)| Provenance { start: span.start, end: span.end, origin: self.origin(patch) }).collect()
    }

    fn unheld(&self, by: PatchIx) -> Vec<Provenance> {
        vec![Provenance { start: 0, end: '…'.len_utf8(), origin: self.origin(by) }]
    }

    /// The patches that made the unit what it is.
    pub(super) fn acting(&self, unit: UnitId) -> Vec<PatchIx> {
        let mut out = self.section.history(unit, self.view);
        out.insert(0, BASE);
        out
    }

    fn clarifications(&self, unit: UnitId) -> Vec<Clarification> {
        let near = |u: UnitId| self.tree.holds(unit, u) || self.tree.holds(u, unit);
        let rulings =
            self.section.rulings(self.view).into_iter().filter(|ruling| unit == self.tree.root || ruling.units.iter().any(|&u| near(u)));
        let card = |ruling: crate::resolve::Ruling| {
            let patch = self.section.patch(ruling.patch)?;
            let entry = patch.entry()?;
            let origin = self.origin(ruling.patch);
            Some(Clarification {
                id: entry.attrs.id.as_ref().map_or_else(|| origin.patch.clone(), |id| id.value.clone()),
                document: origin.document,
                n: origin.n,
                state: ruling.state,
                reason: ruling.reason,
                relation: entry.attrs.get("relation").map_or_else(|| "interprets".to_owned(), |r| r.value.clone()),
                text: payload_text(&entry.payload),
                units: ruling.units.iter().map(|&u| unit_id(self.section, self.tree, u)).collect(),
            })
        };
        rulings.filter_map(card).collect()
    }

    fn conflicts(&self, unit: UnitId) -> Vec<ConflictCard> {
        let held = self.tree.walk(unit).into_iter().chain(self.tree.path(unit).skip(1));
        held.filter_map(|u| {
            let conflict = self.tree.get(u)?.conflict.clone()?;
            let sides = conflict
                .sides
                .iter()
                .map(|side| ConflictSide { origin: self.origin(side.patch), text: side.tree.plain(u, Layer::Restated) })
                .collect();
            Some(ConflictCard { id: unit_id(self.section, self.tree, u), sides })
        })
        .collect()
    }

    fn remarks(&self, patches: &[PatchIx], kind: CommentaryKind) -> Vec<Remark> {
        let of = |&ix: &PatchIx| {
            let commentary = self.section.patch(ix).map(|patch| patch.commentary().to_vec()).unwrap_or_default();
            let remark = move |text: String| Remark { origin: self.origin(ix), text };
            commentary.into_iter().filter(move |c| c.kind == kind).map(move |c| remark(c.text.text.to_string()))
        };
        patches.iter().flat_map(of).collect()
    }

    /// Held texts that disagree with the sheets.
    fn differences(&self, unit: UnitId) -> Vec<Remark> {
        let line = self.corpus.ruleset.line(self.view.edition);
        let here = self.section.differences.iter().filter(|d| self.tree.holds(unit, d.unit) && line.contains(&d.edition));
        here.map(|d| {
            let name = self
                .tree
                .cell_labels(d.unit)
                .map_or_else(|| unit_id(self.section, self.tree, d.unit), |(row, column)| format!("{row}({column})"));
            let edition = self.corpus.ruleset.edition_id(d.edition);
            Remark {
                origin: self.origin(d.book),
                text: format!("{name}: {} here, {} by the sheets at {edition}; the sheet counts", d.held, d.ours),
            }
        })
        .collect()
    }

    fn entries(&self, unit: UnitId, wanted: fn(&crate::model::Patch) -> bool) -> Vec<PatchIx> {
        let near =
            |u: UnitId| unit == self.tree.root || self.tree.holds(unit, u) || self.tree.path(unit).any(|p| p == u && p != self.tree.root);
        let line = self.corpus.ruleset.line(self.view.edition);
        let counts = |at: &usize| {
            let patch = &self.section.patches[*at];
            wanted(patch)
                && self.view.sees(patch)
                && line.contains(&patch.edition)
                && self.section.lowered[*at].as_ref().is_some_and(|l| l.reached.iter().any(|&u| near(u)))
        };
        (0..self.section.lowered.len()).filter(counts).map(|at| PatchIx(at as u32)).collect()
    }

    fn notes(&self, unit: UnitId) -> Vec<Remark> {
        let text = |ix: PatchIx| self.section.patch(ix).map(|patch| payload_text(patch.blocks())).unwrap_or_default();
        self.entries(unit, is_note).into_iter().map(|ix| Remark { origin: self.origin(ix), text: text(ix) }).collect()
    }

    fn open(&self, unit: UnitId) -> Vec<Remark> {
        let open = self.entries(unit, is_described).into_iter();
        open.map(|ix| {
            let origin = self.origin(ix);
            Remark { text: origin.address.clone().unwrap_or_default(), origin }
        })
        .collect()
    }

    fn withdrawn(&self, unit: UnitId) -> Vec<Withdrawn> {
        let hit = self.section.withdrawals.iter().filter(|(by, _)| self.section.patch(*by).is_some_and(|p| self.view.sees(p)));
        let near = |u: UnitId| self.tree.holds(unit, u) || self.tree.holds(u, unit);
        hit.flat_map(|(by, patches)| patches.iter().map(move |patch| (*by, *patch)))
            .filter(|(_, patch)| {
                self.section.lowered[patch.0 as usize].as_ref().is_some_and(|l| l.reached.iter().chain(&l.results).any(|&u| near(u)))
            })
            .map(|(by, patch)| Withdrawn { change: self.origin(patch), by: self.origin(by) })
            .collect()
    }

    /// Readings of a clause in the editions before, and withdrawn ones, newest first. For small units only: a whole section has its
    /// history in the log.
    fn earlier(&self, unit: UnitId) -> Vec<Earlier> {
        if unit == self.tree.root || !self.tree.lives(unit) {
            return Vec::new();
        }
        let ruleset = &self.corpus.ruleset;
        let now = self.tree.plain(unit, Layer::Restated);
        let mut out: Vec<Earlier> = Vec::new();
        for (by, hit) in &self.section.withdrawals {
            let Some(date) = self.section.patch(*by).filter(|p| self.view.sees(p)).map(|p| p.known) else { continue };
            let before = View { as_of: crate::resolve::day_before(date.counts_from()), ..self.view.clone() };
            let text = self.section.version(&before).plain(unit, Layer::Restated);
            let edition = hit.first().and_then(|p| self.section.patch(*p)).map_or(self.view.edition, |p| p.edition);
            if text != now && self.view.edition >= edition {
                out.push(Earlier { editions: ruleset.edition_id(edition).to_owned(), until: Some(date.to_string()), text });
            }
        }
        let mut last: Option<(String, String, String)> = None;
        for edition in ruleset.line(self.view.edition).into_iter().rev() {
            let tree = self.section.version(&self.view.at(edition));
            let text = if tree.lives(unit) { tree.plain(unit, Layer::Restated) } else { String::new() };
            let id = ruleset.edition_id(edition).to_owned();
            match &mut last {
                Some((_, from, known)) if *known == text => *from = id,
                Some(_) | None => {
                    let done = last.replace((id.clone(), id, text));
                    out.extend(done.filter(|(_, _, text)| *text != now && reads(text)).map(reading));
                }
            }
        }
        out.extend(last.filter(|(_, _, text)| *text != now && reads(text)).map(reading));
        out
    }
}

fn reading((to, from, text): (String, String, String)) -> Earlier {
    Earlier { editions: if from == to { to } else { format!("{from}–{to}") }, until: None, text }
}

fn has_words(node: &crate::model::Node) -> bool {
    node.texts.as_ref().is_some_and(|texts| texts.printed.is_some() || texts.restated.text.chars().any(char::is_alphanumeric))
        || node.label.is_some() && node.kind != Kind::Cell
}

fn marks(wording: &Wording) -> Vec<Marked> {
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
        Marked { start: mark.span.start, end: mark.span.end, kind, target: target.map(|target| target.to_string()) }
    };
    wording.marks.iter().map(mark).collect()
}

/// The plain text of a payload.
pub(super) fn payload_text(blocks: &[crate::syntax::Block]) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut stack: Vec<&crate::syntax::Block> = blocks.iter().rev().collect();
    while let Some(block) = stack.pop() {
        if let Some(label) =
            block.label.as_ref().filter(|_| !matches!(block.kind, crate::syntax::BlockKind::Row | crate::syntax::BlockKind::Cell))
        {
            out.push(label.value.to_string());
        }
        out.extend(block.text.as_ref().map(|text| text.text.to_string()));
        stack.extend(block.children.iter().rev());
    }
    out.join(" ")
}

/// Whether an edit of a patch is a move.
pub(super) fn moved_to(edit: &Edit) -> Option<&str> {
    match edit {
        Edit::Delete { moved_to, .. } | Edit::Drop { moved_to } => moved_to.as_deref(),
        Edit::Replace { .. } | Edit::Split { .. } | Edit::Insert { .. } | Edit::Phrase { .. } | Edit::Cell(_) | Edit::Create { .. } => None,
    }
}

/// Whether words are held of a reading: more than a label and holes.
fn reads(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
}
