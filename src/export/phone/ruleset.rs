//! `RulesetJsonBuilder`: builds the JSON of one ruleset for the page (editions, sections, pages,
//! troops), in which answers are numbers: the answers at all views go into a shared
//! `AnswerInterner`.

use super::{
    answer_interner::AnswerInterner,
    interner::repeats,
    section_answers::SectionAnswers,
    section_writer::{SectionJsonBuilder, VIEW_MEMBERS},
    views::ViewGrid,
};
use crate::{
    analysis::{self, Analysis, CoverageCache, RulingFilter, WordingChoice},
    model::EditionIx,
    resolve::{RulesetDb, View},
};
use jiff::civil::Date;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Builds the JSON of one ruleset for the page: its answers are added to `values`, an
/// `AnswerInterner` that all rulesets share, and named by number.
pub(super) struct RulesetJsonBuilder<'a> {
    pub(super) analysis: &'a Analysis,
    pub(super) db: &'a RulesetDb,
    pub(super) grid: &'a ViewGrid,
    pub(super) choice: WordingChoice,
    pub(super) values: &'a mut AnswerInterner,
    /// Is called with the number of sections that were written.
    pub(super) progress: &'a mut dyn FnMut(usize),
}

/// How many sections are held in memory before they are written.
const BATCH: usize = 8;

/// More pages than any booklet has.
const MAX_PAGES: u32 = 1000;

impl RulesetJsonBuilder<'_> {
    /// Returns the data of the ruleset without the search documents. `view` is the one that is
    /// shown first.
    pub(super) fn ruleset_data(&mut self, view: &View) -> Value {
        let (analysis, db, grid, choice) = (self.analysis, self.db, self.grid, self.choice);
        let ruleset = &db.ruleset;
        db.resolve_all();
        let SectionsJson {
            sections,
            number_of,
            unplaced_at,
        } = self.section_data();
        let coverage = CoverageCache::default();
        let overview_at = self.answers_by_view(|view| analysis.overview_with(db, view, &coverage));
        let register_at = self.answers_by_view(|view| {
            analysis.ruling_register(db, view, choice, &RulingFilter::default())
        });
        let troops = self.troop_data(view);
        let pages = page_names(db);
        let sections_by_page: Vec<Value> = pages
            .iter()
            .map(|page| {
                let ids = db.sections_on_page(page).iter();
                let sections = ids.filter_map(|id| number_of.get(id));
                json!([page, sections.collect::<Vec<_>>()])
            })
            .collect();
        let unplaced_at: Vec<i64> = unplaced_at
            .iter()
            .map(|headings| self.values.intern_value(headings))
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
            let from_day = ruleset.in_force_from(EditionIx(index as u16));
            let from_day = from_day.map(|date| date.counts_from().to_string());
            json!({"id": edition.id, "from": edition.from, "from_day": from_day, "status": edition.status, "out": out, "line": line})
        });
        let shorts: BTreeMap<&str, &str> = ruleset
            .documents
            .values()
            .map(|document| (document.key.as_str(), document.short.as_str()))
            .collect();
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
            "restated": ruleset.has_restatements(),
            "view": catalogue.view,
            "editions": editions.collect::<Vec<_>>(),
            "profiles": catalogue.profiles,
            "documents": catalogue.documents,
            "shorts": shorts,
            "days": grid.days.iter().map(day).collect::<Vec<_>>(),
            "overviews": repeats(&overview_at),
            "pages": sections_by_page,
            "unplaced": repeats(&unplaced_at),
            "registers": repeats(&register_at),
            "troops": troops,
            "sections": sections,
        })
    }

    /// Returns the data of all sections. Sections are collected on all cores while earlier ones are
    /// written.
    fn section_data(&mut self) -> SectionsJson {
        let (analysis, db, grid, choice) = (self.analysis, self.db, self.grid, self.choice);
        let unplaced: HashSet<String> = analysis
            .unplaced_sections(db)
            .map(|section| section.id.clone())
            .collect();
        let mut out = SectionsJson {
            sections: Vec::new(),
            number_of: HashMap::new(),
            unplaced_at: vec![Vec::new(); grid.views.len()],
        };
        let collect = |ids: &[String]| {
            let answers = ids.par_iter().filter_map(|id| {
                let section = db.section(id)?;
                let answers = SectionAnswers::new(analysis, db, &section, grid, choice);
                Some((id.clone(), answers))
            });
            answers.collect::<Vec<(String, SectionAnswers)>>()
        };
        let mut collected = Vec::new();
        let mut collecting = 0;
        for ids in db.outline().chunks(BATCH).chain([[].as_slice()]) {
            let mut writer = SectionJsonBuilder {
                db,
                values: self.values,
            };
            let batch = std::mem::take(&mut collected);
            let (_, next) = rayon::join(
                || {
                    for (id, section) in batch {
                        let unplaced = unplaced.contains(&id);
                        out.add(&mut writer, id, &section, unplaced);
                    }
                },
                || collect(ids),
            );
            collected = next;
            (self.progress)(std::mem::replace(&mut collecting, ids.len()));
        }
        out
    }

    /// Returns the numbers of an answer at all views; 0 where the edition is not published.
    fn answers_by_view<T: Serialize + Send>(
        &mut self,
        answer: impl Fn(&View) -> T + Sync,
    ) -> Vec<i64> {
        let grid = self.grid;
        let views = grid.views.par_iter().enumerate();
        let found: Vec<(usize, T)> = views
            .filter_map(|(at, view)| Some((at, answer(view.as_ref()?))))
            .collect();
        let mut out = vec![0; grid.views.len()];
        for (at, answer) in found {
            out[at] = self
                .values
                .intern_answer(&answer, grid.as_of(at), VIEW_MEMBERS);
        }
        out
    }
}

/// The JSON of all sections of a ruleset, the index of each, and headings of amended sections of
/// unknown page.
struct SectionsJson {
    sections: Vec<Value>,
    /// The index of each section.
    number_of: HashMap<String, usize>,
    /// The headings of amended sections whose page is unknown, at each view.
    unplaced_at: Vec<Vec<String>>,
}

impl SectionsJson {
    fn add(
        &mut self,
        writer: &mut SectionJsonBuilder<'_>,
        id: String,
        section: &SectionAnswers,
        unplaced: bool,
    ) {
        self.sections.push(writer.section_data(&id, section));
        self.number_of.insert(id, self.sections.len() - 1);
        for (view, headings) in self.unplaced_at.iter_mut().enumerate() {
            let errata = section.errata_at(view).filter(|_| unplaced);
            let amended = errata.filter(|errata| !errata.unchanged);
            headings.extend(amended.map(|errata| errata.heading.clone()));
        }
    }
}

/// Returns the names of the pages of a booklet, in their order.
fn page_names(db: &RulesetDb) -> Vec<String> {
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
    pages
}
