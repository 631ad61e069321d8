use super::compile::{Compiled, DOCUMENT};
use crate::{
    analysis::unit_id,
    model::{Kind as UnitKind, Node, Patch, PatchIx, Tree, UnitId, Wording},
    op::{Fault, FaultKind, label_key},
    resolve::{Section, View},
    syntax::{Command, Layer, instruction},
    text::bare::{alike, bare, likeness},
};
use serde::Serialize;
use std::{collections::BTreeSet, sync::Arc};

/// On which side a difference is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The document changes what nothing held changes.
    DocumentOnly,
    /// What is held changes what the document leaves alone.
    OursOnly,
    /// Both change it, and not alike.
    Differs,
}

impl Kind {
    /// Its name, in answers and in the file of exceptions.
    pub fn name(self) -> &'static str {
        match self {
            Self::DocumentOnly => "document only",
            Self::OursOnly => "ours only",
            Self::Differs => "differs",
        }
    }
}

/// What one side says of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Side {
    /// Its words; `…` where they are not held, none where the unit is not part of the text.
    pub text: Option<String>,
    /// The instructions behind it: `dbm-3.1:48`, or the number in the document.
    pub by: Vec<String>,
    /// What else it does there, in the instruction language: changes of words that wait for wording which is not held.
    pub waits: Vec<String>,
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// On which side.
    pub kind: Kind,
    /// The unit, as it is called at the edition: `rear-support/b3`.
    pub at: String,
    /// The heading of its section.
    pub heading: String,
    /// The printed page of its section.
    pub page: Option<String>,
    /// What the document says.
    pub document: Side,
    /// What is held.
    pub ours: Side,
    /// Why the document's instruction has no effect, where it has none.
    pub unplaced: Option<String>,
}

impl Difference {
    /// Eight letters that change when either wording does.
    pub fn words(&self) -> String {
        // FNV-1a, which is the same in every release: the letters are kept in files
        let mut hash: u32 = 0x811c_9dc5;
        let mut add = |word: &str| {
            for byte in word.bytes().chain(std::iter::once(b'\n')) {
                hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
            }
        };
        for side in [&self.document, &self.ours] {
            bare(side.text.as_deref().unwrap_or("-"))
                .iter()
                .chain(&side.waits)
                .for_each(|word| add(word));
            add("/");
        }
        format!("{hash:08x}")
    }
}

/// What a comparison found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Proof {
    /// How many instructions the document has.
    pub instructions: usize,
    /// How many instructions are held from the older edition up to the one proved.
    pub held: usize,
    /// How many units were changed on both sides and have the same words.
    pub same: usize,
    /// Of those changed on both sides, the units whose printed words are not held, so that only their shape was compared.
    pub unread: Vec<String>,
    /// What differs, in the order of the rules.
    pub differences: Vec<Difference>,
}

/// Compares the edition of `ours` with what the document makes. Where `exact`, the words held are compared whether they are the printed ones or
/// not; else only printed words are.
pub fn prove(compiled: &Compiled, ours: &View, exact: bool) -> Proof {
    let db = &compiled.db;
    let theirs = ours.at(compiled.edition);
    let mut proof = Proof {
        instructions: compiled
            .file
            .places
            .iter()
            .map(|place| place.entries.len())
            .sum(),
        ..Proof::default()
    };
    let mut held = BTreeSet::new();
    for id in db.outline() {
        let Some(section) = db.section(id) else {
            continue;
        };
        let line = db.ruleset.line(ours.edition);
        let base = db.ruleset.line(theirs.edition);
        for (patch, visible) in section.patches.iter().zip(section.visible(ours)) {
            let counts = visible
                && acts(patch)
                && line.contains(&patch.edition)
                && !base.contains(&patch.edition);
            if counts {
                held.insert((patch.file.source, patch.place, patch.entry));
            }
        }
        let sides = Sides {
            section: &section,
            ours: &section.version(ours),
            theirs: &section.version(&theirs),
            exact,
        };
        let heading = db.heading(id).unwrap_or(id).to_owned();
        let page = db.page(id).map(str::to_owned);
        let mut found = Found {
            heading,
            page,
            ..Found::default()
        };
        sides.sections(&mut found);
        sides.unplaced(&mut found);
        proof.same += found.same;
        proof.unread.extend(found.unread);
        proof.differences.extend(found.differences);
    }
    proof.held = held.len();
    proof
}

/// What was found in one section.
#[derive(Default)]
struct Found {
    heading: String,
    page: Option<String>,
    same: usize,
    unread: Vec<String>,
    differences: Vec<Difference>,
}

