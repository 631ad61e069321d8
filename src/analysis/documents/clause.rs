//! Clauses: the smallest units that an umpire asks for. A paragraph or bullet by its own sentences, a sentence that has a name, a row of a
//! table; and sections of which something is not held, by their headings alone.

use super::{super::reader::Reader, Setting};
use crate::{
    analysis::unit_id,
    model::{EditionIx, Kind, PatchIx, Profile, Tree, UnitId},
    resolve::View,
    search::{Doc, DocKind, Wording},
    syntax::{Layer, MarkKind},
};
use indexmap::IndexMap;
use std::{collections::HashMap, sync::Arc};

/// The documents of a section's clauses.
pub(super) fn documents(setting: &Setting<'_>) -> Vec<Doc> {
    let mut readings: IndexMap<UnitId, Vec<Reading>> = IndexMap::new();
    let mut last: Option<(Arc<Tree>, bool)> = None;
    for view in setting.views {
        let tree = setting.section.version(view);
        let line = setting.db.ruleset.line(view.edition);
        let reader = Reader {
            analysis: setting.analysis,
            db: setting.db,
            section: setting.section,
            view,
            tree: &tree,
        };
        let hidden = reader.before_revision();
        let same = last.as_ref().is_some_and(|(before, plain)| {
            *plain && hidden.is_empty() && Arc::ptr_eq(before, &tree)
        });
        if same {
            let before = setting
                .views
                .iter()
                .rev()
                .map(|view| view.edition)
                .find(|edition| *edition < view.edition);
            for reading in readings.values_mut().flatten() {
                if before.is_some_and(|before| reading.editions.contains(&before)) {
                    reading.editions.push(view.edition);
                }
            }
        } else {
            read(setting, view, &tree, &hidden, &mut readings);
        }
        for (&unit, readings) in &mut readings {
            let older = |reading: &&mut Reading| {
                reading
                    .editions
                    .last()
                    .is_some_and(|edition| line.contains(edition))
            };
            if tree.lives(unit) && tree.exists {
                continue;
            }
            if let Some(reading) = readings
                .iter_mut()
                .filter(older)
                .max_by_key(|reading| reading.editions.last().copied())
                && !reading.editions.contains(&view.edition)
            {
                reading.doc.moved_to = tree
                    .path(unit)
                    .find_map(|u| tree.get(u)?.gone.as_ref()?.moved_to.clone());
                reading.gone.push(view.edition);
            }
        }
        last = Some((tree, hidden.is_empty()));
    }
    let mut out = Vec::new();
    let mut repeats: HashMap<(Vec<String>, String), Vec<EditionIx>> = HashMap::new();
    for reading in readings.values().flatten() {
        let words = (reading.doc.labels.clone(), reading.doc.text.clone());
        repeats.entry(words).or_default().extend(&reading.editions);
    }
    for (unit, own) in &readings {
        for reading in own {
            let same = |other: &&Reading| {
                other.doc.text == reading.doc.text && other.doc.restated == reading.doc.restated
            };
            let mut doc = reading.document(setting);
            doc.reads = setting.editions(
                own.iter()
                    .filter(same)
                    .flat_map(|other| other.editions.iter().copied()),
            );
            let repeats = repeats
                .get(&(doc.labels.clone(), doc.text.clone()))
                .into_iter()
                .flatten();
            doc.repeated = setting.editions(
                repeats
                    .copied()
                    .filter(|edition| !reading.editions.contains(edition) && doc.is_held()),
            );
            doc.contradicted = contradicted(setting, *unit, &reading.editions);
            out.push(doc);
        }
    }
    out
}

/// The editions, of some, at which the sources contradict each other on a unit: with none of the layers, one or two.
fn contradicted(
    setting: &Setting<'_>,
    unit: UnitId,
    editions: &[EditionIx],
) -> Vec<(String, Vec<String>)> {
    let is_contradicted = |view: &View, layers: &[String]| {
        let view = View {
            profile: Arc::new(Profile {
                layers: layers.to_vec(),
                ..(*view.profile).clone()
            }),
            ..view.clone()
        };
        let tree = setting.section.version(&view);
        let reader = Reader {
            analysis: setting.analysis,
            db: setting.db,
            section: setting.section,
            view: &view,
            tree: &tree,
        };
        !reader.contradictions(unit).is_empty()
    };
    let mut out = Vec::new();
    for view in setting
        .views
        .iter()
        .filter(|view| editions.contains(&view.edition))
    {
        let mut all = view.profile.layers.clone();
        all.sort_unstable();
        if !is_contradicted(view, &all) {
            continue;
        }
        let pairs = all.iter().enumerate().flat_map(|(at, one)| {
            all[at + 1..]
                .iter()
                .map(move |two| vec![one.clone(), two.clone()])
        });
        let sets = std::iter::once(Vec::new())
            .chain(all.iter().map(|one| vec![one.clone()]))
            .chain(pairs);
        let mut fewest: Vec<Vec<String>> = Vec::new();
        for layers in sets {
            let more = fewest
                .iter()
                .any(|fewer| fewer.iter().all(|layer| layers.contains(layer)));
            if !more && is_contradicted(view, &layers) {
                fewest.push(layers);
            }
        }
        out.extend(
            fewest
                .into_iter()
                .map(|layers| (setting.edition(view.edition), layers)),
        );
    }
    out
}

