//! Builds the JSON of a section for the page: for each view the numbers of its answers, which
//! `AnswerInterner` stores once for all sections.

use super::{
    answer_interner::{AnswerInterner, value_number},
    interner::{changes_of_rows, repeats},
    section_answers::{AnswersVersion, SectionAnswers, UniqueAnswers},
};
use crate::{
    analysis::{ClauseBlock, Fate, UNPROVEN_SECTION},
    resolve::RulesetDb,
};
use indexmap::IndexSet;
use jiff::civil::Date;
use serde::Serialize;
use serde_json::{Value, json};
use std::{collections::HashMap, sync::Arc};

/// Members of answers that the script adds itself, because they name the view.
pub(super) const VIEW_MEMBERS: &[&str] = &["query", "from", "to"];

/// Builds the JSON of sections for `RulesetJsonBuilder`; adds their answers to `values`, an
/// `AnswerInterner`, and refers to them by number.
pub(super) struct SectionJsonBuilder<'a> {
    pub(super) db: &'a RulesetDb,
    pub(super) values: &'a mut AnswerInterner,
}

impl SectionJsonBuilder<'_> {
    /// Returns the numbers of answers.
    fn intern_answers<T: Serialize>(&mut self, answers: &UniqueAnswers<T>) -> Vec<i64> {
        answers
            .0
            .iter()
            .map(|(answer, day)| self.values.intern_answer(answer, *day, VIEW_MEMBERS))
            .collect()
    }

    /// Returns the data of a section.
    pub(super) fn section_data(&mut self, id: &str, section: &SectionAnswers) -> Value {
        let (clauses, blocks) = self.cards(section);
        let steps: Vec<i64> = section
            .steps
            .iter()
            .map(|(_, steps)| self.values.intern_answer(steps, Date::MIN, &[]))
            .collect();
        let logs = self.intern_answers(&section.logs);
        let errata = section.errata.0.iter().map(|(errata, day)| {
            let errata = errata.as_ref()?;
            Some(self.values.intern_answer(errata, *day, VIEW_MEMBERS))
        });
        let errata: Vec<i64> = errata.map(Option::unwrap_or_default).collect();
        // clauses and blocks of a unit follow each other
        let row = |version: &AnswersVersion| {
            let card = |(unit, at): (usize, &Option<usize>)| {
                at.map_or([0, 0], |at| [clauses[unit][at], blocks[unit][at]])
            };
            version.cards.iter().enumerate().flat_map(card).collect()
        };
        let rows: Vec<Vec<i64>> = section.versions.iter().map(row).collect();
        let version = |version: &AnswersVersion| {
            json!([
                steps[version.steps],
                logs.get(version.log),
                errata[version.errata]
            ])
        };
        let places = |numbers: &[Option<usize>]| {
            repeats(
                &numbers
                    .iter()
                    .map(|at| at.map_or(-1, value_number))
                    .collect::<Vec<_>>(),
            )
        };
        let mut data = json!({
            "id": id,
            "within": self.db.section_info(id).and_then(|info| info.within),
            "names": section.names,
            "cards": changes_of_rows(&rows),
            "versions": section.versions.iter().map(version).collect::<Vec<_>>(),
            "at": places(&section.at),
            "classes": places(&section.classes),
        });
        if let (Some(data), Value::Object(more)) = (data.as_object_mut(), self.comparisons(section))
        {
            data.extend(more);
        }
        data
    }

    /// Returns for each unit the numbers of its clauses, and those of the lists of their blocks.
    fn cards(&mut self, section: &SectionAnswers) -> (Vec<Vec<i64>>, Vec<Vec<i64>>) {
        let mut known: HashMap<usize, i64> = HashMap::new();
        let (mut clauses, mut blocks) = (Vec::new(), Vec::new());
        for answers in &section.cards {
            let (mut own_clauses, mut own_blocks) = (Vec::new(), Vec::new());
            for (card, day) in &answers.0 {
                own_clauses.push(self.values.intern_answer(&card.clause, *day, &["blocks"]));
                let number = |block: &Arc<ClauseBlock>| {
                    let values = &mut *self.values;
                    let number = known.entry(Arc::as_ptr(block).addr());
                    *number.or_insert_with(|| values.intern_value(block))
                };
                let numbers: Vec<i64> = card.blocks.iter().map(number).collect();
                own_blocks.push(self.values.intern_list(&numbers));
            }
            clauses.push(own_clauses);
            blocks.push(own_blocks);
        }
        (clauses, blocks)
    }

    /// Returns the comparisons of all pairs of classes of views.
    fn comparisons(&mut self, section: &SectionAnswers) -> Value {
        let numbers: Vec<i64> = section
            .pairs
            .pairs
            .iter()
            .map(|pair| self.values.intern_value(pair))
            .collect();
        let heads: Vec<Vec<i64>> = section
            .heads
            .iter()
            .map(|(heads, _)| {
                let heads = heads.iter();
                heads.map(|head| self.values.intern_value(head)).collect()
            })
            .collect();
        let mut rows: IndexSet<Vec<i64>> = IndexSet::new();
        let mut ranges: IndexSet<Vec<i64>> = IndexSet::new();
        let mut compared = Vec::new();
        for comparison in &section.compared {
            let pairs = comparison.pairs.iter().map(|&pair| numbers[pair]).collect();
            let own = comparison.ranges.iter();
            let own = own.flat_map(|&(first, count)| [first, count].map(value_number));
            let notices = comparison.notices.iter().map(|(unit, notices)| {
                let notices = json!({ "notices": notices });
                let notices = self.values.intern_answer(&notices, comparison.day, &[]);
                json!([unit, notices])
            });
            let notices: Vec<Value> = notices.collect();
            let root = comparison.ranges.first().copied().unwrap_or_default();
            let mut changed = comparison.pairs.iter().skip(root.0).take(root.1);
            let differs = changed.any(|&pair| section.pairs.pairs[pair].fate != Fate::Same)
                || comparison.notices.iter().any(|(unit, notices)| {
                    *unit == 0 && notices.iter().any(|notice| notice != UNPROVEN_SECTION)
                });
            let at = [
                rows.insert_full(pairs).0,
                ranges.insert_full(own.collect()).0,
            ];
            compared.push(json!([at[0], at[1], u8::from(differs), notices]));
        }
        let (comparisons, compared) = deduplicate(compared.into_iter());
        let changes =
            |rows: IndexSet<Vec<i64>>| changes_of_rows(&rows.into_iter().collect::<Vec<_>>());
        json!({
            "heads": changes_of_rows(&heads),
            "live": section.heads.iter().map(|(_, live)| u8::from(*live)).collect::<Vec<_>>(),
            "pairs": changes(rows),
            "ranges": changes(ranges),
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