/// One section in both versions.
#[derive(Clone, Copy)]
struct Sides<'a> {
    section: &'a Section,
    ours: &'a Tree,
    theirs: &'a Tree,
    exact: bool,
}

/// How many pairs of units are weighed at most before units are paired by identity alone.
const PAIRS: usize = 1_000_000;

/// From what likeness on two units without a common identity are taken for one another.
const LIKE: f64 = 0.5;

impl Sides<'_> {
    fn sections(self, found: &mut Found) {
        match (self.ours.exists, self.theirs.exists) {
            (false, false) => {}
            (true, true) => self.children(self.ours.root, self.theirs.root, found),
            (true, false) => self.alone(self.ours, self.ours.root, found),
            (false, true) => self.alone(self.theirs, self.theirs.root, found),
        }
    }

    fn is_ours(self, tree: &Tree) -> bool {
        std::ptr::eq(tree, self.ours)
    }

    /// What two units hold, paired in order.
    fn children(self, ours: UnitId, theirs: UnitId, found: &mut Found) {
        // a run of units of which nothing is known stands nowhere in particular
        let known = |tree: &Tree, unit: UnitId| {
            tree.children(unit)
                .filter(|&child| !tree.kind(child).is_gap())
                .collect::<Vec<_>>()
        };
        let (left, right) = (known(self.ours, ours), known(self.theirs, theirs));
        for pair in self.pairs(&left, &right) {
            match pair {
                (Some(ours), Some(theirs)) => self.pair(ours, theirs, found),
                (Some(ours), None) => self.alone(self.ours, ours, found),
                (None, Some(theirs)) => self.alone(self.theirs, theirs, found),
                (None, None) => {}
            }
        }
    }

    /// The best way to lay two lists of units side by side, in order.
    fn pairs(self, left: &[UnitId], right: &[UnitId]) -> Vec<(Option<UnitId>, Option<UnitId>)> {
        if left == right {
            return left.iter().map(|&unit| (Some(unit), Some(unit))).collect();
        }
        let by_identity = left.len() * right.len() > PAIRS;
        let texts = |tree: &Tree, units: &[UnitId]| {
            units
                .iter()
                .map(|&unit| self.plain(tree, unit))
                .collect::<Vec<_>>()
        };
        let (ours, theirs) = if by_identity {
            (Vec::new(), Vec::new())
        } else {
            (texts(self.ours, left), texts(self.theirs, right))
        };
        let weight = |i: usize, j: usize| -> f64 {
            let same = left[i] == right[j];
            if by_identity || self.ours.kind(left[i]) != self.theirs.kind(right[j]) {
                return if same { 2.0 } else { 0.0 };
            }
            let like = likeness(&ours[i], &theirs[j]);
            match (same, like) {
                (true, like) => like + 0.4,
                (false, like) if like >= LIKE => like,
                (false, _) => 0.0,
            }
        };
        // best[i][j]: the best sum for what follows left[i] and right[j]
        let columns = right.len() + 1;
        let mut best = vec![0.0_f64; (left.len() + 1) * columns];
        for i in (0..left.len()).rev() {
            for j in (0..right.len()).rev() {
                let both = weight(i, j);
                let paired = if both > 0.0 {
                    both + best[(i + 1) * columns + j + 1]
                } else {
                    0.0
                };
                best[i * columns + j] = paired
                    .max(best[(i + 1) * columns + j])
                    .max(best[i * columns + j + 1]);
            }
        }
        let (mut i, mut j, mut out) = (0, 0, Vec::new());
        while i < left.len() || j < right.len() {
            let here = best.get(i * columns + j).copied().unwrap_or(0.0);
            if i < left.len() && j < right.len() {
                let both = weight(i, j);
                if both > 0.0 && (both + best[(i + 1) * columns + j + 1] - here).abs() < 1e-9 {
                    out.push((Some(left[i]), Some(right[j])));
                    (i, j) = (i + 1, j + 1);
                    continue;
                }
            }
            if i < left.len()
                && (j >= right.len() || (best[(i + 1) * columns + j] - here).abs() < 1e-9)
            {
                out.push((Some(left[i]), None));
                i += 1;
            } else {
                out.push((None, Some(right[j])));
                j += 1;
            }
        }
        out
    }

    /// One unit on both sides.
    fn pair(self, ours: UnitId, theirs: UnitId, found: &mut Found) {
        let (Some(left), Some(right)) = (self.ours.get(ours), self.theirs.get(theirs)) else {
            return;
        };
        if ours == theirs
            && self
                .ours
                .shared(ours)
                .zip(self.theirs.shared(theirs))
                .is_some_and(|(a, b)| Arc::ptr_eq(a, b))
            && left.children.is_empty()
        {
            return;
        }
        // the same words are the same, whether print marks a label or runs it into the text
        let whole = matches!(left.kind, UnitKind::Paragraph | UnitKind::Bullet)
            && left.children.iter().chain(&right.children).next().is_some();
        if whole && self.is_held(self.ours, ours) && self.is_held(self.theirs, theirs) {
            let (was, is) = (unnumbered(self.ours, ours), unnumbered(self.theirs, theirs));
            let touched = |tree: &Tree, unit| {
                tree.walk(unit)
                    .into_iter()
                    .filter_map(|u| tree.get(u))
                    .any(|node| self.is_touched(node))
            };
            if alike(&was, &is) {
                found.same += usize::from(touched(self.ours, ours) && touched(self.theirs, theirs));
                return;
            }
        }
        let labels = labels_alike(left, right);
        let (waits, awaited) = (self.waits(left), self.waits(right));
        if left.kind.is_atom() {
            self.atoms((ours, left), (theirs, right), found);
        } else if !labels || waits != awaited {
            let kind = kind_of(!labels || !waits.is_empty(), !labels || !awaited.is_empty());
            let mut document = self.side(self.theirs, theirs, right);
            let mut held = self.side(self.ours, ours, left);
            document.waits = awaited;
            held.waits = waits;
            self.tell(kind, self.ours, ours, document, held, found);
        }
        self.children(ours, theirs, found);
    }

    fn atoms(
        self,
        (ours, left): (UnitId, &Node),
        (theirs, right): (UnitId, &Node),
        found: &mut Found,
    ) {
        let (was, printed) = self.words(left);
        let (is, _) = self.words(right);
        let (waits, awaited) = (self.waits(left), self.waits(right));
        let (touched, changed) = (self.is_touched(left), self.is_touched(right));
        let words = alike(&was, &is)
            || (left.kind == UnitKind::Heading && was.to_lowercase() == is.to_lowercase());
        let both = touched && changed;
        if words && waits == awaited {
            found.same += usize::from(both);
            return;
        }
        if both && !printed && !self.exact && !was.contains('…') && waits == awaited {
            found.unread.push(unit_id(self.section, self.ours, ours));
            return;
        }
        let kind = kind_of(touched || !waits.is_empty(), changed || !awaited.is_empty());
        let mut document = self.side(self.theirs, theirs, right);
        let mut held = self.side(self.ours, ours, left);
        document.waits = awaited;
        held.waits = waits;
        self.tell(kind, self.ours, ours, document, held, found);
    }

    /// A unit that only one version has: it was added there, or taken out in the other.
    fn alone(self, tree: &Tree, unit: UnitId, found: &mut Found) {
        let Some(node) = tree.get(unit) else { return };
        let mine = self.is_ours(tree);
        let other = if mine { self.theirs } else { self.ours };
        // a run of units of which nothing is known says nothing
        if node.kind.is_gap() {
            return;
        }
        let side = self.side(tree, unit, node);
        // it stands in both texts before and one takes it out, or one brings it
        let gone = other
            .path(unit)
            .find_map(|holder| other.get(holder)?.gone.as_ref().map(|gone| gone.by));
        match gone.filter(|_| !self.is_brought(node)) {
            Some(by) => {
                let taken = Side {
                    text: None,
                    by: self.names(std::iter::once(by)),
                    waits: Vec::new(),
                };
                let (document, ours) = if mine { (taken, side) } else { (side, taken) };
                self.tell(
                    if mine {
                        Kind::DocumentOnly
                    } else {
                        Kind::OursOnly
                    },
                    tree,
                    unit,
                    document,
                    ours,
                    found,
                );
            }
            None => {
                let (document, ours) = if mine {
                    (Side::default(), side)
                } else {
                    (side, Side::default())
                };
                self.tell(
                    if mine {
                        Kind::OursOnly
                    } else {
                        Kind::DocumentOnly
                    },
                    tree,
                    unit,
                    document,
                    ours,
                    found,
                );
            }
        }
    }

    /// Instructions of the document that reach nothing. Where what they bring is much like something that only we have, the two are one
    /// difference.
    fn unplaced(self, found: &mut Found) {
        let mut told: BTreeSet<PatchIx> = BTreeSet::new();
        for fault in &self.section.faults {
            // notes and clarifications change nothing, wherever they reach
            let Some(patch) = self
                .section
                .patch(fault.patch)
                .filter(|patch| &*patch.document == DOCUMENT && acts(patch))
            else {
                continue;
            };
            let Some(why) = in_words(fault) else { continue };
            if !told.insert(fault.patch) {
                continue;
            }
            let text = brought(patch);
            let best = found
                .differences
                .iter_mut()
                .filter(|one| one.kind == Kind::OursOnly && one.unplaced.is_none())
                .map(|one| {
                    (
                        likeness(&text, one.ours.text.as_deref().unwrap_or_default()),
                        one,
                    )
                })
                .filter(|(like, _)| *like >= LIKE)
                .max_by(|a, b| a.0.total_cmp(&b.0));
            let document = Side {
                text: Some(text.clone()).filter(|text| !text.is_empty()),
                by: self.names(std::iter::once(fault.patch)),
                waits: self.command(patch).into_iter().collect(),
            };
            match best {
                Some((_, one)) => {
                    one.kind = Kind::Differs;
                    one.document = document;
                    one.unplaced = Some(why);
                }
                None => found.differences.push(Difference {
                    kind: Kind::DocumentOnly,
                    at: self.section.id.clone(),
                    heading: found.heading.clone(),
                    page: found.page.clone(),
                    document,
                    ours: Side::default(),
                    unplaced: Some(why),
                }),
            }
        }
    }

    fn tell(
        self,
        kind: Kind,
        tree: &Tree,
        unit: UnitId,
        document: Side,
        ours: Side,
        found: &mut Found,
    ) {
        let at = unit_id(self.section, tree, unit);
        found.differences.push(Difference {
            kind,
            at,
            heading: found.heading.clone(),
            page: found.page.clone(),
            document,
            ours,
            unplaced: None,
        });
    }

    fn side(self, tree: &Tree, unit: UnitId, node: &Node) -> Side {
        let mut by: Vec<PatchIx> = vec![node.by];
        for inner in tree.walk(unit) {
            let Some(node) = tree.get(inner) else {
                continue;
            };
            by.extend(
                node.text(self.layer(node))
                    .into_iter()
                    .flat_map(|wording| wording.origins.iter().map(|&(_, patch)| patch)),
            );
        }
        Side {
            text: Some(self.plain(tree, unit)),
            by: self.names(by.into_iter()),
            waits: Vec::new(),
        }
    }

    /// The names of instructions, each once, books and base texts left out.
    fn names(self, patches: impl Iterator<Item = PatchIx>) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for patch in patches
            .filter_map(|patch| self.section.patch(patch))
            .filter(|patch| patch.is_instruction())
        {
            let n = patch.numbers().join(",");
            let name = if &*patch.document == DOCUMENT {
                n
            } else {
                format!("{}:{n}", patch.document)
            };
            if !out.contains(&name) {
                out.push(name);
            }
        }
        out
    }

    /// Whether an instruction wrote a unit or some of its words.
    fn is_touched(self, node: &Node) -> bool {
        let is = |patch: PatchIx| {
            self.section
                .patch(patch)
                .is_some_and(|patch| patch.is_instruction())
        };
        is(node.by)
            || node
                .text(self.layer(node))
                .is_some_and(|wording| wording.origins.iter().any(|&(_, patch)| is(patch)))
    }

    /// Whether an instruction brought a unit, or put it in the place of another.
    fn is_brought(self, node: &Node) -> bool {
        self.section
            .patch(node.by)
            .is_some_and(|patch| patch.is_instruction())
    }

    /// The wording in which a unit is compared: the printed one where it is held.
    fn layer(self, node: &Node) -> Layer {
        if node
            .text(Layer::Printed)
            .is_some_and(|wording| !wording.has_hole())
        {
            Layer::Printed
        } else {
            Layer::Restated
        }
    }

    /// The words of an atom, and whether they are the printed ones.
    fn words(self, node: &Node) -> (String, bool) {
        let layer = self.layer(node);
        (
            node.text(layer)
                .map(|wording: &Wording| wording.text.to_string())
                .unwrap_or_default(),
            layer == Layer::Printed,
        )
    }

    fn plain(self, tree: &Tree, unit: UnitId) -> String {
        tree.plain(unit, Layer::Printed)
    }

    /// Whether all words of a unit are held, and none wait to be changed.
    fn is_held(self, tree: &Tree, unit: UnitId) -> bool {
        tree.walk(unit)
            .into_iter()
            .filter_map(|u| tree.get(u))
            .all(|node| {
                node.pending.is_empty()
                    && !node.kind.is_gap()
                    && (!node.kind.is_atom()
                        || node
                            .text(self.layer(node))
                            .is_some_and(|text| !text.has_hole()))
            })
    }

    /// The changes of words that wait, without their addresses.
    fn waits(self, node: &Node) -> Vec<String> {
        let mut out: Vec<String> = node
            .pending
            .iter()
            .filter_map(|&patch| self.command(self.section.patch(patch)?))
            .collect();
        out.sort();
        out.dedup();
        out
    }

    fn command(self, patch: &Patch) -> Option<String> {
        let own = patch
            .twin
            .as_ref()
            .and_then(|twin| twin.entry()?.command.clone());
        let command = own.or_else(|| patch.entry()?.command.clone())?;
        Some(without_place(&instruction::print(&command)))
    }
}

