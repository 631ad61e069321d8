//! From what a person types to a clause.

use super::{Analysis, unit_id};
use crate::{
    model::{Kind, Tree, UnitId},
    op,
    resolve::{RulesetDb, Section, View},
    syntax::{Layer, Unit},
};
use serde::Serialize;
use std::{collections::BTreeMap, sync::Arc};

/// What was found.
#[derive(Clone, Debug)]
pub enum Located {
    /// One clause: the section, and the unit in it if not all of it is meant.
    Clause(Arc<Section>, Option<UnitId>),
    /// A page of the booklet.
    Page(String),
    /// A page that the booklet does not have, as far as is known.
    NoPage(String),
    /// Several that fit equally well, best first.
    Several(Vec<Candidate>),
    /// Nothing; these come near.
    Nothing(Vec<Candidate>),
}

/// A clause that might be meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Candidate {
    /// Its id with the ruleset.
    pub id: String,
    /// Its heading or first words.
    pub words: String,
    /// Its page.
    pub page: Option<String>,
}

/// At most this many candidates are named.
pub const CANDIDATES: usize = 8;

impl Analysis {
    /// Splits a leading ruleset, in any case of letters, off what a person typed: `dbm/recoiling`, `DBM recoiling`.
    pub fn split_ruleset<'t>(&self, typed: &'t str) -> (Option<&str>, &'t str) {
        for (key, _) in self.ruleset_dbs() {
            let (Some(start), Some(rest)) = (typed.get(..key.len()), typed.get(key.len()..)) else {
                continue;
            };
            if start.eq_ignore_ascii_case(key) {
                match rest.chars().next() {
                    None => return (Some(key), ""),
                    Some('/' | ' ' | ':') => return (Some(key), rest[1..].trim()),
                    Some(_) => {}
                }
            }
        }
        (None, typed)
    }

    /// Finds what a person means by `typed`: an id, a path of ordinals below one, a page, or words of a heading.
    pub fn locate(&self, db: &RulesetDb, typed: &str, view: &View) -> Located {
        let typed = typed.trim().trim_start_matches('#');
        if let Some(page) = page_of(typed) {
            return if has_page(db, &page) {
                Located::Page(page)
            } else {
                Located::NoPage(page)
            };
        }
        if let Some((section, unit)) = self.named(db, typed, view) {
            return Located::Clause(section, unit);
        }
        let (id, path) = typed
            .split_once('/')
            .map_or((typed, None), |(id, path)| (id, Some(path)));
        let found = match db.section_of(id).and_then(|section| db.section(section)) {
            Some(section) => Located::Clause(Arc::clone(&section), own(&section, id)),
            None => self.by_words(db, id, view),
        };
        match (found, path) {
            (Located::Clause(section, unit), Some(path)) => below(db, section, unit, path, view),
            (found, _) => found,
        }
    }

    /// The clause of exactly that id, which may be a place below another: `recoiling`, `recoiling/p1`. Never looks at other sections than
    /// its own.
    pub fn named(
        &self,
        db: &RulesetDb,
        id: &str,
        view: &View,
    ) -> Option<(Arc<Section>, Option<UnitId>)> {
        let (id, path) = id
            .split_once('/')
            .map_or((id, None), |(id, path)| (id, Some(path)));
        let section = db.section(db.section_of(id)?)?;
        let unit = own(&section, id);
        match path.map(|path| below(db, Arc::clone(&section), unit, path, view)) {
            None => Some((section, unit)),
            Some(Located::Clause(section, unit)) => Some((section, unit)),
            Some(
                Located::Page(_) | Located::NoPage(_) | Located::Several(_) | Located::Nothing(_),
            ) => None,
        }
    }

    /// Clauses whose id or heading holds all the words, as beginnings of its own.
    fn by_words(&self, db: &RulesetDb, typed: &str, view: &View) -> Located {
        let wanted = words(typed);
        if wanted.is_empty() {
            return Located::Nothing(Vec::new());
        }
        let mut found: Vec<(u8, usize, String)> = Vec::new();
        for (place, id) in db.outline().iter().enumerate() {
            let Some(info) = db.info(id) else {
                continue;
            };
            let heading = db.section(id).and_then(|section| {
                let tree = section.version(view);
                tree.heading().map(|unit| tree.plain(unit, Layer::Restated))
            });
            let ranks = [
                heading.as_deref().unwrap_or(&info.heading),
                &info.heading,
                id.as_str(),
            ]
            .map(|text| rank(&wanted, &words(text)));
            if let Some(rank) = ranks.into_iter().flatten().min() {
                found.push((rank, place, id.clone()));
            }
        }
        if found.is_empty() {
            match self.terms(db, typed, view).as_slice() {
                [] => {}
                [(section, unit, _)] => return Located::Clause(Arc::clone(section), Some(*unit)),
                several => {
                    return Located::Several(
                        several
                            .iter()
                            .map(|(_, _, name)| candidate(db, name, view))
                            .collect(),
                    );
                }
            }
            let mut names: Vec<(&str, &str)> = db
                .names()
                .filter(|(name, section)| name != section)
                .collect();
            names.sort_unstable();
            for (place, (name, _)) in names.into_iter().enumerate() {
                if let Some(rank) = rank(&wanted, &words(name)) {
                    found.push((rank, place, name.to_owned()));
                }
            }
        }
        found.sort();
        let best = found.first().map(|(rank, _, _)| *rank);
        let best: Vec<&str> = found
            .iter()
            .filter(|(rank, _, _)| Some(*rank) == best)
            .map(|(_, _, id)| id.as_str())
            .collect();
        match best.as_slice() {
            [] => Located::Nothing(self.near(db, typed, view)),
            [one] => self.locate(db, one, view),
            _ => Located::Several(
                found
                    .iter()
                    .take(CANDIDATES)
                    .map(|(_, _, id)| candidate(db, id, view))
                    .collect(),
            ),
        }
    }

    /// The entries of a ruleset's glossary for a word, its plural, the letters that it is shortened to or what these stand for; each with
    /// the name of its term.
    pub(super) fn terms(
        &self,
        db: &RulesetDb,
        typed: &str,
        view: &View,
    ) -> Vec<(Arc<Section>, UnitId, String)> {
        let wanted = singular(words(typed));
        let long = |short: &str| {
            db.ruleset
                .abbreviations
                .iter()
                .find(|(own, _)| own.eq_ignore_ascii_case(short))
                .map(|(_, long)| long)
        };
        let mut out: Vec<(Arc<Section>, UnitId, String)> = Vec::new();
        for (name, section) in db.names() {
            let Some(term) = name.strip_prefix("term:") else {
                continue;
            };
            let Some(section) = db.section(section) else {
                continue;
            };
            let tree = section.version(view);
            let Some(unit) = section
                .arena
                .named(name)
                .filter(|&unit| tree.exists && tree.lives(unit))
            else {
                continue;
            };
            let label = tree
                .get(unit)
                .and_then(|node| node.label.as_deref())
                .unwrap_or_default();
            // `WW Waterway: …` is headed by the letters and by the word
            let text = tree
                .atoms(unit)
                .first()
                .map(|&atom| tree.plain(atom, Layer::Restated))
                .unwrap_or_default();
            let head = text
                .split_once(':')
                .map(|(head, _)| head)
                .filter(|head| !head.contains(['.', ',', ';']));
            let forms = [
                Some(term),
                Some(label),
                head,
                long(label).map(String::as_str),
            ];
            let fits = forms
                .into_iter()
                .flatten()
                .any(|form| singular(words(form)) == wanted);
            if fits && !wanted.is_empty() && out.iter().all(|(_, own, _)| *own != unit) {
                out.push((section, unit, name.to_owned()));
            }
        }
        out.sort_by(|a, b| a.2.cmp(&b.2));
        out
    }

    fn near(&self, db: &RulesetDb, typed: &str, view: &View) -> Vec<Candidate> {
        let typed = typed.to_lowercase();
        let likeness = |text: &str| {
            words(text)
                .iter()
                .map(|word| strsim::jaro_winkler(word, &typed))
                .fold(strsim::jaro_winkler(&text.to_lowercase(), &typed), f64::max)
        };
        let mut near: Vec<(f64, String)> = Vec::new();
        for id in db.outline() {
            let heading = db.info(id).map(|info| info.heading).unwrap_or_default();
            near.push((likeness(id).max(likeness(&heading)), id.clone()));
        }
        near.extend(
            db.names()
                .filter(|(name, section)| name != section)
                .map(|(name, _)| (likeness(name) - 0.01, name.to_owned())),
        );
        near.retain(|(score, _)| *score > 0.75);
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        near.into_iter()
            .take(CANDIDATES)
            .map(|(_, id)| candidate(db, &id, view))
            .collect()
    }
}

