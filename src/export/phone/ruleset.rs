//! The data of a ruleset: the answers to every query, each written once.

use super::{
    interner::repeats,
    section_answers::{SectionAnswers, SectionVersion, UniqueAnswers},
    value_table::{ValueTable, value_number},
    views::ViewGrid,
};
use crate::{
    analysis::{self, Analysis, ClauseView, ViewQuery, WordingChoice},
    model::EditionIx,
    resolve::{RulesetDb, View},
};
use indexmap::IndexSet;
use jiff::civil::Date;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::HashMap;

/// Writes the data of one ruleset.
pub(super) struct RulesetWriter<'a> {
    pub(super) analysis: &'a Analysis,
    pub(super) db: &'a RulesetDb,
    pub(super) grid: &'a ViewGrid,
    pub(super) choice: WordingChoice,
    pub(super) values: &'a mut ValueTable,
}

/// Members of answers that the script adds itself, because they name the view.
const VIEW_MEMBERS: &[&str] = &["query", "from", "to"];

/// More pages than any booklet has.
const MAX_PAGES: u32 = 1000;

impl RulesetWriter<'_> {
    /// Returns the data of the ruleset without the search documents. `view` is the one that is
    /// shown first.
    pub(super) fn ruleset_data(&mut self, view: &View) -> Value {
        let (analysis, db, grid, choice) = (self.analysis, self.db, self.grid, self.choice);
        let ruleset = &db.ruleset;
        db.resolve_all();
        let ids: Vec<&str> = db.outline().iter().map(String::as_str).collect();
        let collected = ids.par_iter().filter_map(|&id| {
            Some((
                id,
                SectionAnswers::new(analysis, db, &*db.section(id)?, grid, choice),
            ))
        });
        let collected: Vec<(&str, SectionAnswers)> = collected.collect();
        let sections: Vec<Value> = collected
            .iter()
            .map(|(id, section)| self.section_data(id, section))
            .collect();
        let overview =
            |(at, view): (usize, &Option<View>)| Some((analysis.overview(db, view.as_ref()?), at));
        let overviews: Vec<_> = grid
            .views
            .par_iter()
            .enumerate()
            .filter_map(overview)
            .collect();
        let mut overview_at = vec![0; grid.views.len()];
        for (overview, at) in overviews {
            overview_at[at] = self
                .values
                .intern_answer(&overview, grid.as_of(at), VIEW_MEMBERS);
        }
        let mut pages: Vec<String> = (1..=analysis::last_page(db).min(MAX_PAGES))
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
        let at: HashMap<&str, &[Option<usize>]> = collected
            .iter()
            .map(|(id, section)| (*id, section.at.as_slice()))
            .collect();
        let errata_by_page: Vec<Value> = pages
            .iter()
            .map(|page| json!([page, self.errata_by_view(page, &at, &overview_at)]))
            .collect();
        let catalogue = analysis.ruleset_summary(db, view);
        let profiles = ruleset.profiles.len().max(1);
        let editions = catalogue
            .editions
            .iter()
            .zip(grid.views.chunks(grid.days.len() * profiles))
            .enumerate();
        let editions = editions.map(|(index, (edition, views))| {
            let line: Vec<u16> = ruleset
                .amendment_chain(EditionIx(index as u16))
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
            "days": grid.days.iter().map(day).collect::<Vec<_>>(),
            "overviews": repeats(&overview_at),
            "slips": errata_by_page,
            "sections": sections,
        })
    }

    /// Returns the errata of a page at each view. They only depend on the sections of the page and
    /// on the overview at that view.
    fn errata_by_view(
        &mut self,
        page: &str,
        at: &HashMap<&str, &[Option<usize>]>,
        overviews: &[i64],
    ) -> Vec<i64> {
        let on_page: Vec<&[Option<usize>]> = self
            .db
            .sections_on_page(page)
            .iter()
            .filter_map(|id| at.get(id.as_str()).copied())
            .collect();
        let mut known: HashMap<(Vec<Option<usize>>, i64), i64> = HashMap::new();
        let grid = self.grid;
        let mut out = Vec::new();
        for (place, view) in grid.views.iter().enumerate() {
            let key = (
                on_page.iter().map(|at| at[place]).collect(),
                overviews[place],
            );
            out.push(view.as_ref().map_or(0, |view| {
                *known.entry(key).or_insert_with(|| {
                    let errata = self.analysis.page_errata(self.db, page, view, self.choice);
                    self.values.intern_answer(&errata, view.as_of, VIEW_MEMBERS)
                })
            }));
        }
        repeats(&out)
    }

    /// Returns the numbers of answers.
    fn intern_answers<T: Serialize>(&mut self, answers: &UniqueAnswers<T>) -> Vec<i64> {
        answers
            .0
            .iter()
            .map(|(answer, day)| self.values.intern_answer(answer, *day, VIEW_MEMBERS))
            .collect()
    }

    fn section_data(&mut self, id: &str, section: &SectionAnswers) -> Value {
        let mut cards: Vec<Vec<(i64, i64)>> = Vec::new();
        for answers in &section.cards {
            // the clause without the answer around it, and the answer without its clauses
            let card = |(card, day): &(ClauseView, Date)| {
                let clauses: Vec<i64> = card
                    .clauses
                    .iter()
                    .map(|clause| self.values.intern_answer(clause, *day, &[]))
                    .collect();
                let around = self.values.intern_answer(
                    &ClauseView {
                        clauses: Vec::new(),
                        query: ViewQuery::default(),
                        notices: card.notices.clone(),
                        ..*card
                    },
                    *day,
                    VIEW_MEMBERS,
                );
                (clauses.first().copied().unwrap_or_default(), around)
            };
            cards.push(answers.0.iter().map(card).collect());
        }
        let steps: Vec<i64> = section
            .steps
            .iter()
            .map(|(_, steps)| self.values.intern_answer(steps, Date::MIN, &[]))
            .collect();
        let logs = self.intern_answers(&section.logs);
        let version = |version: &SectionVersion| {
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
        let (versions, at) = deduplicate(section.versions.iter().map(version));
        let comparisons: Vec<Vec<i64>> = section
            .comparisons
            .iter()
            .map(|answers| self.intern_answers(answers))
            .collect();
        let changes: Vec<i64> = section
            .changes
            .0
            .iter()
            .map(|(changes, day)| {
                changes.as_ref().map_or(0, |changes| {
                    self.values.intern_answer(changes, *day, VIEW_MEMBERS)
                })
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
        let (comparisons, compared) = deduplicate(section.compared.iter().map(compared));
        let places = |numbers: &[Option<usize>], number_of: &dyn Fn(usize) -> i64| {
            repeats(
                &numbers
                    .iter()
                    .map(|at| at.map_or(-1, number_of))
                    .collect::<Vec<_>>(),
            )
        };
        json!({
            "id": id,
            "within": self.db.section_info(id).and_then(|info| info.within),
            "names": section.names,
            "versions": versions,
            "at": places(&section.at, &|version| at[version]),
            "classes": places(&section.classes, &value_number),
            "comparisons": comparisons,
            "compared": repeats(&compared),
        })
    }
}

/// Returns the distinct rows, and the number of each given row.
fn deduplicate(rows: impl Iterator<Item = Value>) -> (Vec<Value>, Vec<i64>) {
    let mut known: IndexSet<Value> = IndexSet::new();
    let at = rows
        .map(|row| value_number(known.insert_full(row).0))
        .collect();
    (known.into_iter().collect(), at)
}