/// Whether an instruction changes text: notes and clarifications do not.
fn acts(patch: &Patch) -> bool {
    let command = patch.entry().and_then(|entry| entry.command.as_ref());
    command
        .is_some_and(|command| !matches!(command, Command::Note { .. } | Command::Clarify { .. }))
}

/// The words of a unit, its label too where that is no number: a number is numbering.
fn unnumbered(tree: &Tree, unit: UnitId) -> String {
    let label = tree
        .get(unit)
        .and_then(|node| node.label.as_deref())
        .map(label_key)
        .unwrap_or_default();
    if label.chars().all(|c| c.is_ascii_digit()) {
        tree.plain_unlabelled(unit, Layer::Printed)
    } else {
        tree.plain(unit, Layer::Printed)
    }
}

/// A change of words without its place: ` in bullet 3` says nothing that the unit does not say.
fn without_place(printed: &str) -> String {
    let quoted = printed.rfind(['"', '`', '”']).unwrap_or(0);
    match printed[quoted..].find(" in ") {
        Some(at) => printed[..quoted + at].to_owned(),
        None => printed.to_owned(),
    }
}

fn kind_of(ours: bool, theirs: bool) -> Kind {
    match (ours, theirs) {
        (true, false) => Kind::OursOnly,
        (false, true) => Kind::DocumentOnly,
        (true, true) | (false, false) => Kind::Differs,
    }
}