fn candidate(db: &RulesetDb, id: &str, view: &View) -> Candidate {
    let section = db.section_of(id).and_then(|section| db.section(section));
    let info = section
        .as_ref()
        .and_then(|section| db.info(&section.id))
        .unwrap_or_default();
    let words = section.and_then(|section| {
        let unit = section.arena.named(id).filter(|_| id != section.id)?;
        let words = op::first_words(&section.version(view), unit);
        (!words.is_empty()).then(|| format!("{} › {words}", info.heading))
    });
    Candidate {
        id: format!("{}/{id}", db.ruleset.key),
        words: words.unwrap_or(info.heading),
        page: info.page,
    }
}

pub(super) fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Words with each plural as one of the thing.
fn singular(mut words: Vec<String>) -> Vec<String> {
    for word in words.iter_mut().filter(|word| word.chars().count() > 2) {
        if let Some(start) = word.strip_suffix("ies") {
            *word = format!("{start}y");
        } else if !["ss", "us", "is"].iter().any(|end| word.ends_with(end)) {
            let es = ["ses", "xes", "ches", "shes"]
                .iter()
                .any(|end| word.ends_with(end));
            *word = word
                .strip_suffix(if es { "es" } else { "s" })
                .unwrap_or(word)
                .to_owned();
        }
    }
    words
}

