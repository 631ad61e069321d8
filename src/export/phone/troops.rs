//! Builds the JSON of a ruleset's troop types and their grades for the page, at each edition.
//! They are as known on the last day of the page, at the profile that is shown first. Further days
//! and profiles would make the page many times as large.

use super::{ruleset::RulesetJsonBuilder, section_writer::VIEW_MEMBERS};
use crate::{
    analysis::{TroopCorpus, TroopName, TroopView},
    model::EditionIx,
    resolve::View,
};
use rayon::prelude::*;
use serde_json::{Value, json};

impl RulesetJsonBuilder<'_> {
    /// Returns the troop types and their views by edition; null if the ruleset names none. `first`
    /// is the view that is shown first.
    pub(super) fn troop_data(&mut self, first: &View) -> Value {
        let (analysis, db, grid, choice) = (self.analysis, self.db, self.grid, self.choice);
        let ruleset = &db.ruleset;
        let views: Vec<Option<View>> = (0..ruleset.editions.len() as u16)
            .map(|edition| grid.last_view(EditionIx(edition), &first.profile.name))
            .collect();
        let letters: Vec<&String> = ruleset.troops.types.keys().collect();
        if letters.is_empty() {
            return Value::Null;
        }
        let views = views.par_iter();
        let sources = views
            .map(|view| Some(TroopCorpus::new(analysis, db, view.as_ref()?, choice)))
            .collect::<Vec<_>>();
        let views_of = |name: &TroopName| -> Vec<Option<TroopView>> {
            let sources = sources.iter();
            sources
                .map(|source| Some(analysis.troop_view_of(source.as_ref()?, name)))
                .collect()
        };
        let named = |letters: &String, grade: Option<String>| TroopName {
            letters: letters.clone(),
            grade,
        };
        let found: Vec<(String, Vec<Option<TroopView>>)> = letters
            .into_par_iter()
            .flat_map_iter(|letters| {
                let all = named(letters, None);
                let types = views_of(&all);
                let mut grades: Vec<String> = Vec::new();
                for view in types.iter().flatten() {
                    for grade in &view.troop.grades {
                        if !grades.contains(grade) {
                            grades.push(grade.clone());
                        }
                    }
                }
                let graded = grades.into_iter().map(|grade| {
                    let name = named(letters, Some(grade));
                    (name.short(), views_of(&name))
                });
                std::iter::once((all.short(), types)).chain(graded.collect::<Vec<_>>())
            })
            .collect();
        let day = grid.until();
        let mut rows = Vec::new();
        for (name, answers) in &found {
            let mut number = |answer: &Option<TroopView>| {
                answer.as_ref().map_or(0, |answer| {
                    self.values.intern_answer(answer, day, VIEW_MEMBERS)
                })
            };
            let numbers: Vec<i64> = answers.iter().map(&mut number).collect();
            rows.push(json!([name, numbers]));
        }
        json!({
            "types": analysis.troop_types(db, first).types,
            "grades": ruleset.troops.grades,
            "views": rows,
        })
    }
}