/// Whether two labels are the same; a number is none, for it is numbering.
fn labels_alike(one: &Node, other: &Node) -> bool {
    let key = |node: &Node| {
        node.label
            .as_deref()
            .map(label_key)
            .filter(|key| !key.chars().all(|c| c.is_ascii_digit()))
    };
    key(one) == key(other)
}

/// The plain words that an instruction brings.
fn brought(patch: &Patch) -> String {
    let mut out: Vec<&str> = Vec::new();
    let mut stack: Vec<_> = patch.blocks().iter().rev().collect();
    while let Some(block) = stack.pop() {
        out.extend(block.label.as_ref().map(|label| &*label.value));
        out.extend(block.text().map(|text| &*text.text));
        stack.extend(block.children().iter().rev());
    }
    out.join(" ")
}

/// Why an instruction has no effect; none where it has one all the same.
fn in_words(fault: &Fault) -> Option<String> {
    Some(match &fault.kind {
        FaultKind::Dangling { what, why, .. } => format!("{what} reaches nothing: {why}"),
        FaultKind::PrintedLine => "it counts printed lines, which are layout".to_owned(),
        FaultKind::Quote {
            quote,
            found,
            layer: Layer::Restated,
            ..
        } => format!("the words \"{quote}\" stand there {found} times"),
        FaultKind::Payload { why } => format!("what it brings does not fit: {why}"),
        FaultKind::Count {
            unit,
            expected,
            found,
        } => format!("{expected} {unit} are meant, and there are {found}"),
        FaultKind::Overtaken { .. } => {
            "what it changes is changed by another of its instructions".to_owned()
        }
        FaultKind::Conflict { .. } => {
            "another of its instructions says another thing of the same unit".to_owned()
        }
        FaultKind::Quote {
            layer: Layer::Printed,
            ..
        }
        | FaultKind::StaleValue { .. }
        | FaultKind::WrongName { .. }
        | FaultKind::DuplicateName { .. }
        | FaultKind::OrderDependent { .. }
        | FaultKind::FactLost { .. }
        | FaultKind::TwinShape { .. }
        | FaultKind::Pending { .. } => return None,
    })
}