/// One wording of a unit.
struct Reading {
    doc: Doc,
    patches: Vec<PatchIx>,
    editions: Vec<EditionIx>,
    gone: Vec<EditionIx>,
}

impl Reading {
    fn document(&self, setting: &Setting<'_>) -> Doc {
        let mut doc = self.doc.clone();
        setting.sign(&mut doc, &self.patches);
        doc.current = self.editions.contains(&setting.newest);
        doc.editions = setting.editions(self.editions.iter().copied());
        doc.gone = setting.editions(self.gone.iter().copied());
        doc
    }
}

fn read(
    setting: &Setting<'_>,
    view: &View,
    tree: &Tree,
    hidden: &[UnitId],
    readings: &mut IndexMap<UnitId, Vec<Reading>>,
) {
    if !tree.exists || !tree.lives(tree.root) {
        return;
    }
    let path = setting.path(tree);
    let mut put = |unit: UnitId, doc: Doc, patches: Vec<PatchIx>| {
        let own = readings.entry(unit).or_default();
        match own
            .iter_mut()
            .find(|reading| reading.doc == doc && reading.patches == patches)
        {
            Some(reading) => reading.editions.push(view.edition),
            None => own.push(Reading {
                doc,
                patches,
                editions: vec![view.edition],
                gone: Vec::new(),
            }),
        }
    };
    let units = tree.walk(tree.root);
    let unheld = |&unit: &UnitId| {
        hidden.contains(&unit)
            || tree.kind(unit).is_gap()
            || tree
                .get(unit)
                .and_then(|node| node.text(Layer::Restated))
                .is_some_and(|w| w.has_hole())
    };
    let atoms = units
        .iter()
        .filter(|&&unit| tree.kind(unit) != Kind::Heading && tree.kind(unit).is_atom())
        .count();
    if atoms == 0 || units.iter().any(unheld) {
        let mut doc = setting.blank(tree, tree.root, &path);
        doc.kind = Some(if setting.figure {
            DocKind::Figure
        } else {
            DocKind::Clause
        });
        put(tree.root, doc, Vec::new());
    }
    for &unit in &units {
        let kind = tree.kind(unit);
        let named = kind == Kind::Sentence && setting.section.arena.name_of(unit).is_some();
        let clause = matches!(kind, Kind::Paragraph | Kind::Bullet)
            || kind == Kind::Row && !tree.is_header(unit)
            || named;
        if !clause {
            continue;
        }
        let words = if kind == Kind::Row {
            row(tree, unit, hidden)
        } else {
            own(setting, tree, unit, hidden)
        };
        let label = tree.get(unit).and_then(|node| node.label.clone());
        if words.text.is_empty() && (label.is_none() || kind == Kind::Row) {
            continue;
        }
        let mut doc = setting.blank(tree, unit, &path);
        doc.kind = Some(match kind {
            Kind::Row => DocKind::Table,
            _ if setting.figure => DocKind::Figure,
            _ if setting.glossary => DocKind::Entry,
            _ => DocKind::Clause,
        });
        doc.lead = lead(setting, tree, unit, hidden);
        doc.text = words.text;
        doc.restated = words.restated;
        doc.wording = words.wording;
        (doc.facts, doc.terms, doc.cites) = (words.facts, words.terms, words.cites);
        if let Some(defined) = setting.terms.get(&unit) {
            doc.terms.extend(
                defined
                    .iter()
                    .filter(|term| !doc.terms.contains(term))
                    .cloned()
                    .collect::<Vec<_>>(),
            );
            // what has no name of its own is found by the term that it defines
            if let Some(term) = defined
                .first()
                .filter(|_| setting.section.arena.name_of(unit).is_none())
            {
                doc.id = setting.id(&format!("term:{term}"));
            }
        }
        put(unit, doc, words.patches);
    }
}

impl Setting<'_> {
    /// The document of a unit before any words.
    fn blank(&self, tree: &Tree, unit: UnitId, path: &[String]) -> Doc {
        let mut path = path.to_vec();
        let heading = path.last().cloned().unwrap_or_default();
        let mut inner: Vec<UnitId> = tree.path(unit).filter(|&u| u != tree.root).collect();
        inner.reverse();
        let label = |u: UnitId| {
            tree.get(u)?
                .label
                .as_deref()
                .map(|label| label.trim_end_matches(['.', ':']).to_owned())
        };
        path.extend(
            inner
                .iter()
                .filter(|&&u| u != unit && tree.kind(u) != Kind::Cell)
                .filter_map(|&u| label(u)),
        );
        let own = if tree.kind(unit) == Kind::Section {
            None
        } else {
            label(unit)
        };
        Doc {
            ruleset: self.db.ruleset.key.clone(),
            id: self.id(&unit_id(self.section, tree, unit)),
            unit: format!("{}#{}", self.section.id, self.section.arena.key(unit)),
            section: self.section.id.clone(),
            within: self.names_above(tree, unit),
            heading,
            path,
            page: self.page.clone(),
            labels: own.into_iter().collect(),
            aside: self.aside,
            ..Doc::default()
        }
    }
}