/// How well words fit: all the same 0, the same but for plurals 1, beginning with them 2, holding them as whole words 3, as beginnings 4.
fn rank(wanted: &[String], have: &[String]) -> Option<u8> {
    if wanted == have {
        return Some(0);
    }
    if have.len() == wanted.len() && singular(wanted.to_vec()) == singular(have.to_vec()) {
        return Some(1);
    }
    if have.len() >= wanted.len()
        && wanted
            .iter()
            .zip(have)
            .all(|(w, h)| h.starts_with(w.as_str()))
    {
        return Some(2);
    }
    if wanted.iter().all(|w| have.contains(w)) {
        return Some(3);
    }
    wanted
        .iter()
        .all(|w| have.iter().any(|h| h.starts_with(w.as_str())))
        .then_some(4)
}

/// Whether the booklet of a ruleset has such a page, as far as is known: one that a section stands on, or one before the last of
/// those.
fn has_page(db: &RulesetDb, page: &str) -> bool {
    !db.on_page(page).is_empty()
        || page.bytes().all(|b| b.is_ascii_digit())
            && page_number(page).is_some_and(|n| (1..=last_page(db)).contains(&n))
}

/// The last page of the booklet that a section stands on; 0 where none is known.
pub fn last_page(db: &RulesetDb) -> u32 {
    db.pages().filter_map(page_number).max().unwrap_or(0)
}

fn page_number(page: &str) -> Option<u32> {
    page.trim_end_matches(char::is_alphabetic).parse().ok()
}

/// The page in `p.22`, `p22`, `page 22`, `p. 39a`.
pub(super) fn page_of(typed: &str) -> Option<String> {
    let lower = typed.to_lowercase();
    let rest = lower
        .strip_prefix("page")
        .or_else(|| lower.strip_prefix('p'))?;
    let rest = rest.trim_start_matches('.').trim();
    let digits = rest.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let page = !digits.is_empty()
        && digits.bytes().all(|b| b.is_ascii_digit())
        && rest.len() <= digits.len() + 1;
    page.then(|| rest.to_owned())
}

/// The unit of a section that bears an id, or that a ruling of that id interprets; none for the section itself.
pub fn own(section: &Section, id: &str) -> Option<UnitId> {
    section
        .arena
        .named(id)
        .filter(|_| id != section.id)
        .or_else(|| section.interpreted(id))
}

