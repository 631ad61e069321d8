//! A ruleset as the page holds it: each section in all of its versions, and what leads from one to another.

use super::{
    pool::{Pool, row},
    rows::Pools,
    times::{Stand, Times, moved_into, out_from},
};
use crate::{
    model::{EditionIx, Kind, UnitId},
    resolve::{Corpus, Section, View},
    world::{Clause, ClauseState, EditionLine, Fate, WordingChoice, World},
};
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// Writes one ruleset.
pub(super) struct Writer<'a> {
    pub(super) world: &'a World,
    pub(super) corpus: &'a Corpus,
    pub(super) times: &'a Times,
    pub(super) choice: WordingChoice,
    pub(super) pools: &'a mut Pools,
}

impl Writer<'_> {
    /// The ruleset without what is searched. `view` is the one that is shown where nothing else is asked.
    pub(super) fn ruleset(&mut self, view: &View) -> Value {
        let (corpus, ruleset) = (self.corpus, &self.corpus.ruleset);
        corpus.resolve_all();
        let sections: Vec<Value> = corpus.outline().iter().filter_map(|id| Some(self.section(&*corpus.section(id)?))).collect();
        let overview = self.world.overview(corpus, view);
        let edition = |(at, edition): (usize, &EditionLine)| {
            let own = EditionIx(at as u16);
            let line: Vec<u16> = ruleset.line(own).iter().map(|edition| edition.0).collect();
            let day = out_from(ruleset, own).map(|day| day.to_string());
            json!({"id": edition.id, "from": edition.from, "day": day, "status": edition.status, "line": line})
        };
        let editions: Vec<Value> = overview.editions.iter().enumerate().map(edition).collect();
        let mut pages: Vec<&str> = corpus.pages().collect();
        pages.sort_by_key(|page| (page.trim_end_matches(char::is_alphabetic).parse().unwrap_or(u32::MAX), *page));
        let notices: Vec<Vec<usize>> =
            self.times.views.iter().map(|view| view.as_ref().map_or(Vec::new(), |view| self.notices(view))).collect();
        let catalogue = self.world.catalogue(corpus, view);
        json!({
            "key": ruleset.key,
            "title": ruleset.title,
            "view": catalogue.view,
            "editions": editions,
            "profiles": catalogue.profiles,
            "documents": catalogue.documents,
            "days": self.times.days.iter().map(|day| day.to_string()).collect::<Vec<_>>(),
            "notices": notices,
            "pages": pages,
            "held": overview.held,
            "sections": sections,
        })
    }

    /// What must be said along with the answers of a view; `{day}` stands for the day that is asked for.
    fn notices(&mut self, view: &View) -> Vec<usize> {
        let day = view.as_of.to_string();
        let notices = self.world.notices(&self.corpus.ruleset, view);
        notices.iter().map(|notice| self.pools.texts.put(&notice.replace(&day, "{day}"))).collect()
    }

    fn section(&mut self, section: &Section) -> Value {
        let moved = moved_into(self.corpus, section);
        let mut stands: HashMap<Stand, usize> = HashMap::new();
        let mut versions = Pool::default();
        let views: Vec<Option<usize>> = self
            .times
            .views
            .iter()
            .map(|view| {
                let view = view.as_ref()?;
                let stand = Stand::new(section, &moved, view);
                Some(*stands.entry(stand).or_insert_with(|| versions.put(&self.version(section, view))))
            })
            .collect();
        let info = self.corpus.info(&section.id).unwrap_or_default();
        let compared = self.compared(section, &views);
        let mut out = Map::new();
        out.insert("id".into(), json!(section.id));
        out.insert("heading".into(), json!(info.heading));
        out.insert("page".into(), json!(info.page));
        out.insert("page_inferred".into(), json!(info.page_inferred));
        out.insert("within".into(), json!(info.within));
        out.insert("names".into(), json!(names(section)));
        out.insert("views".into(), json!(views.iter().map(|view| view.map_or(-1, |at| at as i64)).collect::<Vec<_>>()));
        out.insert("versions".into(), serde_json::from_str(&versions.json()).unwrap_or_default());
        out.insert("compared".into(), Value::Object(compared));
        Value::Object(out)
    }

    /// A section at a view: its blocks, the cards of its units, its history, and what of it stands in print.
    fn version(&mut self, section: &Section, view: &View) -> Value {
        let (world, corpus) = (self.world, self.corpus);
        let tree = section.version(view);
        let whole = world.clause(corpus, section, None, view, self.choice);
        let blocks = self.pools.blocks(&whole.blocks);
        let mut cards = vec![self.pools.card(&whole, tree.root.0, 0)];
        if tree.exists {
            let living = tree.walk(tree.root).into_iter().filter(|&unit| {
                let kind = tree.kind(unit);
                matches!(kind, Kind::Paragraph | Kind::Bullet)
                    || kind == Kind::Row && !tree.is_header(unit)
                    || !kind.is_gap() && section.arena.name_of(unit).is_some()
            });
            let mut units: Vec<UnitId> = living.filter(|&unit| unit != tree.root).collect();
            let mut gone: Vec<UnitId> = section.arena.names().map(|(_, unit)| unit).filter(|&unit| !tree.lives(unit)).collect();
            gone.sort();
            gone.dedup();
            units.extend(gone);
            for unit in units {
                let clause = world.clause(corpus, section, Some(unit), view, self.choice);
                // units that share no word with the view, now or then, are told by the section
                if clause.state == ClauseState::NotYet && clause.state_by.is_none() {
                    continue;
                }
                let place = place(&whole, &clause);
                cards.push(self.pools.card(&clause, unit.0, place));
            }
        }
        let log = world.log(corpus, section, None, view);
        let log: Vec<usize> = log.entries.iter().map(|entry| self.pools.entry(entry)).collect();
        let slip = world.slip_of(corpus, section, view, self.choice);
        let lines = slip.as_ref().map_or(Vec::new(), |slip| slip.lines.iter().map(|line| self.pools.line(line)).collect());
        row(vec![json!(blocks), json!(cards), json!(log), json!(lines), json!(slip.is_some_and(|slip| slip.stands)), json!(!tree.exists)])
    }

    /// What leads from one version to another: between editions as known on one day, and between what was known on a day and what is now.
    fn compared(&mut self, section: &Section, views: &[Option<usize>]) -> Map<String, Value> {
        let (days, profiles) = (self.times.days.len(), self.corpus.ruleset.profiles.len());
        let editions = self.corpus.ruleset.editions.len();
        let at = |edition: usize, day: usize, profile: usize| (edition * days + day) * profiles + profile;
        let mut wanted: Vec<(usize, usize)> = Vec::new();
        for profile in 0..profiles {
            for later in 0..editions {
                for day in 0..days {
                    wanted.extend((0..later).map(|earlier| (at(earlier, day, profile), at(later, day, profile))));
                    wanted.push((at(later, day, profile), at(later, days - 1, profile)));
                }
            }
        }
        let mut out = Map::new();
        for (from, to) in wanted {
            let (Some(Some(old)), Some(Some(new))) = (views.get(from), views.get(to)) else { continue };
            let key = format!("{old}-{new}");
            let (Some(Some(from)), Some(Some(to))) = (self.times.views.get(from), self.times.views.get(to)) else { continue };
            if old == new || out.contains_key(&key) {
                continue;
            }
            let pairs = self.world.compare(self.corpus, section, None, from, to).pairs;
            let pairs = if pairs.iter().all(|pair| pair.fate == Fate::Same) { Vec::new() } else { pairs };
            out.insert(key, json!(pairs.iter().map(|pair| self.pools.pair(pair)).collect::<Vec<_>>()));
        }
        out.retain(|_, pairs| pairs.as_array().is_some_and(|pairs| !pairs.is_empty()));
        out
    }
}

/// Where the blocks of a clause begin among those of its section.
fn place(whole: &Clause, clause: &Clause) -> usize {
    let first = clause.blocks.first().map(|block| &block.id);
    first.and_then(|first| whole.blocks.iter().position(|block| block.id == *first)).unwrap_or_default()
}

/// Names that lead to units of a section and are not their ids: older names, and rulings on them.
fn names(section: &Section) -> Map<String, Value> {
    let mut out = Map::new();
    for (name, unit) in section.arena.names().filter(|(name, unit)| section.arena.name_of(*unit) != Some(name)) {
        out.insert(name.to_owned(), json!(unit.0));
    }
    let rulings = section.patches.iter().filter_map(|patch| patch.entry()?.attrs.id.as_ref());
    for id in rulings {
        if let Some(unit) = section.interpreted(&id.value).filter(|_| section.arena.named(&id.value).is_none()) {
            out.insert(id.value.to_string(), json!(unit.0));
        }
    }
    out
}