impl Setting<'_> {
    /// The named units in which a unit lies, from the section down.
    fn names_above(&self, tree: &Tree, unit: UnitId) -> Vec<String> {
        let above = tree.path(unit).filter(|&u| u != unit && u != tree.root);
        let mut out: Vec<String> = above
            .filter_map(|u| self.section.arena.name_of(u).map(str::to_owned))
            .collect();
        if unit != tree.root {
            out.push(self.section.id.clone());
        }
        out.reverse();
        out
    }
}

/// The words of a unit.
#[derive(Default)]
struct Words {
    text: String,
    restated: Option<String>,
    wording: Wording,
    patches: Vec<PatchIx>,
    facts: Vec<String>,
    terms: Vec<String>,
    cites: Vec<String>,
}

impl Words {
    fn add(&mut self, tree: &Tree, atom: UnitId, before: &str) {
        let Some(node) = tree.get(atom) else { return };
        let printed = node
            .text(Layer::Printed)
            .filter(|wording| !wording.is_hole());
        let restated = node.text(Layer::Restated);
        let Some(leading) = printed.or(restated) else {
            return;
        };
        let push = |text: &mut String, words: &str| {
            // of words that are not held nobody knows how many sentences they are
            if words == "…" && text.ends_with('…') {
                return;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(before);
            text.push_str(words);
        };
        if printed.is_some() {
            self.wording = Wording::Printed;
            if let Some(restated) = restated.filter(|wording| !wording.is_hole()) {
                push(self.restated.get_or_insert_default(), &restated.text);
            }
        } else if self.wording == Wording::None && !leading.is_hole() {
            self.wording = Wording::Restated;
        }
        push(&mut self.text, &leading.text);
        for &(_, patch) in &leading.origins {
            if !self.patches.contains(&patch) {
                self.patches.push(patch);
            }
        }
        for mark in &leading.marks {
            let (list, id) = match &mark.kind {
                MarkKind::Fact(id) => (&mut self.facts, id),
                MarkKind::Term(id) => (&mut self.terms, id),
                MarkKind::Link(id) => (&mut self.cites, id),
                MarkKind::Url(_)
                | MarkKind::Strike
                | MarkKind::Strong
                | MarkKind::Emphasis
                | MarkKind::Hole => continue,
            };
            if !list.iter().any(|known| **known == **id) {
                list.push(id.to_string());
            }
        }
    }

    /// Words of which nothing is held are none.
    fn finish(mut self) -> Self {
        if !self.text.chars().any(char::is_alphanumeric) {
            self.text.clear();
            self.wording = Wording::None;
        }
        self
    }
}

/// The sentences of a paragraph or bullet that have no name of their own; or a named one.
fn own(setting: &Setting<'_>, tree: &Tree, unit: UnitId, hidden: &[UnitId]) -> Words {
    let mut words = Words::default();
    if tree.kind(unit) == Kind::Sentence {
        if !hidden.contains(&unit) {
            words.add(tree, unit, "");
        }
        return words.finish();
    }
    for sentence in tree
        .children(unit)
        .filter(|&u| tree.kind(u) == Kind::Sentence && !hidden.contains(&u))
    {
        if setting.section.arena.name_of(sentence).is_none() {
            words.add(tree, sentence, "");
        }
    }
    words.finish()
}

/// A row: each value behind the label of its column.
fn row(tree: &Tree, unit: UnitId, hidden: &[UnitId]) -> Words {
    let mut words = Words::default();
    let mut any = false;
    for cell in tree
        .children(unit)
        .filter(|&u| tree.kind(u) == Kind::Cell && !hidden.contains(&u))
    {
        let Some((row, column)) = tree.cell_labels(cell) else {
            continue;
        };
        let text = tree.plain(cell, Layer::Printed);
        if text == "…" || text == "–" || text.is_empty() {
            continue;
        }
        let first = text == row;
        any |= !first;
        let column = if first {
            String::new()
        } else if column.chars().count() == 1 {
            format!("({column}) ")
        } else {
            format!("{column} ")
        };
        words.add(tree, cell, &column);
    }
    if any {
        words.finish()
    } else {
        Words::default()
    }
}

/// The words above a unit that it goes on from.
fn lead(setting: &Setting<'_>, tree: &Tree, unit: UnitId, hidden: &[UnitId]) -> String {
    let Some(parent) = tree.get(unit).and_then(|node| node.parent) else {
        return String::new();
    };
    if !matches!(tree.kind(parent), Kind::Paragraph | Kind::Bullet)
        || tree.kind(unit) == Kind::Sentence
    {
        return String::new();
    }
    own(setting, tree, parent, hidden).text
}