/// Follows ordinals below a unit: `3` (the third bullet, else paragraph, else sentence), `p2`, `b3`, `s-1` (the last sentence), `r4`, `c2`.
/// A unit whose place is not known is found by the key of its birth, `p~1`.
fn below(
    db: &RulesetDb,
    section: Arc<Section>,
    unit: Option<UnitId>,
    path: &str,
    view: &View,
) -> Located {
    let tree = section.version(view);
    let mut at = unit.unwrap_or(tree.root);
    let key = || {
        section
            .arena
            .of_key(&format!("{}/{path}", section.id))
            .filter(|&unit| tree.get(unit).is_some_and(|node| node.floating))
    };
    if let (None, Some(unit)) = (unit, key()) {
        return Located::Clause(section, Some(unit));
    }
    for step in path.split('/').filter(|step| !step.is_empty()) {
        match child(&tree, at, step) {
            Some(unit) => at = unit,
            None => {
                let near = tree
                    .children(at)
                    .filter(|&u| tree.kind(u) != Kind::Heading)
                    .take(CANDIDATES);
                let near = near.map(|u| Candidate {
                    id: format!("{}/{}", db.ruleset.key, unit_id(&section, &tree, u)),
                    words: op::first_words(&tree, u),
                    page: None,
                });
                return Located::Nothing(near.collect());
            }
        }
    }
    Located::Clause(section, Some(at))
}

/// Returns the units to which one step below `scope` leads. The steps are grouped: `#b` has the bullets `b1`, `b2` … in their order, `#`
/// what a number alone means, `=` and a label the unit of that label.
pub fn steps(tree: &Tree, scope: UnitId) -> BTreeMap<String, Vec<UnitId>> {
    let mut out = BTreeMap::new();
    for letter in ["", "p", "b", "s", "r", "t", "c"] {
        for sign in ["", "-"] {
            let units: Vec<UnitId> = (1..)
                .map_while(|n| child(tree, scope, &format!("{letter}{sign}{n}")))
                .collect();
            if !units.is_empty() {
                out.insert(format!("#{letter}{sign}"), units);
            }
        }
    }
    let labels = tree
        .walk(scope)
        .into_iter()
        .filter_map(|unit| tree.get(unit)?.label.clone());
    for label in std::iter::once("h".into()).chain(labels) {
        let step = label.trim_end_matches(['.', ':']);
        if let Some(unit) = child(tree, scope, step) {
            out.insert(format!("={step}"), vec![unit]);
        }
    }
    out
}

fn child(tree: &Tree, scope: UnitId, step: &str) -> Option<UnitId> {
    // rows of a table and cells of a row are counted as their ids count them, headers included
    let kind = if step.starts_with('r') {
        Kind::Row
    } else {
        Kind::Cell
    };
    if let Some(n) = step
        .strip_prefix(['r', 'c'])
        .and_then(|number| number.parse::<usize>().ok())
    {
        let mut own = tree.children(scope).filter(|&unit| tree.kind(unit) == kind);
        if let Some(found) = own.nth(n.checked_sub(1)?) {
            return Some(found);
        }
    }
    let (unit, number) = match step.chars().next()? {
        'p' => (Some(Unit::Paragraph), &step[1..]),
        'b' => (Some(Unit::Bullet), &step[1..]),
        's' => (Some(Unit::Sentence), &step[1..]),
        'r' => (Some(Unit::Row), &step[1..]),
        't' => (Some(Unit::Table), &step[1..]),
        'h' if step == "h" => return tree.heading().filter(|_| scope == tree.root),
        _ => (None, step),
    };
    let labelled = op::bearers(tree, scope, Unit::Line, step).first().copied();
    let (back, digits) = number
        .strip_prefix('-')
        .map_or((false, number), |digits| (true, digits));
    let ordinal = digits.parse::<usize>().ok().filter(|&n| n > 0);
    // `-2` is a label where one reads so
    let Some(n) = ordinal.filter(|_| unit.is_some() || !back || labelled.is_none()) else {
        return labelled;
    };
    let order = [Unit::Bullet, Unit::Paragraph, Unit::Sentence, Unit::Row];
    let slots = match unit {
        Some(unit) => op::slots(tree, scope, unit),
        None => order
            .into_iter()
            .map(|unit| op::slots(tree, scope, unit))
            .find(|slots| slots.iter().any(|&u| !tree.kind(u).is_gap()))?,
    };
    // `-1` is the last; nothing is counted across an open run
    let at = if back {
        slots.len().checked_sub(n)?
    } else {
        n - 1
    };
    let crossed = if back {
        slots.get(at..)?
    } else {
        slots.get(..=at)?
    };
    crossed
        .iter()
        .all(|&u| !tree.kind(u).is_gap())
        .then(|| slots[at])
}
