//! A ruleset as the page holds it: the program's answers to every question, each once.

use super::{
    gather::{Answers, Gathered, Version},
    pack::{Pack, number},
    pool::repeats,
    times::Times,
};
use crate::{
    analysis::{self, Analysis, ClauseView, Query, WordingChoice},
    model::EditionIx,
    resolve::{RulesetDb, View},
};
use indexmap::IndexSet;
use jiff::civil::Date;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::HashMap;

/// Writes one ruleset.
pub(super) struct Writer<'a> {
    pub(super) analysis: &'a Analysis,
    pub(super) db: &'a RulesetDb,
    pub(super) times: &'a Times,
    pub(super) choice: WordingChoice,
    pub(super) pack: &'a mut Pack,
}

/// Members of answers that the page adds: they name the view.
const VIEW: &[&str] = &["query", "from", "to"];

/// More pages than any booklet has.
const MOST_PAGES: u32 = 1000;

impl Writer<'_> {
    /// The ruleset without what is searched. `view` is the one that is shown where nothing else is asked.
    pub(super) fn ruleset(&mut self, view: &View) -> Value {
        let (analysis, db, times, choice) = (self.analysis, self.db, self.times, self.choice);
        let ruleset = &db.ruleset;
        db.resolve_all();
        let ids: Vec<&str> = db.outline().iter().map(String::as_str).collect();
        let gathered = ids.par_iter().filter_map(|&id| {
            Some((
                id,
                Gathered::new(analysis, db, &*db.section(id)?, times, choice),
            ))
        });
        let gathered: Vec<(&str, Gathered)> = gathered.collect();
        let sections: Vec<Value> = gathered
            .iter()
            .map(|(id, section)| self.section(id, section))
            .collect();
        let overview =
            |(at, view): (usize, &Option<View>)| Some((analysis.overview(db, view.as_ref()?), at));
        let overviews: Vec<_> = times
            .views
            .par_iter()
            .enumerate()
            .filter_map(overview)
            .collect();
        let mut overview_at = vec![0; times.views.len()];
        for (overview, at) in overviews {
            overview_at[at] = self.pack.answer(&overview, times.day(at), VIEW);
        }
        let mut pages: Vec<String> = (1..=analysis::last_page(db).min(MOST_PAGES))
            .map(|page| page.to_string())
            .collect();
        pages.extend(db.pages().map(str::to_owned));
        pages.sort_by_key(|page| {
            (
                page.trim_end_matches(char::is_alphabetic)
                    .parse()
                    .unwrap_or(u32::MAX),
                page.clone(),
            )
        });
        pages.dedup();
        let at: HashMap<&str, &[Option<usize>]> = gathered
            .iter()
            .map(|(id, section)| (*id, section.at.as_slice()))
            .collect();
        let slips: Vec<Value> = pages
            .iter()
            .map(|page| json!([page, self.slips(page, &at, &overview_at)]))
            .collect();
        let catalogue = analysis.catalogue(db, view);
        let profiles = ruleset.profiles.len().max(1);
        let editions = catalogue
            .editions
            .iter()
            .zip(times.views.chunks(times.days.len() * profiles))
            .enumerate();
        let editions = editions.map(|(own, (edition, views))| {
            let line: Vec<u16> = ruleset
                .line(EditionIx(own as u16))
                .iter()
                .map(|edition| edition.0)
                .collect();
            let out = views.iter().take_while(|view| view.is_none()).count() / profiles;
            json!({"id": edition.id, "from": edition.from, "out": out, "line": line})
        });
        let day = |day: &Date| {
            if *day == Date::MIN {
                String::new()
            } else {
                day.to_string()
            }
        };
        json!({
            "key": ruleset.key,
            "title": ruleset.title,
            "view": catalogue.view,
            "editions": editions.collect::<Vec<_>>(),
            "profiles": catalogue.profiles,
            "documents": catalogue.documents,
            "days": times.days.iter().map(day).collect::<Vec<_>>(),
            "overviews": repeats(&overview_at),
            "slips": slips,
            "sections": sections,
        })
    }

    /// A page at each view. It depends on the sections on it, and on what is said of the view as a whole.
    fn slips(
        &mut self,
        page: &str,
        at: &HashMap<&str, &[Option<usize>]>,
        overviews: &[i64],
    ) -> Vec<i64> {
        let own: Vec<&[Option<usize>]> = self
            .db
            .on_page(page)
            .iter()
            .filter_map(|id| at.get(id.as_str()).copied())
            .collect();
        let mut known: HashMap<(Vec<Option<usize>>, i64), i64> = HashMap::new();
        let times = self.times;
        let mut out = Vec::new();
        for (place, view) in times.views.iter().enumerate() {
            let key = (own.iter().map(|at| at[place]).collect(), overviews[place]);
            out.push(view.as_ref().map_or(0, |view| {
                *known.entry(key).or_insert_with(|| {
                    let slip = self.analysis.page_errata(self.db, page, view, self.choice);
                    self.pack.answer(&slip, view.as_of, VIEW)
                })
            }));
        }
        repeats(&out)
    }

    /// The numbers of answers.
    fn answers<T: Serialize>(&mut self, answers: &Answers<T>) -> Vec<i64> {
        answers
            .0
            .iter()
            .map(|(answer, day)| self.pack.answer(answer, *day, VIEW))
            .collect()
    }

    fn section(&mut self, id: &str, own: &Gathered) -> Value {
        let mut cards: Vec<Vec<(i64, i64)>> = Vec::new();
        for answers in &own.cards {
            // the clause, and what is said along with it
            let card = |(card, day): &(ClauseView, Date)| {
                let clauses: Vec<i64> = card
                    .clauses
                    .iter()
                    .map(|clause| self.pack.answer(clause, *day, &[]))
                    .collect();
                let around = self.pack.answer(
                    &ClauseView {
                        clauses: Vec::new(),
                        query: Query::default(),
                        notices: card.notices.clone(),
                        ..*card
                    },
                    *day,
                    VIEW,
                );
                (clauses.first().copied().unwrap_or_default(), around)
            };
            cards.push(answers.0.iter().map(card).collect());
        }
        let steps: Vec<i64> = own
            .steps
            .iter()
            .map(|(_, steps)| self.pack.answer(steps, Date::MIN, &[]))
            .collect();
        let logs = self.answers(&own.logs);
        let version = |version: &Version| {
            let card =
                |(unit, at): (usize, &Option<usize>)| at.map_or((0, 0), |at| cards[unit][at]);
            let (clauses, cards): (Vec<i64>, Vec<i64>) =
                version.cards.iter().enumerate().map(card).unzip();
            json!([
                clauses,
                repeats(&cards),
                steps[version.steps],
                logs[version.log]
            ])
        };
        let (versions, at) = once(own.versions.iter().map(version));
        let comparisons: Vec<Vec<i64>> = own
            .comparisons
            .iter()
            .map(|answers| self.answers(answers))
            .collect();
        let changes: Vec<i64> = own
            .changes
            .0
            .iter()
            .map(|(changes, day)| {
                changes
                    .as_ref()
                    .map_or(0, |changes| self.pack.answer(changes, *day, VIEW))
            })
            .collect();
        let compared = |(units, all): &(Vec<usize>, usize)| {
            let units: Vec<i64> = units
                .iter()
                .zip(&comparisons)
                .map(|(&at, known)| known[at])
                .collect();
            json!([units, changes[*all]])
        };
        let (comparisons, compared) = once(own.compared.iter().map(compared));
        let places = |numbers: &[Option<usize>], of: &dyn Fn(usize) -> i64| {
            repeats(
                &numbers
                    .iter()
                    .map(|at| at.map_or(-1, of))
                    .collect::<Vec<_>>(),
            )
        };
        json!({
            "id": id,
            "within": self.db.info(id).and_then(|info| info.within),
            "names": own.names,
            "versions": versions,
            "at": places(&own.at, &|version| at[version]),
            "classes": places(&own.classes, &number),
            "comparisons": comparisons,
            "compared": repeats(&compared),
        })
    }
}

/// Rows, each once, and which of them each one is.
fn once(rows: impl Iterator<Item = Value>) -> (Vec<Value>, Vec<i64>) {
    let mut known: IndexSet<Value> = IndexSet::new();
    let at = rows.map(|row| number(known.insert_full(row).0)).collect();
    (known.into_iter().collect(), at)
}
